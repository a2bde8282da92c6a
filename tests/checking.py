"""Facts, statements and short names for the tests of checks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache

from pipeline import checklists, checks
from pipeline.records import (
    Basis,
    Box,
    CheckFinding,
    CheckStatus,
    Evidence,
    Fact,
    FactValue,
    Passage,
    PassageKind,
    Reading,
    Standing,
    Statement,
)

BOX = Box(0, 0, 10, 10)
CT, WAIVER, FAIR, KENT, WELLS = "ct-19a-438", "ct-19a-436c", "ct-19a-443c", "kent-ny", "wells-me"
OK, SHORT, CONFLICT, UNSTATED, OUT = (
    CheckStatus.OK,
    CheckStatus.SHORTFALL,
    CheckStatus.CONFLICT,
    CheckStatus.NOT_STATED,
    CheckStatus.NOT_APPLICABLE,
)
WEEKEND = (date(2027, 7, 9), date(2027, 7, 10), date(2027, 7, 11))
Given = Mapping[str, int | float | str | FactValue]

load = cache(checklists.load)


def proof(page: int) -> tuple[Evidence, ...]:
    return (Evidence("a.pdf", page, "words", BOX, 1.0),)


def value_of(given: int | float | str | FactValue) -> FactValue:
    return Decimal(str(given)) if isinstance(given, int | float) else given


def fact(name: str, value: int | float | str | FactValue, *others: int | float | FactValue, **more: Basis) -> Fact:
    readings = tuple(
        Reading(value_of(other), proof(page), more.get("basis", Basis.UNSTATED)) for page, other in enumerate(others, 2)
    )
    return Fact(name, value_of(value), None, proof(1), readings)


def judged(checklist: str, given: Given, *facts: Fact, **applies: bool | None) -> dict[str, CheckFinding]:
    everything = [*(fact(name, value) for name, value in given.items()), *facts]
    return {found.id: found for found in checks.judge(load(checklist), everything, applies)}


def statement(text: str, label: str = "", *headings: str, standing: Standing = Standing.CONTENT) -> Statement:
    passage = Passage("a.pdf", 1, PassageKind.PARAGRAPH, text, (), BOX, heading_path=headings, label=label)
    return Statement(0, passage, text, 0, standing)
