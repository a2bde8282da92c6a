"""Reports with decisions: both are shown, the to-do list, the letter and the table follow, and nothing stale is applied."""

from __future__ import annotations

import copy
import csv
import io
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

import reporting_fixture as fixture
from browser import Reader, chromium
from pipeline import cli, decisions, reporting
from pipeline.decisions import Decision, Kind, Seen, Subject, parse_subject

DAY, LATER = date(2027, 6, 1), date(2028, 1, 1)


@pytest.fixture(scope="module")
def report() -> reporting.Report:
    return reporting.to_json(fixture.audit(), fixture.checklist())


def decide(report: reporting.Report, folder: Path, kind: Kind, name: str, **more: Any) -> Decision:
    subject = Subject("own", "") if name == "own" else parse_subject(name)
    made = Decision(
        kind=kind,
        subject=subject,
        who="J. Roe",
        day=DAY,
        reason="PRIVATE REASON",
        fingerprint=decisions.fingerprint(report, subject),
    )
    return decisions.record(folder, report, replace(made, **more))


def tasks(report: reporting.Report) -> dict[str, list[str]]:
    return {group["group"]: [task["title"] for task in group["tasks"]] for group in report["todo"]}


def letter(report: reporting.Report, folder: Path) -> str:
    reporting.rewrite(report, folder)
    return " ".join((folder / "letter.txt").read_text(encoding="utf-8").split())


def test_without_a_decision_nothing_is_different(report: reporting.Report, tmp_path: Path) -> None:
    reporting.rewrite(report, tmp_path / "plain")
    reporting.rewrite(reporting.decided(report, tmp_path, DAY), tmp_path / "decided")
    for name in ("report.html", "letter.txt", "letter.docx", "findings.csv"):
        assert (tmp_path / "plain" / name).read_bytes() == (tmp_path / "decided" / name).read_bytes(), name


def test_the_tool_s_finding_and_the_decision_are_both_there(report: reporting.Report, tmp_path: Path) -> None:
    decide(report, tmp_path, Kind.OVERRULE, "item-c3", status="present", seen=(Seen(file=fixture.FILE, page=2),))
    told = reporting.decided(report, tmp_path, DAY)
    item = told["items"][3]
    assert (item["status"], item["tool"]["status"]) == ("present", "missing")
    assert told["summary"]["missing"] == report["summary"]["missing"] - 1
    assert told["headline"] == report["headline"], "what Muster found stays as it was"
    assert "Fire plan" in tasks(report)["filing"]
    assert "Fire plan" not in tasks(told)["filing"]
    assert [task["title"] for task in told["decided"]["settled"]] == ["Fire plan"]
    assert report == reporting.to_json(fixture.audit(), fixture.checklist()), "the report itself is not touched"


def test_a_report_that_is_overruled_is_asked_for_by_its_needs(report: reporting.Report, tmp_path: Path) -> None:
    decide(report, tmp_path, Kind.OVERRULE, "item-c2", status="missing")
    decide(report, tmp_path, Kind.OVERRULE, "item-c1", status="partial", missing=("age",))
    decide(report, tmp_path, Kind.OVERRULE, "check-toilets_male", status="shortfall")
    told = reporting.decided(report, tmp_path, DAY)
    asked = {task["title"]: task["asks"] for group in told["todo"] for task in group["tasks"]}
    assert len(asked["Ownership or permission"]) == 1
    assert " Or: " in asked["Ownership or permission"][0], "a deed or a consent, and not both"
    assert [ask for ask in asked["Person signing"] if "age" in ask] == asked["Person signing"]
    assert "Men’s toilets" in tasks(told)["issuance"]


def test_what_was_in_doubt_and_is_confirmed_is_in_doubt_no_more(report: reporting.Report, tmp_path: Path) -> None:
    assert "Traffic plan" in tasks(report)["look"]
    decide(report, tmp_path, Kind.CONFIRM, "item-c7")
    told = reporting.decided(report, tmp_path, DAY)
    assert "Traffic plan" not in tasks(told)["look"]
    assert told["items"][7]["status"] == "present"
    assert told["summary"]["needs_review"] == 0


def test_a_doubtful_gap_that_is_confirmed_is_asked_for(report: reporting.Report, tmp_path: Path) -> None:
    doubtful = copy.deepcopy(report)
    doubtful["items"][7]["status"] = "missing"
    decide(doubtful, tmp_path, Kind.CONFIRM, "item-c7")
    told = reporting.decided(doubtful, tmp_path, DAY)
    assert "Traffic plan" in tasks(told)["filing"]
    assert "Traffic plan" in letter(told, tmp_path)


def test_of_tasks_that_were_one_each_goes_its_own_way(report: reporting.Report, tmp_path: Path) -> None:
    assert "Women’s toilets; Men’s toilets" in tasks(report)["weigh"]
    decide(report, tmp_path, Kind.CONFIRM, "check-toilets_male")
    told = reporting.decided(report, tmp_path, DAY)
    assert "Women’s toilets" in tasks(told)["weigh"]
    assert [task["title"] for task in told["decided"]["settled"]] == ["Men’s toilets"]


