"""From a sheet, or a picture, to a page: words made visible, put into tables, lines and reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline import limits
from pipeline.reading import (
    bitmap,
    choices,
    combs,
    layout,
    lettering,
    linenumbers,
    marks,
    ocr,
    signatures,
    spacing,
    tables,
)
from pipeline.reading.cards import asides, cards
from pipeline.reading.geometry import Frame, overlap, within
from pipeline.reading.gibberish import is_gibberish
from pipeline.reading.sheet import Sheet
from pipeline.reading.words import Print, turned
from pipeline.records import Box, Line, Page, PageText, Problem, Table, Word

if TYPE_CHECKING:
    from PIL.Image import Image

Read = tuple[Page, tuple[Problem, ...]]
"""A page, and what went wrong with it; the file's name is filled in by the caller."""

_DOUBTFUL = 0.65
"""Mean confidence below which a scan is looked at sideways and upside down too."""
_BARE = 0.002
"""The part of a page that is dark, below which a scan is an empty sheet."""


def compose(sheet: Sheet, picture: tuple[Image, float] | None) -> Read:
    """Make the page of a sheet; `picture` is its rendering for OCR and pixels to the point, None where OCR is not done."""
    problems: list[Problem] = []
    if sheet.cut:
        message = f"Page {sheet.number} has too many characters: only the first {limits.MAX_CHARACTERS:,} were read."
        problems.append(Problem("too-many-characters", message, hides_content=True))
    if sheet.is_scan:
        if picture is not None:
            return read_picture(*picture, _blank(sheet), sheet)
        layer = [replace(item.word, confidence=0.5) for item in sheet.unseen]
        if not layer or is_gibberish([word.text for word in layer]):
            return _blank(sheet), (_unread(sheet.number, "no-ocr", "can only be read by OCR, and was not."),)
        problems.append(_unread(sheet.number, "text-layer", "was read only by the scanner's own text."))
        return replace(_blank(sheet), text=PageText.OCR, lines=tuple(layout.lines(layer))), tuple(problems)
    hidden = sum(len(item.word.text) for item in sheet.unseen)
    if hidden:
        message = f"Page {sheet.number} has {hidden} characters that a reader cannot see; they were left out."
        problems.append(Problem("hidden-text", message, page=sheet.number))
    pasted: list[Word] = []
    if picture is not None:
        pasted = _pasted(sheet, *picture)
    elif sheet.pictures:
        problems.append(_unread(sheet.number, "no-ocr", "has a picture that was not read."))
    return _digital(sheet, pasted), tuple(problems)


def read_picture(picture: Image, scale: float, blank: Page, sheet: Sheet | None = None) -> Read:
    """Read a picture of a page, in gray and `scale` pixels to the point; `blank` tells the page's number and size.

    What the file itself has typed upon the picture is kept where OCR does not see it.
    """
    frame = Frame(0, 0, blank.width, blank.height)
    scan, turn = _best_scan(picture, scale)
    typed = [item.word for item in sheet.prints] + list(sheet.values) if sheet else []
    if not scan.failed and not scan.words and not typed and scan.ink < _BARE:
        return replace(blank, text=PageText.BLANK), ()
    if scan.failed or _says_nothing(scan):
        page = replace(blank, text=PageText.UNREADABLE, lines=tuple(layout.lines(typed)))
        return page, (_unread(blank.number, "unreadable-page", "is a picture that could not be read."),)
    words, signed = signatures.scanned(scan.words, scan.rules, scan.picture, scale)
    words = linenumbers.without(spacing.joined(words) + signed)
    grids = tables.ruled(scan.rules, words)
    grids += tables.aligned(words, grids)
    lines = [marks.typed(line) for line in layout.lines(words, grids)]
    sideways = Frame(0, 0, frame.height, frame.width) if turn in (90, 270) else frame
    if scan.skew:
        level = bitmap.Leveled(scan.skew, sideways.width, sideways.height)
        lines = [layout.moved(line, level.back) for line in lines]
        grids = [layout.moved_table(table, level.back) for table in grids]
    if turn:
        lines = [layout.moved(line, lambda box: frame.turned_back(box, turn)) for line in lines]
        grids = [layout.moved_table(table, lambda box: frame.turned_back(box, turn)) for table in grids]
    seen = [word for line in lines for word in line.words]
    lines += layout.lines([word for word in typed if not _is_covered(word, seen)])
    return replace(blank, text=PageText.OCR, lines=tuple(lines), tables=tuple(grids), turn=turn), ()


def _says_nothing(scan: ocr.Scan) -> bool:
    """Whether there is more on a page than the engine could make words of: hardly a word, or words it doubts."""
    if not scan.words or scan.confidence < limits.OCR_CONFIDENCE:
        return True
    said = sum(
        len(word.text) for word in scan.words if len(word.text) >= 3 and word.confidence >= limits.OCR_CONFIDENCE
    )
    return said < 6 and scan.ink >= _BARE


