"""What an OCR engine typically gets wrong in single letters, mended where there is no doubt; no number is guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.reading.geometry import overlap, within
from pipeline.records import Box, Word

_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?%?")
_NEARLY = re.compile(r"([(\"']*[$#]?)([\dOoIl|,.]*\d[\dOoIl|,.]*?%?)([.,;:)\"']*)")
_ONE, _NOUGHT = re.compile(r"[lI|](?=[\dOo,.])"), re.compile(r"[Oo]")
_GLUED = re.compile(r"(?<![\w.,])(\d[\d,]*)([a-z]{2,})(?=\W|$)|(?<!\w)([A-Za-z]?[a-z]{2,})(\d+)(?!\w)")
"""A numeral and a word without the narrow gap between them, as in `4ea` and `men6`."""
_WELDED = re.compile(
    r"\d(?:st|nd|rd|th|am|pm|ft|in|yd|sq|lb|oz|gal|hr|hrs|min|mm|cm|km|kg|kw|mph|gpm|gpd|x)$|(?:rev|ver|vol|no)\d"
)
"""What people write so."""
_UPRIGHT = 0.55, 1.3
"""Of the font size: how high a bar is that stands for a capital I."""
_NEAR = 1.5
"""Font sizes between two words of a sentence."""


def mended(line: Sequence[Word], rules: Sequence[Box]) -> list[Word]:
    """The words of one line of the engine's, from left to right; `rules` are the upright ones of the page."""
    words = [part for word in _single(line) for part in _cut(word, rules)]
    words = [_capital(word, words) for word in words]
    words = [part for word in words for part in _unglued(word)]
    return [replace(word, text=_figure(word.text)) for word in _noughts(words)]


def _single(line: Sequence[Word]) -> list[Word]:
    """The words without what the engine saw twice in one place."""
    found: list[Word] = []
    for word in sorted(line, key=lambda word: -word.confidence * len(word.text)):
        if not any(within(word.box, other.box, 0.7) for other in found):
            found.append(word)
    return sorted(found, key=lambda word: word.box.x0)


def _cut(word: Word, rules: Sequence[Box]) -> Iterator[Word]:
    """The word in two where a rule runs through it, as between two cells of a table."""
    box = word.box
    width, height = box.x1 - box.x0, box.bottom - box.top
    for rule in rules:
        x = (rule.x0 + rule.x1) / 2
        through = overlap((rule.top, rule.bottom), (box.top, box.bottom)) > 0.9 * height
        if through and 0.1 * width < x - box.x0 < 0.9 * width and len(word.text) > 1:
            yield from _halves(word, _at(word.text, (x - box.x0) / width), x)
            return
    yield word


def _at(text: str, share: float) -> int:
    """Before which letter a rule runs: at the change from numeral to word next to it, where there is one."""
    guess = min(max(round(share * len(text)), 1), len(text) - 1)
    changes = [at for at in range(1, len(text)) if text[at - 1].isdigit() != text[at].isdigit()]
    return min(changes, key=lambda at: abs(at - guess)) if any(abs(at - guess) <= 1 for at in changes) else guess


def _halves(word: Word, at: int, x: float) -> Iterator[Word]:
    box = word.box
    x = round(x, 2)
    yield replace(word, text=word.text[:at], box=Box(box.x0, box.top, x, box.bottom))
    yield replace(word, text=word.text[at:], box=Box(x, box.top, box.x1, box.bottom))


def _capital(word: Word, line: Sequence[Word]) -> Word:
    """A bar among words and of a letter's height is the word `I`: what rules there were are taken out."""
    low, high = (share * word.size for share in _UPRIGHT)
    if word.text != "|" or not low < word.box.bottom - word.box.top < high:
        return word
    beside = [other for other in line if other is not word and any(char.isalpha() for char in other.text)]
    near = any(
        0 <= other.box.x0 - word.box.x1 < _NEAR * word.size or 0 <= word.box.x0 - other.box.x1 < _NEAR * word.size
        for other in beside
    )
    return replace(word, text="I") if near else word


def _unglued(word: Word) -> Iterator[Word]:
    match = _GLUED.search(word.text)
    if match is None or _WELDED.search(match.group().lower()):
        yield word
        return
    at = match.end(1) if match[1] else match.end(3)
    box = word.box
    yield from _halves(word, at, box.x0 + (box.x1 - box.x0) * at / len(word.text))


def _noughts(line: Sequence[Word]) -> list[Word]:
    """A lone O before a word in small letters counts it, as in `O gal/day`."""
    found = list(line)
    for at, (word, following) in enumerate(pairwise(line)):
        if word.text in ("O", "o") and following.text[:1].islower() and not (at and len(line[at - 1].text) == 1):
            found[at] = replace(word, text="0")
    return found


def _figure(text: str) -> str:
    """Letters that stand for digits put right, where the whole is a number then, and each group has its three digits."""
    match = _NEARLY.fullmatch(text)
    if match is None or not any(char in "OoIl|" for char in match[2]):
        return text
    number = _NOUGHT.sub("0", _ONE.sub("1", match[2]))
    return match[1] + number + match[3] if _NUMBER.fullmatch(number) else text
