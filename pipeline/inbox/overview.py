"""inbox.html: what came and what became of it, as a page."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from pipeline import limits, reporting
from pipeline.inbox import rounds
from pipeline.inbox.config import Config
from pipeline.inbox.records import Message

PAGE = "inbox.html"


def write(config: Config, messages: Sequence[Message]) -> None:
    """Writes the page, the latest messages first.

    Raises:
        ConfigurationError: it cannot be written.
    """
    shown = list(reversed(messages))[: limits.INDEX_ROWS]
    states = Counter(shown_state(message) for message in messages)
    rows = [_row(message, config.state) for message in shown]
    try:
        with reporting.whole(config.state / PAGE) as stream:
            stream.write(reporting.inbox_page(rows, states))
    except OSError as error:
        raise reporting.unwritable(config.state, error) from error


def shown_state(message: Message) -> str:
    """What is told of a message in a word: its verdict where it has one and nothing is left to do."""
    return message.verdict if message.state == "done" else message.state


def _row(message: Message, seen_from: Path) -> dict[str, object]:
    envelope = message.envelope
    return {
        "state": shown_state(message),
        "subject": envelope.subject or message.packet,
        "report": _link(Path(message.report), seen_from) if message.well else "",
        "comparison": _link(changed, seen_from) if (changed := rounds.comparison(message)) else "",
        "sender": envelope.sender,
        "authentication": envelope.authentication,
        "received": message.received,
        "round": message.round,
        "filing": message.filing,
        "rule": message.rule,
        "words": [word for word in (message.warning, message.note, message.trouble) if word],
        "packet": message.packet,
    }


def _link(page: Path, seen_from: Path) -> str:
    return quote(os.path.relpath(page, seen_from))
