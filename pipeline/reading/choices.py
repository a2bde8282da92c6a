"""Answers of a form that are circled, or left when the others are struck out, read as ticked ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.reading.geometry import overlap, within
from pipeline.reading.layout import rows
from pipeline.records import TICKED, UNTICKED, Box, Word

_ANSWER = re.compile(r"\(?(?:yes|no|n/a|y|n)\)?[.,;]?", re.IGNORECASE)
_BETWEEN = re.compile(r"[/|]|or", re.IGNORECASE)
_APART = 12.0
"""Font sizes between two answers to one question at most."""
_AROUND = 2.2
"""Font sizes by which a ring may be wider or higher than what it stands around."""


def marked(words: Sequence[Word], curves: Sequence[Box], rules: Sequence[Box]) -> list[Word]:
    """The words, with a mark before each of several answers where one of them is chosen by a ring or by strokes.

    `curves` are shapes that a pen or a program may have drawn around a word.
    """
    if not curves and not rules:
        return list(words)
    found = list(words)
    for row in rows(words):
        for answers in _alternatives(row):
            ringed = [any(_rings(curve, word) for curve in curves) for word in answers]
            struck = [any(_strikes(rule, word) for rule in rules) for word in answers]
            chosen = ringed if any(ringed) else [not strike for strike in struck]
            if sum(chosen) == 1:
                found += [_mark(word, ticked) for word, ticked in zip(answers, chosen, strict=True)]
                found = [word for word in found if not _parts(word, answers)]
    return found


def _alternatives(row: Sequence[Word]) -> list[list[Word]]:
    """Different answers that stand beside each other with nothing but a stroke or "or" between them."""
    groups: list[list[Word]] = [[]]
    for word in row:
        if _ANSWER.fullmatch(word.text):
            last = groups[-1][-1] if groups[-1] else None
            if last is not None and word.box.x0 - last.box.x1 > _APART * word.size:
                groups.append([])
            groups[-1].append(word)
        elif not _BETWEEN.fullmatch(word.text):
            groups.append([])
    return [group for group in groups if 1 < len(group) == len({word.text.lower() for word in group})]


def _rings(curve: Box, word: Word) -> bool:
    wide, high = curve.x1 - curve.x0, curve.bottom - curve.top
    own_wide, own_high = word.box.x1 - word.box.x0, word.box.bottom - word.box.top
    fits = own_wide < wide < own_wide + _AROUND * word.size and 0.7 * own_high < high < own_high + _AROUND * word.size
    return fits and within(word.box, curve, 0.75)


def _strikes(rule: Box, word: Word) -> bool:
    """Whether a level line runs through the middle of a word and no further than its ends."""
    middle, height = (rule.top + rule.bottom) / 2, word.box.bottom - word.box.top
    level = rule.bottom - rule.top < 2.5 and 0.3 < (middle - word.box.top) / height < 0.75
    own = word.box.x1 - word.box.x0
    return level and overlap((rule.x0, rule.x1), (word.box.x0, word.box.x1)) > 0.7 * own and rule.x1 - rule.x0 < 2 * own


def _mark(word: Word, ticked: bool) -> Word:
    edge = word.box.x0 - 0.1
    return Word(TICKED if ticked else UNTICKED, Box(edge, word.box.top, edge + 0.1, word.box.bottom), word.size)


def _parts(word: Word, answers: Sequence[Word]) -> bool:
    """Whether a word is the stroke between two answers."""
    first, last = answers[0].box, answers[-1].box
    between = first.x1 <= word.box.x0 and word.box.x1 <= last.x0
    level = overlap((word.box.top, word.box.bottom), (first.top, first.bottom)) > 0
    return between and level and bool(_BETWEEN.fullmatch(word.text))
