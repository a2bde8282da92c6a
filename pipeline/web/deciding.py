"""What a form can offer for a finding, and from the form that comes back to a decision."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal, cast

from werkzeug.datastructures import MultiDict

from pipeline.decisions import ITEM_STATUSES, Decision, Kind, Review, Seen, Subject, fingerprint
from pipeline.decisions.records import CHECK_STATUSES, OWN_STATUSES
from pipeline.errors import UsageError
from pipeline.reporting import Report


class Act(StrEnum):
    """What a reviewer does with a finding."""

    ACCEPT = "accept"
    OVERRULE = "overrule"
    MISSED = "missed"
    """There is an answer, and the tool has missed it."""
    WAIVE = "waive"
    WITHDRAW = "withdraw"
    ADD = "add"
    """A finding of the reviewer's own."""


_KINDS = {
    Act.ACCEPT: Kind.CONFIRM,
    Act.OVERRULE: Kind.OVERRULE,
    Act.MISSED: Kind.OVERRULE,
    Act.WAIVE: Kind.WAIVE,
    Act.WITHDRAW: Kind.WITHDRAW,
    Act.ADD: Kind.ADD,
}
_ANSWERED = {"item": "present", "check": "ok"}
"""What a finding is whose answer the tool has missed."""
_UNCHECKED = ("could_not_check", "unverifiable")
"""Statuses that find nothing, so that there is nothing to accept."""


@dataclass(frozen=True)
class Matter:
    """A finding that is to be decided on."""

    subject: Subject
    title: str
    cite: str
    status: str
    """The tool's; empty for a finding of a reviewer's own."""
    elements: tuple[tuple[str, str, bool], ...]
    """Of an item: each element's id and title, and whether the tool found it missing."""
    statuses: tuple[str, ...]
    """What it can be found to be instead."""
    acts: tuple[Act, ...]
    """What can be done with it now."""
    fingerprint: str
    """Of its evidence as it is shown."""
    known: int
    """The number of the latest decision on it; 0 where there is none."""


def matter(report: Report, subject: Subject, review: Review) -> Matter:
    """The finding as a form shows it; of `own-`, without a number, one that is to be added.

    Raises KeyError where the report has none of this name.
    """
    on_it = review.of(subject)
    known = on_it[0].decision.number if on_it else 0
    withdrawn = not on_it or on_it[0].decision.kind is Kind.WITHDRAW
    mark = fingerprint(report, subject)
    if subject.kind == "own":
        added = next((held.decision for held in on_it if held.decision.kind is Kind.ADD), None)
        if subject.id and added is None:
            raise KeyError(str(subject))
        acts = (Act.ADD,) if added is None else () if withdrawn else (Act.WITHDRAW,)
        title, cite = (added.title, added.cite) if added else ("", "")
        return Matter(subject, title, cite, "", (), OWN_STATUSES, acts, mark, known)
    found = next(each for each in report[f"{subject.kind}s"] if each["id"] == subject.id)
    words = ITEM_STATUSES if subject.kind == "item" else CHECK_STATUSES
    return Matter(
        subject,
        found["title"],
        found["cite"],
        found["status"],
        tuple((each["id"], each["title"], each["status"] == "missing") for each in found.get("elements", ())),
        tuple(word.value for word in words if word != found["status"] or word == "partial"),
        tuple(act for act in Act if _open(act, found["status"], withdrawn=withdrawn)),
        mark,
        known,
    )


def _open(act: Act, status: str, *, withdrawn: bool) -> bool:
    match act:
        case Act.ACCEPT:
            return status not in _UNCHECKED
        case Act.MISSED:
            return status not in _ANSWERED.values()
        case Act.WITHDRAW:
            return not withdrawn
        case Act.ADD:
            return False
        case _:
            return True


def decision(subject: Subject, act: Act, form: MultiDict[str, str], *, who: str, day: date) -> Decision:
    """The decision that a form asks for; `decisions.record` sees whether it can be made.

    Raises:
        UsageError: a day or a page is none, or it is not said where the answer stands.
    """
    status = _ANSWERED[subject.kind] if act is Act.MISSED else _text(form, "status")
    return Decision(
        kind=_KINDS[act],
        subject=subject,
        who=who,
        day=day,
        reason=_text(form, "reason"),
        status=status if act in (Act.OVERRULE, Act.MISSED, Act.ADD) else "",
        missing=tuple(form.getlist("missing")) if (act, status) == (Act.OVERRULE, "partial") else (),
        seen=_seen(form, needed=act is Act.MISSED),
        expires=_day(_text(form, "expires")),
        title=_text(form, "title"),
        cite=_text(form, "cite"),
        ask=_text(form, "ask"),
        due=cast("Literal['', 'filing', 'issuance']", _text(form, "due")),
        fingerprint=_text(form, "fingerprint"),
    )


def undecided(report: Report, review: Review) -> list[Subject]:
    """The findings of the to-do list on which nobody has decided, in the order of the page."""
    asked = {(ref["kind"], ref["id"]) for group in report["todo"] for task in group["tasks"] for ref in task["refs"]}
    return [
        subject
        for subject in in_order(report)
        if (subject.kind, subject.id) in asked and review.in_force(subject) is None
    ]


def following(report: Report, review: Review, subject: Subject) -> Subject:
    """The next undecided finding after one, or the first of all; itself where none is left."""
    order, left = in_order(report), undecided(report, review)
    here = order.index(subject) if subject in order else 0
    return next((each for each in [*order[here + 1 :], *order[:here]] if each in left), subject)


def in_order(report: Report) -> list[Subject]:
    """All findings of the report, in the order of the page."""
    items = [
        Subject("item", item["id"]) for due in ("filing", "issuance") for item in report["items"] if item["due"] == due
    ]
    return [*items, *(Subject("check", check["id"]) for check in report["checks"])]


def _text(form: MultiDict[str, str], name: str) -> str:
    return form.get(name, "").strip()


def _seen(form: MultiDict[str, str], *, needed: bool) -> tuple[Seen, ...]:
    file, page = _text(form, "file"), _text(form, "page")
    if not file and needed:
        raise UsageError("It is not said where the answer stands.", remedy="Choose the file, and give the page.")
    if not file:
        return ()
    if not page.isdecimal():
        raise UsageError("The page is missing.", remedy="Give its number within the file.")
    return (Seen(file=file, page=int(page), quote=_text(form, "quote")),)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise UsageError(f"{text} is no day.", remedy="Give it as 2027-05-21.") from error
