"""The summary of a batch: its three files, what they come to, and what is told on the way."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from pipeline import limits
from pipeline.batch import progress, summary
from pipeline.batch.handling import Handled, Step
from pipeline.batch.records import Entry, Outcome, Row
from test_reporting import Outline

GOOD = Row("good", "good", Outcome.AUDITED, "All is there.", "ct", "complete", present=9, report="good/report.html")
PARTLY = Row("partly", "partly", Outcome.AUDITED, "Some.", "ct", "incomplete", partial=2, report="partly/report.html")
WORSE = Row("worse", "worse", Outcome.AUDITED, "Little.", "ct", "incomplete", missing=1, report="worse/report.html")
UNREAD = Row(
    "unread", "unread", Outcome.AUDITED, "A scan.", "ct", "incomplete", unchecked=1, report="unread/report.html"
)
BROKEN = Row("broken", "=1+1<script>", Outcome.CRASHED, "+The audit ended its process with SIGSEGV.")
PENDING = Row("later", "later", Outcome.PENDING, "The run was stopped.")


def written(out: Path, *rows: Row, fail_on: str = "never", cancelled: bool = False) -> summary.Tally:
    via = out / ".muster"
    via.mkdir(exist_ok=True)
    return summary.write(out, rows, via=via, checklist="ct", cancelled=cancelled, fail_on=fail_on)


def page(out: Path) -> Outline:
    return Outline((out / "index.html").read_text(encoding="utf-8"))


def test_table_and_json_keep_the_order_and_the_page_has_the_worst_first(tmp_path: Path) -> None:
    rows = (GOOD, BROKEN, PARTLY, WORSE)
    written(tmp_path, *rows)
    with (tmp_path / "summary.csv").open(newline="", encoding="utf-8") as stream:
        assert [line["packet"] for line in csv.DictReader(stream)] == [row.packet for row in rows]
    told = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert [line["packet"] for line in told["rows"]] == [row.packet for row in rows]
    assert (told["schema"], told["state"], told["packets"]) == ("muster/batch/1", "complete", 4)
    assert told["outcomes"] == {"audited": 3, "crashed": 1}
    assert told["verdicts"] == {"complete": 1, "incomplete": 2}
    assert [link for link in page(tmp_path).links if not link.startswith("#")] == [
        "worse/report.html",
        "partly/report.html",
        "good/report.html",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".muster", "index.html", "summary.csv", "summary.json"]
    assert not any((tmp_path / ".muster").iterdir())


def test_no_cell_is_a_formula_and_no_name_is_markup(tmp_path: Path) -> None:
    written(tmp_path, BROKEN)
    with (tmp_path / "summary.csv").open(newline="", encoding="utf-8") as stream:
        cells = next(csv.DictReader(stream))
    assert (cells["name"], cells["note"][:2]) == ("'=1+1<script>", "'+")
    outline = page(tmp_path)
    assert [tag for tag, _ in outline.tags].count("script") == 1
    assert "=1+1<script>" in outline.text


def test_the_page_loads_nothing_and_is_well_made(tmp_path: Path) -> None:
    written(tmp_path, GOOD, BROKEN, PENDING, cancelled=True)
    outline = page(tmp_path)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    policy = next(str(attrs["content"]) for _, attrs in outline.tags if attrs.get("http-equiv"))
    assert policy.startswith("default-src 'none'")
    assert not [attrs for tag, attrs in outline.tags if tag in ("img", "link", "iframe") or "src" in attrs]
    text = " ".join("".join(outline.text).split())
    assert "Cancelled The run was stopped" in text
    for word in ("Crashed", "Not done", "Complete"):
        assert word in text


def test_a_page_that_cannot_show_all_packets_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "INDEX_ROWS", 2)
    written(tmp_path, GOOD, PARTLY, WORSE)
    outline = page(tmp_path)
    assert [link for link in outline.links if link.endswith("report.html")] == [
        "worse/report.html",
        "partly/report.html",
    ]
    assert "Only the 2 worst are shown here" in " ".join("".join(outline.text).split())


@pytest.mark.parametrize(
    ("rows", "fail_on", "codes"),
    [  # as it is, and with --strict
        ((GOOD,), "review", (0, 0)),
        ((GOOD, WORSE), "never", (0, 0)),
        ((GOOD, WORSE), "missing", (3, 3)),
        ((GOOD, PARTLY), "missing", (0, 0)),
        ((GOOD, UNREAD), "never", (4, 4)),
        ((WORSE, UNREAD, BROKEN), "missing", (3, 3)),
        ((GOOD, BROKEN), "never", (4, 3)),
    ],
)
def test_exit_codes(tmp_path: Path, rows: tuple[Row, ...], fail_on: str, codes: tuple[int, int]) -> None:
    tally = written(tmp_path, *rows, fail_on=fail_on)
    assert (tally.exit_code(strict=False), tally.exit_code(strict=True)) == codes


HANDLED = (
    Handled(Entry("good", Path("good")), Step.SETTLED, GOOD),
    Handled(Entry("worse", Path("worse")), Step.SETTLED, WORSE),
    Handled(Entry("old", Path("old")), Step.SKIPPED),
    Handled(Entry("broken", Path("broken")), Step.SETTLED, BROKEN),
)


def tell(listener: progress.Silence, tally: summary.Tally) -> None:
    with listener:
        for handled in HANDLED:
            listener.told(handled)
        listener.waits(2)
    listener.ended(tally, cancelled=False, index="out/index.html")


def test_a_log_has_a_line_for_each_packet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tell(progress.Lines(4), written(tmp_path, GOOD, WORSE, BROKEN))
    said = capsys.readouterr()
    assert said.out == "out/index.html\n"
    assert said.err.splitlines() == [
        "1/4 good: complete",
        "2/4 worse: incomplete, 1 missing",
        "3/4 old: unchanged, skipped",
        "4/4 broken: crashed. +The audit ended its process with SIGSEGV.",
        "waiting for another run, which has 2 of the packets in hand",
        "Finished: 1 complete, 1 incomplete, 1 crashed.",
    ]


def test_a_terminal_shows_how_far_it_is_and_what_went_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    tell(progress.Bar(4), written(tmp_path, GOOD, WORSE, BROKEN))
    said = capsys.readouterr()
    assert said.out == "out/index.html\n"
    assert "4/4" in said.err
    assert "broken: crashed" in said.err
    assert "worse: incomplete" not in said.err


def test_a_program_gets_an_object_for_each_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tell(progress.Events(4), written(tmp_path, GOOD, WORSE, BROKEN))
    said = capsys.readouterr()
    events = [json.loads(line) for line in said.out.splitlines()]
    assert [event["event"] for event in events] == ["start", "packet", "packet", "packet", "packet", "waiting", "end"]
    assert events[2] | {"done": 2, "missing": 1, "outcome": "audited", "skipped": False} == events[2]
    assert events[3] == {"event": "packet", "done": 3, "packets": 4, "skipped": True, "packet": "old"}
    assert events[-1]["verdicts"] == {"complete": 1, "incomplete": 1}
    assert said.err == ""


def test_quiet_says_where_the_overview_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tell(progress.Silence(), written(tmp_path, GOOD))
    assert capsys.readouterr() == ("out/index.html\n", "")
