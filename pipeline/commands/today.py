"""The one place where a command takes the day from the clock: stages are given it."""

from __future__ import annotations

from datetime import date, datetime

import click

DAY = click.DateTime(["%Y-%m-%d"])
"""The type of an option that is a day."""


def as_date(_context: click.Context, _parameter: click.Parameter, value: datetime | None) -> date | None:
    """The day that was given, or None."""
    return value.date() if value else None


TODAY_OPTION = click.option(
    "--today",
    type=DAY,
    callback=lambda context, parameter, value: as_date(context, parameter, value) or date.today(),
    metavar="YYYY-MM-DD",
    help="The day for which it is told whether decisions hold.  [default: the clock's]",
)
