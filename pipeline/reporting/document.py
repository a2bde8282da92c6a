"""Audit -> report.json, version 1: the contract's keys, and what the report needs besides them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from pipeline.checklists import Checklist
from pipeline.records import (
    Audit,
    CheckFinding,
    Document,
    ElementFinding,
    Fact,
    FactValue,
    ItemFinding,
    Member,
    PageText,
    Picture,
    Place,
    Problem,
    Reading,
    Status,
)
from pipeline.reporting.exhibits import Exhibits
from pipeline.reporting.headline import deadline, headline, is_complete, key_facts
from pipeline.reporting.todo import check_groups, todo
from pipeline.reporting.wording import FACT_LABELS, day, days, money, number

Report = dict[str, Any]
"""The document that `report.schema.json` describes: strings, numbers, lists, dicts and None."""

SCHEMA = "muster/report/1"

_NO_LINK: Mapping[str, str | None] = MappingProxyType({"link": None, "within": None, "marked": None})

_UNITS = {"deadline": "days before", "threshold": "people"}
"""In what a kind of check counts, where its rule does not say."""


def to_json(
    audit: Audit,
    checklist: Checklist,
    *,
    location: str | None = None,
    members: Iterable[Member] = (),
    pictures: Mapping[Place, Picture] = MappingProxyType({}),
    copies: Mapping[str, str | None] = MappingProxyType({}),
) -> Report:
    """The whole audit as plain data; the same audit gives the same document.

    Args:
        location: the folder of the packet's files, as the report's folder sees it, for links to their pages.
        members: the files themselves: without them, or without `location`, the report names files and links to none.
        pictures: what `pictures.taken` gave.
        copies: the marked copies by their members' names, as the report's folder sees them.
    """
    exhibits = Exhibits.of(audit, pictures)
    links = {member.name: _link(location, member, copies.get(member.name)) for member in members}
    problems = _problems(audit)
    groups = check_groups(audit, checklist)
    report: Report = {
        "schema": SCHEMA,
        "packet": {
            "id": audit.packet_id,
            "files": [_file(document, problems, links.get(document.name, _NO_LINK)) for document in audit.documents],
        },
        "checklist": {
            "id": audit.checklist_id,
            "title": audit.checklist_title,
            "jurisdiction": checklist.jurisdiction,
            "sha256": audit.checklist_sha256,
            "items": len(audit.items),
            "checks": len(audit.checks),
        },
        "summary": _summary(audit, checklist),
        "headline": headline(audit, checklist),
        "key_facts": key_facts(audit),
        "deadline": deadline(audit, checklist),
        "todo": todo(audit, checklist),
        "items": [_item(item, checklist, exhibits) for item in audit.items],
        "facts": [_fact(fact, exhibits) for fact in audit.facts],
        "checks": [_check(check, groups[check.id], checklist, exhibits) for check in audit.checks],
        "problems": [_problem(problem) for problem in problems],
        "warnings": list(audit.warnings),
        "pictures": exhibits.album(),
    }
    return {key: _encodable(value) for key, value in report.items()}


def _summary(audit: Audit, checklist: Checklist) -> dict[str, str | int]:
    counts = Counter(item.status for item in audit.items)
    return {
        "verdict": "complete" if is_complete(audit, checklist) else "incomplete",
        **{status.value: counts[status] for status in Status},
        "needs_review": sum(item.needs_review for item in audit.items),
    }


def _problems(audit: Audit) -> list[Problem]:
    """The packet's and the documents' problems, each once."""
    return list(dict.fromkeys([*audit.problems, *(p for d in audit.documents for p in d.problems)]))


def _link(location: str | None, member: Member, copy: str | None) -> dict[str, str | None]:
    """The address of the submitted file, and in which member it lies, if in one: its pages then have no address."""
    link = None if location is None else "/".join(quote(os.fsencode(part)) for part in (location, member.source))
    return {"link": link, "within": member.within or None, "marked": quote(copy) if copy else None}


def _file(document: Document, problems: Iterable[Problem], link: Mapping[str, str | None]) -> dict[str, object]:
    def kind(text: PageText) -> list[int]:
        return [page.number for page in document.pages if page.text is text]

    return {
        "name": document.name,
        **link,
        "sha256": document.sha256,
        "pages": len(document.pages),
        "ocr_pages": kind(PageText.OCR),
        "blank_pages": kind(PageText.BLANK),
        "unreadable_pages": kind(PageText.UNREADABLE),
        "problems": [problem.message for problem in problems if problem.file == document.name],
    }


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "message": problem.message,
        "file": problem.file or None,
        "page": problem.page,
        "hides_content": problem.hides_content,
    }


def _item(item: ItemFinding, checklist: Checklist, exhibits: Exhibits) -> dict[str, object]:
    needs = {
        element.id: number for number, need in enumerate(checklist.item(item.id).needs, start=1) for element in need
    }
    return {
        "id": item.id,
        "cite": item.cite,
        "title": item.title,
        "short": checklist.item(item.id).short,
        "law": item.law,
        "status": item.status.value,
        "due": item.due.value,
        "needs_review": item.needs_review,
        "reason": item.reason,
        "caveat": item.caveat,
        "elements": [_element(element, needs.get(element.id, 0), exhibits) for element in item.elements],
    }


def _element(element: ElementFinding, need: int, exhibits: Exhibits) -> dict[str, object]:
    return {
        "id": element.id,
        "need": need,
        "title": element.title,
        "status": element.status.value,
        "reason": element.reason,
        "ask": element.ask,
        "probability": round(element.probability, 3),
        "evidence": exhibits.documents(element.evidence),
        "near_misses": [{"why": why, "evidence": exhibits.document(seen)} for seen, why in element.near_misses],
    }


def _fact(fact: Fact, exhibits: Exhibits) -> dict[str, object]:
    label, unit = FACT_LABELS.get(fact.name, (fact.name.replace("_", " ").capitalize(), ""))
    return {
        "name": fact.name,
        "label": label,
        **_value(fact.value, fact.unit or unit),
        "unit": fact.unit or unit or None,
        "evidence": exhibits.documents(fact.evidence),
        "other_values": [_reading(reading, fact.unit or unit, exhibits) for reading in fact.others],
    }


def _reading(reading: Reading, unit: str, exhibits: Exhibits) -> dict[str, object]:
    return {**_value(reading.value, unit), "evidence": exhibits.documents(reading.evidence)}


def _value(value: FactValue, unit: str) -> dict[str, object]:
    """The value as the contract has it, and as a reader reads it."""
    if isinstance(value, Decimal):
        return {"value": _number(value), "text": money(value) if unit == "dollars" else number(value)}
    if isinstance(value, date):
        return {"value": value.isoformat(), "text": day(value)}
    if isinstance(value, tuple):
        return {"value": [each.isoformat() for each in value], "text": days(value) if value else ""}
    return {"value": value, "text": value}


def _check(check: CheckFinding, group: str, checklist: Checklist, exhibits: Exhibits) -> dict[str, object]:
    units = {each.id: each.rule.get("unit", _UNITS.get(each.kind)) for each in checklist.checks}
    return {
        "id": check.id,
        "cite": check.cite,
        "title": check.title,
        "group": group,
        "status": check.status.value,
        "required": _plain(check.required),
        "stated": _plain(check.stated),
        "unit": units.get(check.id),
        "reason": check.reason,
        "ask": check.ask,
        "caveat": check.caveat,
        "evidence": exhibits.documents(check.evidence),
    }


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _plain(value: str | Decimal | None) -> str | int | float | None:
    return _number(value) if isinstance(value, Decimal) else value


def _encodable(value: Any) -> Any:
    """Lone surrogates, which no encoding can carry, as replacement characters."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _encodable(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_encodable(each) for each in value]
    return value
