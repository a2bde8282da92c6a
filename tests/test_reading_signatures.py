"""Ink becomes a mark of its own where somebody signed, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pdfs import Draw, document, form_without_looks, pdf, scan, text, together
from pipeline.reading import ocr, signatures
from pipeline.reading.words import Print
from pipeline.records import SIGNATURE, Box, Word

needs_engine = pytest.mark.skipif(not ocr.available(), reason="the tesseract program is not on this machine")
LETTER = text(
    "We ask the Town to license our fair, and state that all of the above is true and correct,",
    "to the best of what any of us knows. The fee is enclosed, and the deed and the plan too.",
    "Very truly yours,",
)


def lines(data: bytes) -> list[str]:
    return [line.text for line in document(data, name="letter.pdf").pages[0].lines]


def pen(x: float, y: float, *, width: float = 130, height: float = 28, pieces: bool = False) -> Draw:
    """A name written in ink, its lower left corner given; in one stroke, or with the pen lifted between any two."""

    def draw(canvas: Canvas) -> None:
        chance = random.Random(3)
        at = (x, y + height / 2)
        path = canvas.beginPath()
        path.moveTo(*at)
        while at[0] < x + width:
            step = chance.uniform(6, 14)
            end = (at[0] + step, y + height * chance.uniform(0.3, 0.8))
            bend = [(at[0] + step * part, y + height * chance.random()) for part in (0.4, 0.8)]
            path.curveTo(*bend[0], *bend[1], *end)
            if pieces:
                canvas.setLineWidth(chance.uniform(0.8, 2))
                canvas.drawPath(path)
                path = canvas.beginPath()
                path.moveTo(*end)
            at = end
        canvas.setLineWidth(1.6)
        canvas.drawPath(path)

    return draw


def row(x: float, y: float, words: str, *, font: str = "Helvetica", size: float = 11) -> Draw:
    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        canvas.drawString(x, y, words)

    return draw


def rule(x: float, y: float, length: float = 200) -> Draw:
    return lambda canvas: canvas.line(x, y, x + length, y)


def image(box: tuple[float, float, float, float], paint: Callable[[ImageDraw.ImageDraw], None]) -> Draw:
    picture = Image.new("L", (600, 180), "white")
    paint(ImageDraw.Draw(picture))
    return lambda canvas: canvas.drawImage(ImageReader(picture), *box)


def scrawl(drawing: ImageDraw.ImageDraw) -> None:
    chance = random.Random(5)
    drawing.line([(30 + 12 * n, 90 + chance.uniform(-60, 60)) for n in range(45)], fill=20, width=6, joint="curve")


NAMED = row(72, 640, "Asa B. Wetherbee")


@pytest.mark.parametrize("pieces", [False, True])
def test_ink_above_a_name_is_a_line_of_its_own(pieces: bool) -> None:
    found = lines(pdf(together(LETTER, pen(72, 656, pieces=pieces), NAMED)))
    assert found[2:] == ["Very truly yours,", SIGNATURE, "Asa B. Wetherbee"]


def test_ink_beside_a_label_stands_on_its_line() -> None:
    page = together(LETTER, row(72, 600, "Signed:"), pen(120, 590), row(300, 600, "Date: 6-20-27"))
    assert lines(pdf(page))[-1] == f"Signed: {SIGNATURE} Date: 6-20-27"


def test_ink_on_a_rule_and_in_a_picture_is_seen() -> None:
    captioned = together(rule(72, 600), row(72, 586, "Signature of applicant"))
    assert SIGNATURE in lines(pdf(together(LETTER, pen(80, 598), captioned)))
    assert SIGNATURE in lines(pdf(together(LETTER, image((72, 600, 150, 45), scrawl), captioned)))


def test_a_blank_rule_is_no_signature() -> None:
    page = together(LETTER, row(72, 600, "Signed:"), rule(112, 598), rule(72, 540), row(72, 526, "Asa B. Wetherbee"))
    assert not any(SIGNATURE in line for line in lines(pdf(page)))


def test_a_picture_that_is_no_ink_is_no_signature() -> None:
    def wordmark(drawing: ImageDraw.ImageDraw) -> None:
        for number in range(9):
            drawing.rectangle((30 + 60 * number, 50, 65 + 60 * number, 130), fill=20)

    for paint in (wordmark, lambda drawing: drawing.rectangle((0, 0, 600, 180), fill=40)):
        page = together(LETTER, image((72, 656, 150, 40), paint), NAMED)
        assert not any(SIGNATURE in line for line in lines(pdf(page)))


def test_drawings_charts_and_logos_are_no_signatures() -> None:
    def plan(canvas: Canvas) -> None:
        canvas.rect(60, 100, 490, 600)
        for number in range(6):
            pen(80 + 60 * number, 150 + 70 * number, width=180, height=40)(canvas)
            canvas.circle(120 + 60 * number, 600 - 60 * number, 25)
            canvas.line(100, 120 + 60 * number, 500, 300 + 50 * number)
            row(100, 260 + 60 * number, "North Meadow")(canvas)

    def chart(canvas: Canvas) -> None:
        path = canvas.beginPath()
        path.moveTo(100, 500)
        for number in range(12):
            path.lineTo(110 + 10 * number, 500 + 25 * (number % 2) + number)
        canvas.drawPath(path)
        canvas.line(100, 495, 240, 495)
        canvas.line(100, 495, 100, 560)

    for page in (plan, together(LETTER, chart), together(pen(72, 730), LETTER)):
        assert not any(SIGNATURE in line for line in lines(pdf(page)))


def printed(font: str, *rows: str, size: float = 11, top: float = 72) -> list[Print]:
    found = []
    for number, words in enumerate(rows):
        x, y = 72.0, top + 14 * number
        for word in words.split():
            box = Box(x, y, x + 5.5 * len(word), y + size)
            found.append(Print(Word(word, box, size), font=font))
            x = box.x1 + 4
    return found


def test_a_name_in_script_is_marked_and_a_text_in_script_is_not() -> None:
    body = printed("Carlito", *["We ask the Town for a license and state that all of this is true"] * 6)
    signed = printed("ABCDEF+DancingScript", "Asa Wetherbee", size=20, top=160)
    named = printed("Carlito", "Asa B. Wetherbee, Master", top=184)
    assert [mark.text for mark in signatures.scripted([*body, *signed, *named])] == [SIGNATURE]
    written = printed("DancingScript", *["We ask the Town for a license and it is all true"] * 4, top=160)
    assert signatures.scripted([*body, *written]) == []


def test_a_signed_signature_field_is_marked_and_an_open_one_is_not() -> None:
    data = form_without_looks(
        "/FT/Sig/T(a)/V<</Type/Sig>>/Rect[120 700 300 716]",
        "/FT/Sig/T(b)/Rect[120 660 300 676]",
        content="BT /F 10 Tf 40 704 Td (Signed) Tj 0 -40 Td (Owner) Tj ET",
    )
    assert lines(data) == [f"Signed {SIGNATURE}", "Owner"]


@needs_engine
def test_ink_on_a_scan_is_seen_beside_a_cue_and_a_blank_rule_is_not() -> None:
    signed = together(LETTER, pen(72, 660), NAMED, row(72, 560, "Signed:"), rule(120, 558))
    found = lines(scan(pdf(signed), turn=0.6))
    assert found.count(SIGNATURE) == 1
    assert found[found.index(SIGNATURE) + 1] == "Asa B. Wetherbee"
    on_rule = together(LETTER, row(72, 600, "Signed:"), rule(120, 598), pen(124, 596), row(72, 540, "July 4, 2027"))
    assert f"Signed: {SIGNATURE}" in lines(scan(pdf(on_rule)))


@needs_engine
def test_a_sketch_on_a_scan_is_no_signature() -> None:
    def sketch(canvas: Canvas) -> None:
        text("SKETCH OF OUR GROUNDS", "not to scale, drawn by hand at the kitchen table last night")(canvas)
        pen(100, 500, width=200, height=50)(canvas)
        row(330, 520, "Mill Brook")(canvas)
        canvas.rect(90, 300, 150, 90)
        row(110, 340, "Tent")(canvas)

    assert not any(SIGNATURE in line for line in lines(scan(pdf(sketch))))