def test_the_letter_follows_and_keeps_the_reasons_to_itself(report: reporting.Report, tmp_path: Path) -> None:
    assert "Fire plan" in letter(report, tmp_path)
    decide(report, tmp_path, Kind.WAIVE, "item-c3", expires=date(2027, 12, 31))
    decide(report, tmp_path, Kind.ADD, "own", status="missing", title="Wetlands", ask="Show the wetland line")
    told = letter(reporting.decided(report, tmp_path, DAY), tmp_path)
    assert "Not asked for in your case - Fire plan (9-12(c)(3))" in told
    assert "Wetlands. Show the wetland line." in told
    assert "PRIVATE REASON" not in told


def test_a_waiver_that_has_run_out_is_not_applied_and_must_be_decided_anew(
    report: reporting.Report, tmp_path: Path
) -> None:
    decide(report, tmp_path, Kind.WAIVE, "item-c3", expires=date(2027, 12, 31))
    told = reporting.decided(report, tmp_path, LATER)
    assert told["items"][3]["status"] == "missing"
    assert "Fire plan" in tasks(told)["filing"]
    assert "Decide anew: Fire plan" in tasks(told)["look"]
    assert "It held until 2027-12-31." in reporting.render(told)


def test_a_stale_decision_is_shown_and_not_applied(report: reporting.Report, tmp_path: Path) -> None:
    decide(report, tmp_path, Kind.OVERRULE, "item-c2", status="missing")
    now = copy.deepcopy(report)
    now["items"][2]["elements"][1]["evidence"][0]["quote"] = "I, the owner, consent."
    told = reporting.decided(now, tmp_path, DAY)
    assert (told["items"][2]["status"], told["items"][2]["tool"]) == ("present", None)
    assert "Ownership or permission" not in [*tasks(told)["filing"], letter(told, tmp_path)]
    assert "The evidence has changed since it was made." in reporting.render(told)


def test_all_settled_is_complete_as_decided(tmp_path: Path) -> None:
    report = reporting.to_json(fixture.audit(), fixture.checklist())
    for item in report["items"]:
        if item["status"] in ("missing", "partial", "could_not_check"):
            decide(report, tmp_path, Kind.WAIVE, f"item-{item['id']}")
    for check in report["checks"]:
        if check["status"] in ("shortfall", "conflict"):
            decide(report, tmp_path, Kind.WAIVE, f"check-{check['id']}")
    assert reporting.decided(report, tmp_path, DAY)["decided"]["verdict"] == "Complete"
    decide(report, tmp_path, Kind.ADD, "own", status="missing", title="Wetlands", ask="Show the wetland line")
    assert reporting.decided(report, tmp_path, DAY)["decided"]["verdict"] == "Incomplete"


