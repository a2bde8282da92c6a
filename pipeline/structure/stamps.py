"""Stamps, such as RECEIVED with a date and an office: taken off a page's lines, so that none heads what follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.records import Box, Line, Page, Word
from pipeline.structure.segments import split_gaps, text_of

_HEAD = re.compile(
    r"(?:date )?(?:received|rec['’]?d|filed|paid|recorded|accepted|entered)\b"
    r"(?:\W+(?:[A-Z]{3,9}\.? ?\d.*|\d.*|by|for record|in full|for filing|"
    r"(?:[\w'’]+\W+){0,2}(?:clerk|office|town|city|board)))?\W*",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}|"
    r"\d{1,2}[-/. ]+(?:\d{1,2}|[a-z]{3,9})[-/. ,]+"
    r"\d{2,4}|['’]?\d{4}\b|\d{1,2}:\d\d|[ap]\.?m\b)",
    re.IGNORECASE,
)
_OFFICE = re.compile(
    r"\b(?:town|city|village|county|clerk|office|select(?:man|men|board)|board|dep(?:t|artment)|manager|by|check|cash|no)\b",
    re.IGNORECASE,
)
_LONGEST = 6
"""Words on one line of a stamp."""


@dataclass(frozen=True)
class _Part:
    """Part of a line without a wide gap."""

    line: int
    words: tuple[Word, ...]
    box: Box


def without_stamps(page: Page) -> tuple[Page, list[tuple[Word, ...]]]:
    """The page without its stamps, and the words of each stamp from its top."""
    if not any(_is_head(part) for line in page.lines for part in split_gaps(line.words)):
        return page, []
    inside = [line for line in page.lines if any(_within(line.box, table.box) for table in page.tables)]
    parts = [
        _Part(index, part, _around(part))
        for index, line in enumerate(page.lines)
        if line not in inside
        for part in split_gaps(line.words)
    ]
    stamps: list[tuple[Word, ...]] = []
    taken: set[int] = set()
    for head in (part for part in parts if _is_head(part.words)):
        group = _group(head, parts)
        if id(head) not in taken and (len(group) > 1 or _DATE.search(text_of(head.words))):
            stamps.append(tuple(word for part in group for word in part.words))
            taken.update(id(part) for part in group)
    gone = {id(word) for words in stamps for word in words}
    lines = (_left(line, gone) for line in page.lines)
    return replace(page, lines=tuple(line for line in lines if line is not None)), stamps


def _is_head(words: Sequence[Word]) -> bool:
    """Whether the words are a stamp's first line: in capitals, short, and no label with a blank behind it."""
    text = text_of(words)
    said = [char for char in text if char.isalpha()]
    capitals = sum(char.isupper() for char in said) >= 0.75 * len(said)
    return (
        len(words) <= _LONGEST
        and capitals
        and bool(_HEAD.fullmatch(text))
        and text[-1] not in ":_"
        and "__" not in text
    )


def _group(head: _Part, parts: Sequence[_Part]) -> list[_Part]:
    """The stamp's lines below its head, and one above: dates and offices that stand under each other."""
    group = [head]
    for part in sorted(parts, key=lambda part: part.box.top):
        last = group[-1]
        below = part.box.top - last.box.bottom
        steep = max(word.size for word in last.words)
        if part is not head and -steep < below < 1.3 * steep and _stacked(part.box, last.box, steep):
            middle = (part.box.top + part.box.bottom) / 2
            if middle > (last.box.top + last.box.bottom) / 2 and _goes_on(part, group):
                group.append(part)
    return _above(head, parts) + group


def _above(head: _Part, parts: Sequence[_Part]) -> list[_Part]:
    """The town's or the office's name on top of a stamp, set in the stamp's own type."""
    own, steep = head.words[0], max(word.size for word in head.words)
    return [
        part
        for part in parts
        if -steep < head.box.top - part.box.bottom < 0.9 * steep
        and part.box.top < head.box.top - 0.3 * steep
        and _stacked(part.box, head.box, steep)
        and len(part.words) <= 3
        and part.words[0].font == own.font != ""
        and part.words[0].bold == own.bold
        and 0.6 < part.words[0].size / own.size < 1.05
        and (text_of(part.words).isupper() or _OFFICE.search(text_of(part.words)))
    ][-1:]


def _goes_on(part: _Part, group: Sequence[_Part]) -> bool:
    text = text_of(part.words)
    if len(part.words) > _LONGEST or len(group) > 4 or text.endswith(":"):
        return False
    short = text.isupper() and len(part.words) <= 3 and len(group) < 3
    return bool(
        _DATE.search(text) or (_OFFICE.search(text) and all(word.text[0].isupper() for word in part.words)) or short
    )


def _stacked(first: Box, second: Box, size: float) -> bool:
    shared = min(first.x1, second.x1) - max(first.x0, second.x0)
    apart = abs((first.x0 + first.x1) - (second.x0 + second.x1)) / 2
    return shared > 0.5 * min(first.x1 - first.x0, second.x1 - second.x0) and (
        apart < 4 * size or abs(first.x0 - second.x0) < size
    )


def _left(line: Line, gone: set[int]) -> Line | None:
    words = tuple(word for word in line.words if id(word) not in gone)
    if len(words) == len(line.words):
        return line
    return replace(line, words=words, box=_around(words)) if words else None


def _around(words: Sequence[Word]) -> Box:
    return Box(
        min(word.box.x0 for word in words),
        min(word.box.top for word in words),
        max(word.box.x1 for word in words),
        max(word.box.bottom for word in words),
    )


def _within(box: Box, frame: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
    return frame.x0 <= x <= frame.x1 and frame.top <= y <= frame.bottom
