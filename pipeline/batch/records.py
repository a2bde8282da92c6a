"""What passes between the parts of a batch: frozen dataclasses, made of what MessagePack can carry."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path

from pipeline.exits import Trouble
from pipeline.limits import Limits
from pipeline.publishing import Wishes
from pipeline.reading import Options


class Outcome(StrEnum):
    """What became of a packet."""

    AUDITED = "audited"
    UNROUTED = "unrouted"
    """It is not clear which filing the packet is for: a person must say."""
    REFUSED = "refused"
    """There is nothing in it to be audited."""
    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    OUT_OF_MEMORY = "out-of-memory"
    NOT_WRITTEN = "not-written"
    """The report could not be written, as where the disk is full. The next run tries again."""
    PENDING = "pending"
    """The run was cancelled before."""


@dataclass(frozen=True)
class Entry:
    """A packet of the batch, by its place."""

    id: str
    """Alone in the batch; names the folder of its report."""
    path: Path
    """Its file or folder."""


@dataclass(frozen=True)
class Row:
    """A packet's line in the summary. The names of the fields are its columns."""

    packet: str
    """The id."""
    name: str
    """Of its file or folder, made safe to show."""
    outcome: Outcome
    note: str
    """Why there is no report, or else the first sentence of the report, after what a new round has changed."""
    checklist: str = ""
    verdict: str = ""
    present: int = 0
    partial: int = 0
    missing: int = 0
    not_applicable: int = 0
    unverifiable: int = 0
    could_not_check: int = 0
    needs_review: int = 0
    off: int = 0
    """Checks that fall short or are in conflict."""
    unchecked: int = 0
    """Items that could not be checked, and problems that may hide an answer."""
    files: int = 0
    pages: int = 0
    report: str = ""
    """The report's address, relative to the summary; empty where there is none."""

    @property
    def trouble(self) -> Trouble:
        """What the exit code hangs on."""
        return Trouble(self.missing, self.partial, self.off, self.needs_review, self.unchecked)


@dataclass(frozen=True)
class Settings:
    """What holds for the whole run."""

    checklist: str
    """An id, a path, or `auto` for the one that each packet is for."""
    out: Path
    """The folder of the reports."""
    options: Options
    limits: Limits
    """Of the process that reads."""
    wishes: Wishes
    basis: str
    """The digest of Muster, checklist and options: with a packet's content it tells whether its report still holds."""
    received: date | None = None
    """The day on which the packets came in, where the office knows better than they do."""

    @property
    def state(self) -> Path:
        """The folder of what a run keeps besides reports."""
        return self.out / ".muster"


@dataclass(frozen=True)
class Task:
    """What the process that audits a packet is asked for."""

    entry: Entry
    settings: Settings
    spool: Path
    """An empty folder of its own, for files taken out of others."""


@dataclass(frozen=True)
class Done:
    """Its answer."""

    row: Row
    peak: int
    """Bytes of memory: the most that the process ever held."""