def test_the_table_has_the_decision_beside_the_tool_s_status(report: reporting.Report, tmp_path: Path) -> None:
    decide(report, tmp_path, Kind.OVERRULE, "item-c3", status="present", who="=1+1")
    decide(report, tmp_path, Kind.ADD, "own", status="caveat", title="Wetlands")
    reporting.rewrite(reporting.decided(report, tmp_path, DAY), tmp_path)
    text = (tmp_path / "findings.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    fire = next(row for row in rows if row["id"] == "c3")
    assert (fire["status"], fire["decided_status"], fire["decided_by"]) == ("missing", "present", "'=1+1")
    assert (rows[-1]["kind"], rows[-1]["title"]) == ("own", "Wetlands")


def test_an_audit_made_anew_keeps_the_record_and_follows_it(report: reporting.Report, tmp_path: Path) -> None:
    folder = reporting.write(report, tmp_path).parent
    decide(report, folder, Kind.WAIVE, "item-c3")
    page = reporting.write(report, tmp_path, today=DAY)
    assert "As decided: incomplete." in page.read_text(encoding="utf-8")
    reporting.withdraw(folder)
    assert len(decisions.read(folder)) == 1, "what people decided is theirs"


@pytest.fixture(scope="module")
def page(report: reporting.Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with a decision of each kind and standing, by people who mean harm."""
    folder = tmp_path_factory.mktemp("decided")
    evil: dict[str, Any] = {
        "who": fixture.SCRIPT,
        "reason": f"{fixture.TEMPLATE} {fixture.OVERRIDE} {fixture.ENDLESS[:3000]}",
    }
    seen = (Seen(file=fixture.FILE, page=2, quote=fixture.SCRIPT),)
    decide(report, folder, Kind.OVERRULE, "item-c3", status="partial", missing=("fire_chief",), seen=seen, **evil)
    decide(report, folder, Kind.WAIVE, "item-c3", **evil)
    decide(report, folder, Kind.CONFIRM, "item-c7", **evil)
    decide(report, folder, Kind.WAIVE, "item-bond", expires=DAY, **evil)
    decide(report, folder, Kind.OVERRULE, "check-toilets_female", status="ok", **evil)
    decide(report, folder, Kind.OVERRULE, "check-bathing_water", status="ok", fingerprint="0" * 16)
    decide(report, folder, Kind.ADD, "own", status="missing", title=fixture.SCRIPT, ask="Show it", **evil)
    decide(report, folder, Kind.WITHDRAW, "item-c7", **evil)
    return reporting.rewrite(reporting.decided(report, folder, LATER), folder)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False)])
def test_no_rule_of_accessibility_is_broken(browser: Browser, page: Path, width: int, dark: bool) -> None:
    reader = Reader(browser, width=width, dark=dark)
    shown = reader.open(page)
    shown.click("#open-all")
    assert Axe().run(shown).response["violations"] == []
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert reader.complaints == reader.loaded() == []
    reader.context.close()


def test_every_link_within_the_page_leads_somewhere(browser: Browser, page: Path) -> None:
    reader = Reader(browser)
    shown = reader.open(page)
    lost = "[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map(a => a.hash)"
    assert shown.evaluate(lost) == []
    reader.context.close()


# --- muster decide, muster render -------------------------------------------------------------------------

Muster = Callable[..., Any]


@pytest.fixture
def folder(report: reporting.Report, tmp_path: Path) -> Path:
    return reporting.write(report, tmp_path).parent


def test_decide_records_and_renders(muster: Muster, folder: Path) -> None:
    told = muster(
        *("decide", folder, "overrule", "item-c3", "--status", "present", "--seen", f"{fixture.FILE}:2:FIRE LANE"),
        *("--who", "J. Roe", "--reason", "On the plan", "--today", "2027-06-01", "--expires", "2027-12-31"),
    )
    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == ["Decision 1 on item-c3 is on record.", str(folder / "report.html")]
    made = decisions.read(folder)[0]
    assert (made.day, made.expires) == (DAY, date(2027, 12, 31))
    assert made.seen == (Seen(file=fixture.FILE, page=2, quote="FIRE LANE", sha256="a" * 64),)
    page = folder / "report.html"
    assert "Overruled: present" in page.read_text(encoding="utf-8")
    as_decided = page.read_bytes()
    page.unlink()
    assert muster("render", folder / "report.json", "--today", "2027-06-01").code == 0
    assert page.read_bytes() == as_decided
    assert muster("render", folder / "report.json", "--today", "2028-06-01").code == 0
    assert "Not applied." in page.read_text(encoding="utf-8")


def _waive(folder: Path, name: str) -> int:
    return cli.run(["decide", str(folder), "waive", f"item-{name}", "--who", "J. Roe", "--reason", "A reason"])


def test_of_decisions_made_at_once_the_page_shows_all(folder: Path) -> None:
    names = ("fee", "c1", "c2", "c3", "c4", "c5", "c6", "c7")
    with ProcessPoolExecutor(4) as pool:
        assert set(pool.map(_waive, [folder] * len(names), names)) == {0}
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"{len(names)} decisions on record" in page


def test_decide_adds_a_finding_of_ones_own(muster: Muster, folder: Path) -> None:
    told = muster(
        *("decide", folder / "report.json", "add", "--status", "missing", "--title", "Wetlands", "--cite", "Code 12-4"),
        *("--ask", "Show the line", "--due", "issuance", "--who", "J. Roe", "--reason", "The brook"),
    )
    assert told.out.startswith("Decision 1 on own-1")
    assert "Wetlands (Code 12-4). Show the line." in (folder / "letter.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("waive",), "To waive needs a finding."),
        (("waive", "c3"), "'c3' names no finding."),
        (("waive", "item-c33"), "has no item 'c33'"),
        (("decree", "item-c3"), "'decree' is not one of"),
        (("waive", "item-c3", "--seen", "plan.pdf"), "names no page"),
        (("waive", "item-c3", "--seen", "plan.pdf:2"), "has no file 'plan.pdf'"),
        (("waive", "item-c3", "--expires", "soon"), "does not match the format"),
        (("overrule", "item-c3"), "'' is no status"),
        (("withdraw", "item-c3"), "no decision on item-c3"),
        (("waive", "item-c3", "--reason", " "), "needs a name and a reason"),
    ],
)
def test_decide_tells_of_a_bad_use_in_one_line(
    muster: Muster, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    told = muster("decide", folder, arguments[0], "--who", "J. Roe", "--reason", "A reason", *arguments[1:])
    assert (told.code, told.out) == (2, "")
    assert message in told.err
    assert told.err.count("\n") == 1
    assert not (folder / decisions.FILE).exists()


def test_a_spoilt_record_stops_render_with_its_line(muster: Muster, folder: Path) -> None:
    (folder / decisions.FILE).write_text("schema: muster/decisions/1\ndecisions:\n- number: 7\n")
    told = muster("render", folder / "report.json")
    assert told.code == 5
    assert "decisions.yaml, line 3" in told.err
    assert json.loads((folder / "report.json").read_text(encoding="utf-8"))["schema"] == "muster/report/1"
