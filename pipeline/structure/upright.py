"""Pages that lie sideways or upside down: their lines are read as they stand once the page is turned.

Everything that structure knows of a page, such as its margins, its columns and what follows below what, holds for the page
turned upright. What it finds is given with the boxes of the page as it lies, where evidence is shown and marked.
"""

from __future__ import annotations

from dataclasses import replace

from pipeline.reading.geometry import Frame
from pipeline.reading.layout import moved, moved_table
from pipeline.records import Box, Page, Passage, Word


def turned(page: Page) -> Page:
    """The page turned upright."""
    if not page.turn:
        return page
    frame = Frame(0, 0, page.width, page.height)

    def move(box: Box) -> Box:
        return frame.turn(box, page.turn)

    width, height = (page.height, page.width) if page.turn in (90, 270) else (page.width, page.height)
    lines = tuple(moved(line, move) for line in page.lines)
    tables = tuple(moved_table(table, move) for table in page.tables)
    return replace(page, width=width, height=height, lines=lines, tables=tables)


def laid(passage: Passage, page: Page) -> Passage:
    """A passage found on a page that was turned upright, with the boxes of the page as it lies."""
    if not page.turn:
        return passage
    frame = Frame(0, 0, page.width, page.height)

    def back(words: tuple[Word, ...]) -> tuple[Word, ...]:
        return tuple(replace(word, box=frame.turned_back(word.box, page.turn)) for word in words)

    return replace(
        passage,
        words=back(passage.words),
        label_words=back(passage.label_words),
        box=frame.turned_back(passage.box, page.turn),
    )
