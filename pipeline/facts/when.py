"""When it is: the event's dates, days and hours, and the day of filing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from pipeline import dates, hours, numerals
from pipeline.facts import evidence, filing
from pipeline.facts.choice import Papers
from pipeline.facts.dated import Dated, dates_in, year_of
from pipeline.facts.labels import plain
from pipeline.facts.mentions import views
from pipeline.facts.vocabulary import Pattern, Vocabulary
from pipeline.hours import HourSpan
from pipeline.records import Evidence, Fact, PassageKind, Standing, Statement

LONGEST_EVENT = 20
"""Days; a longer range is a lease or a policy."""
LONGEST_RUN = 5
"""Days; a longer range weighs less, as it may be that of a lease or a permission."""
SAYING = (Standing.CONTENT, Standing.HEADING, Standing.NEGATION, Standing.DEFERRED)
"""What may name the event's days; what is denied or put off beside them is something else."""


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TO_WEEKDAY = re.compile(
    rf"\b(?:till?|until|through|thru|to|close[sd]?|end(?:s|ing)?|over|done|finish\w*)\b[^.;]{{0,50}}?\b({'|'.join(_WEEKDAYS)})\b",
    re.IGNORECASE,
)
_OPENING = re.compile(r"\W*(?:from|starts?|begins?|opens?|opening|first|commence\w*|gates? open\w*)\b", re.IGNORECASE)
_CLOSING = re.compile(r"\W*(?:to|ends?|until|clos\w+|last|finish\w*|secure|gates? clos\w*|through)\b", re.IGNORECASE)


_STAFF = re.compile(
    r"\b(?:guards?|security|police|officers?|troopers?|deput(?:y|ies)|medical|nurses?|ambulances?|flaggers?|first[- ]aid)\b",
    re.IGNORECASE,
)


def facts(statements: Sequence[Statement], words: Vocabulary, sources: Papers, *, received: date | None) -> list[Fact]:
    """`event_dates`, `event_days`, `event_hours` and `filing_date`."""
    year = year_of(statements, received)
    dated = [found for statement in statements for found in dates_in(statement, year)]
    found: list[Fact] = []
    event = _event_dates([d for d in dated if d.statement.standing in SAYING], words, sources)
    days: tuple[date, ...] = ()
    if event and isinstance(event.value, tuple):
        days = event.value
        found += [event, Fact("event_days", Decimal(len(days)), "days", event.evidence)]
    length = _event_hours([s for s in statements if s.standing in SAYING[:1] + SAYING[2:]], days, words, sources)
    found += [length] if length else []
    filed = filing.filing_date(dated, statements, words, sources, days[0] if days else None, received)
    return found + ([filed] if filed else [])


def _event_dates(dated: Sequence[Dated], words: Vocabulary, sources: Papers) -> Fact | None:
    """The days that most, and most plainly, are given as the event's."""
    weights: dict[tuple[date, ...], float] = defaultdict(float)
    shown: dict[tuple[date, ...], list[Evidence]] = defaultdict(list)
    for days, weight, statements in _candidates(dated, words, sources):
        weights[days] += weight
        shown[days] += [evidence.of(statement) for statement in statements]
    if not weights:
        return None

    def total(days: tuple[date, ...]) -> float:
        within = sum(weight for other, weight in weights.items() if other != days and set(other) < set(days))
        return weights[days] + (0.6 * within if weights[days] >= 1 else 0)

    best = max(weights, key=lambda days: (round(total(days), 3), len(days)))
    return Fact("event_dates", best, None, tuple(dict.fromkeys(shown[best])))


def _candidates(
    dated: Sequence[Dated], words: Vocabulary, sources: Papers
) -> list[tuple[tuple[date, ...], float, list[Statement]]]:
    """Days with how plainly they are the event's: single expressions, a sentence's two ends, a table's rows."""
    found: list[tuple[tuple[date, ...], float, list[Statement]]] = []
    by_statement: dict[int, list[tuple[Dated, float]]] = defaultdict(list)
    for item in dated:
        weight = _event_weight(item, words)
        if weight and len(item.span.days) <= LONGEST_EVENT:
            weight *= sources.weight(item.statement) * (0.4 if len(item.span.days) > LONGEST_RUN else 1)
            found.append((item.span.days, weight, [item.statement]))
            by_statement[item.statement.index].append((item, weight))
            last = _to_weekday(item)
            if last:
                days = tuple(item.span.first + timedelta(n) for n in range((last - item.span.first).days + 1))
                found.append((days, weight + 0.5, [item.statement]))
    found += _from_to(dated, sources)
    for items in by_statement.values():
        first, last = items[0][0].span.first, items[-1][0].span.last
        if (
            len(items) > 1
            and 0 < (last - first).days <= 10
            and all(d.first >= first for d in (i.span for i, _ in items))
        ):
            days = tuple(first + timedelta(n) for n in range((last - first).days + 1))
            found.append((days, max(weight for _, weight in items) + 0.5, [items[0][0].statement]))
    rows = [
        i
        for i in dated
        if i.statement.passage.kind is PassageKind.TABLE_ROW and len(i.span.days) == 1 and _event_weight(i, words)
    ]
    for file, page in sorted({(i.statement.passage.file, i.statement.passage.page) for i in rows}):
        listed = [i for i in rows if (i.statement.passage.file, i.statement.passage.page) == (file, page)]
        days = tuple(sorted({i.span.first for i in listed}))
        if 1 < len(days) <= 10 and (days[-1] - days[0]).days == len(days) - 1:
            found.append((days, 2.0, [i.statement for i in listed]))
    return found


