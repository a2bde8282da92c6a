"""Counted and measured things: staff, spaces, containers, gallons, pounds, dollars, each by its vocabulary entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pipeline.facts import evidence, worded
from pipeline.facts.choice import Papers
from pipeline.facts.labels import plain, readings_of
from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Topic, Vocabulary
from pipeline.records import Basis, PassageKind, Reading, Statement

_RATE = re.compile(
    r"\b(?:for (?:every|each)|to (?:every|each)|per|every|one in|each of)\s+(?:(?:about|the|our|these)\s+)?$",
    re.IGNORECASE,
)
_RATIO = re.compile(r"\W*(?:[\w'’-]+\W+){0,3}?(?:for|per|to)\s+(?:each|every)\s+(?:\d|group|hundred)", re.IGNORECASE)
_WHOLE = re.compile(r"(?:^|[,;(])\s*(?:out\s+)?of\s+(?:the|our|its|this)\b[^,;]*$", re.IGNORECASE)
_SOME_OF = re.compile(
    r"\s+of\s+(?:the|our|these|those|them(?=\s+(?:are\s+|is\s+)?[a-z])|which|whom|this|his|her|their)\b", re.IGNORECASE
)
_ONE_TO_EACH = re.compile(r"\W*(?:[\w'’-]+\W+){1,3}?(?:for|per|to|with|beside|in|by)\s+(?:each|every)\b", re.IGNORECASE)
_GAP = (
    r"(?!-[a-z])(?:[\s-]+(?!the\b|an?\b|our\b|so\b|there|and\b|or\b|for\b|to\b|at\b|in\b|on\b|with\b|from\b|by\b"
    r"|per\b|is\b|are\b|will\b|no\b|not\b)[(]?[\w'’/&-]+\.?(?:,(?=\s+\w+(?:ed|ing|able|al)\b))?){0,4}?[\s-]+"
)
_JOIN = (
    r"(?:\s*\([^)\d]*\)|\s+on[\s-]site)?[\s:=(–-]*(?:(?:is|are|be|of|will|total(?:s|ing)?|number(?:s|ing)?|count"
    r"|about|approximately|at least|on duty|required|provided|proposed)[\s:]+)*\$?"
)
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


_FURTHER = re.compile(r"\b(?:another|a further|an additional|plus)\s+$", re.IGNORECASE)
_BARE = re.compile(
    r"\s*(?:$|[,;)]|\.(?:\s|$)|(?:in all|altogether|all told|total|of them|of [’']em|sold|printed|issued|more|will|are|is|and)\b)",
    re.IGNORECASE,
)
_TIMED = re.compile(
    r"\b(?:at|by|from|to|until|till|within|every|of|after|before|between|in|since|for|about the|no|page|and|tab)\s+$",
    re.IGNORECASE,
)
_OF_POOL = re.compile(r"\bof\s+(?:the|our|its|their)\s+$", re.IGNORECASE)
EACH_ONE = 30
"""Gallons, pounds or square feet: a smaller amount beside `each person` is a rate."""


NEAR = 40
"""Points on the page, about two lines."""
FEW = 1000
"""A larger amount beside words such as `per person` is no rate."""
BESIDE = 4
"""Words on each side of a number and its noun that may say that something else is counted."""
ALOOF = 1.0
"""What a number loses that nothing but its measure ties to the topic."""
CAPTION = 6
"""Words of a heading or question that names one thing."""
FEWEST = 10
"""A smaller number, with nothing that it counts, counts places or times."""
LEADING = 4
"""Words before the number that answers a label."""


@dataclass(frozen=True)
class Hit:
    """A number that seems to tell the topic's fact, and how plainly."""

    mention: Mention
    value: Decimal
    weight: float
    how: str
    """`label`, `noun`, `phrase`, `column` or `article`."""


def readings(
    topic: Topic, mentions: Sequence[Mention], statements: Sequence[Statement], vocabulary: Vocabulary, sources: Papers
) -> list[Reading]:
    """All that sentences and fields of the packet say of the topic; tables are `tables.readings`."""
    found = []
    for group in _by_statement(mentions):
        hits = _without_factors([hit for mention in group if (hit := judge(topic, mention, vocabulary))])
        if hits:
            found.append(_summed(topic, hits, group, vocabulary, sources))
        elif found and topic.measure and (more := _further(topic, group, found[-1])):
            found.append(replace(found[-1], value=more, weight=found[-1].weight + 0.1))
    for statement in statements:
        reading = worded.reading(topic, statement, vocabulary, sources)
        if reading:
            found.append(reading)
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
    beside = before.evidence[0].quote in _sentence_before(first) or _near(before, first)
    if len(more) != 1 or (before.evidence[0].file, before.evidence[0].page) != page or not beside:
        return None
    return before.value + more[0].amount if isinstance(before.value, Decimal) else None


