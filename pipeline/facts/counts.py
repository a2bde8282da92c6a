"""Counted and measured things: staff, spaces, containers, gallons, pounds, dollars, each by its vocabulary entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from pipeline.facts import evidence, worded
from pipeline.facts.choice import Papers
from pipeline.facts.hits import Hit, in_all, judge, tells
from pipeline.facts.mentions import Mention
from pipeline.facts.shares import product
from pipeline.facts.ties import sentence_before
from pipeline.facts.vocabulary import Topic, Vocabulary
from pipeline.records import Reading, Statement

_MORE = re.compile(
    r"\s*(?:more|additional|extra|accessible|handicap\w*|ADA|wheelchair\w*|other)\b(?!\s+[a-z]+s\b(?<!ones)(?<!units))",
    re.IGNORECASE,
)
_PLUS = re.compile(r"\b(?:plus(?: another)?|a further|an additional|another)\s+$", re.IGNORECASE)
_PART = re.compile(
    r"\s*(?:more\s+|other\s+)?(?:at|on|in|along|near|by|inside|for|outside|around)\b(?!\s+(?:the\s+)?(?:night|day"
    r"|second|other|sunday|saturday|friday))",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:^|[,;(]|\band)\s*(?:\w+\s+)?(?-i:[A-Z][\w'’]{0,12})(?:\s+(?:has|have|holds?|takes?|gets?|with|for))?[\s:=(–-]*$",
    re.IGNORECASE,
)
_ROOM = re.compile(r"\b(?:with|for|takes?|holds?|has|have)\s+$", re.IGNORECASE)
_ON_DUTY = re.compile(
    r"(?:,\s*|\s+)(?:of them\s+)?(?:is|are|it is|will be|to be|on|at|in|always|stays?|around)\b", re.IGNORECASE
)
_JOINED = re.compile(r"[^.,;:()]*(?:\+|&|\band\b|\bplus\b)\s*", re.IGNORECASE)
_OF_THEM = re.compile(r"\s*of (?:them|these|those|whom|which)\b", re.IGNORECASE)
"""What stands between the number of some of those told before and that of others of them."""
_FURTHER = re.compile(r"\b(?:another|a further|an additional|plus)\s+$", re.IGNORECASE)
ALWAYS = 2.5
"""What a number weighs that is said to be on duty at all times: more than that of those who take turns."""
EACH = 2.4
"""What a product of two numbers weighs: a little more than the number for each."""
NEAR = 40
"""Points on the page, about two lines."""


def readings(
    topic: Topic, mentions: Sequence[Mention], statements: Sequence[Statement], vocabulary: Vocabulary, sources: Papers
) -> list[Reading]:
    """All that sentences and fields of the packet say of the topic; tables are `tables.readings`."""
    found = []
    for group in _by_statement(mentions):
        hits = _without_factors([hit for mention in group if (hit := judge(topic, mention, vocabulary))])
        if hits:
            found.append(_summed(topic, hits, group, vocabulary, sources))
        found += _always(topic, group, vocabulary, sources)
        found += _multiplied(topic, group, hits, vocabulary, sources)
        if hits:
            continue
        if found and topic.measure and (more := _further(topic, group, found[-1])):
            found.append(replace(found[-1], value=more, weight=found[-1].weight + 0.1))
    for statement in statements:
        reading = worded.reading(topic, statement, vocabulary, sources)
        if reading:
            found.append(reading)
    return found


def _always(topic: Topic, group: Sequence[Mention], vocabulary: Vocabulary, sources: Papers) -> list[Reading]:
    """How many are on duty at all times, where that is told of some of those named: `a dozen nurses, three at any hour`."""
    if "steady" not in topic.patterns or not topic["nouns"].search(group[0].statement.text):
        return []
    return [
        Reading(m.amount, (evidence.of(m.statement),), m.basis, ALWAYS + sources.weight(m.statement))
        for m in group
        if _ON_DUTY.match(m.after) and topic["steady"].search(m.after) and tells(topic, m, vocabulary)
    ]


def _multiplied(
    topic: Topic, group: Sequence[Mention], hits: Sequence[Hit], vocabulary: Vocabulary, sources: Papers
) -> list[Reading]:
    """The things on each of some others, times those, where the statement does not give their number outright."""
    if topic.measure or "money" in topic.flags:
        return []
    found = []
    for place, mention in enumerate(group):
        outright = any(hit.mention is not mention for hit in hits)
        amount = product(topic, group, place) if not outright and tells(topic, mention, vocabulary) else None
        if amount and amount >= topic.least:
            weight = EACH + sources.weight(mention.statement)
            found.append(Reading(amount, (evidence.of(mention.statement),), mention.basis, weight))
    return found


def _without_factors(hits: Sequence[Hit]) -> list[Hit]:
    """The hits without the count in `four trailers of six basins each`, where that makes 24, and the plain ones first."""
    hits = [hit for hit in hits if hit.how != "heading"] or hits
    products = {hit.mention.numeral.start for hit in hits if hit.mention.numeral.times}
    return [hit for hit in hits if hit.mention.numeral.times or hit.mention.numeral.start not in products]


def _further(topic: Topic, group: Sequence[Mention], before: Reading) -> Decimal | None:
    """The sum where the sentence right behind adds to the last: `brings another 2,000 from the works every morning`."""
    first = group[0]
    page = (first.statement.passage.file, first.statement.passage.page)
    more = [m for m in group if _FURTHER.search(m.before) and m.measure in ("", topic.measure) and m.amount >= 100]
    beside = before.evidence[0].quote in sentence_before(first) or _near(before, first)
    if len(more) != 1 or (before.evidence[0].file, before.evidence[0].page) != page or not beside:
        return None
    return before.value + more[0].amount if isinstance(before.value, Decimal) else None


def _near(reading: Reading, mention: Mention) -> bool:
    """Whether the reading's place is at most two lines above the mention's."""
    return 0 <= mention.statement.passage.box.top - reading.evidence[0].box.top <= NEAR


def _summed(
    topic: Topic, hits: list[Hit], group: Sequence[Mention], vocabulary: Vocabulary, sources: Papers
) -> Reading:
    """One reading from a statement: its total where it gives one, the sum of its parts, or its plainest number."""
    best = max(hits, key=lambda hit: hit.weight)
    value = best.value
    nested = _nested(best.mention)
    parts = [
        hit
        for hit in hits
        if (hit.how == best.how or _added(best, hit))
        and not hit.mention.numeral.times
        and _nested(hit.mention) is nested
    ]
    totals = [hit for hit in hits if in_all(hit.mention, vocabulary)]
    if "sum" in topic.flags and not totals:
        told = {id(hit.mention) for hit in hits}
        loose = [
            m
            for m in group
            if id(m) not in told and m.numeral.start > best.mention.numeral.start and _nested(m) is nested
        ]
        elliptic = [m.amount for m in loose if _elliptic(topic, m)] + [
            h.value for h in hits if h not in parts and _PLUS.search(h.mention.before)
        ]
        listed = _listed(best, [m for m in loose if not topic["not"].search(m.near)])
        known = {id(m) for m in loose if _elliptic(topic, m)}
        elliptic += listed or [m.amount for m in loose if id(m) not in known and _of_another_place(topic, m)]
        rest = [hit.value for hit in parts if hit is not best]
        if (
            len(loose) > 1
            and sum(m.amount for m in loose if not m.measure) == value
            or len(rest) > 1
            and sum(rest) == value
            and re.search(r"[:(]|of which|including", best.mention.after)
        ):
            pass
        elif not re.search(r":\s*$|\bper shift\b|\bshifts?\b", best.mention.after):
            value = sum((hit.value for hit in parts), Decimal(0)) + sum(elliptic, Decimal(0)) if parts else value
    elif topic.measure and any(_FURTHER.search(hit.mention.before) for hit in hits):
        value = sum((hit.value for hit in hits), Decimal(0))
    elif totals:
        value = max(totals, key=lambda hit: hit.weight).value
    elif best.how == "noun":
        value += sum(m.amount for m in group if _MORE.match(m.after) and _PLUS.search(m.before))
    statement = best.mention.statement
    return Reading(value, (evidence.of(statement),), best.mention.basis, best.weight + sources.weight(statement))


def _listed(best: Hit, loose: Sequence[Mention]) -> list[Decimal]:
    """The other numbers of a labeled list such as `North field 500, south field 350`: one thing by its label."""
    entries = [best.mention, *loose]
    alike = all(
        re.search(r"[A-Za-z]{3}", m.before) and not m.measure and re.match(r"\s*(?:$|[,;.])", m.after) for m in entries
    )
    return [m.amount for m in loose] if best.how == "label" and alike else []


def _added(best: Hit, other: Hit) -> bool:
    """Whether a number with its own noun is joined to the one that answers the label: `Officers: 2 deputies + 2 constables`."""
    between = best.mention.view.text[best.mention.numeral.end : other.mention.numeral.start]
    return (best.how, other.how) == ("label", "noun") and bool(_JOINED.fullmatch(between))


def _of_another_place(topic: Topic, mention: Mention) -> bool:
    """Whether a bare number follows the name of one more place: `Lot A holds 600 cars, Lot B 350`."""
    bare = not (mention.measure or mention.numeral.money or mention.numeral.percent or mention.amount < 10)
    ends = re.match(r"\s*(?:$|[,;.)]|(?:more|spaces|cars|others)\b|and\b)", mention.after)
    return bool(
        bare
        and ends
        and (topic["places"].search(mention.before) or _NAMED.search(mention.before) or _with_place(topic, mention))
        and not topic["not"].search(mention.near)
    )


def _with_place(topic: Topic, mention: Mention) -> bool:
    """Whether the part of the sentence before the number names a place, with words between: `Lot Two, of five acres with 700`."""
    part = mention.view.text[: mention.numeral.start].rpartition(";")[2]
    first = " ".join(part.split()[:4])
    return bool(_ROOM.search(part) and topic["places"].search(first))


def _elliptic(topic: Topic, mention: Mention) -> bool:
    """Whether a number goes on counting the thing named before it: `two officers at the gate and one at the light`."""
    bare = not mention.measure and not mention.numeral.money and not topic["not"].search(mention.near)
    behind = bool(_PART.match(mention.after) and re.search(r"\band\s+$", mention.before))
    return bare and behind and not _OF_THEM.match(mention.before)


def _nested(mention: Mention) -> bool:
    """Whether the number stands in parentheses."""
    before = mention.view.text[: mention.numeral.start]
    return before.count("(") > before.count(")")


def _by_statement(mentions: Iterable[Mention]) -> list[list[Mention]]:
    groups: dict[int, list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.statement.index, []).append(mention)
    return list(groups.values())
