"""Letter-spaced text, `R E C E I V E D` or `T o w n  l i c e n s e`, joined to words by the two sizes of its gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.reading.layout import rows
from pipeline.reading.words import merged
from pipeline.records import Line, Word

_SHORTEST = 4
"""Letters in a row that make letter-spaced text."""
_WIDEST = 1.3
"""Font sizes between two letters of one word."""
_JUMP = 1.45
"""Times that a gap between words is wider than one between letters."""


def joined(words: Sequence[Word]) -> list[Word]:
    """The words, with letters that stand apart joined where there are at least four in a row."""
    if sum(_is_letter(word) for word in words) < _SHORTEST:
        return list(words)
    return [word for row in rows(words) for run in _runs(row) for word in _joined(run)]


def in_line(line: Line) -> Line:
    """The same for a line that is already made, such as a stamp's that stands at a small angle."""
    words = tuple(word for run in _runs(line.words) for word in _joined(run))
    return line if len(words) == len(line.words) else replace(line, words=words)


def _is_letter(word: Word) -> bool:
    return len(word.text) == 1 and word.text.isalnum()


def _runs(row: Sequence[Word]) -> list[list[Word]]:
    """The row parted into runs of single characters and the words between them."""
    found: list[list[Word]] = []
    for word in row:
        last = found[-1][-1] if found else None
        near = last is not None and -0.3 * word.size < word.box.x0 - last.box.x1 < 3 * word.size
        single = len(word.text) == 1 or (len(word.text) == 2 and not word.text[1].isalnum() and word.text[0].isalnum())
        if last is not None and near and single and len(last.text) == 1 and last.font == word.font:
            found[-1].append(word)
        else:
            found.append([word])
    return found


def _joined(run: list[Word]) -> list[Word]:
    letters = sum(word.text[0].isalpha() for word in run)
    if (
        len(run) < _SHORTEST
        or 2 * letters < len(run)
        or not all(word.text[0].isalnum() or i for i, word in enumerate(run))
    ):
        return run
    gaps = [after.box.x0 - before.box.x1 for before, after in pairwise(run)]
    limit = _limit(gaps)
    if min(gaps) > _WIDEST * run[0].size or (limit is None and max(gaps) > _WIDEST * run[0].size):
        return run
    found = [run[0]]
    for gap, word in zip(gaps, run[1:], strict=True):
        if limit is not None and gap > limit:
            found.append(word)
        else:
            found[-1] = merged(found[-1], word)
    if len(found) > 0.5 * len(run):
        return run
    return found


def _limit(gaps: Sequence[float]) -> float | None:
    """Between the two sizes of the gaps; None where they have but one."""
    ordered = sorted(max(gap, 0.3) for gap in gaps)
    jumps = [(after / before, (before + after) / 2) for before, after in pairwise(ordered)]
    jump, limit = max(jumps, default=(0.0, 0.0))
    return limit if jump >= _JUMP else None
