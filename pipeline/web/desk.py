"""All that the pages work on, put together: reports, packets, the store, what audits, and the trail."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from pipeline.batch.records import Entry, Outcome, Row, Settings
from pipeline.batch.store import Standing, Store
from pipeline.errors import ConfigurationError
from pipeline.web.auditor import Auditor
from pipeline.web.docket import Docket, Settled
from pipeline.web.intray import InTray, Ticket, Upload
from pipeline.web.people import Reviewers
from pipeline.web.sheets import Sheets
from pipeline.web.shelf import Card, Shelf, Stage
from pipeline.web.trail import Deed, Trail

MACHINE = "Muster"
"""Who did what no person did."""

_STOPPED = "Its audit was stopped. The command that began it goes on where it ended."
_UNREADABLE = "Its report.json cannot be read. Audit the packet again."


@dataclass(frozen=True)
class Desk:
    """What a server works on. Safe to use from several threads."""

    shelf: Shelf
    intray: InTray
    store: Store
    auditor: Auditor
    docket: Docket
    sheets: Sheets
    trail: Trail
    reviewers: Reviewers
    settings: Callable[[Ticket], Settings]
    """How a packet with such a ticket is audited."""

    def cards(self) -> list[Card]:
        """Every packet that has a report, or an outcome, or was handed in here; in order of their ids."""
        standings = self._standings()
        ids = {*self.shelf.ids(), *standings, *self.intray.tickets()}
        return [self._card(packet, standings.get(packet)) for packet in sorted(ids)]

    def card(self, packet: str) -> Card | None:
        """One of them."""
        standing = self._standings().get(packet)
        known = standing or self.shelf.folder(packet) or packet in self.intray.tickets()
        return self._card(packet, standing) if known else None

    def add(self, who: str, name: str, files: Iterable[Upload], ticket: Ticket) -> str:
        """Take a packet in, and see that it is audited; gives its id.

        Raises:
            UsageError: there is no file, or there are too many.
            ConfigurationError: nothing can be written, or the checklist has a fault.
        """
        settings = self.settings(ticket)
        entry = self.intray.add(name, files, ticket, taken=[card.id for card in self.cards()])
        held = ", ".join(shown for shown, _ in self.intray.files(entry.id))
        self.trail.add(who, Deed.ADDED, entry.id, f"{_told(ticket)}: {held}")
        self.auditor.submit(entry, settings)
        return entry.id

    def again(self, who: str, packet: str, ticket: Ticket) -> None:
        """Audit a packet once more, as this ticket says.

        Raises:
            KeyError: it was not handed in here.
            ConfigurationError: nothing can be written, or the checklist has a fault.
        """
        settings = self.settings(ticket)
        self.intray.again(packet, ticket)
        self.trail.add(who, Deed.SENT_AGAIN, packet, _told(ticket))
        self.auditor.submit(self.intray.entry(packet), settings)

    def resume(self) -> None:
        """See that all packets are audited that were handed in, and have no outcome yet.

        One whose checklist is gone since stays without a report, until a person chooses another.
        """
        settled = {standing.packet for standing in self.store.standings() if standing.row}
        for packet, ticket in self.intray.tickets().items():
            if packet not in settled:
                with suppress(ConfigurationError):
                    self.auditor.submit(self.intray.entry(packet), self.settings(ticket))

    def _standings(self) -> dict[str, Standing]:
        return {standing.packet: standing for standing in self.store.standings()}

    def _card(self, packet: str, standing: Standing | None) -> Card:
        figures = self.shelf.figures(packet)
        changed = self.shelf.changed(packet) if figures else None
        row = standing.row if standing else None
        if standing and standing.busy:
            return Card(packet, Stage.AUDITING, "", changed, figures)
        if self.auditor.has(packet):
            return Card(packet, Stage.WAITING, "", changed, figures)
        if figures:
            settled, note = self._settled(packet)
            stage = Stage.REVIEWED if settled.findings >= figures.findings else Stage.TO_REVIEW
            verdict = settled.verdict or figures.verdict
            return Card(packet, stage, note or figures.note, changed, figures, len(settled.findings), verdict)
        return Card(packet, Stage.NO_REPORT, self._why(packet, row), None, None, outcome=row.outcome if row else None)

    def _settled(self, packet: str) -> tuple[Settled, str]:
        """What is decided; where the record has a fault, nothing, and the fault."""
        try:
            return self.docket.settled(packet), ""
        except ConfigurationError as fault:
            return Settled(), f"{fault} {fault.remedy}"

    def _why(self, packet: str, row: Row | None) -> str:
        """Why a packet has no report."""
        told = "" if row is None or row.outcome is Outcome.AUDITED else row.note
        return self.auditor.fault(packet) or told or (_UNREADABLE if self.shelf.folder(packet) else _STOPPED)


def _told(ticket: Ticket) -> str:
    return f"for {ticket.checklist}" + (f", received {ticket.received}" if ticket.received else "")


def told(trail: Trail) -> Callable[[Entry, Row], None]:
    """Puts the outcomes of audits on the trail."""

    def tell(entry: Entry, row: Row) -> None:
        deed = Deed.AUDITED if row.outcome is Outcome.AUDITED else Deed.NOT_AUDITED
        trail.add(MACHINE, deed, entry.id, f"{row.checklist}: {row.note}" if row.checklist else row.note)

    return tell
