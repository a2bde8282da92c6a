"""The command `muster`: each subcommand reads its arguments, calls the pipeline and chooses the exit code.

Exit codes: 0 nothing at or above `--fail-on`; 1 a crash; 2 usage; 3 gaps at or above `--fail-on`; 4 something could
not be fully checked, and no gap that gives 3; 5 configuration or environment; 130 interrupted. Everything that is
heavy to import is imported inside the command that needs it.
"""

from __future__ import annotations

import errno
import gc
import logging
import os
import sys
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.batch.command import batch
from pipeline.commands.auditing import audited, reader
from pipeline.commands.compare import compare
from pipeline.commands.decide import decide
from pipeline.commands.labels import export_labels
from pipeline.commands.render import render
from pipeline.errors import ConfigurationError, MusterError, UsageError
from pipeline.exits import EXIT_INTERRUPTED, exit_code, trouble
from pipeline.inbox.commands import inbox
from pipeline.options import (
    ANNOTATE_OPTION,
    AUTO,
    CHECKLIST_OPTION,
    EXISTING,
    FAIL_ON_OPTION,
    FOLDER,
    LETTER_TEMPLATE_OPTION,
    LETTERHEAD_OPTION,
    LIMIT_OPTION,
    NO_OCR_OPTION,
    NO_PICTURES_OPTION,
    PASSWORD_OPTION,
)
from pipeline.web.command import serve

if TYPE_CHECKING:
    from pipeline.calibration import Bin
    from pipeline.checklists import Checklist
    from pipeline.scoring import Label, Score

PIPED_WIDTH = 110
"""Columns of a table that goes to a file or another program."""


def main() -> None:
    """Entry point of the command."""
    # Most of what a command makes lives to its end: looking for garbage as often as is usual takes a tenth of its time.
    gc.set_threshold(100_000, 20, 100)
    # What libraries murmur about a bad PDF is told as a Problem in the report.
    logging.getLogger().addHandler(logging.NullHandler())
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Carries out one command line and returns its exit code; faults that a person can mend end in one line."""
    try:
        with muster.make_context("muster", list(arguments)) as context:
            code = muster.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message(), err=True)
        return bare.exit_code
    except click.ClickException as fault:
        hint = f" Try: {fault.ctx.command_path} --help" if isinstance(fault, click.UsageError) and fault.ctx else ""
        return _complain(f"{fault.format_message()}{hint}", fault.exit_code)
    except MusterError as fault:
        return _complain(f"{fault} {fault.remedy}", fault.exit_code)
    except KeyboardInterrupt:
        return _complain("interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        _silence_output()
        return EXIT_INTERRUPTED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _silence_output()
        return _complain(
            "There is no space left to write to. Free some, or write elsewhere.", ConfigurationError.exit_code
        )
    return code if isinstance(code, int) else 0


def _silence_output() -> None:
    """Sends what is left of the output nowhere: nobody can take it, and the interpreter would complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="muster-audit", message="muster %(version)s")
def muster() -> None:
    """Read a permit packet, and say item by item what the law asks for and what the packet answers.

    Muster gives advice to the person who decides: it shows the words and the page for all that it finds.
    """


@muster.command()
@click.argument("path", type=click.Path(path_type=Path))
@CHECKLIST_OPTION
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("muster-reports"),
    show_default=True,
    help="Where the report goes, in a folder named after the packet.",
)
@click.option(
    "--received",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="The day the packet came in, if no stamp on it says so.",
)
@FAIL_ON_OPTION
@NO_OCR_OPTION
@NO_PICTURES_OPTION
@PASSWORD_OPTION
@LIMIT_OPTION
@ANNOTATE_OPTION
@LETTER_TEMPLATE_OPTION
@LETTERHEAD_OPTION
@click.option("--quiet", "-q", is_flag=True, help="Print only the path of the report.")
def audit(
    path: Path,
    *,
    checklist: str,
    out: Path,
    received: datetime | None,
    fail_on: str,
    no_ocr: bool,
    no_pictures: bool,
    passwords: tuple[str, ...],
    settings: tuple[str, ...],
    annotate: bool,
    letter_template: Path | None,
    letterhead: Path | None,
    quiet: bool,
) -> int:
    """Audit one packet, a file or a folder of files, and write its report.

    The last line printed is the path of the report. A packet is everything that one applicant handed in for one event.
    """
    from concurrent.futures import ThreadPoolExecutor

    from pipeline import audit as stages
    from pipeline import checklists, intake, packetids, publishing, reporting, rounds, topics

    intake.require(path)
    form = reporting.form(letter_template, letterhead)
    wishes = publishing.Wishes(pictures=not no_pictures, annotate=annotate, letter=form)
    reporting.prepare(out, ids=[packetids.packet_id(path)], apart_from=path)
    filing = None if checklist == AUTO else checklists.load(checklist)
    with reader(ocr=not no_ocr, passwords=passwords, settings=settings) as reading, ThreadPoolExecutor(1) as pool:
        loading = pool.submit(topics.load)  # takes longer than most packets, which are read meanwhile
        with stages.read(path, reading) as packet:
            loading.result()
            if filing is None:
                route = stages.route(packet)
                click.echo(route.reason, err=True)
                filing = route.checklist
            filing = stages.vetted(filing)
            found = stages.judge(packet, filing, received=received.date() if received else None)
            folder, today = out / found.packet_id, date.today()
            last = rounds.last(folder)
            report, page = publishing.publish(
                found, filing, packet.submission, reading, packet=path, out=out, wishes=wishes, today=today
            )
            since = rounds.compared(last, report, folder, today)
    if not quiet:
        _print(reporting.summary_table(report))
        if since:
            click.echo(f"{since} See comparison.html beside the report.\n")
    click.echo(page)
    return exit_code(trouble(report), fail_on=fail_on)


