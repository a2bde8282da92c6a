"""The contained process that audits packets of a batch: `sandbox.worker`, with another task.

Started by `sandbox.cell.Cell` as `python -I -m pipeline.batch.worker LIMITS`. What opens and reads the files of a packet
is a contained process again, with limits of its own, that this one keeps.
"""

from __future__ import annotations

import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from pipeline.batch.auditing import audited
from pipeline.batch.records import Done, Row, Task
from pipeline.limits import Limits
from pipeline.reading import Options
from pipeline.sandbox import Reader, wire, worker

_STATUS = Path("/proc/self/status")
"""What Linux tells of this process; a machine that is locked up tightly may not show it."""


def main(work: Callable[[Task], Row] | None = None) -> None:
    """Serves until standard input ends; `work` stands in for the audit."""
    worker.main(lambda: _handler(work or audit))


def _handler(work: Callable[[Task], Row]) -> worker.Handler:
    def answered(request: bytes) -> Iterator[bytes]:
        task = wire.unpacked(request, Task)
        tempfile.tempdir = str(task.spool)
        yield wire.packed(Done(work(task), _peak()))

    return answered


def audit(task: Task) -> Row:
    """The row of a packet, whose report is written."""
    return audited(task.entry, task.settings, _reader(task.settings.options, task.settings.limits))


@cache
def _reader(options: Options, limits: Limits) -> Reader:
    """The reader of this process, which ends with it."""
    return Reader(options, limits)


def _peak() -> int:
    """The most memory that this process ever held, in bytes."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if sys.platform != "linux":
        return used
    try:
        status = _STATUS.read_text(encoding="ascii", errors="replace")
    except OSError:
        return used * 1024
    # What getrusage(2) tells on Linux begins with the size of whoever started the process.
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


if __name__ == "__main__":
    main()
