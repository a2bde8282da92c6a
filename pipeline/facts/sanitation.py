"""Toilets for women and for men, all toilets, and the lavatories that stand with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from pipeline.facts import counts, evidence, parts, tables
from pipeline.facts.choice import Papers, choose
from pipeline.facts.mentions import Mention
from pipeline.facts.pairs import paired
from pipeline.facts.shares import each_of
from pipeline.facts.tables import Table
from pipeline.facts.vocabulary import Pattern, Topic, Vocabulary
from pipeline.records import Fact, PassageKind, Reading, Standing, Statement

_CLAUSES = re.compile(r"[;]|\.\s|\s[–—]\s(?=\D)")
_SIZE = re.compile(
    r"[\s-]*(?:x\b|by\b)|\s*(?:times?|hours?|days?|minutes?)\b|[\s-]+(?:thirds?|quarters?|fifths?)\b", re.IGNORECASE
)
_RATE = re.compile(r"\b(?:for (?:every|each)|per|every|one (?:for|to|per))\s+(?:the\s+)?$", re.IGNORECASE)
_RATIO = re.compile(
    r"\W*(?:[\w'’-]+\W+){0,3}?(?:for|per|to|in|on)\s+(?:an?|each|every)\b(?!\s+(?:total|row of))", re.IGNORECASE
)
_GROUP = re.compile(
    r"\s*(?:long |separate |straight )?(?:rows?|banks?|lines?|groups?|clusters?|sides?|ends?|corners?|signs?|boards?|doors?"
    r"|entrances?|places?|spots?|locations?|acres?)\b",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\s+of\s+(?:the|our|these|those|them|which|whom)\b", re.IGNORECASE)
"""What follows the number of some of those told elsewhere: `six of the ladies' stand behind the sugar house`."""
_BEFORE_SHARE = re.compile(r"\b(?:the|these|those)\s+$", re.IGNORECASE)
_ALONE = re.compile(r"\s*(?:$|[,.;)]|(?:the|are|is|have|has|of|there|we|they|stand|will)\b)", re.IGNORECASE)
"""What follows a number that only points back: `between the two the sisters have seven stools`."""
MOST = 2000
"""Toilets; a larger number counts something else."""
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
    about = _surroundings(statements)
    own: dict[int, list[Mention]] = {}
    for mention in mentions:
        own.setdefault(mention.statement.index, []).append(mention)
    for statement in statements:
        if statement.passage.kind is not PassageKind.TABLE_ROW and _sanitary(toilets, about[statement.index]):
            told = _by_sex(statement, own.get(statement.index, []), vocabulary, sources)
            passage = statement.passage
            itself = " / ".join((statement.text, passage.label, *passage.heading_path[-1:]))
            if len({name for name, _ in told}) == len(SEXES) or _sanitary(toilets, itself):
                for name, reading in told:
                    by_sex[name].append(reading)
    open_to_all: list[Reading] = []
    for table in grid:
        if any(_sanitary(toilets, about[row.index]) for row in table.rows) or _has_basins(table, vocabulary):
            for name, key in (*SEXES, ("", "unisex")):
                column = _column_or_row(table, key, vocabulary, sources, toilets["left_out"])
                (by_sex[name] if name else open_to_all).extend(column)
    found = {name: choose(name, toilets.unit, readings, sources) for name, readings in by_sex.items()}
    women, men = found["toilets_female"], found["toilets_male"]
    sexed: set[object] = {e for fact in found.values() if fact for e in fact.evidence}
    stated = [
        reading
        for topic in (toilets, vocabulary.topics["toilets_by_context"])
        for reading in (
            *counts.readings(topic, mentions, (), vocabulary, sources),
            *tables.readings(topic, grid, vocabulary, sources),
        )
    ]
    total = choose("toilets_total", toilets.unit, [r for r in stated if _whole(r, women, men, sexed)], sources)
    if women and men and (total is None or open_to_all):
        total = _added("toilets_total", women, men, open_to_all)
    readings = counts.readings(basins, mentions, (), vocabulary, sources) + tables.readings(
        basins, grid, vocabulary, sources
    )
    lavatories = choose("lavatories", basins.unit, readings, sources)
    each = next((s for s in statements if s.standing is Standing.CONTENT and _with_each(s, vocabulary)), None)
    if total and each and (lavatories is None or Decimal(str(lavatories.value)) < Decimal(str(total.value))):
        lavatories = Fact("lavatories", total.value, basins.unit, (evidence.of(each), *total.evidence))
    return [fact for fact in (women, men, total, lavatories) if fact]


def _surroundings(statements: Sequence[Statement]) -> dict[int, str]:
    """By its index what a statement says, with its label and headings and the statements beside it on the page."""
    found = {}
    for place, statement in enumerate(statements):
        passage = statement.passage
        page = (passage.file, passage.page)
        near = [
            s
            for s in statements[max(0, place - 2) : place + 4]
            if (s.passage.file, s.passage.page) == page and s.passage.heading_path == passage.heading_path
        ]
        texts = [text for s in near for text in (s.passage.label, s.text)]
        found[statement.index] = " / ".join((*passage.heading_path, *texts))
    return found


def _sanitary(toilets: Topic, about: str) -> bool:
    return any(toilets[key].search(about) for key in ("nouns", "labels", "about"))


def _has_basins(table: Table, vocabulary: Vocabulary) -> bool:
    return any(vocabulary.topics["lavatories"]["nouns"].search(heading) for heading in table.headings)


def _column_or_row(
    table: Table, key: str, vocabulary: Vocabulary, sources: Papers, leave_out: Pattern
) -> list[Reading]:
    """A table's toilets of one kind: the column headed so, else the rows named so."""
    for column in tables.columns(table, vocabulary.words[key])[:1]:
        return tables.column_total(table, column, vocabulary, sources, leave_out)
    topic = vocabulary.topics["toilets_total"]
    named, told = [], Decimal(0)
    for row in table.rows:
        name = " ".join(text for _, text in row.passage.cells if re.search(r"[A-Za-z]", text))
        sexes = ("female", "male", "unisex")
        kinds = [k for k in sexes if vocabulary.words[k].search(row.passage.label)]
        kinds = kinds or [k for k in sexes if vocabulary.words[k].search(name)]
        value = tables.row_total(table, row, vocabulary)
        if kinds == [key] and value is not None and value < MOST and not topic["not_rows"].search(name):
            named.append(row)
            told += value
    if not named:
        return []
    return [Reading(told, tuple(evidence.of(row) for row in named), weight=2.5 + sources.weight(named[0]))]


