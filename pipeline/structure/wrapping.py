"""Whether a line goes on below: it is full, or ends with a word that ends nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pipeline.records import Line

UNENDED = re.compile(
    r"a|an|the|of|from|to|in|on|at|by|for|with|and|or|than|that|which|is|are|was|were|will|be|our|their|its|your|his|her"
)
"""Words with which no sentence and no entry of a list ends."""

PROSE_WORDS = 8
"""Words from which on a line is one of prose, that may be set narrower than its neighbors."""

PARAGRAPH_LINES = 4
"""Lines from which on a paragraph shows how wide it is set; an address has fewer."""


def pitch(lines: Sequence[Line]) -> float:
    """The usual distance between the tops of lines, at most 3 sizes: double-spaced pages keep their paragraphs."""
    steps = [b.box.top - a.box.top for a, b in pairwise(lines) if b.box.top > a.box.bottom]
    return min(median(steps), 3 * median(line.words[0].size for line in lines)) if len(steps) > 8 else 0.0


def wraps(line: Line, following: Line, lines: Sequence[Line]) -> bool:
    """Whether the line is full: the next line's first word would not have fitted on it."""
    right = _right_edge(line, following, lines)
    first = following.words[0].box
    slack = line.words[0].size * (1.5 if line.ocr else 0.6)
    return line.box.x1 + (first.x1 - first.x0) + slack > right


def _right_edge(line: Line, following: Line, lines: Sequence[Line]) -> float:
    """Where lines end: all of the column, or for a line of prose those of its own paragraph, which may be set narrower."""
    peers = [o for o in lines if abs(o.box.x0 - line.box.x0) < 40 or abs(o.box.x0 - following.box.x0) < 10]
    right = max(other.box.x1 for other in peers)
    if len(line.words) < PROSE_WORDS or line.words[-1].text[-1] in ".!?:;":
        return right
    own = [line, following]
    at = next((index for index, other in enumerate(lines) if other is line), None)
    if at is None:
        return right
    for first, run in ((line, lines[:at][::-1]), (following, lines[at + 2 :])):
        for before, other in pairwise((first, *run)):
            if not _next_to(before, other):
                break
            own.append(other)
    edge = max(other.box.x1 for other in own)
    full = sum(edge - other.box.x1 < 0.2 * (edge - other.box.x0) for other in own)
    return min(right, edge) if len(own) >= PARAGRAPH_LINES and full >= 0.7 * len(own) else right


def _next_to(line: Line, other: Line) -> bool:
    """Whether two lines of one paragraph may follow each other: flush, and without a gap."""
    step = abs(other.box.top - line.box.top)
    return abs(other.box.x0 - line.box.x0) < 10 and step < 1.5 * line.words[0].size
