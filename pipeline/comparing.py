"""Two reports on one application: what the later round answers, still lacks, and has lost or changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Literal

import msgspec

from pipeline.decisions import Decision, Kind, Standing, Subject, fingerprint, review
from pipeline.errors import UsageError
from pipeline.reporting import Report

_OPEN = ("missing", "partial", "could_not_check", "shortfall", "conflict", "not_stated")
_UNREAD = "could_not_check"


class Outcome(StrEnum):
    """What has become of a finding."""

    NEWLY_OPEN = "newly_open"
    """It was in order, or not asked for, and now something is missing or short."""
    STILL_OPEN = "still_open"
    """It was missing, short or could not be checked, and is no better now."""
    PARTLY_ANSWERED = "partly_answered"
    """More of it is answered than before, and not all."""
    ANSWERED = "answered"
    """It was open, and is in order now."""
    NO_LONGER_ASKED = "no_longer_asked"
    """It was open, and the law does not ask for it any more in this case."""
    OTHERWISE = "otherwise"
    """It was and is in order, by other words or another number."""
    SAME = "same"
    """It was and is in order, by the same words and numbers, or is asked for in neither."""


@dataclass(frozen=True)
class Change:
    """One item or check in both rounds."""

    kind: str
    """`item` or `check`."""
    id: str
    cite: str
    title: str
    outcome: Outcome
    was: str
    """Its status in the earlier report, in the contract's words; empty where that report has no such finding."""
    now: str
    reason: str
    """The later report's."""
    gained: tuple[str, ...]
    """The titles of the elements that are answered since."""
    lacking: tuple[str, ...]
    """Of those that were not answered, and are not."""
    lost: tuple[str, ...]
    """Of those that were answered, and are not any more."""
    evidence: tuple[dict[str, Any], ...]
    """Where the later packet says what is answered since, or otherwise: evidence as in report.json."""


@dataclass(frozen=True)
class Number:
    """A fact whose value is not the same."""

    name: str
    label: str
    unit: str | None
    was: str | None
    """As a reader reads it; None where the packet did not state it."""
    now: str | None
    evidence: tuple[dict[str, Any], ...]
    """Where the later packet states it."""


@dataclass(frozen=True)
class Files:
    """The names of the packet's files."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    """The same name, and other bytes."""
    removed: tuple[str, ...]
    same: int
    """How many there are with the same bytes, whatever their names."""


@dataclass(frozen=True)
class Ruling:
    """A decision on the earlier report, held against the later one."""

    decision: Decision
    standing: Standing
    why: str
    """Why it does not hold; empty where it does."""
    title: str
    cite: str


@dataclass(frozen=True)
class Round:
    """One of the two reports."""

    packet: str
    verdict: str
    sentence: str


@dataclass(frozen=True)
class Comparison:
    """What is different between two rounds."""

    schema: str
    checklist: str
    """The title of the filing."""
    old: Round
    new: Round
    same_checklist: bool
    """False where the checklist itself was changed between the rounds."""
    counts: Mapping[str, int]
    """How many findings have each outcome."""
    changes: tuple[Change, ...]
    """In the order of the law, items before checks."""
    numbers: tuple[Number, ...]
    files: Files
    decisions: tuple[Ruling, ...]
    packet: Mapping[str, Any]
    """The later report's files, so that pages can be linked."""


def compare(old: Report, new: Report, history: Sequence[Decision], on: date) -> Comparison:
    """What the later report finds otherwise than the earlier one.

    Args:
        history: the decisions on the earlier report.
        on: the day for which it is told whether they hold.

    Raises:
        UsageError: the reports are on different filings.
    """
    if old["checklist"]["id"] != new["checklist"]["id"]:
        raise UsageError(
            f"One report is on {old['checklist']['id']}, the other on {new['checklist']['id']}.",
            remedy="Compare two reports on the same filing.",
        )
    changes = (*_changes("item", old, new), *_changes("check", old, new))
    return Comparison(
        schema="muster/comparison/1",
        checklist=new["checklist"]["title"],
        old=_round(old),
        new=_round(new),
        same_checklist=old["checklist"]["sha256"] == new["checklist"]["sha256"],
        counts={outcome.value: sum(each.outcome is outcome for each in changes) for outcome in Outcome},
        changes=changes,
        numbers=tuple(_numbers(old, new)),
        files=_files(old, new),
        decisions=tuple(_rulings(old, new, history, on)),
        packet=new["packet"],
    )


def _round(report: Report) -> Round:
    headline = report["headline"]
    return Round(report["packet"]["id"], headline["verdict"], headline["sentence"])


