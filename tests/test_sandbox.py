"""The contained process: whatever its reader does, the audit goes on, with the pages that could be read."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pdfs import member as file_of
from pdfs import pdf, text
from pipeline import audit, limits, pictures
from pipeline.limits import Limits
from pipeline.readers import InProcess
from pipeline.reading import Options
from pipeline.records import Document, Kind, Member, PageText
from pipeline.sandbox import Reader
from pipeline.sandbox.cell import Cell, EndedError, Ending

TROUBLED = (sys.executable, str(Path(__file__).parent / "hostile" / "troubled_worker.py"))
TIGHT = Limits(seconds=30, file_seconds=300, cpu_seconds=1, memory=300, written=10, open_files=60)
"""Room enough for the troubled worker, which imports next to nothing."""

Read = Callable[[str], Document]


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """Reads in a troubled process."""
    with Reader(limits=TIGHT, cell=Cell(TIGHT, TROUBLED)) as troubled:
        yield troubled


@pytest.fixture
def read(reader: Reader, tmp_path: Path) -> Read:
    """Reads a file that asks for a trouble."""

    def reads(trouble: str) -> Document:
        path = tmp_path / "file"
        path.write_text(trouble)
        return reader.read(Member("plan.pdf", Kind.PDF, path, "0"))

    return reads


def pages(document: Document) -> list[str]:
    return [page.lines[0].text if page.lines else page.text.value for page in document.pages]


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        ("segfault", "its reader crashed (SIGSEGV)"),
        ("leave", "its reader crashed (exit code 7)"),
        ("hang", "it took too long"),
        ("swell", "it took too much memory"),
        ("stumble", "its reader failed (KeyError)"),
        ("write", "its reader failed (OSError)"),
        ("files", "its reader failed (OSError)"),
        ("wrong-page", "its reader gave a senseless answer"),
        ("no-number", "its reader gave a senseless answer"),
        ("pickle", "its reader gave a senseless answer"),
        ("too-many", "its reader gave a senseless answer"),
    ],
)
def test_a_page_that_ends_its_reader_is_lost_alone(read: Read, trouble: str, told: str) -> None:
    found = read(f"{trouble} 3")
    assert pages(found) == ["page-1", "page-2", "unreadable", "page-4"]
    (problem,) = found.problems
    assert (problem.code, problem.file, problem.page, problem.hides_content) == ("damaged-page", "plan.pdf", 3, True)
    assert problem.message == f"Page 3 could not be read: {told}."


@pytest.mark.parametrize("trouble", ["segfault-once", "hang-once", "swell-once", "stumble-once", "pickle-once"])
def test_what_fails_once_is_tried_again(read: Read, trouble: str) -> None:
    found = read(f"{trouble} 3")
    assert pages(found) == ["page-1", "page-2", "page-3", "page-4"]
    assert found.problems == ()


@pytest.mark.parametrize("trouble", ["segfault", "hang", "swell"])
def test_a_file_that_ends_its_reader_before_it_is_open_is_told(read: Read, trouble: str) -> None:
    found = read(f"{trouble} 0")
    assert found.pages == ()
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [("not-read", True)]


def test_a_file_whose_every_page_fails_is_given_up(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOST_PAGES", 0)
    found = read("leave 2")
    assert pages(found) == ["page-1"]
    assert found.problems[0].message == (
        "From page 2 on, plan.pdf could not be read: its reader crashed (exit code 7)."
    )


def test_a_file_has_its_time_whatever_it_does_with_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("wait 2")
    member = Member("plan.pdf", Kind.PDF, tmp_path / "file", "0")
    for limit in ("seconds", "file_seconds"):
        brief = dataclasses.replace(TIGHT, **{limit: 1})
        with Reader(limits=brief, cell=Cell(brief, TROUBLED)) as reader:
            assert "it took too long" in reader.read(member).problems[0].message


def test_files_that_cannot_be_taken_out_are_told(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("segfault 0")
    (tmp_path / "into").mkdir()
    (inner,) = reader.opened(Kind.ARCHIVE, tmp_path / "file", tmp_path / "into")
    assert inner.fault == "not-opened"
    assert "were not taken out: its reader crashed (SIGSEGV)" in inner.why


def test_what_the_reader_started_is_killed_with_it(read: Read, tmp_path: Path) -> None:
    read("hang-with-program 3")
    program = int((tmp_path / "file.mark").read_text())
    status = Path(f"/proc/{program}/status")
    # Whoever inherits the dead may not have buried it yet.
    assert not status.exists() or "\nState:\tZ" in status.read_text() or "\nState:\tX" in status.read_text()


def test_a_cell_that_is_left_in_the_middle_of_an_answer_starts_anew(reader: Reader, tmp_path: Path) -> None:
    with file_of(pdf(*(text(f"page {number}") for number in range(4)))) as member, Reader() as real:
        parts = real._parts(member)
        next(parts)
        parts.close()
        assert len(real.read(member).pages) == 4


@pytest.mark.parametrize(
    ("program", "ending"),
    [
        ("print('no frame at all')", Ending.RUBBISH),
        ("import sys; sys.stdout.buffer.write(b'P\\xff\\xff\\xff\\xff')", Ending.RUBBISH),
        ("pass", Ending.CRASH),
        ("import os; os.close(1); [os.read(0, 1) for _ in range(99)]", Ending.RUBBISH),
    ],
)
def test_what_is_no_frame_is_rubbish(program: str, ending: Ending) -> None:
    with Cell(TIGHT, (sys.executable, "-c", program)) as cell, pytest.raises(EndedError) as error:
        list(cell.answers(b"hello", bytes))
    assert error.value.ending is ending


def test_a_process_that_no_longer_listens_is_given_its_time_and_no_more() -> None:
    with Cell(dataclasses.replace(TIGHT, seconds=1), (sys.executable, "-c", "import time; time.sleep(60)")) as cell:
        with pytest.raises(EndedError) as error:
            list(cell.answers(bytes(1_000_000), bytes))
        assert error.value.ending is Ending.TIME


@pytest.mark.parametrize(("limit", "part"), [("MAX_PARTS", b"P\0\0\0\0"), ("MAX_ANSWER", b"P\0\0\0\1x")])
def test_an_answer_without_end_is_rubbish(monkeypatch: pytest.MonkeyPatch, limit: str, part: bytes) -> None:
    monkeypatch.setattr(limits, limit, 100)
    program = f"import sys\nwhile True: sys.stdout.buffer.write({part!r})"
    with Cell(TIGHT, (sys.executable, "-c", program)) as cell, pytest.raises(EndedError) as error:
        list(cell.answers(b"hello", bytes))
    assert error.value.ending is Ending.RUBBISH


def test_limits_may_be_as_high_as_one_likes(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("We apply.")
    boundless = Limits(*[999_999_999] * len(dataclasses.fields(Limits)))
    with Reader(limits=boundless) as reader, audit.read(tmp_path, reader) as packet:
        assert pages(packet.documents[0]) == ["We apply."]


def test_a_lower_limit_on_processor_time_is_left_as_it_is() -> None:
    program = (
        "import resource as r; from pipeline.sandbox import worker; from pipeline.limits import Limits;"
        "r.setrlimit(r.RLIMIT_CPU, (900, 900)); worker._grant_time(Limits(cpu_seconds=2000)); print(r.getrlimit(r.RLIMIT_CPU))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "(900, 900)\n"


def test_the_reader_is_told_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_IMAP_PASSWORD", "secret")
    told = "import os, sys; sys.stdout.buffer.write(b'E\\0\\0\\0\\0' if 'MUSTER_IMAP_PASSWORD' not in os.environ else b'x')"
    with Cell(TIGHT, (sys.executable, "-c", told)) as cell:
        assert list(cell.answers(b"", bytes)) == []


def test_the_contained_process_reads_what_this_one_does(samples: Path) -> None:
    options = Options(ocr=False)
    with Reader(options) as contained:
        for sample in ("ct-02", "wells-02"):
            path = samples / sample / "packet"
            with audit.read(path, contained) as one, audit.read(path, InProcess(options)) as other:
                assert one.documents == other.documents
                assert one.submission.problems == other.submission.problems


def test_a_name_that_is_no_text_can_be_read(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/hay\xe9day"))
    folder.mkdir()
    (folder / os.fsdecode(b"pl\xe9n.pdf")).write_bytes(pdf(text("Hay Day")))
    with Reader() as reader, audit.read(folder, reader) as packet:
        assert [page.text for page in packet.documents[0].pages] == [PageText.FILE]


def test_a_page_is_drawn_in_the_process_as_without_it(tmp_path: Path) -> None:
    with file_of(pdf(text("A page"))) as member, Reader() as reader:
        assert reader.sheet(member, 1) == pictures.sheet(member, 1)
        assert reader.sheet(member, 9) is None


def test_a_page_whose_reader_crashes_or_lies_has_no_picture(reader: Reader, tmp_path: Path) -> None:
    for trouble in ("segfault 0", "none 9"):
        path = tmp_path / "file"
        path.write_text(trouble)
        assert reader.sheet(Member("plan.pdf", Kind.PDF, path, "0"), 1) is None
