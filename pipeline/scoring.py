"""How often reports are right about packets that a person has labelled.

A labelled packet is a folder with `packet/` (what was submitted) and `gold.json`: for each item its status, the
elements that are missing and the pages that answer it; for each check its status; and the facts. Labels listed under
`arguable` and `arguable_checks` are left out. A packet without a report is wrong in everything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.checklists import Checklist

Report = Mapping[str, Any]
"""A report.json, version 1, as it was parsed."""
Elements = Mapping[str, Sequence[str]]
"""By item id, the ids of its elements, for the items whose elements are all asked for in every packet."""
Figures = dict[str, int | float | None]
"""By name, a count or a share from 0 to 1; None where there was nothing to count."""

RANK = {"missing": 0, "partial": 1, "present": 2}
GAPS = ("partial", "missing")
ANSWERED = ("partial", "present")
TROUBLES = ("shortfall", "conflict")
NO_REPORT: Report = {"items": [], "checks": [], "facts": []}


class Aspect(StrEnum):
    """What is compared."""

    ITEM = "item"
    ELEMENT = "element"
    PAGE = "page"
    """Whether the evidence of an answered item cites a page that the label names."""
    CHECK = "check"
    FACT = "fact"


@dataclass(frozen=True)
class Label:
    """What a person found in one packet."""

    id: str
    checklist: str
    folder: Path
    items: Mapping[str, Mapping[str, Any]]
    checks: Mapping[str, str]
    facts: Mapping[str, Any]
    arguable: frozenset[str] = frozenset()
    """Items and checks on which people differ."""


@dataclass(frozen=True)
class Comparison:
    """One labelled thing, and what the report says of it."""

    packet: str
    aspect: Aspect
    name: str
    should: Any
    told: Any
    right: bool
    review: bool = False
    """The report asks a person to look at this item."""
    note: str = ""

    def __str__(self) -> str:
        return f"{self.packet} {self.aspect} {self.name}: {self.told}, should be {self.should} {self.note}".rstrip()


@dataclass(frozen=True)
class Score:
    """All comparisons over some packets."""

    packets: tuple[str, ...]
    comparisons: tuple[Comparison, ...] = field(repr=False)

    def of(self, aspect: Aspect) -> list[Comparison]:
        """The comparisons of one kind."""
        return [row for row in self.comparisons if row.aspect is aspect]

    @property
    def wrong(self) -> list[Comparison]:
        """Items, checks and facts that the reports have wrong."""
        told = (Aspect.ITEM, Aspect.CHECK, Aspect.FACT)
        return [row for row in self.comparisons if row.aspect in told and not row.right]

    def figures(self) -> Figures:
        """The table, in its order."""
        unsound = {row.packet for row in self.of(Aspect.ITEM) if not row.right}
        facts = self.of(Aspect.FACT)
        return {
            "packets": len(self.packets),
            "packets_with_every_item_right": len(set(self.packets) - unsound),
            **_item_figures(self.of(Aspect.ITEM)),
            "element_accuracy": _accuracy(self.of(Aspect.ELEMENT)),
            "evidence_page_hit": _accuracy(self.of(Aspect.PAGE)),
            **_check_figures(self.of(Aspect.CHECK)),
            "fact_accuracy": _accuracy(facts),
            "max_attendance_accuracy": _accuracy([row for row in facts if row.name == "max_attendance"]),
        }


def read_labels(packets: Path, *, only: Sequence[str] = ("*",)) -> list[Label]:
    """The labelled packets in a folder, by id; `only` holds globs of ids.

    Raises UsageError where the folder holds none.
    """
    files = sorted({file for glob in only for file in packets.glob(f"{glob}/gold.json")})
    if not files:
        raise UsageError(
            f"{packets} holds no labelled packets.",
            remedy="Give a folder with one folder per packet, each with a gold.json.",
        )
    return [_read_label(file) for file in files]


def read_reports(reports: Path, labels: Iterable[Label]) -> dict[str, Report]:
    """By packet id, the report in REPORTS/<id>/report.json or REPORTS/<id>.json; packets without one are left out."""
    found = {}
    for label in labels:
        for file in (reports / label.id / "report.json", reports / f"{label.id}.json"):
            if file.is_file():
                found[label.id] = _read_report(file)
                break
    return found


def plain_elements(checklist: Checklist) -> Elements:
    """The elements that are scored one by one: those of items without alternatives or conditional elements."""
    return {
        item.id: [element.id for element in item.elements]
        for item in checklist.items
        if all(len(need) == 1 and need[0].when is None for need in item.needs)
    }


def score(labels: Sequence[Label], reports: Mapping[str, Report], elements: Mapping[str, Elements]) -> Score:
    """Compares each label with its report; `elements` is by checklist id."""
    rows: list[Comparison] = []
    for label in labels:
        report = reports.get(label.id, NO_REPORT)
        rows += _compare_items(label, report, elements[label.checklist])
        rows += _compare_checks(label, report)
        rows += _compare_facts(label, report)
    return Score(packets=tuple(label.id for label in labels), comparisons=tuple(rows))


def _read_report(file: Path) -> Report:
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
        if (
            all({"id", "status"} <= set(row) for row in (*report["items"], *report["checks"]))
            and report["facts"] is not None
        ):
            return dict(report)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise UsageError(f"{file} is not a report of Muster's.", remedy="Audit the packet anew, or take the file away.")


def _read_label(file: Path) -> Label:
    try:
        gold = json.loads(file.read_text(encoding="utf-8"))
        return Label(
            id=gold["id"],
            checklist=gold["checklist"],
            folder=file.parent / "packet",
            items=_judged(gold["items"]),
            checks=dict(gold["checks"]),
            facts=dict(gold.get("facts", {})),
            arguable=frozenset(gold.get("arguable", []))
            | {f"check {name}" for name in gold.get("arguable_checks", [])},
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{file} is not a label: {error}.", remedy="Mend it, or leave it out with --only.") from error


def _judged(labels: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    for name, label in labels.items():
        if not isinstance(label["status"], str):
            raise TypeError(f"the status of {name} is no word")
    return labels


def _compare_items(label: Label, report: Report, elements: Elements) -> Iterator[Comparison]:
    answers = {item["id"]: item for item in report["items"]}
    for item_id, wanted in label.items.items():
        if item_id in label.arguable:
            continue
        answer = answers.get(item_id, {"status": "none", "elements": []})
        yield Comparison(
            label.id,
            Aspect.ITEM,
            item_id,
            wanted["status"],
            answer["status"],
            right=answer["status"] == wanted["status"],
            review=bool(answer.get("needs_review")),
            note=" ".join(wanted.get("missing", [])),
        )
        if wanted["status"] in ANSWERED:
            yield from _compare_elements(label.id, item_id, wanted, answer, elements.get(item_id, ()))


def _compare_elements(
    packet: str, item_id: str, wanted: Mapping[str, Any], answer: Mapping[str, Any], elements: Sequence[str]
) -> Iterator[Comparison]:
    settled = {element["id"] for element in answer["elements"] if element["status"] in ("present", "not_applicable")}
    for element in elements:
        should, told = element not in wanted.get("missing", []), element in settled
        yield Comparison(packet, Aspect.ELEMENT, f"{item_id}.{element}", should, told, right=should == told)
    pages = {(file, page) for file, page in wanted.get("pages", [])}
    if pages and answer["status"] in ANSWERED:
        cited = {
            (shown["file"], shown["page"]) for element in answer["elements"] for shown in element.get("evidence", [])
        }
        yield Comparison(packet, Aspect.PAGE, item_id, sorted(pages), sorted(cited), right=bool(cited & pages))


def _compare_checks(label: Label, report: Report) -> Iterator[Comparison]:
    told = {check["id"]: check["status"] for check in report["checks"]}
    for name, should in label.checks.items():
        if f"check {name}" not in label.arguable:
            yield Comparison(label.id, Aspect.CHECK, name, should, told.get(name), right=told.get(name) == should)


def _compare_facts(label: Label, report: Report) -> Iterator[Comparison]:
    told = {fact["name"]: fact["value"] for fact in report["facts"]}
    for name, should in label.facts.items():
        right = name in told and _same(told[name], should)
        yield Comparison(label.id, Aspect.FACT, name, should, told.get(name), right=right)


def _same(told: object, should: object) -> bool:
    if isinstance(should, int | float) and isinstance(told, int | float):
        return abs(told - should) <= 1e-6 * max(1, abs(should))
    if isinstance(should, list):
        return isinstance(told, list) and sorted(map(str, told)) == sorted(map(str, should))
    return str(told) == str(should)


def _item_figures(rows: list[Comparison]) -> Figures:
    ranks = [(RANK[row.told], RANK[row.should]) for row in rows if row.told in RANK and row.should in RANK]
    wrong = [row for row in rows if not row.right]
    found = sum(row.told in GAPS and row.should in GAPS for row in rows)
    precision = _share(found, sum(row.told in GAPS for row in rows))
    recall = _share(found, sum(row.should in GAPS for row in rows))
    return {
        "item_status_accuracy": _accuracy(rows),
        "balanced_status_accuracy": _balanced_accuracy(rows),
        "gap_precision": precision,
        "gap_recall": recall,
        "gap_f1": round(2 * precision * recall / (precision + recall), 4) if precision and recall else None,
        "overstated": sum(told > should for told, should in ranks),
        "understated": sum(told < should for told, should in ranks),
        "review_share": _share(sum(row.review for row in rows), len(rows)),
        "wrong_caught_by_review": _share(sum(row.review for row in wrong), len(wrong)),
        "missing_called_present": sum((row.should, row.told) == ("missing", "present") for row in rows),
        "present_called_missing": sum((row.should, row.told) == ("present", "missing") for row in rows),
    }


def _balanced_accuracy(rows: list[Comparison]) -> float | None:
    """The mean over the statuses of the share found, so that calling everything present earns a quarter."""
    shares = [_accuracy([row for row in rows if row.should == status]) for status in (*RANK, "not_applicable")]
    known = [share for share in shares if share is not None]
    return _share(sum(known), len(known))


def _check_figures(rows: list[Comparison]) -> Figures:
    troubles = [row for row in rows if row.should in TROUBLES]
    return {
        "check_accuracy": _accuracy(rows),
        "troubles_found": _accuracy(troubles),
        "false_alarms": sum(row.told in TROUBLES and row.should not in TROUBLES for row in rows),
    }


def _accuracy(rows: Sequence[Comparison]) -> float | None:
    return _share(sum(row.right for row in rows), len(rows))


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