def _near(reading: Reading, mention: Mention) -> bool:
    """Whether the reading's place is at most two lines above the mention's."""
    return 0 <= mention.statement.passage.box.top - reading.evidence[0].box.top <= NEAR


def judge(topic: Topic, mention: Mention, vocabulary: Vocabulary) -> Hit | None:
    """Whether the number tells the topic's fact."""
    numeral = mention.numeral
    if mention.measure != topic.measure or (numeral.money and "money" not in topic.flags):
        return None
    if (
        mention.other_event
        or numeral.percent
        or (mention.basis is Basis.PER_PERSON and not numeral.money and mention.amount <= FEW)
        or _RATE.search(mention.before)
    ):
        return None
    if topic.measure and mention.amount <= EACH_ONE and vocabulary.words["a_person"].search(mention.clause):
        return None
    if numeral.dimension and topic.measure != "square feet":
        return None
    labeled = any(
        topic["labels"].match(name) or topic["_named"].match(name)
        for label in (mention.view.asked, mention.view.row)
        for name in readings_of(label)
    )
    if _excluded(topic, mention) or _RATIO.match(mention.after):
        return None
    if (
        (_SOME_OF.match(mention.after) and not (labeled and mention.first))
        or mention.amount == 1
        and _ONE_TO_EACH.match(mention.after)
    ):
        return None
    if topic["not_after"].match(mention.after.lstrip(" -")) or (topic.measure and _WHOLE.search(mention.before)):
        return None
    itself = labeled and mention.first or topic["own"].search(mention.statement.text)
    apart = topic["not_under"].search(mention.heading) and not (itself or topic["context"].search(mention.heading))
    if apart or (not labeled and _asks_else(topic, mention.view.asked)):
        return None
    if "rate" in topic.flags and vocabulary.words["per_hour"].match(mention.after.lstrip(" -")):
        return None
    if topic["not_clause"].search(mention.clause) or _of_traffic(topic, mention):
        return None
    if "clause" in topic.patterns and not topic["clause"].search(f"{mention.clause} {mention.asked}"):
        return None
    inside = labeled or _in_context(topic, mention)
    if not inside and not _open(topic, mention):
        return None
    if _OF_POOL.search(mention.before) and not topic.measure:
        return _of_pool(topic, mention, vocabulary)
    if mention.amount < topic.least or _counted_elsewhere(mention, vocabulary):
        return None
    value = (
        numeral.low * mention.amount / numeral.value
        if numeral.low is not None and "demand" not in topic.flags
        else mention.amount
    )
    how, weight = _how(topic, mention, labeled)
    if not how:
        return None
    return Hit(mention, value, weight + _shade(topic, mention, vocabulary) - ALOOF * (not inside), how)


def _of_traffic(topic: Topic, mention: Mention) -> bool:
    """Whether the number counts what comes over a time, where the topic is the room for it."""
    counted = mention.basis in (Basis.PEAK, Basis.TOTAL)
    return counted and "room" in topic.patterns and not topic["room"].search(f"{mention.clause} {mention.asked}")


def _excluded(topic: Topic, mention: Mention) -> bool:
    """Whether words beside the number say that something else is counted: fewer count where the noun follows at once."""
    asked = f"{mention.view.row} {mention.view.column}"
    noun = None if topic.measure else re.match(rf"{_GAP}{topic['nouns'].pattern}", mention.after, re.IGNORECASE)
    if not noun or "money" in topic.flags:
        return bool(topic["not"].search(f"{mention.near} {asked}"))
    after = re.split(r"[,.;(]|\band\b", mention.after[noun.end() :])[0]
    before = mention.near.split("#", 1)[0].split()[-BESIDE:]
    beside = " ".join((*before, "#", noun.group(), *after.split()[:BESIDE]))
    return bool(topic["not"].search(f"{beside} {asked}"))


def _asks_else(topic: Topic, asked: str) -> bool:
    """Whether the label asks for something else: what it excludes comes before what the topic is known by."""
    other, own = topic["not"].search(asked), topic["context"].search(asked)
    joined = own and other and re.search(r"\b(?:and|or)\b|[&/,]", asked[own.end() : other.start()])
    return bool(other and not joined)


