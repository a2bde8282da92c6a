"""Lengths of time in text: stated hours, and those that follow from the times of opening and closing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise

from pipeline import clock, dates, numerals
from pipeline.clock import MIDNIGHT, Clock

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The first letters of their names."""
_WEEKDAY = re.compile(
    r"\b(?:(?P<day>mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?days?|(?P<short>(?-i:M(?i:on)|T(?i:ue|hu)|W(?i:ed)|F(?i:ri)|S(?i:at|un)))(?:s|rs?)?)\b",
    re.IGNORECASE,
)
_EACH_DAY = re.compile(
    r"(?<!through )\b(?:each|every|both|per|all (?:two|three|four|\d))\s+(?:of (?:the\s+)?)?(?:\w+\s+)?(?:days?|nights?|mornings?"
    r"|evenings?)\b|\bdaily\b|\bnightly\b",
    re.IGNORECASE,
)
_ON_END = re.compile(
    r"\b(?:through|over)\s?(?:out)?\s+(?:the|both|all)\s+nights?\b|\bovernight\b|\bday and night\b|\bwithout (?:a )?(?:break|stop\w*|pause)\b"
    r"|\bstraight (?:on|through)\b|\bcontinuous\w*\b|\bnon-?stop\b",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\b(?:next|following) (?:day|morning|noon|afternoon|evening|night)\b", re.IGNORECASE)
_SESSIONS = re.compile(
    r"\b(?:(?:two|three|both|2|3) (?:sessions|sittings|shows|houses)|matin[eé]e)\b|\b(?:cleared|emptied)\b[^.]{0,20}\bbetween\b",
    re.IGNORECASE,
)
"""What says that an event of one day opens more than once."""
_UNIT = re.compile(
    r"[\s-]*(?:(?:consecutive|continuous|straight|total|full|operating|open|event|solid)\s+)*(?:hours?|hrs?|h)\b(?!\s?/)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class HourSpan:
    """A length of time in hours, and where it stands."""

    value: Decimal
    start: int
    end: int
    stated: bool
    """True for `54 hours`, False where it follows from opening and closing times."""
    each_day: bool = False
    """Said to be the hours of each day; computed ones have been counted for each."""


@dataclass(frozen=True)
class NamedDay:
    """A day of the week, and where it stands."""

    day: int
    """0 for Monday."""
    start: int
    end: int


@dataclass(frozen=True)
class _Window:
    """From an opening to a closing time."""

    opening: Clock
    closing: Clock

    @property
    def minutes(self) -> int:
        """Its length, over midnight where closing is the earlier."""
        length = self.closing.minutes - self.opening.minutes
        return length if length > 0 else length + MIDNIGHT


def find(text: str, *, days: Sequence[date] = (), count: int = 0) -> tuple[HourSpan, ...]:
    """Stated hours, then what follows from the times of opening and closing in `text`.

    `days` are the event's, or `count` their number where they have no dates. Where the text says that the times are
    those of each day, they count once for each, else the time runs from the first opening to the last closing.
    """
    found = []
    for numeral in numerals.find(text):
        unit = _UNIT.match(text, numeral.end)
        if unit and not numeral.ordinal and not numeral.percent and not numeral.money:
            each = bool(_EACH_DAY.match(text[unit.end() :].lstrip(" ,")))
            found.append(HourSpan(numeral.value, numeral.start, unit.end(), stated=True, each_day=each))
    computed = _computed(text, days, len(days) or count)
    return (*found, computed) if computed else tuple(found)


def weekdays(text: str) -> tuple[int, ...]:
    """The days of the week that are named, from left to right, Monday being 0."""
    return tuple(named.day for named in named_weekdays(text))


def named_weekdays(text: str) -> tuple[NamedDay, ...]:
    """The same, with their places."""
    return tuple(
        NamedDay(WEEKDAYS.index((match["day"] or match["short"]).lower()), *match.span())
        for match in _WEEKDAY.finditer(text)
    )


def in_sessions(text: str) -> bool:
    """Whether it is said that the event opens more than once on a day."""
    return bool(_SESSIONS.search(text))


def _computed(text: str, days: Sequence[date], count: int) -> HourSpan | None:
    """The hours that the text's windows of time make together, where it is clear."""
    windows = _windows(text, count)
    if not windows:
        return None
    if len(windows) > 1:
        own_day = len(windows) in (count, len(set(weekdays(text))))
        sessions = count <= 1 and in_sessions(text)
        if not own_day and not sessions and not clock.joined(text, windows[0].opening, windows[0].closing):
            return None
        windows = windows if own_day or sessions else windows[:1]
    if len(windows) > 1:
        minutes, each_day = sum(window.minutes for window in windows), True
    else:
        (window,) = windows
        each_day = count > 1 and bool(_EACH_DAY.search(text) or _on_one_side(text, window))
        total = window.minutes * count if each_day else _through(text, window, days, count)
        if total is None:
            return None
        minutes = total
    return HourSpan(Decimal(minutes) / 60, windows[0].opening.start, windows[-1].closing.end, False, each_day)


def _windows(text: str, count: int) -> list[_Window]:
    """Two times make one window; of more, those that are joined, else as many pairs as the event has days."""
    times = clock.find(text)
    if len(times) == 2:
        return [_Window(*times)]
    joined = [_Window(first, second) for first, second in pairwise(times) if clock.joined(text, first, second)]
    if not joined and count and len(times) == 2 * count:
        return [_Window(first, second) for first, second in zip(times[::2], times[1::2], strict=True)]
    return joined


def _through(text: str, window: _Window, days: Sequence[date], count: int) -> int | None:
    """Minutes from the opening on the first day to the closing on the last; None where the days are not told."""
    named = [found for side in _sides(text, window) if len(found := set(weekdays(side))) == 1]
    apart = (named[1].pop() - named[0].pop()) % 7 if len(named) == 2 else 0
    if count == 1 or (count == 0 and not apart):
        if count == 0 and _EACH_DAY.search(text):
            return None
        onward = MIDNIGHT if _NEXT.search(text) and window.closing.minutes > window.opening.minutes else 0
        return window.minutes + onward
    dated = days and dates.find(text, year=days[0].year)
    if count and not dated and not weekdays(text) and not _ON_END.search(text):
        return None
    closing = window.closing.minutes - window.opening.minutes
    return (count - 1 if days or not apart else apart) * MIDNIGHT + closing


def _sides(text: str, window: _Window) -> tuple[str, str]:
    """The words that belong to the opening and those that belong to the closing time."""
    between = text[window.opening.end : window.closing.start]
    parted = re.split(r"\b(?:to|until|till?|through|and|clos\w+|end\w*|finish\w*)\b|[-–—]", between, maxsplit=1)
    after = re.split(r"[.;]\s", text[window.closing.start :])[0]
    return text[: window.opening.end] + parted[0], " ".join([*parted[1:], after])


def _on_one_side(text: str, window: _Window) -> bool:
    """Whether days are named, but none between the two times nor right after the second: they are those of each day."""
    between, behind = text[window.opening.end : window.closing.start], text[window.closing.end :]
    if _ON_END.search(text) or _NEXT.search(text):
        return False
    beside = weekdays(between) or re.match(rf"\W*(?:on\s)?{_WEEKDAY.pattern}", behind, re.IGNORECASE)
    return len(weekdays(text)) > 1 and not beside
