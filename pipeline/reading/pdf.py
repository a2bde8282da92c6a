"""A PDF's pages, one after the other; those that need OCR are read in threads beside."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline import limits
from pipeline.pdffile import unlocked
from pipeline.reading import layout, mending, ocr
from pipeline.reading.compose import Read, compose
from pipeline.reading.inspection import inspected
from pipeline.reading.parts import Options, Part
from pipeline.reading.sheet import picture_of, take
from pipeline.records import Member, Page, PageText, Problem

_TAIL = 4_096
"""Bytes at the end of a file, in which the mark of its end is looked for."""


def pdf_parts(member: Member, options: Options, *, first: int, ahead: bool) -> Iterator[Part]:
    """Read every page up to `limits.MAX_PAGES`; what cannot be opened gives no page and a problem."""
    opened = _opened(member, options)
    if isinstance(opened, Problem):
        yield Part(problems=(opened,))
        return
    document, problems = opened
    try:
        if document.get_formtype():
            document.init_forms()
        inspection = inspected(member.path, len(document))
        there = min(len(document), inspection.leaves or len(document))
        count = min(there, limits.MAX_PAGES)
        problems += [*_faults(document, member, there), *inspection.problems(member.name)]
        yield Part(count=count, problems=tuple(problems) if first == 1 else ())
        pages = _pages(document, member.path, range(first - 1, count), options, ahead=ahead)
        for page, own in (_torn(read) if read[0].number in inspection.torn else read for read in pages):
            yield Part(page, own, notes=ocr.lacking(own, options))
    finally:
        document.close()


def _opened(member: Member, options: Options) -> tuple[pdfium.PdfDocument, list[Problem]] | Problem:
    """The document, written anew by another engine where it is too damaged; or why there is none."""
    try:
        return unlocked(member.path, options.passwords), []
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower() and mending.is_locked(member.path):
            return _locked(member, options)
    data = mending.rebuilt(member.path)
    if data == b"":
        return Problem("no-pages", f"{member.name} has no pages.", hides_content=True)
    try:
        if data is not None:
            message = f"{member.name} is damaged: what could be saved of it was read."
            return pdfium.PdfDocument(data), [Problem("damaged-file", message, hides_content=True)]
    except pdfium.PdfiumError:
        pass
    return Problem("damaged-file", f"{member.name} is damaged and could not be opened.", hides_content=True)


def _locked(member: Member, options: Options) -> Problem:
    wanted = "none of the passwords given opens it" if options.passwords else "give its password with --password"
    return Problem(
        "encrypted", f"{member.name} is locked with a password and was not read: {wanted}.", hides_content=True
    )


def _faults(document: pdfium.PdfDocument, member: Member, count: int) -> Iterator[Problem]:
    """What is wrong with the whole, which has so many pages."""
    if document.get_formtype() == raw.FORMTYPE_XFA_FULL:
        message = f"{member.name} is a dynamic form, which only its maker's program shows: ask for a printed copy."
        yield Problem("dynamic-form", message, hides_content=True)
    if count == 0:
        yield Problem("no-pages", f"{member.name} has no pages.", hides_content=True)
    if count > limits.MAX_PAGES:
        message = f"Only the first {limits.MAX_PAGES:,} of {count:,} pages of {member.name} were read."
        yield Problem("too-many-pages", message, hides_content=True)
    if not _ends(member.path):
        message = f"{member.name} does not end as a PDF does: it was perhaps not sent whole."
        yield Problem("cut-off", message, hides_content=True)


def _ends(path: Path) -> bool:
    """Whether there is an end-of-file mark about where it should be; some senders fill a file up with zeros behind it."""
    end, tail = path.stat().st_size, b""
    with path.open("rb") as file:
        while end and not tail:
            start = file.seek(max(end - _TAIL, 0))
            tail = file.read(end - start).rstrip(b"\0")
            end = start + len(tail)
        file.seek(max(end - _TAIL, 0))
        return b"%%EOF" in file.read(_TAIL)


def _pages(
    document: pdfium.PdfDocument, path: Path, indexes: range, options: Options, *, ahead: bool
) -> Iterator[Read]:
    """Read page by page, a few ahead of the OCR engine where that is allowed, and give the pages in their order."""
    waiting = 2 * limits.OCR_THREADS if ahead else 0
    with ThreadPoolExecutor(limits.OCR_THREADS) as pool:
        begun: deque[Future[Read]] = deque()
        for index in indexes:
            begun.append(_begun(document, path, index, pool, options))
            while len(begun) > waiting:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()


def _begun(
    document: pdfium.PdfDocument, path: Path, index: int, pool: ThreadPoolExecutor, options: Options
) -> Future[Read]:
    try:
        sheet = take(document, index)
        wanted = options.ocr and ocr.available() and (sheet.is_scan or sheet.pictures)
        picture = picture_of(document, sheet) if wanted else None
    except (pdfium.PdfiumError, ValueError):
        return _done(_elsewhere(path, index + 1, len(document)))
    if picture is not None:
        return pool.submit(compose, sheet, picture)
    return _done(compose(sheet, None))


def _elsewhere(path: Path, number: int, count: int) -> Read:
    """A page that pdfium cannot load, as another engine reads it; whether that saw all, nobody knows."""
    words = mending.words_of(path, number, count)
    page = Page(number, 612.0, 792.0, PageText.UNREADABLE, tuple(layout.lines(words)))
    told = "only what could be saved of it was read" if words else "could not be read"
    problem = Problem("damaged-page", f"Page {number} is damaged: {told}.", page=number, hides_content=True)
    return page, (problem,)


def _torn(read: Read) -> Read:
    """A page part of whose content is lost, though pdfium does not say so."""
    page, problems = read
    message = f"Page {page.number} is damaged: part of what it says is lost."
    lost = Problem("damaged-page", message, page=page.number, hides_content=True)
    return replace(page, text=PageText.UNREADABLE), (*problems, lost)


def _done(read: Read) -> Future[Read]:
    done: Future[Read] = Future()
    done.set_result(read)
    return done
