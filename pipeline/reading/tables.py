"""Tables: those with rules, by pdfplumber's own search for cells, and columns that stand aligned without rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline import limits
from pipeline.reading.columns import wrapped
from pipeline.reading.geometry import union, within
from pipeline.reading.layout import rows as line_rows
from pipeline.records import Box, Cell, Table, Word

_SNAP = 3.0
"""Points by which rules that are meant to meet may miss each other."""
_SAID = re.compile(r"\w")
_NUMERAL = re.compile(r"\d")
_GAP = 1.6
"""Of the font size: what parts the columns of an unruled table."""

_Grid = list[list[Cell]]
_Parts = list[list[Word]]
"""The words of a row, parted at its wide gaps."""


def ruled(rules: Sequence[Box], words: Sequence[Word]) -> list[Table]:
    """Find the tables that the rules draw, and fill their cells; a drawing with too many rules has none."""
    if not 4 <= len(rules) <= limits.MAX_RULES:
        return []
    from pdfplumber.table import cells_to_tables, edges_to_intersections, intersections_to_cells, merge_edges

    edges = merge_edges(
        [_edge(rule) for rule in rules],
        snap_x_tolerance=_SNAP,
        snap_y_tolerance=_SNAP,
        join_x_tolerance=_SNAP,
        join_y_tolerance=_SNAP,
    )
    if len(edges) > limits.MAX_RULES // 3:
        return []
    cells = intersections_to_cells(edges_to_intersections(edges, _SNAP, _SNAP))
    found = [
        _filled([Box(*(float(edge) for edge in cell)) for cell in group], words) for group in cells_to_tables(cells)
    ]
    return [table for table in found if table is not None]


def aligned(words: Sequence[Word], tables: Sequence[Table]) -> list[Table]:
    """Find columns aligned without rules: three rows or more with the same two gaps or more, and numerals in them.

    Where cells run over several lines, numerals are not asked for.
    """
    loose = [word for word in words if not any(within(word.box, table.box) for table in tables)]
    found = [_made(rows) for rows in wrapped(loose)]
    loose = [word for word in loose if not any(within(word.box, table.box) for table in found)]
    block: list[_Parts] = []
    above: _Parts = []
    for row in line_rows(loose):
        parts = _parted(row)
        if block and (len(parts) != len(block[-1]) or not _same_columns(block[-1], parts) or _far(block[-1], parts)):
            found += _table_of(block, above)
            above, block = block[-1], []
        if len(parts) >= 3:
            block.append(parts)
        else:
            above = parts
    return found + _table_of(block, above)


def _edge(rule: Box) -> dict[str, object]:
    horizontal = rule.x1 - rule.x0 > rule.bottom - rule.top
    x0, top, x1, bottom = rule.x0, rule.top, rule.x1, rule.bottom
    if horizontal:
        top = bottom = (top + bottom) / 2
    else:
        x0 = x1 = (x0 + x1) / 2
    return {
        "x0": x0,
        "x1": x1,
        "top": top,
        "bottom": bottom,
        "width": x1 - x0,
        "height": bottom - top,
        "orientation": "h" if horizontal else "v",
    }


def _filled(boxes: list[Box], words: Sequence[Word]) -> Table | None:
    """Put a table's cells into a grid with their words; None where it is a frame, a picture or empty."""
    lefts, tops = _steps(box.x0 for box in boxes), _steps(box.top for box in boxes)
    if len(boxes) < 2:
        return None
    regular = len(boxes) >= 4 and len(lefts) >= 2 and len(tops) >= 2
    grid: dict[tuple[int, int], Box] = {(_at(tops, box.top), _at(lefts, box.x0)): box for box in boxes}
    area = union(boxes)
    inside = [word for word in words if within(word.box, area)]
    found: _Grid = []
    for row, top in enumerate(tops):
        bottom = tops[row + 1] if row + 1 < len(tops) else area.bottom
        cells = []
        for column, left in enumerate(lefts):
            right = lefts[column + 1] if column + 1 < len(lefts) else area.x1
            box = grid.get((row, column))
            held = [word for word in inside if within(word.box, box)] if box else []
            cells.append(_cell(held, box or Box(left, top, right, bottom)))
        found.append(cells)
    found = [row for row in found if any(cell.text for cell in row)]
    if found:
        used = [column for column in range(len(lefts)) if any(row[column].text for row in found)]
        found = [[row[column] for column in used] for row in found]
    filled = [cell for row in found for cell in row if cell.text]
    if not regular or len(found) < 2 or len(found[0]) < 2 or len(filled) < 4:
        captioned = sum(_is_mixed(cell) for cell in filled)
        if captioned < max(2, 0.5 * len(filled)):
            return None
    return _with_header(found, area)


def _steps(values: object) -> list[float]:
    found: list[float] = []
    for value in sorted(values):  # type: ignore[call-overload]
        if not found or value - found[-1] > _SNAP:
            found.append(value)
    return found


def _at(steps: list[float], value: float) -> int:
    return min(range(len(steps)), key=lambda index: abs(steps[index] - value))


def _cell(words: Sequence[Word], box: Box) -> Cell:
    ordered = [word for row in line_rows(words) for word in row]
    return Cell(" ".join(word.text for word in ordered), box, tuple(ordered))


