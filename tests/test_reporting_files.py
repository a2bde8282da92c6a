"""Stage 8: the files of a report, written and withdrawn, and its table on the terminal."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

import reporting_fixture as fixture
from pipeline import reporting
from pipeline.errors import ConfigurationError, UsageError
from pipeline.records import Audit


def report_of(audit: Audit) -> reporting.Report:
    return reporting.to_json(audit, fixture.checklist())


@pytest.fixture(scope="module")
def report() -> reporting.Report:
    return report_of(fixture.audit())


def test_write_makes_its_files_and_leaves_no_other(tmp_path: Path, report: reporting.Report) -> None:
    page = reporting.write(report, tmp_path / "new")
    assert page == tmp_path / "new" / "gala <2027>" / "report.html"
    made = sorted(path.name for path in page.parent.iterdir())
    assert made == ["findings.csv", "letter.docx", "letter.txt", "report.html", "report.json"]
    assert json.loads((page.parent / "report.json").read_text(encoding="utf-8")) == report
    assert reporting.write(report, tmp_path / "new").read_bytes() == page.read_bytes()


def test_write_names_the_fault_and_the_remedy(tmp_path: Path, report: reporting.Report) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(ConfigurationError) as caught:
        reporting.write(report, blocked)
    assert str(blocked) in str(caught.value)
    assert caught.value.remedy
    (tmp_path / report["packet"]["id"] / "report.json").mkdir(parents=True)
    with pytest.raises(ConfigurationError):
        reporting.write(report, tmp_path)
    assert [path.name for path in (tmp_path / report["packet"]["id"]).iterdir()] == ["report.json"]


@pytest.mark.parametrize("packet_id", ["", "..", "a/b", "a\\b", "a\0"])
def test_write_stays_in_its_folder(tmp_path: Path, report: reporting.Report, packet_id: str) -> None:
    with pytest.raises(UsageError):
        reporting.write({**report, "packet": {**report["packet"], "id": packet_id}}, tmp_path)


def test_what_a_person_put_beside_a_report_stays(tmp_path: Path) -> None:
    folder = tmp_path / "stumble"
    (folder / "marked").mkdir(parents=True)
    report = {"packet": {"files": [{"name": "a.pdf", "marked": "marked/a%20b.pdf"}, {"name": "n.txt", "marked": None}]}}
    (folder / "report.json").write_text(json.dumps(report))
    for name in ("report.html", "letter.docx", "marked/a b.pdf", "marked/mine.pdf", "my notes.txt"):
        (folder / name).touch()
    reporting.withdraw(folder)
    left = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert left == ["marked/mine.pdf", "my notes.txt"]


@pytest.mark.parametrize("width", [40, 100])
def test_terminal_shows_verdict_items_and_trouble(report: reporting.Report, width: int) -> None:
    out = io.StringIO()
    Console(file=out, width=width).print(reporting.summary_table(report))
    text = out.getvalue()
    assert "\x1b" not in text
    assert "Incomplete. 3 of the 7 items" in " ".join(text.split())
    for words in ("Could not check", "Needs review", "▼ Shortfall", "… Not stated", "medical.pdf, page 1"):
        assert words in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= width


def test_terminal_is_not_driven_by_the_packet() -> None:
    audit = replace(fixture.audit(), packet_id="\x1b[2Jgone [bold]")
    out = io.StringIO()
    Console(file=out, width=100, force_terminal=True).print(reporting.summary_table(report_of(audit)))
    assert "\x1b[2J" not in out.getvalue()
    assert "[U+001B][2Jgone [bold]" in out.getvalue()
