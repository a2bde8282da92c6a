"""The words of a PDF page, straight from pdfium's characters, with boxes as the reader sees the page."""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import partial

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline import limits
from pipeline.reading.geometry import Frame, union
from pipeline.records import Word

_DROPPED = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\ufff0-\uffff\x00-\x01\x03-\x08\x0e-\x1f]")
_FOLDED = re.compile("[\ufb00-\ufb06\uff01-\uff5e\U0001d400-\U0001d7ff\u2000-\u200a\u2011]")
_BLANK = re.compile(r"_{2,}|[.·]{4,}|…{2,}")
_BOLD = re.compile(r"bold|black|heavy|semibd|demi", re.IGNORECASE)
_SUBSET = re.compile(r"^[A-Z]{6}\+")


@dataclass(frozen=True)
class Print:
    """A word as it is printed, with what decides whether it is to be seen."""

    word: Word
    angle: float = 0.0
    """Degrees clockwise, as the page is seen."""
    font: str = ""
    invisible: bool = False
    """Written in the mode that leaves no mark, as OCR programs do behind a scan."""
    stencil: bool = False
    """Written in the mode that cuts its letters out of what is drawn next."""
    target: int = 0
    """The address of the text object that it belongs to."""


@dataclass(frozen=True)
class _Look:
    """What all the letters of one text object have in common."""

    size: float
    level: bool
    """Its letters stand upright, or on their heads, in the file's own coordinates."""
    angle: float
    font: str
    name: str
    """The font's, without the mark of a subset."""
    bold: bool
    invisible: bool
    stencil: bool


@dataclass
class _Run:
    """Characters gathered so far for one word."""

    first: int
    text: str
    left: float
    right: float
    bottom: float
    top: float


def printed(page: pdfium.PdfPage, frame: Frame) -> tuple[list[Print], bool]:
    """Give the page's words in the order in which the file draws them, and whether `limits.MAX_CHARACTERS` cut them."""
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        runs = _runs(textpage.raw, min(count, limits.MAX_CHARACTERS))
        looks: dict[int, _Look] = {}
        words = [word for run in runs if (word := _print(textpage.raw, run, frame, looks))]
        return words, count > limits.MAX_CHARACTERS
    finally:
        textpage.close()


def clean(text: str) -> str:
    """Undo ligatures, full-width and styled letters; drop what has no shape, such as zero-width spaces."""
    text = _DROPPED.sub("", text.replace("\x02", "-").replace("\u2010", "-").replace("\u2011", "-"))
    if not text.isascii():
        text = _FOLDED.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
        text = text[:-1].replace("\xad", "") + text[-1:].replace("\xad", "-")
    return text


def _runs(textpage: raw.FPDF_TEXTPAGE, count: int) -> list[_Run]:
    """Split the characters at spaces, at gaps too wide for one word, and where a blank to be written on begins or ends."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    char_box = partial(raw.FPDFText_GetCharBox, textpage)
    box = tuple(ctypes.byref(value) for value in (left, right, bottom, top))
    runs: list[_Run] = []
    run: _Run | None = None
    text = _text(textpage, count)
    seams = {edge for match in _BLANK.finditer(text) for edge in match.span()}
    for index, char in enumerate(text):
        if index in seams:
            run = None
        if char.isspace():
            run = None
            continue
        if not char_box(index, *box):
            continue
        edges = (left.value, right.value, bottom.value, top.value)
        if run is not None and (_apart(run, edges) or _raised(textpage, index, run, char, edges)):
            run = None
        if run is None:
            run = _Run(index, char, *edges)
            runs.append(run)
        elif not (_repeated(run, char, edges) and _redrawn(textpage, index)):
            run.text += char
            run.left, run.right = min(run.left, edges[0]), max(run.right, edges[1])
            run.bottom, run.top = min(run.bottom, edges[2]), max(run.top, edges[3])
    return runs


def _text(textpage: raw.FPDF_TEXTPAGE, count: int) -> str:
    """All characters of a page, one for each of pdfium's."""
    codes = (raw.FPDFText_GetUnicode(textpage, index) for index in range(count))
    return "".join(chr(code) if code <= 0x10FFFF else "\ufffd" for code in codes)


def _apart(run: _Run, edges: tuple[float, float, float, float]) -> bool:
    """Whether a character stands too far from the run, in both directions, to belong to the same word."""
    reach = 0.6 * max(run.top - run.bottom, edges[3] - edges[2], 4.0)
    beside = max(edges[0] - run.right, run.left - edges[1])
    above = max(edges[2] - run.top, run.bottom - edges[3])
    return beside > reach or above > reach


