"""The crowd: most people at one time and people in all; nearly every rate of the law hangs on the first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.facts import evidence
from pipeline.facts.choice import Papers, choose
from pipeline.facts.labels import plain
from pipeline.facts.mentions import Mention
from pipeline.facts.ties import OF_SUCH
from pipeline.facts.vocabulary import Topic, Vocabulary
from pipeline.records import Basis, Fact, PassageKind, Reading, Standing

NOTHING = (Basis.UNSTATED, 0.0)
"""The number counts no crowd."""
FEWEST = 50
"""A smaller number of people is no crowd that these laws speak of."""
CROWD = 300
"""A limit on nothing that is named counts people from here on."""
OWN_FIGURE = Decimal("3")
"""How much a paper's rank counts: the application's plain figure comes before a letter's emphatic one."""
_RATE = re.compile(
    r"\b(?:for (?:every|each)|to (?:every|each)|per|every|one in|one (?:for|to))\s+(?:(?:about|the|our)\s+)?$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\s*(?:$|[,.():;–—]|(?:on|in|at|inside|present|max|maximum|tops|or|and|but|as|during|by|with|when|around|is"
    r"|are|will|would|over|to (?:come|attend|be|pass|visit)"
    r"|onto|within|above|under|assembled|gathered|admitted|allowed|let in|incl(?:uding|\.)?|counting"
    r"|of (?:us|them)|through|only|total|altogether|together|if|who|that|which|for the|between)\b)",
    re.IGNORECASE,
)
_EACH_OF = re.compile(r"\beach (?:hundred )?of (?:the |our |these )?$", re.IGNORECASE)
_DAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b[^.;]{0,30}$", re.IGNORECASE)
_DAY_BEHIND = re.compile(r"\s*(?:people |persons )?(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_CROWD = re.compile(r"\W*(?:(?:expected|estimated|daily) )?(?:crowd|attendance|people|persons)\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"\W*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\W*day \d", re.IGNORECASE)
_COUNTS_OTHERS = re.compile(
    r"\b(?:sales?|sold|sell\w*|print\w*|watts?|volts?|speed|loads?|occurrence|insur\w+|policy|bond|inches|degrees|decibels)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:had|drew|attracted|saw|hosted|was|were)\s+(?:about|some|over|nearly|around)?\s*$", re.IGNORECASE
)
_DENIED = re.compile(r"\b(?:no|not|nor|never|nobody|cannot)\b|n ?['’] ?t\b", re.IGNORECASE)
_PEOPLE = re.compile(r"\s+(?:people|persons|guests|visitors|attendees|spectators|patrons|souls|folks)\b", re.IGNORECASE)
_ASIDE = re.compile(r",[^,\d]{3,70},")
_UP_TO = (
    r"\W+(?:(?:is|are|be|will|was|held|kept|limited|capped|not|never|to|at|of|exceed|shall|should|may|can|set"
    r"|restricted|about|approximately|roughly|some|around|nearly"
    r"|almost|limit|cap|maximum|=|up|no|more|than|under|below|an?|maximum|persons|people|expected|projected"
    r"|estimated|anticipated|planned|put|stays?|remains?|or|on|the|site|grounds|for|only|reach|as|high|that"
    r"|figure)\W+)*$"
)


def facts(mentions: Sequence[Mention], vocabulary: Vocabulary, sources: Papers) -> list[Fact]:
    """`max_attendance` and `total_attendance`, as far as they are told."""
    topic, total = vocabulary.topics["max_attendance"], vocabulary.topics["total_attendance"]
    told = [(m, reading) for m in mentions if (reading := _reading(topic, total, m, vocabulary, sources))]
    readings = _fullest_rows(told) + _busiest_days(mentions, sources)
    most = [reading for reading in readings if reading.basis in (Basis.PEAK, Basis.UNSTATED)]
    most = most or [reading for reading in readings if reading.basis is Basis.PER_DAY]
    in_all = [reading for reading in readings if reading.basis is Basis.TOTAL]
    amounts = _by_page(mentions)

    def contradicts(first: Reading, other: Reading) -> bool:
        return _contradicts(first, other) and not _is_part(first, other, amounts)

    found = [
        choose("max_attendance", topic.unit, most, sources, contradicts=contradicts),
        choose("total_attendance", total.unit, in_all, sources),
    ]
    return [fact for fact in found if fact]


def _by_page(mentions: Sequence[Mention]) -> dict[tuple[str, int], set[Decimal]]:
    """The numbers of each page."""
    found: dict[tuple[str, int], set[Decimal]] = {}
    for mention in mentions:
        found.setdefault((mention.statement.passage.file, mention.statement.passage.page), set()).add(mention.amount)
    return found


