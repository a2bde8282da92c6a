"""Stage 3: a document's lines become passages, each knowing the headings above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from pipeline.records import Box, Document, Page, Passage, PassageKind, Word
from pipeline.structure.blocks import Block, blocks
from pipeline.structure.dialogue import answered
from pipeline.structure.furniture import furniture, without_quoting
from pipeline.structure.headings import body_size, run_in
from pipeline.structure.joints import across_pages, mended, vocabulary
from pipeline.structure.segments import text_of
from pipeline.structure.stamps import without_stamps
from pipeline.structure.upright import laid, turned

__all__ = ["passages"]


def passages(document: Document) -> tuple[Passage, ...]:
    """All passages of the document in reading order, running heads and page numbers last on each page."""
    laid_pages = {page.number: page for page in document.pages}
    parted = [without_stamps(without_quoting(turned(page))) for page in document.pages]
    document = replace(document, pages=tuple(page for page, _ in parted))
    stamps = {page.number: found for page, found in parted}
    skipped = furniture(document)
    body = body_size(document.pages)
    title = re.sub(r"[_\s]+", " ", PurePosixPath(document.name).stem).strip()
    open_headings: list[tuple[int, str]] = [(0, title)]
    found: list[Passage] = []
    known = vocabulary(document)
    for page in document.pages:
        skip = frozenset(index for number, index in skipped if number == page.number)
        for block in blocks(page, skip, body):
            block.words = mended(block.words, known)
            found.extend(_passages_of(block, page, document.name, open_headings))
        for words in stamps[page.number]:
            block = Block(PassageKind.PARAGRAPH, list(words))
            found.append(_passage(block.kind, block.words, block, page, document.name, open_headings[:1]))
        for index in sorted(skip):
            line = page.lines[index]
            found.append(
                Passage(
                    document.name, page.number, PassageKind.FURNITURE, line.text, line.words, line.box, ocr=line.ocr
                )
            )
    return tuple(answered(across_pages([laid(passage, laid_pages[passage.page]) for passage in found])))


def _passages_of(block: Block, page: Page, file: str, open_headings: list[tuple[int, str]]) -> Iterator[Passage]:
    """The block as a passage, its run-in heading ahead of it; keeps the open headings true."""
    if block.kind is PassageKind.HEADING:
        yield _passage(block.kind, block.words, block, page, file, open_headings)
        _open(open_headings, block.level, text_of(block.words))
        return
    prose = block.kind in (PassageKind.PARAGRAPH, PassageKind.LIST_ITEM)
    cut = run_in(block.words) if prose and block.ticked is None else 0
    if cut:
        yield _passage(PassageKind.HEADING, block.words[:cut], block, page, file, open_headings)
        _open(open_headings, 5, text_of(block.words[:cut]))
    yield _passage(block.kind, block.words[cut:], block, page, file, open_headings)


def _open(open_headings: list[tuple[int, str]], level: int, text: str) -> None:
    while open_headings[-1][0] >= level:
        open_headings.pop()
    open_headings.append((level, text))


def _passage(
    kind: PassageKind, words: list[Word], block: Block, page: Page, file: str, open_headings: list[tuple[int, str]]
) -> Passage:
    shown = words or block.label
    text = " | ".join(cell for _, cell in block.cells if cell.strip()) if block.cells else text_of(words)
    return Passage(
        file=file,
        page=page.number,
        kind=kind,
        text=text,
        words=tuple(words),
        box=_around(shown),
        heading_path=tuple(text for _, text in open_headings),
        label=text_of(block.label),
        label_words=tuple(block.label),
        cells=block.cells,
        ticked=block.ticked,
        ocr=page.text.value == "ocr",
    )


def _around(words: list[Word]) -> Box:
    return Box(
        min(word.box.x0 for word in words),
        min(word.box.top for word in words),
        max(word.box.x1 for word in words),
        max(word.box.bottom for word in words),
    )
