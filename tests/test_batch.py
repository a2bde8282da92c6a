"""Whole runs of a batch: nothing spoils them, nothing is done twice, and they can be stopped anywhere."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import batches
from pipeline import limits
from pipeline.batch import worker
from pipeline.batch.auditing import audited
from pipeline.batch.crew import LocalCrew
from pipeline.batch.entries import entries
from pipeline.batch.records import Entry, Settings
from pipeline.errors import UsageError
from pipeline.limits import Limits
from pipeline.publishing import Wishes
from pipeline.readers import InProcess
from pipeline.reading import Options

Muster = Callable[..., Any]
SAMPLES = ("fair-01", "waiver-01")


@pytest.fixture
def packets(samples: Path, tmp_path: Path) -> Path:
    """A folder with some of the samples."""
    folder = tmp_path / "packets"
    for name in SAMPLES:
        shutil.copytree(samples / name / "packet", folder / name)
    return folder


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with six packets of a line each, of which one is waited for."""
    for name in ("a", "b", "c", "d", "e", "patient"):
        put(tmp_path / "notes" / name)
    return tmp_path / "notes"


def put(packet: Path, words: str = "We apply.") -> None:
    """A packet of one note."""
    packet.mkdir(parents=True, exist_ok=True)
    (packet / "note.txt").write_text(words)


def start(folder: Path, out: Path, *store: str) -> subprocess.Popen[str]:
    """A run in a process of its own."""
    path = os.pathsep.join((str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")))
    line = [sys.executable, "-c", "import batches; batches.main()", str(folder), str(out), *store]
    return subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})


def told(run: subprocess.Popen[str], count: int) -> list[str]:
    """The first lines that a run says."""
    assert run.stderr
    return [run.stderr.readline() for _ in range(count)]


def calls(out: Path) -> Counter[str]:
    """How often each packet was audited."""
    return Counter((out.parent / "calls").read_text().split())


def written(out: Path) -> dict[str, bytes]:
    """All files that a run leaves, but for its own state."""
    files = (path for path in out.rglob("*") if path.is_file() and ".muster" not in path.parts)
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def rows(out: Path) -> dict[str, dict[str, Any]]:
    """The rows of the summary by packet."""
    return {row["packet"]: row for row in json.loads((out / "summary.json").read_text())["rows"]}


# --- what a run does ------------------------------------------------------------------------------------


def test_packets_come_in_order_without_what_is_hidden_or_a_link(tmp_path: Path) -> None:
    for name in ("b.pdf", "a", ".hidden", "c.tmp", "B b"):
        (tmp_path / name).mkdir()
    (tmp_path / "link").symlink_to("a")
    os.mkfifo(tmp_path / "pipe")
    assert [entry.path.name for entry in entries(tmp_path)] == ["B b", "a", "b.pdf"]


def test_a_batch_writes_what_audit_writes_and_the_same_with_any_number_of_jobs(
    packets: Path, tmp_path: Path, muster: Muster
) -> None:
    out = tmp_path / "out"
    ran = muster("batch", packets, "-c", "auto", "--out", out, "--jobs", "1")
    assert (ran.code, ran.out) == (0, f"{out / 'index.html'}\n")
    assert list(rows(out)) == sorted(SAMPLES)
    assert {name: row["checklist"] for name, row in rows(out).items()} == {
        "fair-01": "ct-19a-443c",
        "waiver-01": "ct-19a-436c",
    }
    first = written(out)
    shutil.rmtree(out)
    muster("batch", packets, "-c", "auto", "--out", out, "--jobs", "3")
    assert written(out) == first
    muster("audit", packets / "fair-01", "-c", "ct-19a-443c", "--out", out)
    assert written(out) == first