def _to_weekday(item: Dated) -> date | None:
    """`Saturday the 21st ... straight through till four Sunday afternoon`: the last day, told by weekday only."""
    rest = re.split(r"[.;]\s", item.text[item.span.end :])[0]
    named = _TO_WEEKDAY.search(rest)
    if not named or len(item.span.days) > 1 or any(span.start >= item.span.end for span in dates.find(item.text)):
        return None
    ahead = (_WEEKDAYS.index(named[1].lower()) - item.span.last.weekday()) % 7
    return item.span.last + timedelta(ahead) if 0 < ahead <= 4 else None


def _from_to(dated: Sequence[Dated], sources: Papers) -> list[tuple[tuple[date, ...], float, list[Statement]]]:
    """Two lines of a form, or rows of a table, that give the first and the last day."""
    found = []
    for first, last in pairwise(dated):
        gap = (last.span.last - first.span.first).days
        near = 0 < last.statement.index - first.statement.index <= 2
        ends = any(map(_OPENING.match, _names(first))) and any(map(_CLOSING.match, _names(last)))
        if near and ends and 0 <= gap <= LONGEST_EVENT:
            days = tuple(first.span.first + timedelta(n) for n in range(gap + 1))
            found.append((days, 3.2 * sources.weight(first.statement), [first.statement, last.statement]))
    return found


def _names(item: Dated) -> tuple[str, ...]:
    """What a line or row is called: its label, its first words, or its first cell with words."""
    passage = item.statement.passage
    cells = [text for _, text in passage.cells if re.search(r"[A-Za-z]{2}", text)]
    return (plain(passage.label), item.statement.text, *cells[:1])


def _event_weight(item: Dated, words: Vocabulary) -> float:
    """0 where the date is of something else."""
    passage, vocabulary = item.statement.passage, words.words
    label = plain(passage.label)
    bonus = 0.3 * (len(item.span.days) > 1) + 0.3 * bool(
        re.search(r"day\b", item.text[item.span.start : item.span.end], re.IGNORECASE)
    )
    bonus += 0.4 * bool(hours.clocks(f"{item.text[max(0, item.span.start - 40) : item.span.start]} {item.after}"))
    if vocabulary["other_event"].search(item.text):
        return 0.0
    if label and vocabulary["filing_label"].fullmatch(label):
        return 0.0
    if label and vocabulary["date_label"].fullmatch(label) and not re.fullmatch(r"dated?", label, re.IGNORECASE):
        return 3.0 + bonus
    near = f"{label} {item.before} {item.after[:15]}"
    if (
        vocabulary["not_event"].search(near)
        or vocabulary["stamp"].search(f"{near} {item.after}")
        or re.fullmatch(r"dated?", label, re.IGNORECASE)
    ):
        return 0.0
    if vocabulary["event_word"].search(f"{item.before} {item.after} {label}") and len(item.text.split()) > 5:
        return 1.5 + bonus
    return 0.4 + bonus if bonus or item.statement.standing is Standing.HEADING else 0.0


def _event_hours(
    content: Sequence[Statement], days: tuple[date, ...], words: Vocabulary, sources: Papers
) -> Fact | None:
    """Stated hours before computed ones; both must fit into the event's days."""
    best: tuple[float, Decimal, Statement] | None = None
    daily = _daily_hours(content, days) or _first_to_last(content, days)
    if daily:
        best = (1.6, *daily)
    for statement in content:
        for weight, value in _lengths(statement, days, words):
            if not 1 <= value <= 24 * (len(days) or LONGEST_EVENT):
                continue
            entry = (weight + sources.weight(statement), value, statement)
            if best is None or entry[0] > best[0]:
                best = entry
    return Fact("event_hours", best[1], "hours", (evidence.of(best[2]),)) if best else None


