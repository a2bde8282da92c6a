"""Whether a condition holds in this packet: tickets are sold, the assembly continues overnight.

Facts decide first, then words. Where the packet leaves it open, the condition's own default stands, and by the
contract's ruling that is nearly always "applies": silence never excuses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.checklists import Condition, Cues, FactTest
from pipeline.corpus import Corpus
from pipeline.matching import Matcher
from pipeline.records import Candidate, Evidence, Fact, Standing, Statement

SURE = 0.65
"""Probability of an answer from which on it settles a condition that no word settles."""
PLAIN_ANSWER = 0.9
"""Probability of an answer from which on it outweighs a word to the contrary: "no camp fires", "nobody sleeps by the barn"."""
SAYING = (Standing.CONTENT, Standing.NEGATION)


@dataclass(frozen=True)
class Holding:
    """What was held of one condition, and on what."""

    holds: bool
    stated: bool
    """Whether the packet says so; else the default stands."""
    evidence: tuple[Evidence, ...] = ()


def decide(conditions: Mapping[str, Condition], matcher: Matcher) -> Mapping[str, Holding]:
    """Every condition by its id."""
    return {name: _decide(condition, matcher) for name, condition in conditions.items()}


def _decide(condition: Condition, matcher: Matcher) -> Holding:
    corpus = matcher.corpus
    if condition.denial_first and (no := _by_words(condition.fails, corpus)):
        return Holding(False, True, _evidence(no, corpus))
    sides = ((condition.holds, True), (condition.fails, False))
    for cues, holds in sides:
        evidence = _by_facts([test for test in cues.facts if test.below is None], corpus.facts)
        if evidence is not None:
            return Holding(holds, True, evidence)
    asserted = _by_words(condition.holds, corpus)
    denied = [index for index in asserted if _denied(condition.holds, corpus, index)]
    no = sorted({*_by_words(condition.fails, corpus), *denied})
    yes = [index for index in asserted if index not in no]
    if no and not yes and condition.default:
        yes = _plain_answer(condition.holds, matcher, apart_from=no)
    if no and not (yes and condition.default):
        return Holding(False, True, _evidence(no, corpus))
    if yes:
        return Holding(True, True, _evidence(yes, corpus))
    for_it, against = _by_answers(condition.holds, matcher), _by_answers(condition.fails, matcher)
    if against and against.probability >= SURE and not (for_it and for_it.probability >= against.probability):
        return Holding(False, True, _evidence([against.statement.index], corpus))
    for cues, holds in sides:
        evidence = _by_facts([test for test in cues.facts if test.below is not None], corpus.facts)
        if evidence is not None and not (for_it and for_it.probability >= 0.3):
            return Holding(holds, True, evidence)
    return Holding(condition.default, False)


def _plain_answer(cues: Cues, matcher: Matcher, *, apart_from: Sequence[int]) -> list[int]:
    """The index of the statement that answers so plainly that a word to the contrary must mean something less."""
    best = _by_answers(cues, matcher)
    plain = best and best.probability >= PLAIN_ANSWER and best.statement.index not in apart_from
    return [best.statement.index] if best and plain else []


def _by_answers(cues: Cues, matcher: Matcher) -> Candidate | None:
    """The likeliest statement that gives one of the cues' answers."""
    topics = matcher.corpus.topics.answers
    found = [c for name in cues.answers for c in matcher.propose(topics[name]) if not c.refused]
    return max(found, key=lambda candidate: candidate.probability, default=None)


def _by_facts(tests: Sequence[FactTest], facts: Sequence[Fact]) -> tuple[Evidence, ...] | None:
    for test in tests:
        for fact in facts:
            if fact.name == test.fact and _meets(test, fact):
                return fact.evidence[:2]
    return None


def _meets(test: FactTest, fact: Fact) -> bool:
    if test.above is not None:
        return isinstance(fact.value, Decimal) and fact.value > test.above
    if test.below is not None:
        return isinstance(fact.value, Decimal) and fact.value < test.below
    return str(fact.value) == str(test.equals)


def _by_words(cues: Cues, corpus: Corpus) -> list[int]:
    """Indices of the statements that say so, a question read together with the answer that follows it."""
    return [
        statement.index
        for statement in corpus.statements
        if statement.standing in SAYING
        and any(pattern.search(f"{_question(statement)} {statement.text}".strip()) for pattern in cues.words)
    ]


def _question(statement: Statement) -> str:
    """What a form asks, before the first of what is answered: its label, or the heading above a bare yes or no."""
    if statement.start:
        return ""
    headings = statement.passage.heading_path[1:]
    return statement.passage.label or (headings[-1] if headings and PLAIN.match(statement.text) else "")


PLAIN = re.compile(r"\W*(?:yes|no|none|nothing|neither|nobody|n/?a)\b", re.IGNORECASE)


def _denied(cues: Cues, corpus: Corpus, index: int) -> bool:
    """Whether what would show the condition is taken back: "nobody stays the night", or "no" beside the question."""
    statement = corpus.statements[index]
    matches = [match for pattern in cues.words if (match := pattern.search(statement.text))]
    if any(NEGATOR.match(match[0]) for match in matches):
        return False
    if statement.standing is Standing.NEGATION and not TURN.search(statement.text):
        return True
    return bool(matches) and all(DENIAL.search(statement.text[: match.start()]) for match in matches)


NEGATION = r"(?:\b(?:no|nobody|no one|none|neither|nor|not(?![- ]for[- ]profit)|never|without)|n['’]t)\b"
NEGATOR = re.compile(NEGATION, re.IGNORECASE)
"""At the head of what shows a condition, such as "no running water", it is no denial of it."""
TURN = re.compile(r"\b(?:but|however|though|only)\b", re.IGNORECASE)
"""Behind it a sentence that began with a denial says what there is."""
DENIAL = re.compile(rf"{NEGATION}(?:\W+(?!but\b|however\b|though\b|only\b)\w+){{0,5}}\W*$", re.IGNORECASE)
"""A denial within five words before what is denied."""


def _evidence(indices: Sequence[int], corpus: Corpus) -> tuple[Evidence, ...]:
    return tuple(corpus.evidence(corpus.statements[index], 0.8) for index in indices[:2])
