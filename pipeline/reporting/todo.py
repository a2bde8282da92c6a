"""What must be done, as a numbered list in four groups: nothing is asked twice, and nothing in doubt is asserted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from pipeline.checklists import Checklist
from pipeline.records import Audit, CheckFinding, CheckStatus, Due, ItemFinding, Status
from pipeline.reporting.wording import counted, joined, sentence

GROUPS = ("filing", "issuance", "weigh", "look")
"""Ask the applicant, due with the filing; ask, due before issuance; for the town to weigh; to look at."""

_GAPS = (Status.MISSING, Status.PARTIAL)
_NO_PAPER_MENDS = ("deadline", "threshold")
"""Kinds of check whose outcome is for the town to weigh."""

_SHORT = (CheckStatus.SHORTFALL, CheckStatus.CONFLICT, CheckStatus.NOT_STATED)


@dataclass(frozen=True)
class Task:
    """One thing to do."""

    group: str
    title: str
    """What it is about: an item, a check."""
    asks: tuple[str, ...]
    """What to ask for, one sentence each; none where there is nothing to ask."""
    why: str
    status: str
    """A word of the contract, or `caveat` or `needs_review`."""
    refs: tuple[tuple[str, str, str], ...]
    """The findings that it comes from: (`item` or `check`, id, citation)."""


def todo(audit: Audit, checklist: Checklist) -> list[dict[str, object]]:
    """Groups that have tasks, in the order of GROUPS; tasks are numbered through."""
    tasks = list(_merged(_tasks(audit, checklist)))
    numbers = count(1)
    return [
        {"group": group, "tasks": [_document(task, next(numbers)) for task in tasks if task.group == group]}
        for group in GROUPS
        if any(task.group == group for task in tasks)
    ]


def _tasks(audit: Audit, checklist: Checklist) -> Iterator[Task]:
    groups = check_groups(audit, checklist)
    hidden = any(problem.hides_content for problem in audit.problems)
    for item in audit.items:
        yield from _item_tasks(item, checklist)
    asked = {item.cite for item in audit.items if item.status in _GAPS or item.needs_review}
    for check in audit.checks:
        if check.status is CheckStatus.NOT_STATED and check.cite in asked:
            continue  # The item asks for the number already.
        group = groups[check.id]
        if group != "weigh" and check.status is CheckStatus.NOT_STATED and hidden:
            group = "look"
        elif group != "weigh" and check.status is CheckStatus.CONFLICT:
            group = "filing"
        yield from _check_tasks(check, group=group)
    yield from _unread(audit)
    yield from _unverifiable(audit, checklist)


def check_groups(audit: Audit, checklist: Checklist) -> dict[str, str]:
    """By the id of each check, the group in which a number that falls short is asked for, or weighed."""
    later = {_section(item.cite) for item in audit.items if item.due is Due.ISSUANCE}
    first = {item.cite for item in audit.items if item.due is Due.FILING}
    weighed = {check.id for check in checklist.checks if check.kind in _NO_PAPER_MENDS}

    def due(check: CheckFinding) -> str:
        return "issuance" if _section(check.cite) in later and check.cite not in first else "filing"

    return {check.id: "weigh" if check.id in weighed else due(check) for check in audit.checks}


def _item_tasks(item: ItemFinding, checklist: Checklist) -> Iterator[Task]:
    ref = (("item", item.id, item.cite),)
    asks = _asks(item, checklist)
    if item.needs_review and item.status is not Status.COULD_NOT_CHECK:
        yield Task("look", item.title, asks, _doubt(item), "needs_review", ref)
    elif item.status in _GAPS:
        yield Task(item.due.value, item.title, asks, _why(item), item.status.value, ref)
    if item.caveat:
        yield Task("weigh", item.title, (), item.caveat, "caveat", ref)


def _why(item: ItemFinding) -> str:
    """What was seen instead of each answer that is lacking, named where there are several."""
    seen: dict[str, list[str]] = {}
    for element in item.elements:
        if element.status is Status.MISSING and element.reason:
            seen.setdefault(element.reason, []).append(element.title)
    if len(seen) < 2:
        return "".join(seen) or item.reason
    return " ".join(f"{joined(titles)}: {_within(reason)}" for reason, titles in seen.items())


def _doubt(item: ItemFinding) -> str:
    """What to look at: what is not answered, else the weakest of the answers."""
    answered = [element for element in item.elements if element.status is Status.PRESENT and element.reason]
    if item.status is not Status.PRESENT or not answered:
        return _why(item)
    weakest = min(answered, key=lambda element: element.probability)
    return f"{weakest.title}: {_within(weakest.reason)}"


def _within(sentence: str) -> str:
    """A sentence as it stands behind a colon."""
    return sentence[:1].lower() + sentence[1:]


def _asks(item: ItemFinding, checklist: Checklist) -> tuple[str, ...]:
    """One ask for each need that nothing answers; alternatives are asked for as such."""
    found = {element.id: element for element in item.elements}
    asks = []
    for need in checklist.item(item.id).needs:
        elements = [found[element.id] for element in need if element.id in found]
        statuses = {element.status for element in elements}
        if Status.MISSING in statuses and Status.PRESENT not in statuses:
            asks.append(" Or: ".join(element.ask for element in elements if element.status is Status.MISSING))
    return tuple(dict.fromkeys(asks))


def _check_tasks(check: CheckFinding, *, group: str) -> Iterator[Task]:
    ref = (("check", check.id, check.cite),)
    if check.status in _SHORT:
        asks = (check.ask,) if check.ask and group != "weigh" else ()
        said = asks and check.status is CheckStatus.NOT_STATED and group != "look"
        yield Task(group, check.title, asks, "" if said else check.reason, check.status.value, ref)
    if check.caveat:
        yield Task("weigh", check.title, (), check.caveat, "caveat", ref)


def _unread(audit: Audit) -> Iterator[Task]:
    """One task for all that could not be checked: the same pages hide each of them."""
    refs = tuple(("item", item.id, item.cite) for item in audit.items if item.status is Status.COULD_NOT_CHECK)
    reasons = dict.fromkeys(sentence(problem.message) for problem in audit.problems if problem.hides_content)
    if refs:
        title = "Read by eye, or ask for a readable copy"
        why = " ".join([f"{counted(len(refs), 'item')} could not be checked.", *list(reasons)[:3]])
        yield Task("look", title, (), why, Status.COULD_NOT_CHECK.value, refs)


def _unverifiable(audit: Audit, checklist: Checklist) -> Iterator[Task]:
    for item in audit.items:
        if item.status is Status.UNVERIFIABLE:
            why = checklist.item(item.id).advice or item.reason
            yield Task("look", item.title, (), why, item.status.value, (("item", item.id, item.cite),))


def _merged(tasks: Iterable[Task]) -> Iterator[Task]:
    """Tasks that ask for nothing and have the same reason as one, such as a caveat that two checks share."""
    kept: dict[object, Task] = {}
    for task in tasks:
        key = task if task.asks or not task.why else (task.group, task.status, task.why)
        known = kept.get(key)
        if known:
            task = replace(known, title=f"{known.title}; {task.title}", refs=known.refs + task.refs)
        kept[key] = task
    yield from kept.values()


def _document(task: Task, number: int) -> dict[str, object]:
    return {
        "number": number,
        "title": task.title,
        "asks": list(task.asks),
        "why": task.why,
        "status": task.status,
        "refs": [{"kind": kind, "id": key, "cite": cite} for kind, key, cite in task.refs],
    }


def _section(cite: str) -> str:
    return cite.partition("(")[0].strip()