def _is_part(first: Reading, other: Reading, amounts: Mapping[tuple[str, int], set[Decimal]]) -> bool:
    """Whether another number on its page makes the other figure up to the first: exhibitors and spectators, say."""
    rest = Decimal(str(first.value)) - Decimal(str(other.value))
    return rest >= FEWEST and any(rest in amounts.get((e.file, e.page), ()) for e in other.evidence)


def _fullest_rows(told: Sequence[tuple[Mention, Reading]]) -> list[Reading]:
    """All readings, but of a table's rows that each give one day's peak only the greatest."""
    by_day: dict[tuple[str, int, str], list[Reading]] = {}
    found = []
    for mention, reading in told:
        passage = mention.statement.passage
        if passage.kind is PassageKind.TABLE_ROW and _WEEKDAY.match(passage.label):
            by_day.setdefault((passage.file, passage.page, mention.view.column), []).append(reading)
        else:
            found.append(reading)
    return found + [max(rows, key=lambda reading: Decimal(str(reading.value))) for rows in by_day.values()]


def _busiest_days(mentions: Sequence[Mention], sources: Papers) -> list[Reading]:
    """`Friday 1,500 people, Saturday 4,000`, `Crowd: 1,500 Friday, 4,000 Saturday`: the greatest of them, one reading for each statement."""
    by_statement: dict[int, list[Mention]] = {}
    for mention in mentions:
        dayed = _DAY.search(mention.before) or _DAY_BEHIND.match(mention.after)
        if dayed and mention.amount >= FEWEST and not (mention.measure or mention.numeral.money):
            by_statement.setdefault(mention.statement.index, []).append(mention)
    found = []
    for days in by_statement.values():
        people = any(_PEOPLE.match(m.after) or _CROWD.match(m.view.asked) for m in days)
        if len(days) > 1 and people:
            most = max(days, key=lambda mention: mention.amount)
            weight = 2.2 + float(OWN_FIGURE) * sources.weight(most.statement)
            found.append(Reading(most.amount, (evidence.of(most.statement),), Basis.UNSTATED, weight))
    return found


def _reading(topic: Topic, total: Topic, mention: Mention, vocabulary: Vocabulary, sources: Papers) -> Reading | None:
    """What the number says of the crowd, with PEAK also where it is a cap or a planning figure."""
    numeral = mention.numeral
    if (
        mention.measure
        or numeral.money
        or numeral.percent
        or numeral.times
        or mention.other_event
        or mention.amount < FEWEST
    ):
        return None
    denied = _DENIED.search(mention.before)
    if (
        (numeral.bound == "at least" and not denied)
        or mention.basis is Basis.PER_PERSON
        or _RATE.search(mention.before)
    ):
        return None
    if _EACH_OF.search(mention.before) and mention.amount < CROWD:
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
    if any(topic["things"].search(name.split(",")[0]) for name in (label, mention.view.column)) or topic["not"].search(
        mention.view.column
    ):
        return NOTHING
    answer = mention.first and not re.match(r"\s*[a-z]{4,}", mention.after)
    answers = answer or bool(re.match(rf"\s*{topic['nouns'].pattern}", mention.after, re.IGNORECASE))
    if label and answers and total["labels"].match(label):
        return Basis.TOTAL, 3.2
    if label and answers and topic["labels"].match(label) and not topic["not"].search(label.split(",")[0]):
        whole = mention.basis is Basis.TOTAL and not vocabulary.words["peak"].search(label)
        return (Basis.TOTAL if whole else Basis.PEAK), 3.2
    elsewhere = re.search(rf"{topic['not_before'].pattern}\W*$", mention.before, re.IGNORECASE)
    led = OF_SUCH.search(mention.view.text[: mention.numeral.start])
    if led and topic["things"].search(led[1]):
        return NOTHING
    if topic["not_under"].search(mention.heading) or topic["not"].search(_beside(topic, mention)) or elsewhere:
        return NOTHING
    if label and mention.first and answers and topic["weak_labels"].match(label):
        return mention.basis, 2.4 if mention.basis is Basis.PEAK else 2.0
    return _told(_signs(topic, total, mention, vocabulary), topic, mention, vocabulary)


