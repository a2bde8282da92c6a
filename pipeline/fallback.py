"""Facts that no rule found, from the statement that the trained model takes for the one that states them.

Only one plain number in a statement that is surely of the topic is taken: what counts it need not be known by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline import checklists
from pipeline.facts import evidence, mentions, vocabulary
from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Topic, Vocabulary
from pipeline.matching import Matcher
from pipeline.records import Basis, Fact, FactValue

OTHERS = 2
"""Different numbers in a statement, its own among them, up to which it is plain."""
SURE = 0.8
"""Probability from which a statement is taken to state the fact."""


@dataclass(frozen=True)
class Wanted:
    """A fact that may be supplied, the answer that states it, and between which bounds its number lies."""

    fact: str
    answer: str
    least: int
    most: int


WANTED = (
    Wanted("max_attendance", "attendance.maximum", 300, 200_000),
    Wanted("max_tickets", "tickets.maximum", 200, 200_000),
    Wanted("toilets_total", "toilets.number", 4, 1000),
    Wanted("refuse_containers", "refuse.containers", 4, 2000),
    Wanted("refuse_containers", "refuse.trash_cans", 4, 2000),
    Wanted("parking_spaces", "parking.lot_size", 40, 50_000),
    Wanted("fee_paid", "fee.enclosed", 20, 5000),
    Wanted("bond_amount", "bond.posted", 500, 2_000_000),
)
_RATE = re.compile(
    r"\b(?:every|each|per|one|1)\W+(?:\w+\W+){0,2}(?:for|per|to|in)?\s*$|\b(?:for|to|per) (?:every|each)\s*$", re.I
)
_SHARE = re.compile(
    r"\W*(?:[\w'’-]+\W+){0,3}?(?:for|per|to)\s+(?:each|every)\b|\s*(?:of (?:the|our|them|those)|each)\b|:\d", re.I
)


def completed(facts: Sequence[Fact], matcher: Matcher) -> tuple[Fact, ...]:
    """The facts, and after them those that only the model found."""
    words = vocabulary.load(checklists.folder() / "facts.yaml")
    found = list(facts)
    for wanted in WANTED:
        if any(fact.name == wanted.fact for fact in found):
            continue
        fact = _supplied(wanted, matcher, words, {fact.value for fact in found})
        if fact:
            found.append(fact)
    return tuple(found)


def _supplied(wanted: Wanted, matcher: Matcher, words: Vocabulary, told: set[FactValue]) -> Fact | None:
    answer = matcher.corpus.topics.answers.get(wanted.answer)
    if answer is None:
        return None
    unit = words.topics[wanted.fact].unit if wanted.fact in words.topics else words.topics["toilets_total"].unit
    likely = [c for c in matcher.propose(answer) if not c.refused and c.probability >= SURE]
    for candidate in sorted(likely, key=lambda c: -c.probability):
        every = mentions.of(candidate.statement, words, year=None)
        numbers = {mention.amount for mention in _plain(every, wanted, words)}
        if len(numbers) == 1 and len({mention.amount for mention in every}) <= OTHERS and not numbers & told:
            return Fact(wanted.fact, numbers.pop(), unit, (evidence.of(candidate.statement),))
    return None


def _plain(every: Sequence[Mention], wanted: Wanted, words: Vocabulary) -> Iterator[Mention]:
    """The numbers of the statement that may be the fact's."""
    topic = words.topics.get(wanted.fact, words.topics["toilets_total"])
    for mention in every:
        if wanted.least <= mention.amount <= wanted.most and _counts(mention, topic):
            yield mention


def _counts(mention: Mention, topic: Topic) -> bool:
    numeral = mention.numeral
    odd = numeral.percent or numeral.times or numeral.dimension or mention.other_event
    if odd or mention.measure != topic.measure or numeral.money is not ("money" in topic.flags):
        return False
    if topic["not"].search(f"{mention.near} {mention.asked}") or topic["not_under"].search(mention.heading):
        return False
    rated = _RATE.search(mention.before) or _SHARE.match(mention.after)
    about = f"{mention.statement.text} {mention.asked} {mention.under}"
    named = any(topic[key].search(about) for key in ("nouns", "labels", "context", "things", "level", "about"))
    return named and mention.basis is not Basis.PER_PERSON and not rated
