"""What is drawn on a page: rules that may make a table, pictures, and whether small boxes may be there."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline import limits
from pipeline.reading.cards import LOWEST, NARROWEST
from pipeline.reading.geometry import Frame, is_finite
from pipeline.reading.strokes import Matrix, Stroke, stroke
from pipeline.records import Box

_THIN = 2.5
"""Points: what is thinner is a rule."""
_WIDEST = 0.75
"""Of the page's width: a wider box has nothing beside it."""
_NESTING = 4
_UPRIGHT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Drawing:
    """The drawn part of a page."""

    rules: tuple[Box, ...]
    """Horizontal and vertical lines, no thicker than 2.5 points, and the straight sides of other shapes."""
    pictures: tuple[Box, ...]
    small: tuple[Box, ...]
    """Shapes of the size of a tick box."""
    strokes: tuple[Stroke, ...]
    """Curves and slanting lines that a pen may have drawn."""
    shapes: int
    """How many there are, of every kind."""
    boxes: tuple[Box, ...] = ()
    """Around shapes that are large enough to hold lines of words, and smaller than the page."""


def drawing(page: pdfium.PdfPage, frame: Frame) -> Drawing:
    """Look at the page's drawn objects, up to `limits.MAX_PATHS`."""
    rules: list[Box] = []
    pictures: list[Box] = []
    small: list[Box] = []
    boxes: list[Box] = []
    strokes: list[Stroke] = []
    shapes = 0
    for count, (target, matrix) in enumerate(_objects(page.raw, _UPRIGHT, 0)):
        if count >= limits.MAX_PATHS:
            break
        box = _bounds(target, matrix, frame)
        if box is None:
            continue
        if raw.FPDFPageObj_GetType(target) == raw.FPDF_PAGEOBJ_IMAGE:
            pictures.append(box)
            continue
        shapes += 1
        width, height = box.x1 - box.x0, box.bottom - box.top
        if 4.5 <= max(width, height) <= 18 and len(small) < limits.MAX_RULES:
            small.append(box)
        if width >= NARROWEST and height >= LOWEST and width < _WIDEST * frame.width:
            boxes.append(box)
        if not _is_seen(target):
            continue
        bent = min(width, height) > _THIN and len(strokes) < limits.MAX_RULES
        if bent and (drawn := stroke(target, matrix, frame, box)):
            strokes.append(drawn)
        if len(rules) <= limits.MAX_RULES:
            rules += [box] if min(width, height) <= _THIN else _sides(target, matrix, frame)
    return Drawing(tuple(rules), tuple(pictures), tuple(small), tuple(strokes), shapes, tuple(boxes))


def _objects(holder: ctypes.c_void_p, matrix: Matrix, depth: int) -> Iterator[tuple[raw.FPDF_PAGEOBJECT, Matrix]]:
    """Paths and pictures, those inside form objects too, each with the matrix that takes it to the page."""
    count = raw.FPDFFormObj_CountObjects(holder) if depth else raw.FPDFPage_CountObjects(holder)
    for index in range(min(count, limits.MAX_PATHS)):
        target = raw.FPDFFormObj_GetObject(holder, index) if depth else raw.FPDFPage_GetObject(holder, index)
        kind = raw.FPDFPageObj_GetType(target)
        if kind in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE):
            yield target, matrix
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _NESTING:
            own = raw.FS_MATRIX()
            raw.FPDFPageObj_GetMatrix(target, own)
            yield from _objects(target, _product((own.a, own.b, own.c, own.d, own.e, own.f), matrix), depth + 1)


def _product(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _bounds(target: raw.FPDF_PAGEOBJECT, matrix: Matrix, frame: Frame) -> Box | None:
    edges = [ctypes.c_float() for _ in range(4)]
    if not raw.FPDFPageObj_GetBounds(target, *edges):
        return None
    left, bottom, right, top = (edge.value for edge in edges)
    if matrix is not _UPRIGHT:
        a, b, c, d, e, f = matrix
        corners = [(x * a + y * c + e, x * b + y * d + f) for x in (left, right) for y in (bottom, top)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        bottom, top = min(y for _, y in corners), max(y for _, y in corners)
    box = frame.seen(left, bottom, right, top)
    on_page = box.x1 > 0 and box.x0 < frame.width and box.bottom > 0 and box.top < frame.height
    return box if on_page and is_finite(box) else None


def _is_seen(target: raw.FPDF_PAGEOBJECT) -> bool:
    """Whether a path is stroked, or filled with something else than white."""
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(target, mode, stroke):
        return False
    if stroke.value:
        return True
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not mode.value or not raw.FPDFPageObj_GetFillColor(target, red, green, blue, alpha):
        return False
    return alpha.value > 0 and min(red.value, green.value, blue.value) < 250


def _sides(target: raw.FPDF_PAGEOBJECT, matrix: Matrix, frame: Frame) -> list[Box]:
    """The straight parts of a path that run level or upright, as those of a rectangle or a grid."""
    own = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(target, own)
    a, b, c, d, e, f = _product((own.a, own.b, own.c, own.d, own.e, own.f), matrix)
    found: list[Box] = []
    start = last = (0.0, 0.0)
    x, y = ctypes.c_float(), ctypes.c_float()
    for index in range(min(raw.FPDFPath_CountSegments(target), limits.MAX_RULES)):
        segment = raw.FPDFPath_GetPathSegment(target, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        here = (x.value * a + y.value * c + e, x.value * b + y.value * d + f)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = here
        elif kind == raw.FPDF_SEGMENT_LINETO:
            found += _side(last, here, frame)
        if raw.FPDFPathSegment_GetClose(segment):
            found += _side(here, start, frame)
        last = here
    return found


def _side(one: tuple[float, float], other: tuple[float, float], frame: Frame) -> list[Box]:
    (left, right), (low, high) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    if min(right - left, high - low) > 0.7 or max(right - left, high - low) < 6:
        return []
    side = frame.seen(left, low, right, high)
    return [side] if is_finite(side) else []
