"""A PDF's pages, one after the other; those that need OCR are read in threads beside."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline import limits
from pipeline.pdffile import unlocked
from pipeline.reading import ocr
from pipeline.reading.compose import Read, compose
from pipeline.reading.parts import Options, Part
from pipeline.reading.sheet import picture_of, take
from pipeline.records import Member, Page, PageText, Problem


def pdf_parts(member: Member, options: Options, *, first: int, ahead: bool) -> Iterator[Part]:
    """Read every page up to `limits.MAX_PAGES`; what cannot be opened gives no page and a problem."""
    try:
        document = unlocked(member.path, options.passwords)
    except pdfium.PdfiumError as error:
        yield Part(problems=(_refused(member, str(error), options),))
        return
    try:
        faults = tuple(_faults(document, member))
        count = min(len(document), limits.MAX_PAGES)
        yield Part(count=count, problems=faults if first == 1 else ())
        for page, problems in _pages(document, range(first - 1, count), options, ahead=ahead):
            yield Part(page, problems, notes=ocr.lacking(problems, options))
    finally:
        document.close()


def _refused(member: Member, error: str, options: Options) -> Problem:
    if "password" in error.lower():
        wanted = "none of the passwords given opens it" if options.passwords else "give its password with --password"
        message = f"{member.name} is locked with a password and was not read: {wanted}."
        return Problem("encrypted", message, hides_content=True)
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


def _pages(document: pdfium.PdfDocument, indexes: range, options: Options, *, ahead: bool) -> Iterator[Read]:
    """Read page by page, a few ahead of the OCR engine where that is allowed, and give the pages in their order."""
    waiting = 2 * limits.OCR_THREADS if ahead else 0
    with ThreadPoolExecutor(limits.OCR_THREADS) as pool:
        begun: deque[Future[Read]] = deque()
        for index in indexes:
            begun.append(_begun(document, index, pool, options))
            while len(begun) > waiting:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()


def _begun(document: pdfium.PdfDocument, index: int, pool: ThreadPoolExecutor, options: Options) -> Future[Read]:
    try:
        sheet = take(document, index)
        wanted = options.ocr and ocr.available() and (sheet.is_scan or sheet.pictures)
        picture = picture_of(document, sheet) if wanted else None
    except (pdfium.PdfiumError, ValueError):
        number = index + 1
        message = f"Page {number} is damaged and could not be read."
        lost = Page(number, 612.0, 792.0, PageText.UNREADABLE, ())
        return _done((lost, (Problem("damaged-page", message, page=number, hides_content=True),)))
    if picture is not None:
        return pool.submit(compose, sheet, picture)
    return _done(compose(sheet, None))


def _done(read: Read) -> Future[Read]:
    done: Future[Read] = Future()
    done.set_result(read)
    return done
