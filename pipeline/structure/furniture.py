"""Repeated headers and footers, and page numbers: on every page, and never an answer."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from pipeline.reading.geometry import union
from pipeline.records import Document, Line, Page

MARGIN = 0.12
"""Share of the page's height, at its top and its foot, in which running heads stand."""

DRAWN = 15
"""Lines below which a page may be a drawing, whose title block says something on each sheet."""

PAGE_NUMBER = re.compile(
    r"(?:page|pg\.?|p\.)?\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?|-\s*\d{1,4}\s*-|(?:page|pg\.?)\s+[ivxlc]+"
    r"|(?:https?|file)://\S+(?:\s+\d{1,4}/\d{1,4})?",
    re.IGNORECASE,
)
"""Of the page, and the address with which a browser prints it."""

QUOTING = re.compile(r">+")
"""What mail programs put before each line of an older message."""


def furniture(document: Document) -> frozenset[tuple[int, int]]:
    """Places, as (page number, line index), of page numbers and of running heads after their first page.

    A line in the margin is a running head when a like line (digits aside) stands in the margin of more than half of
    the pages, and of three at least; of both, in a document of two.
    """
    counts = Counter(
        key for page in document.pages for key in {_key(line) for line in page.lines if _marginal(line, page)}
    )
    needed = max(min(3, len(document.pages)), len(document.pages) // 2 + 1)
    found = set()
    met: set[str] = set()
    for page in document.pages:
        drawn = len(page.lines) < DRAWN
        for index, line in enumerate(page.lines):
            if not _marginal(line, page) or (drawn and not PAGE_NUMBER.fullmatch(line.text.strip())):
                continue
            repeated = len(document.pages) > 1 and counts[_key(line)] >= needed and _key(line) in met
            met.add(_key(line))
            if repeated or PAGE_NUMBER.fullmatch(line.text.strip()):
                found.add((page.number, index))
    return frozenset(found)


def without_quoting(page: Page) -> Page:
    """The page without the marks before the lines of a quoted message, which would stand within its sentences."""
    quoted = [line for line in page.lines if QUOTING.fullmatch(line.words[0].text)]
    if len(quoted) < 2:
        return page
    lines = []
    for line in page.lines:
        words = line.words
        while words and QUOTING.fullmatch(words[0].text):
            words = words[1:]
        if words:
            lines.append(replace(line, words=words, box=union(word.box for word in words)))
    return replace(page, lines=tuple(lines))


def _marginal(line: Line, page: Page) -> bool:
    return line.box.bottom < page.height * MARGIN or line.box.top > page.height * (1 - MARGIN)


def _key(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.casefold()).strip()
