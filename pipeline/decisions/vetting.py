"""Whether a decision can be made on a report: a fault is told in one line, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pipeline.decisions.fingerprints import finding
from pipeline.decisions.records import (
    CHECK_STATUSES,
    ITEM_STATUSES,
    OWN_STATUSES,
    Decision,
    Kind,
    Report,
    Seen,
    Subject,
)
from pipeline.errors import UsageError

LONGEST = {"who": 200, "reason": 4000, "title": 200, "cite": 200, "ask": 1000}
"""Characters: far more than any of them needs."""

_UNCHECKED = ("could_not_check", "unverifiable")
"""Of the tool's statuses those that find nothing, so that there is nothing to confirm."""


def vetted(decision: Decision, report: Report, history: Iterable[Decision]) -> Decision:
    """The decision with what the report knows of it: the tool's status, and the files' digests.

    Raises:
        UsageError: it lacks something, has too much, or is on something that is not there.
    """
    for name in ("who", "reason"):
        if not getattr(decision, name).strip():
            raise UsageError("A decision needs a name and a reason.", remedy=f"Give the {name} in a few words.")
    for name, most in LONGEST.items():
        if len(getattr(decision, name)) > most:
            raise UsageError(f"The {name} is longer than {most:,} characters.", remedy="Say it shorter.")
    if decision.expires and decision.expires < decision.day:
        raise UsageError(
            f"It would have expired on {decision.expires}, before it was made.", remedy="Give a later last day."
        )
    decision = replace(decision, seen=tuple(_found(seen, report) for seen in decision.seen))
    if decision.subject.kind == "own":
        return _vetted_own(decision, history)
    return _vetted_finding(decision, report, history)


def _vetted_finding(decision: Decision, report: Report, history: Iterable[Decision]) -> Decision:
    subject, kind = decision.subject, decision.kind
    try:
        told = finding(report, subject)
    except KeyError:
        raise UsageError(
            f"The report has no {subject.kind} {subject.id!r}.",
            remedy=f"It has: {', '.join(each['id'] for each in report[f'{subject.kind}s'])}.",
        ) from None
    if kind is Kind.ADD or decision.title or decision.cite or decision.ask or decision.due:
        raise UsageError(
            f"{subject} is the report's own finding: nothing of that kind can be added to it.",
            remedy="Overrule it, or add a finding of your own.",
        )
    if kind is Kind.OVERRULE:
        _vet_overruling(decision, told["status"], [element["id"] for element in told.get("elements", ())])
    else:
        _without_status(decision)
    if kind is Kind.CONFIRM and told["status"] in _UNCHECKED:
        raise UsageError(
            f"Muster could not check {subject}: there is nothing to confirm.", remedy="Overrule it with what you found."
        )
    if kind is Kind.WITHDRAW:
        _vet_withdrawal(subject, history)
    return replace(decision, told=told["status"])


def _vet_overruling(decision: Decision, told: str, elements: list[str]) -> None:
    words = ITEM_STATUSES if decision.subject.kind == "item" else CHECK_STATUSES
    if decision.status not in tuple(words):
        raise UsageError(
            f"{decision.status!r} is no status of an {decision.subject.kind} that a person can find."
            if decision.subject.kind == "item"
            else f"{decision.status!r} is no status of a check.",
            remedy=f"Give one of {', '.join(words)}.",
        )
    unknown = [element for element in decision.missing if element not in elements]
    if unknown:
        raise UsageError(f"{decision.subject} has no element {unknown[0]!r}.", remedy=f"It has: {', '.join(elements)}.")
    if (decision.status == "partial") != (0 < len(set(decision.missing)) < len(elements)):
        raise UsageError(
            "An item is partial where some of its elements are missing, and not all.",
            remedy=f"Name those that are missing; it has: {', '.join(elements)}.",
        )
    if decision.status == told and decision.status != "partial":
        raise UsageError(f"Muster says {told!r} of {decision.subject} as well.", remedy="Confirm it instead.")


def _vetted_own(decision: Decision, history: Iterable[Decision]) -> Decision:
    subject, kind = decision.subject, decision.kind
    if kind is Kind.WITHDRAW:
        _without_status(decision)
        _vet_withdrawal(subject, history)
        return decision
    if kind is not Kind.ADD:
        raise UsageError(f"{subject} is a finding of a reviewer's own.", remedy="Withdraw it, or add another.")
    if subject.id and all(each.subject != subject for each in history):
        raise UsageError(f"There is no {subject} to change.", remedy="Add it without a number.")
    if not decision.title.strip():
        raise UsageError("An added finding needs a title.", remedy="Say what it is about in a few words.")
    if decision.status not in OWN_STATUSES:
        raise UsageError(
            f"{decision.status!r} is no status of an added finding.", remedy=f"Give one of {', '.join(OWN_STATUSES)}."
        )
    if (decision.status == "caveat") == bool(decision.ask.strip()):
        raise UsageError(
            "An added finding asks the applicant for something, and a caveat for nothing.",
            remedy="Say in one sentence what to ask for, or make it a caveat.",
        )
    return decision


def _without_status(decision: Decision) -> None:
    if decision.status or decision.missing:
        raise UsageError(f"To {decision.kind} takes no status.", remedy="Leave it out, or overrule.")


def _vet_withdrawal(subject: Subject, history: Iterable[Decision]) -> None:
    on_it = [each.kind for each in history if each.subject == subject]
    if on_it[-1:] in ([], [Kind.WITHDRAW]):
        raise UsageError(f"There is no decision on {subject} to withdraw.", remedy="Check the name of the finding.")


def _found(seen: Seen, report: Report) -> Seen:
    files = {file["name"]: file for file in report["packet"]["files"]}
    if seen.file not in files:
        raise UsageError(f"The packet has no file {seen.file!r}.", remedy=f"It has: {', '.join(files)}.")
    pages = files[seen.file]["pages"]
    if not 1 <= seen.page <= pages:
        raise UsageError(f"{seen.file} has no page {seen.page}.", remedy=f"It has {pages}.")
    return replace(seen, sha256=files[seen.file]["sha256"])
