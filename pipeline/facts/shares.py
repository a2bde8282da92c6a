"""So many on each of so many: `two tents have 120 bunks each`, `seven acres at 110 cars to the acre`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from pipeline.facts.mentions import Mention
from pipeline.facts.ties import following
from pipeline.facts.vocabulary import Topic

_EACH = re.compile(r"[^,;.]{0,25}?\b(?:each|apiece)\s*(?:$|[,;.)(]|and\b)", re.IGNORECASE)
_TO_EACH = re.compile(
    r"[^,;.\d]{0,25}?\b(?:(?:to|in|on|for|at|with|per)\s+(?:the|an?|each|every)|per|an?|each|every)\s+(?P<unit>[a-z]{3,})\b(?<!s)",
    re.IGNORECASE,
)
EACH_WITH = re.compile(
    r"\s+(?:[\w’'-]+\s+){0,3}[\w’'-]+s,?\s+each\s+(?:with|has|having|of|holds|holding|carrying|contain(?:s|ing)|good for)\b[^.;,]*",
    re.IGNORECASE,
)
"""What stands between the number of things and that of what each of them holds."""
EVERY_HAS = re.compile(
    r"\b(?:each|every)\s+(?!(?:\w+\s+)?(?:shift|watch|relief|day|night|hour)\b)(?:[\w’'-]+\s+){0,2}?(?P<unit>[\w’'-]+)\s+"
    r"(?:has|have|had|holds?|gets?|carries|contains?|comes with)\s+$",
    re.IGNORECASE,
)
"""What comes before a number that every one of several things has: `each trailer has four sinks`."""
_HOLDING = re.compile(r"[^.;,]*\b(?:with|of|having|holding)\s+", re.IGNORECASE)
_OF_EACH = re.compile(r"\b(?:each|every one) of (?:the |our |these )?$", re.IGNORECASE)
_PASSING = re.compile(
    r"(?:time|day|night|hour|week|shift|relief|watch|session|show|person|people|head|car|vehicle|man|men|women|sex|side)s?$",
    re.IGNORECASE,
)
"""What is no place or thing that holds the rest, but a span of time or those who are counted."""
FURTHEST = 60
"""Characters between the two numbers."""


def product(topic: Topic, mentions: Sequence[Mention], place: int) -> Decimal | None:
    """The topic's things in all, where the number at `place` counts those on each of some other things."""
    own = mentions[place]
    noun = following(topic, own)
    if not noun or own.numeral.times or own.numeral.money or own.numeral.percent or own.measure:
        return None
    behind = own.view.text[own.numeral.end + noun.end() :]
    unit = _TO_EACH.match(behind) or EVERY_HAS.search(own.before)
    for other in (m for m in mentions if m is not own and m.view == own.view and _plain(m)):
        thing = _thing(other)
        if _PASSING.search(thing) or following(topic, other):
            continue
        if unit and _singular(unit["unit"]) == _singular(thing):
            return own.numeral.value * other.numeral.value
        if re.fullmatch(
            r"[^.;,\d]*\beach of (?:the|our|these)\s+", own.view.text[own.numeral.end : other.numeral.start]
        ):
            return own.numeral.value * other.numeral.value
        between = own.view.text[other.numeral.end : own.numeral.start]
        shared = _EACH.match(behind) or _OF_EACH.search(other.before) or EACH_WITH.fullmatch(between)
        if (
            thing
            and 0 <= own.numeral.start - other.numeral.end <= FURTHEST
            and shared
            and not re.search(r"[;.]", between)
        ):
            return own.numeral.value * other.numeral.value
    return None


def each_of(mentions: Sequence[Mention], place: int) -> Decimal:
    """How many things each hold so much as the number at `place` says, or how much each of those holds that it counts.

    `Two trailers, each with six stalls for women`, `two for women with eight stools each`; 1 where it is not said.
    """
    own = mentions[place]
    text = own.view.text
    for other in (m for m in mentions[:place] if m.view == own.view and _plain(m) and not m.measure):
        between = text[other.numeral.end : own.numeral.start]
        whole = _OF_EACH.search(text[: other.numeral.start]) and not re.search(r"[.;,]", between)
        if EACH_WITH.fullmatch(between) or whole:
            return other.numeral.value
    for other in mentions[place + 1 : place + 2]:
        held = _HOLDING.fullmatch(text[own.numeral.end : other.numeral.start]) if other.view == own.view else None
        if held and _plain(other) and _EACH.match(text[other.numeral.end :]):
            return other.numeral.value
    return Decimal(1)


def _plain(mention: Mention) -> bool:
    numeral = mention.numeral
    return mention.measure in ("", "square feet") and not (numeral.money or numeral.percent or numeral.times)


def _thing(mention: Mention) -> str:
    """The last of the few words behind the number that may name what it counts: `acres`, `dormitory tents`."""
    words = re.match(r"[\s-]*((?:[A-Za-z’'-]+\s+){0,3}?[A-Za-z’'-]+s)\b", mention.view.text[mention.numeral.end :])
    return words[1].split()[-1].lower() if words else ""


def _singular(noun: str) -> str:
    return noun.lower().removesuffix("s")
