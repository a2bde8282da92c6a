"""The contained process of a batch in which packets named `poison-KIND-...` end badly, and all others are audited."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from pipeline.batch import worker
from pipeline.batch.auditing import without_report
from pipeline.batch.records import Outcome, Row, Task

KINDS = ("segfault", "leave", "hang", "swell", "stumble", "full_disk")
"""A crash, an exit, a regular expression that holds the interpreter, a memory hog, a fault in the code, no room."""


sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "hostile"))
trouble = import_module("troubled_worker").trouble


def work(task: Task) -> Row:
    """Audits, or fails."""
    poison, _, kind = task.entry.id.partition("-")
    if poison != "poison":
        return worker.audit(task)
    kind = kind.partition("-")[0]
    if kind == "full_disk":
        return without_report(task.entry, Outcome.NOT_WRITTEN, "No space left on device.")
    trouble(kind, task.entry.path)
    return worker.audit(task)


if __name__ == "__main__":
    worker.main(work)