def _open(topic: Topic, mention: Mention) -> bool:
    """Whether measure or noun alone tells the topic, as hardly anything else is counted so."""
    land = mention.numeral.dimension or re.search(r"\bac(?:res?)?\b", f"{mention.after[:8]} {mention.asked}", re.I)
    counted = mention.measure or re.match(rf"{_GAP}{topic['nouns'].pattern}", mention.after, re.IGNORECASE)
    return bool("open" in topic.flags and counted and not land and mention.amount >= max(topic.least, FEWEST))


def _counted_elsewhere(mention: Mention, vocabulary: Vocabulary) -> bool:
    """Whether another cell of the row, in a column of quantities, gives its number."""
    passage = mention.statement.passage
    if passage.kind is not PassageKind.TABLE_ROW or vocabulary.words["counted_column"].fullmatch(
        plain(mention.view.column)
    ):
        return False
    return any(
        re.fullmatch(r"\W*\d[\d,]*\W*", text) and vocabulary.words["counted_column"].fullmatch(plain(heading))
        for heading, text in passage.cells
    )


def _of_pool(topic: Topic, mention: Mention, vocabulary: Vocabulary) -> Hit | None:
    """`one of our four physicians`: one of them, and not all; nothing where it does not say how many of them."""
    some = re.search(r"\b(one|two|three)\s+of\s+(?:the|our|its|their)\s+$", mention.before, re.IGNORECASE)
    how, weight = _how(topic, mention, False)
    if not some or not how:
        return None
    value = Decimal(("one", "two", "three").index(some[1].lower()) + 1)
    return Hit(mention, value, weight + _shade(topic, mention, vocabulary), how)


def _how(topic: Topic, mention: Mention, labeled: bool) -> tuple[str, float]:
    """By what the number is tied to the topic, and how firmly."""
    if topic["says"].search(mention.said):
        return "phrase", 2.0
    if topic.basis and mention.basis.value == topic.basis and _bare_answer(topic, mention):
        return "label", 2.6
    nouns = topic["nouns"].pattern
    if topic.measure or "money" in topic.flags:
        if labeled and mention.numeral.money is ("money" in topic.flags):
            return "label", 3.0
        if labeled and mention.first and not mention.after.strip(" .):"):
            return "label", 2.8
        if mention.measure or mention.numeral.money:
            return "noun", 2.0
        return "", 0.0
    following = re.match(rf"{_GAP}{nouns}", mention.after, re.IGNORECASE)
    before = re.split(r":\s", mention.view.text[: mention.numeral.start])[-1]
    leading = mention.first and len(before.split()) <= LEADING
    if labeled and leading and (following or not re.match(r"[\s-]*[a-z]{3,}", mention.after)):
        return "label", 3.0
    if following:
        return "noun", 2.0 - 0.01 * following.end()
    if re.search(rf"{nouns}{_JOIN}$", mention.before, re.IGNORECASE):
        return "before", 1.6
    if labeled and leading:
        return "label", 2.2
    return ("heading", 1.2) if _under_own_heading(topic, mention) else ("", 0.0)


def _under_own_heading(topic: Topic, mention: Mention) -> bool:
    """Whether nothing but the short heading or question above says what a bare number counts: `Tickets. Limit 5,250.`"""
    asked = mention.view.asked or mention.heading
    named = topic["labels"].search(asked) or topic["nouns"].search(asked)
    if "heading" not in topic.flags or not named or len(asked.split()) > CAPTION or topic["not"].search(asked):
        return False
    bare = _BARE.match(mention.after) and not _TIMED.search(mention.before)
    return bool(bare and mention.amount >= max(FEWEST, topic.least))


def _bare_answer(topic: Topic, mention: Mention) -> bool:
    """Whether nothing follows that the number counts, and a question or heading above names the topic's thing."""
    named = f"{mention.view.asked} {mention.heading} {_sentence_before(mention)}"
    follows = re.match(
        r"\s*(?:$|[,.;:/)(]|(?:at|in|over|altogether|all|together|total|the|for|during)\b)", mention.after
    )
    return bool(topic["things"].search(named) and follows)


def _sentence_before(mention: Mention) -> str:
    """The last sentence before the mention's own in its paragraph."""
    before = mention.statement.passage.text[: mention.statement.start].rstrip()
    return re.split(r"(?<=[.;])\s", before)[-1] if before else ""


