"""The marked copies: highlights on the words, notes of what hangs on them, and files that other programs accept."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest

import reporting_fixture as fixture
from pdfs import pdf, raw_pdf, stream, text
from pipeline import reading
from pipeline.marking import Note, copies, write_marked
from pipeline.reading.geometry import Frame
from pipeline.records import Audit, Box, Evidence, Kind, Member
from pipeline.sandbox import Reader

PAGE = pdf(text("The crowd is capped at 6,000 people.", top=300), text("Second page", top=100))
CROPPED = PAGE.replace(b"/MediaBox [ 0 0 612 792 ]", b"/MediaBox [ 0 0 612 792 ] /CropBox [ 50 300 612 600 ]")


def member_of(folder: Path, data: bytes, name: str = "plan.pdf", kind: Kind = Kind.PDF) -> Member:
    path = folder / "0"
    path.write_bytes(data)
    return Member(name, kind, path, "0")


def note_on(member: Member, word: str, *, answers: bool = True) -> Note:
    """A note on the place where a word is read."""
    page = next(page for page in reading.read(member).pages if any(word in line.text for line in page.lines))
    box = next(found.box for line in page.lines for found in line.words if found.text == word)
    return Note(page.number, (box,), "9-12(a), Number: answered here.", answers)


def colored(data: bytes, page: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Where a page is in color, and where it is printed, as pdfium shows it."""
    with pdfium.PdfDocument(data) as document:
        shown = np.asarray(document[page].render(scale=1).to_pil().convert("RGB")).astype(int)
    return shown.max(axis=2) - shown.min(axis=2) > 60, shown.max(axis=2) < 100


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("data", [PAGE, CROPPED], ids=["whole", "cropped"])
def test_the_words_themselves_are_highlighted(tmp_path: Path, data: bytes, rotation: int) -> None:
    member = member_of(tmp_path, data.replace(b"/Rotate 0", b"/Rotate %d" % rotation))
    write_marked(member, [note_on(member, "6,000")], tmp_path / "marked.pdf")
    marked = (tmp_path / "marked.pdf").read_bytes()
    color, ink = colored(marked)
    assert color.any()
    down, across = np.where(color)
    around = (slice(down.min(), down.max() + 1), slice(across.min(), across.max() + 1))
    assert ink[around].any()
    assert not colored(member.path.read_bytes())[0].any(), "the submitted file stays as it was"
    accepted(marked)


def accepted(data: bytes) -> None:
    """qpdf finds no fault, and pdfium opens every page."""
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
    with pdfium.PdfDocument(data) as document:
        for number in range(len(document)):
            document[number].close()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_placed_is_the_inverse_of_seen(rotation: int) -> None:
    frame = Frame(10, 20, 210, 320, rotation)
    assert frame.placed(frame.seen(30, 40, 60, 55)) == (30, 40, 60, 55)


def test_notes_say_what_hangs_on_the_words(tmp_path: Path) -> None:
    member = member_of(tmp_path, PAGE, fixture.FILE)
    audit = fixture.audit()
    made = copies(audit, [member], lambda member, notes, to: not write_marked(member, notes, to), tmp_path)
    copy = made[fixture.FILE]
    assert copy is not None
    with pikepdf.open(copy) as document:
        notes = [
            (str(note.Subtype), str(note.T), str(note.Contents)) for page in document.pages for note in page.Annots
        ]
    assert {kind for kind, _, _ in notes} == {"/Highlight"}
    assert {author for _, author, _ in notes} == {"Muster"}
    told = "\n".join(contents for _, _, contents in notes)
    assert "9-12(c)(1), Name: answered here." in told
    assert "9-12(c)(3), Fire plan: no answer. a heading with nothing under it" in told
    assert "States the max attendance." in told


