"""Exit codes of the command, and which findings of a report lead to which."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.reporting import Report

EXIT_GAPS, EXIT_UNCHECKED, EXIT_INTERRUPTED = 3, 4, 130
FAIL_ON = ("never", "missing", "partial", "shortfall", "review")
"""From the least strict to the strictest; each stands for itself and for all before it."""


@dataclass(frozen=True)
class Trouble:
    """What of a report an exit code hangs on, counted; the first four in the order of `FAIL_ON`."""

    missing: int
    partial: int
    off: int
    """Checks that fall short or are in conflict."""
    needs_review: int
    unchecked: int
    """Items that could not be checked, and problems that may hide an answer."""


def trouble(report: Report) -> Trouble:
    """The trouble that a report tells of."""
    summary = report["summary"]
    # Whether the law applies at all is nothing that a packet falls short of.
    off = [check["status"] in ("shortfall", "conflict") for check in report["checks"] if check["id"] != "threshold"]
    hidden = sum(problem["hides_content"] for problem in report["problems"])
    return Trouble(
        missing=summary["missing"],
        partial=summary["partial"],
        off=sum(off),
        needs_review=summary["needs_review"],
        unchecked=summary["could_not_check"] + hidden,
    )


def exit_code(told: Trouble, *, fail_on: str) -> int:
    """The exit code for one audit. Gaps that the caller asked about come before pages that could not be read."""
    if any(astuple(told)[: FAIL_ON.index(fail_on)]):
        return EXIT_GAPS
    return EXIT_UNCHECKED if told.unchecked else 0
