"""Documents made of written-out lines, and what the stages make of them: for tests of what answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from pipeline import corpus, quantities, standing, structure, topics
from pipeline.corpus import Corpus
from pipeline.records import Box, Candidate, Document, Line, Page, PageText, Passage, PassageKind, Word
from pipeline.slots import SLOTS

WIDTH, COLUMNS, LEADING = 5.0, 95, 14.0
"""Points a character takes, characters of a line, points between lines."""


def document(text: str, *, name: str = "letter.pdf") -> Document:
    """A letter: `# ` opens a heading, an empty line a paragraph, `---` a page; lines are wrapped."""
    return Document(name, "0" * 64, tuple(_page(i, page) for i, page in enumerate(text.split("\n---\n"), start=1)))


def _page(number: int, text: str) -> Page:
    lines: list[Line] = []
    top = 72.0
    for written in text.strip().split("\n"):
        heading = written.startswith("# ")
        if heading or not written.strip():
            top += LEADING
        for part in wrap(written.removeprefix("# "), COLUMNS):
            lines.append(_line(part, top, size=14.0 if heading else 11.0, bold=heading))
            top += LEADING
    return Page(number, 612.0, 792.0, PageText.FILE, tuple(lines))


def _line(text: str, top: float, *, size: float, bold: bool) -> Line:
    words, x = [], 72.0
    for written in text.split():
        box = Box(x, top, x + WIDTH * len(written), top + size)
        words.append(Word(written, box, size, bold))
        x = box.x1 + WIDTH
    return Line(tuple(words), Box(72.0, top, x, top + size))


def packet(documents: Sequence[Document], *, law: Sequence[str] = ()) -> Corpus:
    """The documents through structure, standing and quantities."""
    return of_passages([passage for one in documents for passage in structure.passages(one)], law=law)


def row(cells: Mapping[str, str]) -> Passage:
    """A table's row, its cells by their headings; the first that has a letter names it."""
    told = {head: cell for head, cell in cells.items() if cell.strip()}
    name = next((cell for cell in told.values() if any(c.isalpha() for c in cell)), "")
    box = Box(72.0, 100.0, 500.0, 110.0)
    return Passage(
        "table.pdf", 1, PassageKind.TABLE_ROW, " | ".join(told.values()), (), box, (), name, cells=tuple(cells.items())
    )


def of_passages(passages: Sequence[Passage], *, law: Sequence[str] = ()) -> Corpus:
    """Passages through standing and quantities."""
    language = topics.load()
    statements = standing.statements(passages, standing.Sayings(language.vocabulary, standing.law_shingles(law)))
    return corpus.build(statements, quantities.facts(statements), language)


def proposed(answer: str, text: str, *, law: Sequence[str] = ()) -> list[Candidate]:
    """What the answer's slot proposes in a packet of one letter, the likeliest first."""
    asked = topics.load().answers[answer]
    candidates = SLOTS[asked.slot](asked, packet([document(text)], law=law))
    return sorted(candidates, key=lambda candidate: -candidate.probability)
