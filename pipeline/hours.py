"""Times of day and lengths of time in text: stated hours, and those that follow from opening and closing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from pipeline import dates, numerals

_SMALL = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = rf"(?:1[0-2]|0?[1-9]|{'|'.join(_SMALL)})"
_PART_OF_DAY = r"(?:morning|afternoon|evening|night)"
_ON = r"(?:in\s+the|that|this|the\s+same|next|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_HALF_DAY = (
    rf"(?P<half>[ap]\.?\s?m\b\.?|(?:o['’]clock\s+)?(?:{_ON}\s+{_PART_OF_DAY}|(?:at|of\s+the)\s+night)|o['’]clock)"
)
_HALF_DAY_UNNAMED = _HALF_DAY.replace("?P<half>", "?:")
_FOUR = r"(?:[01]\d|2[0-4])[0-5]\d"
_DAY_NAME = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b"
_CLOCK = re.compile(
    rf"\b(?:(?:12|twelve)\s+)?(?P<word>noon|midday|midnight)\b|\b(?P<full>(?:[01]?\d"
    rf"|2[0-3]):[0-5]\d)(?!\d)(?!\s*{_HALF_DAY_UNNAMED})"
    rf"|\b(?P<hour>{_NUMBER})(?::(?P<minute>[0-5]\d)|\s+(?P<thirty>thirty))?\s*{_HALF_DAY}"
    rf"|\b(?P<bare>{_NUMBER})(?::(?P<bare_minute>[0-5]\d))?(?=\s?(?:-|–|—|to|until|till?)\s?(?:1[0-2]"
    rf"|0?[1-9])(?::[0-5]\d)?\s*[ap]\.?\s?m\b)"
    rf"|(?<![\d,.$])(?P<four>(?:(?<!-)0\d[0-5]\d|(?!20[2-4]\d){_FOUR}(?=\s*(?:hours|hrs|h)\b)|{_FOUR}(?=\s+{_DAY_NAME})"
    rf"|{_FOUR}(?=\s?(?:[-–]|to|until)\s?{_FOUR}\s*(?:hours|hrs|h)\b)|{_FOUR}(?=\s?[-–]\s?{_FOUR}\b)|(?<=\d\d\s[-–]\s){_FOUR}|(?<=\d\d[-–]){_FOUR}|(?<=\bto\s){_FOUR}(?=\s*(?:hours|hrs)\b)"
    rf"|(?<=\b(?:shut|open)\s){_FOUR}|(?<=\b(?:close|shuts|opens)\s){_FOUR}|(?<=\b(?:closes|secure)\s){_FOUR}))(?![\d,.:/]\d|\d)"
    rf"|(?<=\bto\s)(?P<end>{_NUMBER})(?=\s*(?:$|[,;.)]|both|each|every|daily|on\b|in\b))"
    rf"|\b(?P<start>{_NUMBER})(?=\s(?:to|till|until)\s{_NUMBER}\s(?:both|each|every|daily)\b)",
    re.IGNORECASE,
)
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+$", re.IGNORECASE)
_EACH_DAY = re.compile(
    r"\b(?:each|every|both|per|all (?:two|three|four|\d))\s+(?:of (?:the\s+)?)?(?:\w+\s+)?(?:days?|nights?|mornings?"
    r"|evenings?)\b|\bdaily\b|\bnightly\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\s*(?:-|–|—|to|until|till?)\s*", re.IGNORECASE)
_ADJECTIVES = r"(?:(?:consecutive|continuous|straight|total|full|operating|open|event|solid)\s+)*"
_HOURS = re.compile(rf"[\s-]*{_ADJECTIVES}(?:hours?|hrs?|h)\b(?!\s?/)", re.IGNORECASE)


@dataclass(frozen=True)
class Clock:
    """A time of day, in minutes from midnight, and where it stands."""

    minutes: int
    start: int
    end: int


@dataclass(frozen=True)
class HourSpan:
    """A length of time in hours, and where it stands."""

    value: Decimal
    start: int
    end: int
    stated: bool
    """True for `54 hours`, False where it follows from opening and closing times."""
    each_day: bool = False
    """Said to be the hours of each day."""


@lru_cache(maxsize=4096)
def clocks(text: str) -> tuple[Clock, ...]:
    """The times of day in `text`, from left to right; midnight is 24:00."""
    return tuple(
        Clock(_minutes(match), *match.span())
        for match in _CLOCK.finditer(text)
        if not (match["bare"] and _MONTH.search(text[: match.start()]))
    )


def _minutes(match: re.Match[str]) -> int:
    if match["word"]:
        return 1440 if match["word"].lower() == "midnight" else 720
    if match["four"]:
        return int(match["four"][:2]) * 60 + int(match["four"][2:])
    if match["start"]:
        return _hour(match["start"]) * 60
    if match["end"]:
        return (_hour(match["end"]) % 12 + 12) * 60
    if match["full"]:
        hour, minute = match["full"].split(":")
        return int(hour) * 60 + int(minute)
    minute = match["minute"] or match["bare_minute"] or ("30" if match["thirty"] else "0")
    hours = _hour(match["hour"] or match["bare"])
    half = (match["half"] or "").lower()
    if match["bare"]:
        return hours * 60 + int(minute)
    afternoon = (
        half.startswith("p") or "afternoon" in half or "evening" in half or ("night" in half and 5 <= hours < 12)
    )
    return (hours % 12 + (12 if afternoon else 0)) * 60 + int(minute) + (1440 if "night" in half and hours == 12 else 0)


def _hour(word: str) -> int:
    return _SMALL.index(word.lower()) + 1 if word.lower() in _SMALL else int(word)


def find(text: str, *, days: Sequence[date] = ()) -> tuple[HourSpan, ...]:
    """Stated hours, then what follows from the first and the last time of day in `text`.

    `days` are the event's; where the text says that the times are those of each day, they count once for each, else
    the time runs through from the first day's opening to the last day's closing.
    """
    found = []
    for numeral in numerals.find(text):
        unit = _HOURS.match(text, numeral.end)
        if unit and not numeral.ordinal and not numeral.percent:
            each = bool(_EACH_DAY.match(text[unit.end() :].lstrip(" ,")))
            found.append(HourSpan(numeral.value, numeral.start, unit.end(), stated=True, each_day=each))
    return (*found, *_between(text, days))


def _between(text: str, days: Sequence[date]) -> list[HourSpan]:
    """From opening to closing, where the text has two times of day (or two for each day named)."""
    times = clocks(text)
    if len(times) > 2 and len(times) != 2 * len(days) and _FROM_TO.fullmatch(text[times[0].end : times[1].start]):
        times = times[:2]
    if len(times) < 2 or (len(times) > 2 and len(times) != 2 * max(len(days), 1)):
        return []
    first, last = times[0], times[-1]
    length = max(len(days), 1)
    if len(times) > 2:
        minutes = sum(_length(a, b) for a, b in zip(times[::2], times[1::2], strict=True))
        return [HourSpan(Decimal(minutes) / 60, first.start, last.end, stated=False, each_day=True)]
    if length == 1 or _EACH_DAY.search(text) or _on_one_side(text, first, last):
        return [
            HourSpan(
                Decimal(_length(first, last) * length) / 60, first.start, last.end, stated=False, each_day=length > 1
            )
        ]
    if len(dates.find(text, year=days[0].year)) == 0 and not re.search(
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", text, re.IGNORECASE
    ):
        return []
    minutes = (length - 1) * 1440 + last.minutes % 1440 - first.minutes + (1440 if last.minutes == 1440 else 0)
    return [HourSpan(Decimal(minutes) / 60, first.start, last.end, stated=False)]


def _on_one_side(text: str, first: Clock, last: Clock) -> bool:
    """Whether no day is named between the two times, nor right after the second: they are those of each day."""
    between, behind = text[first.end : last.start], text[last.end :]
    named = r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|sat|sun|fri|thu|next|overnight|through the night)\b"
    beside = re.search(named, between, re.IGNORECASE) or re.match(rf"\W*(?:on\s)?{named}", behind, re.IGNORECASE)
    return len(re.findall(named, text, re.IGNORECASE)) > 1 and not beside


def _length(opening: Clock, closing: Clock) -> int:
    """Minutes from opening to closing, over midnight where closing is the earlier."""
    minutes = closing.minutes - opening.minutes
    return (
        minutes
        if minutes > 0
        else minutes + (720 if opening.minutes < 720 and closing.minutes < 720 and minutes + 720 > 0 else 1440)
    )
