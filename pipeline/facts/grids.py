"""Tables as the facts read them: with headings that nothing but their words shows, and without figures that another replaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline import numerals
from pipeline.records import PassageKind, Standing, Statement

LONGEST = 9
"""Words of a heading at most."""
FEWEST_ROWS = 3
"""Rows that are counted from one to the next, so that their first cells number them."""
Cells = tuple[tuple[str, str], ...]
_ORDER = re.compile(r"\W*(\d{1,3})\W*")
_QUANTITY = re.compile(r"(?:qty|quantity|count|number of|how many|units?|pieces|pcs)\b.*", re.IGNORECASE)
_NUMBER = re.compile(r"^\W*(?:[A-Z]-?)?\d{1,2}[a-z]?[.)]\s*")
_NEWER = re.compile(
    r"(?:now|new|corrected|correction|revised|revision|amended|current|updated?|changed?(?: to)?|to read|should read"
    r"|final|replaced by|becomes|instead)\b.*",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\W*\d[\d,.]*(?:\s+[a-z]+)?\W*", re.IGNORECASE)


def readable(statements: Sequence[Statement]) -> list[Statement]:
    """The same statements in the same order; rows may have other headings and fewer cells with words in them."""
    return [_current(statement) for statement in _unnumbered(_headed(statements))]


def _unnumbered(statements: Sequence[Statement]) -> list[Statement]:
    """Rows without the number that only says which row of its table it is."""
    found = list(statements)
    sheets: dict[tuple[str, int, int], list[int]] = {}
    for place, row in enumerate(statements):
        if row.passage.kind is PassageKind.TABLE_ROW and row.passage.cells:
            sheets.setdefault(_sheet(row), []).append(place)
    for places in sheets.values():
        numbers = [_ORDER.fullmatch(found[place].passage.cells[0][1]) for place in places]
        order = [int(number[1]) for number in numbers if number]
        if len(order) < FEWEST_ROWS or order != list(range(order[0], order[0] + len(order))):
            continue
        if _QUANTITY.fullmatch(found[places[0]].passage.cells[0][0].strip()):
            continue
        for place in (place for place, number in zip(places, numbers, strict=True) if number):
            (heading, _), *cells = found[place].passage.cells
            passage = replace(found[place].passage, cells=((heading, ""), *cells))
            found[place] = replace(found[place], passage=passage)
    return found


def _headed(statements: Sequence[Statement]) -> list[Statement]:
    """Rows under a first row that is nothing but headings, with those as their columns' headings."""
    found = list(statements)
    heads: tuple[str, ...] = ()
    for place, (above, row) in enumerate(pairwise(statements), start=1):
        if not _unheaded(row) or not _unheaded(above) or _sheet(above) != _sheet(row):
            heads = ()
            continue
        if _is_head(above) and _has_figures(row):
            heads = tuple(_NUMBER.sub("", cell) for _, cell in above.passage.cells)
        elif _is_head(row) and place + 1 < len(statements) and _has_figures(statements[place + 1]):
            heads = ()
        if heads:
            cells = tuple((head, cell) for head, (_, cell) in zip(heads, row.passage.cells, strict=True))
            found[place] = replace(row, passage=replace(row.passage, cells=cells))
    return found


def _sheet(row: Statement) -> tuple[str, int, int]:
    return row.passage.file, row.passage.page, len(row.passage.cells)


def _unheaded(row: Statement) -> bool:
    passage = row.passage
    return passage.kind is PassageKind.TABLE_ROW and len(passage.cells) > 1 and not any(h for h, _ in passage.cells)


def _is_head(row: Statement) -> bool:
    """Whether the row has nothing but short names in its cells, two of them at least."""
    names = [_NUMBER.sub("", cell) for _, cell in row.passage.cells if cell.strip()]
    return len(names) > 1 and all(
        re.search(r"[A-Za-z]{2}", name) and len(name.split()) <= LONGEST and name[:1].isupper() and not _counts(name)
        for name in names
    )


def _counts(name: str) -> bool:
    """Whether a number of something stands in the words; `one`, as in `at any one time`, counts nothing."""
    return any(numeral.value != 1 for numeral in numerals.find(name))


def _has_figures(row: Statement) -> bool:
    return row.standing is Standing.CONTENT and any(re.match(r"\W*\d", cell) for _, cell in row.passage.cells)


def _current(row: Statement) -> Statement:
    """A row of a correction, with the corrected figure alone."""
    cells = row.passage.cells
    newer = [place for place, (heading, cell) in enumerate(cells) if _NEWER.fullmatch(heading.strip()) and cell.strip()]
    if row.passage.kind is not PassageKind.TABLE_ROW or len(newer) != 1 or not re.search(r"\d", cells[newer[0]][1]):
        return row
    kept: Cells = tuple(
        (heading, "" if place not in newer and _FIGURE.fullmatch(cell) else cell)
        for place, (heading, cell) in enumerate(cells)
    )
    return replace(row, passage=replace(row.passage, cells=kept))
