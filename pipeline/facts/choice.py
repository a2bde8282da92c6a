"""From many readings of one fact to its value, and those that contradict it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from pipeline.facts.vocabulary import Pattern, Vocabulary
from pipeline.records import Fact, PassageKind, Reading, Statement

NEWER = 1.5
"""What it weighs that a paper's heading says that it replaces or corrects another."""
SUM = 0.6
"""What it weighs that a figure is the sum of others."""
MOST = 12
"""Different figures of one fact that are added up."""


@dataclass(frozen=True)
class Papers:
    """How much each paper of the packet weighs, and which places replace earlier ones."""

    rank: dict[tuple[str, tuple[str, ...]], float]
    """By file and headings: 1 for the application itself, less for letters, least for attached papers."""
    newer: frozenset[tuple[str, tuple[str, ...]]]
    """File and headings that say that their paper replaces or corrects another."""
    superseding: frozenset[tuple[str, int]]
    """File and page of papers that say that they replace or correct something."""
    exhibit: Pattern
    """The heading of an attached paper within a file."""

    def rank_of(self, statement: Statement) -> float:
        """Between 0 and 1.1."""
        passage = statement.passage
        form = 0.1 if passage.kind is PassageKind.FIELD else 0.0
        rank = self.rank.get(_paper(statement), 0.7)
        return (min(rank, 0.6) if any(self.exhibit.match(heading) for heading in passage.heading_path) else rank) + form

    def weight(self, statement: Statement) -> float:
        """The paper's rank, and `NEWER` more where a heading says that it replaces another."""
        return self.rank_of(statement) + NEWER * (_paper(statement) in self.newer)

    def supersedes(self, reading: Reading) -> bool:
        """Whether the reading stands in a paper that replaces others."""
        return any((e.file, e.page) in self.superseding for e in reading.evidence)


def _paper(statement: Statement) -> tuple[str, tuple[str, ...]]:
    return statement.passage.file, statement.passage.heading_path


def papers(statements: Sequence[Statement], vocabulary: Vocabulary) -> Papers:
    """Rank the papers by their names and headings, and find those that supersede."""
    words = vocabulary.words
    rank: dict[tuple[str, tuple[str, ...]], float] = {}
    titled = _titled(statements, words["application"])
    several = len({s.passage.file for s in statements}) > 1
    for statement in statements:
        file, headings = _paper(statement)
        heading = headings[0] if headings else ""
        name = file.rsplit("/", 1)[-1].replace("_", " ")
        path = " / ".join(headings)
        if (file, headings) in rank:
            continue
        itself = titled == {file}
        if (
            words["attached"].search(heading)
            and not itself
            or (several and words["attached"].search(name) and not words["application"].search(name) and not itself)
        ):
            weight = 0.5
        elif file in titled or words["application"].search(name) and several or words["application"].search(path):
            weight = 1.0
        elif words["letter"].search(f"{name} {path}"):
            weight = 0.8
        else:
            weight = 0.7
        rank[file, headings] = weight
    superseding = {(s.passage.file, s.passage.page) for s in statements if words["supersedes"].search(s.text)}
    newer = frozenset(paper for paper in rank if words["renewed"].search(" / ".join(paper[1])))
    return Papers(rank, newer, frozenset(superseding), words["exhibit"])


def _titled(statements: Sequence[Statement], application: Pattern) -> set[str]:
    """Files whose first few words call them an application."""
    heads: dict[str, list[str]] = {}
    for statement in statements:
        heads.setdefault(statement.passage.file, []).append(statement.text)
    return {
        file for file, texts in heads.items() if any(len(t.split()) <= 14 and application.search(t) for t in texts[:3])
    }


def choose(
    name: str,
    unit: str | None,
    readings: Iterable[Reading],
    sources: Papers,
    *,
    contradicts: Callable[[Reading, Reading], bool] | None = None,
) -> Fact | None:
    """The weightiest value, with the readings that contradict it; None where there is no reading.

    Equal values support each other a little; a paper that says that it supersedes an earlier one wins outright.
    """
    found = list(readings)
    newest = [reading for reading in found if sources.supersedes(reading)]
    replaced = bool(newest) and len(newest) < len(found)
    newest = newest if len({reading.value for reading in newest}) == 1 else []
    groups: dict[object, list[Reading]] = defaultdict(list)
    for reading in newest or found:
        groups[reading.value].append(reading)
    if not groups:
        return None
    sums = _sums(groups)
    best = max(
        groups.values(),
        key=lambda group: (_support(group) + SUM * (group[0].value in sums), -found.index(group[0])),
    )
    first = max(best, key=lambda reading: reading.weight)
    evidence = tuple(dict.fromkeys(e for reading in (first, *best) for e in reading.evidence))
    others = () if replaced or contradicts is None else _others(first, found, contradicts)
    return Fact(name, first.value, unit, evidence, others)


def _sums(groups: Mapping[object, Sequence[Reading]]) -> set[object]:
    """Values that are what two or three of the others add up to."""
    numbers = [value for value in groups if isinstance(value, Decimal) and value > 1]
    sums = {sum(parts, Decimal(0)) for size in (2, 3) for parts in combinations(numbers[:MOST], size)}
    return {value for value in groups if value in sums}


def _support(group: Sequence[Reading]) -> float:
    places = {(e.file, e.page) for reading in group for e in reading.evidence}
    return max(reading.weight for reading in group) + 0.15 * min(len(places) - 1, 3)


def _others(
    first: Reading, found: Iterable[Reading], contradicts: Callable[[Reading, Reading], bool]
) -> tuple[Reading, ...]:
    """One reading for each value that contradicts the chosen one, with all its places."""
    by_value: dict[object, Reading] = {}
    for reading in found:
        if reading.value != first.value and contradicts(first, reading):
            known = by_value.get(reading.value)
            by_value[reading.value] = (
                replace(known, evidence=(*known.evidence, *reading.evidence)) if known else reading
            )
    return tuple(other for other in by_value.values() if not _part(first, other, by_value.values()))


def _part(first: Reading, other: Reading, others: Iterable[Reading]) -> bool:
    """Whether the other is one of the parts that add up to the first, on one page."""
    place = (other.evidence[0].file, other.evidence[0].page)
    beside = [
        o.value for o in others if (o.evidence[0].file, o.evidence[0].page) == place and isinstance(o.value, Decimal)
    ]
    return len(beside) > 1 and sum(beside) == first.value
