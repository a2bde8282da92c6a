"""`muster render`: what is made of a report.json, and of the decisions beside it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.commands.today import TODAY_OPTION
from pipeline.errors import UsageError
from pipeline.options import LETTER_TEMPLATE_OPTION, LETTERHEAD_OPTION

if TYPE_CHECKING:
    from pipeline.reporting import Form


@click.command()
@click.argument("report", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="REPORT.json")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Default: beside the JSON."
)
@LETTER_TEMPLATE_OPTION
@LETTERHEAD_OPTION
@TODAY_OPTION
def render(
    report: Path, out: Path | None, *, letter_template: Path | None, letterhead: Path | None, today: date
) -> None:
    """Write the page, the letter and the table of a report anew from its JSON and the decisions beside it."""
    from pipeline import reporting

    form = reporting.form(letter_template, letterhead)
    click.echo(made_anew(report, out or report.parent, form, today))


def made_anew(report: Path, folder: Path, form: Form, today: date) -> Path:
    """Write what is made of a report.json and the decisions beside it into a folder; the path of the page.

    Raises:
        UsageError: it is no report, or one that is not whole.
        ConfigurationError: nothing can be written there, the record of decisions has a fault, or the letter's form
            cannot be used.
    """
    from pipeline import reporting

    read = reporting.load(report)
    try:
        return reporting.rewrite(reporting.decided(read, report.parent, today), folder, form)
    except (ValueError, LookupError) as error:
        raise UsageError(
            f"{report} is not a whole report of Muster's: {error}.", remedy="Audit the packet again."
        ) from error
