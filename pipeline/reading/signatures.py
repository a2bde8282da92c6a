"""Signatures in ink: drawn as strokes, pasted as a picture, typed in a script, or on a scan; each becomes a word.

A blank line to sign on must never become one. Ink counts by its shape and by what stands around it: a label such as
`Signed`, a rule with a name under it, a letter's closing above it, a name below it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from pipeline.reading import bitmap, ink
from pipeline.reading.geometry import overlap, union, within
from pipeline.reading.layout import rows
from pipeline.reading.rules import Bits
from pipeline.reading.strokes import Stroke, grouped
from pipeline.reading.words import Print
from pipeline.records import SIGNATURE, Box, Word

if TYPE_CHECKING:
    from PIL.Image import Image

_SIZE = 10.0
"""Points: the mark's height, so that it stands on one line."""
_CROWDED, _DRAWING, _MOST = 6, 25, 8
"""Other strokes beyond which a cue is wanted, and beyond which a page is a drawing; signatures on one page."""
_SURE = 0.6
"""Confidence from which on an OCR engine's word is print and not ink."""
_LABEL = re.compile(r"\b(?:signed|signature|sign here|subscribed|sworn)\b|^by:?$|^x:?$|\bby:$", re.IGNORECASE)
_CAPTION = re.compile(
    r"\b(?:signed|signature|applicant|petitioner|owner|notary|commissioner of|clerk|president|secretary|"
    r"director|chair\w*|treasurer|trustee|elder|pastor|manager|member|agent|authorized|printed name|print name)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^(?:[\w’']+,?\s+){0,4}(?:sincerely|truly|respectfully|yours|faithfully|regards|cordially|submitted|thanks|"
    r"thank you|best)\b(?:\W+\w+){0,2}\W*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?:(?:[A-Z][\w’'-]*\.?|\(?[“\"][A-Z]\w+[”\"]\)?),?\s+){1,4}[A-Z][\w’'.-]*(?:$|[,\s(])")
_SCRIPT = re.compile(
    r"script|brush|hand|signature|cursive|calligra|chancery|allura|dancing|pacifico|vibes|sacramento|caveat|zapfino|"
    r"mistral|vladimir|kunstler|palace|bradley|satisfy|autograph|alexbrush|parisienne|tangerine|yellowtail|cookie|"
    r"homemade|sig-?font|lucidahand|inkfree|rage",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    {
        "helvetica",
        "times",
        "courier",
        "arial",
        "calibri",
        "carlito",
        "liberatio",
        "symbol",
        "zapfdingb",
        "wingdings",
        "",
    }
)
"""Families, by their first nine letters, that nobody signs in."""
_SCRIPT_SHARE = 0.15
"""Of a page's letters: where more are in script, the page is written in it."""


def drawn(strokes: Sequence[Stroke], rules: Sequence[Box], words: Sequence[Word], height: float) -> list[Word]:
    """The signatures among a page's drawn strokes; none on a page that is a drawing or a chart."""
    groups = grouped(strokes)
    lines = rows(words)
    written = [group for group in groups if _is_written(group) and not _lettered(group.box, words)]
    others = [g for g in groups if g not in written and max(g.box.x1 - g.box.x0, g.box.bottom - g.box.top) > 20]
    others = [group for group in others if not _lettered(group.box, words)]
    if len(written) > _MOST or len(others) > _DRAWING:
        return []
    found = []
    for group in written:
        cued = _cue(group.box, lines, rules)
        plain = (
            len(others) <= _CROWDED
            and not group.is_plot
            and not _framed(group.box, rules)
            and group.box.top > 0.12 * height
            and _prose_above(group.box, lines, 400)
        )
        if cued or plain:
            found.append(_mark(group.box, lines))
    return found


def pictured(
    places: Sequence[Box], rules: Sequence[Box], words: Sequence[Word], page: Image, scale: float
) -> list[Word]:
    """The signatures among small pictures, by the page's rendering in gray, `scale` pixels to the point."""
    lines = rows(words)
    bits = _without(bitmap.dark(np.asarray(page)), [word.box for word in words], scale)
    found = []
    for place in places:
        x0, top, x1, bottom = (max(round(edge * scale), 0) for edge in (place.x0, place.top, place.x1, place.bottom))
        # A margin of white, so that ink at the picture's own edge is not taken for the page's.
        part = np.pad(bits[top:bottom, x0:x1], round(8 * scale))
        for box in ink.written(part, scale)[:1]:
            moved = Box(*(edge - 8 + start for edge, start in zip(_edges(box), (place.x0, place.top) * 2, strict=True)))
            if _cue(moved, lines, rules):
                found.append(_mark(moved, lines))
    return found


