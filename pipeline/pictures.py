"""Pictures of the lines on which evidence stands, with its words marked, small enough to be part of one HTML page.

Only what is shown is rendered, in gray; a whole page, for the review in a browser, in its colors. Eight shades on white and eight on yellow keep print and handwriting legible
and make a PNG of four bits a pixel.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline import limits
from pipeline.pdffile import unlocked
from pipeline.reading.geometry import union
from pipeline.records import Audit, Box, Evidence, Kind, Member, Picture, Place

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

_AROUND = 11.0
"""Points shown above and below the words: about a line."""
_TALLEST = 200.0
"""Points shown at most, from the first of the words down: enough to know the place again."""
_WIDEST = 640.0
"""Points: of a wider page, such as a plan, this much is shown around the words, or as much as they need."""
_PIXELS = 1000
"""Across a picture, at most."""
_EDGE = 8
"""Pixels of paper kept beside what is printed."""
_PAPER = 245
"""Gray from which on a pixel is paper."""
_DRAWN = frozenset({Kind.PDF, Kind.IMAGE})
"""The kinds of files that have pages to show."""
_PACKED = 6
"""Of 9: the highest takes twelve times as long, and saves a hundredth."""
_SHADES = 8
_GROUNDS = ((255, 255, 255), (255, 233, 120))
"""Paper, and paper under marked words."""

_FAULTS = (OSError, ValueError, SyntaxError, RuntimeError)
"""What pdfium and Pillow raise for damaged files; pdfium's own error is a RuntimeError."""

Render = Callable[[float, Box], "Image"]
"""Pixels to the point, and a part of the page -> that part in gray."""
_Size = tuple[float, float]
Sizes = Mapping[int, _Size]
"""By a page's number, its width and height in points."""
Draw = Callable[[Member, Sequence[Place], Sizes], Iterable[tuple[Place, Picture]]]
"""What draws pictures of places of one member, as `drawn` does."""


def taken(audit: Audit, members: Iterable[Member], draw: Draw) -> dict[Place, Picture]:
    """A picture of each place to which the audit's evidence points, in that order, up to `limits.PICTURE_BYTES`.

    What has no pages to show, such as a message, or cannot be rendered, has no picture.
    """
    wanted = list(dict.fromkeys(evidence.place for evidence in evidence_of(audit)))
    sizes = {document.name: {p.number: (p.width, p.height) for p in document.pages} for document in audit.documents}
    found: dict[Place, Picture] = {}
    for member in members:
        places = sorted((place for place in wanted if place[0] == member.name), key=lambda place: place[1])
        if places and member.kind in _DRAWN:
            found |= draw(member, places, {number: sizes[member.name][number] for _, number, _ in places})
    room = limits.PICTURE_BYTES
    kept = {}
    for place in wanted:
        if place in found and len(found[place].png) <= room:
            kept[place] = found[place]
            room -= len(found[place].png)
    return kept


def evidence_of(audit: Audit) -> Iterator[Evidence]:
    """All that the audit points to: for items and their elements, then for facts, then for checks."""
    for item in audit.items:
        for element in item.elements:
            yield from element.evidence
            yield from (miss for miss, _ in element.near_misses)
    for fact in audit.facts:
        yield from fact.evidence
        yield from (each for reading in fact.others for each in reading.evidence)
    for check in audit.checks:
        yield from check.evidence


def drawn(
    member: Member, places: Sequence[Place], sizes: Sizes, passwords: tuple[str, ...] = ()
) -> Iterator[tuple[Place, Picture]]:
    """Draw places of one member, given in order of their pages. This works on its bytes."""
    by_page = {number: list(group) for number, group in groupby(places, key=lambda place: place[1])}
    pages = _pdf_pages(member.path, sizes, passwords) if member.kind is Kind.PDF else _image_pages(member.path, sizes)
    for number, render in pages:
        for place in by_page[number]:
            with suppress(*_FAULTS):
                yield place, _picture(render, sizes[number], place[2])


def sheet(member: Member, number: int, passwords: tuple[str, ...] = ()) -> Picture | None:
    """A whole page of a member as it looks, or None where it has none or it cannot be rendered. This works on its bytes."""
    if member.kind not in _DRAWN:
        return None
    with suppress(*_FAULTS):
        pdf = member.kind is Kind.PDF
        picture = _pdf_sheet(member.path, number, passwords) if pdf else _image_sheet(member.path, number)
        file = io.BytesIO()
        picture.convert("RGB").save(file, "PNG", compress_level=_PACKED)
        return Picture(file.getvalue(), picture.width, picture.height)
    return None


