"""How many hours the event has: stated, or from opening to closing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise

from pipeline import clock, dates, hours, numerals
from pipeline.facts import eventdays, evidence
from pipeline.facts.choice import Papers
from pipeline.facts.dated import LONGEST_EVENT
from pipeline.facts.labels import plain
from pipeline.facts.mentions import views
from pipeline.facts.vocabulary import Pattern, Vocabulary
from pipeline.hours import HourSpan
from pipeline.records import Fact, PassageKind, Statement

_STAFF = re.compile(
    r"\b(?:guards?|security|police|officers?|troopers?|deput(?:y|ies)|medical|nurses?|ambulances?|flaggers?|first[- ]aid|constables?|watch(?:men|man)?)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:generators?|rehears\w*|sound ?checks?|set-?up|load\w*|clean\w*|crews?|vendors?|kitchens?|showers?|office"
    r"|volunteers?|quiet|curfew|bar|beer|amplified|food|meals?|cook\w*|shuttles?|trash|pump\w*|haul\w*|lights?\s+(?:on|are)"
    r"|parking|doctors?|physicians?|r\.?n\.?s?|emts?)\b",
    re.IGNORECASE,
)
"""Whose hours are not the event's."""
_OPENS = re.compile(r"\b(?:gates?|doors?|open\w*|from|start\w*|begin\w*|let\s+in)\b", re.IGNORECASE)
_PUBLIC = re.compile(r"\b(?:gates?|doors|we\s+(?:are\s+)?open|open\s+from|let\s+in|admitted)\b", re.IGNORECASE)
_SHUTS = re.compile(r"\b(?:until|till?|to|clos\w*|shut\w*|end\w*|clear\w*|leave\w*|lights\s+out)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Days:
    """The event's days."""

    dates: tuple[date, ...]
    """None where the packet names none."""
    count: int
    """0 where it is not known."""


def event_hours(content: Sequence[Statement], days: Days, words: Vocabulary, sources: Papers) -> Fact | None:
    """Stated hours before computed ones; both must fit into the event's days."""
    best: tuple[float, Decimal, Statement] | None = None
    daily = _daily_hours(content, days) or _first_to_last(content, days.dates) or _open_and_shut(content, days)
    if daily:
        best = (1.6, *daily)
    for statement in content:
        for weight, value in _lengths(statement, days, words):
            if not 1 <= value <= 24 * (days.count or LONGEST_EVENT):
                continue
            entry = (weight + sources.weight(statement), value, statement)
            if best is None or entry[0] > best[0]:
                best = entry
    return Fact("event_hours", best[1], "hours", (evidence.of(best[2]),)) if best else None


def _daily_hours(content: Sequence[Statement], days: Days) -> tuple[Decimal, Statement] | None:
    """The sum over a table that gives each of the event's days its two times."""
    rows: dict[int, tuple[Decimal, Statement]] = {}
    for statement in content:
        if statement.passage.kind is not PassageKind.TABLE_ROW or _of_staff(statement):
            continue
        spans = [span for span in hours.find(statement.text, count=1) if not span.stated]
        day = _day_of_row(statement, days)
        if day is not None and len(spans) == 1:
            rows.setdefault(day, (spans[0].value, statement))
    if len(rows) < 2 or len(rows) != days.count:
        return None
    return sum((value for value, _ in rows.values()), Decimal(0)), next(iter(rows.values()))[1]


def _day_of_row(statement: Statement, days: Days) -> int | None:
    """The one day that a table's row is about, by its date, else by the name of the day where a column says hours."""
    if days.dates:
        on = dates.find(statement.text, year=days.dates[0].year)
        if on:
            single = len(on) == 1 and len(on[0].days) == 1 and on[0].first in days.dates
            return on[0].first.weekday() if single else None
    named = set(hours.weekdays(statement.text))
    header = " ".join(name for name, _ in statement.passage.cells)
    if len(named) != 1 or not (_OPENS.search(header) or re.search(r"\bhours|times?\b", header, re.IGNORECASE)):
        return None
    day = named.pop()
    return day if not days.dates or day in {found.weekday() for found in days.dates} else None


def _open_and_shut(content: Sequence[Statement], days: Days) -> tuple[Decimal, Statement] | None:
    """One day's hours from two lines of a form (`Gates: 1000`, `Clear of public: 2200`), or from two columns of a row."""
    if days.count > 1:
        return None
    for statement in content:
        header = [name for name, text in statement.passage.cells if clock.find(text)]
        if len(header) == 2 and _OPENS.search(header[0]) and _SHUTS.search(header[1]) and not _of_staff(statement):
            spans = [span for span in hours.find(statement.text, count=1) if not span.stated]
            if spans:
                return spans[0].value, statement
    for first, second in pairwise(content):
        if not (_is_line(first, _OPENS) and _is_line(second, _SHUTS)):
            continue
        spans = [span for span in hours.find(f"open {first.text}, close {second.text}", count=1) if not span.stated]
        if spans and not _of_staff(first):
            return spans[0].value, first
    return None


def _is_line(statement: Statement, names: re.Pattern[str]) -> bool:
    """Whether a form's line has a time and nothing else, under such a name."""
    label, text = statement.passage.label, statement.text.strip()
    only = any((found.start, found.end) == (6, 6 + len(text)) for found in clock.find(f"until {text}"))
    return bool(names.search(label)) and only and not _OTHER.search(label) and not _STAFF.search(label)


def _first_to_last(content: Sequence[Statement], days: tuple[date, ...]) -> tuple[Decimal, Statement] | None:
    """From the time beside the first day in one line to that beside the last day in the next."""
    if len(days) < 2:
        return None
    timed = []
    for statement in content:
        text = _answer(statement)
        on, times = dates.find(text, year=days[0].year), clock.find(text)
        if len(on) == 1 and len(times) == 1 and on[0].days in ((days[0],), (days[-1],)):
            timed.append((on[0].first, times[0].minutes, statement))
    for (first, opens, statement), (last, closes, other) in pairwise(timed):
        if (first, last) == (days[0], days[-1]) and 0 < other.index - statement.index <= 2:
            return Decimal((last - first).days * 1440 + closes - opens) / 60, statement
    return None


def _lengths(statement: Statement, days: Days, words: Vocabulary) -> list[tuple[float, Decimal]]:
    """Lengths of time that may be the event's, each with how plainly it is."""
    vocabulary, text = words.words, _answer(statement)
    label = plain(statement.passage.label or views(statement)[0].asked)
    if vocabulary["other_event"].search(text) or _of_staff(statement):
        return []
    asked = bool(label and vocabulary["hours_label"].fullmatch(label))
    timed = asked or bool(label and vocabulary["date_label"].fullmatch(label))
    count = days.count or eventdays.in_text(text)
    spans = hours.find(text, days=days.dates, count=count)
    found: list[tuple[float, Decimal]] = []
    if asked and not any(span.stated for span in spans):
        number = re.match(r"\W*(\d+(?:\.\d+)?|[a-z-]+)\b", text, re.IGNORECASE)
        value = next((n.value for n in numerals.find(text) if number and n.start <= number.end()), None)
        found += [(3.0, value)] if value and not clock.find(text[:12]) else []
    followed = {span.value for span in spans if not span.stated}
    for span in spans:
        by_day = (span.each_day or bool(vocabulary["each_day"].search(label))) and count > 1
        if not span.stated:
            counted = span.value * count if by_day and not span.each_day else span.value
            found.append((1.8 if timed else _computed_weight(span, text, days, vocabulary), counted))
        elif re.match(r"\W*(?:in total|in all|total|altogether)\b", text[span.end :], re.IGNORECASE):
            found.append((3.1, span.value))
        else:
            weight = 3.0 if timed else _stated_weight(span, text, days, vocabulary) or 2.5 * (span.value in followed)
            found.append((weight, span.value * count if by_day else span.value))
    return [entry for entry in found if entry[0]]


def _computed_weight(span: HourSpan, text: str, days: Days, vocabulary: Mapping[str, Pattern]) -> float:
    """How plainly two times in a sentence are those at which the event opens and closes; 0 where they may be anything's."""
    if _OTHER.search(text[max(0, span.start - 40) : span.end]):
        return 0.0
    if vocabulary["opens"].search(text) and vocabulary["closes"].search(text):
        return 1.2
    around = text[max(0, span.start - 30) : span.end + 20]
    if _whole(text, days) and not vocabulary["not_event"].search(around):
        return 1.0
    if _STAFF.search(text) or _OTHER.search(text):
        return 0.0
    if hours.in_sessions(text) or (_PUBLIC.search(text[: span.start]) and _SHUTS.search(text)):
        return 1.0
    told = hours.weekdays(text) or eventdays.in_text(text)
    return 0.8 if told and not days.dates and not vocabulary["not_event"].search(around) else 0.0


def _of_staff(statement: Statement) -> bool:
    """Whether the hours are those of people at work: by the heading, or by the sentence before."""
    passage = statement.passage
    before = passage.text[: statement.start].rstrip()
    around = (*passage.heading_path[-1:], re.split(r"(?<=[.;])\s", before)[-1] if before else "")
    return any(_STAFF.search(words) for words in around)


def _answer(statement: Statement) -> str:
    """A row's cells behind the one that names it; else the text."""
    passage = statement.passage
    cells = [text for _, text in passage.cells]
    if passage.kind is not PassageKind.TABLE_ROW or passage.label not in cells:
        return statement.text
    return " | ".join(cells[cells.index(passage.label) + 1 :]) or statement.text


def _stated_weight(span: HourSpan, text: str, days: Days, vocabulary: Mapping[str, Pattern]) -> float:
    """How plainly hours in a sentence are said to be the event's; 0 where they may be anything's."""
    around = f"{text[max(0, span.start - 40) : span.start]} {text[span.start : span.end + 40]}"
    before, after = (re.split(r"[;.]\s", side) for side in (text[: span.start], text[span.end :]))
    beside = f"{before[-1][-25:]} {after[0][:20]}"
    if vocabulary["hours_said"].search(around) and not vocabulary["not_hours"].search(beside):
        return 2.0
    if len(text.split()) <= 5 and not vocabulary["not_hours"].search(text):
        return 1.9
    return 1.7 if span.each_day and vocabulary["event_word"].search(text) and _whole(text, days) else 0.0


def _whole(text: str, days: Days) -> bool:
    """Whether the sentence names the event's days, so that its times are the event's."""
    if not days.dates:
        return False
    return any(set(span.days) <= set(days.dates) for span in dates.find(text, year=days.dates[0].year))
