"""Boxes and the frame of a page: from the file's coordinates to the page as a reader sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from pipeline.records import Box, Word


@dataclass(frozen=True)
class Frame:
    """The visible part of a page in the file's own coordinates (from the bottom left), and its `/Rotate`."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: int = 0
    """Degrees clockwise: 0, 90, 180 or 270."""

    @property
    def width(self) -> float:
        """As seen."""
        return self.right - self.left if self.rotation in (0, 180) else self.top - self.bottom

    @property
    def height(self) -> float:
        """As seen."""
        return self.top - self.bottom if self.rotation in (0, 180) else self.right - self.left

    def seen(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Where a rectangle of the file's coordinates stands on the page as seen."""
        if self.rotation == 90:
            box = (bottom - self.bottom, left - self.left, top - self.bottom, right - self.left)
        elif self.rotation == 180:
            box = (self.right - right, bottom - self.bottom, self.right - left, top - self.bottom)
        elif self.rotation == 270:
            box = (self.top - top, self.right - right, self.top - bottom, self.right - left)
        else:
            box = (left - self.left, self.top - top, right - self.left, self.top - bottom)
        return Box(*(round(value, 2) for value in box))

    def placed(self, box: Box) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of a box in the file's coordinates: the inverse of `seen`."""
        if self.rotation == 90:
            edges = (box.top + self.left, box.x0 + self.bottom, box.bottom + self.left, box.x1 + self.bottom)
        elif self.rotation == 180:
            edges = (self.right - box.x1, box.top + self.bottom, self.right - box.x0, box.bottom + self.bottom)
        elif self.rotation == 270:
            edges = (self.right - box.bottom, self.top - box.x1, self.right - box.top, self.top - box.x0)
        else:
            edges = (box.x0 + self.left, self.top - box.bottom, box.x1 + self.left, self.top - box.top)
        left, bottom, right, top = (round(edge, 2) for edge in edges)
        return left, bottom, right, top

    def turn(self, box: Box, degrees: int) -> Box:
        """Where a box of the page as seen stands once the page is turned so that text at this angle is upright."""
        width, height = self.width, self.height
        if degrees == 90:
            return Box(box.top, width - box.x1, box.bottom, width - box.x0)
        if degrees == 180:
            return Box(width - box.x1, height - box.bottom, width - box.x0, height - box.top)
        if degrees == 270:
            return Box(height - box.bottom, box.x0, height - box.top, box.x1)
        return box

    def turned_back(self, box: Box, degrees: int) -> Box:
        """The inverse of `turn`."""
        width, height = self.width, self.height
        if degrees == 90:
            return Box(width - box.bottom, box.x0, width - box.top, box.x1)
        if degrees == 180:
            return self.turn(box, 180)
        if degrees == 270:
            return Box(box.top, height - box.x1, box.bottom, height - box.x0)
        return box


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them (at least one)."""
    found = list(boxes)
    return Box(
        min(box.x0 for box in found),
        min(box.top for box in found),
        max(box.x1 for box in found),
        max(box.bottom for box in found),
    )


def rows(words: Iterable[Word]) -> tuple[Box, ...]:
    """Boxes around words in reading order, one for each line that they run over."""
    found: list[list[Box]] = []
    for word in words:
        last = found[-1][-1] if found else None
        if last and word.box.x0 >= last.x0 and overlap((last.top, last.bottom), (word.box.top, word.box.bottom)) > 0:
            found[-1].append(word.box)
        else:
            found.append([word.box])
    return tuple(union(row) for row in found)


def overlap(first: tuple[float, float], second: tuple[float, float]) -> float:
    """The length that two intervals share, negative where there is a gap between them."""
    return min(first[1], second[1]) - max(first[0], second[0])


def within(inner: Box, outer: Box, share: float = 0.5) -> bool:
    """Whether at least this share of a box's area lies in another."""
    across = overlap((inner.x0, inner.x1), (outer.x0, outer.x1))
    down = overlap((inner.top, inner.bottom), (outer.top, outer.bottom))
    area = max((inner.x1 - inner.x0) * (inner.bottom - inner.top), 1e-6)
    return across > 0 and down > 0 and across * down / area >= share


def turns(values: Iterable[float], tremor: float) -> int:
    """How often values go from rising to falling or back; changes up to `tremor` do not count."""
    found, direction, extreme = 0, 0, None
    for value in values:
        step = value - extreme if extreme is not None else 0.0
        if extreme is None or direction * step > 0:
            extreme = value
        elif abs(step) > tremor:
            found += bool(direction)
            direction, extreme = (1 if step > 0 else -1), value
    return found


def is_finite(box: Box) -> bool:
    """Whether all edges are numbers, which a damaged file does not warrant."""
    return all(isfinite(edge) for edge in (box.x0, box.top, box.x1, box.bottom))
