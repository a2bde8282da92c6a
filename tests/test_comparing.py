"""Two rounds compared: what came, what stays away, what went, and which decisions still hold."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

import reporting_fixture as fixture
from browser import Reader, chromium
from pipeline import comparing, decisions, reporting
from pipeline.comparing import Outcome
from pipeline.decisions import Decision, Kind, Subject
from pipeline.errors import UsageError

DAY = date(2027, 6, 1)


def first() -> reporting.Report:
    return reporting.to_json(fixture.audit(), fixture.checklist())


def second() -> reporting.Report:
    """A later round: the fire plan came, the age came but not the home, a permission went, and a figure is another."""
    report = copy.deepcopy(first())
    came = report["items"][2]["elements"][1]["evidence"]
    for index, element in ((3, 0), (3, 1), (1, 1)):
        report["items"][index]["elements"][element] |= {"status": "present", "evidence": came, "near_misses": []}
    report["items"][3]["status"] = "present"
    report["items"][2]["status"] = "missing"
    report["items"][2]["elements"][1] |= {"status": "missing", "evidence": []}
    report["items"][4] |= {
        "status": "missing",
        "elements": [{**element, "status": "missing"} for element in report["items"][4]["elements"]],
    }
    report["items"][8]["status"] = "not_applicable"
    report["checks"][3]["status"] = "ok"
    report["checks"][4] |= {"stated": 11}
    report["facts"][0] |= {"value": 6500, "text": "6,500"}
    report["facts"] = [*report["facts"][:4]]
    report["packet"]["files"][1] |= {"sha256": "f" * 64}
    report["packet"]["files"].append({**report["packet"]["files"][0], "name": "fire plan.pdf", "sha256": "e" * 64})
    return report


def compared(*history: Decision) -> comparing.Comparison:
    return comparing.compare(first(), second(), history, DAY)


def decided(report: reporting.Report, folder: Path, kind: Kind, name: str, **more: Any) -> Decision:
    subject = Subject("item", name)
    made = Decision(
        kind=kind,
        subject=subject,
        who="J. Roe",
        day=DAY,
        reason="A reason",
        fingerprint=decisions.fingerprint(report, subject),
    )
    return decisions.record(folder, report, replace(made, **more))


def test_each_finding_has_the_outcome_that_a_clerk_would_name() -> None:
    outcomes = {each.id: each.outcome for each in compared().changes if each.outcome is not Outcome.SAME}
    assert outcomes == {
        "c1": Outcome.PARTLY_ANSWERED,
        "c2": Outcome.NEWLY_OPEN,
        "c3": Outcome.ANSWERED,
        "c4": Outcome.NEWLY_OPEN,
        "c6": Outcome.STILL_OPEN,
        "bond": Outcome.NO_LONGER_ASKED,
        "filing_deadline": Outcome.STILL_OPEN,
        "attendance_consistent": Outcome.STILL_OPEN,
        "toilets_female": Outcome.ANSWERED,
        "toilets_male": Outcome.OTHERWISE,
        "bathing_water": Outcome.STILL_OPEN,
    }
    assert compared().counts["answered"] == 2


def test_the_elements_that_came_stay_away_and_went_are_named() -> None:
    changes = {each.id: each for each in compared().changes}
    assert (changes["c1"].gained, changes["c1"].lacking, changes["c1"].lost) == (("Age",), ("Home",), ())
    assert changes["c2"].lost == ("Consent",)
    assert changes["c1"].evidence
    assert (changes["c6"].lacking, changes["c6"].evidence) == (("Medical plan",), ())


def test_an_answer_that_can_no_longer_be_checked_is_newly_open() -> None:
    later = copy.deepcopy(first())
    later["items"][3]["status"] = "could_not_check"
    changes = {each.id: each.outcome for each in comparing.compare(first(), later, (), DAY).changes}
    assert changes["c3"] is Outcome.NEWLY_OPEN


def test_numbers_that_changed_came_or_went() -> None:
    assert [(each.label, each.was, each.now) for each in compared().numbers] == [
        ("Most people at any one time", "6,000", "6,500"),
        ("Fee paid", "$300", None),
    ]


def test_files_are_the_same_by_their_bytes() -> None:
    files = compared().files
    assert (files.added, files.changed, files.removed, files.same) == (("fire plan.pdf",), ("medical.pdf",), (), 1)


def test_the_same_report_twice_tells_of_no_change() -> None:
    found = comparing.compare(first(), first(), (), DAY)
    assert found.counts["newly_open"] == found.counts["answered"] == found.counts["otherwise"] == 0
    assert found.numbers == ()


def test_decisions_on_unchanged_evidence_hold_and_others_do_not(tmp_path: Path) -> None:
    report = first()
    decided(report, tmp_path, Kind.CONFIRM, "c7")
    decided(report, tmp_path, Kind.WAIVE, "c3", expires=date(2027, 12, 31))
    decided(report, tmp_path, Kind.WAIVE, "bond")
    decided(report, tmp_path, Kind.WITHDRAW, "bond")
    rulings = compared(*decisions.read(tmp_path)).decisions
    assert [(each.title, each.standing) for each in rulings] == [("Traffic plan", "applied"), ("Fire plan", "stale")]


def test_a_gap_that_was_waived_is_told_with_its_waiver(tmp_path: Path) -> None:
    decided(first(), tmp_path, Kind.OVERRULE, "c6", status="present")
    made = comparing.compare(first(), second(), decisions.read(tmp_path), DAY)
    page = reporting.write_comparison(comparing.document(made), tmp_path)
    text = " ".join(page.with_suffix(".txt").read_text(encoding="utf-8").split())
    assert "Medical plan: could not check. Still missing: Medical plan. Overruled by J. Roe, and that holds" in text
    assert 'that <a href="#decision-1">holds</a>' in page.read_text(encoding="utf-8")


def test_reports_on_two_filings_cannot_be_compared() -> None:
    other = first()
    other["checklist"]["id"] = "zz-1"
    with pytest.raises(UsageError, match="xx-9-12, the other on zz-1"):
        comparing.compare(first(), other, (), DAY)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    decided(first(), tmp_path, Kind.CONFIRM, "c7", reason=f"Looked at it {fixture.SCRIPT}")
    made = comparing.compare(first(), second(), decisions.read(tmp_path), DAY)
    return reporting.write_comparison(comparing.document(made), tmp_path)


def test_the_comparison_is_written_as_page_json_and_text(page: Path) -> None:
    again = page.read_bytes()
    told = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    assert reporting.write_comparison(told, page.parent).read_bytes() == again, "the page comes from the JSON alone"
    text = page.with_suffix(".txt").read_text(encoding="utf-8")
    assert "Of the 8 points open before, 2 are answered since, 1 is no longer asked for" in " ".join(text.split())
    assert "Still missing: Home" in text
    assert "Holds: 9-12(c)(7)  Traffic plan: confirm, J. Roe, 2027-06-01." in text
    assert fixture.SCRIPT.encode() not in again


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False)])
def test_no_rule_of_accessibility_is_broken(browser: Browser, page: Path, width: int, dark: bool) -> None:
    reader = Reader(browser, width=width, dark=dark)
    shown = reader.open(page)
    assert Axe().run(shown).response["violations"] == []
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert reader.complaints == reader.loaded() == []
    reader.context.close()


def test_the_command_compares_reports_by_file_and_by_folder(muster: Callable[..., Any], tmp_path: Path) -> None:
    for name, report in (("one", first()), ("two", second())):
        (tmp_path / name).mkdir()
        (tmp_path / name / "report.json").write_text(reporting.dumps(report), encoding="utf-8")
    told = muster("compare", str(tmp_path / "one"), str(tmp_path / "two" / "report.json"))
    assert told.code == 0
    assert told.out.splitlines()[-1] == str(tmp_path / "two" / "comparison.html")
    assert "Newly missing or short" in told.out
    quiet = muster("compare", str(tmp_path / "one"), str(tmp_path / "two"), "--quiet")
    assert quiet.out.splitlines() == [str(tmp_path / "two" / "comparison.html")]


def test_the_command_audits_packets_first(muster: Callable[..., Any], tmp_path: Path) -> None:
    for name, text in (("june", "We will hold a fair."), ("july", "We will hold a fair on July 10, 2027.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "letter.txt").write_text(text)
    told = muster(
        "compare", str(tmp_path / "june"), str(tmp_path / "july"), "-c", "ct-19a-438", "--out", str(tmp_path / "out")
    )
    assert told.code == 0
    assert "Event dates: not stated -> July 10, 2027" in told.out
    assert (tmp_path / "out" / "june" / "report.html").is_file()
    assert (tmp_path / "out" / "july" / "comparison.html").is_file()


def test_a_report_is_not_audited_as_if_it_were_a_packet(muster: Callable[..., Any], tmp_path: Path) -> None:
    for name in ("report", "packet"):
        (tmp_path / name).mkdir()
    (tmp_path / "report" / "report.json").write_text("{}")
    told = muster("compare", str(tmp_path / "report"), str(tmp_path / "packet"), "--out", str(tmp_path / "out"))
    assert (told.code, "two reports" in told.err, (tmp_path / "out").exists()) == (2, True, False)
