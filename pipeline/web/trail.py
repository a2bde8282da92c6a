"""The audit trail: what was done on the page, by whom and when, in a file that is only ever added to.

Each line carries the digest of the line before it, so that a line that was changed, taken out or put in shows. The page
has nothing that changes the file; whoever may write to it on the disk could make all of it anew.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import msgspec

from pipeline import reporting


class Deed(StrEnum):
    """What was done."""

    SIGNED_IN = "signed in"
    ADDED = "added the packet"
    SENT_AGAIN = "sent the packet to be audited again"
    AUDITED = "audited the packet"
    NOT_AUDITED = "could not audit the packet"
    DECIDED = "decided"
    TOOK = "took"
    """A letter, or another file of the report."""


class _Line(msgspec.Struct, frozen=True):
    """A line of the file."""

    at: str
    who: str
    what: str
    packet: str
    detail: str
    after: str
    """The SHA-256 of the line before it; of the first, of nothing."""


@dataclass(frozen=True)
class Step:
    """A line of the trail, as it is shown."""

    number: int
    """From 1 for the first."""
    at: str
    """When, by the clock of the machine, in UTC."""
    who: str
    what: str
    packet: str
    """The id of the packet; empty where it is about none."""
    detail: str
    sound: bool
    """It is as it was written, and stands where it was written."""


class Trail:
    """The trail of one folder of reports. Safe to use from several threads; only one process may write it at a time."""

    def __init__(self, file: Path, clock: Callable[[], datetime]) -> None:
        """The file is made with its first line."""
        self.path = file
        self._clock = clock
        self._lock = threading.Lock()
        lines = self._lines()
        self._before = _digest(lines[-1] if lines else b"")
        self._cut_off = bool(lines) and not lines[-1].endswith(b"\n")

    def add(self, who: str, what: Deed, packet: str = "", detail: str = "") -> None:
        """Add a line, and see that it is on the disk.

        Raises:
            ConfigurationError: it cannot be written.
        """
        at = self._clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        with self._lock:
            line = msgspec.json.encode(_Line(at, who, what, packet, detail, self._before))
            # A line that was cut off, when the machine stopped, stays there and shows.
            written = (b"\n" if self._cut_off else b"") + line + b"\n"
            try:
                with self.path.open("ab") as stream:
                    stream.write(written)
                    stream.flush()
                    os.fsync(stream.fileno())
            except OSError as error:
                raise reporting.unwritable(self.path, error) from error
            self._before, self._cut_off = _digest(line), False

    def steps(self, packet: str = "") -> list[Step]:
        """The lines, the newest first; of one packet where its id is given, with all that are not sound."""
        found, before = [], _digest(b"")
        for number, line in enumerate(self._lines(), start=1):
            step = _step(number, line, before)
            before = _digest(line)
            if not packet or step.packet == packet or not step.sound:
                found.append(step)
        return found[::-1]

    def _lines(self) -> list[bytes]:
        return self.path.read_bytes().splitlines(keepends=True) if self.path.exists() else []


def _digest(line: bytes) -> str:
    return hashlib.sha256(line.removesuffix(b"\n")).hexdigest()


def _step(number: int, line: bytes, before: str) -> Step:
    try:
        read = msgspec.json.decode(line, type=_Line)
    except (msgspec.MsgspecError, ValueError):
        return Step(number, "", "", "", "", line.decode("utf-8", "replace").strip(), sound=False)
    return Step(number, read.at, read.who, read.what, read.packet, read.detail, sound=read.after == before)