def _beside(topic: Topic, mention: Mention) -> str:
    """The words that may say that something else is counted: fewer where a word for people follows at once."""
    people = re.match(rf"(?:[\s-]+[\w'’-]+)?[\s-]+{topic['nouns'].pattern}", mention.after, re.IGNORECASE)
    if not people:
        bare = _BARE.match(mention.after) and mention.basis is Basis.PEAK
        before, _, after = mention.near.partition("#")
        return " ".join((*before.split()[-4:], "#", *after.split()[:4])) if bare else mention.near
    behind = re.split(r"[,.;(]", mention.after[people.end() :])[0].split()[:2]
    return " ".join((*mention.before.split()[-2:], people.group(), *behind))


@dataclass(frozen=True)
class _Signs:
    """What ties a number to the crowd."""

    counted: bool
    """A word for people follows it."""
    visits: bool
    """People or their visits follow it."""
    level: bool
    """`a crowd of`, `attendance is limited to` stands before it."""
    bare: bool
    """Nothing that it could count follows it."""
    alone: bool
    """And nothing else is counted in its clause."""
    capped: bool
    """It is a limit."""


def _signs(topic: Topic, total: Topic, mention: Mention, vocabulary: Vocabulary) -> _Signs:
    following = r"(?:[\s-]+[\w'’-]+){0,3}?[\s-]+"
    before = _ASIDE.sub(" ", mention.before)
    bare = bool(_BARE.match(mention.after))
    named = re.search(rf"{topic['level'].pattern}{_UP_TO}", before, re.IGNORECASE)
    return _Signs(
        counted=bool(re.match(following + topic["nouns"].pattern, mention.after, re.IGNORECASE)),
        visits=bool(re.match(following + total["nouns"].pattern, mention.after, re.IGNORECASE)),
        level=bool(named or any(topic[key].fullmatch(before.strip(" :–-")) for key in ("labels", "weak_labels"))),
        bare=bare,
        alone=bare and not (topic["not"].search(mention.clause) or topic["things"].search(mention.clause)),
        capped=bool(vocabulary.words["cap"].search(mention.before[-60:]))
        or mention.numeral.bound == "at most"
        or mention.numeral.bound == "at least",
    )


def _told(signs: _Signs, topic: Topic, mention: Mention, vocabulary: Vocabulary) -> tuple[Basis, float]:
    """The basis by the words around the number, the plainest first."""
    after, clause = mention.after.lstrip(), mention.clause
    people = signs.counted or signs.level
    around = f"{mention.statement.passage.text} {mention.asked} {mention.heading}"
    row = mention.statement.passage.kind is PassageKind.TABLE_ROW
    named = topic["nouns"].search(mention.asked) or topic["level"].search(mention.asked)
    alone = signs.alone and bool(named or not row) and not re.search(r"\bhours?\b", clause, re.IGNORECASE)
    if mention.basis is Basis.TOTAL and (people or signs.visits or alone):
        return Basis.TOTAL, 2.4 if signs.counted or signs.visits else 1.4
    if mention.basis is Basis.PEAK and (people or signs.bare):
        return Basis.PEAK, 2.6 if people else 2.2
    if topic["most"].match(after) and (topic["nouns"].search(clause) or topic["level"].search(clause)):
        return Basis.PEAK, 2.3
    if signs.capped and signs.bare and topic["places"].match(after):
        return Basis.PEAK, 2.0
    if signs.capped and signs.alone and (topic["nouns"].search(around) or topic["level"].search(around)):
        return Basis.PEAK, 2.0
    if not people and signs.bare and topic["counter"].search(mention.before):
        return Basis.UNSTATED, 1.1
    if not people:
        limited = signs.capped and signs.alone and mention.amount >= CROWD and not _COUNTS_OTHERS.search(mention.said)
        return (Basis.UNSTATED, 0.7) if limited else NOTHING
    if mention.basis is Basis.PER_DAY:
        return Basis.PER_DAY, 1.0
    if vocabulary.words["soft"].search(mention.before):
        return Basis.UNSTATED, 1.0
    if _PAST.search(mention.before) or (topic["served"].search(clause) and not signs.level):
        return NOTHING
    if signs.capped:
        return Basis.PEAK, 2.3
    if signs.level and topic["planned"].search(clause):
        return Basis.PEAK, 1.9
    return Basis.UNSTATED, 1.5 if topic["planned"].search(clause) else 1.2


def _contradicts(first: Reading, other: Reading) -> bool:
    """Whether two figures are of the same crowd at the same time: both said to be so, and of like size."""
    if other.basis is not Basis.PEAK or not isinstance(first.value, Decimal) or not isinstance(other.value, Decimal):
        return False
    ratio = other.value / first.value
    return Decimal("0.4") <= ratio <= Decimal("2.5")
