"""A packet that is audited anew after its files changed: the earlier report is kept, and the two are compared."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pipeline import comparing, decisions, reporting
from pipeline.errors import UsageError
from pipeline.reporting import Report

EARLIER = "earlier"
"""The folder, within a report's, that holds one of `1`, `2` and so on for each earlier round."""


def last(folder: Path) -> Report | None:
    """The report that lies in a folder before another is written there; None where there is none that is whole."""
    try:
        return reporting.load(folder / reporting.REPORT)
    except UsageError:
        return None


def compared(old: Report | None, new: Report, folder: Path, today: date) -> str:
    """What the new report in a folder tells otherwise than the last one, in a sentence or two.

    The last one is kept and a comparison lies beside the new one, where they are on the same filing and not on the same
    files; where not, nothing is written, and nothing told.

    Raises:
        ConfigurationError: it cannot be written, or the record of decisions has a fault.
    """
    if old is None or old["checklist"]["id"] != new["checklist"]["id"] or _digests(old) == _digests(new):
        return ""
    comparison = comparing.document(comparing.compare(old, new, decisions.read(folder), today))
    kept = folder / EARLIER
    number = 1
    while (kept / str(number)).exists():
        number += 1
    try:
        (kept / str(number)).mkdir(parents=True)
        with reporting.whole(kept / str(number) / reporting.REPORT) as stream:
            stream.write(reporting.dumps(old))
    except OSError as error:
        raise reporting.unwritable(kept, error) from error
    reporting.write_comparison(comparison, folder)
    return f"Since the last round: {reporting.in_short(comparison)}"


def _digests(report: Report) -> set[str]:
    return {file["sha256"] for file in report["packet"]["files"]}
