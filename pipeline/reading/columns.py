"""Tables without rules whose cells run over several lines: columns that begin at the same places, row after row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.reading.layout import rows
from pipeline.records import Word

_GAP = 1.6
"""Font sizes of white that part the columns of the first row."""
_SLACK = 3.0
"""Points by which the beginnings of a column's cells may differ."""
_FAR = 2.5
"""Font sizes of white below which a row still belongs to the table."""
_NAME = 4.0
"""Words that the first cells of the rows, which name them, have on average at most."""

Row = list[list[Word]]
"""The words of each column's cell."""


def wrapped(words: Sequence[Word]) -> list[list[Row]]:
    """The rows of each such table: three columns or more, three rows or more, and cells that go on below their first line.

    Columns of a newsletter begin at the same places too; but they go on in the first column on every line.
    """
    lines = rows(words)
    found: list[list[Row]] = []
    at = 0
    while at < len(lines):
        starts = _starts(lines[at])
        table, used = _table(lines[at:], starts) if len(starts) >= 3 else ([], 1)
        if table:
            found.append(table)
        at += used if table else 1
    return found


def _starts(line: Sequence[Word]) -> list[float]:
    starts = [line[0].box.x0]
    for previous, word in pairwise(line):
        if word.box.x0 - previous.box.x1 > _GAP * max(word.size, 4):
            starts.append(word.box.x0)
    return starts


def _table(lines: Sequence[Sequence[Word]], starts: Sequence[float]) -> tuple[list[Row], int]:
    """The rows of the table that begins with the first line, and how many lines they take; no rows where it is none."""
    table: list[Row] = []
    used = 0
    for line in lines:
        cells = _cells(line, starts)
        if cells is None or (used and _is_far(lines[used - 1], line)):
            break
        if cells[0] or not table:
            table.append(cells)
        else:
            table[-1] = [before + more for before, more in zip(table[-1], cells, strict=True)]
        used += 1
    return (table, used) if _is_table(table, used) else ([], 1)


def _cells(line: Sequence[Word], starts: Sequence[float]) -> Row | None:
    """The line's words by column; None where one runs over a column's edge, or begins a cell elsewhere."""
    cells: Row = [[] for _ in starts]
    for word in line:
        column = max((i for i, start in enumerate(starts) if start - _SLACK <= word.box.x0), default=None)
        if column is None or any(word.box.x0 < start - _SLACK and word.box.x1 > start for start in starts):
            return None
        if not cells[column] and word.box.x0 > starts[column] + _SLACK:
            return None
        cells[column].append(word)
    return cells


def _is_far(above: Sequence[Word], line: Sequence[Word]) -> bool:
    return line[0].box.top - max(word.box.bottom for word in above) > _FAR * line[0].size


def _is_table(table: Sequence[Row], lines: int) -> bool:
    names = [row[0] for row in table]
    if len(table) < 3 or lines - len(table) < 0.3 * (len(table) - 1):
        return False
    whole = sum(all(row) for row in table) >= 0.7 * len(table)
    short = sum(map(len, names)) <= _NAME * len(names)
    begun = all(not name[0].text[0].islower() for name in names)
    labels = sum(cell[-1].text.endswith(":") for row in table for cell in row if cell)
    return whole and short and begun and labels <= len(table) / 2