def _best_scan(picture: Image, scale: float) -> tuple[ocr.Scan, int]:
    """Read a picture as it is, or turned where that gives hardly any words; with the turn in degrees clockwise.

    The turn is that of the text as it stands on the picture: 90 where it runs downwards. The likeliest is tried first,
    for each reading takes the engine's whole time.
    """
    first, *others = (90, 270, 0, 180) if bitmap.is_sideways(picture) else (0, 180, 90, 270)
    best, best_turn = ocr.scan(bitmap.quarter(picture, first), scale), first
    for turn in others:
        if best.failed or best.ink < _BARE or (best.confidence >= _DOUBTFUL and len(best.words) > 3):
            break
        scan = ocr.scan(bitmap.quarter(picture, turn), scale)
        if _worth(scan) > 1.3 * _worth(best):
            best, best_turn = scan, turn
    return (best, best_turn) if best.words else (best, 0)


def _worth(scan: ocr.Scan) -> float:
    return sum(word.confidence * len(word.text) for word in scan.words if word.confidence > _DOUBTFUL)


def _pasted(sheet: Sheet, picture: Image, scale: float) -> list[Word]:
    """The words within the pictures of a page that has text of its own."""
    scan = ocr.scan(picture, scale, level=False)
    own = [item.word for item in sheet.prints] + list(sheet.values)
    return [
        word
        for word in scan.words
        if word.confidence >= limits.OCR_CONFIDENCE
        and any(within(word.box, box) for box in sheet.pictures)
        and not _is_covered(word, own)
    ]


def _digital(sheet: Sheet, pasted: Sequence[Word]) -> Page:
    shown, turn = turned(list(sheet.prints), sheet.frame)
    level = [item for item in shown if not _slant(item, turn)]
    rules = [sheet.frame.turn(rule, turn) for rule in sheet.drawn.rules]
    words, filled = combs.read(marks.symbols(level), rules)
    words, behind = lettering.set_right(linenumbers.without(spacing.untorn(spacing.joined(words))))
    words = [*words, *signatures.scripted(level), *sheet.values, *pasted]
    if not turn:
        words = choices.marked(words, [curve.box for curve in sheet.drawn.strokes], sheet.drawn.rules)
        if sheet.close is not None:
            small = [box for box in sheet.drawn.small if not any(within(box, comb) for comb in filled)]
            words = marks.drawn_boxes(words, small, sheet.close, sheet.close.width / sheet.frame.width)
        words += _signed(sheet, words)
    grids = tables.ruled(rules, words)
    boxes = [] if turn else cards(sheet.drawn.boxes, words)
    boxes = [box for box in boxes if not any(within(box, grid.box) for grid in grids)]
    notices = [] if turn else [box for box in asides(sheet.drawn.boxes, words) if not _is_shared(box, grids, boxes)]
    apart = [*([word for word in words if within(word.box, box)] for box in notices), behind]
    words = [word for word in words if not any(within(word.box, box) for box in notices)]
    grids += tables.aligned([word for word in words if not any(within(word.box, box) for box in boxes)], grids)
    lines = layout.lines(words, grids, boxes) + [line for group in apart for line in layout.lines(group)]
    slanting = [(item.word, slant) for item in shown if (slant := _slant(item, turn))]
    lines += [spacing.in_line(line) for line in layout.tilted(slanting)]
    lines = [marks.typed(line) for line in lines]
    if turn:
        lines = [layout.moved(line, lambda box: sheet.frame.turned_back(box, turn)) for line in lines]
        grids = [layout.moved_table(table, lambda box: sheet.frame.turned_back(box, turn)) for table in grids]
    return replace(_blank(sheet), text=_source(lines), lines=tuple(lines), tables=tuple(grids), turn=turn)


def _slant(item: Print, turn: int) -> float:
    """Degrees by which a word slants on a page that is turned so; a tenth is what a file's rounding makes."""
    return round(item.angle - turn, 1) % 360


def _is_shared(box: Box, grids: Sequence[Table], boxes: Sequence[Box]) -> bool:
    """Whether a box holds a table or a card, or stands within one."""
    return any(within(box, other) or within(other, box) for other in (*boxes, *(grid.box for grid in grids)))


def _signed(sheet: Sheet, words: Sequence[Word]) -> list[Word]:
    """The signatures drawn or pasted on a page."""
    found = signatures.drawn(sheet.drawn.strokes, sheet.drawn.rules, words, sheet.frame.height)
    if sheet.close is not None and sheet.inked:
        scale = sheet.close.width / sheet.frame.width
        found += signatures.pictured(sheet.inked, sheet.drawn.rules, words, sheet.close, scale)
    return found


def _source(lines: Sequence[Line]) -> PageText:
    if not lines:
        return PageText.BLANK
    return PageText.OCR if all(line.ocr for line in lines) else PageText.FILE


def _blank(sheet: Sheet) -> Page:
    frame = sheet.frame
    return Page(sheet.number, round(frame.width, 2), round(frame.height, 2), PageText.UNREADABLE, ())


def _is_covered(word: Word, others: Sequence[Word]) -> bool:
    box = word.box
    return any(
        overlap((box.x0, box.x1), (other.box.x0, other.box.x1)) > 0.3 * (box.x1 - box.x0)
        and overlap((box.top, box.bottom), (other.box.top, other.box.bottom)) > 0.3 * (box.bottom - box.top)
        for other in others
    )


def _unread(number: int, code: str, message: str) -> Problem:
    return Problem(code, f"Page {number} {message}".strip(), page=number, hides_content=True)
