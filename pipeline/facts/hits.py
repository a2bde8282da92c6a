"""Whether a number tells a topic's fact: what speaks against it, then by what it is tied to the topic, and how firmly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from pipeline.facts.labels import plain, readings_of
from pipeline.facts.mentions import Mention
from pipeline.facts.shares import EVERY_HAS
from pipeline.facts.ties import FEWEST, following, tie
from pipeline.facts.vocabulary import Topic, Vocabulary
from pipeline.records import Basis, PassageKind

_RATE = re.compile(
    r"\b(?:for (?:every|each)|to (?:every|each)|per|every|one in|(?:for|to|per) each of)\s+(?:(?:about|the|our|these)\s+)?$",
    re.IGNORECASE,
)
_RATIO = re.compile(r"\W*(?:[\w'’-]+\W+){0,3}?(?:for|per|to)\s+(?:each|every)\s+(?:\d|group|hundred)", re.IGNORECASE)
_WHOLE = re.compile(r"(?:^|[,;(])\s*(?:out\s+)?of\s+(?:the|our|its|this)\b[^,;]*$", re.IGNORECASE)
_SOME_OF = re.compile(
    r"\s+of\s+(?:the|our|these|those|them(?=\s+(?:are\s+|is\s+)?[a-z])|which|whom|this|his|her|their)\b", re.IGNORECASE
)
_ONE_TO_EACH = re.compile(
    r"[^.;\d]{1,70}?\b(?:for|per|to|with|beside|in|by|at|on|between)\s+(?:each|every)\b", re.IGNORECASE
)
_AT_EACH = re.compile(
    r"\b(?:at|in|on|beside|behind|with|by|for|to|between)\s+(?:each|every)\b(?!\s+(?:day|night|hour|shift|watch|time))"
    r"[^.;\d]{0,50}$",
    re.IGNORECASE,
)
"""What comes before a number that stands at each of several places."""
_OF_POOL = re.compile(r"\bof\s+(?:the|our|its|their)\s+$", re.IGNORECASE)
_EACH_OF_THEM = re.compile(r"^[^.;,\d]*\beach of (?:the|our|these)\s+$", re.IGNORECASE)
"""What stands between a number and that of the places at each of which it is: `staff each of the three tents`."""
EACH_ONE = 30
"""Gallons, pounds or square feet: a smaller amount beside `each person` is a rate."""
EDGE = 6
"""A range from one to no more than this beyond it is a doubt and no numbering."""
FEW = 1000
"""A larger amount beside words such as `per person` is no rate."""
BESIDE = 4
"""Words on each side of a number and its noun that may say that something else is counted."""
ALOOF = 1.0
"""What a number loses that nothing but its measure ties to the topic."""


@dataclass(frozen=True)
class Hit:
    """A number that seems to tell the topic's fact, and how plainly."""

    mention: Mention
    value: Decimal
    weight: float
    how: str
    """`label`, `noun`, `phrase`, `column` or `article`."""


def judge(topic: Topic, mention: Mention, vocabulary: Vocabulary) -> Hit | None:
    """Whether the number tells the topic's fact."""
    labeled = _labeled(topic, mention)
    if (
        not _of_its_sort(topic, mention)
        or _is_anothers(mention, vocabulary)
        or _is_rate(topic, mention, vocabulary)
        or _is_share(topic, mention, labeled=labeled)
        or _counts_else(topic, mention, labeled=labeled)
    ):
        return None
    inside = labeled or _in_context(topic, mention)
    if not inside and not _open(topic, mention):
        return None
    if _OF_POOL.search(mention.before) and not topic.measure:
        return _of_pool(topic, mention, vocabulary)
    if mention.amount < topic.least or _counted_elsewhere(mention, vocabulary):
        return None
    how, weight = tie(topic, mention, labeled=labeled)
    if not how:
        return None
    weight += _shade(topic, mention, vocabulary) - ALOOF * (not inside)
    return Hit(mention, _amount(topic, mention), weight, how)


def tells(topic: Topic, mention: Mention, vocabulary: Vocabulary) -> bool:
    """Whether the number is of the topic's sort, of this event and not of another's, and stands where the topic is told."""
    return (
        _of_its_sort(topic, mention)
        and not _is_anothers(mention, vocabulary)
        and not topic["not_under"].search(mention.heading)
        and _in_context(topic, mention)
    )


def _labeled(topic: Topic, mention: Mention) -> bool:
    """Whether the question or the row that the number answers asks for the topic's thing."""
    plainly = not topic.basis or mention.basis.value == topic.basis
    return any(
        topic["labels"].match(name) or (plainly and topic["_named"].match(name))
        for label in (mention.view.asked, mention.view.row)
        for name in readings_of(label)
    )


