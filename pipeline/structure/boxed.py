"""Boxed forms: cells that hold a caption in one type and what was written in another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.records import SIGNATURE, TICKED, UNTICKED, Cell, Table, Word
from pipeline.structure.segments import text_of

_USUAL, _BOTH = 0.65, 0.35
"""Shares of a form's cells that have the caption's type, and that have another type beside it."""
NUMBER = re.compile(r"\(?\d{1,3}[a-z]?[.):]?|\(?[a-zA-Z][.)]", re.IGNORECASE)
"""The number of a question."""
_MARKS = frozenset({TICKED, UNTICKED, SIGNATURE})

Captioned = tuple[tuple[Word, ...], tuple[Word, ...]]
"""A caption, maybe empty, and what is written beside it, maybe nothing."""


@dataclass(frozen=True)
class _Type:
    """How words are set."""

    size: float
    bold: bool
    font: str
    filled: bool

    def has(self, word: Word) -> bool:
        """Whether the word is set so; sizes on a scan are only estimates."""
        ratio = word.size / max(self.size, 1)
        slack = 1.3 if word.confidence < 1 else 1.12
        alike = 1 / slack < ratio < slack and word.text not in _MARKS
        return alike and (word.bold, word.font, word.filled) == (self.bold, self.font, self.filled)


def captioned(table: Table) -> list[Captioned] | None:
    """The captions and values of the table's cells in order, or None where it is no boxed form."""
    if table.header:
        return None
    cells = [cell.words for row in table.rows for cell in _numbered(row) if cell.words]
    for parted in (_by_type(cells), [_by_capitals(words) for words in cells]):
        named = sum(bool(caption) for caption, _ in parted)
        both = sum(bool(caption and value) for caption, value in parted)
        if len(parted) > 1 and named >= _USUAL * len(cells) and both >= max(_BOTH * len(cells), 2):
            return parted
    return None


def _numbered(row: Sequence[Cell]) -> list[Cell]:
    """The row's cells, a number in a cell of its own put ahead of the next cell's words."""
    found: list[Cell] = []
    number: tuple[Word, ...] = ()
    for cell in row:
        if len(cell.words) == 1 and NUMBER.fullmatch(cell.text) and cell is not row[-1]:
            number = cell.words
            continue
        found.append(Cell(cell.text, cell.box, number + cell.words) if cell.words else cell)
        number = () if cell.words else number
    return found


def _by_type(cells: Sequence[tuple[Word, ...]]) -> list[Captioned]:
    """Parted where the type changes; the caption's is the smallest of those that most cells have."""
    kinds: list[_Type] = []
    for word in (word for words in cells for word in words if word.text not in _MARKS):
        if not any(kind.has(word) for kind in kinds):
            kinds.append(_Type(word.size, word.bold, word.font, word.filled))
    usual = [
        kind
        for kind in kinds
        if not kind.filled and sum(any(map(kind.has, words)) for words in cells) >= _USUAL * len(cells)
    ]
    if not usual:
        return []
    smallest = min(kind.size for kind in usual)
    small = [kind for kind in usual if kind.size < 1.12 * smallest]
    kind = max(small, key=lambda kind: sum(kind.has(_first(words)) for words in cells))
    return [_parted(words, kind) for words in cells]


def _first(words: Sequence[Word]) -> Word:
    """The first word that is no number."""
    return words[1] if len(words) > 1 and NUMBER.fullmatch(words[0].text) else words[0]


def _parted(words: tuple[Word, ...], kind: _Type) -> Captioned:
    """The words of the caption's type at the cell's start, else at its end, and the others."""
    start = 1 if words[0] is not _first(words) and kind.has(_first(words)) else 0
    while start < len(words) and kind.has(words[start]):
        start += 1
    end = len(words)
    while end > start and kind.has(words[end - 1]):
        end -= 1
    if start and end < len(words) and not _opens(words[end:]):
        end = len(words)
    return words[:start] + words[end:], words[start:end]


def _opens(words: Sequence[Word]) -> bool:
    """Whether print behind the value is a hint or caption, and not a name in small letters within the value."""
    return words[0].text[0] in "([" or len(words) > 2


def _by_capitals(words: tuple[Word, ...]) -> Captioned:
    """Parted below the lines in capitals at the cell's top, where a line follows that is not so."""
    cut = 0
    for line in _lines(words):
        letters = [char for char in text_of(line) if char.isalpha()]
        if sum(char.isupper() for char in letters) < max(0.9 * len(letters), 3):
            break
        cut += len(line)
    return words[:cut], words[cut:]


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    found: list[list[Word]] = []
    for word in words:
        if found and word.box.top < found[-1][0].box.bottom - 0.3 * word.size:
            found[-1].append(word)
        else:
            found.append([word])
    return found
