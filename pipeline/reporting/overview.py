"""The pages over many packets, of a batch and of an inbox: one file each, no network, whole without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping
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


INBOX_STATES = {
    "needs attention": ("Needs attention", "missing"),
    "waiting": ("Waiting", "could_not_check"),
    "taken": ("Taken in", "not_stated"),
    "audited": ("Audited", "not_stated"),
    "answered": ("Answered", "not_stated"),
    "notified": ("Notified", "not_stated"),
    "incomplete": STATES["incomplete"],
    "complete": STATES["complete"],
    "left alone": ("Left alone", "not_stated"),
}
"""What became of a message: in a word, and the status whose color and mark it bears."""


def overview(batch: dict[str, Any]) -> str:
    """The page. `batch` is the content of summary.json; its rows are shown in their order."""
    rows = [{**row, "state": row["verdict"] or row["outcome"]} for row in batch["rows"]]
    totals = {**batch["outcomes"], **batch["verdicts"]}
    states = {state: shown for state, shown in STATES.items() if state in totals}
    return filled("overview", batch={**batch, "rows": rows}, states=states, totals=totals)


def inbox_page(rows: list[dict[str, Any]], totals: Mapping[str, int]) -> str:
    """The page over an inbox: a row for each message, and how many there are of each state."""
    states = {state: shown for state, shown in INBOX_STATES.items() if totals.get(state)}
    return filled("inbox", "overview", rows=rows, states=states, totals=totals)
