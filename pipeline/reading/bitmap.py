"""A scanned page made ready for OCR: leveled, its long rules and tick boxes found and taken out."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pipeline.reading.rules import Bits, Gray, lightened, runs, spread, take_rules
from pipeline.records import Box

if TYPE_CHECKING:
    from PIL.Image import Image

_SMALLEST, _LARGEST = 5.0, 18.0
"""Points: the sides of a tick box."""
_FILLED = 0.9
"""The part of a box's inside that is dark where it is filled in."""
_BLOT = 7.0
"""Points: a smaller dark square is a letter whose inside has run full of ink."""
_LINE = 0.25
"""Of a box's side: the thickest line that draws it."""
_SLACK = 3
"""Pixels by which a box's line may lie off its edge."""
_MAX_SKEW = 3.0
_SHIFT, _HALF = 7, 0.35
"""Pixels by which a side may lie off the ends of the upper and lower one, and its part that is in one column at least."""
_CELL, _STRIP = 8, 20
"""Pixels to a cell, less than a line is high, and cells to a strip in which the way that lines run is looked for."""
_SIDEWAYS = 1.2
"""Times that there is more change across a page that lies sideways; pages of text have below 0.7, drawings up to 0.9."""


@dataclass(frozen=True)
class Square:
    """A tick box on the picture."""

    box: Box
    ticked: bool


@dataclass(frozen=True)
class Prepared:
    """A picture ready for the OCR engine, and what was taken out of it."""

    picture: Image
    skew: float
    squares: tuple[Square, ...]
    rules: tuple[Box, ...]
    ink: float
    """The part of the page that is dark still."""


def prepare(picture: Image, scale: float, *, level: bool = True) -> Prepared:
    """Level a picture in gray, `scale` pixels to the point, and take its rules and tick boxes out."""
    from PIL import Image as Images

    gray = np.asarray(picture.convert("L"))
    skew = skew_of(dark(gray)) if level else 0.0
    if skew:
        picture = picture.convert("L").rotate(skew, resample=Images.Resampling.BICUBIC, fillcolor=255)
        gray = np.asarray(picture)
    bits = dark(gray)
    light = lightened(gray, bits, scale)
    if light is not gray:
        bits = dark(light)
    gray = light.copy()
    found = squares(bits, scale)
    for square in found:
        x0, top, x1, bottom = _pixels(square.box, scale, 3)
        gray[max(top, 0) : bottom, max(x0, 0) : x1] = 255
    rules = take_rules(gray, bits, scale)
    paper = int(np.median(light[::4, ::4]))
    gray = _cleared(np.minimum(gray, paper))  # what was whitened would make gray paper count as ink
    return Prepared(Images.fromarray(gray), skew, tuple(found), tuple(rules), float((gray < 128).mean()))


def dark(gray: Gray) -> Bits:
    """The ink of a picture."""
    return gray <= threshold_of(gray)


def threshold_of(gray: Gray) -> int:
    """The shade up to which a pixel is ink, by Otsu's method, and never lighter than 190."""
    counts = np.bincount(gray.ravel(), minlength=256).astype(float)
    total, levels = counts.sum(), np.arange(256)
    below = np.cumsum(counts)
    mass = np.cumsum(counts * levels)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = (mass[-1] * below / total - mass) ** 2 / (below * (total - below))
    return min(int(np.argmax(np.nan_to_num(spread))), 190)


def _cleared(gray: Gray) -> Gray:
    """White paper, black ink, and no specks: paper's texture and gray bands make an OCR engine see letters."""
    threshold = threshold_of(gray)
    ink = gray <= threshold
    if not ink.any():
        return gray
    black = float(np.median(gray[ink]))
    white = threshold + 0.35 * (255 - threshold)
    stretched = np.clip((gray.astype(np.float32) - black) / max(white - black, 1.0), 0, 1) * 255
    stretched[~spread(spread(_dense(ink), 2).T, 2).T] = 255
    found: Gray = stretched.astype(np.uint8)
    return found


