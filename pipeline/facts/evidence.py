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
    return Evidence(
        file=passage.file,
        page=passage.page,
        quote=quote,
        box=box,
        confidence=confidence,
        ocr=passage.ocr,
        label=label_of(passage),
        cells=cells_of(passage),
        lines=rows(words),
    )


def label_of(passage: Passage) -> str:
    """What the form asks beside the passage's words; empty elsewhere."""
    return passage.label.strip(" :") if passage.kind is PassageKind.FIELD else ""


def cells_of(passage: Passage) -> tuple[tuple[str, str], ...]:
    """The cells of a table's row that hold something, with their columns' headings; none where no column has one."""
    filled = tuple((heading.strip(" :"), cell) for heading, cell in passage.cells if cell)
    return filled if any(heading for heading, _ in filled) else ()


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
