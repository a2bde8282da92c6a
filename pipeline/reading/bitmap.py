"""A scanned page made ready for OCR: leveled, its long rules and tick boxes found and taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pipeline.records import Box

if TYPE_CHECKING:
    from PIL.Image import Image

Bits = npt.NDArray[np.bool_]
Gray = npt.NDArray[np.uint8]

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
_LONG = 18.0
"""Points: a straight run of ink longer than this is a rule."""
_MAX_SKEW = 3.0


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
    gray = gray.copy()
    bits = dark(gray)
    found = squares(bits, scale)
    for square in found:
        x0, top, x1, bottom = _pixels(square.box, scale, 3)
        gray[max(top, 0) : bottom, max(x0, 0) : x1] = 255
    rules = _take_rules(gray, bits, scale)
    gray = _cleared(gray)
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
    stretched[~_spread(_spread(_dense(ink), 2).T, 2).T] = 255
    found: Gray = stretched.astype(np.uint8)
    return found


def _dense(ink: Bits) -> Bits:
    """Ink with more ink about it: at least five dark pixels in the five by five around it."""
    padded = np.pad(ink.astype(np.int32), 3)
    total = padded.cumsum(axis=0).cumsum(axis=1)
    around = total[5:, 5:] - total[:-5, 5:] - total[5:, :-5] + total[:-5, :-5]
    found: Bits = ink & (around[: ink.shape[0], : ink.shape[1]] >= 5)
    return found


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


def squares(bits: Bits, scale: float) -> list[Square]:
    """Find tick boxes: four straight sides of about equal length; ticked where there is ink within."""
    low, high = _SMALLEST * scale, _LARGEST * scale
    level = runs(bits, int(0.8 * low), int(1.3 * high))
    found: list[Square] = []
    by_left: dict[int, list[tuple[int, int, int]]] = {}
    for y, x0, x1 in level:
        by_left.setdefault(x0 // 8, []).append((y, x0, x1))
    for y, x0, x1 in level:
        near = [run for key in (x0 // 8 - 1, x0 // 8, x0 // 8 + 1) for run in by_left.get(key, ())]
        for below, left, right in near:
            height, width = below - y, max(x1, right) - min(x0, left)
            if not low <= height <= high or not 0.7 <= height / width <= 1.3:
                continue
            if abs(left - x0) > 0.2 * width or abs(right - x1) > 0.2 * width:
                continue
            square = _square(bits, (min(x0, left), y, max(x1, right), below), scale)
            if square is not None and not any(_touch(square.box, other.box) for other in found):
                found.append(square)
    return found


def runs(bits: Bits, shortest: int, longest: int) -> list[tuple[int, int, int]]:
    """Horizontal runs of ink (y, x0, x1) of such a length, from top to bottom."""
    padded = np.zeros((bits.shape[0], bits.shape[1] + 2), dtype=np.int8)
    padded[:, 1:-1] = bits
    steps = np.diff(padded, axis=1)
    start_y, start_x = np.nonzero(steps == 1)
    _, end_x = np.nonzero(steps == -1)
    length = end_x - start_x
    keep = (length >= shortest) & (length <= longest)
    return list(zip(start_y[keep].tolist(), start_x[keep].tolist(), end_x[keep].tolist(), strict=True))


def _square(bits: Bits, edges: tuple[int, int, int, int], scale: float) -> Square | None:
    """Look at four edges: thin straight sides that meet in the corners, and white around them, make a tick box."""
    x0, top, x1, bottom = _grown(bits, edges)
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
    if not inner.size or (not filled and sum(map(_thin, _middles(part))) < 3):
        return None
    box = Box(*(round(value / scale, 2) for value in (x0, top, x1, bottom)))
    return Square(box, bool(inner.mean() > 0.08))


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


def _grown(bits: Bits, edges: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Push edges within thick strokes out to where the ink ends, and draw in those that a cross reaches over.

    The right and lower edges that it gives are exclusive.
    """
    x0, top, x1, bottom = edges
    bottom += 1
    for _ in range(6):
        top -= bool(top > 0 and bits[top - 1, x0:x1].mean() >= 0.5)
        bottom += bool(bottom < bits.shape[0] and bits[bottom, x0:x1].mean() >= 0.5)
        x0 -= bool(x0 > 0 and bits[top:bottom, x0 - 1].mean() >= 0.5)
        x1 += bool(x1 < bits.shape[1] and bits[top:bottom, x1].mean() >= 0.5)
    for _ in range(4):
        x0 += bool(bits[top:bottom, x0].mean() < 0.5)
        x1 -= bool(bits[top:bottom, x1 - 1].mean() < 0.5)
    return x0, top, x1, bottom


