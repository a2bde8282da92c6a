"""The words on a page that show a fact."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.reading.geometry import rows, union
from pipeline.records import Evidence, Passage, PassageKind, Statement, Word


def of(statement: Statement) -> Evidence:
    """The whole statement as evidence: what stands on the page, in one line, with the box around its words."""
    passage = statement.passage
    words = _words(statement)
    quote = " ".join(statement.text.split())
    if passage.kind is PassageKind.TABLE_ROW:
        quote = " ".join(word.text for word in words) or " ".join(quote.replace(" | ", " ").split())
    return shown(passage, words, quote, min((word.confidence for word in words), default=1.0))


def shown(passage: Passage, words: Sequence[Word], quote: str, confidence: float) -> Evidence:
    """A quote from a passage, and the words of it, as evidence; the page is that on which the quote begins."""
    later = frozenset(passage.over)
    here = [word for word in words if word not in later]
    on_page = here or words
    return Evidence(
        file=passage.file,
        page=passage.page if here or not words else passage.page + 1,
        quote=quote,
        box=union(word.box for word in on_page) if on_page else passage.box,
        confidence=confidence,
        ocr=passage.ocr,
        label=_label_of(passage),
        cells=_cells_of(passage),
        lines=rows(on_page),
        runs_over=0 < len(here) < len(words),
    )


def _label_of(passage: Passage) -> str:
    """What the form asks beside the passage's words; empty elsewhere."""
    return passage.label.strip(" :") if passage.kind is PassageKind.FIELD else ""


def _cells_of(passage: Passage) -> tuple[tuple[str, str], ...]:
    """The cells of a table's row that hold something, with their columns' headings; none where no column has one."""
    filled = tuple((heading.strip(" :"), cell) for heading, cell in passage.cells if cell)
    return filled if any(heading for heading, _ in filled) else ()


def _words(statement: Statement) -> tuple[Word, ...]:
    """The passage's words that lie within the statement, by counting characters without spaces."""
    passage = statement.passage
    words = (*passage.words, *passage.over)
    if passage.kind is PassageKind.TABLE_ROW or len(statement.text) >= len(passage.text):
        return words
    begin = sum(not c.isspace() for c in passage.text[: statement.start])
    end = begin + sum(not c.isspace() for c in statement.text)
    found, at = [], 0
    for word in words:
        if begin <= at < end:
            found.append(word)
        at += len(word.text)
    return tuple(found)
