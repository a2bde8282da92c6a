"""What a new round of an application changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from pipeline import comparing, decisions, reporting
from pipeline.errors import MusterError
from pipeline.inbox.records import Message


def before(message: Message, application: Sequence[Message]) -> Message | None:
    """The latest earlier round on which there is a report."""
    earlier = [each for each in application if each.round < message.round and each.well]
    return max(earlier, key=lambda each: each.round, default=None)


def compared(message: Message, earlier: Message, on: date) -> str:
    """Write beside the report what is otherwise than in an earlier round; returns it in a sentence or two.

    Raises:
        ConfigurationError: it cannot be written.
    """
    old, new = (Path(each.report).parent for each in (earlier, message))
    try:
        was, now = (reporting.load(folder / "report.json") for folder in (old, new))
        comparison = comparing.document(comparing.compare(was, now, decisions.read(old), on))
    except MusterError as fault:
        return f"It could not be compared with round {earlier.round}: {fault}"
    reporting.write_comparison(comparison, new)
    return f"Since round {earlier.round}: {reporting.in_short(comparison)}"


def comparison(message: Message) -> Path | None:
    """The page on what the round changed, if there is one."""
    if message.round == 1 or not message.well:
        return None
    page = Path(message.report).with_name("comparison.html")
    return page if page.exists() else None
