"""Whether probabilities mean what they say: of the elements at probability p, how many a person found answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.scoring import ANSWERED, Elements, Label, Report

BOUNDS = (0.0, 0.1, 0.25, 0.4, 0.62, 0.78, 0.85, 0.95, 1.0)
"""Of the bins; .40, .62 and .78 are the bounds of review and of "present" in `judging`."""
JUDGED = (*ANSWERED, "missing")


@dataclass(frozen=True)
class Bin:
    """Elements whose probability of being answered lies between two bounds."""

    low: float
    high: float
    """Below it, but for the last bin, which holds 1 too."""
    elements: int
    mean: float
    """Of their probabilities."""
    answered: float
    """The share that the labels call answered; where the tool is honest with itself, near `mean`."""

    def __str__(self) -> str:
        return f"{self.low:.2f} to {self.high:.2f}{self.elements:12}{self.mean:14.2f}{self.answered:16.2f}"


HEADING = f"{'probability':12}{'elements':>12}{'mean':>14}{'answered':>16}"
"""Above the bins' lines."""


def bins(labels: Sequence[Label], reports: Mapping[str, Report], elements: Mapping[str, Elements]) -> tuple[Bin, ...]:
    """The elements of all packets by their probability; arguable items and bins without elements are left out."""
    told = [
        pair
        for label in labels
        if label.id in reports
        for pair in _told(label, reports[label.id], elements[label.checklist])
    ]
    found = []
    for low, high in pairwise(BOUNDS):
        inside = [(p, answered) for p, answered in told if low <= p < high or p == high == BOUNDS[-1]]
        if inside:
            mean = sum(p for p, _ in inside) / len(inside)
            found.append(Bin(low, high, len(inside), mean, sum(a for _, a in inside) / len(inside)))
    return tuple(found)


def _told(label: Label, report: Report, elements: Elements) -> Iterator[tuple[float, bool]]:
    """Of each labeled element, the report's probability and whether it is answered."""
    items = {item["id"]: item for item in report["items"]}
    for item_id, wanted in label.items.items():
        if item_id in label.arguable or wanted["status"] not in JUDGED or item_id not in items:
            continue
        for element in items[item_id]["elements"]:
            asked = element["status"] != "not_applicable" and element["id"] in elements.get(item_id, ())
            if asked and "probability" in element:
                answered = wanted["status"] in ANSWERED and element["id"] not in wanted.get("missing", [])
                yield element["probability"], answered
