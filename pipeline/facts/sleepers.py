"""How many can camp, where a packet gives the places and how many sleep in each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from pipeline.facts import evidence
from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Fact

MOST_TOGETHER = 20
"""People in one tent or on one site."""
_PLACE = r"(?:sites?|pitch(?:es)?|plots?|spaces?|spots?|tents?|places?|pads?|floors?|campers?|motor ?homes?|cabins?|caravans?|RVs?)"
_BETWEEN = re.compile(rf"[^.;]*\b{_PLACE}\b[^.;]*", re.IGNORECASE)
_BEDS = re.compile(r"\s+(?:\w+\s+)?(?:bunks|beds|cots|mats|berths)\b", re.IGNORECASE)
_SIZED = re.compile(r"\b(?:places|sites|pitches|pads|plots|spots|floors)\s+(?:at|of|for|with)\s+$", re.IGNORECASE)


def with_sleepers(found: Sequence[Fact], numbers: Sequence[Mention], vocabulary: Vocabulary) -> list[Fact]:
    """The facts, with how many can camp where that is not said outright, or what seemed to say it is but a part of it."""
    told = {fact.name: fact for fact in found}
    sites, capacity = told.get("camp_sites"), told.get("camping_capacity")
    parties = _parties(numbers, vocabulary)
    if parties and (capacity is None or 0 < _number(capacity) < _number(parties)):
        return [*(fact for fact in found if fact is not capacity), parties]
    if sites is None or not isinstance(sites.value, Decimal) or (capacity and _number(capacity) >= sites.value):
        return list(found)
    each = _on_each_site(sites, numbers, vocabulary) or capacity
    return [*(fact for fact in found if fact is not capacity), *([each] if each else [])]


def _number(fact: Fact) -> Decimal:
    return fact.value if isinstance(fact.value, Decimal) else Decimal(0)


def _parties(numbers: Sequence[Mention], vocabulary: Vocabulary) -> Fact | None:
    """All that one statement gives in sites and people on each, and in beds: `90 sites, four people each, and 60 bunks`."""
    people = vocabulary.topics["camping_capacity"]["per_site"].pattern
    each = re.compile(rf"\s*(?:{people})?\s*(?:each|apiece|(?:per|to (?:an?|each|every))\s+{_PLACE})\b", re.IGNORECASE)
    sums: dict[int, tuple[Mention, Decimal, int]] = {}
    for first, second in pairwise(numbers):
        if first.statement is not second.statement or not (_counts(first) and _counts(second)):
            continue
        between = first.view.text[first.numeral.end : second.numeral.start]
        if (
            second.amount <= MOST_TOGETHER < first.amount
            and _BETWEEN.fullmatch(between)
            and each.match(second.after)
            and _of_camping(first, vocabulary)
        ):
            _, told, times = sums.get(first.statement.index, (first, Decimal(0), 0))
            sums[first.statement.index] = first, told + first.amount * second.amount, times + 1
    for mention in numbers:
        if mention.statement.index in sums and _counts(mention) and _BEDS.match(mention.after):
            first, told, times = sums[mention.statement.index]
            sums[mention.statement.index] = first, told + mention.amount, times + 1
    several = [(told, first) for first, told, times in sums.values() if times > 1]
    if not several:
        return None
    told, first = max(several, key=lambda entry: entry[0])
    return Fact("camping_capacity", told, "people", (evidence.of(first.statement),))


def _counts(mention: Mention) -> bool:
    numeral = mention.numeral
    return not (mention.measure or numeral.money or numeral.percent or numeral.times or mention.other_event)


def _on_each_site(sites: Fact, numbers: Sequence[Mention], vocabulary: Vocabulary) -> Fact | None:
    """How many can camp, from the sites and the people on each."""
    people = vocabulary.topics["camping_capacity"]["per_site"]
    each = re.compile(
        rf"\s*(?:{people.pattern})?\s*(?:per|(?:to|on|in|for|a)\s+(?:an?|each|every)|each|a)\s+(?:\w+\s+)?{_PLACE}",
        re.IGNORECASE,
    )
    party = re.compile(rf"\b(?:each|apiece)\b.*{people.pattern}\s*(?:of\s+)?(?:up to\s+)?$", re.IGNORECASE)
    behind = re.compile(rf"\s*{people.pattern}", re.IGNORECASE)
    for mention in numbers:
        if not _of_camping(mention, vocabulary):
            continue
        if mention.numeral.times and behind.match(mention.after):
            return Fact("camping_capacity", mention.amount, "people", (evidence.of(mention.statement),))
        shared = re.search(r"\beach\b", mention.before, re.IGNORECASE) and behind.match(mention.after)
        sized = party.search(mention.before) or _SIZED.search(mention.before)
        if mention.amount <= MOST_TOGETHER and (each.match(mention.after) or shared or sized):
            shown = tuple(dict.fromkeys((*sites.evidence, evidence.of(mention.statement))))
            return Fact("camping_capacity", _number(sites) * mention.amount, "people", shown)
    return None


def _of_camping(mention: Mention, vocabulary: Vocabulary) -> bool:
    about = f"{mention.statement.text} {mention.asked} {mention.under}"
    return bool(vocabulary.topics["camp_sites"]["context"].search(about))