def _by_sex(
    statement: Statement, own: Sequence[Mention], vocabulary: Vocabulary, sources: Papers
) -> list[tuple[str, Reading]]:
    """The numbers of one statement that stand beside a word for women or for men."""
    passage = statement.passage
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
    parted = parts.of_sexes(statement.text, [m.amount for m in own if _counts(m)], vocabulary)
    if parted:
        return [
            (name, Reading(parted[key], (evidence.of(statement),), weight=base)) for name, key in SEXES if key in parted
        ]
    for start, end in _spans(statement.text):
        inside = [m for m in own if start <= m.numeral.start < end and _counts(m)]
        keys = [
            (m.start(), m.end(), name)
            for name, key in SEXES
            for m in vocabulary.words[key].finditer(statement.text)
            if start <= m.start() < end
        ]
        sums: dict[str, Decimal] = {}
        for mention, kind in zip(inside, _kinds(statement.text, inside, keys), strict=True):
            if kind:
                sums[kind] = sums.get(kind, Decimal(0)) + mention.amount * each_of(own, own.index(mention))
        found += [(kind, Reading(value, (evidence.of(statement),), weight=base)) for kind, value in sums.items()]
    return found


def _kinds(text: str, inside: Sequence[Mention], keys: Sequence[tuple[int, int, str]]) -> list[str]:
    """Of each number whose it is; keys beyond a comma from all numbers count only if there are none nearer."""
    if inside:
        left = text.rfind(", ", 0, inside[0].numeral.start)
        near = [key for key in keys if key[0] > left]
        keys = near if len({kind for *_, kind in near}) == 2 else keys
    return paired([(m.numeral.start, m.numeral.end) for m in inside], keys)


def _spans(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(m.end() for m in _CLAUSES.finditer(text)), len(text)]
    return list(pairwise(cuts))


def _counts(mention: Mention) -> bool:
    """Whether the number may count toilets: no measure, no money, no rate, no other year."""
    numeral = mention.numeral
    plain = not (mention.measure or numeral.money or numeral.percent or numeral.times or mention.other_event)
    rated = _RATE.search(mention.before) or _RATIO.match(mention.after)
    shared = _SHARE.match(mention.after) or (_BEFORE_SHARE.search(mention.before) and _ALONE.match(mention.after))
    sized = _SIZE.match(mention.after) or _GROUP.match(mention.after)
    return plain and mention.amount < MOST and not (sized or rated or shared)


def _whole(reading: Reading, women: Fact | None, men: Fact | None, sexed: set[object]) -> bool:
    """Whether a count of toilets is of all of them, and not of one sex alone."""
    if not women or not men or not isinstance(reading.value, Decimal):
        return True
    both = Decimal(str(women.value)) + Decimal(str(men.value))
    return reading.value >= both or (not sexed.intersection(reading.evidence) and reading.value > both - 1)


def _added(name: str, women: Fact, men: Fact, others: Sequence[Reading]) -> Fact:
    values = [women.value, men.value, *(reading.value for reading in others)]
    shown = (*women.evidence, *men.evidence, *(e for reading in others for e in reading.evidence))
    return Fact(name, sum((Decimal(str(v)) for v in values), Decimal(0)), women.unit, tuple(dict.fromkeys(shown)))


def _with_each(statement: Statement, vocabulary: Vocabulary) -> bool:
    """`each toilet has its own sink`, `closed cabins with a basin beside each one`."""
    basins, toilets = vocabulary.topics["lavatories"], vocabulary.topics["toilets_total"]
    text = statement.text
    about = f"{text} {statement.passage.label} {' / '.join(statement.passage.heading_path)}"
    if (
        not basins["nouns"].search(text)
        or basins["not"].search(text)
        or not (toilets["nouns"].search(about) or toilets["labels"].search(about))
    ):
        return False
    return bool(basins["with_each"].search(text))
