"""The report in a browser, offline: no rule of accessibility broken, all of it by keyboard, whole without a script."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pypdfium2 as pdfium
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Page

import reporting_fixture as fixture
from browser import Reader, chromium
from pdfs import pdf, text
from pipeline import audit as stages
from pipeline import checklists, publishing, reporting
from pipeline.readers import InProcess

SAMPLES = ("ct-02", "kent-01", "wells-02")
MADE = {"rich": fixture.audit, "complete": fixture.complete, "unread": fixture.empty}
LOOKS = {"light": (1280, False), "dark": (1280, True), "phone": (390, False), "phone in the dark": (390, True)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory, samples: Path) -> Callable[[str], Path]:
    """The page of a report, by the name of a sample or of an audit made by hand."""
    out = tmp_path_factory.mktemp("reports")
    done: dict[str, Path] = {}

    def page(name: str) -> Path:
        if name not in done:
            done[name] = made(name) if name in MADE else audited(name)
        return done[name]

    def made(name: str) -> Path:
        return reporting.write(reporting.to_json(MADE[name](), fixture.checklist()), out / name)

    def audited(name: str) -> Path:
        gold = json.loads((samples / name / "gold.json").read_text(encoding="utf-8"))
        filing, path, reader = checklists.load(gold["checklist"]), samples / name / "packet", InProcess()
        with stages.read(path, reader) as packet:
            found = stages.judge(packet, filing)
            return publishing.publish(
                found, filing, packet.submission, reader, packet=path, out=out, wishes=publishing.Wishes()
            )[1]

    return page


@pytest.mark.parametrize(
    ("name", "look"),
    [(name, look) for name in MADE for look in LOOKS]
    + [(name, look) for name in SAMPLES for look in ("light", "phone in the dark")],
)
def test_no_rule_of_accessibility_is_broken(
    browser: Browser, reports: Callable[[str], Path], name: str, look: str
) -> None:
    width, dark = LOOKS[look]
    reader = Reader(browser, width=width, dark=dark)
    page = reader.open(reports(name))
    page.click("#open-all")
    broken = Axe().run(page).response["violations"]
    assert not broken, told(broken)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs over the edge"
    assert reader.loaded() == []
    assert reader.complaints == []


def told(broken: list[dict[str, Any]]) -> str:
    return "\n".join(f"{rule['id']}: {node['html'][:200]}" for rule in broken for node in rule["nodes"])


@pytest.mark.parametrize("name", ["rich", "ct-04"])
def test_it_is_whole_without_a_script(browser: Browser, reports: Callable[[str], Path], name: str) -> None:
    reader = Reader(browser, script=False)
    page = reader.open(reports(name))
    report = json.loads(reports(name).with_suffix(".json").read_text(encoding="utf-8"))
    assert page.locator(".item:visible").count() == len(report["items"])
    assert page.locator("#filter").is_hidden()
    law = page.locator(".item details.law").first
    law.locator("summary").click()
    assert law.locator("blockquote").is_visible()
    assert reader.complaints == []


def test_all_of_it_is_done_by_keyboard(browser: Browser, reports: Callable[[str], Path]) -> None:
    page = Reader(browser).open(reports("ct-04"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    everything = page.locator(".item:visible").count()

    tab_to(page, "input[value=missing]")
    page.keyboard.press("Space")
    assert 0 < page.locator(".item:visible").count() < everything
    assert page.locator("#shown").inner_text().endswith(f"of {everything} items shown.")
    page.keyboard.press("Space")

    tab_to(page, "input[type=search]")
    page.keyboard.type("fire")
    assert 0 < page.locator(".item:visible").count() < everything
    page.keyboard.type(" no such word")
    assert page.locator(".item:visible").count() == 0
    assert page.locator("#shown").inner_text().startswith("No item matches.")
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")

    tab_to(page, "#open-all")
    page.keyboard.press("Enter")
    assert page.locator("main details:not([open])").count() == 0
    page.keyboard.press("Enter")
    assert page.locator("main details[open]").count() == 0


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus, which must be seen."""
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    pytest.fail(f"no Tab leads to {selector}")


def test_a_permalink_shows_its_item_even_where_a_filter_hides_it(
    browser: Browser, reports: Callable[[str], Path]
) -> None:
    page = Reader(browser).open(reports("ct-04"), "#item-c12")
    assert page.locator("#item-c12").is_visible()
    assert page.evaluate("Math.abs(document.getElementById('item-c12').getBoundingClientRect().top) < 200")
    page.locator("input[value=missing]").check()
    assert page.locator("#item-c12").is_hidden()
    page.evaluate("location.hash = '#item-c1'")
    assert page.locator("#item-c1").is_visible()


