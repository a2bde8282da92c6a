"""Facts from tables: a column's total, or the sum of its rows, and rows that name what they count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.facts import evidence
from pipeline.facts.choice import Papers
from pipeline.facts.hits import judge
from pipeline.facts.labels import plain
from pipeline.facts.mentions import Mention
from pipeline.facts.vocabulary import Pattern, Topic, Vocabulary
from pipeline.records import PassageKind, Reading, Statement


@dataclass(frozen=True)
class Table:
    """Rows that follow each other under the same headings, with the numbers of each cell."""

    headings: tuple[str, ...]
    rows: tuple[Statement, ...]
    numbers: dict[tuple[int, int], Mention]
    """By the statement's index and the column: the cell's first number."""
    mentions: tuple[Mention, ...] = ()
    """All numbers in its cells."""

    @property
    def about(self) -> str:
        """What stands above and at the head of the table."""
        return " ".join((" / ".join(self.rows[0].passage.heading_path), *self.headings))


def of(statements: Iterable[Statement], mentions: Iterable[Mention]) -> list[Table]:
    """The packet's tables."""
    numbers: dict[tuple[int, int], Mention] = {}
    by_row: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_row.setdefault(mention.statement.index, []).append(mention)
        numbers.setdefault((mention.statement.index, mention.view.cell), mention)
    groups: list[list[Statement]] = []
    for statement in statements:
        if statement.passage.kind is not PassageKind.TABLE_ROW or not statement.passage.cells:
            continue
        if groups and _key(groups[-1][-1]) == _key(statement):
            groups[-1].append(statement)
        else:
            groups.append([statement])
    return [
        Table(_key(rows[0])[2], tuple(rows), numbers, tuple(m for row in rows for m in by_row.get(row.index, ())))
        for rows in groups
    ]


def _key(statement: Statement) -> tuple[str, int, tuple[str, ...]]:
    passage = statement.passage
    return passage.file, passage.page, tuple(heading for heading, _ in passage.cells)


def readings(topic: Topic, tables: Iterable[Table], vocabulary: Vocabulary, sources: Papers) -> list[Reading]:
    """What the columns and rows of the tables say of the topic."""
    found: list[Reading] = []
    for table in tables:
        if topic["not_under"].search(table.about):
            continue
        for column, heading in enumerate(table.headings):
            name = plain(re.sub(r"\([^)]*\)", "", heading))
            if name and (
                topic["labels"].fullmatch(name)
                or re.match(rf"{topic['nouns'].pattern}(?: \w+){{0,4}}$", name, re.IGNORECASE)
            ):
                if topic["not"].search(name) or (
                    "context" in topic.patterns and not topic["context"].search(table.about)
                ):
                    continue
                by_shift = _least_on_shift(topic, table, column, vocabulary, sources)
                found += by_shift or column_total(table, column, vocabulary, sources, topic["not_rows"])
                break
        else:
            found += _named_rows(topic, table, vocabulary, sources) + _told_cells(topic, table, vocabulary, sources)
    return found


def _least_on_shift(topic: Topic, table: Table, column: int, vocabulary: Vocabulary, sources: Papers) -> list[Reading]:
    """How many are always there, where every row is a shift and the topic asks for those on duty at all times."""
    shifts = [vocabulary.words["shift"].fullmatch(plain(_name(row))) for row in table.rows]
    counted = [(table.numbers[row.index, column], row) for row in table.rows if (row.index, column) in table.numbers]
    if "steady" not in topic.patterns or not all(shifts) or len(counted) < len(shifts):
        return []
    least, row = min(counted, key=lambda entry: entry[0].amount)
    return [Reading(least.amount, (evidence.of(row),), weight=2.6 + sources.weight(row))]


