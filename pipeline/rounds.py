"""A packet that is audited anew after its files changed: the earlier report is kept, and the two are compared."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pipeline import comparing, decisions, reporting
from pipeline.decisions import Decision
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


def carried(old: Path, new: Path, report: Report, today: date) -> list[Decision]:
    """Take the decisions on an earlier round that hold on a later report over into its record; gives them as recorded.

    A finding on which anything is on record in the later round is left alone, and so are findings of a reviewer's own:
    nobody knows whether new papers answer them.

    Args:
        old: the folder of the earlier report.
        new: the folder of the later one.
        report: the later one.

    Raises:
        ConfigurationError: a record has a fault, or cannot be written.
    """
    review = decisions.review(report, decisions.read(old), today)
    decided = {decision.subject for decision in decisions.read(new)}
    holding = (review.in_force(subject) for subject in dict.fromkeys(held.decision.subject for held in review.held))
    return [
        decisions.record(new, report, decision)
        for decision in holding
        if decision and decision.subject.kind != "own" and decision.subject not in decided
    ]


def _digests(report: Report) -> set[str]:
    return {file["sha256"] for file in report["packet"]["files"]}
