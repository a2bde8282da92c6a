"""A contained process that stands in for the one that audits packets of a batch: it does as the packet is called.

`segfault`, `hang` and the other troubles of `troubled_worker` come to pass, and `full-disk` says that nothing could be
written, unless the file `well` lies beside the output folder; `patient` ends when the file `go` does. Every other packet
is good, and has a report of one word. Each that was asked for is noted in the file `calls`.
"""

from __future__ import annotations

import os

from troubled_worker import trouble

from pipeline.batch import worker
from pipeline.batch.auditing import without_report
from pipeline.batch.records import Outcome, Row, Task

GOOD = "The report."


def work(task: Task) -> Row:
    """Audits, or fails."""
    entry, settings = task.entry, task.settings
    with (settings.out.parent / "calls").open("a") as calls:
        calls.write(f"{entry.id}\n")
    if not (settings.out.parent / "well").exists():
        if entry.id == "full-disk":
            return without_report(entry, Outcome.NOT_WRITTEN, "No space left on device.")
        trouble(entry.id, entry.path)
    if entry.id == "patient":
        (settings.out.parent / "parent").write_text(str(os.getppid()))
    while entry.id == "patient" and not (settings.out.parent / "go").exists():
        os.sched_yield()
    folder = settings.out / entry.id
    folder.mkdir(exist_ok=True)
    for name in ("report.json", "report.html"):
        (folder / name).write_text(GOOD)
    return Row(entry.id, entry.path.name, Outcome.AUDITED, GOOD, verdict="complete", report=f"{entry.id}/report.html")


if __name__ == "__main__":
    worker.main(work)
