"""The queue and the review in a browser: filters, words on their pages and back, keys, and nothing that a packet does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import reporting_fixture as fixture
from browser import chromium
from pipeline import audit as stages
from pipeline import checklists, publishing
from pipeline.readers import InProcess
from webdesk import Desk
from webserver import Server, put_report, served

SAMPLES = ("ct-04", "wells-02")
LOOKS = {"light": (1280, False), "phone in the dark": (390, True)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Iterator[Server]:
    """Reports on two samples, on one that is complete, and on one that means harm."""
    folder = tmp_path_factory.mktemp("served")
    for name in SAMPLES:
        gold = json.loads((samples / name / "gold.json").read_text(encoding="utf-8"))
        filing, path, reader = checklists.load(gold["checklist"]), samples / name / "packet", InProcess()
        with stages.read(path, reader) as packet:
            found = stages.judge(packet, filing)
            publishing.publish(
                found,
                filing,
                packet.submission,
                reader,
                packet=path,
                out=folder / "reports",
                wishes=publishing.Wishes(),
            )
    put_report(folder / "reports", "hostile")
    put_report(folder / "reports", "whole", fixture.complete())
    with served(folder) as running:
        yield running


@pytest.fixture
def desk(browser: Browser, server: Server) -> Iterator[Desk]:
    opened = Desk(browser, server)
    yield opened
    assert opened.complaints == []
    opened.context.close()


def shows(page: Page, *packets: str) -> None:
    """The queue comes to show these, in this order."""
    expect(page.locator("tbody th")).to_have_text(list(packets))


# --- every page ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/packets/new",
        "/packets/ct-04/",
        "/packets/hostile/",
        "/packets/ct-04/pages/2/1",
        "/packets/ct-04/letter",
        "/trail",
        "/gone",
    ],
)
def test_no_rule_of_accessibility_is_broken(browser: Browser, server: Server, path: str, look: str) -> None:
    width, dark = LOOKS[look]
    desk = Desk(browser, server, width=width, dark=dark)
    page = desk.enter()
    page.goto(path)
    broken = Axe().run(page).response["violations"]
    assert not broken, [(rule["id"], node["html"][:200]) for rule in broken for node in rule["nodes"]]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs over the edge"
    assert [line for line in desk.complaints if "404" not in line] == []
    desk.context.close()


# --- the queue -------------------------------------------------------------------------------------------


def test_the_queue_shows_the_worst_first_and_what_fits(desk: Desk) -> None:
    page = desk.enter()
    shows(page, "wells-02", "ct-04", "hostile", "whole")
    page.get_by_role("link", name="Complete 1", exact=True).click()
    shows(page, "whole")
    page.get_by_role("link", name="Incomplete 3").click()
    shows(page, "wells-02", "ct-04", "hostile")
    page.get_by_label("Search").fill("WELLS items")
    page.keyboard.press("Enter")
    shows(page, "wells-02")
    assert page.get_by_role("link", name="Incomplete 1").get_attribute("aria-current") == "true"
    page.get_by_label("Search").fill("nothing like it")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Show all 4").click()
    page.get_by_label("Sort").select_option("by name")
    page.get_by_role("button", name="Show").click()
    shows(page, "ct-04", "hostile", "wells-02", "whole")


def test_the_queue_is_gone_through_by_keys(desk: Desk) -> None:
    page = desk.enter()
    for _ in range(3):
        page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    page.wait_for_url("**/packets/ct-04/")
    page.go_back()
    page.keyboard.press("/")
    page.keyboard.type("jkn")
    assert page.get_by_label("Search").input_value() == "jkn"


def test_a_report_that_is_no_report_costs_only_its_row(desk: Desk, server: Server) -> None:
    folder = server.reports / "broken"
    folder.mkdir()
    page = desk.enter()
    for text in ("{", "[]", '{"summary": 1}'):
        (folder / "report.json").write_text(text)
        page.goto("/")
        expect(page.locator("tbody tr", has_text="broken")).to_contain_text("cannot be read")
        page.goto("/packets/broken/")
        expect(page.locator("main")).to_contain_text("cannot be read")
    (folder / "report.json").unlink()
    folder.rmdir()


# --- the report beside its pages -------------------------------------------------------------------------


def test_from_a_finding_to_its_words_on_the_page_and_back(desk: Desk) -> None:
    page = desk.enter(path="/packets/ct-04/")
    frame = page.frame_locator("iframe")
    place = page.locator("#item-c12 a.place").first
    place.click()
    words = frame.locator(".spots .chosen")
    expect(words).to_be_in_viewport()
    assert "Emergency medical" in (words.get_attribute("aria-label") or "")
    assert frame.locator("h1").inner_text().startswith("03 medical plan (Summit).pdf, page 1")
    drawn = frame.locator("img").evaluate("image => image.complete && image.naturalWidth")
    assert drawn > 500
    before = page.evaluate("performance.timeOrigin")
    frame.get_by_role("link", name="Most people at any one time").last.click()
    expect(page.locator("#conflict-max_attendance")).to_be_in_viewport()
    assert page.evaluate("performance.timeOrigin") == before, "the report is not loaded anew"


def test_a_mark_on_the_page_leads_to_its_finding(desk: Desk) -> None:
    page = desk.enter(path="/packets/ct-04/")
    page.locator("#item-c12 a.place").first.click()
    words = page.frame_locator("iframe").locator(".spots .chosen")
    anchor = (words.get_attribute("href") or "").partition("#")[2]
    page.evaluate("scrollTo(0, 0)")
    words.click()
    expect(page.locator(f"#{anchor}")).to_be_in_viewport()
    assert "current" in (page.locator(f"#{anchor}").get_attribute("class") or "")


def test_marks_lie_on_the_words(desk: Desk) -> None:
    """The picture's ink under a mark is that of a line of print, and the strip beside the line is bare."""
    page = desk.enter(path="/packets/ct-04/pages/2/1#m1")
    image, mark = page.locator("img").bounding_box(), page.locator("#m1 rect").first.bounding_box()
    assert image
    assert mark
    assert image["x"] < mark["x"] < mark["x"] + mark["width"] < image["x"] + image["width"]
    inked = page.evaluate(
        """([left, top, width, height]) => {
            const image = document.querySelector('img');
            const canvas = Object.assign(document.createElement('canvas'), {width: image.naturalWidth, height: image.naturalHeight});
            const draw = canvas.getContext('2d');
            draw.drawImage(image, 0, 0);
            const scale = image.naturalWidth / image.clientWidth;
            const data = draw.getImageData(left * scale, top * scale, width * scale, height * scale).data;
            return data.filter((value, at) => at % 4 === 0 && value < 128).length;
        }""",
        [mark["x"] - image["x"], mark["y"] - image["y"], mark["width"], mark["height"]],
    )
    assert inked > 100