def _with_header(grid: _Grid, area: Box) -> Table:
    first, rest = grid[0], grid[1:]
    if _is_header(first, rest):
        spans = _spans(first)
        if len(rest) > 1 and _is_second(rest[0], spans):
            names = (f"{first[top].text} {below.text}".strip() for top, below in zip(spans, rest[0], strict=True))
            return Table(tuple(tuple(row) for row in rest[1:]), area, tuple(names))
        return Table(tuple(tuple(row) for row in rest), area, tuple(cell.text for cell in first))
    return Table(tuple(tuple(row) for row in grid), area)


def _spans(first: list[Cell]) -> list[int]:
    """For each column the one where the heading above it begins: that of another column, where one spans both."""
    spans: list[int] = []
    for column, cell in enumerate(first):
        spanned = bool(spans) and not cell.text and first[spans[-1]].box.x1 > cell.box.x0 + _SNAP
        spans.append(spans[-1] if spanned else column)
    return spans


def _is_second(row: list[Cell], spans: list[int]) -> bool:
    """Whether a row parts the headings above it: it names each column below one that spans several, and no other."""
    shared = [spans.count(top) > 1 for top in spans]
    return any(shared) and all(
        bool(cell.text) == part and len(cell.text) <= 60 for cell, part in zip(row, shared, strict=True)
    )


def _is_mixed(cell: Cell) -> bool:
    """Whether a cell begins in small type and goes on in larger type or another font, as the cells of a form do."""
    if not cell.words or cell.box.bottom - cell.box.top > 150:
        return False
    first, last = cell.words[0], cell.words[-1]
    return first.size < 0.88 * last.size or (first.size <= 1.05 * last.size and first.font != last.font)


def _is_header(first: list[Cell], rest: _Grid) -> bool:
    """Whether the first row names the columns: nothing filled in, short, and set apart by weight or by its numerals."""
    said = [cell for cell in first if _SAID.search(cell.text)]
    if len(said) < max(2, len(first) - 1) or any(word.filled for cell in first for word in cell.words):
        return False
    if any(len(cell.text) > 60 for cell in said) or 2 * sum(map(_is_mixed, said)) >= len(said):
        return False
    if len(first) == 2 and not _is_alike([row[1].text for row in rest], first):
        return False
    bold = all(word.bold for cell in said for word in cell.words)
    if bold and not all(word.bold for row in rest for cell in row for word in cell.words):
        return True
    if any(_NUMERAL.search(cell.text) for cell in said) or any(cell.text.endswith(":") for cell in said):
        return False
    below = [cell.text for row in rest for cell in row[1:] if cell.text]
    return sum(bool(_NUMERAL.search(text)) for text in below) >= 0.3 * max(len(below), 1)


def _is_alike(values: list[str], first: list[Cell]) -> bool:
    """Whether the second of two columns holds one kind of thing, unlike a list of labels and values."""
    numerals = sum(bool(_NUMERAL.search(value)) for value in values) / max(len(values), 1)
    return all(len(cell.text) <= 60 for cell in first) and (numerals >= 0.75 or (numerals <= 0.1 and len(values) > 1))


def _parted(row: list[Word]) -> _Parts:
    parts = [[row[0]]]
    for previous, word in pairwise(row):
        if word.box.x0 - previous.box.x1 > _GAP * max(word.size, previous.size, 4):
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def _same_columns(first: _Parts, second: _Parts) -> bool:
    """Whether each part begins, or ends, where the one above it does."""
    return all(
        abs(one[0].box.x0 - two[0].box.x0) < 4 or abs(one[-1].box.x1 - two[-1].box.x1) < 4
        for one, two in zip(first, second, strict=True)
    )


def _far(first: _Parts, second: _Parts) -> bool:
    return second[0][0].box.top - first[0][0].box.bottom > 2.5 * max(second[0][0].size, 4)


def _table_of(block: list[_Parts], above: _Parts) -> list[Table]:
    """Make the rows a table, if numerals say that they are one; the row above may be its heading, set in the middle."""
    numerals = sum(any(_NUMERAL.search(word.text) for part in row[1:] for word in part) for row in block)
    labels = sum(part[-1].text.endswith(":") for row in block for part in row)
    if len(block) < 3 or 2 * numerals < len(block) or 2 * labels > len(block):
        return []
    if len(above) == len(block[0]) and not _far(above, block[0]) and _is_over(above, block):
        block = [above, *block]
    return [_made(block)]


def _made(rows: Sequence[_Parts]) -> Table:
    """The table of rows without rules; a cell with no words stands at its row's beginning."""
    grid = [
        [_cell(part, union(word.box for word in part or [word for whole in row for word in whole])) for part in row]
        for row in rows
    ]
    return _with_header(grid, union(cell.box for row in grid for cell in row))


def _is_over(above: _Parts, block: list[_Parts]) -> bool:
    """Whether each part stands over its own column, and names no number."""
    starts = [min(row[column][0].box.x0 for row in block) for column in range(len(above))]
    ends = [*starts[1:], float("inf")]
    middles = [(part[0].box.x0 + part[-1].box.x1) / 2 for part in above]
    placed = all(start - 4 <= middle < end for start, middle, end in zip(starts, middles, ends, strict=True))
    return placed and not any(_NUMERAL.search(word.text) for part in above for word in part)