def _in_context(topic: Topic, mention: Mention) -> bool:
    """Whether the sentence, its label or a heading is about the topic; near the number where the entry wants that."""
    if "context" not in topic.patterns:
        return True
    if topic.basis and mention.basis.value == topic.basis:
        return True
    alone = "money" not in topic.flags or mention.view.text.count("$") < 2
    behind = re.split(r"\band\b", mention.after[:60])[0]
    near = f"{mention.before} {mention.after}" if alone else f"{mention.near} {behind}"
    near = f"{near} {mention.asked}"
    if topic["context"].search(near):
        return True
    if not alone and topic["context"].search(mention.view.text):
        return False
    if "needs_context_near" in topic.flags:
        told = bool(mention.measure) or "money" in topic.flags
        return told and bool(topic["context"].search(f"{mention.clause} | {mention.heading}"))
    passage = mention.statement.passage
    return bool(
        topic["context"].search(f"{passage.text} {mention.under} {' '.join(heading for heading, _ in passage.cells)}")
    )


def _shade(topic: Topic, mention: Mention, vocabulary: Vocabulary) -> float:
    """Small differences: a total before a part, what is provided before what is needed, adults before children."""
    near, words = f"{mention.before} {mention.after}", vocabulary.words
    shade = (-0.4 if "daily" in topic.flags else 0.3) * _in_all(mention, vocabulary)
    shade += 0.5 * ("daily" in topic.flags and mention.basis is Basis.PER_DAY)
    if topic.measure:
        shade += (0.7 if topic.measure == "gallons" else 0.4) * (mention.basis is Basis.PER_DAY) - 0.5 * bool(
            words["need"].search(mention.before[-40:])
        )
        shade += 0.2 * bool(words["supply"].search(mention.before)) + 0.1 * bool(mention.numeral.times)
    shade += 0.4 * bool(topic["first_choice"].search(near))
    shade -= 0.6 * bool(topic["last_choice"].search(f"{near} {mention.asked}"))
    shade += 0.3 * bool(topic["steady"].search(mention.clause))
    shade += 0.5 * mention.before.endswith("= ")
    return shade - 0.1 * mention.numeral.approximate


def _summed(
    topic: Topic, hits: list[Hit], group: Sequence[Mention], vocabulary: Vocabulary, sources: Papers
) -> Reading:
    """One reading from a statement: its total where it gives one, the sum of its parts, or its plainest number."""
    best = max(hits, key=lambda hit: hit.weight)
    value = best.value
    nested = _nested(best.mention)
    parts = [
        hit for hit in hits if hit.how == best.how and not hit.mention.numeral.times and _nested(hit.mention) is nested
    ]
    totals = [hit for hit in hits if _in_all(hit.mention, vocabulary)]
    if "sum" in topic.flags and not totals:
        told = {id(hit.mention) for hit in hits}
        loose = [m for m in group if id(m) not in told and m.numeral.start > best.mention.numeral.start]
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


def _of_another_place(topic: Topic, mention: Mention) -> bool:
    """Whether a bare number follows the name of one more place: `Lot A holds 600 cars, Lot B 350`."""
    bare = not (mention.measure or mention.numeral.money or mention.numeral.percent or mention.amount < 10)
    ends = re.match(r"\s*(?:$|[,;.)]|(?:more|spaces|cars|others)\b|and\b)", mention.after)
    return bool(bare and ends and topic["places"].search(mention.before) and not topic["not"].search(mention.near))


def _elliptic(topic: Topic, mention: Mention) -> bool:
    """Whether a number goes on counting the thing named before it: `two officers at the gate and one at the light`."""
    bare = not mention.measure and not mention.numeral.money and not topic["not"].search(mention.near)
    return bare and bool(_PART.match(mention.after) and re.search(r"\band\s+$", mention.before))


def _in_all(mention: Mention, vocabulary: Vocabulary) -> bool:
    """Whether the number is said to be the whole: `in all` close to it, on its side of a comma."""
    return bool(
        vocabulary.words["in_all"].search(
            f"{mention.before[-30:]} | {re.split(r'[,;(]', mention.after.lstrip(' ,'))[0]}"
        )
    )


def _nested(mention: Mention) -> bool:
    """Whether the number stands in parentheses."""
    before = mention.view.text[: mention.numeral.start]
    return before.count("(") > before.count(")")


def _by_statement(mentions: Iterable[Mention]) -> list[list[Mention]]:
    groups: dict[int, list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.statement.index, []).append(mention)
    return list(groups.values())
