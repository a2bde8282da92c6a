"""Times of day in text: `six o'clock in the evening`, `8:00 a.m.`, `noon`, `1000 hours`, and `ten till seven`.

A time is an hour, its minutes and what says in which half of the day it lies. Where nothing says so, the time beside it
does, as events open in the morning and close at the next hour of that name. Numbers with nothing of a clock about them
count only where two of them are joined, or where a word of opening or closing stands before them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

NOON = 720
"""Minutes from midnight."""
MIDNIGHT = 1440
"""Minutes from the midnight before."""
SHORTEST = 120
"""Minutes; a fair open `10 to 11` closes in the evening."""
EARLY = 7
"""The first hour of the clock that is one of the morning, where an event opens at it and nothing else is said."""
NIGHT = 5
"""The first hour of the clock that is one of the night before midnight."""

_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER = rf"(?:1[0-2]|0?[1-9]|(?:{'|'.join(_WORDS)})\b)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = r"(?:fore|after)noon|morning|evening|night"
_WHOSE = rf"in\s+the|of\s+the|that|this|(?:on\s+)?(?:the\s+)?(?:same|next|following)|(?:on\s+)?{_WEEKDAY}|at"
_TIME = re.compile(
    rf"""
    \b (?:(?:12|twelve)\s+)? (?P<named> noon | midday | midnight ) \b
    | (?<![\d,.$:/\#]) (?P<military> (?:[01]\d|2[0-4])[0-5]\d ) (?![\d,.:/]\d|\d)
    | (?<![\d$/.\#]) (?<!\d[,:])
      (?P<past> half\s+past\s+ )?
      (?: \b(?P<hour> {_NUMBER} ) (?: : (?P<minute> [0-5]\d ) (?!\d) | \s+ (?P<thirty> thirty\b ) )?
          (?! \d | [.,:]\d | (?:st|nd|rd|th)\b )
        | (?P<late> 1[3-9] | 2[0-4] | 00 ) : (?P<late_minute> [0-5]\d ) (?!\d) )
      (?P<oclock> \s* o\s?['’]\s?clock\b )?
      (?: \s* (?P<half> [ap] ) \.?\s?m\b\.? | (?<=\d) (?P<letter> [ap] )\b
        | ,?\s+ (?:{_WHOSE}) \s+ (?P<part> {_PART} )\b )?
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TO = re.compile(r"\s*(?:-|–|—|\bto\b|\buntil\b|\btill?\b|\bup\s+to\b)\s*", re.IGNORECASE)
_BETWEEN_AND = re.compile(r"\s*\band\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s+hours\s+of\s+)?$", re.IGNORECASE)
_PART_BEFORE = re.compile(rf"\b(?P<part>{_PART}|matin[eé]e)s?\b[^.;\d]{{0,40}}$", re.IGNORECASE)
_OPENING = re.compile(
    r"\b(?:open|begin|start|commenc|gate|door)\w*\s*:?\s+(?:at\s+|from\s+|by\s+|each\s+day\s+at\s+)?$", re.IGNORECASE
)
_CLOSING = re.compile(
    r"\b(?:until|till?|(?:clos|shut|end|finish|stop|conclud|secur|clear)\w*\s+(?:at|by))\s+$|\b(?:close|shut|secure)s?\s+$",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"\s*(?:$|[,;.)|/]|(?:and|when|both|each|every|daily|on|in|at|with|all|then)\b"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)",
    re.IGNORECASE,
)
"""What follows a number that is not the number of something."""
_OF_HOURS = re.compile(
    r"\b(?:open|close|shut|hour|time|session|matin[eé]e|morning|evening|afternoon|night|daily|each\sday|days?"
    r"|noon|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|till|until)(?:s|ed|ing)?\b|\b20\d\d\b",
    re.IGNORECASE,
)
"""What stands in a sentence that tells hours by plain numbers."""
_DAY_OF_MONTH = re.compile(
    r"\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2}(?:,|\s+and|\s*&)\s+)*$",
    re.IGNORECASE,
)
_LABELED = re.compile(r"\s*(?:(?:hours|hrs|h)\b|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)", re.IGNORECASE)
"""What follows four digits that are a time."""


@dataclass(frozen=True)
class Clock:
    """A time of day, and where it stands."""

    minutes: int
    """From midnight; midnight itself is 1440."""
    start: int
    end: int


@dataclass(frozen=True)
class _Told:
    """A time of day as it is written."""

    hour: int
    minute: int
    half: str
    """`a` or `p`; `h` where the hours are counted to 24; empty where nothing says."""
    sure: bool
    """Whether it is a time by itself, whatever stands beside it."""
    military: bool
    start: int
    end: int


@lru_cache(maxsize=4096)
def find(text: str) -> tuple[Clock, ...]:
    """The times of day in `text`, from left to right."""
    told: list[_Told] = []
    for match in _TIME.finditer(text):
        told.append(_told(match, text[told[-1].end if told else 0 : match.start()], text[match.end() :]))
    times = [time for place, time in enumerate(told) if time.sure or _by_company(told, place, text)]
    found: list[Clock] = []
    for place, time in enumerate(times):
        after = times[place + 1] if place + 1 < len(times) and joined(text, time, times[place + 1]) else None
        closing = place > 0 and (joined(text, times[place - 1], time) or bool(_CLOSING.search(text[: time.start])))
        found.append(Clock(_minutes(time, after, found[-1] if closing else None), time.start, time.end))
    return tuple(found)


def joined(text: str, first: Clock | _Told, second: Clock | _Told) -> bool:
    """Whether the second time is the end of what the first begins: `10 to 8`, `between 1 and 8`."""
    between = text[first.end : second.start]
    spoken_of = _BETWEEN.search(text[: first.start])
    return bool(_TO.fullmatch(between) or (spoken_of and _BETWEEN_AND.fullmatch(between)))


def _told(match: re.Match[str], before: str, after: str) -> _Told:
    """The time as it is written, with the words since the one before it and all that follow it."""
    if match["named"]:
        return _counted(match, 24 if match["named"].lower() == "midnight" else 12, 0, sure=True)
    if match["military"]:
        digits = match["military"]
        labeled = (digits[0] == "0" and not before.endswith("-")) or bool(_LABELED.match(after))
        return _counted(match, int(digits[:2]), int(digits[2:]), sure=labeled)
    if match["late"]:
        return _counted(match, int(match["late"]), int(match["late_minute"]), sure=True)
    word, minute = match["hour"].lower(), int(match["minute"] or 30 * bool(match["thirty"] or match["past"]))
    hour = _WORDS.index(word) + 1 if word in _WORDS else int(word)
    part = (match["part"] or "").lower()
    if (hour, part) == (12, "night"):
        return _counted(match, 24, minute, sure=True)
    half = (match["half"] or match["letter"] or "").lower() or _half(part, hour)
    if not half and match["minute"] and word[0] == "0":
        return _counted(match, hour, minute, sure=True)
    sure = bool(match["half"] or part or match["minute"] or match["oclock"] or match["past"])
    if not half and (beside := _PART_BEFORE.search(before)):
        half = _half(beside["part"].lower(), hour)
    return _Told(hour, minute, half, sure, False, *match.span())


def _counted(match: re.Match[str], hour: int, minute: int, *, sure: bool) -> _Told:
    """A time whose hours are counted through the day."""
    return _Told(hour, minute, "h", sure, bool(match["military"]), *match.span())


def _half(part: str, hour: int) -> str:
    """The half of the day in which an hour of that part of it lies."""
    if "night" in part:
        return "p" if NIGHT <= hour < 12 else "a"
    return "" if not part else "a" if part in ("morning", "forenoon") else "p"


def _by_company(told: Sequence[_Told], place: int, text: str) -> bool:
    """Whether a number is a time by that with which it is joined, or by the word of opening or closing before it."""
    time = told[place]
    before, after = (told[n] if 0 <= n < len(told) else None for n in (place - 1, place + 1))
    if after and joined(text, time, after):
        return _joined_time(time, after, after, text)
    if not _NOT_COUNTED.match(text, time.end):
        return False
    if before and joined(text, before, time):
        return _joined_time(before, time, before, text)
    ahead = text[: time.start]
    verb = _OPENING.search(ahead) or _CLOSING.search(ahead) or (time.half and re.search(r"\bat\s+$", ahead))
    return bool(verb) and not (time.military and time.hour in (19, 20))


def _joined_time(first: _Told, second: _Told, beside: _Told, text: str) -> bool:
    """Whether two joined numbers are times, of which one is looked at from the other `beside` it."""
    if first.military != second.military and not beside.sure:
        return False
    if not first.sure and _DAY_OF_MONTH.search(text[: first.start]):
        return False
    if beside.sure or {first.half, second.half} <= {"a", "p"}:
        return True
    if re.search(r"\d\s?[-–/]$", text[: first.start]):
        return False
    said = _OF_HOURS.search(text) or _OPENING.search(text[: first.start])
    return bool(said and _NOT_COUNTED.match(text, second.end))


def _minutes(time: _Told, until: _Told | None, since: Clock | None) -> int:
    """Minutes from midnight, by its own half of the day, else by the time it runs `until`, or has run `since`."""
    plain = time.hour % 12 * 60 + time.minute
    if time.half == "h":
        return time.hour * 60 + time.minute
    if time.half:
        return plain + (NOON if time.half == "p" else 0)
    if since:
        shortest = SHORTEST if since.minutes < NOON else 0
        return plain + (NOON if plain < since.minutes % MIDNIGHT + shortest <= plain + NOON else 0)
    morning = time.hour >= EARLY and time.hour < 12
    if until and until.half == "h" and until.hour > 12 and until.hour != 24:
        return time.hour * 60 + time.minute
    if until and until.half in ("a", "p"):
        end = until.hour % 12 * 60 + until.minute
        same = plain < end and not (until.half == "p" and morning)
        return plain + (NOON if (until.half == "p") == same else 0)
    return plain + (0 if morning else NOON)
