"""`muster export-labels`: decisions on reports as labelled packets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from datetime import date
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import click

from pipeline.commands.today import TODAY_OPTION
from pipeline.errors import UsageError
from pipeline.options import FOLDER

if TYPE_CHECKING:
    from pipeline.reporting import Report


@click.command(name="export-labels")
@click.argument("reports", type=FOLDER)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where the packets go.")
@TODAY_OPTION
def export_labels(reports: Path, *, out: Path, today: date) -> None:
    """Write the packets on whose reports people have decided as labelled packets, to measure and to train by.

    REPORTS is the folder of one report, or one that holds such folders. OUT gets a folder for each packet, with
    `packet/` and `gold.json`, as `muster score` and `make train` read them. Only findings that are overruled or
    confirmed are labels.
    """
    from pipeline import decisions, labels, reporting

    made = 0
    for folder in _decided(reports):
        report = reporting.load(folder / "report.json")
        label = labels.gold(report, decisions.review(report, decisions.read(folder), today))
        if label is None:
            click.echo(f"{folder.name}: left out, no decision in force overrules or confirms.", err=True)
        elif fault := _exported(report, label, folder, out / folder.name):
            click.echo(f"{folder.name}: left out, {fault}", err=True)
        else:
            made += 1
            judged = sum(len(label[kind]) - len(label[left]) for kind, left in _KINDS)
            click.echo(f"{out / folder.name}  {judged} labels")
    if not made:
        raise UsageError(f"{reports} gave no labelled packet.", remedy="Decide on findings first, with muster decide.")


_KINDS = (("items", "arguable"), ("checks", "arguable_checks"))


def _decided(reports: Path) -> Iterator[Path]:
    """The folders of reports with a record of decisions, in order of their names."""
    for folder in (reports, *sorted(path for path in reports.iterdir() if path.is_dir())):
        if (folder / "report.json").is_file() and (folder / "decisions.yaml").is_file():
            yield folder


def _exported(report: Report, label: dict[str, Any], folder: Path, out: Path) -> str:
    """Copies the packet's files and writes the labels; why it cannot be done, or nothing."""
    from pipeline import reporting

    files = {}
    for name, file in _submitted(report).items():
        if file["link"] is None or ".." in Path(name).parts or Path(name).is_absolute():
            return "its report does not tell where its files are."
        source = folder / unquote(file["link"])
        if not source.is_file():
            return f"{name} is not where its report says."
        with source.open("rb") as stream:
            if not file["within"] and file_digest(stream, "sha256").hexdigest() != file["sha256"]:
                return f"{name} has changed since it was audited."
        files[name] = source
    try:
        for name, source in files.items():
            target = out / "packet" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        with reporting.whole(out / "gold.json") as stream:
            json.dump({**label, "id": out.name}, stream, indent=1, ensure_ascii=False)
    except OSError as error:
        raise reporting.unwritable(out, error) from error
    return ""


def _submitted(report: Report) -> dict[str, dict[str, Any]]:
    """The files that were handed in, by their names: of those within another file, the one that holds them."""
    by_link: dict[str, tuple[str, dict[str, Any]]] = {}
    for file in report["packet"]["files"]:
        name = file["within"] or file["name"]
        known = by_link.get(file["link"])
        if known is None or not file["within"] or len(name) < len(known[0]):
            by_link[file["link"]] = (name, file)
    return dict(by_link.values())