def _changes(kind: Literal["item", "check"], old: Report, new: Report) -> Iterator[Change]:
    before = {each["id"]: each for each in old[f"{kind}s"]}
    for now in new[f"{kind}s"]:
        was = before.get(now["id"], {"status": "", "elements": []})
        parts = _parts(was, now)
        outcome = _outcome(was["status"], now["status"], parts)
        subject = Subject(kind, now["id"])
        new_words = not was["status"] or fingerprint(old, subject) != fingerprint(new, subject)
        if outcome is Outcome.SAME and was["status"] and new_words:
            outcome = Outcome.OTHERWISE
        shown = parts.gained or [element for element in now.get("elements", ()) if element["status"] == "present"]
        evidence = [*now.get("evidence", ()), *(each for element in shown for each in element["evidence"])]
        yield Change(
            **{key: now[key] for key in ("id", "cite", "title", "reason")},
            kind=kind,
            outcome=outcome,
            was=was["status"],
            now=now["status"],
            gained=_titles(parts.gained),
            lacking=_titles(parts.lacking) if now["status"] in _OPEN else (),
            lost=_titles(parts.lost) if now["status"] in _OPEN else (),
            evidence=_unpictured(evidence) if new_words and outcome is not Outcome.STILL_OPEN else (),
        )


@dataclass(frozen=True)
class _Parts:
    """The elements of an item whose answer came, stays away, or went."""

    gained: list[dict[str, Any]]
    lacking: list[dict[str, Any]]
    lost: list[dict[str, Any]]


def _parts(was: dict[str, Any], now: dict[str, Any]) -> _Parts:
    had = {element["id"] for element in was.get("elements", ()) if element["status"] == "present"}
    elements = now.get("elements", ())
    missing = [element for element in elements if element["status"] == "missing"]
    return _Parts(
        gained=[element for element in elements if element["status"] == "present" and element["id"] not in had],
        lacking=[element for element in missing if element["id"] not in had],
        lost=[element for element in missing if element["id"] in had],
    )


def _titles(elements: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(element["title"] for element in elements)


def _unpictured(evidence: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """The pictures stay in the report."""
    return tuple({**each, "picture": None} for each in evidence)


def _outcome(was: str, now: str, parts: _Parts) -> Outcome:
    if now not in _OPEN:
        if was not in _OPEN:
            return Outcome.SAME
        return Outcome.NO_LONGER_ASKED if now == "not_applicable" else Outcome.ANSWERED
    if was not in _OPEN or parts.lost or (now == _UNREAD and was != _UNREAD):
        return Outcome.NEWLY_OPEN
    return Outcome.PARTLY_ANSWERED if parts.gained else Outcome.STILL_OPEN


def _numbers(old: Report, new: Report) -> Iterator[Number]:
    before, after = ({fact["name"]: fact for fact in report["facts"]} for report in (old, new))
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name), after.get(name)
        if was is None or now is None or was["value"] != now["value"]:
            fact = now or was or {}
            yield Number(
                name=name,
                label=fact["label"],
                unit=fact["unit"],
                was=was and was["text"],
                now=now and now["text"],
                evidence=_unpictured(now["evidence"]) if now else (),
            )


def _files(old: Report, new: Report) -> Files:
    before, after = ({file["name"]: file["sha256"] for file in report["packet"]["files"]} for report in (old, new))
    known = set(before.values())
    kept = {name for name, digest in after.items() if digest in known}
    return Files(
        added=tuple(name for name in after if name not in before and name not in kept),
        changed=tuple(name for name in after if name in before and name not in kept),
        removed=tuple(name for name, digest in before.items() if name not in after and digest not in after.values()),
        same=len(kept),
    )


def _rulings(old: Report, new: Report, history: Sequence[Decision], on: date) -> Iterator[Ruling]:
    """Those that were in force at the end of the earlier round."""
    for held in review(new, history, on).held:
        decision = held.decision
        if held.standing is Standing.SUPERSEDED or decision.kind is Kind.WITHDRAW:
            continue
        found = {"title": decision.title, "cite": decision.cite}
        if decision.subject.kind != "own":
            name, of = decision.subject.id, f"{decision.subject.kind}s"
            found = next((each for each in (*new[of], *old[of]) if each["id"] == name), {"title": name, "cite": ""})
        yield Ruling(decision, held.standing, held.why, found["title"], found["cite"])


def document(comparison: Comparison) -> dict[str, Any]:
    """comparison.json: the same as plain data. It is to stand beside the later report, from where its links lead."""
    plain: dict[str, Any] = msgspec.to_builtins(comparison)
    return plain
