"""By what a number is tied to a topic, and how firmly: its label, its noun, a phrase, or the heading alone."""

from __future__ import annotations

import re

from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Topic

_GAP = (
    r"(?!-[a-z])(?:[\s-]+(?!the\b|an?\b|our\b|so\b|there|and\b|or\b|for\b|to\b|at\b|in\b|on\b|with\b|from\b|by\b"
    r"|per\b|is\b|are\b|will\b|no\b|not\b)[(]?[\w'’/&-]+\.?(?:,(?=\s+\w+(?:ed|ing|able|al)\b))?){0,4}?[\s-]+"
)
_JOIN = (
    r"(?:\s*\([^)\d]*\)|\s+on[\s-]site)?[\s:=(–-]*(?:(?:is|are|be|of|will|total(?:s|ing)?|number(?:s|ing)?|count"
    r"|about|approximately|at least|on duty|required|provided|proposed)[\s:]+)*\$?"
)
_BARE = re.compile(
    r"\s*(?:$|[,;)]|\.(?:\s|$)|(?:in all|altogether|all told|total|of them|of [’']em|sold|printed|issued|more|will|are|is|and)\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s(?:(?:are|is|numbered|run|from)\s+)+$", re.IGNORECASE)
_NAMED_BEFORE = r"(?:\s+(?:is|are|will be)\b[^,.]*)?,\s+(?:\w+\s+)?$"
_OF_THEM = re.compile(r"\s*(?:of (?:them|these|those)|in number|strong)\b", re.IGNORECASE)
_JOINT = re.compile(r"\b(?:and|or|per|for every|for each|a|an)\b|[&/,;]", re.IGNORECASE)
_TIMED = re.compile(
    r"\b(?:at|by|from|to|until|till|within|every|of|after|before|between|in|since|for|about the|no|page|and|tab)\s+$",
    re.IGNORECASE,
)
OF_SUCH = re.compile(r"(?:^|[.;]\s+)of\s+([a-z][\w\s-]{2,40}?),?\s+(?:there|we)\b[^.;]*$", re.IGNORECASE)
"""What a sentence counts that begins with it: `Of motor vehicles there will be 350 at a time`."""
CAPTION = 6
"""Words of a heading or question that names one thing."""
FEWEST = 10
"""A smaller number, with nothing that it counts, counts places or times."""
LEADING = 4
"""Words before the number that answers a label."""


def tie(topic: Topic, mention: Mention, *, labeled: bool) -> tuple[str, float]:
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
    noun = following(topic, mention)
    before = re.split(r":\s", mention.view.text[: mention.numeral.start])[-1]
    leading = mention.first and len(before.split()) <= LEADING
    if labeled and leading and (noun or not re.match(r"[\s-]*[a-z]{3,}", mention.after)):
        return "label", 3.0
    if noun:
        return "noun", 2.0 - 0.01 * noun.end()
    lead = _NUMBERED.sub(" ", mention.before) if mention.numeral.low == 1 else mention.before
    if re.search(rf"{nouns}{_JOIN}$", lead, re.IGNORECASE):
        return "before", 1.6
    if _OF_THEM.match(mention.after) and re.search(rf"{nouns}{_NAMED_BEFORE}", mention.before, re.IGNORECASE):
        return "before", 1.6
    if labeled and leading:
        return "label", 2.2
    if _asked_alone(topic, mention):
        return "label", 2.0
    return ("heading", 1.2) if _under_own_heading(topic, mention) else ("", 0.0)


def following(topic: Topic, mention: Mention) -> re.Match[str] | None:
    """The topic's noun right behind the number, or a few words on; for a figure over a time also that carried on."""
    noun = rf"{_GAP}{topic['nouns'].pattern}"
    told = re.match(noun, mention.after, re.IGNORECASE)
    return told or (re.match(noun, mention.carried, re.IGNORECASE) if topic.basis else None)


def _asked_alone(topic: Topic, mention: Mention) -> bool:
    """Whether a bare number, and nothing else, answers a label that names one thing, the topic's, somewhere in it."""
    asked, text = mention.view.asked, mention.view.text
    alone = not re.search(r"[A-Za-z]{3}", re.split(r":\s", text[: mention.numeral.start])[0] + mention.after)
    return bool(alone and mention.first and topic["nouns"].search(asked) and not _JOINT.search(asked))


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
    led = OF_SUCH.search(mention.view.text[: mention.numeral.start])
    named = f"{mention.view.asked} {mention.heading} {sentence_before(mention)} {led[1] if led else ''}"
    bare = re.match(r"\s*(?:$|[,.;:/)(]|(?:at|in|over|altogether|all|together|total|the|for|during)\b)", mention.after)
    return bool(topic["things"].search(named) and bare)


def sentence_before(mention: Mention) -> str:
    """The last sentence before the mention's own in its paragraph."""
    before = mention.statement.passage.text[: mention.statement.start].rstrip()
    return re.split(r"(?<=[.;])\s", before)[-1] if before else ""
