"""Water by the vessel: `two tanks of 1,500 gallons, each filled twice a day` are 6,000 gallons a day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from pipeline import numerals
from pipeline.facts.mentions import Mention
from pipeline.facts.shares import EACH_WITH
from pipeline.records import Basis


def filled(mentions: Sequence[Mention]) -> list[Mention]:
    """Gallons times the vessels that hold so much each, and the times that these are filled in a day."""
    found = []
    for place, mention in enumerate(mentions):
        if mention.measure == "gallons" and not mention.numeral.money:
            times = _vessels(mentions, place) * _fillings(mention)
            mention = replace(mention, amount=mention.amount * times)
        if mention.measure in ("gallons", "pounds") and mention.basis in (Basis.TOTAL, Basis.UNSTATED):
            mention = replace(mention, amount=mention.amount / _days(mention))
        found.append(mention)
    return found


def _days(mention: Mention) -> Decimal:
    """For how many days the amount is brought: `delivered once for both days: 9,000 gallons`; 1 where that is not said."""
    said = _OVER_DAYS.search(mention.clause)
    if not said or _ROOM_FOR.search(mention.clause):
        return Decimal(1)
    days = said[1] or "two"
    return Decimal(days) if days.isdigit() else numerals.parse(days) or Decimal(1)


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


_OVER_DAYS = re.compile(
    r"\b(?:for|over|across|during)\s+(?:the\s+|all\s+|whole\s+|entire\s+){0,2}(?:both days|(two|three|four|five|[2-5]) days)\b",
    re.IGNORECASE,
)
_ROOM_FOR = re.compile(r"\b(?:holds?|capacity|a day|per day|each day|daily)\b", re.IGNORECASE)
"""What the amount is not where it is that of a tank, or one of two that the clause tells."""
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