def _best_side(part: Bits) -> float:
    """How much of the first rows' length one straight line, two pixels of slack, covers."""
    return max(float(part[row : row + 2].any(axis=0).mean()) for row in range(3))


def _take_rules(gray: Gray, bits: Bits, scale: float) -> list[Box]:
    """Whiten long straight lines, but for the letters that cross them, and give their boxes in points."""
    thick = max(round(1.8 * scale), 3)
    flat, level = _long_lines(bits, int(_LONG * scale), thick)
    turned, upright = _long_lines(bits.T, int(2 * _LONG * scale), thick)
    upright = upright.T
    thin = (level & (_depth(bits) <= thick), upright & (_depth(bits.T).T <= thick), level & upright)
    kept = bits & ~(thin[0] | thin[1] | thin[2])
    gray[(_spread(thin[0], 2) | _spread(thin[1].T, 2).T | _spread(thin[2], 1)) & ~kept] = 255
    found = flat + [Box(box.top, box.x0, box.bottom, box.x1) for box in turned]
    return [Box(*(round(edge / scale, 2) for edge in astuple(box))) for box in found]


def _long_lines(bits: Bits, shortest: int, thick: int) -> tuple[list[Box], Bits]:
    """Long horizontal lines: their boxes in pixels, and their ink."""
    found: list[Box] = []
    line = np.zeros_like(bits)
    for y, x0, x1 in runs(_closed(bits, 3), shortest, bits.shape[1]):
        line[max(y - 1, 0) : y + 2, max(x0 - 4, 0) : x1 + 4] = True
        near = next((box for box in reversed(found[-40:]) if y - box.bottom <= 2 and box.x0 < x1 and x0 < box.x1), None)
        if near is not None:
            found.remove(near)
            found.append(Box(min(near.x0, x0), near.top, max(near.x1, x1), y + 1))
        else:
            found.append(Box(x0, y, x1, y + 1))
    return [box for box in found if box.bottom - box.top <= 3 * thick], line & bits


def _closed(bits: Bits, gap: int) -> Bits:
    """Fill gaps up to so many pixels in the rows."""
    found = bits.copy()
    for step in range(1, gap + 1):
        found[:, step:-1] |= bits[:, : -1 - step] & bits[:, step + 1 :] if step > 1 else bits[:, :-2] & bits[:, 2:]
    return found


def _depth(bits: Bits) -> npt.NDArray[np.int32]:
    """For each dark pixel, the length of the vertical run of ink through it."""
    found = np.zeros(bits.shape, dtype=np.int32)
    down = np.zeros(bits.shape[1], dtype=np.int32)
    for y in range(bits.shape[0]):
        down = np.where(bits[y], down + 1, 0)
        found[y] = down
    for y in range(bits.shape[0] - 2, -1, -1):
        found[y] = np.where(bits[y] & bits[y + 1], found[y + 1], found[y])
    return found


def _spread(bits: Bits, reach: int) -> Bits:
    """Widen what is dark by so many pixels up and down."""
    found = bits.copy()
    for step in range(1, reach + 1):
        found[step:] |= bits[:-step]
        found[:-step] |= bits[step:]
    return found


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
