"""The words on a page that show a fact."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.records import Box, Evidence, PassageKind, Statement, Word


def of(statement: Statement) -> Evidence:
    """The whole statement as evidence: what stands on the page, in one line, with the box around its words."""
    passage = statement.passage
    words = _words(statement)
    quote = " ".join(statement.text.split())
    if passage.kind is PassageKind.TABLE_ROW:
        quote = " ".join(word.text for word in words) or " ".join(quote.replace(" | ", " ").split())
    confidence = min((word.confidence for word in words), default=1.0)
    return Evidence(passage.file, passage.page, quote, _around(words, passage.box), confidence, passage.ocr)


def _words(statement: Statement) -> tuple[Word, ...]:
    """The passage's words that lie within the statement, by counting characters without spaces."""
    passage = statement.passage
    if passage.kind is PassageKind.TABLE_ROW or len(statement.text) >= len(passage.text):
        return passage.words
    begin = sum(not c.isspace() for c in passage.text[: statement.start])
    end = begin + sum(not c.isspace() for c in statement.text)
    found, at = [], 0
    for word in passage.words:
        if begin <= at < end:
            found.append(word)
        at += len(word.text)
    return tuple(found)


def _around(words: Iterable[Word], otherwise: Box) -> Box:
    boxes = [word.box for word in words]
    if not boxes:
        return otherwise
    return Box(
        min(b.x0 for b in boxes), min(b.top for b in boxes), max(b.x1 for b in boxes), max(b.bottom for b in boxes)
    )
