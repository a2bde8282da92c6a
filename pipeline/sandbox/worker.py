"""The contained process: it puts itself under its limits, then answers requests until nobody asks any more.

Started by `Cell` as `python -I -m pipeline.sandbox.worker LIMITS`, the limits being JSON. Requests come in by standard
input and answers go out by what was standard output, as frames (`wire`).
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from pipeline.limits import Limits
from pipeline.sandbox import wire

_GRACE = 10
"""Seconds after its limit at which the process ends itself, where nobody is left to do so."""
_MEGABYTE = 1_000_000
_PARENT_DEATH_SIGNAL = 1
"""PR_SET_PDEATHSIG of Linux's prctl(2)."""

Handler = Callable[[bytes], Iterator[bytes]]
"""From the body of a request to the bodies of the parts of its answer."""


def main(load: Callable[[], Handler] | None = None) -> None:
    """Serves until standard input ends; `load` gives what answers, and is called under the limits."""
    limits = Limits(**json.loads(sys.argv[1]))
    _end_with_caller()
    answers = _answers_apart()
    _confine(limits)
    handler = (load or _reading)()
    with contextlib.suppress(BrokenPipeError):
        while request := _request(sys.stdin.buffer):
            for letter, body in _answered(handler, request, limits):
                answers.write(wire.HEAD.pack(letter, len(body)) + body)
                answers.flush()
                if letter == wire.FAULT:
                    return


def _reading() -> Handler:
    from pipeline.sandbox.serving import answered

    return answered


def _answers_apart() -> BinaryIO:
    """Keep standard output for the answers, and let what libraries print there go nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - no path, but a device
        os.dup2(nowhere.fileno(), 1)
    return answers


def _end_with_caller() -> None:
    """Let Linux end this process as soon as whoever started it is gone; elsewhere its alarm does, in the end."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _confine(limits: Limits) -> None:
    bounds = {
        resource.RLIMIT_AS: limits.memory * _MEGABYTE,
        resource.RLIMIT_FSIZE: limits.written * _MEGABYTE,
        resource.RLIMIT_NOFILE: limits.open_files,
        resource.RLIMIT_CORE: 0,
    }
    for kind, bound in bounds.items():
        lowered = _lowered(bound, kind)
        # macOS knows the limit on memory and does not let it be set.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (lowered, lowered))


def _lowered(bound: int, kind: int) -> int:
    """The bound, or the lower one that Muster itself was given, which it may not raise."""
    hard = resource.getrlimit(kind)[1]
    return bound if hard == resource.RLIM_INFINITY else min(bound, hard)


def _answered(handler: Handler, request: bytes, limits: Limits) -> Iterator[tuple[bytes, bytes]]:
    """Frames of the answer; time is granted anew for each part of it."""
    try:
        _grant_time(limits)
        for part in handler(request):
            yield wire.PART, part
            _grant_time(limits)
        yield wire.END, b""
    except MemoryError:
        yield wire.FAULT, b"MemoryError"
    except Exception as error:
        # A fault of the reader's own, met on hostile bytes: this process may be past trusting, and a new one goes on.
        yield wire.FAULT, type(error).__name__.encode()
    signal.alarm(0)


def _grant_time(limits: Limits) -> None:
    """Let the kernel end this process when it computes for too long, or when whoever should have killed it is gone."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = int(used.ru_utime + used.ru_stime) + limits.cpu_seconds
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (_lowered(allowed, resource.RLIMIT_CPU), hard))
    signal.alarm(limits.seconds + _GRACE)


def _request(stream: BinaryIO) -> bytes:
    head = stream.read(wire.HEAD.size)
    if len(head) < wire.HEAD.size:
        return b""
    return stream.read(wire.HEAD.unpack(head)[1])


if __name__ == "__main__":
    main()
