"""Facts that a packet tells in words and that only checks need: that refuse is collected each night, say.

The words are data, in `checklists/common/sayings.yaml`. What the quantities stage has found counts before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache

from pipeline import dates, numerals
from pipeline.checklists import folder, shared_conditions
from pipeline.facts import captions, evidence
from pipeline.records import Fact, FactValue, Standing, Statement
from pipeline.yamlfile import Source, read_yaml

SAYING = (Standing.CONTENT, Standing.NEGATION)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LATEST_CLEARING = timedelta(days=60)
"""A date further from the end of the event is about something else."""


@dataclass(frozen=True)
class Answer:
    """One way in which a fact is told."""

    words: tuple[re.Pattern[str], ...] = ()
    unless: tuple[re.Pattern[str], ...] = ()
    value: Decimal | str | None = None
    times: Fraction = Fraction(1)
    sum_up: bool = False
    dates: re.Pattern[str] | None = None
    count: re.Pattern[str] | None = None
    beside: re.Pattern[str] | None = None
    least: int = 1
    most: int = 99
    clear_by: re.Pattern[str] | None = None

    def read(self, text: str, event: Sequence[date]) -> FactValue | None:
        """What the text says, None where it says nothing of the kind.

        Args:
            event: the days of the event, to which weekdays and dates without a year are referred.
        """
        if self.clear_by:
            return _day_after(text, event) if event and self.clear_by.search(text) else None
        if self.count and self.beside:
            found = len({match.group().casefold() for match in self.count.finditer(text)})
            return Decimal(found) if self.least <= found <= self.most and self.beside.search(text) else None
        if self.dates:
            year = event[-1].year if event else None
            spans = dates.find(text, year=year) if self.dates.search(text) else ()
            return tuple(sorted({span.last for span in spans})) or None
        return self._in_words(text)

    def _in_words(self, text: str) -> FactValue | None:
        pattern = next((pattern for pattern in self.words if pattern.search(text)), None)
        if any(against.search(text) for against in self.unless):
            return None
        if pattern is None or self.value is not None:
            return self.value if pattern else None
        found = [numerals.find(match["n"]) for match in pattern.finditer(text)]
        numbers = [numeral[0].value * self.times.numerator / self.times.denominator for numeral in found if numeral]
        if not numbers:
            return None
        return sum(numbers, Decimal()) if self.sum_up else numbers[0]


@dataclass(frozen=True)
class Saying:
    """A fact, where it is looked for, and its answers in the order in which they are tried."""

    fact: str
    about: re.Pattern[str]
    unless: re.Pattern[str] | None
    answers: tuple[Answer, ...]
    headings: bool = False
    """Whether headings may tell it too, as a stamp does."""


def facts(statements: Sequence[Statement], known: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts of `sayings.yaml` that these statements tell and that are not known yet."""
    statements = captions.readable(statements)
    by_name = {fact.name: fact for fact in known}
    held = by_name["event_dates"].value if "event_dates" in by_name else ()
    event = tuple(sorted(held)) if isinstance(held, tuple) else ()
    found = (_first(saying, statements, event) for saying in sayings() if saying.fact not in by_name)
    return tuple(fact for fact in found if fact)


def _first(saying: Saying, statements: Sequence[Statement], event: Sequence[date]) -> Fact | None:
    texts = [(statement, " ".join(statement.text.split())) for statement in statements if _is_about(saying, statement)]
    for answer in saying.answers:
        told = [
            (statement, value)
            for statement, text in texts
            if (value := _read(answer, text, statement.passage.label, event)) is not None
        ]
        if told and answer.dates:
            days = {day for _, value in told if isinstance(value, tuple) for day in value}
            return Fact(saying.fact, tuple(sorted(days)), None, tuple(evidence.of(statement) for statement, _ in told))
        if told:
            return Fact(saying.fact, told[0][1], None, (evidence.of(told[0][0]),))
    return None


def _read(answer: Answer, text: str, label: str, event: Sequence[date]) -> FactValue | None:
    value = answer.read(text, event)
    return answer.read(f"{label} {text}", event) if value is None and label else value


def _is_about(saying: Saying, statement: Statement) -> bool:
    passage = statement.passage
    if statement.standing not in SAYING and not (saying.headings and statement.standing is Standing.HEADING):
        return False
    place = " / ".join((statement.text, passage.label, *passage.heading_path))
    return bool(saying.about.search(place)) and not (saying.unless and saying.unless.search(statement.text))


def _day_after(text: str, event: Sequence[date]) -> date | None:
    """The date, or else the weekday after the event, that the text names."""
    end = event[-1]
    spans = [span.last for span in dates.find(text, year=end.year) if end <= span.last <= end + LATEST_CLEARING]
    if spans:
        return spans[0]
    named = re.search(
        r"\bby\b.{0,40}?\b(mon|tues?|wed|thu|fri|sat|sun)\w*day\b|\b(mon|tues|wednes|thurs)day\b", text, re.I
    )
    if not named:
        return None
    weekday = WEEKDAYS.index((named[1] or named[2])[:3].lower())
    return end + timedelta(days=(weekday - end.weekday()) % 7)


@cache
def sayings() -> tuple[Saying, ...]:
    """The sayings that come with the program.

    Raises:
        ConfigurationError: the file has a fault.
    """
    source = read_yaml(folder() / "common" / "sayings.yaml", schema=folder() / "schema.json", part="sayings")
    parts = source.data["parts"]
    return tuple(
        Saying(
            fact=data["fact"],
            about=_pattern(source, data["about"], parts, "sayings", index, "about"),
            unless=_pattern(source, data["unless"], parts, "sayings", index, "unless") if "unless" in data else None,
            answers=tuple(_answers(source, data["answers"], parts, index)),
            headings="headings" in data,
        )
        for index, data in enumerate(source.data["sayings"])
    )


def _answers(
    source: Source, answers: Sequence[Mapping[str, object]], parts: Mapping[str, str], index: int
) -> Iterator[Answer]:
    for position, data in enumerate(answers):
        place = ("sayings", index, "answers", position)
        given = {key: _pattern(source, str(data[key]), parts, *place, key) for key in PATTERNS if key in data}
        words = data.get("words", ())
        patterns = (
            tuple(_pattern(source, str(word), parts, *place, "words") for word in words)
            if isinstance(words, list)
            else ()
        )
        against: tuple[re.Pattern[str], ...] = ()
        if "condition" in data:
            condition = shared_conditions()[str(data["condition"])]
            sides = (condition.holds.words, condition.fails.words)
            patterns, against = sides if data["side"] == "holds" else sides[::-1]
        value = data.get("value")
        yield Answer(
            words=patterns,
            unless=against if data.get("side") == "holds" else (),
            value=Decimal(str(value)) if isinstance(value, int | float) else value if isinstance(value, str) else None,
            times=Fraction(str(data.get("times", 1))),
            sum_up="sum" in data,
            least=int(str(data.get("least", 1))),
            most=int(str(data.get("most", 99))),
            **given,
        )


PATTERNS = ("count", "beside", "clear_by", "dates")


def _pattern(source: Source, text: str, parts: Mapping[str, str], *place: str | int) -> re.Pattern[str]:
    """The pattern with its parts filled in."""
    try:
        return re.compile(re.sub(r"~(\w+)~", lambda match: f"(?:{parts[match[1]]})", text), re.IGNORECASE)
    except KeyError as error:
        raise source.error(f"there is no part {error}", *place) from None
    except re.error as error:
        raise source.error(f"bad pattern {text!r}: {error}", *place) from None
