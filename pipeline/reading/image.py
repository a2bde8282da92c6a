"""A picture submitted as a file: one page for each of its frames, through OCR."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from PIL import Image, ImageOps

from pipeline import limits
from pipeline.reading import ocr
from pipeline.reading.compose import Read, read_picture
from pipeline.reading.parts import Options, Part
from pipeline.records import Member, Page, PageText, Problem

_WIDTH = 612.0
"""Points: the shorter side of a picture as it is taken to be printed."""
_COARSEST = 150 / 72
"""Pixels to the point: a picture with fewer is taken to be printed smaller."""
_ORNAMENT = 100_000
"""Pixels: a picture with fewer is no page but, say, a logo in a message."""


def image_parts(member: Member, options: Options, *, first: int) -> Iterator[Part]:
    """Read a picture as if it were printed 612 points wide (or high), each of its frames on a page."""
    try:
        with Image.open(member.path) as picture:
            if picture.width * picture.height > 4 * limits.OCR_PIXELS:
                raise ValueError("too many pixels")
            there = getattr(picture, "n_frames", 1)
            count = min(there, limits.MAX_PAGES)
            message = f"Only the first {count:,} of {there:,} pages of {member.name} were read."
            cut = (Problem("too-many-pages", message, hides_content=True),) if there > count and first == 1 else ()
            yield Part(count=count, problems=cut)
            for number in range(first, count + 1):
                picture.seek(number - 1)
                page, problems = _page(upright(picture), number, options)
                yield Part(page, problems, notes=ocr.lacking(problems, options))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        message = f"{member.name} is a picture that is damaged or too large, and could not be read to its end."
        yield Part(problems=(Problem("damaged-file", message, hides_content=True),))


def upright(frame: Image.Image) -> Image.Image:
    """A frame as it is meant to be seen, on white paper and in gray."""
    return on_paper(frame).convert("L")


def on_paper(frame: Image.Image) -> Image.Image:
    """A frame as it is meant to be seen: turned upright, and on white where it is transparent."""
    picture = ImageOps.exif_transpose(frame)
    if picture.mode in ("RGBA", "LA", "P", "PA"):
        ground = Image.new("RGBA", picture.size, "white")
        return Image.alpha_composite(ground, picture.convert("RGBA"))
    return picture


def _page(picture: Image.Image, number: int, options: Options) -> Read:
    scale = max(min(picture.size) / _WIDTH, _COARSEST)
    blank = Page(number, round(picture.width / scale, 2), round(picture.height / scale, 2), PageText.UNREADABLE, ())
    if picture.width * picture.height < _ORNAMENT:
        return replace(blank, text=PageText.BLANK), ()
    if not options.ocr or not ocr.available():
        message = f"Page {number} is a picture and was not read."
        return blank, (Problem("no-ocr", message, page=number, hides_content=True),)
    wanted = min(limits.OCR_DPI / 72, math.sqrt(limits.OCR_PIXELS / (blank.width * blank.height)))
    if not 0.7 < scale / wanted < 1.5:
        picture = picture.resize((round(blank.width * wanted), round(blank.height * wanted)), Image.Resampling.LANCZOS)
        scale = wanted
    return read_picture(picture, scale, blank)
