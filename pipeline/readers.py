"""What everything that touches a packet's bytes goes through: `sandbox.Reader` in a contained process, or `InProcess`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pipeline import containers, marking, pictures, reading
from pipeline.containers import Inner
from pipeline.marking import Note
from pipeline.pictures import Sizes
from pipeline.reading import Options
from pipeline.records import Document, Kind, Member, Picture, Place


class Reader(Protocol):
    """Opens, reads and pictures files, whatever is wrong with them."""

    def opened(self, kind: Kind, path: Path, into: Path) -> Iterable[Inner]:
        """Take out what a file holds, as `containers.opened` does."""

    def read(self, member: Member) -> Document:
        """Read a member, as `reading.read` does."""

    def pictured(self, member: Member, places: Sequence[Place], sizes: Sizes) -> Iterable[tuple[Place, Picture]]:
        """Draw places of a member, as `pictures.drawn` does."""

    def marked(self, member: Member, notes: Sequence[Note], to: Path) -> bool:
        """Write a copy of a member as `marking.write_marked` does, and tell whether it is there."""


@dataclass(frozen=True)
class InProcess:
    """Works in this process, without any containment: for files of one's own, for tests and measurements."""

    options: Options = field(default_factory=Options)

    def opened(self, kind: Kind, path: Path, into: Path) -> Iterable[Inner]:
        """Take out what a file holds."""
        return containers.opened(kind, path, into, self.options.passwords)

    def read(self, member: Member) -> Document:
        """Read a member."""
        return reading.read(member, self.options)

    def pictured(self, member: Member, places: Sequence[Place], sizes: Sizes) -> Iterable[tuple[Place, Picture]]:
        """Draw places of a member."""
        return pictures.drawn(member, places, sizes, self.options.passwords)

    def marked(self, member: Member, notes: Sequence[Note], to: Path) -> bool:
        """Write a copy of a member with notes on its pages."""
        marking.write_marked(member, notes, to, self.options.passwords)
        return True
