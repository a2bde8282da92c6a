"""Packets handed in on the page: audited as by a batch, whatever they are, and over any restart."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import chromium
from pipeline.batch.entries import entries
from webdesk import Desk
from webserver import TROUBLED, Server, Visitor, put_report, served, steps

PATIENCE = 240_000
"""Milliseconds until an audit must be over, on a machine that does much else."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One whose packets are really audited."""
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def troubled(tmp_path: Path) -> Iterator[Server]:
    """One whose packets are audited by a stand-in, which does as the packet is called."""
    with served(tmp_path, program=TROUBLED) as running:
        yield running


def hand_in(page: Page, *files: Path, name: str = "", filing: str = "", received: str = "") -> None:
    """Fill in the form."""
    page.goto("/packets/new")
    page.get_by_label("Files").set_input_files(files)
    page.get_by_label("Name of the packet").fill(name)
    page.get_by_label("Day it came in").fill(received)
    if filing:
        page.get_by_label("Filing").select_option(filing)
    page.get_by_role("button", name="Audit it").click()


def comes_to(page: Page, title: str) -> None:
    """The page comes to have the title by itself."""
    expect(page).to_have_title(re.compile(title), timeout=PATIENCE)


def note(folder: Path, text: str = "We apply.") -> Path:
    file = folder / "note.txt"
    file.write_text(text)
    return file


def test_a_packet_is_handed_in_watched_and_reviewed(
    browser: Browser, server: Server, samples: Path, tmp_path: Path
) -> None:
    desk = Desk(browser, server)
    page = desk.enter()
    hand_in(page, *sorted((samples / "fair-01" / "packet").iterdir()), name="Fair 2027")
    comes_to(page, "omplete: packet Fair-2027")
    assert page.get_by_role("heading", name="What must be done").is_visible()
    page.locator("a.place").first.click()
    expect(page.frame_locator("iframe").locator(".spots .chosen")).to_be_in_viewport()
    page.goto("/")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Trail").click()
    assert [step["what"] for step in steps(server)] == ["signed in", "added the packet", "audited the packet"]
    assert page.locator("tbody tr").count() == 3
    assert "ct-19a-443c" in page.locator("tbody tr").first.inner_text()
    assert desk.complaints == []


def test_a_batch_over_the_same_folders_finds_it_done(browser: Browser, server: Server, tmp_path: Path) -> None:
    page = Desk(browser, server).enter()
    hand_in(page, note(tmp_path), name="fair", filing="ct-19a-443c", received="2027-05-21")
    comes_to(page, "Incomplete: packet fair")
    assert [entry.id for entry in entries(server.packets)] == ["fair"]
    report = json.loads((server.reports / "fair" / "report.json").read_text())
    assert report["packet"]["id"] == "fair"
    assert [file["name"] for file in report["packet"]["files"]] == ["note.txt"]
    assert {"filing_date": "2027-05-21"}.items() <= {fact["name"]: fact["value"] for fact in report["facts"]}.items()


def test_where_the_filing_is_unclear_a_person_says_it(browser: Browser, server: Server, tmp_path: Path) -> None:
    page = Desk(browser, server).enter()
    hand_in(page, note(tmp_path), name="odd")
    comes_to(page, "No report: packet odd")
    assert "not clear which filing" in page.locator("#progress").inner_text()
    page.get_by_label("Filing").select_option("kent-ny")
    page.get_by_role("button", name="Audit it again").click()
    comes_to(page, "Incomplete: packet odd")
    told = [(step["what"], step["who"]) for step in steps(server)[1:]]
    assert told == [
        ("added the packet", "Ann Lee"),
        ("could not audit the packet", "Muster"),
        ("sent the packet to be audited again", "Ann Lee"),
        ("audited the packet", "Muster"),
    ]


def test_a_packet_that_ends_its_process_has_a_line_and_the_server_goes_on(
    browser: Browser, troubled: Server, tmp_path: Path
) -> None:
    page = Desk(browser, troubled).enter()
    hand_in(page, note(tmp_path), name="segfault")
    comes_to(page, "No report: packet segfault")
    assert "crashed" in page.locator("#progress").inner_text()
    page.goto("/")
    expect(page.locator("tbody tr")).to_contain_text(["crashed"])


