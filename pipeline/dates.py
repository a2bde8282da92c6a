"""Calendar dates in text: single days, lists and ranges, as applicants write them.

A date is built from a run of tokens (weekday, month, day, year, connector), not from one pattern per style, so that
`July 9 thru 11, 2027`, `Fri 9 July 6 pm to Sun 11 July 11 pm` and `14 and 15 August 2027` take the same way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

LONGEST_RANGE = 62
"""Days; a longer "range" is two dates that happen to stand side by side."""


@dataclass(frozen=True)
class DateSpan:
    """The days that one expression names, in order, and where it stands in the text (characters, half open)."""

    days: tuple[date, ...]
    start: int
    end: int
    weekday_agrees: bool = True
    """False where a weekday is written beside a date that falls on another day."""
    year_given: bool = True
    """False where the year was taken from the context."""

    @property
    def first(self) -> date:
        """The earliest day."""
        return self.days[0]

    @property
    def last(self) -> date:
        """The latest day."""
        return self.days[-1]


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_YEARS = ("twenty", *(f"twenty-{unit}" for unit in "one two three four five six seven eight nine".split()))
"""The last words of 2020 to 2029."""
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\b\.?"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
_CLOCK = (
    r"(?:1[0-2]|0?[1-9])(?::[0-5]\d)?\s*(?:[ap]\.?\s?m\b\.?|o['’]clock|noon\b|midnight\b)|(?:[01]?\d"
    r"|2[0-3]):[0-5]\d(?!\d)"
    r"|noon\b|midnight\b"
)
_TOKENS = re.compile(
    "|".join(
        (
            r"(?P<iso>\b(?:19|20)\d\d-\d{1,2}-\d{1,2}\b)",
            r"(?P<yearfirst>\b20\d\d[\s-]+(?-i:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[\s-]+\d{1,2}\b(?!:))",
            r"(?P<military>\b\d{1,2}\s?(?-i:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\s?(?:20)?\d\d\b(?![:/-]))",
            r"(?P<short>\b\d{1,2}/\d{1,2}\s?[-–]\s?\d{1,2}/(?:20)?\d\d\b(?!/))",
            r"(?P<numeric>\b\d{1,2}(?P<sep>[/.-])\d{1,2}(?P=sep)(?:(?:19|20)\d\d|\d\d)\b(?![/-]\d))",
            r"(?P<monthday>\b\d{1,2}/\d{1,2}\b(?!/))",
            rf"(?P<clock>\b(?:{_CLOCK}))",
            r"(?P<year>\b(?:1[789]|20)\d\d\b(?![-/,]\d)|['’]\d\d\b)",
            rf"(?P<worded>\btwo thousand(?: and)?[\s-]+(?:{'|'.join(reversed(_YEARS))})\b)",
            rf"(?P<month>\b{_MONTH})",
            rf"(?P<weekday>\b{_WEEKDAY})",
            rf"(?P<which>\b(?:first|second|third|fourth|last)\s+{_WEEKDAY}\s+(?:of|in)\b)",
            rf"(?P<ordinal>\b{_DAY}\s?(?:st|nd|rd|th)\b|\b(?:{'|'.join(reversed(_ORDINALS))})\b)",
            rf"(?P<day>\b{_DAY}(?!:\d|[%/°'’\"]|[.,]\d|-(?:foot|inch|gallon|yard|acre|hour|day|person)))",
            r"(?P<to>and (?:end|terminat|clos|conclud)ing\b|through\b|thru\b|to\b|until\b|till?\b|-|–|—)",
            r"(?P<and>and\b|&|\+|;|/)",
            r"(?P<skip>[\s,()]+|the\b|of\b|day\b|days\b|on\b|at\b|in the (?:morning|afternoon|evening)\b"
            r"|at night\b|both\b|which is\b|in the year\b|A\.D\.)",
        )
    ),
    re.IGNORECASE,
)
_MISREAD_DIGITS = re.compile(r"(?<![\w,])(?=[\w,]*\d)[\dOoIl|][\dOoIl|,]*(?!\w)")
_MISREAD_MONTHS = re.compile(r"\b(?:Ju[1I|!]y?|Apri[1I|!]|0ct(?:ober)?|N0v(?:ember)?)\b", re.IGNORECASE)
_DATED_MONTH = re.compile(rf"\s*{_DAY}(?:st|nd|rd|th)?,?\s+(?:19|20)\d\d\b", re.IGNORECASE)
_FOLLOWS_DAY = re.compile(
    rf"\s*(?:$|[,;.)(&+–—-]|(?:and|thru|through|to|until|till?|of|at|from|days?|both)\b|{_MONTH}|{_WEEKDAY}|(?:19"
    rf"|20)\d\d\b|{_CLOCK})",
    re.IGNORECASE,
)


@dataclass
class _Part:
    """A day being put together."""

    day: int
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    joined: str = "and"
    """How it hangs on the part before it: `to` or `and`."""
    year_given: bool = False


@dataclass
class _Run:
    """Consecutive date tokens and what they have said so far."""

    start: int
    end: int = 0
    parts: list[_Part] = field(default_factory=list)
    month: int | None = None
    month_first: bool | None = None
    weekday: int | None = None
    joined: str = "and"
    fresh_month: bool = False


def clean(text: str) -> str:
    """`text` with the commonest OCR blemishes in numbers and month names mended, each character at its place."""
    digits, letters = str.maketrans("OoIl|", "00111"), str.maketrans("10I|!", "lOlll")
    text = _MISREAD_DIGITS.sub(lambda match: match.group().translate(digits), text)
    return _MISREAD_MONTHS.sub(lambda match: match.group().translate(letters), text)


@lru_cache(maxsize=4096)
def find(text: str, *, year: int | None = None) -> tuple[DateSpan, ...]:
    """All dates in `text`, from left to right; those that do not exist, such as February 31, are left out.

    A date without a year takes that of its expression, else of the date before it in the text (or after it), else
    `year`; where there is none at all it is left out.
    """
    text = clean(text)
    runs = [run for run in _runs(text) if run.parts]
    _lend_months(runs)
    known = [next((p.year for p in run.parts if p.year), None) for run in runs]
    spans = []
    for place, run in enumerate(runs):
        before = next((y for y in reversed(known[:place]) if y), None)
        after = next((y for y in known[place + 1 :] if y), None)
        span = _span(run, text, before or after or year)
        if span:
            spans.append(span)
    return tuple(spans)


def _lend_months(runs: list[_Run]) -> None:
    """`Friday the 9th of July ... Sunday the 11th`: a day of the week with its day, in the month named beside it."""
    for place, run in enumerate(runs):
        bare = [part for part in run.parts if part.month is None]
        beside = [other for other in (*reversed(runs[:place]), *runs[place + 1 :]) if other.month]
        if beside and bare and all(part.weekday is not None for part in bare):
            for part in bare:
                part.month = beside[0].month


def _runs(text: str) -> list[_Run]:
    """Groups of tokens with nothing else between them."""
    runs: list[_Run] = []
    run: _Run | None = None
    at = 0
    for match in _TOKENS.finditer(text):
        if run is None or match.start() != at:
            run = _Run(match.start())
            runs.append(run)
        at = match.end()
        if not _take(run, match, text):
            run = None
    return runs


def _take(run: _Run, match: re.Match[str], text: str) -> bool:
    """Add one token to the run; False where it ends the run instead."""
    kind, word = match.lastgroup or "", match.group()
    if kind == "sep":
        kind = "numeric"
    if kind in ("skip", "clock", "which"):
        return True
    if kind in ("to", "and"):
        run.joined = kind
        return True
    if not run.parts and run.month is None and run.weekday is None:
        run.start = match.start()
    if kind == "weekday":
        run.weekday = _WEEKDAYS.index(word[:3].lower())
        return True
    if kind == "month":
        return _take_month(run, match, text)
    if kind in ("year", "worded"):
        return _take_year(run, match)
    days = _numbers(kind, word)
    if kind in ("day", "ordinal"):
        if not run.fresh_month and not _FOLLOWS_DAY.match(text, match.end()):
            return False
        days = [_Part(int(days[0].day), run.month if run.month_first else None)]
        run.month_first = bool(run.month) if run.month_first is None else run.month_first
    for part in days:
        part.joined = run.joined if part is days[0] else "to"
        part.weekday = run.weekday if part is days[0] else None
        run.parts.append(part)
    run.joined, run.weekday, run.fresh_month = "and", None, False
    run.end = match.end()
    return bool(days)


def _take_month(run: _Run, match: re.Match[str], text: str) -> bool:
    word = match.group()
    if (
        word[0].islower()
        and word.lower() in ("may", "march", "mar", "dec", "jan")
        and not _DATED_MONTH.match(text, match.end())
    ):
        return False
    run.month = _MONTHS.index(word[:3].lower()) + 1
    if run.month_first is None:
        run.month_first = not run.parts
    waiting = [part for part in run.parts if part.month is None]
    for part in waiting:
        part.month = run.month
    if waiting:
        run.end = match.end()
    run.fresh_month = not waiting
    return True


def _take_year(run: _Run, match: re.Match[str]) -> bool:
    waiting = [part for part in run.parts if part.year is None]
    if not waiting:
        return False
    word = match.group().lower().lstrip("'’")
    year = _year(word) if word.isdigit() else 2020 + _YEARS.index(re.split(r"thousand(?: and)?[\s-]+", word)[-1])
    for part in waiting:
        part.year = year
    waiting[-1].year_given = True
    run.end = match.end()
    return True


def _numbers(kind: str, word: str) -> list[_Part]:
    """The days in a token of digits, or of an ordinal in words."""
    if kind == "ordinal" and not word[0].isdigit():
        return [_Part(_ORDINALS.index(word.lower()) + 1)]
    numbers = re.findall(r"\d+", word)
    values = [int(n) for n in numbers]
    if kind == "iso":
        return [_Part(values[2], values[1], values[0], year_given=True)]
    if kind == "yearfirst":
        month = _MONTHS.index(re.sub(r"[\d\s-]", "", word)[:3].lower()) + 1
        return [_Part(values[1], month, values[0], year_given=True)]
    if kind == "military":
        month = _MONTHS.index(re.sub(r"[\d\s]", "", word)[:3].lower()) + 1
        return [_Part(values[0], month, _year(re.findall(r"\d\d", word)[-1]), year_given=True)]
    if kind == "numeric":
        month, day = values[:2] if values[0] <= 12 else (values[1], values[0])
        return [_Part(day, month, _year(numbers[2]), year_given=True)]
    if kind == "monthday":
        return [_Part(values[1], values[0])]
    if kind == "short":
        month, first, third, fourth = values
        if fourth > 31 or (first < third <= 31 and third > 12) or (first < third and fourth >= 20):
            return [_Part(first, month, _year(numbers[3]), year_given=True), _Part(third, month, _year(numbers[3]))]
        return [_Part(first, month), _Part(fourth, third)]
    return [_Part(values[0])]


def _year(digits: str) -> int:
    """Four digits as they are; two as 1970 to 2069."""
    number = int(digits)
    return number if number > 99 else number + (2000 if number < 70 else 1900)


def _span(run: _Run, text: str, year: int | None) -> DateSpan | None:
    """The run's days, or None where it names no day of the calendar."""
    parts = [part for part in run.parts if part.month is not None]
    given = all(part.year for part in parts)
    known = next((part.year for part in parts if part.year), year)
    if not parts or known is None or (len(parts) == 1 and _fraction(run, text)):
        return None
    try:
        dates = [date(part.year or known, part.month or 1, part.day) for part in parts]
    except ValueError:
        return None
    for place in range(len(dates) - 1, 0, -1):
        if dates[place - 1] > dates[place] and parts[place].joined == "to":
            if not parts[place - 1].year_given:
                dates[place - 1] = dates[place - 1].replace(year=dates[place].year - 1)
            elif not parts[place].year_given:
                dates[place] = dates[place].replace(year=dates[place].year + 1)
            else:
                dates[place - 1], dates[place] = dates[place], dates[place - 1]
    agrees = all(part.weekday in (None, day.weekday()) for part, day in zip(parts, dates, strict=True))
    days = _fill(dates, parts)
    if len(days) == 1 and re.search(r"weekend\s+of\s+(?:\w+,?\s+)?$", text[: run.start], re.IGNORECASE):
        saturday = days[0] + timedelta((5 - days[0].weekday()) if days[0].weekday() < 6 else -1)
        days = (saturday, saturday + timedelta(1))
    return DateSpan(days, run.start, run.end, agrees, given)


def _fraction(run: _Run, text: str) -> bool:
    """Whether a lone `8/14` has no weekday beside it: it may be a ratio or a form's revision."""
    return bool(re.fullmatch(r"\d{1,2}/\d{1,2}", text[run.start : run.end]))


def _fill(dates: list[date], parts: list[_Part]) -> tuple[date, ...]:
    """All days of the ranges and lists, in order, each once."""
    days = {dates[0]}
    for (before, after), part in zip(pairwise(dates), parts[1:], strict=True):
        length = (after - before).days
        days.add(after)
        if part.joined == "to" and 0 < length <= LONGEST_RANGE:
            days.update(before + timedelta(n) for n in range(length))
    return tuple(sorted(days))
