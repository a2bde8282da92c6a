"""The reports of a folder, read from the disk as they are now, and what the queue tells of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from pipeline.batch.records import Outcome
from pipeline.decisions import Subject
from pipeline.exits import trouble
from pipeline.reporting import Report

REPORT = "report.json"


class Stage(StrEnum):
    """How far a packet has come, as the queue tells it."""

    WAITING = "waiting"
    AUDITING = "auditing"
    NO_REPORT = "no-report"
    """It could not be audited, or nobody has."""
    TO_REVIEW = "to-review"
    REVIEWED = "reviewed"
    """Nothing of what must be done is undecided."""


@dataclass(frozen=True)
class Figures:
    """What the queue tells of a report."""

    verdict: str
    filing: str
    """The checklist's id."""
    note: str
    """The first sentence of the report."""
    missing: int
    partial: int
    off: int
    """Checks that fall short or are in conflict."""
    unchecked: int
    needs_review: int
    files: int
    pages: int
    findings: frozenset[Subject]
    """On the to-do list."""


@dataclass(frozen=True)
class Card:
    """A packet in the queue."""

    id: str
    stage: Stage
    note: str
    changed: datetime | None
    """When its report was written."""
    figures: Figures | None
    decided: int = 0
    """Of the findings on the to-do list."""
    verdict: str = ""
    """The report's, or as it is decided; empty where there is no report."""
    outcome: Outcome | None = None
    """Why there is no report, where an audit has ended without one."""


class Shelf:
    """A folder whose subfolders hold a report each, whoever wrote them."""

    def __init__(self, folder: Path) -> None:
        self.path = folder

    def ids(self) -> list[str]:
        """The packets that have a report, in order."""
        return sorted(file.parent.name for file in self.path.glob(f"[!.]*/{REPORT}"))

    def folder(self, packet: str) -> Path | None:
        """Where a packet's report lies; None where it has none."""
        folder = self.path / packet
        plain = folder.name == packet and not packet.startswith(".")
        return folder if plain and (folder / REPORT).is_file() else None

    def report(self, packet: str) -> Report | None:
        """A packet's report, which is not to be changed; None where there is none that can be read."""
        folder = self.folder(packet)
        return _read(*_state(folder / REPORT)) if folder and self.figures(packet) else None

    def figures(self, packet: str) -> Figures | None:
        """What the queue tells of a packet's report; None where there is none that can be read."""
        folder = self.folder(packet)
        return _figures(*_state(folder / REPORT)) if folder else None

    def changed(self, packet: str) -> datetime:
        """When a packet's report was written."""
        return datetime.fromtimestamp((self.path / packet / REPORT).stat().st_mtime, UTC)


def _state(file: Path) -> tuple[Path, int, int]:
    status = file.stat()
    return file, status.st_mtime_ns, status.st_size


@lru_cache(maxsize=16)
def _read(file: Path, _changed: int, _size: int) -> Report | None:
    try:
        report: Report = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return report if isinstance(report, dict) else None


@lru_cache(maxsize=10_000)
def _figures(file: Path, changed: int, size: int) -> Figures | None:
    report = _read.__wrapped__(file, changed, size)
    try:
        return None if report is None else _counted(report)
    except (KeyError, TypeError, ValueError):
        return None


def _counted(report: Report) -> Figures:
    summary, told, files = report["summary"], trouble(report), report["packet"]["files"]
    return Figures(
        verdict=summary["verdict"],
        filing=report["checklist"]["id"],
        note=report["headline"]["sentence"],
        missing=told.missing,
        partial=told.partial,
        off=told.off,
        unchecked=told.unchecked,
        needs_review=told.needs_review,
        files=len(files),
        pages=sum(file["pages"] for file in files),
        findings=frozenset(_to_do(report)),
    )


def _to_do(report: Report) -> Iterator[Subject]:
    for group in report["todo"]:
        for task in group["tasks"]:
            yield from (Subject(ref["kind"], ref["id"]) for ref in task["refs"])
