"""From an audit to the files in the report's folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline import marking, pictures, reporting
from pipeline.checklists import Checklist
from pipeline.readers import Reader
from pipeline.records import Audit, Submission
from pipeline.reporting import Report


@dataclass(frozen=True)
class Wishes:
    """What is to be in the report's folder besides what always is."""

    pictures: bool = True
    """Pictures of the lines that the evidence stands on."""
    annotate: bool = False
    """Copies of the packet's PDFs with the evidence marked and noted on their pages."""
    letter: reporting.Form = reporting.DEFAULT_FORM
    """What the draft of the letter looks like."""


def publish(
    audit: Audit,
    checklist: Checklist,
    submission: Submission,
    reader: Reader,
    *,
    packet: Path,
    out: Path,
    wishes: Wishes,
    today: date = date.max,
) -> tuple[Report, Path]:
    """Write the report on the packet at a path to `out/<packet id>`; returns it and the path of its page.

    Args:
        today: the day for which it is told whether decisions on record hold; without it those that expire do not.

    Raises:
        UsageError: the packet's id is no name for a folder.
        ConfigurationError: the files cannot be written, or the letter's form cannot be used.
    """
    copies = _copies(audit, submission, reader, out / audit.packet_id) if wishes.annotate else {}
    lacking = [f"{name} could not be copied with marks on it." for name, copy in copies.items() if copy is None]
    audit = replace(audit, warnings=(*audit.warnings, *lacking))
    report = reporting.to_json(
        audit,
        checklist,
        location=reporting.location(packet, seen_from=out / audit.packet_id),
        members=submission.members,
        pictures=pictures.taken(audit, submission.members, reader.pictured) if wishes.pictures else {},
        copies=copies,
    )
    return report, reporting.write(report, out, wishes.letter, today=today)


def _copies(audit: Audit, submission: Submission, reader: Reader, folder: Path) -> dict[str, str | None]:
    """The marked copies, by their members' names, as the report's folder sees them; None where there could be none."""
    try:
        (folder / reporting.MARKED).mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".", dir=folder) as unfinished:
            made = marking.copies(audit, submission.members, reader.marked, Path(unfinished))
            for copy in filter(None, made.values()):
                copy.replace(folder / reporting.MARKED / copy.name)
            return {name: f"{reporting.MARKED}/{copy.name}" if copy else None for name, copy in made.items()}
    except OSError as error:
        raise reporting.unwritable(folder / reporting.MARKED, error) from error
