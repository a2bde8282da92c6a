"""Combs: rows of little boxes of a form, each for one letter, read as the words that are written over them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pipeline.reading.geometry import union, within
from pipeline.records import Box, Word

_TEETH = 4
"""Boxes in a row that make a comb; a question has fewer tick boxes, and these stand apart."""
_NARROW, _WIDE = 7.0, 24.0
"""Points that a box is wide, and high."""
_SLACK = 2.5
"""Points by which sides that are meant to meet may miss each other, and that a rule is thick."""
_TALL = 14.0
"""Points above a comb's foot within which its letters stand, though its teeth may be shorter."""
_BLANK = "____"


def read(words: Sequence[Word], rules: Sequence[Box]) -> tuple[list[Word], list[Box]]:
    """The words with those in combs made whole and marked as filled in, and where the combs are; an empty one is a rule."""
    found, places = list(words), []
    for teeth in _combs(rules):
        place = union(teeth)
        inside = [word for word in words if within(word.box, place)]
        held = [[word for word in inside if within(word.box, tooth)] for tooth in teeth]
        letters = [letter[0] if letter else None for letter in held]
        if any(len(letter) > 1 or any(len(word.text) > 1 for word in letter) for letter in held):
            continue
        if sum(map(len, held)) < len(inside):
            continue
        taken = {id(word) for word in inside}
        found = [word for word in found if id(word) not in taken] + _written(letters, place)
        places.append(place)
    return found, places


def _written(letters: Sequence[Word | None], place: Box) -> list[Word]:
    chunks: list[list[Word]] = [[]]
    for letter in letters:
        if letter is None:
            chunks.append([])
        else:
            chunks[-1].append(letter)
    words = [chunk for chunk in chunks if chunk]
    if not words:
        return [Word(_BLANK, place, round(place.bottom - place.top, 2))]
    return [
        Word(
            "".join(w.text for w in chunk), union(w.box for w in chunk), chunk[0].size, font=chunk[0].font, filled=True
        )
        for chunk in words
    ]


def _combs(rules: Sequence[Box]) -> list[list[Box]]:
    """The boxes of each comb: between upright rules that follow each other at one distance on one height."""
    upright = [rule for rule in rules if rule.x1 - rule.x0 < _SLACK and _NARROW <= rule.bottom - rule.top <= _WIDE]
    heights: list[list[Box]] = []
    for rule in sorted(upright, key=lambda rule: (rule.bottom, rule.x0)):
        level = next((row for row in heights if abs(row[0].bottom - rule.bottom) < _SLACK), None)
        if level is None:
            heights.append([rule])
        else:
            level.append(rule)
    found = [comb for row in heights for comb in _runs(row)]
    return [comb for comb in found if not any(other is not comb and _meet(comb, other) for other in found)]


def _runs(row: Iterable[Box]) -> list[list[Box]]:
    """Boxes of one width, side by side."""
    edges: list[Box] = []
    for rule in sorted(row, key=lambda rule: rule.x0):
        if not edges or rule.x0 - edges[-1].x0 > _SLACK:
            edges.append(rule)
    runs: list[list[Box]] = [[]]
    for left, right in pairwise(edges):
        box = Box(left.x0, min(left.top, left.bottom - _TALL), right.x0, left.bottom)
        wide = box.x1 - box.x0
        even = not runs[-1] or abs(runs[-1][-1].x1 - runs[-1][-1].x0 - wide) < _SLACK
        if not even:
            runs.append([])
        if _NARROW <= wide <= _WIDE:
            runs[-1].append(box)
        else:
            runs.append([])
    return [run for run in runs if len(run) >= _TEETH]


def _meet(comb: Sequence[Box], other: Sequence[Box]) -> bool:
    """Whether two rows of boxes touch, as those of a calendar or of a table do."""
    one, two = union(comb), union(other)
    beside = min(one.x1, two.x1) - max(one.x0, two.x0) > 0
    return beside and max(one.top, two.top) - min(one.bottom, two.bottom) < _SLACK
