"""Long straight lines on a picture of a page: found, told of, and taken out, so that no letter is read into them."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
import numpy.typing as npt

from pipeline.records import Box

Bits = npt.NDArray[np.bool_]
Gray = npt.NDArray[np.uint8]

_LONG = 18.0
"""Points: a straight run of ink longer than this is a rule; upright twice as long, for a letter stands upright."""
_THICK = 1.8
"""Points: ink that is higher belongs to a letter that crosses the line."""
_SIDE = 1.5
"""Points from a line to the ground on either side of it."""
_PALE_LONG = 54.0
"""Points: what is shorter and pale may be the feet of typewritten capitals, or stems that stand one above the other."""
_PALE = 8
"""Shades by which a hairline is darker than the ground beside it, once a scanner has softened it."""
_UNBROKEN = 0.9
"""The part of a pale line that is darker than the ground beside it, in spite of noise."""
_CLEAR = 0.6
"""The part of an upright one that has ground on both its sides, in spite of letters that touch it."""
_BAND = 7.0
"""Points: a lower stretch of dark ground holds no light letters."""


def take_rules(gray: Gray, bits: Bits, scale: float) -> list[Box]:
    """Whiten long straight lines, but for the letters that cross them, and give their boxes in points."""
    thick, side, long = max(round(_THICK * scale), 3), max(round(_SIDE * scale), 2), int(_LONG * scale)
    pale_long = int(_PALE_LONG * scale)
    flat, level = _long_lines(bits | _pale(gray, side, pale_long, _UNBROKEN), long, thick)
    turned, upright = _long_lines(bits.T | _pale(gray.T, side, pale_long, _CLEAR), 2 * long, thick)
    upright = upright.T
    thin = (level & ~_tall(bits, thick + 1), upright & ~_tall(bits.T, thick + 1).T, level & upright)
    kept = bits & ~(thin[0] | thin[1] | thin[2])
    gray[(spread(thin[0], 2) | spread(thin[1].T, 2).T | spread(thin[2], 1)) & ~kept] = 255
    found = flat + [Box(box.top, box.x0, box.bottom, box.x1) for box in turned]
    return [Box(*(round(edge / scale, 2) for edge in astuple(box))) for box in found]


def lightened(gray: Gray, bits: Bits, scale: float) -> Gray:
    """The picture with its dark bands turned to light ones, so that what is written on them in white is black."""
    found = gray
    for band in _gathered(runs(bits, int(_LONG * scale), bits.shape[1])):
        x0, top, x1, bottom = map(int, astuple(band))
        if bottom - top >= _BAND * scale and bits[top:bottom, x0:x1].mean() > 0.5:
            found = found.copy() if found is gray else found
            part = found[top:bottom, x0:x1]
            ground = min(int(np.median(part)), 128)
            part[:] = 255 - (np.maximum(part, ground) - ground)
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


def spread(bits: Bits, reach: int) -> Bits:
    """Widen what is dark by so many pixels up and down."""
    found = bits.copy()
    for step in range(1, reach + 1):
        found[step:] |= bits[:-step]
        found[:-step] |= bits[step:]
    return found


def _pale(gray: Gray, side: int, long: int, clear: float) -> Bits:
    """Lines too pale to be ink: over a long stretch darker than what lies above or below them, a part of it than both."""
    found = np.zeros(gray.shape, dtype=bool)
    own = np.minimum(gray[side:-side], 255 - _PALE) + _PALE
    above, below = gray[: -2 * side] > own, gray[2 * side :] > own
    lasting = (_along(above | below, long) >= _UNBROKEN * long) & (_along(above & below, long) >= clear * long)
    for y, x in np.argwhere(lasting).tolist():
        found[y + side, x : x + long] = True
    return found


def _along(bits: Bits, long: int) -> npt.NDArray[np.int32]:
    """For each stretch of a row so long, by its left end, how many of its pixels are set."""
    total = np.pad(np.cumsum(bits, axis=1, dtype=np.int32), ((0, 0), (1, 0)))
    return total[:, long:] - total[:, :-long]


def _long_lines(bits: Bits, shortest: int, thick: int) -> tuple[list[Box], Bits]:
    """Long horizontal lines: their boxes in pixels, and their pixels."""
    line = np.zeros_like(bits)
    found = runs(_closed(bits, 3), shortest, bits.shape[1])
    for y, x0, x1 in found:
        line[max(y - 1, 0) : y + 2, max(x0 - 4, 0) : x1 + 4] = True
    return [box for box in _gathered(found) if box.bottom - box.top <= 3 * thick], line & bits


def _gathered(level: list[tuple[int, int, int]]) -> list[Box]:
    """Boxes around the runs that touch those above them, or nearly so."""
    found: list[Box] = []
    for y, x0, x1 in level:
        near = next((box for box in reversed(found[-40:]) if y - box.bottom <= 2 and box.x0 < x1 and x0 < box.x1), None)
        if near is not None:
            found.remove(near)
            found.append(Box(min(near.x0, x0), near.top, max(near.x1, x1), y + 1))
        else:
            found.append(Box(x0, y, x1, y + 1))
    return found


def _closed(bits: Bits, gap: int) -> Bits:
    """Fill gaps up to so many pixels in the rows."""
    found = bits.copy()
    for step in range(1, gap + 1):
        found[:, step:-1] |= bits[:, : -1 - step] & bits[:, step + 1 :] if step > 1 else bits[:, :-2] & bits[:, 2:]
    return found


def _tall(bits: Bits, height: int) -> Bits:
    """Ink that is part of an upright run of so many pixels or more."""
    lasting = bits[: bits.shape[0] - height + 1].copy()
    for step in range(1, height):
        lasting &= bits[step : step + len(lasting)]
    found = np.zeros_like(bits)
    for step in range(height):
        found[step : step + len(lasting)] |= lasting
    return found
