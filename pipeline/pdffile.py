"""A PDF opened by pdfium, with the first of some passwords that fits."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium


def unlocked(path: Path, passwords: tuple[str, ...] = ()) -> pdfium.PdfDocument:
    """Open a PDF; one that only its owner's password guards opens without.

    Raises:
        PdfiumError: it is damaged, or locked and no password fits.
    """
    file: Path | bytes = path
    if not _is_text(path):
        file = path.read_bytes()
    *earlier, last = (None, *passwords)
    for password in earlier:
        try:
            return pdfium.PdfDocument(file, password=password)
        except pdfium.PdfiumError as error:
            if "password" not in str(error).lower():
                raise
    return pdfium.PdfDocument(file, password=last)


def _is_text(path: Path) -> bool:
    """Whether a name is more than bytes; others pdfium cannot be told."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
