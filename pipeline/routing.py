"""Which checklist a packet is for, by what it says of its place, its law and its filing.

Each checklist lists phrases. Those that all checklists of one law share show the place; those that a checklist has
alone show the filing. First the law must lead clearly, then the filing; where none does a person must say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.checklists import Checklist
from pipeline.errors import ConfigurationError
from pipeline.records import Passage

PHRASES = 2
"""Phrases that a packet must have for a law: one name alone may be another town's."""
LEAD = 1.3
"""How many times the phrases of the next one the leader must have."""


@dataclass(frozen=True)
class Route:
    """The checklist chosen, and why."""

    checklist: Checklist
    reason: str
    """One sentence that names the phrases found."""


def choose(passages: Iterable[Passage], checklists: Sequence[Checklist]) -> Route:
    """The checklist whose law and filing the packet speaks of most clearly.

    Raises:
        ConfigurationError: none leads; the remedy names those that are possible.
    """
    text = " ".join(part for passage in passages for part in (passage.label, passage.text) if part)
    said = _said(text, {phrase for c in checklists for phrase in c.route})
    found = {c.id: said.intersection(c.route) for c in checklists}
    laws: dict[str, list[Checklist]] = {}
    for checklist in checklists:
        laws.setdefault(checklist.law, []).append(checklist)
    places = {law: set.intersection(*(set(c.route) for c in group)) for law, group in laws.items()}
    law = _leader(
        {name: _place_score(places[name], [found[c.id] for c in group]) for name, group in laws.items()}, PHRASES
    )
    group = laws[law] if law else list(checklists)
    own = {c.id: len(found[c.id] - places[c.law]) for c in group}
    name = group[0].id if law and len(group) == 1 else _leader(own, 1) if law else None
    if name is None:
        told = "; ".join(f"{c.id}: {', '.join(sorted(found[c.id]))}" for c in group if found[c.id])
        raise ConfigurationError(
            f"It is not clear which filing this packet is for ({told or 'it names no place or law that Muster knows'}).",
            remedy=f"Name it with --checklist, one of {', '.join(c.id for c in group)}.",
        )
    chosen = next(checklist for checklist in group if checklist.id == name)
    return Route(chosen, f"Taken for {name}, because the packet says: {', '.join(sorted(found[name])[:5])}.")


def _place_score(places: set[str], found: Sequence[set[str]]) -> int:
    """How many phrases speak for a law: those of its place, and one more for any of its filings; none without a place."""
    here = len(places & found[0])
    return here + any(phrases - places for phrases in found) if here else 0


def _leader(scores: Mapping[str, int], least: int) -> str | None:
    """The one that leads clearly, if one does."""
    first, *others = sorted(scores, key=lambda name: -scores[name])
    next_best = scores[others[0]] if others else 0
    return first if scores[first] >= least and scores[first] >= LEAD * next_best else None


def _said(text: str, phrases: set[str]) -> set[str]:
    """The phrases that stand in the text as words, each word counted once, for the longest: "without a license" asks for none.

    A phrase's capitals count, unless all of it is set in capitals.
    """
    found = set()
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        for form in {phrase, phrase.upper()}:
            text, count = _pattern(form, phrase).subn(" / ", text)
            if count:
                found.add(phrase)
    return found


def _pattern(form: str, phrase: str) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in form.split())
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE if phrase == phrase.lower() else 0)
