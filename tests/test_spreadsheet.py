"""findings.csv: a row for each finding, and no cell that a spreadsheet takes for a formula."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

import reporting_fixture as fixture
from pipeline import reporting
from pipeline.reporting.spreadsheet import COLUMNS, defused, findings_csv


def test_every_element_and_check_has_its_row() -> None:
    report = reporting.to_json(fixture.audit(), fixture.checklist())
    text = findings_csv(report)
    assert text.startswith("\ufeffkind,id,cite,")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert tuple(rows[0]) == COLUMNS
    wanted = sum(max(len(item["elements"]), 1) for item in report["items"]) + len(report["checks"])
    assert len(rows) == wanted
    by_element = {(row["id"], row["element"]): row for row in rows}
    assert by_element["c1", "Age"]["ask"].startswith("Please state the age")
    assert by_element["c1", "Name"]["ask"] == ""
    assert by_element["c1", "Name"]["page"] == "1"
    assert by_element["toilets_female", ""]["stated"] == "14"
    assert text.count("\r\n") == len(rows) + 1


@pytest.mark.parametrize("start", ["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1"])
def test_what_looks_like_a_formula_is_text(start: str) -> None:
    audit = fixture.audit()
    item = replace(audit.items[0], title=start, reason=start)
    rows = list(
        csv.reader(io.StringIO(findings_csv(reporting.to_json(replace(audit, items=(item,)), fixture.checklist()))))
    )
    assert start.strip() in rows[1][3]
    assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row)


def test_numbers_stay_numbers() -> None:
    assert [defused(value) for value in (-5, 2.5, None, True, "plain")] == [-5, 2.5, "", True, "plain"]
