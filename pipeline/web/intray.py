"""Packets that are handed in on the page: their files laid into a folder, whole or not at all, under safe names."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

import msgspec

from pipeline import intake, limits, reporting
from pipeline.batch.records import Entry
from pipeline.errors import UsageError
from pipeline.packetids import plain_name

_STAGED = ".upload-"
"""Begins the names of folders that are not yet whole; intake and batch pass over them, as over all hidden ones."""
_TICKET = ".muster.json"
"""The ticket, in the packet's folder: hidden, so that it is no part of the packet."""

_NAMELESS = "packet"
"""No id, since a folder of this name goes by that of the folder around it."""


class Upload(Protocol):
    """A file as it comes from the browser."""

    filename: str | None

    def save(self, dst: Path) -> None:
        """Write it to the disk."""


@dataclass(frozen=True)
class Ticket:
    """How a packet is to be audited."""

    checklist: str
    """An id, or `auto`."""
    received: date | None = None
    """The day on which it came in, where a person has said so."""
    tries: int = 1
    """How often a person has asked for it; a new try makes the packet another one for the store."""


class InTray:
    """The folder of the packets that were handed in; its subfolders are packets, as they are for `muster batch`."""

    def __init__(self, folder: Path) -> None:
        """The folder is made with its first packet. What a run that was killed left unfinished is removed."""
        self._folder = folder
        for left in folder.glob(f"{_STAGED}*"):
            shutil.rmtree(left, ignore_errors=True)

    def add(self, name: str, files: Iterable[Upload], ticket: Ticket, *, taken: Iterable[str]) -> Entry:
        """Lay a packet's files into a folder of its own, and take the id that this gives it.

        Args:
            name: what the packet is to be called; where it is empty, it is called after its first file.
            files: as they come from the browser.
            ticket: how it is to be audited.
            taken: ids that it may not have.

        Raises:
            UsageError: there is no file, or there are too many.
            ConfigurationError: they cannot be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            staged = Path(mkdtemp(prefix=_STAGED, dir=self._folder))
            try:
                names = list(_saved(files, staged))
                if not names:
                    raise UsageError("No file was chosen.", remedy="Choose the files that the applicant handed in.")
                (staged / _TICKET).write_bytes(msgspec.json.encode(ticket))
                return self._named(staged, name or Path(names[0]).stem, frozenset(each.casefold() for each in taken))
            finally:
                shutil.rmtree(staged, ignore_errors=True)
        except OSError as error:
            raise reporting.unwritable(self._folder, error) from error

    def again(self, packet: str, ticket: Ticket) -> None:
        """Have a packet audited anew, as this ticket says.

        Raises:
            KeyError: it was not handed in here.
            ConfigurationError: it cannot be written.
        """
        ticket = replace(ticket, tries=self.tickets()[packet].tries + 1)
        file = self._folder / packet / _TICKET
        try:
            with reporting.whole(file) as stream:
                stream.buffer.write(msgspec.json.encode(ticket))
        except OSError as error:
            raise reporting.unwritable(file, error) from error

    def tickets(self) -> dict[str, Ticket]:
        """The tickets of all packets that were handed in here, by id."""
        found = {}
        for file in sorted(self._folder.glob(f"[!.]*/{_TICKET}")):
            with suppress(OSError, msgspec.MsgspecError):
                found[file.parent.name] = msgspec.json.decode(file.read_bytes(), type=Ticket)
        return found

    def entry(self, packet: str) -> Entry:
        """A packet that was handed in here, as a batch knows it."""
        return Entry(packet, self._folder / packet)

    def files(self, packet: str) -> list[tuple[str, int]]:
        """Name and size in bytes of a packet's files."""
        folder = self._folder / packet
        return [(file.name, file.stat().st_size) for file in sorted(folder.iterdir()) if file.name != _TICKET]

    def _named(self, staged: Path, name: str, taken: frozenset[str]) -> Entry:
        """Give the folder the packet's name, or where another has it, that with a number."""
        # A folder whose name is plain has that for its id, whoever audits it later.
        plain = plain_name(name) or _NAMELESS
        for number in count(1):
            wanted = plain if number == 1 else f"{plain}-{number}"
            place = self._folder / wanted
            if wanted.casefold() not in taken | {_NAMELESS} and not place.exists():
                staged.rename(place)
                return Entry(wanted, place)
        raise AssertionError("there is always another number")


def _saved(files: Iterable[Upload], folder: Path) -> Iterator[str]:
    """Write the files, and give the names under which they lie."""
    used: set[str] = set()
    for file in files:
        if not file.filename:
            continue
        if len(used) == limits.MAX_MEMBERS:
            raise UsageError(
                f"A packet may hold {limits.MAX_MEMBERS} files.", remedy="Put some together in an archive (.zip)."
            )
        name = _free(intake.safe_name(file.filename.replace("\\", "/").rpartition("/")[2]), used)
        file.save(folder / name)
        if intake.passed_over(folder / name):
            # Such names mean "not finished" in a folder; here a person has chosen the file.
            (folder / name).rename(folder / f"file_{name}_")
            name = f"file_{name}_"
        used.add(name.casefold())
        yield name


def _free(name: str, used: set[str]) -> str:
    stem, suffix = Path(name).stem, Path(name).suffix
    numbered = (name if number == 1 else f"{stem} ({number}){suffix}" for number in count(1))
    return next(each for each in numbered if each.casefold() not in used)