def scanned(words: Sequence[Word], rules: Sequence[Box], page: Image, scale: float) -> tuple[list[Word], list[Word]]:
    """The words of a scan without what ink was misread as, and its signatures: ink beside a cue, under no sure word."""
    sure = [word for word in words if word.confidence >= _SURE and re.search(r"\w", word.text)]
    bits = _without(bitmap.dark(np.asarray(page)), [word.box for word in sure], scale)
    lines = rows(sure)
    found: list[Word] = []
    kept = list(words)
    for box in ink.written(bits, scale):
        if not _lettered(box, sure) and _cue(box, lines, rules):
            kept = [word for word in kept if word in sure or not within(word.box, box)]
            found.append(replace(_mark(box, lines), confidence=0.8))
    return (kept, found) if len(found) <= _MOST else (list(words), [])


def scripted(prints: Sequence[Print]) -> list[Word]:
    """Marks ahead of what is signed in a script, or in large letters of a font of its own, on a printed page."""
    letters: Counter[str] = Counter()
    for item in prints:
        letters[_family(item.font)] += len(item.word.text)
    most = _SCRIPT_SHARE * letters.total()
    script = [item for item in prints if _SCRIPT.search(item.font)]
    if sum(len(item.word.text) for item in script) > most:
        return []
    usual = median(item.word.size for item in prints) if prints else 0.0
    rare = {family for family, count in letters.items() if count < min(most, 80) and family not in _PLAIN}
    large = [item for item in prints if _family(item.font) in rare and item.word.size > 1.3 * usual]
    fancy = {id(item.word) for item in script + large}
    lines = rows(item.word for item in prints)
    found = []
    for line in lines if fancy else ():
        signed = [word for word in line if id(word) in fancy]
        text = " ".join(word.text for word in signed)
        others = [[word for word in other if id(word) not in fancy] for other in lines]
        if not signed or len(signed) > 5 or not text[:1].isupper():
            continue
        last = line is lines[-1] and _NAME.match(text)
        if last or _cue(union(word.box for word in signed), others, None):
            box = signed[0].box
            place = replace(box, x0=round(box.x0 - 0.9 * _SIZE, 2), x1=round(box.x0 - 0.2 * _SIZE, 2))
            found.append(Word(SIGNATURE, place, signed[0].size))
    return found


def _family(font: str) -> str:
    return re.split(r"[-,+](?!.*\+)", re.sub(r"^[A-Z]{6}\+", "", font))[0].lower()[:9]


def _is_written(group: Stroke) -> bool:
    width, height = group.box.x1 - group.box.x0, group.box.bottom - group.box.top
    sized = 30 <= width <= 270 and 8 <= height <= 75 and width >= 1.1 * height
    # Letters and ornaments drawn as shapes are many small outlines; a pen's is one long one.
    joined = group.widest >= 0.4 * width or not group.is_outline
    return sized and joined and group.turns >= 4 and group.slanting >= 0.5


def _cue(box: Box, lines: Iterable[Sequence[Word]], rules: Sequence[Box] | None) -> bool:
    """Whether a label, a rule with a name under it, a closing above, or a name below says that this is signed.

    A name alone below says so only of a text's end, or where `rules` is None: of what is signed in letters.
    """
    apart = [part for line in lines for part in _parts(line)]
    rule = _rule_under(box, rules or ())
    for part in apart:
        place, text = union(word.box for word in part), " ".join(word.text for word in part)
        across = overlap((box.x0, box.x1), (place.x0, place.x1))
        beside = overlap((box.top - 4, box.bottom + 8), (place.top, place.bottom)) > 0.5 * (place.bottom - place.top)
        if beside and -4 <= box.x0 - place.x1 <= 130 and _LABEL.search(" ".join(text.split()[-6:])):
            return True
        below, above = place.top - box.bottom, box.top - place.bottom
        start = place.x0 - (rule or box).x0
        if -10 <= below <= 26 and place.top > (box.top + box.bottom) / 2 and (across > 0 or abs(start) < 40):
            caption = len(part) <= 10 and (_CAPTION.search(text) or _LABEL.search(text))
            name = _NAME.match(text) and len(part) <= 12 and abs(start) < 60
            if caption or (name and (rule or rules is None or _prose_above(box, apart, 110))):
                return True
        if -6 <= above <= 45 and across > 0 and (_CLOSING.match(text) or (len(part) <= 6 and _LABEL.search(text))):
            return True
    return False