def _dense(ink: Bits) -> Bits:
    """Ink with more ink about it: at least five dark pixels in the five by five around it."""
    padded = np.pad(ink.astype(np.int32), 3)
    total = padded.cumsum(axis=0).cumsum(axis=1)
    around = total[5:, 5:] - total[:-5, 5:] - total[5:, :-5] + total[:-5, :-5]
    found: Bits = ink & (around[: ink.shape[0], : ink.shape[1]] >= 5)
    return found


def is_sideways(picture: Image) -> bool:
    """Whether lines of text run upwards or downwards: across them ink and white take turns far more than along them."""
    bits = dark(np.asarray(picture.convert("L")))
    return _unrest(bits.T) > _SIDEWAYS * _unrest(bits)


def _unrest(bits: Bits) -> float:
    """How much ink comes and goes from the top to the bottom, in strips so narrow that a skew matters little."""
    height, width = (side // _CELL for side in bits.shape)
    cells = bits[: height * _CELL, : width * _CELL].reshape(height, _CELL, width, _CELL).mean(axis=(1, 3))
    strips = np.add.reduceat(cells, np.arange(0, width, _STRIP), axis=1)
    return float(np.abs(np.diff(strips, axis=0)).sum())


def quarter(picture: Image, turn: int) -> Image:
    """The picture turned by quarters, counter-clockwise and in degrees."""
    return picture.rotate(turn, expand=True) if turn else picture


def skew_of(bits: Bits) -> float:
    """The turn in degrees (counter-clockwise) that makes the rows of ink stand out most; 0 below a tenth."""
    small = bits[::2, ::2]
    ys, xs = np.nonzero(small)
    if len(ys) < 200:
        return 0.0
    if len(ys) > 60_000:
        chosen = np.linspace(0, len(ys) - 1, 60_000).astype(int)
        ys, xs = ys[chosen], xs[chosen]
    height = small.shape[0]

    def sharpness(angle: float) -> float:
        rows = np.round(ys - xs * np.tan(np.radians(angle))).astype(int) + height
        profile = np.bincount(np.clip(rows, 0, 3 * height), minlength=3 * height + 1).astype(float)
        return float((profile**2).sum())

    coarse = max(np.arange(-_MAX_SKEW, _MAX_SKEW + 0.01, 0.25), key=sharpness)
    fine = float(max(np.arange(coarse - 0.25, coarse + 0.26, 0.05), key=sharpness))
    return round(fine, 2) if abs(fine) >= 0.1 and sharpness(fine) > 1.02 * sharpness(0.0) else 0.0


@dataclass(frozen=True)
class _Sums:
    """The ink of a picture summed up, so that the share of it in any stretch is told at once."""

    across: npt.NDArray[np.int32]
    """By row, the dark pixels to the left of each."""
    down: npt.NDArray[np.int32]
    """By row, the dark pixels above it in each column."""

    @classmethod
    def of(cls, bits: Bits) -> _Sums:
        """Those of a picture."""
        across, down = (np.cumsum(bits, axis=axis, dtype=np.int32) for axis in (1, 0))
        return cls(np.pad(across, ((0, 0), (1, 0))), np.pad(down, ((1, 0), (0, 0))))

    def row(self, y: int, x0: int, x1: int) -> float:
        """The share of ink in a row; none where there is no row."""
        return float(self.across[y, x1] - self.across[y, x0]) / (x1 - x0) if 0 <= y < len(self.across) else 0.0

    def column(self, x: int, top: int, bottom: int) -> float:
        """The share of ink in a column; none where there is no column."""
        inside = 0 <= x < self.down.shape[1]
        return float(self.down[bottom, x] - self.down[top, x]) / (bottom - top) if inside else 0.0

    def has_side(self, edges: tuple[int, int, int, int], x: int) -> bool:
        """Whether there is a stroke about where an upright side should be."""
        _, top, _, bottom = edges
        columns = slice(max(x - _SHIFT, 0), x + _SHIFT)
        return bool((self.down[bottom, columns] - self.down[top, columns]).max(initial=0) > _HALF * (bottom - top))


def squares(bits: Bits, scale: float) -> list[Square]:
    """Find tick boxes: four straight sides of about equal length; ticked where there is ink within."""
    low, high = _SMALLEST * scale, _LARGEST * scale
    level = runs(bits, int(0.8 * low), int(1.3 * high))
    sums = _Sums.of(bits)
    found: list[Square] = []
    for edges in _pairs(level, low, high):
        if not (sums.has_side(edges, edges[0]) and sums.has_side(edges, edges[2])):
            continue
        square = _square(bits, _grown(sums, edges), scale)
        if square is not None and not any(_touch(square.box, other.box) for other in found):
            found.append(square)
    return found


def _pairs(level: list[tuple[int, int, int]], low: float, high: float) -> Iterator[tuple[int, int, int, int]]:
    """Left, upper, right and lower edges where two level runs lie as the upper and the lower side of a square do."""
    by_left: dict[int, list[tuple[int, int, int]]] = {}
    for y, x0, x1 in level:
        by_left.setdefault(x0 // 8, []).append((y, x0, x1))
    for y, x0, x1 in level:
        for key in (x0 // 8 - 1, x0 // 8, x0 // 8 + 1):
            column = by_left.get(key, [])
            start, end = bisect_left(column, (y + low,)), bisect_right(column, (y + high + 1,))
            for below, left, right in column[start:end]:
                height, width = below - y, max(x1, right) - min(x0, left)
                if not 0.7 <= height / width <= 1.3:
                    continue
                if abs(left - x0) <= 0.2 * width and abs(right - x1) <= 0.2 * width:
                    yield min(x0, left), y, max(x1, right), below


def _square(bits: Bits, edges: tuple[int, int, int, int], scale: float) -> Square | None:
    """Look at four edges: thin straight sides that meet in the corners, and white around them, make a tick box."""
    x0, top, x1, bottom = edges
    side = max(x1 - x0, bottom - top)
    if not scale * _SMALLEST <= side <= scale * _LARGEST or min(x1 - x0, bottom - top) < 0.83 * side:
        return None
    margin = max(round(0.18 * side), 4)
    height, width = bits.shape
    if x0 < margin or top < margin or x1 + margin >= width or bottom + margin >= height:
        return None
    part = bits[top:bottom, x0:x1]
    sides = [_best_side(part), _best_side(part[::-1]), _best_side(part.T), _best_side(part.T[::-1])]
    corners = [part[:3, :3], part[:3, -3:], part[-3:, :3], part[-3:, -3:]]
    if min(sides) < 0.93 or min(corner.mean() for corner in corners) < 0.4:
        return None
    around = bits[top - margin : bottom + margin, x0 - margin : x1 + margin].copy()
    around[2:-2, 2:-2] = False
    if around.sum() > 0.25 * 8 * side:
        return None
    inset = max(round(0.2 * side), 4)
    inner = bits[top + inset : bottom - inset, x0 + inset : x1 - inset]
    filled = inner.size and inner.mean() >= _FILLED and side >= _BLOT * scale
    if not inner.size or (not filled and (sum(map(_thin, _middles(part))) < 3 or _is_barred(inner))):
        return None
    box = Box(*(round(value / scale, 2) for value in (x0, top, x1, bottom)))
    return Square(box, bool(inner.mean() > 0.08))


def _is_barred(inner: Bits) -> bool:
    """Whether a level stroke divides the inside in two, as in a heavy `B`: no tick does."""
    third = len(inner) // 3
    across = inner.mean(axis=1)
    return bool(across[third:-third].max(initial=0) > 0.9 and min(across[:third].min(), across[-third:].min()) < 0.1)


def _middles(part: Bits) -> list[Bits]:
    """Across the middle of each side, the ink from the edge inwards up to the center."""
    height, width = part.shape
    across = part[height // 2 - 1 : height // 2 + 2].mean(axis=0) >= 0.5
    down = part[:, width // 2 - 1 : width // 2 + 2].mean(axis=1) >= 0.5
    return [across[: width // 2], across[::-1][: width // 2], down[: height // 2], down[::-1][: height // 2]]


def _thin(inwards: Bits) -> bool:
    """Whether a side is a line with white behind it; in a heavy typewriter's `s` the middle stroke stands there."""
    start = int(inwards.argmax())
    end = start + round(_LINE * 2 * len(inwards)) + 1
    return bool(inwards[start]) and start < _SLACK and not inwards[start:end].all()


def _grown(sums: _Sums, edges: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Push edges within thick strokes out to where the ink ends, and draw in those that a cross reaches over.

    The right and lower edges that it gives are exclusive.
    """
    x0, top, x1, bottom = edges
    bottom += 1
    for _ in range(6):
        top -= sums.row(top - 1, x0, x1) >= 0.5
        bottom += sums.row(bottom, x0, x1) >= 0.5
        x0 -= sums.column(x0 - 1, top, bottom) >= 0.5
        x1 += sums.column(x1, top, bottom) >= 0.5
    for _ in range(4):
        x0 += sums.column(x0, top, bottom) < 0.5
        x1 -= sums.column(x1 - 1, top, bottom) < 0.5
    return x0, top, x1, bottom


def _best_side(part: Bits) -> float:
    """How much of the first rows' length one straight line, two pixels of slack, covers."""
    return max(float(part[row : row + 2].any(axis=0).mean()) for row in range(3))


def _pixels(box: Box, scale: float, margin: int) -> tuple[int, int, int, int]:
    x0, top, x1, bottom = (round(value * scale) for value in (box.x0, box.top, box.x1, box.bottom))
    return x0 - margin, top - margin, x1 + margin, bottom + margin


def _touch(first: Box, second: Box) -> bool:
    return first.x0 < second.x1 and second.x0 < first.x1 and first.top < second.bottom and second.top < first.bottom


def squares_near(picture: Image, scale: float, shapes: Sequence[Box]) -> list[Square]:
    """Find the tick boxes of a rendered page, `scale` pixels to the point, that the shapes are part of."""
    bits = dark(np.asarray(picture.convert("L")))
    found: list[Square] = []
    for shape in shapes:
        if any(_touch(shape, square.box) for square in found):
            continue
        x0, top, x1, bottom = (max(edge, 0) for edge in _pixels(shape, scale, round(_LARGEST * scale)))
        for square in squares(bits[top:bottom, x0:x1], scale):
            box = square.box
            moved = Box(box.x0 + x0 / scale, box.top + top / scale, box.x1 + x0 / scale, box.bottom + top / scale)
            if _touch(shape, moved) and not any(_touch(moved, other.box) for other in found):
                found.append(Square(Box(*(round(edge, 2) for edge in astuple(moved))), square.ticked))
    return found


def look(picture: Image, box: Box, scale: float) -> Square | None:
    """Look at a shape that is square or round: an outline with nothing, or something, in it; None where neither."""
    x0, top, x1, bottom = _pixels(box, scale, 1)
    ink = np.asarray(picture.convert("L"))[max(top, 0) : bottom, max(x0, 0) : x1] < 200
    if min(ink.shape) < 8:
        return None
    third, depth = [side // 3 for side in ink.shape], max(min(ink.shape) // 6, 2)
    middle = ink[third[0] : -third[0]], ink[:, third[1] : -third[1]]
    edges = (middle[0][:, :depth], middle[0][:, -depth:], middle[1][:depth], middle[1][-depth:])
    if not all(edge.any() for edge in edges):
        return None
    inset = max(min(ink.shape) // 4, 2)
    return Square(box, bool(ink[inset:-inset, inset:-inset].mean() > 0.04))


@dataclass(frozen=True)
class Leveled:
    """A page that was turned about its middle to level it."""

    skew: float
    """Degrees, counter-clockwise."""
    width: float
    height: float

    def back(self, box: Box) -> Box:
        """Where a box of the leveled page stands on the page as it is; the size of the box is kept."""
        angle = np.radians(self.skew)
        x, y = (box.x0 + box.x1 - self.width) / 2, (box.top + box.bottom - self.height) / 2
        u = x * np.cos(angle) - y * np.sin(angle) + self.width / 2
        v = x * np.sin(angle) + y * np.cos(angle) + self.height / 2
        half, rise = (box.x1 - box.x0) / 2, (box.bottom - box.top) / 2
        return Box(*(round(float(value), 2) for value in (u - half, v - rise, u + half, v + rise)))