def _daily_hours(content: Sequence[Statement], days: tuple[date, ...]) -> tuple[Decimal, Statement] | None:
    """The sum over a table that gives each of the event's days its two times."""
    rows: dict[date, tuple[Decimal, Statement]] = {}
    for statement in content:
        if statement.passage.kind is PassageKind.TABLE_ROW and days:
            on = dates.find(statement.text, year=days[0].year)
            spans = [span for span in hours.find(statement.text, days=days[:1]) if not span.stated]
            if len(on) == 1 and len(on[0].days) == 1 and on[0].first in days and len(spans) == 1:
                rows.setdefault(on[0].first, (spans[0].value, statement))
    if len(rows) != len(days) or len(days) < 2:
        return None
    return sum((value for value, _ in rows.values()), Decimal(0)), rows[days[0]][1]


def _first_to_last(content: Sequence[Statement], days: tuple[date, ...]) -> tuple[Decimal, Statement] | None:
    """From the time beside the first day in one line to that beside the last day in the next."""
    if len(days) < 2:
        return None
    timed = []
    for statement in content:
        text = _answer(statement)
        on, times = dates.find(text, year=days[0].year), hours.clocks(text)
        if len(on) == 1 and len(times) == 1 and on[0].days in ((days[0],), (days[-1],)):
            timed.append((on[0].first, times[0].minutes, statement))
    for (first, opens, statement), (last, closes, other) in pairwise(timed):
        if (first, last) == (days[0], days[-1]) and 0 < other.index - statement.index <= 2:
            return Decimal((last - first).days * 1440 + closes - opens) / 60, statement
    return None


def _lengths(statement: Statement, days: tuple[date, ...], words: Vocabulary) -> list[tuple[float, Decimal]]:
    """Lengths of time that may be the event's, each with how plainly it is."""
    vocabulary, text = words.words, _answer(statement)
    label = plain(statement.passage.label or views(statement)[0].asked)
    asked = bool(label and vocabulary["hours_label"].fullmatch(label))
    timed = asked or bool(label and vocabulary["date_label"].fullmatch(label))
    found: list[tuple[float, Decimal]] = []
    if vocabulary["other_event"].search(text):
        return found
    if _of_staff(statement):
        return found
    spans = hours.find(text, days=days)
    if asked and not any(span.stated for span in spans):
        number = re.match(r"\W*(\d+(?:\.\d+)?|[a-z-]+)\b", text, re.IGNORECASE)
        value = next((n.value for n in numerals.find(text) if number and n.start <= number.end()), None)
        found += [(3.0, value)] if value and not hours.clocks(text[:12]) else []
    followed = {span.value for span in spans if not span.stated}
    for span in spans:
        by_day = span.each_day or bool(vocabulary["each_day"].search(label))
        value = span.value * len(days) if span.stated and by_day and len(days) > 1 else span.value
        if span.stated and re.match(r"\W*(?:in total|in all|total|altogether)\b", text[span.end :], re.IGNORECASE):
            found.append((3.1, span.value))
        elif timed:
            found.append(
                (3.0 if span.stated else 1.8, value * len(days) if by_day and not span.each_day and days else value)
            )
        elif span.stated:
            found.append((_stated_weight(span, text, days, vocabulary) or 2.5 * (span.value in followed), value))
        elif vocabulary["opens"].search(text) and vocabulary["closes"].search(text):
            found.append((1.2, value))
        elif _whole(text, days) and not vocabulary["not_event"].search(text[max(0, span.start - 30) : span.end + 20]):
            found.append((1.0, value))
    return [entry for entry in found if entry[0]]


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


def _stated_weight(span: HourSpan, text: str, days: tuple[date, ...], vocabulary: Mapping[str, Pattern]) -> float:
    """How plainly hours in a sentence are said to be the event's; 0 where they may be anything's."""
    around = f"{text[max(0, span.start - 40) : span.start]} {text[span.start : span.end + 40]}"
    before, after = (re.split(r"[;.]\s", side) for side in (text[: span.start], text[span.end :]))
    beside = f"{before[-1][-25:]} {after[0][:20]}"
    if vocabulary["hours_said"].search(around) and not vocabulary["not_hours"].search(beside):
        return 2.0
    if len(text.split()) <= 5 and not vocabulary["not_hours"].search(text):
        return 1.9
    return 1.7 if span.each_day and vocabulary["event_word"].search(text) and _whole(text, days) else 0.0


def _whole(text: str, days: tuple[date, ...]) -> bool:
    """Whether the sentence names the event's days, so that its times are the event's."""
    return any(set(span.days) <= set(days) for span in dates.find(text, year=days[0].year)) if days else False
