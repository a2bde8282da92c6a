"""A fact told without a number: `no ambulance`, `a physician`, `Dr. A. Example will be on the grounds`, `free`."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from pipeline import numerals
from pipeline.facts import evidence
from pipeline.facts.choice import Papers
from pipeline.facts.labels import plain
from pipeline.facts.vocabulary import Pattern, Topic, Vocabulary
from pipeline.records import PassageKind, Reading, Standing, Statement

CAPTION = 5
"""Words of a heading that asks for one thing."""
FREE = 2.2
"""What it weighs that entry is free: a little more than a sum of money beside a word for tickets."""
_FOR_SOME = re.compile(
    r"\s+(?:for|to|if|when|with|after|before)\b(?! (?:all|everyone|every|the public|anyone))", re.IGNORECASE
)
_NO = re.compile(
    r"\b(?:no|none of the|without(?: any| an?)?|zero|not (?:have|be|providing|provide|hiring|hire)(?: any"
    r"| an?)?)\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\bboth\s+(?:are\s+)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"\ban?\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)
_DECLINED = re.compile(r"\W*(?:A\W+)?(?:no|none|nobody|neither)\b(?=[\s]*[,.;!–—]|$)(?![,\s]+but\b)", re.IGNORECASE)
_NOT_BEHIND = re.compile(
    r"\W*(?:is|are|will be|have been|were)\s+(?:not|n['’]t)\s+(?:being\s+)?(?:engaged|hired|asked|employed|provided|planned|used|retained)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:may|might|could|perhaps|maybe|possibly) (?:\w+ )?(?:come|be|help|stop|drop|join|attend|stay|show)\b|\bperhaps\b|\bmaybe\b",
    re.IGNORECASE,
)
_NONE = re.compile(r"\W*(?:none|zero|no|nil|0)\b\W*(?:$|[.,;–—-])", re.IGNORECASE)


def reading(topic: Topic, statement: Statement, vocabulary: Vocabulary, sources: Papers) -> Reading | None:
    """What the statement says of the topic, None where it says nothing without a number."""
    text, passage = statement.text, statement.passage
    if _says(vocabulary.words["other_event"], text) or topic["not_under"].search(
        passage.heading_path[-1] if passage.heading_path else ""
    ):
        return None
    value = _worded(topic, statement)
    if value is None:
        return None
    weight = 0.7 if value == 0 and statement.standing is not Standing.CONTENT else 1.0
    if value == 0 and "free" in topic.patterns and "money" in topic.flags and _wholly_free(topic, statement):
        weight = FREE
    return Reading(Decimal(value), (evidence.of(statement),), weight=weight + sources.weight(statement))


def _wholly_free(topic: Topic, statement: Statement) -> bool:
    """Whether nobody pays, not only children: that outweighs a price in the same breath, for parking or a raffle."""
    said = topic["free"].search(statement.text)
    return not (said and _FOR_SOME.match(statement.text, said.end()))


@lru_cache(maxsize=4096)
def _says(pattern: Pattern, text: str) -> bool:
    """Whether the words are in the text; asked once of each statement, not once for each topic."""
    return bool(pattern.search(text))


def _worded(topic: Topic, statement: Statement) -> int | None:
    """The number that a statement means without giving one; None where it means none."""
    text, passage = statement.text, statement.passage
    labeled = passage.kind is PassageKind.FIELD and topic["labels"].match(plain(passage.label))
    row = [cell for _, cell in passage.cells]
    if len(row) > 1 and any(topic["labels"].match(plain(cell)) for cell in row[:-1]) and _NONE.match(row[-1]):
        return 0
    if "none" in topic.flags and _declined(topic, statement):
        return 0
    if topic["present"].search(text) and statement.standing is Standing.CONTENT:
        return 1
    freely = "free" in topic.patterns and re.match(r"\W*free\b", text, re.IGNORECASE)
    if topic["free"].search(text) or (labeled and (_NONE.match(text) or freely)):
        return 0
    content = statement.standing is Standing.CONTENT
    unsure = _UNSURE.search(text)
    for noun in topic["nouns"].finditer(text):
        before = text[: noun.start()]
        if "none" in topic.flags and (_NO.search(before) or _NOT_BEHIND.match(text[noun.end() :])):
            return 0
        if "article" in topic.flags and _BOTH.search(before):
            return 2
        if (
            "article" in topic.flags
            and content
            and not unsure
            and _ARTICLE.search(before)
            and not topic["not"].search(text)
        ):
            return 1
    above = f"{passage.label} {passage.heading_path[-1] if passage.heading_path else ''}"
    there = topic["named_when"].search(text) or topic["nouns"].search(above)
    people = {match.group() for match in topic["named"].finditer(text)}
    several = len(people) if "sum" in topic.flags else 1
    return several if content and people and there else None


def _declined(topic: Topic, statement: Statement) -> bool:
    """Whether a plain no answers a short heading or label that asks for the topic's thing: `Guards or police? No.`"""
    passage = statement.passage
    asked = passage.label or (passage.heading_path[-1] if passage.heading_path else "")
    short = len(asked.split()) <= CAPTION and topic["nouns"].search(asked) and not topic["not"].search(asked)
    return bool(short and not statement.start and _DECLINED.match(statement.text) and not numerals.find(statement.text))
