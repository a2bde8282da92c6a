"""Cards: drawn boxes that stand apart side by side, as on a slide or a flyer, each with lines of its own.

Their lines share heights, so that without the boxes a reader would run from one card into the next. Boxes that touch
are the cells of a table or a form, and are read as such.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.reading.geometry import overlap, within
from pipeline.reading.layout import rows
from pipeline.records import Box, Word

NARROWEST, LOWEST = 60.0, 24.0
"""Points: a smaller shape is a tick box, a button or a field."""
APART = 4.0
"""Points of ground between two cards."""
LEVEL = 0.5
"""Of the lower card's height, that two cards beside each other share."""
PROSE = 6
"""Words on a line of the text beside which a box stands."""
MOST = 60
"""Shapes that are looked at on a page; a drawing has more."""


def cards(shapes: Sequence[Box], words: Sequence[Word]) -> list[Box]:
    """The boxes that are cards, from top to bottom and from left to right."""
    boxes = sorted(set(shapes), key=lambda box: -_area(box))[:MOST]
    whole = [(box, inside) for box in boxes if (inside := _held(box, words)) is not None]
    candidates = [box for box, _ in whole]
    lines = {box: len(rows(inside)) for box, inside in whole}
    found: list[Box] = []
    for box in candidates:
        row = [other for other in candidates if _beside(box, other)]
        prose = sum(lines[other] > 1 for other in (box, *row))
        if row and 2 * prose > len(row) and not any(_shared(box, other) for other in found):
            found.append(box)
    return sorted(found, key=lambda box: (round(box.top), box.x0))


def asides(shapes: Sequence[Box], words: Sequence[Word]) -> list[Box]:
    """Boxes with lines of their own that stand alone beside the text of a page, such as a notice set into it."""
    boxes = sorted(set(shapes), key=lambda box: -_area(box))[:MOST]
    found: list[Box] = []
    for box in boxes:
        inside = _held(box, words)
        if inside is None or len(rows(inside)) < 2 or any(_shared(box, other) for other in found):
            continue
        level = [
            word
            for word in words
            if not within(word.box, box)
            and overlap((word.box.top, word.box.bottom), (box.top, box.bottom)) > 0.5 * (word.box.bottom - word.box.top)
        ]
        beside = rows(level)
        prose = sum(len(row) >= PROSE for row in beside)
        if prose >= 3 and 2 * prose > len(beside):
            found.append(box)
    return sorted(found, key=lambda box: (round(box.top), box.x0))


def _held(box: Box, words: Sequence[Word]) -> list[Word] | None:
    """The words within a box; None where it has none, or where a word runs over its edge."""
    inside = [word for word in words if within(word.box, box)]
    crossed = any(
        overlap((word.box.x0, word.box.x1), (box.x0, box.x1)) > 1
        and overlap((word.box.top, word.box.bottom), (box.top, box.bottom)) > 1
        for word in words
        if not within(word.box, box)
    )
    return inside if inside and not crossed else None


def _beside(box: Box, other: Box) -> bool:
    lower = min(box.bottom - box.top, other.bottom - other.top)
    level = overlap((box.top, box.bottom), (other.top, other.bottom)) >= LEVEL * lower
    return level and max(box.x0, other.x0) - min(box.x1, other.x1) >= APART


def _shared(box: Box, other: Box) -> bool:
    return (
        overlap((box.x0, box.x1), (other.x0, other.x1)) > 1
        and overlap((box.top, box.bottom), (other.top, other.bottom)) > 1
    )


def _area(box: Box) -> float:
    return (box.x1 - box.x0) * (box.bottom - box.top)
