"""A contained process that stands in for the one that audits messages: it does as their subject says.

`segfault`, `hang` and the other troubles of `troubled_worker` come to pass; `full-disk` says that nothing could be written,
unless the file `room` lies beside the reports; `unclear` that it is not clear what the message is for. Every other message
is good, and its report says how many files its packet has. Each that was asked for is noted in the file `calls`.
"""

from __future__ import annotations

from troubled_worker import trouble

from pipeline.batch import worker
from pipeline.batch.auditing import without_report
from pipeline.batch.records import Outcome, Row, Task


def work(task: Task) -> Row:
    """Audits, or fails."""
    entry, out = task.entry, task.settings.out
    with (out.parent / "calls").open("a") as calls:
        calls.write(f"{entry.id}\n")
    what = entry.id.rpartition("-")[0]
    if what == "full-disk" and not (out.parent / "room").exists():
        return without_report(entry, Outcome.NOT_WRITTEN, "No space left on device.")
    if what == "unclear" and task.settings.checklist == "auto":
        return without_report(entry, Outcome.UNROUTED, "It is not clear which filing this is for.")
    trouble(what, entry.path)
    files = sum(path.is_file() for path in entry.path.rglob("*"))
    (out / entry.id).mkdir(exist_ok=True)
    for name in ("report.json", "report.html", "letter.txt", "letter.docx"):
        (out / entry.id / name).write_text(f"{files} files\n")
    return Row(
        entry.id,
        entry.path.name,
        Outcome.AUDITED,
        f"{files} files",
        checklist=task.settings.checklist,
        verdict="incomplete",
        report=f"{entry.id}/report.html",
    )


if __name__ == "__main__":
    worker.main(work)
