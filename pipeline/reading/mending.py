"""Other engines for what pdfium cannot read: pypdf writes a damaged file anew, pdfplumber reads a damaged page."""

from __future__ import annotations

import io
from pathlib import Path

from pipeline import limits
from pipeline.reading.inspection import FAULTS
from pipeline.reading.words import clean
from pipeline.records import Box, Word


def rebuilt(path: Path) -> bytes | None:
    """A PDF written anew from the pages that pypdf finds in a damaged one; None where it finds no PDF, b"" where no page."""
    from pypdf import PdfReader, PdfWriter

    try:
        reader = PdfReader(path, strict=False)
        pages = reader.pages[: limits.MAX_PAGES + 1]
        if not pages:
            return b""
        writer = PdfWriter()
        for page in pages:
            writer.add_page(page)
        stream = io.BytesIO()
        writer.write(stream)
    except FAULTS:
        return None
    return stream.getvalue()


def is_locked(path: Path) -> bool:
    """Whether a PDF that pdfium did not open is encrypted, as far as can be seen.

    pdfium may tell the reason why it did not open the file before.
    """
    from pypdf import PdfReader

    try:
        return PdfReader(path, strict=False).is_encrypted
    except FAULTS:
        return False


def words_of(path: Path, number: int, count: int) -> list[Word]:
    """A page's words as pdfplumber reads them; none where it cannot, or counts the file's pages otherwise."""
    import pdfplumber

    try:
        with pdfplumber.open(path) as document:
            if len(document.pages) != count:
                return []
            page = document.pages[number - 1]
            found = page.extract_words(x_tolerance=None, x_tolerance_ratio=0.15, extra_attrs=["size"])
    except FAULTS:
        return []
    return [
        Word(text, Box(word["x0"], word["top"], word["x1"], word["bottom"]), round(word["size"], 2))
        for word in found[: limits.MAX_CHARACTERS]
        if (text := clean(word["text"]))
    ]
