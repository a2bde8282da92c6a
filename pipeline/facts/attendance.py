"""The crowd: most people at one time and people in all; nearly every rate of the law hangs on the first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from pipeline.facts import evidence
from pipeline.facts.choice import Papers, choose
from pipeline.facts.counts import plain
from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Topic, Vocabulary
from pipeline.records import Basis, Fact, Reading, Standing

FEWEST = 50
"""A smaller number of people is no crowd that these laws speak of."""
OWN_FIGURE = Decimal("3")
"""How much a paper's rank counts: the application's plain figure comes before a letter's emphatic one."""
_RATE = re.compile(r"\b(?:for (?:every|each)|to (?:every|each)|per|every|one in|each of|one (?:for|to))\s+(?:(?:about|the|our)\s+)?$", re.IGNORECASE)
_BARE = re.compile(
    r"\s*(?:$|[,.():;–—]|(?:on|in|at|inside|present|max|maximum|tops|or|and|but|as|during|by|with|when|around|is|are|will|would|over|to (?:come|attend|be|pass|visit)"
    r"|of (?:us|them)|through|only|total|altogether|together|if|who|that|which|for the|between)\b)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r",[^,\d]{3,70},")
_UP_TO = (
    r"\W+(?:(?:is|are|be|will|was|held|kept|limited|capped|not|never|to|at|of|exceed|shall|should|may|can|set|restricted|about|approximately|roughly|some|around|nearly"
    r"|almost|up|no|more|than|under|below|an?|maximum|persons|people|expected|projected|estimated|anticipated|planned|put|stays?|remains?|or|on|the|site|grounds|for|only|reach|as|high|that|figure)\W+)*$"
)


def facts(mentions: Sequence[Mention], vocabulary: Vocabulary, sources: Papers) -> list[Fact]:
    """`max_attendance` and `total_attendance`, as far as they are told."""
    topic, total = vocabulary.topics["max_attendance"], vocabulary.topics["total_attendance"]
    readings = [reading for mention in mentions if (reading := _reading(topic, total, mention, vocabulary, sources))]
    most = [reading for reading in readings if reading.basis in (Basis.PEAK, Basis.UNSTATED)]
    most = most or [reading for reading in readings if reading.basis is Basis.PER_DAY]
    in_all = [reading for reading in readings if reading.basis is Basis.TOTAL]
    found = [
        choose("max_attendance", topic.unit, most, sources, contradicts=_contradicts),
        choose("total_attendance", total.unit, in_all, sources),
    ]
    return [fact for fact in found if fact]


def _reading(topic: Topic, total: Topic, mention: Mention, vocabulary: Vocabulary, sources: Papers) -> Reading | None:
    """What the number says of the crowd, with PEAK also where it is a cap or a planning figure."""
    numeral = mention.numeral
    if mention.measure or numeral.money or numeral.percent or numeral.times or mention.other_event or mention.amount < FEWEST:
        return None
    if numeral.bound == "at least" or mention.basis is Basis.PER_PERSON or _RATE.search(mention.before):
        return None
    basis, weight = _basis(topic, total, mention, vocabulary)
    if not weight:
        return None
    rank = Decimal(str(sources.weight(mention.statement))) * OWN_FIGURE
    weight -= 0.1 * numeral.approximate + 0.5 * (mention.statement.standing is not Standing.CONTENT)
    return Reading(mention.amount, (evidence.of(mention.statement),), basis, weight + float(rank))


def _basis(topic: Topic, total: Topic, mention: Mention, vocabulary: Vocabulary) -> tuple[Basis, float]:
    """Over what the crowd is counted, and how plainly that is said; 0 where the number counts no crowd."""
    label = next((plain(text) for text in (mention.view.asked, mention.view.row, mention.view.column) if text), "")
    if topic["things"].search(label):
        return Basis.UNSTATED, 0.0
    alone = mention.first and not re.match(r"\s*(?:[a-z]{4,})", mention.after) or bool(re.match(rf"\s*{topic['nouns'].pattern}", mention.after, re.IGNORECASE))
    if label and alone and total["labels"].match(label):
        return Basis.TOTAL, 3.2
    if label and alone and topic["labels"].match(label) and not topic["not"].search(label):
        return (Basis.TOTAL if mention.basis is Basis.TOTAL and not vocabulary.words["peak"].search(label) else Basis.PEAK), 3.2
    near = f"{_words(re.split(r'[,(]', mention.before)[-1], -7)} {_words(re.split(r'[,.(]', mention.after)[0], 8)}"
    if topic["not"].search(near) or re.search(rf"{topic['not_before'].pattern}\W*$", mention.before, re.IGNORECASE):
        return Basis.UNSTATED, 0.0
    counted = re.match(rf"(?:[\s-]+[\w'’-]+){{0,3}}?[\s-]+{topic['nouns'].pattern}", mention.after, re.IGNORECASE)
    before = _ASIDE.sub(" ", mention.before)
    level = re.search(rf"{topic['level'].pattern}{_UP_TO}", before, re.IGNORECASE) or topic["labels"].fullmatch(before.strip(" :–-"))
    bare = bool(_BARE.match(mention.after))
    if label and mention.first and alone and topic["weak_labels"].match(label):
        return (mention.basis if mention.basis is not Basis.PEAK else Basis.PEAK), 2.4 if mention.basis is Basis.PEAK else 2.0
    visits = re.match(rf"(?:[\s-]+[\w'’-]+){{0,3}}?[\s-]+{total['nouns'].pattern}", mention.after, re.IGNORECASE)
    of_people = bare and not (topic["not"].search(mention.clause) or topic["things"].search(mention.clause))
    if mention.basis is Basis.TOTAL and (counted or level or visits or of_people):
        return Basis.TOTAL, 2.4 if counted or visits else 1.4
    if mention.basis is Basis.PEAK and (counted or level or bare):
        return Basis.PEAK, 2.6 if counted or level else 2.2
    if topic["most"].match(mention.after.lstrip()) and (topic["nouns"].search(mention.clause) or topic["level"].search(mention.clause)):
        return Basis.PEAK, 2.3
    capped = vocabulary.words["cap"].search(mention.before[-60:]) or mention.numeral.bound == "at most"
    if bare and capped and topic["nouns"].search(mention.clause):
        return Basis.PEAK, 2.0
    if not counted and not level:
        return Basis.UNSTATED, 0.0
    if mention.basis is Basis.PER_DAY:
        return Basis.PER_DAY, 1.0
    if vocabulary.words["soft"].search(mention.before):
        return Basis.UNSTATED, 1.0
    if capped:
        return Basis.PEAK, 2.3
    if level and topic["planned"].search(mention.clause):
        return Basis.PEAK, 1.9
    return Basis.UNSTATED, 1.5 if topic["planned"].search(mention.clause) else 1.2


def _words(text: str, count: int) -> str:
    """The first words of the text, or where `count` is negative the last."""
    words = text.split()
    return " ".join(words[:count] if count > 0 else words[count:])


def _contradicts(first: Reading, other: Reading) -> bool:
    """Whether two figures are of the same crowd at the same time: both said to be so, and of like size."""
    if other.basis is not Basis.PEAK or not isinstance(first.value, Decimal) or not isinstance(other.value, Decimal):
        return False
    ratio = other.value / first.value
    return Decimal("0.4") <= ratio <= Decimal("2.5")
