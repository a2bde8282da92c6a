"""The outcomes of a batch as a table, as JSON, and as a page that is drawn from the JSON's worst rows."""

from __future__ import annotations

import csv
import heapq
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from pipeline import limits, reporting
from pipeline.batch.records import Outcome, Row
from pipeline.exits import EXIT_GAPS, EXIT_UNCHECKED, exit_code

SCHEMA = "muster/batch/1"
OVERVIEW = CSV, JSON, INDEX = "summary.csv", "summary.json", "index.html"


@dataclass
class Tally:
    """What the rows come to."""

    outcomes: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    codes: set[int] = field(default_factory=set)
    """The exit codes that the audits would have had by themselves."""

    def add(self, row: Row, *, fail_on: str) -> None:
        """Count one more."""
        self.outcomes[row.outcome] += 1
        if row.outcome is Outcome.AUDITED:
            self.verdicts[row.verdict] += 1
            self.codes.add(exit_code(row.trouble, fail_on=fail_on))

    def exit_code(self, *, strict: bool) -> int:
        """Gaps come before what could not be checked; a packet without a report is the latter, or if `strict` a gap."""
        codes = set(self.codes)
        if self.outcomes.total() > self.outcomes[Outcome.AUDITED]:
            codes.add(EXIT_GAPS if strict else EXIT_UNCHECKED)
        return next((code for code in (EXIT_GAPS, EXIT_UNCHECKED) if code in codes), 0)


def write(out: Path, rows: Iterable[Row], *, via: Path, checklist: str, cancelled: bool, fail_on: str) -> Tally:
    """Writes the three files into the folder `out`, each whole or not at all, and counts the rows.

    Unfinished ones lie in the folder `via`, so that a run that is killed leaves none of them among the reports.

    Raises:
        ConfigurationError: they cannot be written.
    """
    tally = Tally()
    try:
        with ExitStack() as stack:
            table, document, index = (stack.enter_context(reporting.whole(out / name, via=via)) for name in OVERVIEW)
            writer = csv.writer(table, lineterminator="\n")
            writer.writerow(column.name for column in fields(Row))
            document.write('{"rows": [')

            def told() -> Iterator[tuple[int, Row]]:
                for number, row in enumerate(rows):
                    tally.add(row, fail_on=fail_on)
                    writer.writerow(reporting.defused(value) for value in asdict(row).values())
                    document.write((",\n" if number else "\n") + json.dumps(asdict(row), ensure_ascii=False))
                    yield number, row

            worst = heapq.nsmallest(limits.INDEX_ROWS, told(), key=_trouble)
            head = {
                "schema": SCHEMA,
                "checklist": checklist,
                "state": "cancelled" if cancelled else "complete",
                "packets": tally.outcomes.total(),
                "outcomes": {outcome.value: tally.outcomes[outcome] for outcome in Outcome if tally.outcomes[outcome]},
                "verdicts": dict(sorted(tally.verdicts.items())),
            }
            document.write("\n],\n" + json.dumps(head, ensure_ascii=False, indent=1)[2:] + "\n")
            index.write(reporting.overview({**head, "rows": [asdict(row) for _, row in worst]}))
    except OSError as error:
        raise reporting.unwritable(out, error) from error
    return tally


_WORST_FIRST = sorted(Outcome, key=lambda outcome: outcome is Outcome.AUDITED)


def _trouble(numbered: tuple[int, Row]) -> tuple[int, ...]:
    """Sorts packets without a report first, then those with more and graver gaps, then as they came."""
    number, row = numbered
    gaps = (row.missing, row.partial, row.off, row.could_not_check, row.unchecked, row.needs_review)
    return (_WORST_FIRST.index(row.outcome), row.verdict == "complete", *(-count for count in gaps), number)
