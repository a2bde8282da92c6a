"""What people have decided on the reports of a shelf, as it holds today."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

from pipeline import decisions, reporting
from pipeline.decisions import Decision, Review, Subject
from pipeline.reporting import Form, Report
from pipeline.web.shelf import Shelf


@dataclass(frozen=True)
class Settled:
    """What decisions make of a report."""

    findings: frozenset[Subject] = frozenset()
    """Those on the to-do list that somebody has decided on."""
    verdict: str = ""
    """As decided; empty where nobody has decided on anything."""


class Docket:
    """The decisions beside each report. Safe to use from several threads and processes, as `decisions.record` is."""

    def __init__(self, shelf: Shelf, today: Callable[[], date], form: Form) -> None:
        """Begin.

        Args:
            shelf: the reports.
            today: tells the day.
            form: what letters look like.
        """
        self.form = form
        self._shelf = shelf
        self._today = today
        self._writing = threading.Lock()
        self._settled = lru_cache(maxsize=10_000)(self._settled_once)

    @property
    def today(self) -> date:
        """The day on which decisions are made, and held against what they say of their last day."""
        return self._today()

    def review(self, packet: str, report: Report) -> Review:
        """All decisions on a packet's report, and what each is worth.

        Raises:
            ConfigurationError: the record has a fault, which is named with its line.
        """
        return decisions.review(report, decisions.read(self._shelf.path / packet), self._today())

    def decided(self, packet: str, report: Report) -> Report:
        """A packet's report as people have decided it.

        Raises:
            ConfigurationError: the record has a fault.
        """
        return reporting.decided(report, self._shelf.path / packet, self._today())

    def settled(self, packet: str) -> Settled:
        """What decisions make of a packet's report.

        Raises:
            ConfigurationError: the record has a fault.
        """
        record = self._shelf.path / packet / decisions.FILE
        if not record.exists():
            return Settled()
        return self._settled(packet, _state(record), self._shelf.changed(packet), self._today())

    def record(self, packet: str, report: Report, decision: Decision) -> tuple[Decision, Review]:
        """Put a decision on record; gives it as it stands there, and the review before it.

        Raises:
            UsageError: it lacks something, or is on something that is not there.
            ConfigurationError: the record has a fault, or cannot be written.
        """
        before = self.review(packet, report)
        return decisions.record(self._shelf.path / packet, report, decision), before

    def rewrite(self, packet: str, report: Report) -> None:
        """Write page, letter and table anew, as they follow from what is on record now.

        Raises:
            ConfigurationError: they cannot be written.
        """
        with self._writing:
            reporting.rewrite(self.decided(packet, report), self._shelf.path / packet, self.form)

    def _settled_once(self, packet: str, *_state: object) -> Settled:
        report, figures = self._shelf.report(packet), self._shelf.figures(packet)
        if report is None or figures is None:
            return Settled()
        review = self.review(packet, report)
        found = frozenset(subject for subject in figures.findings if review.in_force(subject))
        return Settled(found, reporting.as_decided(report, review)["summary"]["verdict"])


def _state(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_mtime_ns, status.st_size
