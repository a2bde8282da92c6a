"""The work on one packet: read it, choose the filing, judge it, write its report."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pipeline import audit, rounds
from pipeline.batch.records import Entry, Outcome, Row, Settings
from pipeline.errors import ConfigurationError, UsageError
from pipeline.exits import trouble
from pipeline.intake import safe_name
from pipeline.options import AUTO
from pipeline.publishing import publish
from pipeline.readers import Reader
from pipeline.reporting import Report


def audited(entry: Entry, settings: Settings, reader: Reader) -> Row:
    """Audit one packet and write its report into `settings.out/<id>/`."""
    try:
        with audit.read(entry.path, reader) as packet:
            try:
                filing = (
                    audit.route(packet).checklist if settings.checklist == AUTO else audit.filing(settings.checklist)
                )
            except ConfigurationError as unclear:
                return without_report(entry, Outcome.UNROUTED, f"{unclear} {unclear.remedy}")
            found = replace(audit.judge(packet, filing, received=settings.received), packet_id=entry.id)
            folder, today = settings.out / entry.id, date.today()
            last = rounds.last(folder)
            report, _ = publish(
                found,
                filing,
                packet.submission,
                reader,
                packet=entry.path,
                out=settings.out,
                wishes=settings.wishes,
                today=today,
            )
            since = rounds.compared(last, report, folder, today)
    except UsageError as fault:
        return without_report(entry, Outcome.REFUSED, str(fault))
    except (ConfigurationError, OSError) as fault:
        return without_report(entry, Outcome.NOT_WRITTEN, str(fault))
    return _row(entry, report, since)


def without_report(entry: Entry, outcome: Outcome, note: str) -> Row:
    """The row of a packet that has no report."""
    # A name on the disk, which the note may quote, need not be text.
    note = note.encode("utf-8", "replace").decode("utf-8")
    return Row(packet=entry.id, name=safe_name(entry.path.name), outcome=outcome, note=note)


def _row(entry: Entry, report: Report, since: str) -> Row:
    summary = report["summary"]
    told = trouble(report)
    return Row(
        packet=entry.id,
        name=safe_name(entry.path.name),
        outcome=Outcome.AUDITED,
        note=" ".join(filter(None, (since, report["headline"]["sentence"]))),
        checklist=report["checklist"]["id"],
        off=told.off,
        unchecked=told.unchecked,
        files=len(report["packet"]["files"]),
        pages=sum(file["pages"] for file in report["packet"]["files"]),
        report=f"{entry.id}/report.html",
        **summary,
    )
