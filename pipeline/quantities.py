"""Stage 6: what the packet's numbers and dates say, as the contract's named facts, each with its place.

Every number is read with its surroundings (`facts.mentions`), held against the vocabulary of `checklists/facts.yaml`
(`facts.counts`, `facts.tables` and those that need more than words), and the weightiest reading of each fact is chosen
(`facts.choice`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from pipeline import checklists, numerals
from pipeline.facts import (
    attendance,
    captions,
    counts,
    grids,
    insurance,
    mentions,
    sanitation,
    sleepers,
    tables,
    vessels,
    vocabulary,
    when,
)
from pipeline.facts.choice import Papers, choose, papers
from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Fact, Reading, Standing, Statement

ELSEWHERE = ("max_attendance", "total_attendance", "toilets_total", "toilets_by_context", "lavatories")
"""Entries of the vocabulary that have their own module."""
LONGEST = 2500
"""Characters of a statement that are read; what is longer is no sentence but a page that could not be parted."""
LIKE = Decimal("0.4")
"""A figure that is a smaller share of another is that of a part."""
LEADING = 3
"""Characters before a number with which a statement begins."""
FURTHER = 3
"""Words at least between such a number and what is denied."""
ORDER = (
    "max_attendance total_attendance max_tickets event_dates event_hours event_days filing_date admission_fee "
    "toilets_female toilets_male toilets_total lavatories drinking_water_gallons_per_day "
    "bathing_water_gallons_per_day solid_waste_pounds_per_day refuse_containers parking_spaces "
    "vehicles_at_one_time vehicles_total camp_sites camping_capacity security_guards law_enforcement_officers "
    "doctors nurses emts ambulances assembly_area_square_feet insurance_bodily_injury_per_person "
    "insurance_bodily_injury_per_occurrence insurance_property_damage bond_amount fee_paid public_cost_deposit "
).split()
"""The contract's names, in its order."""


def facts(statements: Sequence[Statement], *, received: date | None = None) -> tuple[Fact, ...]:
    """All facts that the packet states, in the contract's order; `received` overrides the filing date that it shows.

    Only statements whose standing is content are read, but for what a stated none says, and for stamps.

    Raises:
        ConfigurationError: the vocabulary cannot be read.
    """
    words = vocabulary.load(checklists.folder() / "facts.yaml")
    statements = [replace(s, text=s.text[:LONGEST]) if len(s.text) > LONGEST else s for s in statements]
    statements = captions.readable(grids.readable(statements))
    content = [s for s in statements if s.standing is Standing.CONTENT]
    stating = [s for s in statements if s.standing is Standing.CONTENT or _denied_behind(s)]
    sources = papers(content, words)
    found = when.facts(statements, words, sources, received=received)
    event_year = next((f.value[0].year for f in found if f.name == "event_dates" and isinstance(f.value, tuple)), None)
    numbers = _numbers(stating, words, event_year)
    spoken = [s for s in statements if s.standing in (Standing.CONTENT, Standing.NEGATION)]
    grid = tables.of(content, numbers)
    hoped = _numbers([s for s in statements if s.standing is Standing.DEFERRED], words, event_year)
    found += attendance.facts([*numbers, *hoped], words, sources)
    found += sanitation.facts(numbers, content, grid, words, sources)
    found += insurance.facts(numbers, words, sources)
    found += _counted(numbers, spoken, grid, words, sources)
    found = sleepers.with_sleepers(found, numbers, words)
    return tuple(sorted(found, key=lambda fact: ORDER.index(fact.name)))


def _denied_behind(statement: Statement) -> bool:
    """Whether a sentence that denies something begins with a number before that: `Nine stands, as there is no main`."""
    denied = statement.text.find(statement.why) if statement.standing is Standing.NEGATION and statement.why else -1
    numbers = [n for n in numerals.find(statement.text[:denied]) if n.start <= LEADING] if denied > 0 else []
    return bool(numbers) and len(statement.text[numbers[0].end : denied].split()) >= FURTHER


def _numbers(statements: Sequence[Statement], words: Vocabulary, year: int | None) -> list[Mention]:
    """All numbers of the statements, each with its surroundings."""
    return [mention for s in statements for mention in vessels.filled(mentions.of(s, words, year=year))]


def _counted(
    numbers: Sequence[Mention],
    spoken: Sequence[Statement],
    grid: Sequence[tables.Table],
    words: Vocabulary,
    sources: Papers,
) -> list[Fact]:
    """The facts that need nothing but their vocabulary."""
    found = []
    for name, topic in words.topics.items():
        if name not in ELSEWHERE:
            readings = counts.readings(topic, numbers, spoken, words, sources) + tables.readings(
                topic, grid, words, sources
            )
            fact = choose(name, topic.unit, readings, sources, contradicts=_contradicts)
            found += [fact] if fact else []
    return found


def _contradicts(first: Reading, other: Reading) -> bool:
    """Whether two plain statements of one thing, over the same time, differ: a weak or a partial one does not count."""
    if first.basis is not other.basis or other.weight < first.weight - 0.75:
        return False
    values = [reading.value for reading in (first, other) if isinstance(reading.value, Decimal)]
    if len(values) > 1 and 0 < min(values) < LIKE * max(values):
        return False
    return {(e.file, e.page) for e in first.evidence} != {(e.file, e.page) for e in other.evidence}
