"""A report as people have decided it: the tool's findings and the decisions, beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pipeline.decisions import Decision, Held, Kind, Review, Subject
from pipeline.reporting.decided_todo import decided_todo
from pipeline.reporting.document import Report
from pipeline.reporting.wording import counted, joined

WAIVED = "waived"
"""The status, as decided, of what the town does not ask for in this case; never the tool's."""

_SETTLED = ("present", "not_applicable", "unverifiable", WAIVED)
_TROUBLE = ("shortfall", "conflict")


def as_decided(report: Report, review: Review) -> Report:
    """The report with what people have decided.

    `status` and `needs_review` of an item and `status` of a check are then as decided, `tool` holds the tool's own, and
    `decisions` all that is on record of the finding, the latest first. The to-do list and the summary follow. `decided`
    holds the reviewers' own findings, the tasks that decisions have settled, and all decisions. Where there is no decision
    on record, `decided` and each `tool` are None, and all else is as it was.
    """
    items = [_found("item", item, review) for item in report["items"]]
    checks = [_found("check", check, review) for check in report["checks"]]
    shown: Report = {**report, "items": items, "checks": checks, "decided": None}
    if not review.held:
        return shown
    own = [_own(decision, review) for decision in review.own()]
    todo, settled = decided_todo(report, review)
    summary = _summary(items, checks, own)
    return {
        **shown,
        "todo": todo,
        "summary": summary,
        "decided": {
            "verdict": "Complete" if summary["verdict"] == "complete" else "Incomplete",
            "sentence": _sentence(summary, own),
            "own": own,
            "settled": settled,
            "history": [_entry(held, report) for held in review.held],
        },
    }


def _found(kind: str, finding: dict[str, Any], review: Review) -> dict[str, Any]:
    subject = Subject("item" if kind == "item" else "check", finding["id"])
    on_record = [_plain(held, finding) for held in review.of(subject)]
    decision = review.in_force(subject)
    tool = {"status": finding["status"], "needs_review": finding.get("needs_review", False)}
    if decision is None:
        return {**finding, "decisions": on_record, "tool": None}
    status = {Kind.OVERRULE: decision.status, Kind.WAIVE: WAIVED}.get(decision.kind, finding["status"])
    return {**finding, "status": status, "needs_review": False, "decisions": on_record, "tool": tool}


def _own(decision: Decision, review: Review) -> dict[str, Any]:
    return {
        "id": decision.subject.id,
        "cite": decision.cite,
        "title": decision.title,
        "status": decision.status,
        "ask": decision.ask,
        "due": decision.due or "filing",
        "decisions": [_plain(held, {}) for held in review.of(decision.subject)],
    }


def _entry(held: Held, report: Report) -> dict[str, Any]:
    """A line of the record: the decision, and what it is on."""
    subject = held.decision.subject
    findings = report[f"{subject.kind}s"] if subject.kind != "own" else ()
    found: dict[str, Any] = next((each for each in findings if each["id"] == subject.id), {})
    title = found.get("title") or held.decision.title or f"{subject.kind} {subject.id}"
    return {**_plain(held, found), "anchor": str(subject) if found or subject.kind == "own" else "", "title": title}


def _plain(held: Held, finding: dict[str, Any]) -> dict[str, Any]:
    decision = held.decision
    titles = {element["id"]: element["title"] for element in finding.get("elements", ())}
    return {
        "number": decision.number,
        "kind": decision.kind.value,
        "who": decision.who,
        "day": decision.day.isoformat(),
        "reason": decision.reason,
        "status": WAIVED if decision.kind is Kind.WAIVE else decision.status,
        "missing": [titles.get(name, name) for name in decision.missing],
        "seen": [{"file": seen.file, "page": seen.page, "quote": seen.quote} for seen in decision.seen],
        "expires": decision.expires.isoformat() if decision.expires else None,
        "told": decision.told,
        "standing": held.standing.value,
        "why": held.why,
    }


def _summary(
    items: list[dict[str, Any]], checks: list[dict[str, Any]], own: list[dict[str, Any]]
) -> dict[str, str | int]:
    counts = Counter(item["status"] for item in items)
    filed = all(item["status"] in _SETTLED for item in items if item["due"] == "filing")
    # Whether the law applies at all is nothing that a packet falls short of.
    met = all(check["status"] not in _TROUBLE for check in checks if check["id"] != "threshold")
    added = any(each["status"] != "caveat" and each["due"] == "filing" for each in own)
    complete = filed and met and not added and not counts["could_not_check"]
    named = ("present", "partial", "missing", "not_applicable", "unverifiable", "could_not_check", WAIVED)
    return {
        "verdict": "complete" if complete else "incomplete",
        **{status: counts[status] for status in named},
        "needs_review": sum(item["needs_review"] for item in items),
    }


def _sentence(summary: dict[str, str | int], own: Iterable[dict[str, Any]]) -> str:
    words = (
        ("present", "answered"),
        ("partial", "partial"),
        ("missing", "missing"),
        (WAIVED, "waived"),
        ("could_not_check", "not checked"),
        ("needs_review", "still in doubt"),
    )
    told = [f"{summary[status]} {word}" for status, word in words if summary[status]]
    added = sum(1 for _ in own)
    more = f" {counted(added, 'finding is', 'findings are')} the reviewers’ own." if added else ""
    return f"Of the items: {joined(told)}.{more}" if told else f"No item applies.{more}"
