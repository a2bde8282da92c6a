"""How many days the event has, where no dates tell: `the three days`, `a one-day affair`, `Thursday till Sunday`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from pipeline import hours, numerals
from pipeline.facts import evidence
from pipeline.facts.choice import Papers
from pipeline.facts.labels import plain
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Fact, PassageKind, Statement

LONGEST = 10
"""Days; a higher number is that of a notice or a lease."""
_LABEL = re.compile(
    r"(?:(?:total |event )?(?:number|no\.?) of|how many|total|event) (?:event )?days?\b.*", re.IGNORECASE
)
_DAYS = re.compile(
    r"[\s-]+(?:(?:event|whole|full|show|public|consecutive)\s+)?(?P<unit>days?|nights?)\b", re.IGNORECASE
)
_WHOLE = re.compile(
    r"\b(?:(?:both|all|over|during|for|the|these|those|each|whole|covers?)|each\s+of)\s+(?:the\s+)?(?:whole\s+|full\s+|entire\s+)?$",
    re.IGNORECASE,
)
"""What stands before a number of days that are all the event's."""
_EVENT = re.compile(
    r"\W*(?:long\s+|annual\s+|\w+\s+)?(?:affair|event|festival|fair|faire|gathering|assembly|concert|show|jamboree|revival"
    r"|games|picnic|meet\w*|finale|pageant|rally|celebration|feast|tournament|pull|camp ?meeting|reunion|program\w*)\b",
    re.IGNORECASE,
)
_NOT_EVENT = re.compile(
    r"\b(?:leas\w+|rent\w*|within|notice|before|prior|following|preceding|next|advance|valid|after|later|remov\w+|rehears\w+|set-?up|load\W?(?:in|out)"
    r"|tear\w*|clean\w*|last\s+year|in\s+(?:19|20)\d\d|permit is|license period|good for|season|least|retain\w*|tickets?"
    r"|forecast|rain\w*|storage|business|working|calendar|office|\d of the)\b",
    re.IGNORECASE,
)
"""What stands in a clause whose days are those of something else."""
_AT_WORK = re.compile(
    r"\b(?:deliver\w*|arriv\w*|crews?|volunteers?|staff|vendors?|trucks?|haul\w*|pick\w*\W?up|practice|closed|depart\w*"
    r"|pump\w*|empt\w+|swap\w*|mow\w*|inspect\w*|electrician|paint\w*|on (?:duty|call))\b",
    re.IGNORECASE,
)
"""What stands in a clause whose days of the week need not be all the event's."""
_TO = re.compile(r"\b(?:to|till?|until|through|thru)\b|[-–]", re.IGNORECASE)
_ONE = re.compile(
    r"\b(?:on|the|,)\s+(?:the\s+)?(?:one|single)\s+day\b|\bone\s+(?:day(?:\s+only)?|\w+day)\s*$", re.IGNORECASE
)


def number(statements: Sequence[Statement], words: Vocabulary, sources: Papers) -> Fact | None:
    """`event_days` by what is said most plainly; None where two numbers are said as plainly."""
    weights: dict[int, float] = defaultdict(float)
    shown: dict[int, Statement] = {}
    for statement in statements:
        if words.words["other_event"].search(statement.text):
            continue
        for days, weight in _told(statement):
            total = weight + sources.weight(statement)
            if 1 <= days <= LONGEST and total > weights[days]:
                weights[days], shown[days] = total, statement
    listed = _rows(statements)
    if listed:
        weights[len(listed)], shown[len(listed)] = weights[len(listed)] + 2.0, listed[0]
    ranked = sorted((weight for weight in weights.values() if weight), reverse=True)
    if not ranked or ranked[0] in ranked[1:]:
        return None
    best = max(weights, key=lambda days: weights[days])
    return Fact("event_days", Decimal(best), "days", (evidence.of(shown[best]),))


def in_text(text: str) -> int:
    """The number of the event's days that a sentence names, 0 where it names none."""
    clauses = [clause for clause in _clauses(text) if not _NOT_EVENT.search(clause)]
    return next((days for clause in clauses for days, _ in _in_clause(clause)), 0)


def _told(statement: Statement) -> Iterator[tuple[int, float]]:
    """Numbers of days, each with how plainly they are the event's."""
    if _LABEL.fullmatch(plain(statement.passage.label)):
        yield from ((int(n.value), 3.0) for n in numerals.find(statement.text)[:1])
    for clause in _clauses(statement.text):
        if not _NOT_EVENT.search(clause):
            yield from _in_clause(clause)


def _clauses(text: str) -> list[str]:
    return re.split(r"[.;](?:\s|$)", text)


def _in_clause(clause: str) -> Iterator[tuple[int, float]]:
    """`three-day fair`, `all three days`, `both days`, `Friday to Sunday`, `Friday, Saturday and Sunday`, `one day`."""
    for numeral in numerals.find(clause):
        unit = _DAYS.match(clause, numeral.end)
        if not unit or numeral.ordinal or numeral.value != int(numeral.value):
            continue
        if _EVENT.match(clause[unit.end() :]) and unit["unit"][-1] not in "sS":
            yield int(numeral.value), 2.0
        elif numeral.value > 1 and unit["unit"][-1] in "sS" and _WHOLE.search(clause[: numeral.start]):
            yield int(numeral.value), 1.5
    if re.search(r"\bboth (?:days|nights|evenings)\b", clause, re.IGNORECASE):
        yield 2, 1.5
    if _ONE.search(clause):
        yield 1, 1.4
    named = [] if _AT_WORK.search(clause) else hours.named_weekdays(clause)
    if len(named) == 2 and named[0].day != named[1].day and _TO.search(clause[named[0].end : named[1].start]):
        yield (named[1].day - named[0].day) % 7 + 1, 1.6
    elif len(in_order := list(dict.fromkeys(day.day for day in named))) > 1 and _follow(in_order):
        yield len(in_order), 0.5


def _follow(days: Sequence[int]) -> bool:
    """Whether they are days of the week of which each is the next after the one before."""
    return all((later - earlier) % 7 == 1 for earlier, later in pairwise(days))


def _rows(statements: Sequence[Statement]) -> list[Statement]:
    """A table's rows that stand for the days of the week one after the other."""
    rows: dict[int, Statement] = {}
    for statement in statements:
        if statement.passage.kind is PassageKind.TABLE_ROW:
            named = hours.weekdays(next((text for _, text in statement.passage.cells if text), ""))
            if len(named) == 1 and not _NOT_EVENT.search(statement.text):
                rows.setdefault(named[0], statement)
    return list(rows.values()) if len(rows) > 1 and _follow(list(rows)) else []