def test_copies_have_names_of_their_own_in_the_folder(tmp_path: Path) -> None:
    names = ["a.pdf/b.pdf", "a.pdf - b.pdf", "A.PDF - b.pdf", "scan", "../up.pdf", "unmarked.pdf", "note.txt"]
    members = [replace(member_of(tmp_path, PAGE), name=name) for name in names]
    members[-1] = replace(members[-1], kind=Kind.TEXT)
    proofs = tuple(Evidence(name, 1, "6,000", Box(72, 280, 150, 292), 1.0) for name in names if name != "unmarked.pdf")
    fact = replace(fixture.audit().facts[0], evidence=proofs, others=())
    audit: Audit = replace(fixture.complete(), items=(), facts=(fact,))
    made = copies(audit, members, lambda _, __, to: bool(to.write_bytes(b"")) or to.name != "scan.pdf", tmp_path)
    assert set(made) == set(names) - {"unmarked.pdf", "note.txt"}
    assert made["scan"] is None
    paths = [path for path in made.values() if path]
    assert len({path.name.casefold() for path in paths}) == len(paths) == 4
    assert all(path.parent == tmp_path and path.suffix == ".pdf" for path in paths)


def test_names_are_no_longer_than_a_disk_takes(tmp_path: Path) -> None:
    name = "/".join(("ä" * 120 + ".zip", "ö" * 120 + ".eml", "ü" * 80 + "plan.PDF"))
    proof = Evidence(name, 1, "6,000", Box(72, 280, 150, 292), 1.0)
    audit: Audit = replace(
        fixture.complete(), items=(), facts=(replace(fixture.audit().facts[0], evidence=(proof,), others=()),)
    )
    made = copies(audit, [replace(member_of(tmp_path, PAGE), name=name)], lambda *_: True, tmp_path)
    assert all(path and path.name.endswith("plan.pdf") and len(path.name.encode()) <= 255 for path in made.values())


def test_a_damaged_file_that_can_be_read_can_be_marked(tmp_path: Path) -> None:
    member = member_of(tmp_path, PAGE[: PAGE.rindex(b"startxref")])
    for name in ("one.pdf", "two.pdf"):
        write_marked(member, [note_on(member, "6,000")], tmp_path / name)
    marked = (tmp_path / "one.pdf").read_bytes()
    assert colored(marked)[0].any()
    accepted(marked)
    assert marked == (tmp_path / "two.pdf").read_bytes()


def test_a_locked_file_is_marked_with_its_password(tmp_path: Path) -> None:
    member = member_of(tmp_path, pdf(text("Locked plan"), password="sesame"))
    note = Note(1, (Box(72, 60, 120, 74),), "note", True)
    write_marked(member, [note], tmp_path / "marked.pdf", ("wrong", "sesame"))
    accepted((tmp_path / "marked.pdf").read_bytes())
    with pytest.raises(Exception, match=r"(?i)password|decrypt"):
        write_marked(member, [note], tmp_path / "other.pdf", ("wrong",))


def test_the_same_notes_give_the_same_bytes(tmp_path: Path) -> None:
    member = member_of(tmp_path, PAGE)
    for name in ("one.pdf", "two.pdf"):
        write_marked(member, [note_on(member, "6,000", answers=False)], tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_contained_process_marks_and_tells_what_it_cannot(tmp_path: Path) -> None:
    member = member_of(tmp_path, PAGE)
    notes = (note_on(member, "6,000"),)
    damaged = raw_pdf("<</Type/Catalog/Pages 9 0 R>>", stream("BT ET"))
    (tmp_path / "bad").write_bytes(damaged)
    with Reader() as reader:
        assert reader.marked(member, notes, tmp_path / "marked.pdf")
        assert not reader.marked(replace(member, path=tmp_path / "bad"), notes, tmp_path / "other.pdf")
    accepted((tmp_path / "marked.pdf").read_bytes())
    assert not (tmp_path / "other.pdf").exists()


def test_a_note_answers_where_anything_of_it_does() -> None:
    audit = fixture.audit()
    shared = audit.items[0].elements[0].evidence[0]
    missing = replace(audit.items[3].elements[0], near_misses=((shared, "It is something else."),))
    item = replace(audit.items[3], elements=(audit.items[0].elements[0], missing))
    given: list[Note] = []

    def mark(_: Member, notes: Sequence[Note], __: Path) -> bool:
        given.extend(notes)
        return True

    copies(replace(audit, items=(item,), facts=()), [Member(fixture.FILE, Kind.PDF, Path("0"), "0")], mark, Path())
    at_place = next(note for note in given if note.boxes == shared.place[2] and note.page == shared.page)
    assert at_place.answers
    assert "answered here" in at_place.text
    assert "It is something else." in at_place.text
