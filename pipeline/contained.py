"""Calls in a process of their own, under limits: what crashes, hangs or swells there ends there, and nowhere else.

A `Slot` keeps one worker process for one call at a time, so that what happens to it is never blamed on another call. The
worker leads a process group of its own: programs that it starts (the OCR engine) are killed with it, and a Ctrl-C at the
terminal reaches the caller alone. It outlives nobody: where the caller is killed, Linux kills the worker at once, and
elsewhere an alarm does at the end of its time. It runs as the same user: this holds faults, not burglars.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing import connection, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from pipeline.errors import MusterError

P = ParamSpec("P")
T = TypeVar("T")

_GRACE = 5.0
"""Seconds after the limit at which a worker without a caller ends itself."""
_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl(2)."""


class Ending(StrEnum):
    """Why a call gave no answer."""

    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    OUT_OF_MEMORY = "out-of-memory"


class EndedError(Exception):
    """The call ended without an answer; the message says in one sentence how."""

    def __init__(self, ending: Ending, message: str) -> None:
        super().__init__(message)
        self.ending = ending


@dataclass(frozen=True)
class Bounds:
    """What a call may use."""

    seconds: float
    """By the clock on the wall, a new worker's start included."""
    memory: int
    """Bytes of address space of the worker, and of each program that it starts."""
    recycle: int
    """Bytes of memory: a worker that ever held more is replaced before the next call. A long-lived worker grows, as
    spaCy's vocabulary does."""


@dataclass(frozen=True)
class _Answer:
    value: Any = None
    fault: MusterError | None = None
    ended: tuple[Ending, str] | None = None
    peak: int = 0


class Slot:
    """Room for one worker process, started at the first call and anew after each that ended badly.

    Linux ends the worker with the thread that started it: let one thread make all calls, and live as long as the slot.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._worker: BaseProcess | None = None
        self._pipe: Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`function(*args, **kwargs)` in the worker. All of it must pickle.

        Raises:
            EndedError: it crashed, took too long or too much memory.
            MusterError: as the function raised it.
        """
        worker, pipe = self._started()
        try:
            pipe.send((function, args, kwargs))
            ready = connection.wait([pipe, worker.sentinel], self._bounds.seconds)
            answer: _Answer | None = pipe.recv() if pipe in ready else None
        except (EOFError, OSError):
            ready, answer = [worker.sentinel], None
        if answer is None:
            self.close()
            if ready:
                raise EndedError(*_how(worker.exitcode))
            raise EndedError(Ending.TIMED_OUT, f"took longer than {self._bounds.seconds:g} seconds")
        if answer.ended or answer.peak > self._bounds.recycle:
            self.close()
        if answer.ended:
            raise EndedError(*answer.ended)
        if answer.fault:
            raise answer.fault
        value: T = answer.value
        return value

    def kill(self) -> None:
        """Ends the call that another thread is waiting for, which then raises EndedError."""
        worker = self._worker
        if worker is not None and worker.pid is not None:
            # Before the worker has made its group there is only itself to be killed.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(worker.pid, signal.SIGKILL)
            worker.kill()

    def close(self) -> None:
        """Ends the worker and all that it started."""
        self.kill()
        if self._worker is not None and self._pipe is not None:
            self._worker.join()
            self._pipe.close()
        self._worker = self._pipe = None

    def _started(self) -> tuple[BaseProcess, Connection]:
        if self._worker is not None and self._pipe is not None and self._worker.is_alive():
            return self._worker, self._pipe
        self.close()
        # A forked copy of a process with threads may hold a lock that nobody frees.
        spawn = get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._worker = spawn.Process(target=_serve, args=(theirs, self._bounds, os.getpid()))
        self._worker.start()
        theirs.close()
        return self._worker, self._pipe


def _how(code: int | None) -> tuple[Ending, str]:
    """In words, how a worker ended that gave no answer."""
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        if -code == signal.SIGKILL:
            return Ending.OUT_OF_MEMORY, "was killed by the system, which does so where memory runs out"
        return Ending.CRASHED, f"ended its process with {name}"
    return Ending.CRASHED, f"ended its process with exit code {code}"


def _serve(pipe: Connection, bounds: Bounds, caller: int) -> None:
    """The worker: one call after the other, until the caller closes the pipe."""
    _confine(bounds, caller)
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            function, args, kwargs = pipe.recv()
            signal.setitimer(signal.ITIMER_REAL, bounds.seconds + _GRACE)
            answer = _answer(function, args, kwargs, bounds)
            signal.setitimer(signal.ITIMER_REAL, 0)
            pipe.send(answer)


def _confine(bounds: Bounds, caller: int) -> None:
    os.setsid()
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != caller:
            sys.exit()
    # Not every system can set each of them.
    for limit, value in ((resource.RLIMIT_AS, bounds.memory), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, value))
    # What libraries murmur about a bad file is no part of the caller's output.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _answer(function: Callable[..., Any], args: Any, kwargs: Any, bounds: Bounds) -> _Answer:
    try:
        return _Answer(value=function(*args, **kwargs), peak=_peak())
    except MemoryError:
        return _Answer(ended=(Ending.OUT_OF_MEMORY, f"needed more than {bounds.memory // 1_000_000:,} MB of memory"))
    except MusterError as fault:
        return _Answer(fault=fault, peak=_peak())
    except Exception as error:  # a fault of Muster's own, told like any other end
        place = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        return _Answer(ended=(Ending.CRASHED, said))


def _peak() -> int:
    """The most memory that this process ever held, in bytes."""
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # What getrusage(2) tells here begins with the size of the caller.
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024
