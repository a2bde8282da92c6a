"""A packet audited anew: the clerk sees what the new papers answer, and the earlier report is still there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline import decisions, reporting, rounds

Muster = Callable[..., Any]
LETTER = "Application for a license to hold a mass gathering.\n\nMaximum number of persons: 4,000 at any one time.\n"
DATE = "We will hold a fair on July 10, 2027."


@pytest.fixture
def packets(tmp_path: Path) -> Path:
    (tmp_path / "packets" / "fair").mkdir(parents=True)
    (tmp_path / "packets" / "fair" / "letter.txt").write_text(LETTER)
    return tmp_path / "packets"


def hand_in_more(packets: Path) -> None:
    (packets / "fair" / "date.txt").write_text(DATE)


def test_an_audit_of_a_packet_with_new_papers_tells_what_they_answer(muster: Muster, packets: Path) -> None:
    audit = ("audit", packets / "fair", "-c", "ct-19a-438", "--out", packets.parent / "out")
    folder = packets.parent / "out" / "fair"
    assert "Since the last round" not in muster(*audit).out
    first = (folder / "report.json").read_bytes()
    muster("decide", folder, "waive", "item-c17", "--who", "J. Roe", "--reason", "No food is sold")
    assert "Since the last round" not in muster(*audit).out
    assert not (folder / rounds.EARLIER).exists(), "the same papers are no new round"
    hand_in_more(packets)
    told = muster(*audit)
    assert "Since the last round: Of the" in told.out
    assert (folder / rounds.EARLIER / "1" / "report.json").read_bytes() == first
    comparison = json.loads((folder / "comparison.json").read_text(encoding="utf-8"))
    assert comparison["files"]["added"] == ["date.txt"]
    assert [(number["name"], number["was"], number["now"]) for number in comparison["numbers"]] == [
        ("event_dates", None, "July 10, 2027"),
        ("event_days", None, "1"),
    ]
    assert [ruling["standing"] for ruling in comparison["decisions"]] == ["applied"]
    assert len(decisions.read(folder)) == 1
    (packets / "fair" / "date.txt").unlink()
    muster(*audit)
    assert (folder / rounds.EARLIER / "2" / "report.json").is_file()


def test_a_batch_tells_of_new_rounds_in_its_overview(muster: Muster, packets: Path) -> None:
    batch = ("batch", packets, "-c", "ct-19a-438", "--out", packets.parent / "out", "--jobs", "1")
    muster(*batch)
    hand_in_more(packets)
    muster(*batch)
    rows = json.loads((packets.parent / "out" / "summary.json").read_text(encoding="utf-8"))["rows"]
    assert rows[0]["note"].startswith("Since the last round: Of the")
    assert (packets.parent / "out" / "fair" / "comparison.html").is_file()


def test_a_report_that_is_not_whole_is_no_earlier_round(tmp_path: Path) -> None:
    assert rounds.last(tmp_path) is None
    (tmp_path / reporting.REPORT).write_text('{"schema": "muster/report/1"}')
    assert rounds.last(tmp_path) is None


def test_decisions_that_hold_are_carried_into_the_next_round_once(muster: Muster, packets: Path) -> None:
    out = packets.parent / "out"
    (packets / "fair").rename(packets / "one")
    shutil.copytree(packets / "one", packets / "two")
    (packets / "two" / "date.txt").write_text(DATE)
    for name in ("one", "two"):
        muster("audit", packets / name, "-c", "ct-19a-438", "--out", out)
    by = ("--who", "J. Roe", "--reason", "No food is sold")
    muster("decide", out / "one", "waive", "item-c17", *by)
    muster("decide", out / "one", "confirm", "item-c13", *by)
    muster("decide", out / "one", "overrule", "item-c5", "--status", "missing", *by)  # on other words in the next round
    muster("decide", out / "one", "add", "--status", "caveat", "--title", "Wetlands", *by)
    muster("decide", out / "two", "waive", "item-c13", *by)
    told = muster("compare", out / "one", out / "two", "--carry")
    assert "Taken over: item-c17." in told.out
    history = decisions.read(out / "two")
    assert [(str(each.subject), each.kind) for each in history] == [("item-c13", "waive"), ("item-c17", "waive")]
    assert "2 decisions on record" in (out / "two" / "report.html").read_text(encoding="utf-8")
    assert "Taken over: no decision." in muster("compare", out / "one", out / "two", "--carry").out
    assert decisions.read(out / "two") == history