def _of_its_sort(topic: Topic, mention: Mention) -> bool:
    """Whether the number has the topic's measure, is money where the topic is, and tells of this event."""
    numeral = mention.numeral
    if mention.measure != topic.measure or (numeral.money and "money" not in topic.flags):
        return False
    if numeral.dimension and topic.measure != "square feet":
        return False
    return not (mention.other_event or numeral.percent)


def _is_anothers(mention: Mention, vocabulary: Vocabulary) -> bool:
    """Whether the number is of what stays elsewhere, or is only hoped for or asked by a rule: `nine nurses, 14 miles off`."""
    if mention.measure:
        return False
    before = mention.clause.partition(mention.after)[0] if mention.after else mention.clause
    said = f"{before} {mention.after}"
    return any(vocabulary.words[key].search(said) for key in ("anothers", "hoped"))


def _is_rate(topic: Topic, mention: Mention, vocabulary: Vocabulary) -> bool:
    """Whether the number is one side of a rate: `one for each 100`, `5 gallons a person`, `300 an hour`."""
    words = vocabulary.words
    if (_RATE.search(mention.before) and not mention.numeral.times) or _RATIO.match(mention.after):
        return True
    if mention.basis is Basis.PER_PERSON and not mention.numeral.money and mention.amount <= FEW:
        return True
    if not topic.measure and (EVERY_HAS.search(mention.before) or _EACH_OF_THEM.search(mention.after)):
        return True
    if topic.measure and mention.amount <= EACH_ONE and words["a_person"].search(mention.clause):
        return True
    if mention.amount == 1 and (_ONE_TO_EACH.match(mention.after) or _AT_EACH.search(mention.before)):
        return True
    return bool(("rate" in topic.flags or not topic.measure) and words["per_hour"].match(mention.after.lstrip(" -")))


def _is_share(topic: Topic, mention: Mention, *, labeled: bool) -> bool:
    """Whether the number is a part of a whole told elsewhere, or that whole: `three of the guards`, `of the 20 acres`."""
    part = _SOME_OF.match(mention.after) and not (labeled and mention.first)
    return bool(part or (topic.measure and _WHOLE.search(mention.before)))


def _counts_else(topic: Topic, mention: Mention, *, labeled: bool) -> bool:
    """Whether words around the number, its label or its heading say that something else is counted."""
    if _excluded(topic, mention) or topic["not_after"].match(mention.after.lstrip(" -")):
        return True
    itself = labeled and mention.first or topic["own"].search(mention.statement.text)
    if topic["not_under"].search(mention.heading) and not (itself or topic["context"].search(mention.heading)):
        return True
    if not labeled and _asks_else(topic, mention.view.asked):
        return True
    if topic["not_clause"].search(mention.clause) or _of_traffic(topic, mention):
        return True
    return "clause" in topic.patterns and not topic["clause"].search(f"{mention.clause} {mention.asked}")


def _amount(topic: Topic, mention: Mention) -> Decimal:
    """The number, or the smaller end of a range where it counts what is provided; `numbered 1 to 275` are 275."""
    numeral = mention.numeral
    if numeral.low is None or "demand" in topic.flags or numeral.low == 1 < numeral.value - EDGE:
        return mention.amount
    return numeral.low * mention.amount / numeral.value


def _of_traffic(topic: Topic, mention: Mention) -> bool:
    """Whether the number counts what comes over a time, where the topic is the room for it."""
    counted = mention.basis in (Basis.PEAK, Basis.TOTAL, Basis.PER_DAY)
    return counted and "room" in topic.patterns and not topic["room"].search(f"{mention.clause} {mention.asked}")


def _excluded(topic: Topic, mention: Mention) -> bool:
    """Whether words beside the number say that something else is counted: fewer count where the noun follows at once."""
    asked = f"{mention.view.row} {mention.view.column}"
    noun = None if topic.measure else following(topic, mention)
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
    counted = mention.measure or following(topic, mention)
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
    how, weight = tie(topic, mention, labeled=False)
    if not some or not how:
        return None
    value = Decimal(("one", "two", "three").index(some[1].lower()) + 1)
    return Hit(mention, value, weight + _shade(topic, mention, vocabulary), how)


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
    shade = (-0.4 if "daily" in topic.flags else 0.3) * in_all(mention, vocabulary)
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


def in_all(mention: Mention, vocabulary: Vocabulary) -> bool:
    """Whether the number is said to be the whole: `in all` close to it, on its side of a comma."""
    return bool(
        vocabulary.words["in_all"].search(
            f"{mention.before[-30:]} | {re.split(r'[,;(]', mention.after.lstrip(' ,'))[0]}"
        )
    )
