"""Decisions made on the page: by keys, by two at once, on reports that change, and always on record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from itertools import count
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

import reporting_fixture as fixture
from browser import chromium
from pipeline import decisions
from pipeline.decisions import Decision, Kind, Subject
from pipeline.web.deciding import undecided
from webdesk import Desk
from webserver import Server, Visitor, put_report, served, steps

ITEM, BOND = Subject("item", "c1"), Subject("item", "bond")
NUMBERS = count(1)
WHERE = {"file": fixture.FILE, "page": "1"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("served")) as server:
        yield server


@pytest.fixture
def packet(running: Server) -> str:
    """A packet of the test's own."""
    name = f"packet-{next(NUMBERS)}"
    put_report(running.reports, name)
    return name


@pytest.fixture
def ann(running: Server) -> Visitor:
    visitor = Visitor(running)
    visitor.enter("Ann Lee")
    return visitor


def record(server: Server, packet: str) -> tuple[Decision, ...]:
    return decisions.read(server.reports / packet)


def hidden(visitor: Visitor, address: str) -> dict[str, str]:
    """What the form sends without being asked."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', visitor.get(address).text))


def decide(visitor: Visitor, packet: str, subject: str, act: str, **fields: str) -> int:
    """Fill in a form and send it; gives the status of the answer."""
    address = f"/packets/{packet}/decide/{subject}/{act}"
    return visitor.post(address, {**hidden(visitor, address), "reason": "So I found.", **fields}).status


# --- what can be decided ---------------------------------------------------------------------------------


def test_each_act_is_recorded_as_what_it_means(ann: Visitor, running: Server, packet: str) -> None:
    assert decide(ann, packet, "item-c1", "accept") == 302
    assert decide(ann, packet, "item-c3", "missed", **WHERE, quote="Engine 2 stands by") == 302
    assert decide(ann, packet, "item-c2", "overrule", status="missing") == 302
    assert decide(ann, packet, "item-bond", "waive", expires="2999-12-31") == 302
    assert decide(ann, packet, "check-toilets_female", "missed", **WHERE) == 302
    assert (
        decide(ann, packet, "own", "add", title="Noise", status="missing", ask="Please say how loud.", due="issuance")
        == 302
    )
    assert decide(ann, packet, "item-bond", "withdraw") == 302
    made = record(running, packet)
    told = [(each.kind, str(each.subject), each.status) for each in made]
    assert told == [
        (Kind.CONFIRM, "item-c1", ""),
        (Kind.OVERRULE, "item-c3", "present"),
        (Kind.OVERRULE, "item-c2", "missing"),
        (Kind.WAIVE, "item-bond", ""),
        (Kind.OVERRULE, "check-toilets_female", "ok"),
        (Kind.ADD, "own-1", "missing"),
        (Kind.WITHDRAW, "item-bond", ""),
    ]
    assert {each.who for each in made} == {"Ann Lee"}
    assert {each.day for each in made} == {date.today()}
    (seen,) = made[1].seen
    assert (seen.file, seen.page, seen.quote) == (fixture.FILE, 1, "Engine 2 stands by")
    assert made[3].expires == date(2999, 12, 31)
    assert (made[5].title, made[5].due) == ("Noise", "issuance")
    mine = [step for step in steps(running) if step["packet"] == packet]
    assert len(mine) == 7, "each is on the trail"
    assert "item-c3" in mine[1]["detail"]
    assert "So I found." in mine[1]["detail"]


def test_a_partial_item_says_what_it_lacks(ann: Visitor, running: Server, packet: str) -> None:
    assert decide(ann, packet, "item-c3", "overrule", status="partial", missing="fire_chief") == 302
    assert record(running, packet)[0].missing == ("fire_chief",)


@pytest.mark.parametrize(
    ("subject", "act", "fields", "told"),
    [
        ("item-c1", "accept", {"reason": "  "}, "needs a name and a reason"),
        ("item-c3", "missed", {}, "where the answer stands"),
        ("item-c3", "missed", {"file": fixture.FILE, "page": ""}, "The page is missing"),
        ("item-c3", "missed", {"file": fixture.FILE, "page": "99"}, "has no page 99"),
        ("item-c3", "missed", {"file": "../../etc/passwd", "page": "1"}, "has no file"),
        ("item-c2", "overrule", {"status": "splendid"}, "is no status"),
        ("item-c3", "overrule", {"status": "partial"}, "is partial where"),
        ("item-bond", "waive", {"expires": "soon"}, "is no day"),
        ("item-bond", "waive", {"expires": "2001-01-01"}, "before it was made"),
        ("own", "add", {"title": "Noise", "status": "missing"}, "asks the applicant for something"),
        ("item-c1", "accept", {"reason": "x" * 5000}, "longer than"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_typed_is_lost(
    ann: Visitor, running: Server, packet: str, subject: str, act: str, fields: dict[str, str], told: str
) -> None:
    address = f"/packets/{packet}/decide/{subject}/{act}"
    sent = {**hidden(ann, address), "reason": "Typed <b>with</b> care.", **fields}
    answer = ann.post(address, sent)
    assert answer.status == 422
    assert told in answer.text
    if "reason" not in fields:
        assert "Typed &lt;b&gt;with&lt;/b&gt; care." in answer.text
    assert not record(running, packet)


@pytest.mark.parametrize(
    "address", ["item-nothing/accept", "own-7/withdraw", "item-c1/praise", "nonsense/accept", "fact-x/accept"]
)
def test_there_is_no_form_for_what_is_not_there(ann: Visitor, packet: str, address: str) -> None:
    assert ann.get(f"/packets/{packet}/decide/{address}").status == 404


def test_the_letter_and_the_report_s_files_follow(ann: Visitor, running: Server, packet: str) -> None:
    asks_for_bond = re.compile(r"\d+\. Bond \(9-14\)")
    assert asks_for_bond.search(ann.get(f"/packets/{packet}/letter").text)
    decide(ann, packet, "item-bond", "waive", reason="A town's own event.")
    assert not asks_for_bond.search(ann.get(f"/packets/{packet}/letter").text)
    assert not asks_for_bond.search(ann.get(f"/packets/{packet}/letter.txt").text)
    page = (running.reports / packet / "report.html").read_text()
    assert "A town’s own event." in page or "A town&#39;s own event." in page
    assert ann.get(f"/packets/{packet}/report.html").headers["Content-Disposition"].startswith("attachment")
    taken = [step["detail"] for step in steps(running) if step["packet"] == packet and step["what"] == "took"]
    assert taken == ["letter.txt", "report.html"]


# --- two at once -----------------------------------------------------------------------------------------


def test_of_two_who_decide_at_once_both_are_kept_and_the_second_is_told(
    browser: Browser, running: Server, packet: str
) -> None:
    ann, ben = Desk(browser, running), Desk(browser, running)
    address = f"/packets/{packet}/decide/item-c1"
    first, second = ann.enter("Ann Lee", f"{address}/accept"), ben.enter("Ben Okafor", f"{address}/overrule")
    first.get_by_role("button", name="Put on record").click()
    expect(first.get_by_role("status")).to_contain_text("decision 1")
    second.get_by_label("It is").select_option("missing")
    second.get_by_label("Reason").fill("The age is a minor's.")
    second.get_by_role("button", name="Put on record").click()
    expect(second.get_by_role("status")).to_contain_text(
        "Ann Lee decided on this finding while you did: item-c1 accepted."
    )
    assert [(each.who, each.kind) for each in record(running, packet)] == [
        ("Ann Lee", Kind.CONFIRM),
        ("Ben Okafor", Kind.OVERRULE),
    ]
    first.reload()
    expect(first.locator("#item-c1")).to_contain_text("Ben Okafor")
    for desk in (ann, ben):
        assert desk.complaints == []
        desk.context.close()


def test_many_who_decide_at_once_lose_nothing(running: Server, packet: str) -> None:
    visitors = [Visitor(running) for _ in range(6)]
    for number, visitor in enumerate(visitors):
        visitor.enter(f"Reviewer {'abcdef'[number]}")
    threads = [Thread(target=decide, args=(visitor, packet, "item-bond", "waive")) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {each.who for each in record(running, packet)} == {f"Reviewer {letter}" for letter in "abcdef"}
    assert [each.number for each in record(running, packet)] == [1, 2, 3, 4, 5, 6]
    assert len([step for step in steps(running) if step["packet"] == packet]) == 6


# --- reports that change ---------------------------------------------------------------------------------


def change(server: Server, packet: str) -> None:
    """The packet is audited anew, and other words are found for item c1."""
    file = server.reports / packet / "report.json"
    report = json.loads(file.read_text())
    item = next(each for each in report["items"] if each["id"] == "c1")
    item["elements"][0]["evidence"][0]["quote"] = "Quite other words"
    file.write_text(json.dumps(report))


def test_a_decision_on_a_report_that_changed_meanwhile_is_kept_and_not_applied(
    ann: Visitor, running: Server, packet: str
) -> None:
    address = f"/packets/{packet}/decide/item-c1/accept"
    fields = {**hidden(ann, address), "reason": "Agreed."}
    change(running, packet)
    answer = ann.post(address, fields)
    assert answer.status == 302
    page = ann.get(f"/packets/{packet}/").text
    assert "The report has changed since you opened it" in page
    report = json.loads((running.reports / packet / "report.json").read_text())
    assert decisions.review(report, record(running, packet), date.today()).in_force(ITEM) is None


def test_a_decision_whose_evidence_changes_later_is_to_be_made_anew(
    browser: Browser, running: Server, ann: Visitor, packet: str
) -> None:
    decide(ann, packet, "item-c1", "accept")
    desk = Desk(browser, running)
    page = desk.enter(path=f"/packets/{packet}/")
    expect(page.locator("#item-c1 [data-undecided]")).to_have_count(0)
    change(running, packet)
    page.reload()
    expect(page.locator("#item-c1 [data-undecided]")).to_have_count(1)
    desk.context.close()


def test_a_record_that_somebody_broke_is_told_and_nothing_is_written_over_it(
    ann: Visitor, running: Server, packet: str
) -> None:
    address = f"/packets/{packet}/decide/item-c1/accept"
    fields = {**hidden(ann, address), "reason": "Agreed."}
    file = running.reports / packet / decisions.FILE
    file.write_text("decisions: [")
    assert "decisions.yaml" in ann.get("/").text
    answer = ann.post(address, fields)
    assert answer.status == 500
    assert "decisions.yaml" in answer.text
    assert file.read_text() == "decisions: ["


# --- by keyboard -----------------------------------------------------------------------------------------


def test_who_types_a_reason_at_the_button_loses_none_of_it(browser: Browser, running: Server, packet: str) -> None:
    page = Desk(browser, running).enter("Ann Lee", f"/packets/{packet}/")
    page.keyboard.press("n")
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Put on record")).to_be_focused()
    page.keyboard.type("I looked; it holds")
    expect(page.locator("form.decide [name=reason]")).to_have_value("I looked; it holds")
    assert not record(running, packet)


def test_a_packet_is_reviewed_by_keyboard_alone(browser: Browser, running: Server, packet: str) -> None:
    desk = Desk(browser, running)
    page = desk.enter("Ann Lee", f"/packets/{packet}/")
    keys = page.keyboard
    total = page.locator("[data-undecided]").count()

    keys.press("n")
    expect(page.locator("#item-fee")).to_be_focused()
    keys.press("n")
    expect(page.locator("#item-c1")).to_be_focused()
    keys.press("a")
    expect(page.get_by_role("button", name="Put on record")).to_be_focused()
    keys.press("Enter")
    expect(page.locator("[data-undecided]")).to_have_count(total - 1)
    expect(page.locator("#item-c3")).to_be_focused()

    keys.press("m")
    expect(page.locator("form.decide [name=file]")).to_be_focused()
    expect(page.locator("form.decide [name=file]")).to_have_value(fixture.FILE)
    for _ in range(3):
        keys.press("Tab")
    keys.type("The plan is on the back, and the chief's name.")
    keys.press("Control+Enter")
    expect(page.locator("[data-undecided]")).to_have_count(total - 2)

    keys.press("o")
    expect(page.locator("form.decide [name=status]")).to_be_focused()
    keys.press("Escape")
    expect(page.locator("form.decide [name=status]")).to_have_count(0)
    keys.press("w")
    expect(page.locator("form.decide [name=reason]")).to_be_focused()
    keys.type("a town's own event: j, k and n are letters here")
    keys.press("Control+Enter")
    expect(page.locator("[data-undecided]")).to_have_count(total - 3)
    assert [each.kind for each in record(running, packet)] == [Kind.CONFIRM, Kind.OVERRULE, Kind.WAIVE]
    assert [(seen.file, seen.page) for seen in record(running, packet)[1].seen] == [(fixture.FILE, 2)], "the page shown"

    keys.press("l")
    page.wait_for_url("**/letter")
    assert desk.complaints == []
    desk.context.close()


def test_keys_can_be_turned_off_and_are_listed(browser: Browser, running: Server, packet: str) -> None:
    desk = Desk(browser, running)
    page = desk.enter(path=f"/packets/{packet}/")
    keys = page.locator("#keys")
    assert keys.is_visible()
    page.keyboard.press("?")
    listed = keys.locator("dt").all_inner_texts()
    assert {"j", "k", "n", "p", "a", "o", "m", "w", "u", "f", "l", "q", "?"} <= set(listed)
    page.get_by_label("Single keys do something").uncheck()
    page.reload()
    page.keyboard.press("j")
    expect(page.locator(".current")).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_label("Single keys do something").check()
    page.locator("body").press("j")
    expect(page.locator(".current")).to_have_count(1)
    desk.context.close()


def test_without_a_script_one_decides_on_a_page_of_its_own(browser: Browser, running: Server, packet: str) -> None:
    desk = Desk(browser, running, script=False)
    page = desk.enter(path=f"/packets/{packet}/")
    page.locator("#item-c1").get_by_role("link", name="Accept").click()
    page.get_by_role("button", name="Put on record").click()
    assert page.url.endswith("#item-c3"), "what is undecided comes next"
    assert len(record(running, packet)) == 1
    desk.context.close()


@pytest.mark.parametrize(
    ("address", "width", "dark"),
    [("item-c3/overrule", 1280, False), ("item-c3/missed", 390, True), ("own/add", 390, False)],
)
def test_no_rule_of_accessibility_is_broken_in_a_form(
    browser: Browser, running: Server, packet: str, address: str, width: int, dark: bool
) -> None:
    desk = Desk(browser, running, width=width, dark=dark)
    page = desk.enter(path=f"/packets/{packet}/decide/{address}")
    broken = Axe().run(page).response["violations"]
    assert not broken, [(rule["id"], node["html"][:200]) for rule in broken for node in rule["nodes"]]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width > 1000:
        page.goto(f"/packets/{packet}/")
        page.locator("#item-c3 [data-act=overrule]").click()
        expect(page.locator("#item-c3 form.decide")).to_be_visible()
        broken = Axe().run(page).response["violations"]
        assert not broken, [(rule["id"], node["html"][:200]) for rule in broken for node in rule["nodes"]]
    desk.context.close()


# --- what the queue tells --------------------------------------------------------------------------------


def test_the_queue_counts_what_is_decided_over_a_restart(browser: Browser, tmp_path: Path) -> None:
    put_report(tmp_path / "reports", "fair")
    with served(tmp_path) as server:
        visitor = Visitor(server)
        visitor.enter()
        decide(visitor, "fair", "item-c1", "accept")
    with served(tmp_path) as server:
        desk = Desk(browser, server)
        page = desk.enter()
        expect(page.locator("tbody tr")).to_contain_text(["1 of "])
        left = [str(subject) for subject in open_in(server, "fair")]
        for subject in left:
            act = "waive" if subject.startswith("item") else "accept"
            assert decide(visitor_of(server), "fair", subject, act) == 302
        page.reload()
        expect(page.locator("tbody tr")).to_contain_text(["Reviewed"])
        desk.context.close()


def visitor_of(server: Server) -> Visitor:
    visitor = Visitor(server)
    visitor.enter("Ben Okafor")
    return visitor


def open_in(server: Server, packet: str) -> list[Subject]:
    report = json.loads((server.reports / packet / "report.json").read_text())
    return undecided(report, decisions.review(report, record(server, packet), date.today()))