def _rule_under(box: Box, rules: Sequence[Box]) -> Box | None:
    middle = (box.top + box.bottom) / 2
    return next(
        (
            rule
            for rule in rules
            if rule.bottom - rule.top < 3
            and 40 <= rule.x1 - rule.x0 <= 360
            and middle <= rule.top <= box.bottom + 12
            and overlap((box.x0, box.x1), (rule.x0, rule.x1)) > 0.6 * (box.x1 - box.x0)
        ),
        None,
    )


def _prose_above(box: Box, lines: Iterable[Sequence[Word]], reach: float) -> bool:
    """Whether running text stands above, within so many points."""
    return any(
        len(line) >= 6
        and box.top - reach < line[0].box.bottom <= box.top + 10
        and overlap((box.x0, box.x1), (line[0].box.x0, line[-1].box.x1)) > 0
        for line in lines
    )


def _framed(box: Box, rules: Sequence[Box]) -> bool:
    """Whether rules stand on both sides, as those of a frame, a cell or a chart do."""
    upright = [rule for rule in rules if rule.bottom - rule.top > rule.x1 - rule.x0]
    beside = [rule for rule in upright if overlap((box.top, box.bottom), (rule.top, rule.bottom)) > 0]
    return any(rule.x1 <= box.x0 + 3 for rule in beside) and any(rule.x0 >= box.x1 - 3 for rule in beside)


def _parts(line: Sequence[Word]) -> list[list[Word]]:
    found: list[list[Word]] = [[word] for word in line[:1]]
    for previous, word in pairwise(line):
        if word.box.x0 - previous.box.x1 > 1.6 * max(word.size, 6):
            found.append([])
        found[-1].append(word)
    return found


def _lettered(box: Box, words: Iterable[Word]) -> bool:
    """Whether words stand in the middle of the place, as in a logo, a stamp or a labelled drawing."""
    inset = min(0.25 * (box.bottom - box.top), 8)
    inner = replace(box, top=box.top + inset, bottom=box.bottom - inset)
    return any(within(word.box, inner, 0.4) for word in words if word.text != SIGNATURE)


def _mark(box: Box, lines: Iterable[Sequence[Word]]) -> Word:
    """The word for a signature: on the line of a label beside it, else above whatever stands below it."""
    words = [word for line in lines for word in line]
    for word in words:
        middle = (word.box.top + word.box.bottom) / 2
        if 0 <= box.x0 - word.box.x1 <= 40 and box.top - 2 <= middle <= box.bottom + 8:
            return Word(SIGNATURE, _rounded(Box(box.x0, word.box.top, box.x1, word.box.bottom)), word.size)
    across = [word.box for word in words if overlap((box.x0 - 20, box.x1), (word.box.x0, word.box.x1)) > 0]
    middle = (box.top + box.bottom) / 2
    floor = min([box.bottom, *(place.top for place in across if place.top > middle)])
    roof = max([box.top, *(place.bottom for place in across if place.bottom < middle)])
    top = max((roof + floor - _SIZE) / 2, roof)
    return Word(SIGNATURE, _rounded(Box(box.x0, top, box.x1, min(top + _SIZE, floor))), _SIZE)


def _without(bits: Bits, boxes: Iterable[Box], scale: float) -> Bits:
    """The ink outside the boxes."""
    found = bits.copy()
    for box in boxes:
        x0, top, x1, bottom = (max(round(edge * scale), 0) for edge in _edges(box))
        found[max(top - 2, 0) : bottom + 2, max(x0 - 2, 0) : x1 + 2] = False
    return found


def _edges(box: Box) -> tuple[float, float, float, float]:
    return box.x0, box.top, box.x1, box.bottom


def _rounded(box: Box) -> Box:
    return Box(*(round(edge, 2) for edge in _edges(box)))
