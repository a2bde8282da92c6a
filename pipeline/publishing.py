"""From an audit to the files in the report's folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline import pictures, reporting
from pipeline.checklists import Checklist
from pipeline.pictures import Draw
from pipeline.records import Audit, Submission
from pipeline.reporting import Report


@dataclass(frozen=True)
class Wishes:
    """What is to be in the report's folder besides what always is."""

    pictures: bool = True
    """Pictures of the lines that the evidence stands on."""
    letter: reporting.Form = reporting.DEFAULT_FORM
    """What the draft of the letter looks like."""


def publish(
    audit: Audit, checklist: Checklist, submission: Submission, draw: Draw, *, packet: Path, out: Path, wishes: Wishes
) -> tuple[Report, Path]:
    """Write the report on the packet at a path to `out/<packet id>`; returns it and the path of its page.

    `draw` makes the pictures (`audit.Reader.pictured`).

    Raises:
        UsageError: the packet's id is no name for a folder.
        ConfigurationError: the files cannot be written, or the letter's form cannot be used.
    """
    report = reporting.to_json(
        audit,
        checklist,
        location=reporting.location(packet, seen_from=out / audit.packet_id),
        members=submission.members,
        pictures=pictures.taken(audit, submission.members, draw) if wishes.pictures else {},
    )
    return report, reporting.write(report, out, wishes.letter)
