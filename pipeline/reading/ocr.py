"""Words from a picture of a page, by the tesseract program, with tick boxes and rules taken out of it first."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

from pipeline import limits
from pipeline.reading import bitmap, letters
from pipeline.reading.parts import Options
from pipeline.reading.words import clean
from pipeline.records import TICKED, UNTICKED, Box, Problem, Word

if TYPE_CHECKING:
    from PIL.Image import Image

_PROGRAM = "tesseract"
_ENGINE = ("--oem", "1", "--psm", "6", "-l", "eng", "-c", "preserve_interword_spaces=1")
_WORD_LEVEL = "5"
_QUOTES = str.maketrans("‘’“”", "''\"\"")
"""The engine curls quotes at random."""


NO_ENGINE = Problem("no-engine", "Install tesseract-ocr with its English data, so that scanned pages can be read.")


@dataclass(frozen=True)
class Scan:
    """What a picture of a page says."""

    words: tuple[Word, ...]
    """Boxes in points of the page leveled; `skew` takes them back."""
    skew: float
    """Degrees by which the page was turned, counter-clockwise, to level it."""
    rules: tuple[Box, ...]
    """Long lines, horizontal and vertical, of the page leveled."""
    ink: float
    """The part of the page that is dark, its rules and boxes not counted."""
    picture: Image
    """The page leveled, without its long rules and tick boxes."""
    failed: bool = False
    """The engine gave up: an error, or too long a time."""

    @property
    def confidence(self) -> float:
        """The mean of the words', each weighed by its letters; 0 without words."""
        said = [word for word in self.words if word.text not in (TICKED, UNTICKED)]
        letters = sum(len(word.text) for word in said)
        return sum(word.confidence * len(word.text) for word in said) / letters if letters else 0.0


def available() -> bool:
    """Whether the OCR program is on this machine."""
    return shutil.which(_PROGRAM) is not None


def lacking(problems: Iterable[Problem], options: Options) -> tuple[Problem, ...]:
    """The hint on what to install, where a page went unread for want of it."""
    unread = any(problem.code in ("no-ocr", "text-layer") for problem in problems)
    return (NO_ENGINE,) if unread and options.ocr and not available() else ()


def version() -> str:
    """What the OCR program calls itself; empty where there is none."""
    try:
        said = subprocess.run(
            [_PROGRAM, "--version"], capture_output=True, text=True, timeout=limits.OCR_SECONDS, check=True
        )
    except (subprocess.SubprocessError, OSError):
        return ""
    return said.stdout.partition("\n")[0]


def scan(picture: Image, scale: float, *, level: bool = True) -> Scan:
    """Read a picture in gray, `scale` pixels to the point, leveled first where that is wanted."""
    prepared = bitmap.prepare(picture, scale, level=level)
    table = _recognized(prepared.picture, round(72 * scale))
    marks = [
        Word(
            TICKED if square.ticked else UNTICKED, square.box, round(square.box.bottom - square.box.top, 2), False, 0.9
        )
        for square in prepared.squares
    ]
    return Scan(
        (*_words(table or [], scale, prepared.rules), *marks),
        prepared.skew,
        prepared.rules,
        prepared.ink,
        prepared.picture,
        table is None,
    )


def _recognized(picture: Image, dpi: int) -> list[Mapping[str, str]] | None:
    """The engine's table of words, a mapping for each row; None where it failed."""
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=1)
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    command = [_PROGRAM, "stdin", "stdout", "--dpi", str(dpi), *_ENGINE, "tsv"]
    try:
        done = subprocess.run(
            command,
            input=stream.getvalue(),
            capture_output=True,
            env=environment,
            timeout=limits.OCR_SECONDS,
            check=True,
        )
    except (subprocess.SubprocessError, OSError):
        return None
    head, *rows = done.stdout.decode("utf-8", "replace").splitlines()
    names = head.split("\t")
    return [dict(zip(names, row.split("\t"), strict=False)) for row in rows]


def _words(table: list[Mapping[str, str]], scale: float, rules: Sequence[Box]) -> list[Word]:
    """The words of the engine's table, without debris, each with the font size of its line."""
    by_line: dict[tuple[str, ...], list[Word]] = {}
    for row in table:
        word = _word(row, scale)
        if word is not None:
            by_line.setdefault(tuple(row[name] for name in ("block_num", "par_num", "line_num")), []).append(word)
    upright = [rule for rule in rules if rule.bottom - rule.top > rule.x1 - rule.x0]
    found = []
    for words in by_line.values():
        size = round(median(_size(word) for word in words for _ in word.text), 1)
        line = letters.mended([replace(word, size=size) for word in words], upright)
        found += [word for word in line if not _is_debris(word, size)]
    return found


def _word(row: Mapping[str, str], scale: float) -> Word | None:
    text = clean(row.get("text", "")).translate(_QUOTES).strip()
    if row.get("level") != _WORD_LEVEL or not text:
        return None
    left, top, width, height = (int(row[name]) / scale for name in ("left", "top", "width", "height"))
    box = Box(round(left, 2), round(top, 2), round(left + width, 2), round(top + height, 2))
    return Word(text, box, round(height, 2), confidence=round(max(float(row["conf"]), 0.0) / 100, 3))


def _size(word: Word) -> float:
    """The font size that gives a word of these letters its height: by their ascenders and descenders."""
    share = 0.5
    if re.search(r"[^acegmnopqrsuvwxyz.,_-]", word.text):
        share = 0.72
    if re.search(r"[gjpqyQ,;()\[\]|]", word.text):
        share += 0.2
    return word.size / share


def _is_debris(word: Word, size: float) -> bool:
    """Whether a word is what is left of a rule, a speck or a frame."""
    height, width = word.box.bottom - word.box.top, word.box.x1 - word.box.x0
    if word.text in "|" or height > 3 * size or (height < 0.12 * size and width < 0.3 * size):
        return True
    said = sum(char.isalnum() or char in "$#%&" for char in word.text)
    if said and height < 0.25 * size:
        return True
    if said == 0:
        return word.confidence < 0.6
    return said < 3 and word.confidence < 0.25 and not 0.4 * size < height < 1.1 * size
