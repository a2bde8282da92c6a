"""Rules about days and about agreement: deadlines, one maximum throughout, whether the law applies at all."""

from __future__ import annotations

from decimal import Decimal

from pipeline.checks.book import Book, Outcome, Rule, met, not_stated
from pipeline.checks.words import count, day, say
from pipeline.records import CheckStatus


def deadline(rule: Rule, book: Book) -> Outcome:
    """One date at least so many days before another."""
    required = Decimal(rule["days"])
    latest = rule.get("latest", False)
    filed = book.dates(rule["fact"], every_reading=latest)
    if latest:
        filed = tuple(sorted((*filed, *book.dates(rule["stamps"]))))
    start = book.dates(rule["before"])
    if not filed or not start:
        missing = [name for name, dates in ((rule["fact"], filed), (rule["before"], start)) if not dates]
        return not_stated(*missing, required=required)
    days = Decimal((start[0] - filed[-1]).days)
    where = f"{count(days, 'days')} before" if days >= 0 else f"{count(-days, 'days')} after"
    asked = f"the law asks for {count(required, 'days')} before"
    reason = f"Filed on {day(filed[-1])}, {where} the first day of the event, {day(start[0])}; {asked}."
    caveats: tuple[str, ...] = ("filing_last_day",) if days == required else ()
    if days >= required and "source" in rule and book.word(rule["source"]) != "stamp":
        caveats += ("filing_date_own",)
    return Outcome(met(days >= required), reason, required, days, caveats)


def consistent(rule: Rule, book: Book) -> Outcome:
    """Every statement of one fact agrees."""
    value = book.number(rule["fact"])
    if value is None:
        return not_stated(rule["fact"])
    beside = "except" in rule and book.number(rule["except"]) is not None
    stated = dict.fromkeys(reading for reading in book.readings[rule["fact"]] if isinstance(reading, Decimal))
    apart = [reading for reading in stated if reading != value]
    caveats = (rule["caveat"],) if beside else ()
    if not apart:
        return Outcome(CheckStatus.OK, f"Every statement says {count(value, rule['unit'])}.", value, value, caveats)
    figures = ", ".join(say(reading) for reading in [value, *apart[:-1]]) + f" and {say(apart[-1])}"
    reason = f"The packet states {figures} {rule['unit']} for the same thing."
    return Outcome(CheckStatus.CONFLICT, reason, value, figures, caveats)


def threshold(rule: Rule, book: Book) -> Outcome:
    """Whether the event is large and long enough for the law to apply."""
    persons = book.number(rule["persons"])
    least = Decimal(str(rule.get("at_least", rule.get("above"))))
    words = f"{say(least)} persons or more" if "at_least" in rule else f"more than {say(least)} persons"
    hours, long_enough = _run_of_hours(rule, book)
    if "hours" in rule:
        words += f" for {count(Decimal(rule['hours']), 'hours')} or more"
    if persons is None:
        return not_stated(rule["persons"], required=least)
    large_enough = persons >= least if "at_least" in rule else persons > least
    said = f"The law applies to {words}; the packet states {count(persons, 'persons')}"
    said += f" for {hours}" if hours else ""
    if not large_enough or long_enough is False:
        return Outcome(CheckStatus.SHORTFALL, f"{said}, so that it does not apply.", least, persons)
    if long_enough is None:
        return not_stated("consecutive_hours", required=least, stated=persons)
    caveats = (rule["caveat"],) if "caveat" in rule and book.number(rule["average"]) is None else ()
    return Outcome(CheckStatus.OK, f"{said}, so that it applies.", least, persons, caveats)


def _run_of_hours(rule: Rule, book: Book) -> tuple[str, bool | None]:
    """The longest unbroken run in words, and whether it is long enough; None where that cannot be told.

    The longest day is at least as long as the average day, so a long average proves it and a short one proves nothing.
    """
    if "hours" not in rule:
        return "", True
    least = Decimal(str(rule["hours"]))
    run, total, days = book.number("consecutive_hours"), book.number("event_hours"), book.number("event_days")
    if run is None and total is not None and (days == 1 or book.word("overnight") == "yes"):
        run = total
    if run is not None:
        return count(run, "hours"), run >= least
    if total is None or (days is None and total >= least):
        return "", None
    if days is None or total < least:
        return count(total, "hours in all"), False
    average = total / days
    return f"{say(average)} hours on an average day", True if average >= least else None
