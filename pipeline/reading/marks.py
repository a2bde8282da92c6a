"""Tick boxes that are printed or drawn instead of being form fields, made words of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.reading import bitmap
from pipeline.reading.geometry import overlap, union, within
from pipeline.reading.words import Print
from pipeline.records import TICKED, UNTICKED, Box, Line, Word

if TYPE_CHECKING:
    from PIL.Image import Image

_SQUARES = dict.fromkeys("☐□❏❐❑❒◻▢⬜⎕", UNTICKED) | dict.fromkeys("☑☒⊠🗹🗵✅❎⮽🅇", TICKED)
_CIRCLES = dict.fromkeys("○◯⚪", UNTICKED) | dict.fromkeys("◉⦿●⚫⊗", TICKED)
"""Radio buttons only where a page has both kinds: else they are bullets."""
_FILLED = {"■": TICKED, "◼": TICKED}
"""Ticked only where a page has empty squares too."""
_WINGDINGS = dict.fromkeys("o¨qr\uf06f\uf0a8\uf071\uf072", UNTICKED) | dict.fromkeys("þýx\uf0fe\uf0fd\uf078", TICKED)
_WINGDINGS_2 = dict.fromkeys("£\uf0a3\uf02a*", UNTICKED) | dict.fromkeys("RST\uf052\uf053\uf054", TICKED)
_PRIVATE = {char: mark for char, mark in _WINGDINGS.items() if char >= "\uf000"}
_CHECKS = frozenset({"x", "X", "✓", "✔", "✗", "✘", "×", "✕", "✖", "\uf0fc", "\uf0fb", "ü", "û", "3", "4", "8"})
_HOOKS = frozenset("✓✔✗✘✕✖")
_MARK = r"[xX✓✔✗✘×]"
_TYPED = (
    (re.compile(rf"^[\[({{]\s*{_MARK}\s*[\])}}]$"), TICKED),
    (re.compile(r"^(\[\s*_*\s*\]|\(\s+\)|\(\s*_+\s*\))$"), UNTICKED),
    (re.compile(rf"^_+ {_MARK} _+$"), TICKED),
)
_MOST = 300
"""Shapes beside text on one page that are looked at."""
_OPEN_BRACKET, _CLOSED = re.compile(r"^(?:[\[(]|_+$)"), re.compile(r"(?:[\])]|^_+)$")
_ANSWER = re.compile(r"^(yes|no|n/a|none)\b", re.IGNORECASE)


def symbols(prints: Sequence[Print]) -> list[Word]:
    """Put the marks of symbol fonts in the place of their characters; a mark that touches a word becomes its own."""
    letters = {item.word.text[0] for item in prints}
    known = _SQUARES | _PRIVATE
    if not letters.isdisjoint("○◯⚪") and not letters.isdisjoint("◉⦿●⚫⊗"):
        known = known | _CIRCLES
    if not letters.isdisjoint("☐□❏❐❑❒◻▢⬜"):
        known = known | _FILLED
    found: list[Word] = []
    for item in prints:
        word, font = item.word, item.font.lower()
        marks = known
        if "dings" in font:
            marks = known | (_WINGDINGS_2 if "2" in font else _WINGDINGS)
        if word.text in marks:
            found.append(replace(word, text=marks[word.text]))
        elif len(word.text) > 1 and word.text[0] in known and set(word.text[1:]) <= _HOOKS:
            found.append(replace(word, text=TICKED))
        elif len(word.text) > 1 and word.text[0] in known:
            found += _cut(word, known[word.text[0]])
        else:
            found.append(word)
    return found


def drawn_boxes(words: list[Word], small: Sequence[Box], picture: Image, scale: float) -> list[Word]:
    """Find drawn squares and circles that stand beside text, and say from the page's picture whether they are ticked.

    `picture` is the page in gray, `scale` pixels to the point. A shape that is filled all over counts only where the
    page has an open one of its size: else it is a bullet or a sign.
    """
    shapes = [box for box in small if any(_beside(box, word) for word in words)][:_MOST]
    found = bitmap.squares_near(picture, scale, shapes)
    rest = [box for box in shapes if not any(_meet(box, square.box) for square in found)]
    looks = [bitmap.look(picture, box, scale) for box in _outermost(rest)]
    found += [look for look in looks if look is not None and not look.ticked]
    open_sides = [square.box.x1 - square.box.x0 for square in found]
    found += [look for look in looks if look is not None and look.ticked and _is_peer(look.box, open_sides)]
    for square in found:
        words = _with_mark(words, square)
    return words


def _with_mark(words: list[Word], square: bitmap.Square) -> list[Word]:
    inside = [word for word in words if within(word.box, square.box)]
    if any(word.filled or not _may_be_mark(word) for word in inside):
        return words
    ticked = square.ticked or any(word.text in _CHECKS or word.text == TICKED for word in inside)
    mark = Word(TICKED if ticked else UNTICKED, square.box, round(square.box.bottom - square.box.top, 2))
    taken = {id(word) for word in inside}
    return [word for word in words if id(word) not in taken] + [mark]


def _outermost(boxes: Sequence[Box]) -> list[Box]:
    """The near squares among the boxes, of the size of a tick box, without those that stand within another."""
    found: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box.x0 - box.x1) * (box.bottom - box.top)):
        width, height = box.x1 - box.x0, box.bottom - box.top
        if (
            6 <= width <= 17
            and 0.83 <= width / max(height, 0.1) <= 1.2
            and not any(_meet(box, other) for other in found)
        ):
            found.append(box)
    return found


def _meet(first: Box, second: Box) -> bool:
    return (
        overlap((first.x0, first.x1), (second.x0, second.x1))
        > 0
        < overlap((first.top, first.bottom), (second.top, second.bottom))
    )


def _is_peer(box: Box, sides: Sequence[float]) -> bool:
    return any(abs(side - (box.x1 - box.x0)) < 0.15 * side for side in sides)


def _may_be_mark(word: Word) -> bool:
    return word.text in _CHECKS or (len(word.text) == 1 and not word.text.isalnum())


def typed(line: Line) -> Line:
    """Make typed boxes such as `[x]`, `[ ]`, `(X)` and `__X__` one word each."""
    found: list[Word] = []
    words = list(line.words)
    at = 0
    while at < len(words):
        mark, used = _typed_mark(words, at)
        if mark:
            group = words[at : at + used]
            found.append(replace(group[0], text=mark, box=union(word.box for word in group)))
        else:
            used = 1
            found.append(words[at])
        at += used
    if any(word.text == UNTICKED for word in found):
        found = [replace(word, text=TICKED) if word.text in _HOOKS else word for word in found]
    if any(word.text == TICKED for word in found):
        found = [_blank_choice(found, index) for index in range(len(found))]
    return line if found == words else replace(line, words=tuple(found))


def _typed_mark(words: list[Word], at: int) -> tuple[str, int]:
    for used in (3, 2, 1):
        group = words[at : at + used]
        if len(group) < used or (
            used > 1 and not (_OPEN_BRACKET.match(group[0].text) and _CLOSED.search(group[-1].text))
        ):
            continue
        text = " ".join(word.text for word in group)
        for pattern, mark in _TYPED:
            if pattern.match(text):
                spaced = text.startswith("(") and mark == UNTICKED
                follows = words[at + used : at + used + 1]
                return ("", 1) if spaced and not (follows and follows[0].text[:1].isalpha()) else (mark, used)
    return "", 1


def _blank_choice(words: list[Word], index: int) -> Word:
    """In a line with a ticked choice, a short blank before another answer is an unticked one."""
    word = words[index]
    follows = words[index + 1].text if index + 1 < len(words) else ""
    if re.fullmatch(r"_{1,8}", word.text) and _ANSWER.match(follows):
        return replace(word, text=UNTICKED)
    return word


def _cut(word: Word, mark: str) -> list[Word]:
    edge = round(min(word.box.x0 + word.size, word.box.x1), 2)
    box = word.box
    rest = replace(word, text=word.text[1:], box=Box(edge, box.top, box.x1, box.bottom))
    return [replace(word, text=mark, box=Box(box.x0, box.top, edge, box.bottom)), rest]


def _beside(box: Box, word: Word) -> bool:
    """Whether a word stands on the same line within two letters' reach."""
    if overlap((box.top, box.bottom), (word.box.top, word.box.bottom)) < 0.4 * min(box.bottom - box.top, word.size):
        return False
    return 0 <= word.box.x0 - box.x1 < 14 or 0 <= box.x0 - word.box.x1 < 14
