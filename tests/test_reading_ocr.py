"""Scanned pages are read through OCR: words, rows of forms, tick boxes, and what cannot be read."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pdfs import document, pdf, picture, ruled_table, scan, text, together
from pipeline.reading import bitmap, ocr
from pipeline.records import TICKED, UNTICKED, Document, Kind, PageText

needs_engine = pytest.mark.skipif(not ocr.available(), reason="the tesseract program is not on this machine")
SCALE = 200 / 72


def form(canvas: Canvas) -> None:
    """A form with underlined values and two boxes, one ticked beyond its edges."""
    for number, (label, value) in enumerate(
        [("Name", "Odell Pratt, trustee"), ("Residence", "5 Huguenot Road, Kent"), ("How many at one time", "650")]
    ):
        y = 700 - 24 * number
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, y, label)
        canvas.setFont("Times-BoldItalic", 13)
        canvas.drawString(200, y, value)
        canvas.line(195, y - 2, 500, y - 2)
    canvas.setFont("Helvetica", 10)
    canvas.rect(72, 599, 9, 9)
    canvas.drawString(88, 600, "Map by a surveyor")
    canvas.rect(72, 579, 9, 9)
    canvas.drawString(88, 580, "DEED BOOK OR PARKING LAYOUT")
    canvas.setLineWidth(1.5)
    canvas.line(70, 577, 83, 590)
    canvas.line(70, 590, 83, 577)


def read(data: bytes, kind: Kind = Kind.PDF, *, with_ocr: bool = True) -> Document:
    return document(data, kind, ocr=with_ocr)


@cache
def scanned_form(turn: float) -> Document:
    return read(scan(pdf(form), turn=turn))


@needs_engine
@pytest.mark.parametrize("turn", [0.0, 1.0])
def test_a_scanned_form_keeps_its_rows_and_boxes(turn: float) -> None:
    page = scanned_form(turn).pages[0]
    assert page.text is PageText.OCR
    assert [line.text for line in page.lines] == [
        "Name Odell Pratt, trustee",
        "Residence 5 Huguenot Road, Kent",
        "How many at one time 650",
        f"{UNTICKED} Map by a surveyor",
        f"{TICKED} DEED BOOK OR PARKING LAYOUT",
    ]
    assert all(line.ocr for line in page.lines)
    assert all(0 < word.confidence < 1 for line in page.lines for word in line.words)


@needs_engine
def test_boxes_of_a_skewed_scan_are_those_of_the_page_as_it_lies() -> None:
    straight, skewed = (scanned_form(turn).pages[0].lines[2].words[-1].box for turn in (0.0, 1.0))
    # Turned by a degree about the middle (306, 396), a word at (210, 135) moves down and to the left.
    assert skewed.top - straight.top == pytest.approx(1.7, abs=1.5)
    assert skewed.x0 - straight.x0 == pytest.approx(-4.6, abs=1.5)


@needs_engine
def test_a_scanned_table_keeps_its_cells() -> None:
    rows = [("Lot", "Acres", "Cars"), ("North hayfield", "9.5", "1,240"), ("Behind the barn", "5", "650")]
    page = read(scan(pdf(ruled_table(rows, [120, 60, 60])), turn=0.8)).pages[0]
    (table,) = page.tables
    assert table.header == rows[0]
    assert [tuple(cell.text for cell in row) for row in table.rows] == rows[1:]
    assert {word.box for row in table.rows for cell in row for word in cell.words} <= {
        word.box for line in page.lines for word in line.words
    }


@needs_engine
def test_a_page_scanned_sideways_is_read() -> None:
    rows = ("The stage stands in the north field", "and holds twenty-five hundred people", "under one large tent")
    image = picture(pdf(text(*rows, size=14, step=20)), turn=90)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    page = read(stream.getvalue(), Kind.IMAGE).pages[0]
    assert [line.text for line in page.lines] == list(rows)
    assert page.lines[0].box.bottom - page.lines[0].box.top > page.lines[0].box.x1 - page.lines[0].box.x0


@needs_engine
def test_a_picture_within_a_typed_page_is_read_too() -> None:
    pasted = picture(pdf(text("PLAN OF THE GROUNDS", "Lot A 240 cars", size=20, step=40))).crop((0, 0, 1700, 500))

    def page(canvas: Canvas) -> None:
        canvas.drawString(72, 740, "Exhibit H shows how the grounds are laid out for the fair.")
        canvas.drawImage(ImageReader(pasted), 72, 500, width=450, height=132)

    found = read(pdf(page)).pages[0]
    assert found.text is PageText.FILE
    assert [(line.text, line.ocr) for line in found.lines] == [
        ("Exhibit H shows how the grounds are laid out for the fair.", False),
        ("PLAN OF THE GROUNDS", True),
        ("Lot A 240 cars", True),
    ]


@needs_engine
def test_an_empty_scanned_sheet_is_blank_and_a_picture_without_words_is_unreadable() -> None:
    blank = read(scan(pdf(lambda canvas: None)))
    assert (blank.pages[0].text, blank.problems) == (PageText.BLANK, ())

    def scribble(canvas: Canvas) -> None:
        for step in range(40):
            canvas.bezier(100, 300 + step, 300, 700 - 9 * step, 400, 200 + 8 * step, 500, 500 + step)

    drawn = read(scan(pdf(scribble)))
    assert drawn.pages[0].text is PageText.UNREADABLE
    assert [(problem.code, problem.page, problem.hides_content) for problem in drawn.problems] == [
        ("unreadable-page", 1, True)
    ]


def test_without_the_engine_a_scan_is_unreadable_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    found = read(scan(pdf(form)))
    assert found.pages[0].text is PageText.UNREADABLE
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [
        ("no-ocr", True),
        ("no-engine", False),
    ]
    assert "tesseract" in found.problems[1].message
    assert read(scan(pdf(form)), with_ocr=False).pages[0].text is PageText.UNREADABLE


def test_the_scanners_own_invisible_text_stands_in_for_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    image = picture(pdf(form))

    def layered(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(image), 0, 0, width=612, height=792)
        unseen = canvas.beginText(72, 700)
        unseen.setTextRenderMode(3)
        unseen.textOut("Name Odell Pratt")
        canvas.drawText(unseen)

    monkeypatch.setattr(ocr, "available", lambda: False)
    found = read(pdf(layered))
    assert [(line.text, line.ocr) for line in found.pages[0].lines] == [("Name Odell Pratt", True)]
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [
        ("text-layer", True),
        ("no-engine", False),
    ]


def test_an_engine_that_fails_leaves_the_page_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: True)
    monkeypatch.setattr(ocr, "_PROGRAM", "no-such-program")
    found = read(scan(pdf(form)))
    assert found.pages[0].text is PageText.UNREADABLE
    assert [problem.code for problem in found.problems] == ["unreadable-page"]


def test_a_damaged_picture_is_a_problem() -> None:
    found = read(b"\x89PNG\r\n\x1a\n and nothing", Kind.IMAGE)
    assert found.pages == ()
    assert [problem.code for problem in found.problems] == ["damaged-file"]


def test_skew_is_measured() -> None:
    rows = [f"row {number} of a page with many rows of text upon it" for number in range(20)]
    for turn in (-1.5, 0.0, 0.8):
        image = picture(pdf(text(*rows)), turn=turn)
        assert bitmap.skew_of(bitmap.dark(np.asarray(image))) == pytest.approx(-turn, abs=0.15)


HAIRLINE_ROWS = [
    ("Line", "Qty", "Units"),
    ("Porta-potty, WOMEN", "10", "ea"),
    ("Porta-potty, MEN", "8", "ea"),
    ("ADA unit", "4", "ea"),
    ("Hand wash", "6", "ea"),
]


def hairline_table(canvas: Canvas) -> None:
    """A table in gray hairlines that letters touch, its heading white on a dark band, as spreadsheets print them."""
    rows = HAIRLINE_ROWS
    edges, top, height = (72.0, 200.0, 240.0, 320.0), 700.0, 15.0
    canvas.setFillGray(0.3)
    canvas.rect(edges[0], top - height, edges[-1] - edges[0], height, stroke=0, fill=1)
    for number, (line, quantity, units) in enumerate(rows):
        y = top - height * (number + 1) + 4
        canvas.setFillGray(0 if number else 1)
        canvas.setFont("Helvetica" if number else "Helvetica-Bold", 9)
        canvas.drawString(edges[0] + 1, y, line)
        canvas.drawRightString(edges[2] - 1, y, quantity)
        canvas.drawString(edges[2] + 1, y, units)
    canvas.setStrokeGray(0.6)
    canvas.setLineWidth(0.5)
    canvas.grid(edges, [top - height * row for row in range(len(rows) + 1)])


@needs_engine
def test_hairlines_too_pale_to_be_ink_make_a_table_with_its_heading_on_a_dark_band() -> None:
    (table,) = read(scan(pdf(hairline_table), turn=0.5)).pages[0].tables
    assert table.header == ("Line", "Qty", "Units")
    assert [tuple(cell.text for cell in row) for row in table.rows] == HAIRLINE_ROWS[1:]


def test_the_feet_of_typewritten_capitals_are_no_pale_rule() -> None:
    def page(canvas: Canvas) -> None:
        canvas.setFont("Courier", 12)
        for number, line in enumerate(("TABERNACLE BROTHERS", "THE TABLE IS SETTLED", "FIRE, LIGHT, SHELTER")):
            canvas.drawString(72, 700 - 14 * number, line)

    typed = picture(pdf(page)).filter(ImageFilter.GaussianBlur(0.9))
    assert bitmap.prepare(typed, SCALE, level=False).rules == ()


@needs_engine
def test_columns_whose_rules_a_fax_has_lost_make_a_table() -> None:
    rows = [("Where", "Women", "Men"), ("By the gate", "15", "12"), ("By the stage", "24", "10"), ("Barn", "36", "18")]

    def page(canvas: Canvas) -> None:
        for number, row in enumerate(rows):
            for x, cell in zip((72, 250, 350), row, strict=True):
                canvas.drawString(x, 650 - 20 * number, cell)

    (table,) = read(scan(pdf(page))).pages[0].tables
    assert table.header == rows[0]
    assert [tuple(cell.text for cell in row) for row in table.rows] == rows[1:]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_which_way_lines_run_is_seen_on_the_picture(turn: int) -> None:
    rows = [f"row {number} of a page with many rows of text upon it, of one length" for number in range(20)]
    page = picture(pdf(text(*rows)), turn=2.0).rotate(turn, expand=True)
    assert bitmap.is_sideways(page) == (turn in (90, 270))


def test_a_square_that_a_level_stroke_divides_is_a_letter() -> None:
    def page(canvas: Canvas) -> None:
        canvas.rect(100, 700, 9, 9)
        canvas.line(100, 704.5, 109, 704.5)
        canvas.rect(100, 650, 9, 9)
        canvas.line(101, 651, 108, 658)

    (square,) = bitmap.prepare(picture(pdf(page)), SCALE).squares
    assert square.ticked
    assert square.box.top == pytest.approx(792 - 659, abs=3)


def test_letters_are_not_taken_for_boxes() -> None:
    rows = ("DOB BOOK DEED 0 O D B 8 6", "D. ADDRESS OF BOARD", "O O O 0 0 0 D D D B B B")
    draws = [text(*rows, font=font, size=size, top=top) for font, size, top in LETTERS]
    assert bitmap.prepare(picture(pdf(together(*draws))), SCALE).squares == ()


def test_a_heavy_typewriters_letters_are_not_taken_for_boxes() -> None:
    draw = text(
        "The undersigned is sixty-six years of age", "asses possess business zeros", font="Courier-Bold", size=10
    )
    assert bitmap.prepare(heavier(picture(pdf(draw))), SCALE).squares == ()


def heavier(page: Image.Image) -> Image.Image:
    """As a worn ribbon and a copier thicken the strokes, by two pixels."""
    return page.filter(ImageFilter.MinFilter(3))


LETTERS = (("Helvetica-Bold", 12, 72), ("Courier", 11, 172), ("Times-Roman", 10, 272), ("Helvetica", 9, 372))


def test_gray_paper_is_no_ink_where_rules_are_taken_out() -> None:
    faint = picture(pdf(form)).point(lambda shade: round(130 + shade * 60 / 255))
    prepared = bitmap.prepare(faint, SCALE)
    assert len(prepared.rules) == 3
    assert 0 < prepared.ink < 0.02


def test_rules_are_taken_out_and_told_of() -> None:
    prepared = bitmap.prepare(picture(pdf(form)), SCALE)
    lowest = sorted(rule.top for rule in prepared.rules)
    assert len(lowest) == 3
    assert lowest == pytest.approx([94, 118, 142], abs=1.5)
    gray = np.asarray(prepared.picture)
    row = round((792 - 698) * SCALE)
    assert Image.fromarray(gray).size == (1700, 2200)
    assert (gray[row - 2 : row + 3, round(400 * SCALE) : round(490 * SCALE)] > 128).all()
