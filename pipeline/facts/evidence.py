"""The words on a page that show a fact."""

from __future__ import annotations

from pipeline.reading.geometry import rows, union
from pipeline.records import Evidence, Passage, PassageKind, Statement, Word


def of(statement: Statement) -> Evidence:
    """The whole statement as evidence: what stands on the page, in one line, with the box around its words."""
    passage = statement.passage
    words = _words(statement)
    quote = " ".join(statement.text.split())
    if passage.kind is PassageKind.TABLE_ROW:
        quote = " ".join(word.text for word in words) or " ".join(quote.replace(" | ", " ").split())
    confidence = min((word.confidence for word in words), default=1.0)
    box = union(word.box for word in words) if words else passage.box
    return Evidence(passage.file, passage.page, quote, box, confidence, passage.ocr, label_of(passage), rows(words))


def label_of(passage: Passage) -> str:
    """What stands beside the passage's words and gives them sense: a form's label, the headings of a table's columns."""
    if passage.kind is PassageKind.FIELD:
        return passage.label.strip(" :")
    if passage.kind is PassageKind.TABLE_ROW:
        return ", ".join(dict.fromkeys(heading for heading, cell in passage.cells if heading and cell))
    return ""


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