def _raised(
    textpage: raw.FPDF_TEXTPAGE, index: int, run: _Run, char: str, edges: tuple[float, float, float, float]
) -> bool:
    """Whether a numeral begins a note that is set smaller, and above the foot of the word before it."""
    if not char.isdecimal() or run.text[-1].isdecimal() or edges[2] - run.bottom < 0.3 * (run.top - run.bottom):
        return False
    return _size(textpage, index) < 0.99 * _size(textpage, run.first)


def _repeated(run: _Run, char: str, edges: tuple[float, float, float, float]) -> bool:
    """Whether a character is drawn once more over itself, as some programs do to make it bold."""
    return run.text.endswith(char) and abs(run.right - edges[1]) < 0.15 * (edges[1] - edges[0])


def _redrawn(textpage: raw.FPDF_TEXTPAGE, index: int) -> bool:
    """Whether a character and the one before are of two text objects; within one, a box shared is a ligature."""
    here = raw.FPDFText_GetTextObject(textpage, index)
    before = raw.FPDFText_GetTextObject(textpage, index - 1)
    return ctypes.addressof(here.contents) != ctypes.addressof(before.contents) if here and before else False


def _print(textpage: raw.FPDF_TEXTPAGE, run: _Run, frame: Frame, looks: dict[int, _Look]) -> Print | None:
    text = clean(run.text)
    if not text:
        return None
    target = raw.FPDFText_GetTextObject(textpage, run.first)
    address = ctypes.addressof(target.contents) if target else 0
    look = looks.get(address)
    if look is None or not target:
        look = looks[address] = _look(textpage, run.first, target, frame)
    loose = raw.FS_RECTF()
    bottom, top = run.bottom, run.top
    if (
        look.level
        and raw.FPDFText_GetLooseCharBox(textpage, run.first, loose)
        and loose.top - loose.bottom < 2 * look.size
    ):
        bottom, top = min(bottom, loose.bottom), max(top, loose.top)
    box = frame.seen(run.left, bottom, run.right, top)
    word = Word(text, box, round(look.size, 2), bold=look.bold, font=look.name)
    return Print(word, look.angle, look.font, look.invisible, look.stencil, address)


def _look(textpage: raw.FPDF_TEXTPAGE, index: int, target: raw.FPDF_PAGEOBJECT, frame: Frame) -> _Look:
    font, weight = _font(textpage, index)
    mode = raw.FPDFTextObj_GetTextRenderMode(target) if target else None
    angle = math.degrees(max(raw.FPDFText_GetCharAngle(textpage, index), 0.0))
    return _Look(
        size=_size(textpage, index),
        level=round(angle) % 180 == 0,
        angle=(angle + frame.rotation) % 360,
        font=font,
        name=_SUBSET.sub("", font),
        bold=weight >= 600 or bool(_BOLD.search(font)),
        invisible=mode == raw.FPDF_TEXTRENDERMODE_INVISIBLE,
        stencil=mode == raw.FPDF_TEXTRENDERMODE_CLIP,
    )


def _size(textpage: raw.FPDF_TEXTPAGE, index: int) -> float:
    matrix = raw.FS_MATRIX()
    size: float = raw.FPDFText_GetFontSize(textpage, index)
    if raw.FPDFText_GetMatrix(textpage, index, matrix):
        size *= math.hypot(matrix.c, matrix.d)
    return abs(size)


def _font(textpage: raw.FPDF_TEXTPAGE, index: int) -> tuple[str, int]:
    buffer = ctypes.create_string_buffer(128)
    length = raw.FPDFText_GetFontInfo(textpage, index, buffer, 128, None)
    name = buffer.raw[: max(min(length, 128) - 1, 0)].decode("utf-8", "replace")
    return name, raw.FPDFText_GetFontWeight(textpage, index)


def turned(words: list[Print], frame: Frame) -> tuple[list[Print], int]:
    """Turn a page whose words stand sideways without `/Rotate`, so that they can be read.

    Returns the words as they would stand on the page turned upright, and the turn in degrees, 0 where most words are
    upright as they are.
    """
    letters: dict[int, int] = {0: 0}
    for item in words:
        quarter = round(item.angle / 90) * 90 % 360
        letters[quarter] = letters.get(quarter, 0) + len(item.word.text)
    turn = max(letters, key=lambda quarter: letters[quarter])
    if turn == 0 or letters[turn] < 40:
        return words, 0
    return [replace(item, word=replace(item.word, box=frame.turn(item.word.box, turn))) for item in words], turn


def merged(first: Word, second: Word) -> Word:
    """Make one word of two that touch."""
    return replace(first, text=first.text + second.text, box=union([first.box, second.box]))
