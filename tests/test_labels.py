"""Decisions as labels: only what a person judged counts, and the packets go into `muster score` as they are."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Muster = Callable[..., Any]
LETTER = """\
Application for a license to hold a mass gathering.

Maximum number of persons: 4,000 at any one time.

Water: we will bring two tankers of 5,000 gallons of drinking water each day.
"""
BY = ("--who", "J. Roe", "--reason", "Read on the page")


@pytest.fixture
def reports(muster: Muster, tmp_path: Path) -> Path:
    """A report on a packet with a letter and an archive in a folder of its own."""
    packet = tmp_path / "fair"
    (packet / "more").mkdir(parents=True)
    (packet / "letter.txt").write_text(LETTER)
    with zipfile.ZipFile(packet / "more" / "plans.zip", "w") as archive:
        archive.writestr("plan.txt", "Fire plan: two engines stand by, as agreed with the chief.")
    assert muster("audit", packet, "-c", "ct-19a-438", "--out", tmp_path / "reports", "-q").code == 0
    return tmp_path / "reports"


def item(reports: Path, name: str) -> dict[str, Any]:
    report = json.loads((reports / "fair" / "report.json").read_text(encoding="utf-8"))
    return next(each for each in report["items"] if each["id"] == name)


def test_decisions_go_round_through_score(muster: Muster, reports: Path, tmp_path: Path) -> None:
    assert item(reports, "c13")["status"] == "missing"
    assert item(reports, "c3")["status"] == "missing"
    muster("decide", reports / "fair", "confirm", "item-c13", *BY)
    muster("decide", reports / "fair", "overrule", "item-c3", "--status", "present", "--seen", "letter.txt:1", *BY)
    muster("decide", reports / "fair", "waive", "item-c17", *BY)
    muster("decide", reports / "fair", "confirm", "check-toilets_female", *BY)
    out = tmp_path / "labels"
    told = muster("export-labels", reports, "--out", out)
    assert (told.code, told.err) == (0, "")
    assert told.out == f"{out / 'fair'}  3 labels\n"
    gold = json.loads((out / "fair" / "gold.json").read_text(encoding="utf-8"))
    assert gold["items"]["c3"] == {"status": "present", "pages": [["letter.txt", 1]]}
    assert gold["items"]["c13"] == {"status": "missing"}
    assert "c17" in gold["arguable"], "a waiver tells nothing of the packet"
    assert {"c3", "c13"} & set(gold["arguable"]) == set()
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*"))
    assert files == ["fair/gold.json", "fair/packet/letter.txt", "fair/packet/more/plans.zip"]
    figures = tmp_path / "figures.json"
    scored = muster("score", out, "--run", "--json", figures, "--verbose")
    assert scored.code == 0
    assert json.loads(figures.read_text())["item_status_accuracy"] == 0.5
    assert json.loads(figures.read_text())["check_accuracy"] == 1
    assert "fair item c3: missing, should be present" in scored.out


def test_partly_answered_is_labelled_with_what_lacks(muster: Muster, reports: Path, tmp_path: Path) -> None:
    elements = [element["id"] for element in item(reports, "c13")["elements"]]
    lacking = [part for name in elements[1:] for part in ("--missing", name)]
    muster("decide", reports / "fair", "overrule", "item-c13", "--status", "partial", *lacking, *BY)
    muster("export-labels", reports / "fair", "--out", tmp_path / "labels")
    gold = json.loads((tmp_path / "labels" / "fair" / "gold.json").read_text(encoding="utf-8"))
    assert gold["items"]["c13"] == {"status": "partial", "missing": elements[1:]}


def test_packets_that_are_gone_or_changed_are_left_out_with_a_word(
    muster: Muster, reports: Path, tmp_path: Path
) -> None:
    muster("decide", reports / "fair", "confirm", "item-c13", *BY)
    letter = tmp_path / "fair" / "letter.txt"
    letter.write_text("Another letter.")
    told = muster("export-labels", reports, "--out", tmp_path / "labels")
    assert told.code == 2
    assert "fair: left out, letter.txt has changed since it was audited." in told.err
    letter.unlink()
    assert "letter.txt is not where its report says." in muster("export-labels", reports, "--out", tmp_path / "x").err
    assert not (tmp_path / "labels").exists()


def test_without_a_judgement_there_is_no_label(muster: Muster, reports: Path, tmp_path: Path) -> None:
    told = muster("export-labels", reports, "--out", tmp_path / "labels")
    assert (told.code, told.err.count("\n")) == (2, 1)
    muster("decide", reports / "fair", "waive", "item-c17", *BY)
    told = muster("export-labels", reports, "--out", tmp_path / "labels")
    assert told.code == 2
    assert "no decision in force overrules or confirms" in told.err