def _pdf_sheet(path: Path, number: int, passwords: tuple[str, ...]) -> Image:
    with unlocked(path, passwords) as document:
        if document.get_formtype():
            document.init_forms()
        page = document[number - 1]
        scale = min(limits.SHEET_DPI / 72, math.sqrt(limits.SHEET_PIXELS / math.prod(page.get_size())))
        drawn: Image = page.render(scale=scale).to_pil()
        page.close()
        return drawn


def _image_sheet(path: Path, number: int) -> Image:
    from PIL import Image

    from pipeline.reading.image import on_paper

    with Image.open(path) as file:
        file.seek(number - 1)
        frame = on_paper(file)
        shrunk = min(1.0, math.sqrt(limits.SHEET_PIXELS / (frame.width * frame.height)))
        return frame.resize((max(round(frame.width * shrunk), 1), max(round(frame.height * shrunk), 1)))


def _pdf_pages(path: Path, sizes: Sizes, passwords: tuple[str, ...]) -> Iterator[tuple[int, Render]]:
    with suppress(*_FAULTS), unlocked(path, passwords) as document:
        if document.get_formtype():
            document.init_forms()
        for number, size in sizes.items():
            page = document[number - 1]
            yield number, partial(_of_pdf, page, size)
            page.close()


def _of_pdf(page: PdfPage, size: _Size, scale: float, part: Box) -> Image:
    crop = (part.x0, size[1] - part.bottom, size[0] - part.x1, part.top)
    picture: Image = page.render(scale=scale, crop=crop, grayscale=True).to_pil()
    return picture


def _image_pages(path: Path, sizes: Sizes) -> Iterator[tuple[int, Render]]:
    from PIL import Image

    from pipeline.reading.image import upright

    with suppress(*_FAULTS), Image.open(path) as file:
        for number, size in sizes.items():
            file.seek(number - 1)
            yield number, partial(_of_image, upright(file), size)


def _of_image(frame: Image, size: _Size, scale: float, part: Box) -> Image:
    own = frame.width / size[0]
    cut = frame.crop((round(part.x0 * own), round(part.top * own), round(part.x1 * own), round(part.bottom * own)))
    return cut.resize((round((part.x1 - part.x0) * scale), round((part.bottom - part.top) * scale)))


def _picture(render: Render, size: _Size, words: Sequence[Box]) -> Picture:
    """The part of a page around the words, with these on yellow."""
    import numpy as np
    from PIL import Image

    part = _part(size, words)
    scale = min(limits.PICTURE_DPI / 72, _PIXELS / (part.x1 - part.x0))
    gray = np.asarray(render(scale, part))
    marked = np.zeros(gray.shape, dtype=bool)
    for box in words:
        left, right = ((x - part.x0) * scale for x in (box.x0, box.x1))
        upper, lower = ((y - part.top) * scale for y in (box.top, box.bottom))
        marked[max(int(upper) - 1, 0) : int(lower) + 2, max(int(left) - 2, 0) : int(right) + 3] = True
    printed = np.flatnonzero((gray < _PAPER).any(axis=0) | marked.any(axis=0))
    across = slice(max(printed[0] - _EDGE, 0), printed[-1] + _EDGE + 1) if printed.size else slice(None)
    shades = (gray.astype(int) * (_SHADES - 1) + 127) // 255 + _SHADES * marked
    picture = Image.fromarray(shades[:, across].astype(np.uint8), "P")
    picture.putpalette(_palette())
    file = io.BytesIO()
    picture.save(file, "PNG", bits=4, compress_level=_PACKED)
    return Picture(file.getvalue(), picture.width, picture.height)


def _part(size: _Size, words: Sequence[Box]) -> Box:
    """What is shown of a page: the words' lines, with a line above and below them."""
    width, height = size
    around = union(words)
    top = min(max(around.top - _AROUND, 0.0), height - 1)
    bottom = min(around.bottom + _AROUND, top + _TALLEST, height)
    wide = min(max(_WIDEST, around.x1 - around.x0 + 2 * _AROUND), width)
    left = min(max((around.x0 + around.x1 - wide) / 2, 0.0), width - wide)
    return Box(left, top, left + wide, max(bottom, top + 1))


def _palette() -> list[int]:
    """Red, green and blue of each shade, from black to the ground; first on paper, then on marked paper."""
    return [channel * shade // (_SHADES - 1) for ground in _GROUNDS for shade in range(_SHADES) for channel in ground]
