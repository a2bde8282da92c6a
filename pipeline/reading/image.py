"""A picture submitted as a file: one page for each of its frames, through OCR."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import replace

from PIL import Image, ImageOps, ImageSequence

from pipeline import limits
from pipeline.reading import ocr
from pipeline.reading.compose import Read, read_picture
from pipeline.reading.pdf import INSTALL
from pipeline.records import Document, Member, Page, PageText, Problem

_WIDTH = 612.0
"""Points: the shorter side of a picture as it is taken to be printed."""
_COARSEST = 150 / 72
"""Pixels to the point: a picture with fewer is taken to be printed smaller."""
_ORNAMENT = 100_000
"""Pixels: a picture with fewer is no page but, say, a logo in a message."""


def image_document(member: Member, *, with_ocr: bool) -> Document:
    """Read a picture as if it were printed 612 points wide (or high), each of its frames on a page."""
    pages: list[Page] = []
    problems: list[Problem] = []
    try:
        with Image.open(io.BytesIO(member.data)) as picture:
            for page, own in _frames(picture, with_ocr):
                pages.append(page)
                problems += own
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        message = f"{member.name} is a picture that is damaged or too large, and could not be opened."
        problems.append(Problem("damaged-file", message, hides_content=True))
    named = tuple(replace(problem, file=member.name) for problem in problems)
    return Document(member.name, member.sha256, tuple(pages), named)


def _frames(picture: Image.Image, with_ocr: bool) -> Iterator[Read]:
    if picture.width * picture.height > 4 * limits.OCR_PIXELS:
        raise ValueError("too many pixels")
    for number, frame in enumerate(ImageSequence.Iterator(picture), start=1):
        if number > limits.MAX_PAGES:
            break
        yield _page(upright(frame), number, with_ocr)


def upright(frame: Image.Image) -> Image.Image:
    """A frame as it is meant to be seen, on white paper and in gray."""
    picture = ImageOps.exif_transpose(frame)
    if picture.mode in ("RGBA", "LA", "P", "PA"):
        ground = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(ground, picture.convert("RGBA"))
    return picture.convert("L")


def _page(picture: Image.Image, number: int, with_ocr: bool) -> Read:
    scale = max(min(picture.size) / _WIDTH, _COARSEST)
    blank = Page(number, round(picture.width / scale, 2), round(picture.height / scale, 2), PageText.UNREADABLE, ())
    if picture.width * picture.height < _ORNAMENT:
        return replace(blank, text=PageText.BLANK), ()
    if not with_ocr or not ocr.available():
        message = f"Page {number} is a picture and was not read. {INSTALL if with_ocr else ''}".strip()
        return blank, (Problem("no-ocr", message, page=number, hides_content=True),)
    wanted = min(limits.OCR_DPI / 72, math.sqrt(limits.OCR_PIXELS / (blank.width * blank.height)))
    if not 0.7 < scale / wanted < 1.5:
        picture = picture.resize((round(blank.width * wanted), round(blank.height * wanted)), Image.Resampling.LANCZOS)
        scale = wanted
    return read_picture(picture, scale, blank)
