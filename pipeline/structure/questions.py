"""Ruled forms with a question to each row: a number, what is asked, boxes to tick, and room for what is answered.

Such a table has no heading row, one column that asks in the form's own type, and beside it ticks or another type.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.records import TICKED, UNTICKED, Cell, Table, Word
from pipeline.structure.boxed import NUMBER
from pipeline.structure.segments import Pair, text_of, ticked

_ROWS = 3
"""Rows that ask, at least."""
_USUAL = 0.7
"""Of the rows: those that ask in one type, and those answered by ticks or in another type."""
_NO = re.compile(r"n|no|none|not applicable|n/a", re.IGNORECASE)

Style = tuple[str, float, bool]


@dataclass(frozen=True)
class Question:
    """One row: what is asked, and what is answered."""

    asked: tuple[Word, ...]
    """Empty for a row that only titles those below it."""
    options: tuple[Pair, ...]
    """The tick boxes, each under the question."""
    said: tuple[Word, ...]
    """What is written beside; of a row without a question, the whole."""

    @property
    def denied(self) -> bool:
        """Whether "no" is ticked, so that what is written beside is no answer to the question as it is asked."""
        chosen = [pair for pair in self.options if pair.ticked]
        return bool(chosen) and all(_NO.fullmatch(text_of(pair.value)) for pair in chosen)


def questions(table: Table) -> list[Question] | None:
    """The rows of a form that asks; None where the table is none."""
    if table.header or len(table.rows[0]) < 2:
        return None
    column = _asking(table.rows)
    if column is None:
        return None
    rows = [row for row in table.rows if row[column].words]
    style = Counter(_style(row[column].words[0]) for row in rows).most_common(1)[0][0]
    alike = sum(_style(row[column].words[0]) == style for row in rows)
    answered = [cell for row in rows for cell in row[column + 1 :] if cell.words]
    marked = sum(any(map(_is_mark, cell.words)) or _style(cell.words[0]) != style for cell in answered)
    if len(rows) < _ROWS or alike < _USUAL * len(rows) or not answered or marked < _USUAL * len(answered):
        return None
    return [question for row in table.rows if (question := _question(row, column))]


def _asking(rows: Sequence[Sequence[Cell]]) -> int | None:
    """The leftmost column in which most rows have words, and more than a number."""
    for column in range(len(rows[0]) - 1):
        said = [row[column].text for row in rows if row[column].words]
        numbered = sum(bool(NUMBER.fullmatch(text)) or len(text) <= 3 for text in said)
        if len(said) >= _USUAL * len(rows) and 2 * numbered < len(said):
            return column
    return None


def _question(row: Sequence[Cell], column: int) -> Question | None:
    lead = tuple(word for cell in row[: column + 1] for word in cell.words)
    beside = [cell for cell in row[column + 1 :] if cell.words]
    if not row[column].words or (not beside and len(lead) == len(row[0].words) and column):
        words = tuple(word for cell in row for word in cell.words)
        return Question((), (), words) if words else None
    options = [cell for cell in beside if any(map(_is_mark, cell.words))]
    asked = row[column].words
    pairs = tuple(Pair(asked, pair.value, pair.ticked) for cell in options for pair in ticked(cell.words))
    said = tuple(word for cell in beside if cell not in options for word in cell.words)
    return Question(asked, pairs, said)


def _is_mark(word: Word) -> bool:
    return word.text in (TICKED, UNTICKED)


def _style(word: Word) -> Style:
    return word.font, round(word.size * 2) / 2, word.filled
