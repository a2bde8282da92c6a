"""Water by the vessel: `two tanks of 1,500 gallons, each filled twice a day` are 6,000 gallons a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pipeline import numerals
from pipeline.facts.mentions import Mention
from pipeline.facts.shares import EACH_WITH


def filled(mentions: Sequence[Mention]) -> list[Mention]:
    """Gallons times the vessels that hold so much each, and the times that these are filled in a day."""
    found = []
    for place, mention in enumerate(mentions):
        if mention.measure == "gallons" and not mention.numeral.money:
            times = _vessels(mentions, place) * _fillings(mention)
            mention = replace(mention, amount=mention.amount * times)
        found.append(mention)
    return found


def _vessels(mentions: Sequence[Mention], place: int) -> Decimal:
    """How many tanks, trucks or jars hold that much each; 1 where that is not said."""
    mention = mentions[place]
    if mention.numeral.times:
        return Decimal(1)
    text, own = mention.view.text, mention.numeral
    for other in mentions[max(0, place - 1) : place + 2]:
        if (
            other is mention
            or other.view != mention.view
            or other.measure
            or other.numeral.money
            or not 1 < other.amount <= 5000
        ):
            continue
        if _ALL_TOGETHER.search(text[max(0, own.start - 25) : own.end + 30]):
            continue
        between = text[other.numeral.end : own.start] if other.numeral.end <= own.start else ""
        behind = text[own.end : own.end + 60]
        each = re.search(
            r"\b(?:each|apiece|every|per (?:tank|truck|trailer|jar|jug|bottle)\w*)\b",
            f"{between[-12:]} {behind[:35]}",
            re.IGNORECASE,
        )
        if EACH_WITH.fullmatch(between):
            return other.amount
        if (
            between
            and not re.search(r"[;.:]\s", between)
            and _VESSEL.search(between)
            and len(between) < 90
            and (each or _DIRECTLY.fullmatch(between))
        ):
            return other.amount
        named = re.match(rf"[\s-]*(?:gal\w*\.?[\s-]+)?{_VESSEL.pattern}", behind, re.IGNORECASE)
        if other.numeral.start >= own.end and named and _VESSEL.match(text[other.numeral.end :].lstrip(" -")):
            return other.amount
    return Decimal(1)


def _fillings(mention: Mention) -> Decimal:
    """How often in a day the vessels are filled: `each filled twice a day`."""
    said = _REFILLED.search(mention.view.text[mention.numeral.end :])
    if not said:
        return Decimal(1)
    often = {"twice": Decimal(2), "thrice": Decimal(3)}.get(said[1].lower())
    return often or numerals.parse(said[2] or "") or Decimal(1)


_VESSEL = re.compile(
    r"\b(?:tanks?|tankers?|trucks?|trailers?|jars?|jugs?|bottles?|buffalo(?:es)?|bladders?|totes?|cisterns?|wagons?|tubs?|units?|carboys?)\b",
    re.IGNORECASE,
)
_DIRECTLY = re.compile(r"(?:\s+[\w'’()\"“”-]+){1,5}(?:\s+from\s[^,;:]{3,40})?\s*(?:,|\(|\bof|@|x)\s*", re.IGNORECASE)
_ALL_TOGETHER = re.compile(r"\b(?:altogether|aggregate|in all|in total|total|combined)\b", re.IGNORECASE)
_REFILLED = re.compile(
    r"\b(?:(?:re)?filled|topped (?:up|off)|and back|trips?|loads?|hauled|delivered)\b[^.;]{0,15}?"
    r"\b(twice|thrice|([\w-]+) times)\s+(?:(?:a|each|every|per)\s+day|daily)\b",
    re.IGNORECASE,
)
