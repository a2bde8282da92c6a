"""Dates in statements, each with the words around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipeline import dates
from pipeline.dates import DateSpan
from pipeline.records import PassageKind, Statement

LONGEST_EVENT = 20
"""Days; a longer range is a lease or a policy."""


@dataclass(frozen=True)
class Dated:
    """A date in a statement, with the words around it."""

    statement: Statement
    span: DateSpan
    text: str
    """The statement's text, with its label before it."""

    @property
    def before(self) -> str:
        """The words before it."""
        return self.text[max(0, self.span.start - 60) : self.span.start]

    @property
    def after(self) -> str:
        """The words after it."""
        return self.text[self.span.end : self.span.end + 40]


def year_of(statements: Sequence[Statement], received: date | None) -> int | None:
    """The year that most dates of the packet are in, deeds and earlier events aside."""
    years = Counter(span.first.year for s in statements for span in dates.find(s.text) if span.year_given)
    years = Counter({year: told for year, told in years.items() if max(years) - 3 <= year})
    return years.most_common(1)[0][0] if years else received.year if received else None


def dates_in(statement: Statement, year: int | None) -> list[Dated]:
    passage = statement.passage
    text = f"{passage.label}: {statement.text}" if passage.kind is PassageKind.FIELD else statement.text
    own = re.findall(r"\b(20\d\d)\b", " ".join(passage.heading_path[-1:]))
    return [Dated(statement, span, text) for span in dates.find(text, year=int(own[0]) if len(own) == 1 else year)]
