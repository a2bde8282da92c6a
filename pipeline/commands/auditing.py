"""What several commands need to audit a packet by the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.options import AUTO, limits_of

if TYPE_CHECKING:
    from pipeline.checklists import Checklist
    from pipeline.reporting import Report
    from pipeline.sandbox import Reader


def reader(*, ocr: bool, passwords: tuple[str, ...] = (), settings: Iterable[str] = ()) -> Reader:
    """What reads packets in a process of its own.

    Raises:
        UsageError: a setting is no limit.
    """
    from pipeline.reading import Options
    from pipeline.sandbox import Reader

    return Reader(Options(ocr, passwords), limits_of(settings))


def audited(
    path: Path, filing: Checklist | str, reader: Reader, *, packet_id: str, out: Path | None
) -> tuple[Report, Path | None]:
    """The report on a packet and the path of its page, if it is to be written.

    Args:
        filing: the checklist, its name or file, or `auto`.
        out: where the folder of the report goes; None writes nothing.
    """
    from pipeline import audit, publishing, reporting

    if out:
        reporting.prepare(out, ids=[packet_id], apart_from=path)
    with audit.read(path, reader) as packet:
        if filing == AUTO:
            filing = audit.route(packet).checklist
        checklist = audit.filing(filing) if isinstance(filing, str) else filing
        found = replace(audit.judge(packet, checklist), packet_id=packet_id)
        if out is None:
            return reporting.to_json(found, checklist), None
        return publishing.publish(
            found,
            checklist,
            packet.submission,
            reader,
            packet=path,
            out=out,
            wishes=publishing.Wishes(),
            today=date.today(),
        )
