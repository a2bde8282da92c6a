"""One contained process at a time, which answers requests and is killed with all that it started when it may not go on."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
from types import TracebackType
from typing import Self, TypeVar

from pipeline import limits as bounds
from pipeline.limits import Limits
from pipeline.sandbox import wire

T = TypeVar("T")

WORKER = (sys.executable, "-I", "-m", "pipeline.sandbox.worker")
"""With -I, neither the folder that a person stands in nor the environment says what is imported."""
_KEPT = ("PATH", "LANG", "LC_ALL", "TMPDIR", "HOME", "TESSDATA_PREFIX", "SYSTEMROOT")
"""Of the environment: the rest, such as passwords, is none of the contained process's business."""

_LONGEST_POLL = 60.0
"""Seconds: the system takes no more than some weeks, and a limit may be set higher."""


class Ending(StrEnum):
    """Why a request was not answered to its end."""

    TIME = "it took too long"
    MEMORY = "it took too much memory"
    CRASH = "its reader crashed"
    FAULT = "its reader failed"
    RUBBISH = "its reader gave a senseless answer"


class EndedError(Exception):
    """The contained process is gone, and its answer ends where it is."""

    def __init__(self, ending: Ending, detail: str = "") -> None:
        super().__init__(f"{ending} ({detail})" if detail else ending)
        self.ending = ending
        self.detail = detail


class Cell:
    """Keeps one contained process, started when it is needed and anew after each that was killed.

    Linux ends the process with the thread that started it: let one thread make all requests.
    """

    def __init__(self, limits: Limits, command: Sequence[str] = WORKER) -> None:
        """Prepare; the command is given the limits as its last argument."""
        self._limits = limits
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def start(self) -> subprocess.Popen[bytes]:
        """Start the process unless it runs already; it makes itself ready while the caller goes on."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [*self._command, json.dumps(asdict(self._limits))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={name: value for name in _KEPT if (value := os.environ.get(name)) is not None},
                start_new_session=True,
            )
        return self._process

    def interrupt(self) -> None:
        """End a request that another thread waits for: it is told of a crash."""
        process = self._process
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End the process and all that it started."""
        self.interrupt()
        process, self._process = self._process, None
        if process is None:
            return
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def answers(self, request: bytes, checked: Callable[[bytes], T], *, until: float = math.inf) -> Iterator[T]:
        """Send a request and give the parts of its answer as they come.

        Args:
            request: its body.
            checked: makes a part of its body, or raises `RubbishError`.
            until: when the whole must be there, by `time.monotonic`.

        Raises:
            EndedError: the process exceeded its limits, crashed or failed. It is gone; the next request has a new one.
        """
        finished, size = False, 0
        try:
            process = self.start()
            self._send(process, request, self._deadline(until))
            for count in itertools.count(1):
                letter, body = self._frame(process, self._deadline(until))
                size += len(body)
                if letter == wire.END:
                    finished = True
                    return
                if letter == wire.FAULT:
                    raise EndedError(*_fault(body))
                if count > bounds.MAX_PARTS or size > bounds.MAX_ANSWER:
                    raise EndedError(Ending.RUBBISH)
                yield checked(body)
        except wire.RubbishError as error:
            raise EndedError(Ending.RUBBISH) from error
        finally:
            if not finished:
                self.kill()

    def _deadline(self, until: float) -> float:
        return min(until, time.monotonic() + self._limits.seconds)

    def _send(self, process: subprocess.Popen[bytes], request: bytes, deadline: float) -> None:
        """Write the whole request, before the deadline: the process may have stopped reading."""
        assert process.stdin is not None
        pipe = process.stdin.fileno()
        os.set_blocking(pipe, False)
        unsent = memoryview(wire.HEAD.pack(wire.PART, len(request)) + request)
        try:
            while unsent:
                _await(pipe, select.POLLOUT, deadline)
                unsent = unsent[os.write(pipe, unsent) :]
        except OSError as error:
            raise EndedError(Ending.CRASH) from error

    def _frame(self, process: subprocess.Popen[bytes], deadline: float) -> tuple[bytes, bytes]:
        letter, length = wire.HEAD.unpack(self._bytes(process, wire.HEAD.size, deadline))
        if length > bounds.MAX_PART or letter not in (wire.PART, wire.END, wire.FAULT):
            raise EndedError(Ending.RUBBISH)
        return letter, self._bytes(process, length, deadline)

    def _bytes(self, process: subprocess.Popen[bytes], count: int, deadline: float) -> bytes:
        """So many bytes of the answer, before the deadline."""
        assert process.stdout is not None
        pipe = process.stdout.fileno()
        found = bytearray()
        while len(found) < count:
            _await(pipe, select.POLLIN, deadline)
            some = os.read(pipe, count - len(found))
            if not some:
                raise EndedError(*_how(process))
            found += some
        return bytes(found)


def _await(pipe: int, event: int, deadline: float) -> None:
    """Return when a pipe can be read or written.

    Raises:
        EndedError: it cannot before the deadline.
    """
    poll = select.poll()
    poll.register(pipe, event)
    while (left := deadline - time.monotonic()) > 0:
        if poll.poll(1000 * min(left, _LONGEST_POLL)):
            return
    raise EndedError(Ending.TIME)


def _how(process: subprocess.Popen[bytes]) -> tuple[Ending, str]:
    """Why a process closed its answer."""
    try:
        code = process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        return Ending.RUBBISH, ""
    if code in (-signal.SIGXCPU, -signal.SIGALRM):
        return Ending.TIME, ""
    return Ending.CRASH, signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _fault(body: bytes) -> tuple[Ending, str]:
    """What the process said of its own failing."""
    if body == b"MemoryError":
        return Ending.MEMORY, ""
    return Ending.FAULT, re.sub(r"\W", "", body.decode("ascii", "replace"))[:60]
