"""The to-do list after people's decisions: what they settled is done, what they found is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from pipeline.decisions import Decision, Kind, Review, Standing, Subject
from pipeline.reporting.document import Report
from pipeline.reporting.todo import GROUPS
from pipeline.reporting.wording import DECIDED

Task = dict[str, Any]

_ASKED = ("missing", "partial", "shortfall", "conflict", "not_stated")


def decided_todo(report: Report, review: Review) -> tuple[list[dict[str, Any]], list[Task]]:
    """The groups of the list with their tasks, numbered through, and the tasks that decisions have settled."""
    groups: dict[str, list[Task]] = {name: [] for name in GROUPS}
    settled: list[Task] = []
    for group in report["todo"]:
        for task in group["tasks"]:
            _sort_in(task, group["group"], report, review, groups, settled)
    for name, task in _found(report, review):
        groups[name].append(task)
    numbers = count(1)
    return [
        {"group": name, "tasks": [{**task, "number": next(numbers)} for task in tasks]}
        for name, tasks in groups.items()
        if tasks
    ], settled


def _sort_in(
    task: Task, group: str, report: Report, review: Review, groups: dict[str, list[Task]], settled: list[Task]
) -> None:
    """A task of the tool's goes where decisions on its findings put it, one finding at a time."""
    kept = []
    titles = [_finding(report, ref["kind"], ref["id"])["title"] for ref in task["refs"]]
    merged = task["title"] == "; ".join(titles)
    for ref, title in zip(task["refs"], titles, strict=True):
        decision = review.in_force(Subject(ref["kind"], ref["id"]))
        if decision is None or (decision.kind is Kind.CONFIRM and task["status"] in _ASKED):
            kept.append((ref, title))
            continue
        alone = {**task, "refs": [ref], "title": title if merged else task["title"]}
        finding = _finding(report, ref["kind"], ref["id"])
        if decision.kind is Kind.CONFIRM and task["status"] == "needs_review" and finding["status"] in _ASKED:
            groups[finding["due"]].append({**alone, "status": finding["status"]})  # in doubt no more: asked for
        else:
            settled.append({**alone, "decision": decision.number, "word": DECIDED[decision.kind]})
    if kept:
        title = "; ".join(title for _, title in kept) if merged else task["title"]
        groups[group].append({**task, "refs": [ref for ref, _ in kept], "title": title})


def _found(report: Report, review: Review) -> Iterator[tuple[str, Task]]:
    """What decisions add to the list: what people found to be lacking, and what they must decide anew."""
    for subject in dict.fromkeys(held.decision.subject for held in review.held):
        decision, latest = review.in_force(subject), review.of(subject)[0]
        if latest.standing in (Standing.STALE, Standing.EXPIRED) and latest.decision.kind is not Kind.WITHDRAW:
            yield "look", _anew(report, latest.decision, latest.why)
        elif decision and decision.kind is Kind.ADD:
            group = "weigh" if decision.status == "caveat" else decision.due or "filing"
            asks = [decision.ask] if decision.ask else []
            yield group, _task(decision.title, asks, decision.status, _ref(subject, decision.cite))
        elif decision and decision.kind is Kind.OVERRULE and decision.status in _ASKED:
            finding = _finding(report, subject.kind, subject.id)
            asks = _asks(finding, decision) if subject.kind == "item" else [finding["ask"]]
            group = finding["due"] if subject.kind == "item" else finding.get("group", "filing")
            yield (
                group,
                _task(finding["title"], list(filter(None, asks)), decision.status, _ref(subject, finding["cite"])),
            )


def _asks(item: dict[str, Any], decision: Decision) -> list[str]:
    """One ask for each need that nothing answers; alternatives are asked for as such."""
    needs: dict[object, list[dict[str, Any]]] = {}
    for element in item["elements"]:
        needs.setdefault(element.get("need", element["id"]), []).append(element)
    if decision.missing:
        lacking = [need for need in needs.values() if any(element["id"] in decision.missing for element in need)]
    else:
        lacking = [need for need in needs.values() if any(element["status"] != "not_applicable" for element in need)]
    return list(dict.fromkeys(" Or: ".join(element["ask"] for element in need) for need in lacking))


def _anew(report: Report, decision: Decision, why: str) -> Task:
    subject, title, cite = decision.subject, decision.title, decision.cite
    if subject.kind != "own":
        finding = _finding(report, subject.kind, subject.id)
        title, cite = finding["title"], finding["cite"]
    task = _task(f"Decide anew: {title}", [], "needs_review", _ref(subject, cite))
    return {**task, "why": f"{decision.who} decided on it, and that does not hold any more. {why}"}


def _task(title: str, asks: list[str], status: str, ref: dict[str, str]) -> Task:
    return {"title": title, "asks": asks, "why": "", "status": status, "refs": [ref]}


def _ref(subject: Subject, cite: str) -> dict[str, str]:
    return {"kind": subject.kind, "id": subject.id, "cite": cite}


def _finding(report: Report, kind: str, name: str) -> dict[str, Any]:
    """The item or the check; one that the report has no more, by its name alone."""
    gone = {"title": name, "cite": "", "status": "", "elements": [], "ask": ""}
    return next((each for each in report[f"{kind}s"] if each["id"] == name), gone)
