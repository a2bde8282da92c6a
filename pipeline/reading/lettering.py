"""Letters that do not stand on the line that they belong to: drop capitals, raised notes, and words behind the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from pipeline.reading.geometry import overlap
from pipeline.records import Box, Word

_DROPPED = 1.7
"""Times that a drop capital is larger than the word it begins."""
_BEHIND = 3.0
"""Times that a watermark is larger than the words that it runs across."""
_RAISED = 0.2
"""Font sizes by which the foot of a raised note stands higher than that of the word before it."""
_MOST = 200
"""Words of each sort that are looked at on a page."""
_NOTE = re.compile(r"\(?\d{1,2}\)?(?:,\d{1,2})*|[*†‡§]+")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b[.,;:]?", re.IGNORECASE)


def set_right(words: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """The words with drop capitals and raised endings joined to theirs and without note marks; and those behind them.

    A note's number right behind a word would be read as a count of what follows.
    """
    if not words:
        return [], []
    usual = median(word.size for word in words)
    large = [word for word in words if word.size > _BEHIND * usual][:_MOST]
    behind = [word for word in large if _is_crossed(word, words)]
    gone = {id(word) for word in behind}
    kept = [word for word in words if id(word) not in gone]
    return _without_notes(_with_capitals(kept, usual), usual), behind


def _is_crossed(word: Word, words: Sequence[Word]) -> bool:
    """Whether smaller words stand upon a large one."""
    crossing = (
        other
        for other in words
        if other.size * _BEHIND < word.size
        and overlap((word.box.x0, word.box.x1), (other.box.x0, other.box.x1)) > other.size
        and word.box.top < (other.box.top + other.box.bottom) / 2 < word.box.bottom
    )
    return sum(1 for _ in crossing) >= 2


def _with_capitals(words: list[Word], usual: float) -> list[Word]:
    for capital in [word for word in words if _is_capital(word, usual)][:_MOST]:
        beside = [
            word
            for word in words
            if 0.3 * word.size < capital.size / _DROPPED
            and word.size * _DROPPED < capital.size
            and -0.2 * capital.size < word.box.x0 - capital.box.x1 < 0.5 * capital.size
            and capital.box.top - 0.5 * word.size < (word.box.top + word.box.bottom) / 2 < capital.box.bottom
        ]
        first = min(beside, key=lambda word: word.box.top, default=None)
        if first is None or len({round(word.box.top) for word in beside}) < 2 or not first.text[0].isalpha():
            continue
        whole = replace(
            first,
            text=capital.text + first.text,
            box=Box(capital.box.x0, first.box.top, first.box.x1, first.box.bottom),
        )
        words = [whole if word is first else word for word in words if word is not capital]
    return words


def _is_capital(word: Word, usual: float) -> bool:
    return len(word.text) == 1 and word.text.isupper() and word.size > _DROPPED * usual


def _without_notes(words: list[Word], usual: float) -> list[Word]:
    """Raised notes taken out; the raised ending of `10th` joined to its number."""
    small = [word for word in words if word.size < usual]
    for note in [word for word in small if _NOTE.fullmatch(word.text) or _ORDINAL.fullmatch(word.text)][:_MOST]:
        owner = next((word for word in words if _is_raised(note, word)), None)
        if owner is None:
            continue
        if _ORDINAL.fullmatch(note.text):
            if not owner.text[-1].isdecimal():
                continue
            whole = replace(owner, text=owner.text + note.text, box=replace(owner.box, x1=note.box.x1))
            words = [whole if word is owner else word for word in words if word is not note]
        elif owner.text[-1].isalpha() or owner.text[-1] in '.,;:)”"':
            words = [word for word in words if word is not note]
    return words


def _is_raised(note: Word, word: Word) -> bool:
    """Whether a small word stands right behind another, above the foot of its letters."""
    return (
        word is not note
        and note.size < word.size
        and -0.15 * word.size < note.box.x0 - word.box.x1 < 0.2 * word.size
        and note.box.bottom < word.box.bottom - _RAISED * word.size
        and overlap((note.box.top, note.box.bottom), (word.box.top, word.box.bottom)) > 0
    )
