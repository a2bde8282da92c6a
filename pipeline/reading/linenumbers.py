"""The numbers in a page's margin that count its lines, as on pleading paper and in minutes: no part of what it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.reading.geometry import overlap
from pipeline.records import Word

_NUMBER = re.compile(r"\d{1,4}")
_FEWEST = 8
"""Numbers, each the next of the one above, that count lines and are no amounts."""
_STEPS = (1, 5, 10)
"""By which the numbers of lines grow."""
_SEEN = 0.9
"""Of the numbers are the next of the one above: a line may have been struck out."""
_ALIGNED = 2.5
"""Points by which the edges of the numbers in a column may differ."""


def without(words: Sequence[Word]) -> list[Word]:
    """The words of a page without the numbers of its lines.

    They stand in one column left of all else, and grow evenly downwards. Those of a long list are taken out too: `5
    Ambulance, police` has not five ambulances.
    """
    numbers = sorted((word for word in words if _NUMBER.fullmatch(word.text)), key=lambda word: word.box.top)
    columns = (
        [word for word in numbers if abs(getattr(word.box, edge) - getattr(first.box, edge)) < _ALIGNED]
        for edge in ("x0", "x1")
        for first in numbers[:_FEWEST]
    )
    counting = [column for column in columns if _counts(column) and _stands_apart(column, words)]
    taken = {id(word) for word in max(counting, key=len, default=[])}
    return [word for word in words if id(word) not in taken]


def _counts(column: Sequence[Word]) -> bool:
    """Whether the numbers grow by one, or are each fifth or tenth line's."""
    values = [int(word.text) for word in column]
    steps = [after - before for before, after in pairwise(values)]
    step = min(steps, default=0)
    if step not in _STEPS or any(value % step for value in values):
        return False
    needed = _FEWEST if step == 1 else _FEWEST // 2
    return len(column) >= needed and sum(other == step for other in steps) >= _SEEN * len(steps)


def _stands_apart(column: Sequence[Word], words: Sequence[Word]) -> bool:
    """Whether something stands beside the numbers, and nothing left of them."""
    height = (column[0].box.top, column[-1].box.bottom)
    right = max(word.box.x1 for word in column)
    own = {id(word) for word in column}
    beside = [word for word in words if id(word) not in own and overlap((word.box.top, word.box.bottom), height) > 0]
    return bool(beside) and all(word.box.x0 >= right for word in beside)