def test_the_contents_stay_in_view_and_tell_where_one_is(browser: Browser, reports: Callable[[str], Path]) -> None:
    page = Reader(browser).open(reports("ct-04"))
    page.locator("#item-c16").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('item-c16').scrollIntoView({block: 'start'})")
    page.wait_for_selector(".contents a[aria-current]")
    assert page.locator(".contents").is_visible()
    assert page.evaluate("document.querySelector('.contents').getBoundingClientRect().top") >= 0


def test_pictures_are_seen_when_they_are_opened(browser: Browser, reports: Callable[[str], Path]) -> None:
    page = Reader(browser).open(reports("ct-04"))
    picture = page.locator(".picture").first
    assert picture.locator("svg").is_hidden()
    picture.locator("summary").click()
    box = picture.locator("svg").bounding_box()
    assert box
    assert box["width"] > 200
    assert box["height"] > 20
    colors = Image.open(io.BytesIO(picture.locator("svg").screenshot())).convert("RGB").getcolors(1_000_000)
    assert any(color == (255, 233, 120) for _, color in colors or ()), "the words are on yellow"


def test_links_lead_to_the_very_page(browser: Browser, reports: Callable[[str], Path]) -> None:
    file = reports("ct-04")
    page = Reader(browser).open(file)
    targets = page.eval_on_selector_all("a.place", "links => links.map(link => link.href)")
    assert targets
    for target in set(targets):
        address, _, number = target.partition("#page=")
        assert Path(unquote(address.removeprefix("file://"))).is_file()
        assert int(number) >= 1


@pytest.mark.parametrize("script", [True, False])
def test_print_opens_everything(browser: Browser, reports: Callable[[str], Path], script: bool) -> None:
    file = reports("ct-04")
    page = Reader(browser, script=script).open(file)
    printed = pdfium.PdfDocument(page.pdf(prefer_css_page_size=True))
    text = " ".join(" ".join(printed[n].get_textpage().get_text_range() for n in range(len(printed))).split())
    report = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    for item in report["items"]:
        assert item["cite"].split(",")[0] in text
        assert " ".join(item["law"].split())[:60] in text
    first = printed[0].get_textpage().get_text_range()
    assert "What must be done" in first
    assert " ".join(report["todo"][-1]["tasks"][-1]["title"].split()) in " ".join(first.split()), "it fits one sheet"
    assert "Open all" not in text
    assert len(printed) < 30


def test_a_hostile_packet_breaks_nothing_from_end_to_end(browser: Browser, tmp_path: Path) -> None:
    """Names and words that mean harm, through a whole audit: the page, its links, the letter and the copies stand."""
    name = """it's an "odd" </script> name & #1 ?page=2 %41.pdf""".replace("/", "\N{DIVISION SLASH}")
    packet = tmp_path / "packet"
    packet.mkdir()
    (packet / name).write_bytes(pdf(text(*HOSTILE)))
    filing, reader = checklists.load("ct-19a-438"), InProcess()
    with stages.read(packet, reader) as read:
        found = stages.judge(read, filing)
        wishes = publishing.Wishes(annotate=True)
        report, file = publishing.publish(
            found, filing, read.submission, reader, packet=packet, out=tmp_path / "out", wishes=wishes
        )
    assert "\u202e" not in (file.parent / "letter.txt").read_text(encoding="utf-8")
    looking = Reader(browser, width=390)
    page = looking.open(file)
    page.click("#open-all")
    shown = page.locator("main").inner_text()
    assert "</script><script>alert(1)</script>" in shown
    assert "{{7*7}}" in shown
    for link in page.eval_on_selector_all("a.place, .files a", "links => links.map(link => link.href)"):
        target, _, number = link.partition("#page=")
        assert Path(unquote(target.removeprefix("file://"))).is_file()
        assert number in ("", "1")
    assert report["packet"]["files"][0]["marked"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert looking.complaints == []


HOSTILE = (
    "The nature of the assembly is a fair </script><script>alert(1)</script> with {{7*7}} stalls of honey.",
    "Maximum number of persons at any one time: 4,000 \u202e people",
    f"Drinking water: 6,000 gallons of potable water a day from {'x' * 3000} tankers.",
    "=cmd|' /C calc'!A0 toilets: 20 portable toilets for women stand by the gate.",
)


def test_hostile_text_shows_as_itself_and_breaks_nothing(browser: Browser, reports: Callable[[str], Path]) -> None:
    for width in (1280, 390):
        reader = Reader(browser, width=width)
        page = reader.open(reports("rich"))
        page.click("#open-all")
        text = page.locator("main").inner_text()
        assert fixture.SCRIPT in text
        assert "{{7*7}}" in text
        assert "paid [U+202E]003$ in full" in text
        assert fixture.FILE in text
        assert fixture.ENDLESS in "".join(text.split())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("script").count() == 1
        assert reader.complaints == []
