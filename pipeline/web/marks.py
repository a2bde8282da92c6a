"""Which words on which page a report points to, and for what: the other way round than the report tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.reporting import Report

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom, in points from the page's upper left corner."""


@dataclass(frozen=True)
class Use:
    """A finding that points to words."""

    anchor: str
    """Where it stands in the report, such as `item-c12`."""
    title: str
    """In a few words."""
    answers: bool
    """The words count for it; otherwise they were looked at, and are no answer."""


@dataclass(frozen=True)
class Mark:
    """Words on a page that the report points to."""

    id: str
    """Alone on its page."""
    lines: tuple[Edges, ...]
    """Where they stand."""
    quote: str
    page_size: tuple[float, float] | None
    """Width and height of the page in points, where it is known."""
    uses: tuple[Use, ...]

    @property
    def answers(self) -> bool:
        """Whether they count for any finding."""
        return any(use.answers for use in self.uses)


Marks = Mapping[tuple[str, int], tuple[Mark, ...]]
"""By file and page, in the order of the page."""


def marks(report: Report) -> Marks:
    """All that the report points to."""
    uses: dict[tuple[str, int], dict[Edges, tuple[dict[str, Any], dict[str, Use]]]] = {}
    for evidence, use in _pointed(report):
        page = uses.setdefault((evidence["file"], evidence["page"]), {})
        found = page.setdefault(_edges(evidence["bbox"]), (evidence, {}))[1]
        if use.answers or use.anchor not in found:
            found[use.anchor] = use
    return {
        place: tuple(_mark(f"m{number}", page[edges]) for number, edges in enumerate(_down(page), start=1))
        for place, page in uses.items()
    }


def mark_of(found: Marks, evidence: dict[str, Any]) -> Mark | None:
    """The mark of one piece of evidence."""
    lines = tuple(_edges(line) for line in evidence["lines"]) or (_edges(evidence["bbox"]),)
    return next((mark for mark in found.get((evidence["file"], evidence["page"]), ()) if mark.lines == lines), None)


def _down(page: Mapping[Edges, object]) -> list[Edges]:
    return sorted(page, key=lambda edges: (edges[1], edges[0], edges))


def _mark(name: str, used: tuple[dict[str, Any], dict[str, Use]]) -> Mark:
    evidence, uses = used
    lines = tuple(_edges(line) for line in evidence["lines"]) or (_edges(evidence["bbox"]),)
    size = evidence["page_size"]
    return Mark(name, lines, evidence["quote"], (size[0], size[1]) if size else None, tuple(uses.values()))


def _edges(numbers: list[float]) -> Edges:
    x0, top, x1, bottom = numbers
    return x0, top, x1, bottom


def _pointed(report: Report) -> Iterator[tuple[dict[str, Any], Use]]:
    for item in report["items"]:
        anchor, title = f"item-{item['id']}", f"{item['cite']} {item['short']}"
        for element in item["elements"]:
            yield from ((each, Use(anchor, title, answers=True)) for each in element["evidence"])
            yield from ((miss["evidence"], Use(anchor, title, answers=False)) for miss in element["near_misses"])
    for check in report["checks"]:
        use = Use(f"check-{check['id']}", f"{check['cite']} {check['title']}", answers=True)
        yield from ((each, use) for each in check["evidence"])
    for fact in report["facts"]:
        use = Use(f"fact-{fact['name']}", fact["label"], answers=True)
        yield from ((each, use) for each in fact["evidence"])
        other = Use(f"conflict-{fact['name']}", f"Conflict: {fact['label']}", answers=True)
        yield from ((each, other) for reading in fact["other_values"] for each in reading["evidence"])
