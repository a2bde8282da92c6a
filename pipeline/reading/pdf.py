"""A PDF's pages, one after the other; those that need OCR are read in threads beside."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline import limits
from pipeline.reading import ocr
from pipeline.reading.compose import Read, compose
from pipeline.reading.sheet import picture_of, take
from pipeline.records import Document, Member, Page, PageText, Problem

INSTALL = "Install tesseract-ocr with its English data, so that scanned pages can be read."


def pdf_document(member: Member, *, with_ocr: bool) -> Document:
    """Read every page up to `limits.MAX_PAGES`; what cannot be opened gives no page and a problem."""
    try:
        document = pdfium.PdfDocument(member.data)
    except pdfium.PdfiumError as error:
        return _document(member, [], [_refused(member, str(error))])
    try:
        problems = list(_faults(document, member))
        pages = []
        for page, own in _pages(document, with_ocr):
            pages.append(page)
            problems += own
        return _document(member, pages, problems)
    finally:
        document.close()


def _document(member: Member, pages: list[Page], problems: list[Problem]) -> Document:
    named = tuple(replace(problem, file=member.name) for problem in problems)
    return Document(member.name, member.sha256, tuple(pages), named)


def _refused(member: Member, error: str) -> Problem:
    if "password" in error.lower():
        return Problem("encrypted", f"{member.name} is locked with a password and was not read.", hides_content=True)
    return Problem("damaged-file", f"{member.name} is damaged and could not be opened.", hides_content=True)


def _faults(document: pdfium.PdfDocument, member: Member) -> Iterator[Problem]:
    """What is wrong with the whole; the form's environment is made ready on the way."""
    if document.get_formtype():
        document.init_forms()
    count = len(document)
    if document.get_formtype() == raw.FORMTYPE_XFA_FULL:
        message = f"{member.name} is a dynamic form, which only its maker's program shows: ask for a printed copy."
        yield Problem("dynamic-form", message, hides_content=True)
    if count == 0:
        yield Problem("no-pages", f"{member.name} has no pages.", hides_content=True)
    if count > limits.MAX_PAGES:
        message = f"Only the first {limits.MAX_PAGES:,} of {count:,} pages of {member.name} were read."
        yield Problem("too-many-pages", message, hides_content=True)


def _pages(document: pdfium.PdfDocument, with_ocr: bool) -> Iterator[Read]:
    """Read page by page, a few ahead of the OCR engine, and give the pages in their order."""
    with ThreadPoolExecutor(limits.OCR_THREADS) as pool:
        ahead: deque[Future[Read]] = deque()
        for index in range(min(len(document), limits.MAX_PAGES)):
            ahead.append(_begun(document, index, pool, with_ocr))
            while len(ahead) > 2 * limits.OCR_THREADS:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _begun(document: pdfium.PdfDocument, index: int, pool: ThreadPoolExecutor, with_ocr: bool) -> Future[Read]:
    try:
        sheet = take(document, index)
        wanted = with_ocr and ocr.available() and (sheet.is_scan or sheet.pictures)
        picture = picture_of(document, sheet) if wanted else None
    except (pdfium.PdfiumError, ValueError):
        number = index + 1
        message = f"Page {number} is damaged and could not be read."
        lost = Page(number, 612.0, 792.0, PageText.UNREADABLE, ())
        return _done((lost, (Problem("damaged-page", message, page=number, hides_content=True),)))
    if picture is not None:
        return pool.submit(compose, sheet, picture, "")
    return _done(compose(sheet, None, INSTALL if with_ocr else ""))


def _done(read: Read) -> Future[Read]:
    done: Future[Read] = Future()
    done.set_result(read)
    return done
