"""Every bad kind of file, through the contained process: its answer is the one expected, and the audit lives on."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import badfiles as files
from badfiles import SAID
from pdfs import pdf, text
from pipeline import audit
from pipeline.limits import Limits
from pipeline.reading import Options, ocr
from pipeline.records import Document, PageText, Problem
from pipeline.sandbox import Reader

needs_engine = pytest.mark.skipif(not ocr.available(), reason="the tesseract program is not on this machine")
LIMITS = Limits(seconds=120, cpu_seconds=60, file_seconds=300, memory=1200)
Handed = Callable[..., tuple[list[Document], list[Problem]]]


@pytest.fixture(scope="module")
def readers() -> Iterator[tuple[Reader, Reader]]:
    """One that leaves pictures unread, and one that reads them."""
    with Reader(Options(ocr=False), LIMITS) as plain, Reader(limits=LIMITS) as whole:
        yield plain, whole


@pytest.fixture
def handed(readers: tuple[Reader, Reader], tmp_path: Path) -> Handed:
    """Hands in one file, and gives its documents and all that was told."""

    def hand(data: bytes, *, name: str = "plan.pdf", with_ocr: bool = False) -> tuple[list[Document], list[Problem]]:
        packet = tmp_path / "packet"
        packet.mkdir()
        (packet / name).write_bytes(data)
        with audit.read(packet, readers[with_ocr]) as read:
            problems = [*read.submission.problems, *(p for document in read.documents for p in document.problems)]
            return list(read.documents), problems

    return hand


def said(documents: list[Document]) -> str:
    return " ".join(line.text for document in documents for page in document.pages for line in page.lines)


READ = {
    "junk before the header": files.junk_before,
    "zeros behind the end": lambda: pdf(text(SAID)) + bytes(10_000),
    "owner's password": lambda: pdf(text(SAID), owner="boss"),
    "a count too high": lambda: files.count_that_lies(70_000),
    "a count too low": lambda: files.count_that_lies(-3),
    "no media box": lambda: files.sized(""),
    "a media box upside down": lambda: files.sized("/MediaBox[612 792 0 0]"),
    "a media box of nothing": lambda: files.sized("/MediaBox[0 0 0 0]"),
    "200 by 200 inches": lambda: files.sized("/MediaBox[0 0 14400 14400]"),
    "60,000 vectors": lambda: files.vectors(60_000),
    "nested 100,000 deep": lambda: files.nested(100_000),
    "forms within forms": lambda: files.forms_within_forms(12),
    "100 megabytes": lambda: files.padded(100_000_000),
    "a Word document named .pdf": files.word_file,
    "a web page named .pdf": lambda: f"<!doctype html><html><body><p>{SAID}</p></body></html>".encode(),
}


@pytest.mark.parametrize("kind", READ)
def test_what_can_be_read_is_read(handed: Handed, kind: str) -> None:
    documents, problems = handed(READ[kind]())
    assert SAID in said(documents)
    assert [problem for problem in problems if problem.hides_content] == []


TOLD = {
    "empty": (lambda: b"", {"empty-file"}),
    "nothing but the header": (lambda: b"%PDF-1.7\n", {"damaged-file"}),
    "user's password": (lambda: pdf(text(SAID), password="secret"), {"encrypted"}),
    "no pages": (lambda: files.raw_pdf(files.CATALOG, "<</Type/Pages/Kids[]/Count 0>>"), {"no-pages"}),
    "a dynamic form": (files.dynamic_form, {"dynamic-form"}),
    "random bytes": (lambda: bytes(range(256)) * 40, {"not-readable"}),
    "a drawing of AutoCAD": (lambda: b"AC1032" + bytes(600), {"not-readable"}),
    "an old Word file": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), {"not-readable"}),
    "a picture of billions of pixels": (files.png_bomb, {"damaged-file"}),
    "an archive cut off": (lambda: files.archive([("a.pdf", files.HONEST)])[:80], {"damaged-archive"}),
    "a picture of billions of pixels on a page": (files.picture_bomb, None),
    "a decompression bomb": (files.bomb, None),
    "a bomb within a bomb": (lambda: files.bomb(layers=2), None),
}
"""With the problems that are told; None where the page may be lost in one way or another, by the machine it is on."""


@pytest.mark.parametrize("kind", TOLD)
def test_what_cannot_be_read_is_told(handed: Handed, kind: str) -> None:
    build, codes = TOLD[kind]
    documents, problems = handed(build())
    hiding = {problem.code for problem in problems if problem.hides_content}
    if codes is None:
        unread = [page for document in documents for page in document.pages if page.text is not PageText.FILE]
        assert hiding or unread
    else:
        assert hiding == codes


def test_a_truncated_file_gives_what_is_there(handed: Handed) -> None:
    _, problems = handed(files.truncated())
    assert {problem.code for problem in problems} & {"cut-off", "damaged-file"}
    assert all(problem.hides_content for problem in problems)


def test_a_torn_stream_costs_its_page(handed: Handed) -> None:
    (document,), problems = handed(files.torn_stream())
    assert [page.text for page in document.pages] == [PageText.UNREADABLE, PageText.FILE]
    assert document.pages[1].lines[0].text == SAID
    assert [(problem.code, problem.page, problem.hides_content) for problem in problems] == [("damaged-page", 1, True)]


def test_a_missing_page_costs_itself(handed: Handed) -> None:
    (document,), problems = handed(files.missing_page())
    assert [page.text for page in document.pages] == [PageText.FILE, PageText.UNREADABLE, PageText.FILE]
    assert [(problem.code, problem.page) for problem in problems] == [("damaged-page", 2)]


def test_pages_that_hold_themselves_end(handed: Handed) -> None:
    documents, _ = handed(files.page_tree_in_a_circle())
    assert SAID in said(documents)


def test_fifty_thousand_pages_are_cut(handed: Handed) -> None:
    (document,), problems = handed(files.many_pages(50_000))
    assert len(document.pages) == 2_000
    assert {problem.code for problem in problems if problem.hides_content} == {"too-many-pages"}


def test_a_page_of_200_000_characters_is_cut(handed: Handed) -> None:
    documents, problems = handed(files.characters(200_000))
    assert SAID in said(documents)
    assert [problem.code for problem in problems] == ["too-many-characters"]


def test_two_gigabytes_are_left_unread(readers: tuple[Reader, Reader], tmp_path: Path) -> None:
    packet = tmp_path / "packet"
    packet.mkdir()
    with (packet / "scan.pdf").open("wb") as file:
        file.write(files.HONEST)
        file.truncate(2_000_000_000)
    with audit.read(packet, readers[0]) as read:
        assert [(p.code, p.hides_content) for p in read.submission.problems] == [("too-large", True)]


def test_what_would_run_or_lead_away_is_told(handed: Handed) -> None:
    documents, problems = handed(files.active())
    assert SAID in said(documents)
    assert [(problem.code, problem.hides_content) for problem in problems] == [
        ("active-content", False),
        ("links", False),
    ]
    for what in ("a script (2 times)", "starts a program", "sends the form away", "not run"):
        assert what in problems[0].message
    assert "(1 times)" in problems[1].message


def test_odd_letters_are_set_right(handed: Handed) -> None:
    assert said(handed(files.odd_letters())[0]) == "officers"


@needs_engine
@pytest.mark.parametrize(("kind", "pages"), [("JPEG", 1), ("PNG", 1), ("TIFF", 3)])
def test_pictures_are_read_page_by_page(handed: Handed, kind: str, pages: int) -> None:
    (document,), problems = handed(files.picture_file(kind, pages), with_ocr=True)
    assert [page.lines[0].text for page in document.pages] == [f"{SAID}, page {n}" for n in range(1, pages + 1)]
    assert problems == []


@needs_engine
def test_a_picture_that_was_not_sent_whole_is_told(handed: Handed) -> None:
    _, problems = handed(files.cut_picture(), with_ocr=True)
    assert [(problem.code, problem.hides_content) for problem in problems] == [("damaged-file", True)]


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=alert(1)>.pdf",
        "two\nlines.pdf",
        "a" * 251 + ".pdf",
        "..\\..\\boot.pdf",
        "{{7*7}}.pdf",
        "=1+1.pdf",
    ],
)
def test_names_cannot_do_anything(handed: Handed, name: str) -> None:
    (document,), problems = handed(files.HONEST, name=name)
    assert problems == []
    assert not set(document.name) & set('<>\n\\/"')
    assert len(document.name) <= 120


def test_a_file_that_unpacks_to_more_than_is_taken_on_is_told(handed: Handed) -> None:
    documents, problems = handed(
        files.archive([("plan.pdf", bytes(310_000_000)), ("a.pdf", files.HONEST)]), name="all.zip"
    )
    assert SAID in said(documents)
    assert [(problem.code, problem.file) for problem in problems] == [("too-large", "all.zip/plan.pdf")]


def test_the_audits_own_process_stays_small() -> None:
    """After all of the above, when the whole file is run: the parent has held none of it."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert peak < 900_000, f"{peak} kilobytes, the making of the files included"