def test_what_is_done_and_unchanged_is_skipped(notes: Path, tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    before: Counter[str] = Counter()

    def done(**options: Any) -> str:
        nonlocal before
        batches.run(notes, tmp_path / "out", **options)
        new, before = calls(tmp_path / "out") - before, calls(tmp_path / "out")
        return " ".join(sorted(new.elements()))

    assert done() == "a b c d e patient"
    first = written(tmp_path / "out")
    assert done() == ""
    assert written(tmp_path / "out") == first
    put(notes / "b", "We apply anew.")
    assert done() == "b"
    (tmp_path / "out" / "c" / "report.html").unlink()
    assert done() == "c"
    assert done(retry_failed=True) == ""
    assert done(force=True) == "a b c d e patient"
    assert done(options=Options(ocr=False)) == "a b c d e patient", "other options may give other findings"


def test_packets_of_one_name_have_a_report_each(tmp_path: Path) -> None:
    for name in ("a", "a-b", "a b"):
        put(tmp_path / "notes" / name)
    (tmp_path / "notes" / "a.pdf").write_text("no PDF")
    batches.run(tmp_path / "notes", tmp_path / "out")
    assert {row["name"]: row["report"] for row in rows(tmp_path / "out").values()} == {
        "a": "a/report.html",
        "a b": "a-b-c8687a/report.html",
        "a-b": "a-b/report.html",
        "a.pdf": "a-2/report.html",
    }


def test_packets_named_like_the_overview_have_reports_beside_it(tmp_path: Path) -> None:
    for name in ("index.html", "Summary.CSV", "summary.json"):
        put(tmp_path / "notes" / name)
    batches.run(tmp_path / "notes", tmp_path / "out")
    assert set(rows(tmp_path / "out")) == {"index.html-2", "Summary.CSV-2", "summary.json-2"}


def test_reports_never_go_among_the_packets(notes: Path, muster: Muster) -> None:
    ran = muster("batch", notes, "-c", "ct-19a-438", "--out", notes / "out")
    assert (ran.code, ran.out) == (2, "")
    assert not (notes / "out").exists()
    put(notes / notes.name)
    assert muster("batch", notes, "-c", "ct-19a-438", "--out", notes.parent).code == 2
    assert [path.name for path in (notes / notes.name).iterdir()] == ["note.txt"]


# --- nothing spoils it ----------------------------------------------------------------------------------


def test_each_bad_packet_has_its_reason_and_all_others_their_reports(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PACKET_MEMORY", 1_000)
    (tmp_path / "go").touch()
    for name in ("segfault", "leave", "hang", "swell", "stumble", "full-disk"):
        put(notes / name)
    out = tmp_path / "out"
    tally, cancelled = batches.run(notes, out, seconds=8)

    found = rows(out)
    good = {"a", "b", "c", "d", "e", "patient"}
    assert {name: row["outcome"] for name, row in found.items()} == {
        **dict.fromkeys(good, "audited"),
        "segfault": "crashed",
        "leave": "crashed",
        "hang": "timed-out",
        "swell": "out-of-memory",
        "stumble": "crashed",
        "full-disk": "not-written",
    }
    assert "SIGSEGV" in found["segfault"]["note"]
    assert "KeyError" in found["stumble"]["note"]
    assert found["full-disk"]["note"] == "No space left on device."
    assert {path.name for path in out.iterdir()} == {*good, ".muster", "index.html", "summary.csv", "summary.json"}
    assert not any((out / ".muster" / "tmp").iterdir())
    assert (tally.exit_code(strict=False), tally.exit_code(strict=True), cancelled) == (4, 3, False)
    assert calls(out) == {**dict.fromkeys(found, 2), **dict.fromkeys((*good, "full-disk"), 1)}, "each trouble twice"


def test_what_failed_for_good_is_left_and_what_may_pass_is_tried_again(notes: Path, tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    for name in ("stumble", "full-disk"):
        put(notes / name)
    batches.run(notes, tmp_path / "out")
    first = calls(tmp_path / "out")

    (tmp_path / "well").touch()
    batches.run(notes, tmp_path / "out")
    assert calls(tmp_path / "out") - first == {"full-disk": 1}
    batches.run(notes, tmp_path / "out", retry_failed=True)
    assert calls(tmp_path / "out") - first == {"full-disk": 1, "stumble": 1}
    assert rows(tmp_path / "out")["stumble"]["outcome"] == "audited"


def test_a_folder_without_a_file_and_a_packet_without_a_filing_are_told(tmp_path: Path, muster: Muster) -> None:
    (tmp_path / "packets" / "nothing").mkdir(parents=True)
    (tmp_path / "packets" / "note.txt").write_text("We will hold a fair.")
    ran = muster("batch", tmp_path / "packets", "-c", "auto", "--out", tmp_path / "out")
    assert ran.code == 4
    found = rows(tmp_path / "out")
    assert (found["nothing"]["outcome"], found["note.txt"]["outcome"]) == ("refused", "unrouted")
    assert "Name it with --checklist" in found["note.txt"]["note"]
    assert muster("batch", tmp_path / "packets", "-c", "auto", "--out", tmp_path / "out", "--strict").code == 3


def test_a_report_that_cannot_be_written_is_told(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    settings = Settings("ct-19a-438", out, Options(ocr=False), Limits(), Wishes(), "basis")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    try:
        row = audited(Entry("a", notes / "a"), settings, InProcess())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (row.outcome, row.report) == ("not-written", "")
    assert "File too large" in row.note
    assert not list((out / "a").glob("*.part"))


def test_what_lies_in_the_way_of_one_report_spoils_no_run(notes: Path, tmp_path: Path) -> None:
    (notes / "patient" / "note.txt").unlink()
    (notes / "patient").rmdir()
    (tmp_path / "out" / "a" / ".odd.part").mkdir(parents=True)
    tally, _ = batches.run(notes, tmp_path / "out")
    assert tally.outcomes == {"audited": 5}


def test_no_more_processes_are_started_than_there_are_packets() -> None:
    crew = LocalCrew(3, lambda: pytest.fail("for no packet"), Mock(), Mock())
    assert list(crew.handled([])) == []


def test_memory_is_known_where_the_system_shows_no_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(worker, "_STATUS", tmp_path / "absent")
    assert worker._peak() > 1_000_000


def test_a_report_goes_when_its_packet_changes_and_fails(tmp_path: Path) -> None:
    (tmp_path / "well").touch()
    put(tmp_path / "notes" / "stumble")
    batches.run(tmp_path / "notes", tmp_path / "out")
    assert (tmp_path / "out" / "stumble" / "report.html").exists()
    (tmp_path / "well").unlink()
    put(tmp_path / "notes" / "stumble", "We apply again.")
    batches.run(tmp_path / "notes", tmp_path / "out")
    assert rows(tmp_path / "out")["stumble"]["outcome"] == "crashed"
    assert not (tmp_path / "out" / "stumble").exists()


# --- stop and go on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_says_so_and_the_next_goes_on(notes: Path, tmp_path: Path, sign: signal.Signals) -> None:
    out = tmp_path / "out"
    run = start(notes, out)
    told(run, 5)
    run.send_signal(sign)
    run.communicate()
    assert run.returncode == 130
    assert json.loads((out / "summary.json").read_text())["state"] == "cancelled"
    assert {name: row["outcome"] for name, row in rows(out).items()} == {
        **dict.fromkeys("abcde", "audited"),
        "patient": "pending",
    }
    (tmp_path / "go").touch()
    _finish_and_compare(notes, out, tmp_path)
    assert {name: count for name, count in calls(out).items() if name != "patient"} == dict.fromkeys("abcde", 1)


def test_a_run_that_is_killed_loses_nothing_that_was_finished(notes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = start(notes, out)
    told(run, 5)
    run.kill()
    run.communicate()
    assert not (out / "summary.json").exists()
    (out / "patient").mkdir()
    (out / "patient" / ".report.json.1.part").write_text("half a rep")
    (tmp_path / "go").touch()
    _finish_and_compare(notes, out, tmp_path)
    assert {name: count for name, count in calls(out).items() if name != "patient"} == dict.fromkeys("abcde", 1)


def _finish_and_compare(notes: Path, out: Path, tmp_path: Path) -> None:
    """The resumed run ends well, and leaves the bytes of one that nobody disturbed."""
    resumed = start(notes, out)
    resumed.communicate()
    assert resumed.returncode == 0
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "go").touch()
    undisturbed = start(notes, tmp_path / "whole" / "out")
    undisturbed.communicate()
    assert written(out) == written(tmp_path / "whole" / "out")


def test_two_runs_share_the_work_and_do_no_packet_twice(tmp_path: Path, store_url: str) -> None:
    folder, out = tmp_path / "many", tmp_path / "out"
    for number in range(40):
        put(folder / f"{number:02}")
    runs = [start(folder, out, store_url) for _ in range(2)]
    for run in runs:
        run.communicate()
    assert [run.returncode for run in runs] == [0, 0]
    assert calls(out) == {f"{number:02}": 1 for number in range(40)}
    assert all(row["outcome"] == "audited" for row in rows(out).values())
    assert len(rows(out)) == 40


def test_an_empty_folder_is_a_fault_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no packet"):
        entries(tmp_path)
