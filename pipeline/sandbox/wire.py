"""What passes between an audit and its contained process: frames of MessagePack, checked on arrival.

A frame is a letter, the length of its body in four bytes, and the body. The process that reads hostile bytes may have
been taken over by them, so nothing that it sends is executed, as pickles would be: it is decoded into the records that
are expected, field by field by their types, and then looked at once more for what types do not say.
"""

from __future__ import annotations

import math
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pipeline import limits
from pipeline.containers import Inner
from pipeline.marking import Note
from pipeline.reading.parts import Options, Part
from pipeline.records import Box, Cell, Kind, Line, Member, Page, Picture, Place

T = TypeVar("T")

HEAD = struct.Struct(">cI")
"""Of a frame: its letter and the length of its body."""
_PNG = b"\x89PNG\r\n\x1a\n"
PART, END, FAULT = b"P", b"E", b"F"
"""A part of the answer; the end of it; the name of what went wrong instead."""


class RubbishError(Exception):
    """The contained process sent what it should not have."""


@dataclass(frozen=True)
class ReadRequest:
    """To read a member, from its page `first` on."""

    member: Member
    options: Options
    first: int
    ahead: bool


@dataclass(frozen=True)
class OpenRequest:
    """To take what a file holds out of it, into a folder."""

    kind: Kind
    path: Path
    into: Path
    passwords: tuple[str, ...]


@dataclass(frozen=True)
class DrawRequest:
    """To draw places of a member, in order of their pages."""

    member: Member
    places: tuple[Place, ...]
    sizes: dict[int, tuple[float, float]]
    passwords: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """A part of the answer to a `DrawRequest`."""

    place: int
    """Which of the places that were asked for."""
    picture: Picture


@dataclass(frozen=True)
class MarkRequest:
    """To write a copy of a member with notes on its pages."""

    member: Member
    notes: tuple[Note, ...]
    to: Path
    passwords: tuple[str, ...]


@dataclass(frozen=True)
class SheetRequest:
    """To draw a whole page of a member."""

    member: Member
    number: int
    passwords: tuple[str, ...]


Request = ReadRequest | OpenRequest | DrawRequest | MarkRequest | SheetRequest


@dataclass(frozen=True)
class _Envelope:
    """Says which of the requests it is."""

    read: ReadRequest | None = None
    open: OpenRequest | None = None
    draw: DrawRequest | None = None
    mark: MarkRequest | None = None
    sheet: SheetRequest | None = None


def request(asked: Request) -> bytes:
    """The body of a request."""
    match asked:
        case ReadRequest():
            return packed(_Envelope(read=asked))
        case OpenRequest():
            return packed(_Envelope(open=asked))
        case DrawRequest():
            return packed(_Envelope(draw=asked))
        case MarkRequest():
            return packed(_Envelope(mark=asked))
        case SheetRequest():
            return packed(_Envelope(sheet=asked))


def requested(data: bytes) -> Request:
    """The request in a body."""
    envelope = unpacked(data, _Envelope)
    asked = envelope.read or envelope.open or envelope.draw or envelope.mark or envelope.sheet
    if asked is None:
        raise RubbishError("a request for nothing")
    return asked


def packed(value: object) -> bytes:
    """The bytes of a record."""
    return msgspec.msgpack.encode(value, enc_hook=_simple)


def unpacked(data: bytes, kind: type[T]) -> T:
    """The record of such a kind that the bytes are.

    Raises:
        RubbishError: they are none.
    """
    try:
        return msgspec.msgpack.decode(data, type=kind, dec_hook=_whole)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RubbishError(str(error)) from error


def answered_part(data: bytes, numbers: Iterator[int]) -> Part:
    """A part of the answer to a `ReadRequest`; the next page must have the next of the numbers.

    Raises:
        RubbishError: it is none, or says what cannot be.
    """
    part = unpacked(data, Part)
    if part.count is not None and not 0 <= part.count <= limits.MAX_PAGES:
        raise RubbishError(f"a file of {part.count} pages")
    if part.page is not None:
        _check(part.page, next(numbers))
    return part


def answered_inner(data: bytes) -> Inner:
    """A part of the answer to an `OpenRequest`.

    Raises:
        RubbishError: it is none.
    """
    return unpacked(data, Inner)


def answered_drawn(data: bytes, count: int) -> Drawn:
    """A part of the answer to a `DrawRequest` for so many places.

    Raises:
        RubbishError: it is none, or no picture of the kind that is asked for.
    """
    drawn = unpacked(data, Drawn)
    if not 0 <= drawn.place < count:
        raise RubbishError("a picture of nothing that was asked for")
    _check_picture(drawn.picture)
    return drawn


def answered_sheet(data: bytes) -> Picture:
    """A part of the answer to a `SheetRequest`.

    Raises:
        RubbishError: it is none, or no picture of the kind that is asked for.
    """
    picture = unpacked(data, Picture)
    _check_picture(picture)
    return picture


def _check_picture(picture: Picture) -> None:
    if not picture.png.startswith(_PNG) or not all(0 < side < 10_000 for side in (picture.width, picture.height)):
        raise RubbishError("no picture")


def _check(page: Page, number: int) -> None:
    """See that a page is the one awaited, and that its numbers can be those of a page."""
    if page.number != number:
        raise RubbishError(f"page {page.number} in place of {number}")
    if not (0 < page.width < math.inf and 0 < page.height < math.inf):
        raise RubbishError(f"a page of {page.width} by {page.height}")
    if page.turn not in (0, 90, 180, 270):
        raise RubbishError(f"a page turned by {page.turn}")
    holders: list[Line | Cell] = [*page.lines]
    holders += (cell for table in page.tables for row in table.rows for cell in row)
    for holder in holders:
        _check_box(holder.box)
        for word in holder.words:
            _check_box(word.box)
            if not (math.isfinite(word.size) and 0 <= word.confidence <= 1):
                raise RubbishError("a word of no size or confidence")


def _check_box(box: Box) -> None:
    if not math.isfinite(abs(box.x0) + abs(box.top) + abs(box.x1) + abs(box.bottom)):
        raise RubbishError("a box without end")


def _simple(value: Any) -> object:
    if isinstance(value, Path):
        return os.fsencode(value)
    raise TypeError(f"{type(value).__name__} is nothing to be sent")


def _whole(kind: type[Any], value: Any) -> Any:
    if kind is Path:
        return Path(os.fsdecode(value))
    raise TypeError(f"{kind.__name__} is nothing to be sent")
