"""Pictures of the lines that evidence stands on."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

import reporting_fixture as fixture
from pdfs import document, member, pdf, picture, scan, text, together
from pipeline import audit as stages
from pipeline import checklists, limits, pictures
from pipeline.readers import InProcess
from pipeline.records import Audit, Box, Document, Evidence, Kind, Picture, Place

YELLOW = (255, 233, 120)
PAGE = pdf(
    together(text("The crowd is capped at 6,000 people.", top=300), text("Another line of the plan.", top=320)),
    text("Second page", top=100),
)


def audit_of(read: Document, *evidence: Evidence) -> Audit:
    """An audit that points to nothing but this."""
    fact = replace(fixture.audit().facts[0], evidence=evidence, others=())
    return replace(fixture.complete(), documents=(read,), items=(), facts=(fact,))


def shown(data: bytes, word: str, *, kind: Kind = Kind.PDF, page: int = 1) -> tuple[Image.Image, Picture]:
    """The picture of the line on which a word stands, with that word marked."""
    found = document(data, kind)
    lines = found.pages[page - 1].lines
    box = next(found.box for line in lines for found in line.words if found.text == word)
    evidence = Evidence("a.pdf", page, word, box, 1.0, lines=(box,))
    only = album(audit_of(found, evidence), data, kind)[evidence.place]
    return Image.open(io.BytesIO(only.png)).convert("RGB"), only


def album(audit: Audit, data: bytes, kind: Kind = Kind.PDF) -> dict[Place, Picture]:
    """The pictures for an audit of one file."""
    with member(data, kind) as file:
        return pictures.taken(audit, [file], pictures.drawn)


def yellow(image: Image.Image) -> np.ndarray:
    """Where the ground is that of marked words."""
    return (np.asarray(image) == YELLOW).all(axis=2)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_words_are_marked_and_the_lines_around_them_shown(rotation: int) -> None:
    image, record = shown(turned(PAGE, rotation), "6,000")
    assert (image.width, image.height) == (record.width, record.height)
    marked = yellow(image)
    ink = np.asarray(image).sum(axis=2) < 200
    assert marked.any()
    down, across = np.where(marked)
    around = (slice(down.min(), down.max() + 1), slice(across.min(), across.max() + 1))
    assert ink[around].any(), "the marked words are printed there"
    assert 0.02 < marked.mean() < 0.4
    assert ink[:, : across.min()].any() or ink[:, across.max() :].any(), "the rest of the line is there, unmarked"


def turned(data: bytes, rotation: int) -> bytes:
    """The same pages with another /Rotate."""
    assert b"/Rotate 0" in data
    return data.replace(b"/Rotate 0", b"/Rotate %d" % rotation)


def test_a_crop_box_moves_the_place_with_the_page() -> None:
    cropped = PAGE.replace(b"/MediaBox [ 0 0 612 792 ]", b"/MediaBox [ 0 0 612 792 ] /CropBox [ 50 300 612 600 ]")
    assert cropped != PAGE
    image, _ = shown(cropped, "6,000")
    assert (np.asarray(image).sum(axis=2) < 200)[yellow(image).any(axis=1)].any()


def test_a_scan_and_a_photograph_are_shown_too(tmp_path: Path) -> None:
    photograph = io.BytesIO()
    picture(PAGE).save(photograph, "PNG")
    for kind, data in ((Kind.PDF, scan(PAGE)), (Kind.IMAGE, photograph.getvalue())):
        image, record = shown(data, "6,000", kind=kind)
        assert yellow(image).any()
        assert len(record.png) < 30_000


def test_pictures_are_small_and_the_same_each_time() -> None:
    first, second = (shown(PAGE, "6,000")[1] for _ in range(2))
    assert first == second
    assert len(first.png) < 6_000
    assert first.width <= 1_000


def test_a_plan_is_shown_around_the_words_only() -> None:
    plan = pdf(text("Fire lane", x=1500, top=-900), size=(2448, 1728))
    _, record = shown(plan, "lane")
    assert record.width <= 1_000
    assert record.height <= limits.PICTURE_DPI * 200 / 72 + 1


def test_what_has_no_page_or_is_damaged_has_no_picture() -> None:
    evidence = Evidence("a.pdf", 1, "6,000", Box(100, 100, 200, 112), 1.0)
    audit = audit_of(document(PAGE), evidence)
    assert album(audit, PAGE[:200]) == {}
    assert album(audit, b"6,000 people", Kind.TEXT) == {}
    beyond = audit_of(document(PAGE), replace(evidence, box=Box(-900, 5000, 9000, 9000)))
    assert all(found.png for found in album(beyond, PAGE).values())


def test_pictures_stop_where_the_report_would_grow_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [Evidence("a.pdf", 1, "", Box(72, top, 300, top + 12), 1.0) for top in range(100, 700, 20)]
    audit = audit_of(document(PAGE), *places)
    everything = album(audit, PAGE)
    assert len(everything) == len(places)
    monkeypatch.setattr(limits, "PICTURE_BYTES", sum(len(each.png) for each in everything.values()) // 2)
    kept = album(audit, PAGE)
    assert 0 < len(kept) < len(everything)
    assert next(iter(kept)) == places[0].place


def test_every_quote_of_a_sample_has_its_picture(samples: Path) -> None:
    gold = json.loads((samples / "ct-02" / "gold.json").read_text(encoding="utf-8"))
    reader = InProcess()
    with stages.read(samples / "ct-02" / "packet", reader) as packet:
        found = stages.judge(packet, checklists.load(gold["checklist"]))
        taken = pictures.taken(found, packet.submission.members, reader.pictured)
    assert {evidence.place for evidence in pictures.evidence_of(found)} == set(taken)


def red_box(canvas: Canvas) -> None:
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(100, 600, 72, 72, stroke=0, fill=1)


RED_BOX = pdf(red_box)


def test_a_whole_page_is_shown_in_its_colors_and_proportions() -> None:
    with member(RED_BOX) as file:
        found = pictures.sheet(file, 1)
    assert found is not None
    image = Image.open(io.BytesIO(found.png)).convert("RGB")
    assert (image.width, image.height) == (found.width, found.height)
    assert abs(image.width / image.height - 612 / 792) < 0.01
    at = image.width / 612
    assert image.getpixel((round(136 * at), round((792 - 636) * at))) == (255, 0, 0)


def test_a_page_as_large_as_a_wall_is_shown_with_fewer_dots() -> None:
    with member(pdf(text("A plan"), size=(14_400, 14_400))) as file:
        found = pictures.sheet(file, 1)
    assert found is not None
    assert found.width * found.height <= limits.SHEET_PIXELS


def test_what_has_no_such_page_has_no_picture_of_it() -> None:
    with member(RED_BOX) as file:
        assert pictures.sheet(file, 2) is None
    with member(b"Dear Clerk", Kind.TEXT) as file:
        assert pictures.sheet(file, 1) is None
    with member(b"%PDF-1.4 and no more") as file:
        assert pictures.sheet(file, 1) is None


def test_a_submitted_picture_is_shown_upright_and_in_its_colors() -> None:
    photo = Image.new("RGB", (400, 200), (0, 0, 255))
    data = io.BytesIO()
    exif = photo.getexif()
    exif[0x0112] = 6  # turned by a quarter
    photo.save(data, "PNG", exif=exif)
    with member(data.getvalue(), Kind.IMAGE) as file:
        found = pictures.sheet(file, 1)
    assert found is not None
    assert (found.width, found.height) == (200, 400)
    assert Image.open(io.BytesIO(found.png)).getpixel((100, 200)) == (0, 0, 255)
