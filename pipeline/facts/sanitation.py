"""Toilets for women and for men, all toilets, and the lavatories that stand with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from pipeline.facts import counts, evidence, tables
from pipeline.facts.choice import Papers, choose
from pipeline.facts.mentions import Mention
from pipeline.facts.pairs import paired
from pipeline.facts.tables import Table
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Fact, PassageKind, Reading, Standing, Statement

_CLAUSES = re.compile(r"[;]|\.\s|\s[–—]\s(?=\D)")
_SIZE = re.compile(r"[\s-]*(?:x\b|by\b)|\s*(?:times?|hours?|days?|minutes?)\b", re.IGNORECASE)
_RATE = re.compile(r"\b(?:for (?:every|each)|per|every|one (?:for|to|per))\s+(?:the\s+)?$", re.IGNORECASE)
_RATIO = re.compile(
    r"\W*(?:[\w'’-]+\W+){0,3}?(?:for|per|to|in|on)\s+(?:an?|each|every)\b(?!\s+(?:total|row of))", re.IGNORECASE
)
SEXES = (("toilets_female", "female"), ("toilets_male", "male"))


def facts(
    mentions: Sequence[Mention],
    statements: Sequence[Statement],
    grid: Sequence[Table],
    vocabulary: Vocabulary,
    sources: Papers,
) -> list[Fact]:
    """`toilets_female`, `toilets_male`, `toilets_total` and `lavatories`."""
    toilets, basins = vocabulary.topics["toilets_total"], vocabulary.topics["lavatories"]
    by_sex: dict[str, list[Reading]] = {name: [] for name, _ in SEXES}
    own: dict[int, list[Mention]] = {}
    for mention in mentions:
        own.setdefault(mention.statement.index, []).append(mention)
    for statement in statements:
        for name, reading in _by_sex(statement, own.get(statement.index, []), vocabulary, sources):
            by_sex[name].append(reading)
    for table in grid:
        if toilets["nouns"].search(table.about) or toilets["labels"].search(table.about):
            for name, key in SEXES:
                for column in tables.columns(table, vocabulary.words[key])[:1]:
                    by_sex[name] += tables.column_total(table, column, vocabulary, sources, toilets["left_out"])
    found = {name: choose(name, toilets.unit, readings, sources) for name, readings in by_sex.items()}
    women, men = found["toilets_female"], found["toilets_male"]
    sexed = {e for fact in found.values() if fact for e in fact.evidence}
    stated = counts.readings(toilets, mentions, (), vocabulary, sources) + tables.readings(
        toilets, grid, vocabulary, sources
    )
    total = choose("toilets_total", toilets.unit, [r for r in stated if _whole(r, women, men, sexed)], sources)
    if total is None and women and men:
        total = _added("toilets_total", women, men)
    readings = counts.readings(basins, mentions, (), vocabulary, sources) + tables.readings(
        basins, grid, vocabulary, sources
    )
    lavatories = choose("lavatories", basins.unit, readings, sources)
    each = next((s for s in statements if s.standing is Standing.CONTENT and _with_each(s, vocabulary)), None)
    if total and each and (lavatories is None or Decimal(str(lavatories.value)) < Decimal(str(total.value))):
        lavatories = Fact("lavatories", total.value, basins.unit, (evidence.of(each), *total.evidence))
    return [fact for fact in (women, men, total, lavatories) if fact]


def _by_sex(
    statement: Statement, own: Sequence[Mention], vocabulary: Vocabulary, sources: Papers
) -> list[tuple[str, Reading]]:
    """The numbers of one statement that stand beside a word for women or for men."""
    topic, passage = vocabulary.topics["toilets_total"], statement.passage
    about = f"{statement.text} {passage.label} {' / '.join(passage.heading_path)}"
    if passage.kind is PassageKind.TABLE_ROW:
        return _row_by_sex(own, vocabulary, sources)
    if not own or not any(topic[key].search(about) for key in ("nouns", "labels", "about")):
        return []
    found: list[tuple[str, Reading]] = []
    base = 2.0 + sources.weight(statement) + 0.5 * bool(passage.label)
    for mention in own:
        label = mention.view.asked if passage.kind is PassageKind.FIELD else ""
        asked = [name for name, key in SEXES if vocabulary.words[key].search(label)]
        asked = [] if any(vocabulary.words[key].search(statement.text) for _, key in SEXES) else asked
        if len(asked) == 1 and mention.first and _counts(mention):
            found.append((asked[0], Reading(mention.amount, (evidence.of(statement),), weight=base + 0.5)))
    if found:
        return found
    for start, end in _spans(statement.text):
        inside = [m for m in own if start <= m.numeral.start < end and _counts(m)]
        keys = [
            (m.start(), m.end(), name)
            for name, key in SEXES
            for m in vocabulary.words[key].finditer(statement.text)
            if start <= m.start() < end
        ]
        kinds = paired([(m.numeral.start, m.numeral.end) for m in inside], keys)
        sums: dict[str, Decimal] = {}
        for mention, kind in zip(inside, kinds, strict=True):
            if kind:
                sums[kind] = sums.get(kind, Decimal(0)) + mention.amount
        found += [(kind, Reading(value, (evidence.of(statement),), weight=base)) for kind, value in sums.items()]
        if not keys and passage.label and inside:
            asked = [name for name, key in SEXES if vocabulary.words[key].search(passage.label)]
            found += [
                (name, Reading(inside[0].amount, (evidence.of(statement),), weight=base + 0.5))
                for name in asked
                if len(asked) == 1
            ]
    return found


def _row_by_sex(own: Sequence[Mention], vocabulary: Vocabulary, sources: Papers) -> list[tuple[str, Reading]]:
    """`Women's toilet units | 32 | supplier`: the row's only bare number."""
    bare = [m for m in own if _counts(m) and not m.view.text.strip(" 0123456789,")]
    if len(bare) != 1 or not vocabulary.topics["toilets_total"]["nouns"].search(bare[0].view.row):
        return []
    named = [name for name, key in SEXES if vocabulary.words[key].search(bare[0].view.row)]
    statement = bare[0].statement
    shown = Reading(bare[0].amount, (evidence.of(statement),), weight=2.4 + sources.weight(statement))
    return [(name, shown) for name in named if len(named) == 1]


