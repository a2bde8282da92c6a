"""The overviews of a batch and of an inbox in a browser, offline: sorted, filtered, linked, and whole without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

import test_batch_summary as batch
from browser import Reader, chromium
from pipeline.reporting import inbox_page

ROWS = (batch.GOOD, batch.BROKEN, batch.PARTLY, batch.WORSE, batch.PENDING)
WORST_FIRST = ["=1+1<script>", "later", "worse", "partly", "good"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def overview(tmp_path: Path) -> Path:
    """The page over five packets."""
    batch.written(tmp_path, *ROWS)
    return tmp_path / "index.html"


def shown(page: Page) -> list[str]:
    return page.locator("tbody tr:visible th").all_inner_texts()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False)])
def test_no_rule_of_accessibility_is_broken(browser: Browser, overview: Path, width: int, dark: bool) -> None:
    reader = Reader(browser, width=width, dark=dark)
    page = reader.open(overview)
    assert Axe().run(page).response["violations"] == []
    assert reader.complaints == reader.loaded() == []
    reader.context.close()


def test_a_press_on_a_heading_sorts_and_a_second_turns_it_round(browser: Browser, overview: Path) -> None:
    reader = Reader(browser)
    page = reader.open(overview)
    assert shown(page) == WORST_FIRST
    page.get_by_role("button", name="Packet").click()
    assert shown(page) == ["=1+1<script>", "good", "later", "partly", "worse"]
    page.get_by_role("button", name="Packet").click()
    assert shown(page)[0] == "worse"
    page.get_by_role("button", name="Partial").press("Enter")
    assert shown(page)[0] == "partly"
    assert page.get_by_role("columnheader", name="Partial").get_attribute("aria-sort") == "descending"
    reader.context.close()


def test_boxes_and_words_leave_what_they_fit(browser: Browser, overview: Path) -> None:
    reader = Reader(browser)
    page = reader.open(overview)
    page.get_by_label("Incomplete").check()
    assert shown(page) == ["worse", "partly"]
    page.get_by_label("Search").fill("little")
    assert shown(page) == ["worse"]
    assert page.locator("#shown").inner_text() == "1 of 5 packets shown."
    page.get_by_label("Search").fill("nothing like it")
    assert "No packet matches" in page.locator("#shown").inner_text()
    reader.context.close()


def test_without_a_script_all_is_there_and_linked(browser: Browser, overview: Path) -> None:
    (overview.parent / "worse").mkdir()
    (overview.parent / "worse" / "report.html").write_text("<title>The report</title>")
    reader = Reader(browser, script=False)
    page = reader.open(overview)
    assert shown(page) == WORST_FIRST
    assert not page.locator("#filter").is_visible()
    page.get_by_role("link", name="worse").click()
    assert page.title() == "The report"
    reader.context.close()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_the_overview_of_an_inbox_is_one_too(browser: Browser, tmp_path: Path, width: int, dark: bool) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "report.html").write_text("<title>The report</title>")
    done = {
        "state": "incomplete",
        "subject": "Harvest <b>Jam</b>\u202e",
        "report": "reports/report.html",
        "comparison": "",
        "sender": "ann@example.org",
        "authentication": "dkim=pass",
        "received": "2027-05-21",
        "round": 1,
        "filing": "ct-19a-438",
        "rule": "all",
        "words": ["3 are missing."],
        "packet": "Harvest-Jam-1",
    }
    failed = {**done, "state": "needs attention", "subject": "Fair", "report": "", "round": 2, "packet": "Fair-2"}
    (tmp_path / "inbox.html").write_text(inbox_page([done, failed], {"incomplete": 1, "needs attention": 1}))
    reader = Reader(browser, width=width, dark=dark)
    page = reader.open(tmp_path / "inbox.html")
    assert Axe().run(page).response["violations"] == []
    assert shown(page) == ["Harvest <b>Jam</b>[U+202E]", "Fair"]
    page.get_by_label("Needs attention").check()
    assert shown(page) == ["Fair"]
    page.get_by_label("Needs attention").uncheck()
    page.get_by_role("link", name="Harvest").click()
    assert page.title() == "The report"
    assert reader.complaints == reader.loaded() == []
    reader.context.close()
