"""Paths that a pen may have drawn: curves and slanting lines, gathered into groups that touch each other."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

import pypdfium2.raw as raw

from pipeline.reading.geometry import Frame, turns, union
from pipeline.records import Box

Matrix = tuple[float, float, float, float, float, float]
_Point = tuple[float, float]
_MOST_SEGMENTS = 3_000
_MOST = 800
"""Strokes on a page that are compared with each other; a page with more is a drawing."""
_REACH = 3.0
"""Points between strokes of one group."""


@dataclass(frozen=True)
class Stroke:
    """One path with curves or slanting lines, or several that touch."""

    box: Box
    turns: int
    """How often it goes from upwards to downwards or back, tremors aside."""
    slanting: float
    """The part of its length that runs neither level nor upright."""
    is_outline: bool
    """Filled and without a line around it, as a letter drawn as a shape is."""
    is_plot: bool
    """Straight pieces from left to right and never back, as in a chart."""
    widest: float
    """Points of width of its widest path."""


def stroke(target: raw.FPDF_PAGEOBJECT, matrix: Matrix, frame: Frame, box: Box) -> Stroke | None:
    """Look at a path; None where it is a rectangle or a rule."""
    if raw.FPDFPath_CountSegments(target) > _MOST_SEGMENTS:
        return Stroke(box, 0, 1.0, is_outline=False, is_plot=True, widest=box.x1 - box.x0)
    parts = list(_parts(target, matrix, frame))
    steps = [pair for points, _ in parts for pair in pairwise(points)]
    total = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in steps)
    slanting = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in steps if _slants(a, b))
    if not total or slanting < 0.2 * total:
        return None
    tremor = max(0.12 * (box.bottom - box.top), 1.2)
    mode, outlined = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(target, mode, outlined)
    return Stroke(
        box=box,
        turns=sum(turns((y for _, y in points), tremor) for points, _ in parts),
        slanting=slanting / total,
        is_outline=not outlined.value,
        is_plot=not any(curved for _, curved in parts) and all(b[0] >= a[0] - 0.1 for a, b in steps),
        widest=box.x1 - box.x0,
    )


def grouped(strokes: Sequence[Stroke]) -> list[Stroke]:
    """Put strokes that touch together; none at all where there are too many for a page of writing."""
    if len(strokes) > _MOST:
        return []
    groups: list[list[Stroke]] = []
    for one in strokes:
        near = [group for group in groups if any(_touch(one.box, other.box) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([one, *(member for group in near for member in group)])
    return [_one(group) for group in groups]


def _one(group: Sequence[Stroke]) -> Stroke:
    lengths = sum(member.widest for member in group) or 1.0
    return Stroke(
        box=union(member.box for member in group),
        turns=sum(max(member.turns, 1) for member in group),
        slanting=sum(member.slanting * member.widest for member in group) / lengths,
        is_outline=all(member.is_outline for member in group),
        is_plot=all(member.is_plot for member in group) and len(group) == 1,
        widest=max(member.widest for member in group),
    )


def _touch(first: Box, second: Box) -> bool:
    return (
        first.x0 - _REACH < second.x1
        and second.x0 - _REACH < first.x1
        and first.top - _REACH < second.bottom
        and second.top - _REACH < first.bottom
    )


def _parts(target: raw.FPDF_PAGEOBJECT, matrix: Matrix, frame: Frame) -> Iterator[tuple[list[_Point], bool]]:
    """The path's unbroken lines as points on the page as seen, curves in four steps, and whether there are curves."""
    own = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(target, own)
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[_Point] = []
    handles: list[_Point] = []
    curved = False
    for index in range(raw.FPDFPath_CountSegments(target)):
        segment = raw.FPDFPath_GetPathSegment(target, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        here = _placed((x.value, y.value), own, matrix, frame)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if len(points) > 1:
                yield points, curved
            points, curved = [here], False
        elif kind == raw.FPDF_SEGMENT_LINETO:
            points.append(here)
        elif kind == raw.FPDF_SEGMENT_BEZIERTO:
            handles.append(here)
            if len(handles) == 3:
                points += _curve(points[-1] if points else here, *handles)
                handles, curved = [], True
    if len(points) > 1:
        yield points, curved


def _placed(point: _Point, own: raw.FS_MATRIX, matrix: Matrix, frame: Frame) -> _Point:
    x, y = point[0] * own.a + point[1] * own.c + own.e, point[0] * own.b + point[1] * own.d + own.f
    a, b, c, d, e, f = matrix
    x, y = x * a + y * c + e, x * b + y * d + f
    seen = frame.seen(x, y, x, y)
    return seen.x0, seen.top


def _curve(start: _Point, first: _Point, second: _Point, end: _Point) -> list[_Point]:
    found = []
    for t in (0.25, 0.5, 0.75, 1.0):
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        corners = (start, first, second, end)
        found.append(
            (
                sum(w * p[0] for w, p in zip(weights, corners, strict=True)),
                sum(w * p[1] for w, p in zip(weights, corners, strict=True)),
            )
        )
    return found


def _slants(start: _Point, end: _Point) -> bool:
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    return min(across, down) > 0.12 * max(across, down)
