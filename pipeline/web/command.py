"""The command `muster serve`."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline import limits
from pipeline.errors import ConfigurationError
from pipeline.options import (
    AUTO,
    LETTER_TEMPLATE_OPTION,
    LETTERHEAD_OPTION,
    LIMIT_OPTION,
    NO_OCR_OPTION,
    PASSWORD_OPTION,
    limits_of,
)

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("reports", type=_FOLDER, default=Path("muster-reports"))
@click.option(
    "--packets",
    type=_FOLDER,
    default=Path("muster-packets"),
    show_default=True,
    help="Where packets go that are handed in on the page.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen; beyond this machine only with --tokens."
)
@click.option("--port", type=click.IntRange(0, 65_535), default=8765, show_default=True, help="0 for any that is free.")
@click.option(
    "--name", "names", multiple=True, help="Another name by which browsers know this machine; may be repeated."
)
@click.option(
    "--tokens",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Who may review: a token, a blank and a name, one a line.",
)
@click.option("--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, help="Packets audited at once.")
@click.option(
    "--time-limit",
    "seconds",
    type=click.IntRange(1),
    default=limits.PACKET_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="For one packet.",
)
@click.option("--store", metavar="URL", help="A PostgreSQL that keeps the state, where `muster batch` uses one.")
@NO_OCR_OPTION
@PASSWORD_OPTION
@LIMIT_OPTION
@LETTER_TEMPLATE_OPTION
@LETTERHEAD_OPTION
def serve(
    reports: Path,
    *,
    packets: Path,
    host: str,
    port: int,
    names: tuple[str, ...],
    tokens: Path | None,
    jobs: int,
    seconds: int,
    store: str | None,
    no_ocr: bool,
    passwords: tuple[str, ...],
    settings: tuple[str, ...],
    letter_template: Path | None,
    letterhead: Path | None,
) -> None:
    """Review reports in a browser: a page on this machine, until Ctrl-C.

    REPORTS is the folder to which `muster audit` and `muster batch` write. The line printed is the address of the page.
    """
    from pipeline import reporting
    from pipeline.publishing import Wishes
    from pipeline.reading import Options

    try:
        from pipeline.batch.session import Order
        from pipeline.web.serving import Service
        from pipeline.web.serving import serve as run
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The package {error.name} is not installed.",
            remedy='For the page, in the folder of Muster: .venv/bin/pip install -e ".[serve]"',
        ) from error
    form = reporting.form(letter_template and letter_template.resolve(), letterhead and letterhead.resolve())
    order = Order(
        folder=packets,
        out=reports,
        checklist=AUTO,
        jobs=jobs,
        seconds=seconds,
        options=Options(not no_ocr, passwords),
        limits=limits_of(settings),
        store=store,
        wishes=Wishes(letter=form),
    )
    run(Service(order, host, port, names, tokens), click.echo)