muster.add_command(batch)
muster.add_command(compare)
muster.add_command(decide)
muster.add_command(export_labels)
muster.add_command(inbox)
muster.add_command(render)
muster.add_command(serve)


@muster.group(name="checklist")
def checklist_group() -> None:
    """The filings that Muster knows, and files that describe others."""


@checklist_group.command(name="list")
def checklist_list() -> None:
    """List the filings that come with Muster."""
    from pipeline import checklists

    filings = [checklists.load(name) for name in checklists.available()]
    width = max(len(filing.id) for filing in filings)
    for filing in filings:
        click.echo(f"{filing.id:{width}}  {filing.title}")


@checklist_group.command(name="show")
@click.argument("checklist", metavar="ID|FILE")
def checklist_show(checklist: str) -> None:
    """Show what one filing asks for, item by item, and the numbers that it checks."""
    from pipeline import checklists

    filing = checklists.load(checklist)
    click.echo(f"{filing.title} ({filing.id})")
    for item in filing.items:
        click.echo(f"\n{item.id}  {item.title}  [{item.cite}]")
        for element in item.elements:
            click.echo(f"    {element.ask}")
    click.echo("\nChecks")
    for check in filing.checks:
        click.echo(f"  {check.id}  {check.title}  [{check.cite}]")


@checklist_group.command(name="check")
@click.argument("file", type=EXISTING)
def checklist_check(file: Path) -> None:
    """Check a checklist of your own; a fault is named with its line."""
    from pipeline import audit as stages

    filing = stages.filing(file)
    click.echo(f"{file}: {filing.id}, {len(filing.items)} items, {len(filing.checks)} checks, no fault found.")


@muster.command()
@click.argument("packets", type=FOLDER)
@click.argument("reports", type=FOLDER, required=False)
@click.option("--run", "run_now", is_flag=True, help="Audit the packets now, instead of reading REPORTS.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="With --run: keep the reports here.")
@click.option("--only", multiple=True, default=("*",), metavar="GLOB", help="Packets whose id fits; may be repeated.")
@click.option("--title", help="A word to stand above the table.")
@click.option(
    "--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures here too."
)
@click.option("--verbose", is_flag=True, help="Print every item, check and fact that is wrong.")
@NO_OCR_OPTION
def score(
    packets: Path,
    reports: Path | None,
    *,
    run_now: bool,
    out: Path | None,
    only: tuple[str, ...],
    title: str | None,
    json_file: Path | None,
    verbose: bool,
    no_ocr: bool,
) -> None:
    """Compare reports with packets that a person has labelled, and print how often they are right.

    Below the figures it prints, by the probability that the report gives, how many elements were indeed answered.
    PACKETS holds a folder for each packet, with `packet/` and `gold.json`; REPORTS holds <id>/report.json or <id>.json.
    """
    import json

    from pipeline import calibration, reporting, scoring

    if run_now == (reports is not None):
        raise UsageError("Either REPORTS or --run is needed, and not both.", remedy="Try: muster score PACKETS --run")
    labels, filings = _known(scoring.read_labels(packets, only=only))
    if reports:
        told = scoring.read_reports(reports, labels)
        absent = [label.id for label in labels if label.id not in told]
        if len(absent) == len(labels):
            raise UsageError(
                f"{reports} has no report on any of these packets.", remedy="Audit them first, or use --run."
            )
        if absent:
            click.echo(f"Counted as wrong, because {reports} has no report on them: {', '.join(absent)}", err=True)
    else:
        with reader(ocr=not no_ocr) as reading:
            told = {
                label.id: audited(label.folder, filings[label.checklist], reading, packet_id=label.id, out=out)[0]
                for label in labels
            }
    elements = {name: scoring.plain_elements(filing) for name, filing in filings.items()}
    result = scoring.score(labels, told, elements)
    _print_score(result, calibration.bins(labels, told, elements), title=title, verbose=verbose)
    if json_file:
        try:
            json_file.write_text(json.dumps(result.figures(), indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise reporting.unwritable(json_file, error) from error


def _known(labels: Sequence[Label]) -> tuple[list[Label], dict[str, Checklist]]:
    """The labels for whose filing there is a checklist, and these; what is left out is told on stderr."""
    from pipeline import audit as stages

    filings: dict[str, Checklist] = {}
    for name in sorted({label.checklist for label in labels}):
        try:
            filings[name] = stages.filing(name)
        except ConfigurationError as fault:
            count = sum(label.checklist == name for label in labels)
            click.echo(f"muster: packets for {name} are left out ({count}): {fault}", err=True)
    return [label for label in labels if label.checklist in filings], filings


def _print_score(result: Score, bins: Sequence[Bin], *, title: str | None, verbose: bool) -> None:
    from pipeline.calibration import HEADING

    if title:
        click.echo(title)
    for name, value in result.figures().items():
        click.echo(f"{name:32} {value}")
    for line in (HEADING, *bins) if bins else ():
        click.echo(line)
    for row in result.wrong if verbose else ():
        click.echo(row)


def _print(table: object) -> None:
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    console.print(table)


def _complain(message: str, code: int) -> int:
    click.echo(f"muster: {' '.join(message.split())}", err=True)
    return code