def test_one_turns_the_pages_of_the_whole_packet(desk: Desk) -> None:
    page = desk.enter(path="/packets/ct-04/pages/1/1")
    seen = [page.locator("h1").inner_text()]
    while page.get_by_role("link", name="Next").count():
        page.get_by_role("link", name="Next").click()
        seen.append(page.locator("h1").inner_text())
    assert len(set(seen)) == len(seen) > 4
    page.get_by_role("link", name="Before").click()
    assert page.locator("h1").inner_text() == seen[-2]
    page.get_by_role("link", name="To the report").click()
    assert page.title().endswith("packet ct-04")


def test_on_a_phone_the_page_opens_by_itself_and_leads_back(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, width=390)
    page = desk.enter(path="/packets/ct-04/")
    page.locator("#item-c12 a.place").first.click()
    page.wait_for_url("**/pages/**")
    expect(page.locator(".spots a:target")).to_be_in_viewport()
    page.locator(".uses a", has_text="Emergency medical").first.click()
    expect(page.locator("#item-c12")).to_be_in_viewport()
    assert desk.complaints == []
    desk.context.close()


def test_without_a_script_words_and_findings_still_lead_to_each_other(browser: Browser, server: Server) -> None:
    desk = Desk(browser, server, script=False)
    page = desk.enter(path="/packets/ct-04/")
    page.locator("#item-c12 a.place").first.click()
    frame = page.frame_locator("iframe")
    expect(frame.locator("h1")).to_contain_text("medical plan")
    frame.locator(".uses a", has_text="Emergency medical").first.click()
    expect(page.locator("#item-c12")).to_be_in_viewport()
    desk.context.close()


def test_a_file_that_has_changed_since_the_audit_is_not_shown(desk: Desk) -> None:
    page = desk.enter(path="/packets/hostile/pages/1/1")
    assert "no longer where it was" in page.locator("main").inner_text()
    assert page.locator("img").count() == 0
    assert page.locator(".uses li").count() > 0, "the words are told all the same"


# --- by keyboard -----------------------------------------------------------------------------------------


def test_one_goes_from_finding_to_finding_by_keys(desk: Desk) -> None:
    page = desk.enter(path="/packets/ct-04/")
    page.keyboard.press("j")
    first = page.evaluate("document.activeElement.id")
    assert first.startswith("item-")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") != first
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == first
    page.keyboard.press("p")
    frame = page.frame_locator("iframe")
    expect(frame.locator(".spots .chosen")).to_be_in_viewport()
    frame.locator("body").press("j")
    expect(page.locator(f"#{first}")).not_to_have_class("current")


# --- hostile packets -------------------------------------------------------------------------------------


def test_hostile_text_shows_as_itself_and_does_nothing(browser: Browser, server: Server) -> None:
    for path in ("/packets/hostile/", "/packets/hostile/pages/1/1", "/packets/hostile/letter", "/"):
        desk = Desk(browser, server)
        page = desk.enter(path=path)
        text = page.content()
        assert fixture.SCRIPT not in text
        assert "\u202e" not in text
        assert desk.complaints == []
        desk.context.close()
    page = Desk(browser, server).enter(path="/packets/hostile/")
    shown = page.locator("main").inner_text()
    assert fixture.SCRIPT in shown
    assert "{{7*7}}" in shown
    assert fixture.FILE in shown
    page.context.close()
