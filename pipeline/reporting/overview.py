"""summary.json -> the page over a whole batch: one file, no network, whole without JavaScript."""

from __future__ import annotations

from typing import Any

from pipeline.reporting.html import filled

STATES = {
    "crashed": ("Crashed", "missing"),
    "timed-out": ("Took too long", "missing"),
    "out-of-memory": ("Out of memory", "missing"),
    "not-written": ("Not written", "missing"),
    "refused": ("Nothing to audit", "could_not_check"),
    "unrouted": ("Filing unclear", "needs_review"),
    "pending": ("Not done", "not_stated"),
    "incomplete": ("Incomplete", "partial"),
    "complete": ("Complete", "present"),
}
"""The verdict of a packet, or why it has none: in a word, and the status whose color and mark it bears."""


def overview(batch: dict[str, Any]) -> str:
    """The page. `batch` is the content of summary.json; its rows are shown in their order."""
    rows = [{**row, "state": row["verdict"] or row["outcome"]} for row in batch["rows"]]
    totals = {**batch["outcomes"], **batch["verdicts"]}
    states = {state: shown for state, shown in STATES.items() if state in totals}
    return filled("overview", batch={**batch, "rows": rows}, states=states, totals=totals)
