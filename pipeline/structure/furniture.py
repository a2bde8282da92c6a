"""Repeated headers and footers, and page numbers: on every page, and never an answer."""

from __future__ import annotations

import re
from collections import Counter

from pipeline.records import Document, Line, Page

MARGIN = 0.12
"""Share of the page's height, at its top and its foot, in which running heads stand."""

PAGE_NUMBER = re.compile(
    r"(?:page|pg\.?|p\.)?\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?|-\s*\d{1,4}\s*-|(?:page|pg\.?)\s+[ivxlc]+", re.IGNORECASE
)


def furniture(document: Document) -> frozenset[tuple[int, int]]:
    """Places, as (page number, line index), of page numbers and of running heads after their first page.

    A line in the margin is a running head when a like line (digits aside) stands in the margin of more than half of
    the pages, and of three at least; of both, in a document of two.
    """
    counts = Counter(key for page in document.pages for key in {_key(line) for line in page.lines if _marginal(line, page)})
    needed = max(min(3, len(document.pages)), len(document.pages) // 2 + 1)
    found = set()
    met: set[str] = set()
    for page in document.pages:
        for index, line in enumerate(page.lines):
            if not _marginal(line, page):
                continue
            repeated = len(document.pages) > 1 and counts[_key(line)] >= needed and _key(line) in met
            met.add(_key(line))
            if repeated or PAGE_NUMBER.fullmatch(line.text.strip()):
                found.add((page.number, index))
    return frozenset(found)


def _marginal(line: Line, page: Page) -> bool:
    return line.box.bottom < page.height * MARGIN or line.box.top > page.height * (1 - MARGIN)


def _key(line: Line) -> str:
    return re.sub(r"\d+", "#", line.text.casefold()).strip()
