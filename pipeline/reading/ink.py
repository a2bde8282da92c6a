"""Connected ink on a picture: what a pen wrote, as against letters in print, rules and specks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pipeline.reading.geometry import turns
from pipeline.reading.rules import Bits, runs
from pipeline.records import Box

_MOST_RUNS = 60_000
"""Runs of ink beyond which a picture shows a photograph."""
_REACH = 5.0
"""Points between parts of one group."""
_SPECK = 1.5
"""Points."""


@dataclass
class _Part:
    """Ink that hangs together, in pixels."""

    x0: int
    top: int
    x1: int
    bottom: int

    def join(self, other: _Part) -> None:
        self.x0, self.top = min(self.x0, other.x0), min(self.top, other.top)
        self.x1, self.bottom = max(self.x1, other.x1), max(self.bottom, other.bottom)


def written(bits: Bits, scale: float) -> list[Box]:
    """The places, in points, where ink hangs together as it does where a pen wrote in joined letters.

    Such a group is 30 to 270 points wide and 8 to 75 high, wider than high, mostly white, its ink spread over its
    height, and one connected part makes up a good part of its width.
    """
    parts = [part for part in _parts(bits) if max(part.x1 - part.x0, part.bottom - part.top) > _SPECK * scale]
    if len(parts) > 3000:
        return []
    found = []
    for group in _groups(parts, _REACH * scale):
        around = _Part(*(vars(group[0])[name] for name in ("x0", "top", "x1", "bottom")))
        for part in group[1:]:
            around.join(part)
        if _is_pen(bits, around, group, scale):
            found.append(Box(*(round(edge / scale, 2) for edge in (around.x0, around.top, around.x1, around.bottom))))
    return found


def _is_pen(bits: Bits, around: _Part, group: list[_Part], scale: float) -> bool:
    width, height = around.x1 - around.x0, around.bottom - around.top
    if not (30 * scale <= width <= 270 * scale and 8 * scale <= height <= 75 * scale and width >= 1.1 * height):
        return False
    if around.x0 < 6 * scale or around.x1 > bits.shape[1] - 6 * scale:
        return False
    joined = max(group, key=lambda part: part.x1 - part.x0)
    if joined.x1 - joined.x0 < max(0.25 * width, 20 * scale) or joined.bottom - joined.top < 6 * scale:
        return False
    ink = bits[around.top : around.bottom, around.x0 : around.x1]
    rows = np.sort(ink.sum(axis=1))[::-1]
    spread = rows[round(2.0 * scale) :].sum() / max(int(rows.sum()), 1)
    columns = ink.any(axis=0).mean()
    return bool(0.005 <= ink.mean() <= 0.35 and spread > 0.45 and columns > 0.5 and _is_wavy(ink))


def _is_wavy(ink: Bits) -> bool:
    """Whether the ink's upper edge goes up and down at least four times, as no frame, arrow or arc does."""
    edge = np.argmax(ink, axis=0)[ink.any(axis=0)].astype(float)
    return turns(edge.tolist(), max(0.12 * ink.shape[0], 2)) >= 4


def _parts(bits: Bits) -> list[_Part]:
    """The connected parts of the ink, by its horizontal runs; none where there is too much of it."""
    level = runs(bits, 1, bits.shape[1])
    if len(level) > _MOST_RUNS:
        return []
    owner: list[int] = list(range(len(level)))

    def root(index: int) -> int:
        while owner[index] != index:
            owner[index] = owner[owner[index]]
            index = owner[index]
        return index

    above: list[int] = []
    row: list[int] = []
    last = -2
    for index, (y, x0, x1) in enumerate(level):
        if y != last:
            above, row, last = (row if y == last + 1 else []), [], y
        for other in above:
            if level[other][1] <= x1 and level[other][2] >= x0:
                owner[root(index)] = root(other)
        row.append(index)
    found: dict[int, _Part] = {}
    for index, (y, x0, x1) in enumerate(level):
        part = _Part(x0, y, x1, y + 1)
        found.setdefault(root(index), part).join(part)
    return list(found.values())


def _groups(parts: list[_Part], reach: float) -> list[list[_Part]]:
    """Parts that stand close to each other."""
    left, groups = sorted(parts, key=lambda part: part.x0), []
    while left:
        group, edge = [left[0]], [left.pop(0)]
        while edge:
            one = edge.pop()
            near = [
                other
                for other in left
                if other.x0 < one.x1 + reach
                and one.x0 < other.x1 + reach
                and other.top < one.bottom + reach
                and one.top < other.bottom + reach
            ]
            left = [other for other in left if not any(other is taken for taken in near)]
            group += near
            edge += near
        groups.append(group)
    return groups
