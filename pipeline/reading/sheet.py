"""All that pdfium knows of one page, taken at once, so that what follows may run in a thread of its own."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pypdfium2 as pdfium

from pipeline import limits
from pipeline.reading import forms
from pipeline.reading.drawing import Drawing, drawing
from pipeline.reading.geometry import Frame
from pipeline.reading.gibberish import is_gibberish
from pipeline.reading.visible import parted
from pipeline.reading.words import Print, printed
from pipeline.records import Box, Word

if TYPE_CHECKING:
    from PIL.Image import Image

_FEW = 40
"""Letters: a page with fewer, mostly covered by a picture, is a scan, perhaps with a stamp typed on it."""
_COVERED = 0.5
_PICTURE = 0.06
"""Of the page: a smaller picture is an ornament."""
_INKED = 20
"""Small pictures on a page that are looked at."""
_OUTLINES = 200
"""Shapes: a page with more, and hardly a letter, may have its letters drawn as shapes."""
_LETTER = (0.0, 0.0, 612.0, 792.0)
CLOSE = 3.0
"""Pixels to the point at which drawn tick boxes are looked for."""


@dataclass(frozen=True)
class Sheet:
    """One page, as the file has it."""

    number: int
    frame: Frame
    prints: tuple[Print, ...]
    """What a reader sees."""
    unseen: tuple[Print, ...]
    """What a reader does not see: invisible, tiny, of the color of its ground, or beyond the edge."""
    values: tuple[Word, ...]
    """Of form fields."""
    drawn: Drawing
    close: Image | None
    """The page in gray, `CLOSE` pixels to the point, where there may be drawn tick boxes or pictures of signatures."""
    is_scan: bool
    """The page is a picture, or its letters are drawn as shapes, or their codes are gibberish."""
    pictures: tuple[Box, ...]
    """Where pictures stand that may hold words."""
    inked: tuple[Box, ...]
    """Where pictures stand that may be signatures."""
    cut: bool = False
    """There are more characters than are read of a page."""


def take(document: pdfium.PdfDocument, index: int) -> Sheet:
    """Take a page apart.

    Raises:
        PdfiumError: the page is damaged.
        ValueError: it has no extent.
    """
    page = document[index]
    frame = frame_of(page)
    values = forms.fields(document, page, frame)
    if values.flattened:
        page.close()
        page = document[index]
    try:
        drawn = drawing(page, frame)
        prints, cut = printed(page, frame)
        inked = tuple(box for box in drawn.pictures if _may_be_ink(box, frame))[:_INKED]
        close = rendered(page, frame, CLOSE) if drawn.small or inked else None
        seen, unseen = parted(page, frame, prints)
        worthless = is_gibberish([item.word.text for item in seen])
    finally:
        page.close()
    if worthless:
        seen = []
    letters = sum(len(item.word.text) for item in seen) + sum(len(word.text) for word in values.words)
    pictures = tuple(box for box in drawn.pictures if _share(box, frame) >= _PICTURE)
    covered = sum(_share(box, frame) for box in drawn.pictures) >= _COVERED
    drawing_only = letters == 0 and (drawn.pictures or drawn.shapes)
    is_scan = worthless or (letters < _FEW and bool(covered or drawing_only or drawn.shapes >= _OUTLINES))
    return Sheet(
        index + 1, frame, tuple(seen), tuple(unseen), values.words, drawn, close, is_scan, pictures, inked, cut
    )


def picture_of(document: pdfium.PdfDocument, sheet: Sheet) -> tuple[Image, float]:
    """Render a page for OCR: the picture in gray, and its pixels to the point."""
    page = document[sheet.number - 1]
    try:
        frame = sheet.frame
        scale = min(limits.OCR_DPI / 72, math.sqrt(limits.OCR_PIXELS / (frame.width * frame.height)))
        return rendered(page, frame, scale), scale
    finally:
        page.close()


def rendered(page: pdfium.PdfPage, frame: Frame, scale: float) -> Image:
    """The page as a picture in gray, `scale` pixels to the point or fewer on a page of absurd size."""
    scale = min(scale, math.sqrt(limits.OCR_PIXELS / (frame.width * frame.height)))
    picture: Image = page.render(scale=scale, grayscale=True, may_draw_forms=False).to_pil()
    return picture


def frame_of(page: pdfium.PdfPage) -> Frame:
    """The crop box within the media box; as pdfium does, the US letter format where there is neither."""
    media = _ordered(page.get_mediabox())
    if media[2] - media[0] < 1 or media[3] - media[1] < 1:
        media = _LETTER
    crop = _ordered(page.get_cropbox())
    frame = (max(crop[0], media[0]), max(crop[1], media[1]), min(crop[2], media[2]), min(crop[3], media[3]))
    if frame[0] >= frame[2] or frame[1] >= frame[3]:
        frame = media
    if not all(math.isfinite(value) for value in frame) or frame[2] - frame[0] < 1 or frame[3] - frame[1] < 1:
        raise ValueError("the page has no extent")
    return Frame(*frame, rotation=page.get_rotation())


def _ordered(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """A box's left, lower, right and upper edges, in whatever order its corners are given."""
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])


def _may_be_ink(box: Box, frame: Frame) -> bool:
    """Whether a picture is of the size of a signature with its margins, and small enough not to be read for words."""
    width, height = box.x1 - box.x0, box.bottom - box.top
    return 30 <= width <= 340 and 8 <= height <= 140 and width >= height and _share(box, frame) < _PICTURE


def _share(box: Box, frame: Frame) -> float:
    """The part of the page that a box covers."""
    width = max(min(box.x1, frame.width) - max(box.x0, 0), 0)
    height = max(min(box.bottom, frame.height) - max(box.top, 0), 0)
    return width * height / (frame.width * frame.height)
