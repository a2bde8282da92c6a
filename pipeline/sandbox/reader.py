"""Members read, and files taken out of others, in a contained process; what kills it costs a page or a file, no more."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from pipeline import limits as bounds
from pipeline.containers import Inner
from pipeline.limits import Limits
from pipeline.marking import Note
from pipeline.pictures import Sizes
from pipeline.reading.parts import Options, Part, gathered
from pipeline.records import Document, Kind, Member, Page, PageText, Picture, Place, Problem
from pipeline.sandbox import wire
from pipeline.sandbox.cell import Cell, EndedError

_LETTER = (612.0, 792.0)
"""Points: the size that a page is taken to have that was not read."""


class Reader:
    """Reads in a process that is kept for the next member, and the next packet."""

    def __init__(self, options: Options | None = None, limits: Limits | None = None, cell: Cell | None = None) -> None:
        """Prepare; `cell` stands in for the one that the limits would give."""
        limits = limits or Limits()
        self._options = options or Options()
        self._file_seconds = limits.file_seconds
        self._cell = cell or Cell(limits)

    def __enter__(self) -> Self:
        self._cell.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._cell.kill()

    def opened(self, kind: Kind, path: Path, into: Path) -> list[Inner]:
        """Take out what a file holds, as `containers.opened` does; what cannot be taken out is told."""
        request = wire.request(wire.OpenRequest(kind, path, into, self._options.passwords))
        try:
            return list(self._cell.answers(request, wire.answered_inner, until=self._until()))
        except EndedError:
            shutil.rmtree(into)
            into.mkdir()
        found: list[Inner] = []
        try:
            found.extend(self._cell.answers(request, wire.answered_inner, until=self._until()))
        except EndedError as error:
            found.append(Inner("", fault="not-opened", why=f"may hold files that were not taken out: {error}."))
        return found

    def read(self, member: Member) -> Document:
        """Read a member as `reading.read` does.

        What fails is tried again in a new process, page by page; what fails then is lost, and the rest is read.
        """
        return gathered(member, self._parts(member))

    def pictured(self, member: Member, places: Sequence[Place], sizes: Sizes) -> Iterator[tuple[Place, Picture]]:
        """Draw places of a member as `pictures.drawn` does; where the process ends, what it has drawn."""
        asked = wire.DrawRequest(_bare(member), tuple(places), dict(sizes), self._options.passwords)
        checked = partial(wire.answered_drawn, count=len(places))
        with suppress(EndedError):
            for drawn in self._cell.answers(wire.request(asked), checked, until=self._until()):
                yield places[drawn.place], drawn.picture

    def sheet(self, member: Member, number: int) -> Picture | None:
        """Draw a whole page as `pictures.sheet` does; None also where the process ends."""
        asked = wire.SheetRequest(_bare(member), number, self._options.passwords)
        try:
            drawn = list(self._cell.answers(wire.request(asked), wire.answered_sheet, until=self._until()))
        except EndedError:
            return None
        return drawn[0] if drawn else None

    def marked(self, member: Member, notes: Sequence[Note], to: Path) -> bool:
        """Write a copy of a member as `marking.write_marked` does; false where the process ends, or finds it damaged."""
        asked = wire.MarkRequest(_bare(member), tuple(notes), to, self._options.passwords)
        try:
            list(self._cell.answers(wire.request(asked), bool, until=self._until()))
        except EndedError:
            to.unlink(missing_ok=True)
            return False
        return True

    def _parts(self, member: Member) -> Iterator[Part]:
        until = self._until()
        first, count, lost, ahead = 1, None, 0, True
        while count is None or first <= count:
            request = wire.request(wire.ReadRequest(_bare(member), self._options, first, ahead))
            checked = partial(wire.answered_part, numbers=itertools.count(first))
            try:
                for part in self._cell.answers(request, checked, until=until):
                    count = part.count if part.count is not None else count
                    first += part.page is not None
                    yield part
                return
            except EndedError as error:
                if time.monotonic() < until and ahead:
                    ahead = False
                    continue
                if count is None or lost == bounds.LOST_PAGES or time.monotonic() >= until:
                    yield Part(problems=(_unread(member, first, error),))
                    return
                yield _lost_page(first, error)
                first, lost, ahead = first + 1, lost + 1, True

    def _until(self) -> float:
        return time.monotonic() + self._file_seconds


def _bare(member: Member) -> Member:
    """The member without what the reading of it does not need: a name on the disk may not even be text."""
    return replace(member, source="", within="")


def _unread(member: Member, first: int, error: EndedError) -> Problem:
    what = f"From page {first} on, {member.name}" if first > 1 else member.name
    return Problem("not-read", f"{what} could not be read: {error}.", hides_content=True)


def _lost_page(number: int, error: EndedError) -> Part:
    page = Page(number, *_LETTER, PageText.UNREADABLE, ())
    message = f"Page {number} could not be read: {error}."
    return Part(page, (Problem("damaged-page", message, page=number, hides_content=True),))
