"""Options and types of arguments that several commands share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import click

from pipeline.errors import UsageError
from pipeline.exits import FAIL_ON
from pipeline.limits import Limits

AUTO = "auto"
"""Stands for the checklist that the packet itself is for."""

EXISTING = click.Path(exists=True, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

CHECKLIST_OPTION = click.option(
    "--checklist",
    "-c",
    required=True,
    metavar="ID|FILE|auto",
    help="A filing that `muster checklist list` names, a file, or `auto` for the one that the packet itself is for.",
)


class _Password(click.ParamType[str]):
    """A word, which may hold blanks: of several in the environment each has a line of its own."""

    name = "text"
    envvar_list_splitter = "\n"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse bytes that are no text, and could open nothing."""
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail("a password must be text.", param, ctx)
        return value


NO_OCR_OPTION = click.option("--no-ocr", is_flag=True, help="Leave scanned pages unread, and say so.")
NO_PICTURES_OPTION = click.option(
    "--no-pictures", is_flag=True, help="Leave out the pictures of the lines beside the quotes."
)
PASSWORD_OPTION = click.option(
    "--password",
    "passwords",
    type=_Password(),
    multiple=True,
    envvar="MUSTER_PASSWORD",
    help="Opens locked PDFs; may be repeated.",
)
LIMIT_OPTION = click.option(
    "--limit",
    "settings",
    multiple=True,
    metavar="NAME=NUMBER",
    help="What reading may use: seconds (for a page), file-seconds, cpu-seconds, memory or written (megabytes), "
    "open-files; may be repeated.",
)
ANNOTATE_OPTION = click.option(
    "--annotate", is_flag=True, help="Write copies of the packet's PDFs with the evidence marked in them."
)
LETTER_TEMPLATE_OPTION = click.option(
    "--letter-template", type=EXISTING, metavar="FILE", help="Your own words for the letter to the applicant."
)
LETTERHEAD_OPTION = click.option(
    "--letterhead", type=EXISTING, metavar="FILE.docx", help="A Word file whose head and type the letter takes."
)
FAIL_ON_OPTION = click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="never",
    show_default=True,
    help="Exit with 3 when anything this bad, or worse, is found.",
)


def limits_of(settings: Iterable[str]) -> Limits:
    """The limits on reading as changed by settings such as `memory=3000`.

    Raises:
        UsageError: there is no such limit, or its value is no whole number.
    """
    known = {field.name.replace("_", "-"): field.name for field in fields(Limits)}
    chosen = {}
    for setting in settings:
        name, _, number = setting.partition("=")
        if name not in known or not re.fullmatch(r"[1-9]\d{0,8}", number):
            raise UsageError(
                f"--limit {setting} is no limit.",
                remedy=f"Give a name and a whole number, as in --limit seconds=300; the names are {', '.join(known)}.",
            )
        chosen[known[name]] = int(number)
    return Limits(**chosen)
