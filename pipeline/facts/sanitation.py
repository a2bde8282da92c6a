"""Toilets for women and for men, all toilets, and the lavatories that stand with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

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
SEXES = (("toilets_female", "female"), ("toilets_male", "male"))


def facts(mentions: Sequence[Mention], statements: Sequence[Statement], grid: Sequence[Table], vocabulary: Vocabulary, sources: Papers) -> list[Fact]:
    """`toilets_female`, `toilets_male`, `toilets_total` and `lavatories`."""
    toilets, basins = vocabulary.topics["toilets_total"], vocabulary.topics["lavatories"]
    by_sex: dict[str, list[Reading]] = {name: [] for name, _ in SEXES}
    for statement in statements:
        for name, reading in _by_sex(statement, mentions, vocabulary, sources):
            by_sex[name].append(reading)
    for table in grid:
        if toilets["nouns"].search(table.about) or toilets["labels"].search(table.about):
            for name, key in SEXES:
                for column in tables.columns(table, vocabulary.words[key])[:1]:
                    by_sex[name] += tables.column_total(table, column, vocabulary, sources, toilets["left_out"])
    found = {name: choose(name, toilets.unit, readings, sources) for name, readings in by_sex.items()}
    women, men = found["toilets_female"], found["toilets_male"]
    sexed = {e for fact in found.values() if fact for e in fact.evidence}
    stated = counts.readings(toilets, mentions, (), vocabulary, sources) + tables.readings(toilets, grid, vocabulary, sources)
    total = choose("toilets_total", toilets.unit, [r for r in stated if _whole(r, women, men, sexed)], sources)
    if total is None and women and men:
        total = _added("toilets_total", women, men)
    readings = counts.readings(basins, mentions, (), vocabulary, sources) + tables.readings(basins, grid, vocabulary, sources)
    lavatories = choose("lavatories", basins.unit, readings, sources)
    each = next((s for s in statements if s.standing is Standing.CONTENT and _with_each(s, vocabulary)), None)
    if total and each and (lavatories is None or Decimal(str(lavatories.value)) < Decimal(str(total.value))):
        lavatories = Fact("lavatories", total.value, basins.unit, (evidence.of(each), *total.evidence))
    return [fact for fact in (women, men, total, lavatories) if fact]


def _by_sex(statement: Statement, mentions: Sequence[Mention], vocabulary: Vocabulary, sources: Papers) -> list[tuple[str, Reading]]:
    """The numbers of one statement that stand beside a word for women or for men."""
    topic, passage = vocabulary.topics["toilets_total"], statement.passage
    about = f"{statement.text} {passage.label} {' / '.join(passage.heading_path)}"
    own = [m for m in mentions if m.statement.index == statement.index]
    if passage.kind is PassageKind.TABLE_ROW or not own or not (topic["nouns"].search(about) or topic["labels"].search(about)):
        return []
    found: list[tuple[str, Reading]] = []
    base = 2.0 + sources.weight(statement) + 0.5 * bool(passage.label)
    for start, end in _spans(statement.text):
        inside = [m for m in own if start <= m.numeral.start < end and _counts(m)]
        keys = [
            (m.start(), m.end(), name) for name, key in SEXES for m in vocabulary.words[key].finditer(statement.text) if start <= m.start() < end
        ]
        kinds = paired([(m.numeral.start, m.numeral.end) for m in inside], keys)
        sums: dict[str, Decimal] = {}
        for mention, kind in zip(inside, kinds, strict=True):
            if kind:
                sums[kind] = sums.get(kind, Decimal(0)) + mention.amount
        found += [(kind, Reading(value, (evidence.of(statement),), weight=base)) for kind, value in sums.items()]
        if not keys and passage.label and inside:
            asked = [name for name, key in SEXES if vocabulary.words[key].search(passage.label)]
            found += [(name, Reading(inside[0].amount, (evidence.of(statement),), weight=base + 0.5)) for name in asked if len(asked) == 1]
    return found


def _spans(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(m.end() for m in _CLAUSES.finditer(text)), len(text)]
    return list(zip(cuts, cuts[1:], strict=False))


def _counts(mention: Mention) -> bool:
    """Whether the number may count toilets: no measure, no money, no rate, no other year."""
    numeral = mention.numeral
    plain = not (mention.measure or numeral.money or numeral.percent or numeral.times or mention.other_event)
    return plain and mention.amount < 2000 and not _SIZE.match(mention.after) and not _RATE.search(mention.before)


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
    if not basins["nouns"].search(text) or basins["not"].search(text) or not (toilets["nouns"].search(about) or toilets["labels"].search(about)):
        return False
    return bool(basins["with_each"].search(text))