def test_a_packet_that_waits_for_another_is_in_the_queue(browser: Browser, troubled: Server, tmp_path: Path) -> None:
    page = Desk(browser, troubled).enter()
    hand_in(page, note(tmp_path), name="patient")
    comes_to(page, "Being audited: packet patient")
    hand_in(page, note(tmp_path), name="next")
    comes_to(page, "Waiting: packet next")
    page.goto("/")
    expect(page.locator("tbody tr")).to_contain_text(["Waiting", "Being audited"])
    (tmp_path / "go").touch()
    page.goto("/packets/next/")
    comes_to(page, "No report: packet next")  # the stand-in writes no real report
    assert [step["what"] for step in steps(troubled)].count("audited the packet") == 2


def test_what_was_under_way_when_the_server_was_killed_is_done_by_the_next(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, program=TROUBLED) as server:
        page = Desk(browser, server).enter()
        hand_in(page, note(tmp_path), name="patient")
        comes_to(page, "Being audited")
        hand_in(page, note(tmp_path), name="next")
        os.kill(server.pid, signal.SIGKILL)
    (tmp_path / "go").touch()
    with served(tmp_path, program=TROUBLED) as server:
        page = Desk(browser, server).enter()
        for packet in ("patient", "next"):
            page.goto(f"/packets/{packet}/")
            comes_to(page, f"No report: packet {packet}")
        told = [(step["packet"], step["what"]) for step in steps(server)]
        assert ("patient", "audited the packet") in told
        assert ("next", "audited the packet") in told
        assert told.count(("patient", "added the packet")) == 1


def test_a_hostile_name_names_nothing_else(server: Server) -> None:
    visitor = Visitor(server)
    visitor.enter()
    answer = visitor.upload(
        {"../../x.txt": b"We apply.", '<img src=x onerror=alert(1)>".txt': b"Again."},
        name="../../<script>alert(1)</script>",
        checklist="kent-ny",
    )
    (packet,) = (path.name for path in server.packets.iterdir())
    assert re.fullmatch(r"[\w.-]+", packet)
    assert answer.headers["Location"] == f"/packets/{packet}/"
    page = visitor.get(answer.headers["Location"]).text
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_a_filing_that_is_not_known_is_refused(server: Server) -> None:
    visitor = Visitor(server)
    visitor.enter()
    assert visitor.upload({"a.txt": b"x"}, checklist="/etc/passwd").status == 400
    assert not server.packets.exists()


def test_a_packet_whose_checklist_is_gone_keeps_no_server_from_starting(tmp_path: Path) -> None:
    put = tmp_path / "packets" / "old"
    put.mkdir(parents=True)
    (put / "note.txt").write_text("We apply.")
    (put / ".muster.json").write_text('{"checklist": "no-such-law"}')
    with served(tmp_path) as server:
        visitor = Visitor(server)
        visitor.enter()
        page = visitor.get("/packets/old/").text
        assert "No report" in page
        assert "Audit it again" in page


def test_an_upload_without_a_file_is_told(server: Server) -> None:
    visitor = Visitor(server)
    visitor.enter()
    assert visitor.upload({}, name="empty").headers["Location"] == "/packets/new"
    assert "No file was chosen." in visitor.get("/packets/new").text


def test_only_what_was_handed_in_here_can_be_audited_again(tmp_path: Path) -> None:
    put_report(tmp_path / "reports", "fair")
    with served(tmp_path) as server:
        visitor = Visitor(server)
        visitor.enter()
        again = {"csrf_token": visitor.token("/packets/new"), "checklist": "auto"}
        assert visitor.post("/packets/fair/again", again).status == 404


def test_a_second_server_on_the_same_reports_is_refused(server: Server, tmp_path: Path) -> None:
    with served(tmp_path) as other:
        assert other.url == ""