def column_total(
    table: Table, column: int, vocabulary: Vocabulary, sources: Papers, leave_out: Pattern
) -> list[Reading]:
    """The number in the row of totals, else the sum of the column; nothing where the column has no numbers."""
    counted: list[tuple[Statement, Decimal]] = []
    for row in table.rows:
        mention = table.numbers.get((row.index, column))
        if mention is None or leave_out.search(" ".join(text for _, text in row.passage.cells)):
            continue
        if vocabulary.words["total_row"].fullmatch(plain(_name(row))):
            return [Reading(mention.amount, (evidence.of(row),), weight=3.0 + sources.weight(row))]
        counted.append((row, mention.amount))
    if not counted:
        return []
    shown = tuple(evidence.of(row) for row, _ in counted)
    return [
        Reading(sum((value for _, value in counted), Decimal(0)), shown, weight=2.6 + sources.weight(counted[0][0]))
    ]


def row_total(table: Table, row: Statement, vocabulary: Vocabulary) -> Decimal | None:
    """A row's own number: in the column of totals or of counts, else the sum of the cells that are bare numbers."""
    bare = {
        column: mention.amount
        for column in range(len(table.headings))
        if (mention := table.numbers.get((row.index, column)))
        and not (mention.measure or mention.numeral.money or mention.view.text.strip(" 0123456789,."))
    }
    if len(bare) > 1 and 0 in bare and not table.headings[0].strip():
        del bare[0]
    for key in ("total_row", "counted_column"):
        told = [bare[c] for c in bare if vocabulary.words[key].fullmatch(plain(table.headings[c]))]
        if told:
            return told[0]
    return sum(bare.values(), Decimal(0)) if bare else None


def _named_rows(topic: Topic, table: Table, vocabulary: Vocabulary, sources: Papers) -> list[Reading]:
    """Rows whose words name the thing, under a column such as `Qty` or without a heading."""
    if topic.measure or "money" in topic.flags:
        return []
    counting = [
        n
        for n, heading in enumerate(table.headings)
        if not heading.strip() or vocabulary.words["counted_column"].fullmatch(plain(heading))
    ]
    counted: list[tuple[Statement, Decimal]] = []
    for row in table.rows:
        texts = [text for _, text in row.passage.cells]
        if not any(topic["nouns"].search(text) for text in texts) or topic["not"].search(" ".join(texts)):
            continue
        numbers = [table.numbers[row.index, n] for n in counting if (row.index, n) in table.numbers]
        bare = [m for m in numbers if not m.measure and not m.numeral.money and not m.view.text.strip(" 0123456789,.")]
        if bare and ("context" not in topic.patterns or topic["context"].search(f"{table.about} {' '.join(texts)}")):
            counted.append((row, bare[0].amount))
    if not counted:
        return []
    total = sum((value for _, value in counted), Decimal(0)) if "sum" in topic.flags else counted[0][1]
    return [Reading(total, tuple(evidence.of(row) for row, _ in counted), weight=2.4 + sources.weight(counted[0][0]))]


def _told_cells(topic: Topic, table: Table, vocabulary: Vocabulary, sources: Papers) -> list[Reading]:
    """Cells that say what they count, such as `1.4 acres, 180 cars`, added up over the rows of their column."""
    if "sum" not in topic.flags:
        return []
    by_column: dict[int, list[Mention]] = {}
    for mention in table.mentions:
        hit = judge(topic, mention, vocabulary)
        if hit and hit.how in ("noun", "phrase"):
            by_column.setdefault(mention.view.cell, []).append(mention)
    found = []
    for told in by_column.values():
        rows = {m.statement.index: m for m in told}
        if len(rows) > 1:
            shown = tuple(evidence.of(m.statement) for m in rows.values())
            weight = 2.4 + sources.weight(told[0].statement)
            found.append(Reading(sum((m.amount for m in rows.values()), Decimal(0)), shown, weight=weight))
    return found


def _name(row: Statement) -> str:
    passage = row.passage
    return passage.label or next((text for _, text in passage.cells if text.strip()), "")


def columns(table: Table, pattern: Pattern) -> Sequence[int]:
    """The columns whose heading has the words."""
    return [n for n, heading in enumerate(table.headings) if pattern.search(heading)]