def _spans(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(m.end() for m in _CLAUSES.finditer(text)), len(text)]
    return list(pairwise(cuts))


def _counts(mention: Mention) -> bool:
    """Whether the number may count toilets: no measure, no money, no rate, no other year."""
    numeral = mention.numeral
    plain = not (mention.measure or numeral.money or numeral.percent or numeral.times or mention.other_event)
    rated = _RATE.search(mention.before) or _RATIO.match(mention.after)
    return plain and mention.amount < 2000 and not _SIZE.match(mention.after) and not rated


def _whole(reading: Reading, women: Fact | None, men: Fact | None, sexed: set[object]) -> bool:
    """Whether a count of toilets is of all of them, and not of one sex alone."""
    if not women or not men or not isinstance(reading.value, Decimal):
        return True
    both = Decimal(str(women.value)) + Decimal(str(men.value))
    return reading.value >= both or not sexed.intersection(reading.evidence) and reading.value > max(both - 1, 0)


def _added(name: str, women: Fact, men: Fact) -> Fact:
    value = Decimal(str(women.value)) + Decimal(str(men.value))
    return Fact(name, value, women.unit, tuple(dict.fromkeys((*women.evidence, *men.evidence))))


def _with_each(statement: Statement, vocabulary: Vocabulary) -> bool:
    """`each toilet has its own sink`, `closed cabins with a basin beside each one`."""
    basins, toilets = vocabulary.topics["lavatories"], vocabulary.topics["toilets_total"]
    text = statement.text
    about = f"{text} {' / '.join(statement.passage.heading_path)}"
    if (
        not basins["nouns"].search(text)
        or basins["not"].search(text)
        or not (toilets["nouns"].search(about) or toilets["labels"].search(about))
    ):
        return False
    return bool(basins["with_each"].search(text))
