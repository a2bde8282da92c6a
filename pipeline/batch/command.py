"""`muster batch`: from the arguments to the exit code."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline import limits
from pipeline.errors import UsageError
from pipeline.exits import EXIT_INTERRUPTED
from pipeline.options import (
    ANNOTATE_OPTION,
    CHECKLIST_OPTION,
    FAIL_ON_OPTION,
    FOLDER,
    LETTER_TEMPLATE_OPTION,
    LETTERHEAD_OPTION,
    LIMIT_OPTION,
    NO_OCR_OPTION,
    NO_PICTURES_OPTION,
    PASSWORD_OPTION,
    limits_of,
)

if TYPE_CHECKING:
    from pipeline.batch.progress import Silence


@click.command()
@click.argument("folder", type=FOLDER)
@CHECKLIST_OPTION
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("muster-reports"),
    show_default=True,
    help="Where the reports and the overview go.",
)
@click.option("--jobs", "-j", type=click.IntRange(1), help="Packets audited at once.  [default: one to a processor]")
@click.option(
    "--time-limit",
    "seconds",
    type=click.IntRange(1, limits.MAX_PACKET_SECONDS),
    default=limits.PACKET_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="For one packet.",
)
@click.option(
    "--store", metavar="URL", help="A PostgreSQL that keeps the state, where several machines share the work."
)
@click.option("--dask", metavar="ADDRESS", help="The scheduler of a Dask cluster, whose workers do the work.")
@click.option("--retry-failed", is_flag=True, help="Take up again the packets that failed before.")
@click.option("--force", is_flag=True, help="Take up all packets again, also those that are done and unchanged.")
@FAIL_ON_OPTION
@click.option("--strict", is_flag=True, help="Exit with 3, not 4, when a packet has no report.")
@NO_OCR_OPTION
@NO_PICTURES_OPTION
@PASSWORD_OPTION
@LIMIT_OPTION
@ANNOTATE_OPTION
@LETTER_TEMPLATE_OPTION
@LETTERHEAD_OPTION
@click.option("--quiet", "-q", is_flag=True, help="Print only the path of the overview.")
@click.option("--json-lines", is_flag=True, help="Print each event as a JSON object in a line, for programs.")
def batch(
    *,
    no_ocr: bool,
    no_pictures: bool,
    passwords: tuple[str, ...],
    settings: tuple[str, ...],
    annotate: bool,
    letter_template: Path | None,
    letterhead: Path | None,
    strict: bool,
    quiet: bool,
    json_lines: bool,
    **ordered: Any,
) -> int:
    """Audit every packet of a folder, and write a report on each and an overview.

    Each file and each folder in FOLDER is a packet. A run that was stopped goes on where it ended: packets that are done
    and unchanged are skipped. The last line printed is the path of the overview.
    """
    from pipeline import reporting
    from pipeline.batch import session
    from pipeline.publishing import Wishes
    from pipeline.reading import Options

    if quiet and json_lines:
        raise UsageError("Either --quiet or --json-lines can be had, and not both.", remedy="Leave one of them out.")
    form = reporting.form(letter_template and letter_template.resolve(), letterhead and letterhead.resolve())
    order = session.Order(
        options=Options(not no_ocr, passwords),
        limits=limits_of(settings),
        wishes=Wishes(pictures=not no_pictures, annotate=annotate, letter=form),
        **ordered,
    )
    tally, cancelled = session.batch(order, partial(_progress, quiet=quiet, json_lines=json_lines))
    return EXIT_INTERRUPTED if cancelled else tally.exit_code(strict=strict)


def _progress(total: int, *, quiet: bool, json_lines: bool) -> Silence:
    from pipeline.batch.progress import Bar, Events, Lines, Silence

    if quiet:
        return Silence()
    if json_lines:
        return Events(total)
    return Bar(total) if sys.stderr.isatty() else Lines(total)
