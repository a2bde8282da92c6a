"""When it is: the event's dates, days and hours, and the day of filing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from pipeline import clock, dates, numerals
from pipeline.facts import eventdays, evidence, filing, opening
from pipeline.facts.choice import Papers
from pipeline.facts.dated import LONGEST_EVENT, Dated, dates_in, year_of
from pipeline.facts.labels import plain
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Evidence, Fact, PassageKind, Standing, Statement

LONGEST_RUN = 5
"""Days; a longer range weighs less, as it may be that of a lease or a permission."""
SAYING = (Standing.CONTENT, Standing.HEADING, Standing.NEGATION, Standing.DEFERRED)
"""What may name the event's days; what is denied or put off beside them is something else."""


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TO_WEEKDAY = re.compile(
    rf"\b(?:till?|until|through|thru|to|close[sd]?|end(?:s|ing)?|over|done|finish\w*)\b[^.;]{{0,50}}?\b({'|'.join(_WEEKDAYS)})\b",
    re.IGNORECASE,
)
_NUMBERED_DAYS = r"(two|three|four|five|six|seven|[2-7])[\s-](?:(?:consecutive|straight|full|successive)\s+)?days?\b"
_RUN_FROM = re.compile(
    rf"\b{_NUMBERED_DAYS}[^.;\d]{{0,30}}?\b(?:beginning|starting|commencing|opening|from)\s+(?:on\s+)?$", re.IGNORECASE
)
_RUN_FOR = re.compile(
    rf"\W*(?:and\s+)?(?:(?:will\s+)?(?:runs?|running|lasts?|lasting|continu\w+|goes? on)\s+)?for\s+{_NUMBERED_DAYS}",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\W*(?:event\s+)?(?:from|starts?|begins?|opens?|opening|first|commence\w*|gates? open\w*)\b", re.IGNORECASE
)
_CLOSING = re.compile(
    r"\W*(?:event\s+)?(?:to|ends?|until|clos\w+|last|finish\w*|secure|gates? clos\w*|through)\b", re.IGNORECASE
)
_LEAD = re.compile(r"\W*([A-Z][^:;.\d]{2,50}):\s+(?:\w+day,?\s+)?$")
"""A label at the head of a paragraph, right before the date."""
_OTHER_PAPER = re.compile(r"\b(?:quot(?:e|ation)s?|estimates?|invoices?|deeds?|(?:as|a) sample)\b", re.IGNORECASE)
"""The heading of a paper whose dates are its own."""


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
    told = [s for s in statements if s.standing in SAYING[:1] + SAYING[2:]]
    number = None if days else eventdays.number(told, words, sources)
    found += [number] if number else []
    count = len(days) or (int(str(number.value)) if number else 0)
    length = opening.event_hours(told, opening.Days(days, count), words, sources)
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
            last = _to_weekday(item) or _after_days(item)
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


def _after_days(item: Dated) -> date | None:
    """`three days beginning September 17`, `opens June 4 and runs for two days`: the last day, told by their number."""
    told = _RUN_FROM.search(item.before) or _RUN_FOR.match(item.after)
    if not told or len(item.span.days) > 1:
        return None
    number = told[1] if told[1].isdigit() else numerals.parse(told[1])
    return item.span.first + timedelta(int(number or 1) - 1)


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


def _own_before(item: Dated) -> str:
    """The words before the date, from the one before it where a part of the sentence begins there: `..., the show is`."""
    ends = [span.end for span in dates.find(item.text, year=item.span.first.year) if span.end <= item.span.start]
    between = item.text[max(ends) : item.span.start] if ends else ""
    return between if re.match(r"[,;.]\s+\w+\W+\w*", between) else item.before


def _event_weight(item: Dated, words: Vocabulary) -> float:
    """0 where the date is of something else."""
    passage, vocabulary = item.statement.passage, words.words
    lead = _LEAD.match(item.text[: item.span.start])
    label = plain(passage.label or (lead[1] if lead else ""))
    bonus = 0.3 * (len(item.span.days) > 1) + 0.3 * bool(
        re.search(r"day\b", item.text[item.span.start : item.span.end], re.IGNORECASE)
    )
    bonus += 0.4 * bool(clock.find(f"{item.text[max(0, item.span.start - 40) : item.span.start]} {item.after}"))
    if vocabulary["other_event"].search(item.text) or any(map(_OTHER_PAPER.search, passage.heading_path[1:])):
        return 0.0
    if label and vocabulary["filing_label"].fullmatch(label):
        return 0.0
    if label and vocabulary["date_label"].fullmatch(label) and not re.fullmatch(r"dated?", label, re.IGNORECASE):
        return 3.0 + bonus
    near = f"{label} {_own_before(item)} {item.after[:15]}"
    if (
        vocabulary["not_event"].search(near)
        or vocabulary["stamp"].search(f"{near} {item.after}")
        or re.fullmatch(r"dated?", label, re.IGNORECASE)
    ):
        return 0.0
    if vocabulary["event_word"].search(f"{item.before} {item.after} {label}") and len(item.text.split()) > 5:
        return 1.5 + bonus
    return 0.4 + bonus if bonus or item.statement.standing is Standing.HEADING else 0.0
