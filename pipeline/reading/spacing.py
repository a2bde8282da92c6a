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
_TORN, _TORN_LARGE = 0.6, 0.8
"""Of the smallest gap between the words of a line, that one behind a torn capital has at most; of one set larger."""
_JUMP = 1.45
"""Times that a gap between words is wider than one between letters."""


def joined(words: Sequence[Word]) -> list[Word]:
    """The words, with letters that stand apart joined where there are at least four in a row."""
    if sum(_is_letter(word) for word in words) < _SHORTEST:
        return list(words)
    return [word for row in rows(words) for run in _runs(row) for word in _joined(run)]


def untorn(words: Sequence[Word]) -> list[Word]:
    """The words, with a capital joined to the rest of its word, as in `S OUTH O AK`, by the smaller of the two gaps.

    Programs that set a larger first letter, or kern, may leave a gap behind it that looks like a space.
    """
    if not any(len(word.text) == 1 and word.text.isupper() for word in words):
        return list(words)
    return [word for row in rows(words) for word in _untorn(row)]


def _untorn(row: Sequence[Word]) -> list[Word]:
    gaps = [after.box.x0 - before.box.x1 for before, after in pairwise(row)]
    doubtful = [_is_torn(before, after) for before, after in pairwise(row)]
    limit = _limit(gaps)
    sure = [gap for gap, doubt in zip(gaps, doubtful, strict=True) if not doubt and gap > 0]
    wide = sure or [gap for gap in gaps if limit is not None and gap > limit]
    usual = min(wide, default=0.0)
    found = list(row[:1])
    for gap, doubt, (before, after) in zip(gaps, doubtful, pairwise(row), strict=True):
        part = _TORN if 0.9 < before.size / max(after.size, 0.1) < 1.1 else _TORN_LARGE
        if doubt and -0.1 * before.size < gap < min(part * usual, 0.35 * before.size):
            found[-1] = merged(found[-1], after)
        else:
            found.append(after)
    return found


def _is_torn(before: Word, after: Word) -> bool:
    """Whether two words may be one: a capital ahead of letters, or behind others."""
    ahead = _is_initial(before) and after.text[0].isalpha()
    behind = _is_initial(after) and before.text.isalpha() and before.text.isupper()
    return ahead or behind


def _is_initial(word: Word) -> bool:
    return len(word.text) == 1 and word.text.isupper()


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
