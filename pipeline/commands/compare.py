"""`muster compare`: two rounds of one application."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from pipeline.commands.auditing import audited, reader
from pipeline.commands.render import made_anew
from pipeline.commands.today import TODAY_OPTION
from pipeline.errors import UsageError
from pipeline.options import AUTO, EXISTING, NO_OCR_OPTION


@click.command()
@click.argument("old", type=EXISTING)
@click.argument("new", type=EXISTING)
@click.option(
    "--checklist", "-c", default=AUTO, show_default=True, metavar="ID|FILE|auto", help="For packets: what they are for."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("muster-reports"),
    show_default=True,
    help="Where the reports on packets go.",
)
@click.option("--carry", is_flag=True, help="Take decisions that still hold over into the record of the later round.")
@NO_OCR_OPTION
@TODAY_OPTION
@click.option("--quiet", "-q", is_flag=True, help="Print only the path of the page.")
def compare(
    old: Path, new: Path, *, checklist: str, out: Path, carry: bool, no_ocr: bool, today: date, quiet: bool
) -> None:
    """Compare two rounds of one application: answered since, still missing, newly missing, or otherwise.

    OLD and NEW are two reports, each a report.json or the folder that holds it, or two packets, which are audited
    first. The comparison goes beside the later report, as a page, as JSON and as text; the last line printed is the
    path of the page.
    """
    from pipeline import comparing, decisions, reporting, rounds

    files = [_report_file(path) for path in (old, new)]
    if files.count(None) == 1:
        raise UsageError(
            "One of the two is a report and the other is not.",
            remedy="Give two reports, or the two packets themselves.",
        )
    if None in files:
        files = [*_audited([old, new], checklist, out, ocr=not no_ocr)]
    earlier, later = (file for file in files if file)
    reports = reporting.load(earlier), reporting.load(later)
    comparison = comparing.document(comparing.compare(*reports, decisions.read(earlier.parent), today))
    page = reporting.write_comparison(comparison, later.parent)
    taken = rounds.carried(earlier.parent, later.parent, reports[1], today) if carry else []
    if taken:
        made_anew(later, later.parent, reporting.DEFAULT_FORM, today)
    if not quiet:
        click.echo(reporting.comparison_text(comparison))
        if carry:
            click.echo(f"Taken over: {', '.join(str(decision.subject) for decision in taken) or 'no decision'}.\n")
    click.echo(page)


def _report_file(path: Path) -> Path | None:
    """The report.json that the path names or holds, if it is no packet."""
    if path.is_dir():
        return path / "report.json" if (path / "report.json").is_file() else None
    return path if path.suffix == ".json" else None


def _audited(packets: list[Path], checklist: str, out: Path, *, ocr: bool) -> list[Path]:
    """The reports that were written on the packets."""
    from pipeline.packetids import unique_ids

    with reader(ocr=ocr) as reading:
        pages = [
            audited(packet, checklist, reading, packet_id=name, out=out)[1]
            for packet, name in zip(packets, unique_ids(packets), strict=True)
        ]
    return [page.with_name("report.json") for page in pages if page]
