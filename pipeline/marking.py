"""Copies of a packet's PDFs on whose pages is marked and noted what the audit relied on, and what it looked at in vain."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from pipeline.pdffile import unlocked
from pipeline.reading.geometry import Frame, union
from pipeline.reading.sheet import frame_of
from pipeline.records import Audit, Box, Evidence, Kind, Member, Place

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import ArrayObject

_ANSWERS, _IN_VAIN = "ffe978", "ffc6b0"
"""The color of words that answer something, and of words that do not."""
_AUTHOR = "Muster"
_LONGEST_NAME = 200
"""Bytes: with a number and the ending they fit into the 255 of a file's name."""


@dataclass(frozen=True)
class Note:
    """Words on a page, and what is to be said of them."""

    page: int
    boxes: tuple[Box, ...]
    text: str
    """One line for each thing that hangs on the words."""
    answers: bool
    """Whether they answer anything."""


Mark = Callable[[Member, Sequence[Note], Path], bool]
"""What writes a marked copy of a member, as `write_marked` does, and tells whether it is there."""


def copies(audit: Audit, members: Iterable[Member], mark: Mark, folder: Path) -> dict[str, Path | None]:
    """Write a copy of each PDF that has evidence into the folder.

    Returns:
        The copies by their members' names; None where the file would not be written anew.
    """
    by_place: dict[str, dict[Place, list[tuple[str, bool]]]] = {}
    for evidence, text, answers in _said(audit):
        by_place.setdefault(evidence.file, {}).setdefault(evidence.place, []).append((text, answers))
    found: dict[str, Path | None] = {}
    for member in members:
        if member.kind is Kind.PDF and member.name in by_place:
            notes = tuple(_note(place, said) for place, said in by_place[member.name].items())
            to = folder / _file_name(member.name, {path.name.casefold() for path in found.values() if path})
            found[member.name] = to if mark(member, notes, to) else None
    return found


def write_marked(member: Member, notes: Sequence[Note], to: Path, passwords: tuple[str, ...] = ()) -> None:
    """Write a copy of a PDF with the notes on its pages. This works on its bytes.

    The copy is not locked, whatever the file is.

    Raises:
        PdfiumError, PyPdfError: the file cannot be opened, or not be written anew.
    """
    from pypdf.annotations import Highlight
    from pypdf.errors import PyPdfError
    from pypdf.generic import NameObject, TextStringObject

    try:
        writer = _unmarked(member.path, passwords)
    except PyPdfError:
        writer = _unmarked(_mended(member.path, passwords), passwords)
    frames = _frames(member.path, {note.page for note in notes}, passwords)
    for note in notes:
        frame = frames[note.page]
        highlight = Highlight(
            rect=frame.placed(union(note.boxes)),
            quad_points=_corners(frame.placed(box) for box in note.boxes),
            highlight_color=_ANSWERS if note.answers else _IN_VAIN,
            printing=True,
            title_bar=_AUTHOR,
        )
        highlight[NameObject("/Contents")] = TextStringObject(note.text)
        writer.add_annotation(note.page - 1, highlight)
    with to.open("wb") as file:
        writer.write(file)


def _unmarked(file: Path | IO[bytes], passwords: tuple[str, ...]) -> PdfWriter:
    from pypdf import PdfReader, PdfWriter

    reader = PdfReader(file)
    if reader.is_encrypted:
        next(filter(reader.decrypt, ("", *passwords)), None)
    # That of the file is not the copy's, and pdfium makes up another each time.
    reader.trailer.pop("/ID", None)
    return PdfWriter(clone_from=reader)


def _mended(path: Path, passwords: tuple[str, ...]) -> IO[bytes]:
    """The file as pdfium, which opens more damaged ones than pypdf does, writes it."""
    file = io.BytesIO()
    with unlocked(path, passwords) as document:
        document.save(file)
    return file


def _frames(path: Path, pages: Iterable[int], passwords: tuple[str, ...]) -> dict[int, Frame]:
    with unlocked(path, passwords) as document:
        return {number: frame_of(document[number - 1]) for number in pages}


def _corners(rectangles: Iterable[tuple[float, float, float, float]]) -> ArrayObject:
    """The four corners of each: upper left and right, lower left and right."""
    from pypdf.generic import ArrayObject, FloatObject

    corners = [
        edge for left, bottom, right, top in rectangles for edge in (left, top, right, top, left, bottom, right, bottom)
    ]
    return ArrayObject(FloatObject(edge) for edge in corners)


def _said(audit: Audit) -> Iterator[tuple[Evidence, str, bool]]:
    """Each piece of evidence with what hangs on it, and whether it answers."""
    for item in audit.items:
        for element in item.elements:
            about = f"{item.cite}, {element.title}"
            for evidence in element.evidence:
                yield evidence, f"{about}: answered here.", True
            for evidence, why in element.near_misses:
                yield evidence, f"{about}: no answer. {why}", False
    for fact in audit.facts:
        for evidence in fact.evidence:
            yield evidence, f"States the {fact.name.replace('_', ' ')}.", True
        for evidence in (each for reading in fact.others for each in reading.evidence):
            yield evidence, f"States another {fact.name.replace('_', ' ')}.", False


def _note(place: Place, said: Iterable[tuple[str, bool]]) -> Note:
    lines = dict(said)
    return Note(place[1], place[2], "\n".join(lines), any(lines.values()))


def _file_name(name: str, taken: set[str]) -> str:
    """A member's name for a file beside the others: `outer.pdf/inner.pdf` as `outer.pdf - inner.pdf`, or its end."""
    stem = re.sub(r"\.pdf$", "", name.replace("/", " - "), flags=re.IGNORECASE)
    stem = stem.encode()[-_LONGEST_NAME:].decode(errors="ignore").strip()
    wanted, number = f"{stem}.pdf", 2
    while wanted.casefold() in taken:
        wanted, number = f"{stem} ({number}).pdf", number + 1
    return wanted
