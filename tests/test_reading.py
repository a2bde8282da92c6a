"""Pages become words, lines and tables in the order in which a person reads them."""

from __future__ import annotations

import io

import numpy as np
import pypdfium2 as pdfium
import pytest
from reportlab.pdfgen.canvas import Canvas

from pdfs import LETTER, Draw, document, form_without_looks, pdf, raw_pdf, ruled_table, stream, text, together
from pipeline import limits
from pipeline.records import Document, Kind, PageText

LEFT = (
    "The festival opens on Friday at noon and runs",
    "until late on Sunday. Gates close at ten each",
    "night and nobody stays over on the grounds of",
    "the fair. Staff check wristbands at both gates",
    "and count heads with clickers, in and out.",
)
RIGHT = (
    "Water comes from the town main by a hose of",
    "food grade to eight taps. Tankers stand by for",
    "the second day. Toilets are pumped each night",
    "by the supplier, who holds a license from the",
    "state for that work, and are cleaned hourly.",
)


def read(data: bytes, kind: Kind = Kind.PDF) -> Document:
    return document(data, kind)


def lines(data: bytes) -> list[str]:
    return [line.text for page in read(data).pages for line in page.lines]


def test_words_have_boxes_sizes_and_weight() -> None:
    page = read(pdf(together(text("Site plan", font="Helvetica-Bold", size=16), text("two words", top=100)))).pages[0]
    heading, plain = page.lines[0].words[0], page.lines[1].words[1]
    assert (heading.text, heading.size, heading.bold) == ("Site", 16.0, True)
    assert (plain.text, plain.size, plain.bold, plain.confidence, plain.filled) == ("words", 11.0, False, 1.0, False)
    assert heading.box.x0 == pytest.approx(72, abs=2)
    assert heading.box.top < 72 - 10 < 72 < heading.box.bottom


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_stand_where_the_ink_is_whatever_the_rotation_and_crop(rotation: int) -> None:
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[-50 -20 550 780]/CropBox[10 30 520 730]/Rotate {rotation}"
        "/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        stream("BT /F 40 Tf 100 500 Td (Hayride) Tj ET"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    page = read(data).pages[0]
    assert (page.width, page.height) == ((510, 700) if rotation in (0, 180) else (700, 510))
    box = page.lines[0].box
    ink = np.asarray(pdfium.PdfDocument(data)[0].render(scale=1, grayscale=True).to_pil().convert("L")) < 128
    rows, columns = np.nonzero(ink)
    assert page.lines[0].text == "Hayride"
    assert box.x0 - 3 <= columns.min()
    assert columns.max() <= box.x1 + 3
    assert box.top - 3 <= rows.min()
    assert rows.max() <= box.bottom + 3
    assert box.x1 - box.x0 < columns.max() - columns.min() + 25


def test_text_that_stands_sideways_without_rotate_reads_forwards() -> None:
    def sideways(canvas: Canvas) -> None:
        canvas.translate(300, 100)
        canvas.rotate(90)
        for number, row in enumerate(["The stage stands in the north field and holds", "2500 people at one time"]):
            canvas.drawString(0, -14 * number, row)

    page = read(pdf(sideways)).pages[0]
    assert [line.text for line in page.lines] == [
        "The stage stands in the north field and holds",
        "2500 people at one time",
    ]
    assert page.lines[0].box.bottom - page.lines[0].box.top > 150


def test_a_tilted_stamp_gives_lines_of_its_own() -> None:
    def stamp(canvas: Canvas) -> None:
        canvas.translate(400, 700)
        canvas.rotate(8)
        canvas.drawString(0, 0, "RECEIVED BY TOWN CLERK")
        canvas.drawString(0, -14, "MAY 3 2027")

    assert lines(pdf(together(text("Application for a license", "of the invented Hay Day Society"), stamp))) == [
        "Application for a license",
        "of the invented Hay Day Society",
        "RECEIVED BY TOWN CLERK",
        "MAY 3 2027",
    ]


def test_two_columns_of_prose_are_read_one_after_the_other() -> None:
    head, foot = "Operations plan for the whole of the weekend", "This line runs across the page below both columns."
    data = pdf(
        together(
            text(head, size=16),
            text(*LEFT, top=110, size=10),
            text(*RIGHT, x=330, top=110, size=10),
            text(foot, top=240),
        )
    )
    assert lines(data) == [head, *LEFT, *RIGHT, foot]


def boxed(*boxes: tuple[float, float, float, float]) -> Draw:
    """Drawn boxes: left, top, width and height from the upper edge of a letter page."""

    def draw(canvas: Canvas) -> None:
        for x, top, width, height in boxes:
            canvas.roundRect(x, LETTER[1] - top - height, width, height, 8)

    return draw


def test_cards_side_by_side_are_read_one_after_the_other() -> None:
    cards = {72: ("Care", "One doctor,", "two nurses"), 242: ("Guard", "40 staff by day", "and 20 by night")}
    cards[412] = ("Fire", "Twenty-foot lanes", "and no flames")
    draws = [text(*rows, x=x + 8, top=120) for x, rows in cards.items()]
    data = pdf(together(boxed(*((x, 100, 160, 70) for x in cards)), text("Safety"), *draws, text("Page 6", top=700)))
    assert lines(data) == ["Safety", *(row for rows in cards.values() for row in rows), "Page 6"]


def test_columns_of_different_leading_are_read_one_after_the_other() -> None:
    data = pdf(together(text(*LEFT, size=10, step=15), text(*RIGHT, x=330, top=78, size=10, step=12)))
    assert lines(data) == [*LEFT, *RIGHT]


def test_the_rows_of_a_form_stay_whole() -> None:
    labels = ("Applicant", "Street address of the site", "How many at the most", "Trash", "Medical plan", "Fire")
    values = (
        "Rolling Kitchens of New England LLC, of Ledyard",
        "119 Gallup Hill Road in the town of Ledyard",
        "3,500 at the busiest hour on Saturday night",
        "Mystic Valley Carting with eight volunteers",
        "Two EMTs and one ambulance on standby there",
        "An engine and its crew stand by at the pond",
    )
    data = pdf(together(text(*labels, step=20), text(*values, x=250, step=20)))
    assert lines(data) == [f"{label} {value}" for label, value in zip(labels, values, strict=True)]


def test_long_questions_beside_long_answers_stay_whole_too() -> None:
    asked = tuple(f"What will be done about matter {n} of the law" for n in range(1, 7))
    told = tuple(f"We shall do what it asks under number {n} there" for n in range(1, 7))
    data = pdf(together(text(*asked, step=24), text(*told, x=330, step=24)))
    assert lines(data) == [f"{one} {other}" for one, other in zip(asked, told, strict=True)]


def test_a_ruled_table_has_its_cells_and_its_heading() -> None:
    rows = [("Lot", "Acres", "Cars"), ("North hayfield", "9.5", "1,240"), ("Barn", "5", "650")]
    page = read(pdf(together(text("Parking is in two lots."), ruled_table(rows, [120, 60, 60])))).pages[0]
    (table,) = page.tables
    assert table.header == rows[0]
    assert [tuple(cell.text for cell in row) for row in table.rows] == rows[1:]
    assert [line.text for line in page.lines] == ["Parking is in two lots.", *(" ".join(row) for row in rows)]
    assert table.rows[0][2].words[0].box.x0 > table.rows[0][1].words[0].box.x1


def test_a_table_of_labels_and_values_has_no_heading() -> None:
    rows = [("Applicant", "Hay Day Society"), ("Event", "Hay Day"), ("Most at once", "2,400")]
    (table,) = read(pdf(ruled_table(rows, [120, 200]))).pages[0].tables
    assert table.header == ()
    assert len(table.rows) == 3


def test_columns_aligned_without_rules_are_a_table() -> None:
    columns = {72: ("Bank", "East row", "West row", "All"), 220: ("Women", "3", "2", "5"), 300: ("Men", "2", "3", "5")}
    page = read(pdf(together(*(text(*rows, x=x) for x, rows in columns.items())))).pages[0]
    (table,) = page.tables
    assert table.header == ("Bank", "Women", "Men")
    assert [cell.text for cell in table.rows[-1]] == ["All", "5", "5"]


def test_a_frame_around_a_page_is_no_table() -> None:
    def frame(canvas: Canvas) -> None:
        canvas.rect(36, 36, 540, 720)
        canvas.rect(300, 60, 200, 60)

    assert read(pdf(together(text("Map of the grounds"), frame))).pages[0].tables == ()


def test_ligatures_and_soft_hyphens_are_undone() -> None:
    from pipeline.reading.words import clean

    assert clean("of\ufb01ce\u200b") == "office"
    assert clean("as\xadsem\xad") == "assem-"
    assert clean("37½") == "37½"


def test_a_word_drawn_twice_to_make_it_bold_is_read_once() -> None:
    def twice(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "Deadline")
        canvas.drawString(72.3, 700, "Deadline")

    assert lines(pdf(twice)) == ["Deadline"]


def test_what_a_reader_cannot_see_is_left_out_and_told() -> None:
    def hidden(canvas: Canvas) -> None:
        canvas.drawString(72, 740, "Words that anybody can read on this page")
        canvas.setFillGray(1)
        canvas.drawString(72, 700, "white on white")
        canvas.setFillGray(0)
        canvas.rect(72, 600, 300, 30, fill=1)
        canvas.setFillGray(1)
        canvas.drawString(80, 610, "Honest banner")
        canvas.setFillGray(0)
        canvas.drawString(700, 560, "beyond the edge")
        canvas.setFont("Helvetica", 0.3)
        canvas.drawString(72, 540, "tiny")
        unseen = canvas.beginText(72, 520)
        unseen.setFont("Helvetica", 11)
        unseen.setTextRenderMode(3)
        unseen.textOut("invisible")
        canvas.drawText(unseen)

    found = read(pdf(hidden))
    assert [line.text for line in found.pages[0].lines] == ["Words that anybody can read on this page", "Honest banner"]
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [("hidden-text", False)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (pdf(text("secret"), password="x"), "encrypted"),
        (b"", "damaged-file"),
        (b"%PDF-1.7 and then nothing", "damaged-file"),
        (raw_pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"), "no-pages"),
    ],
)
def test_a_file_that_cannot_be_opened_is_a_problem_that_hides_content(data: bytes, code: str) -> None:
    found = read(data)
    assert found.pages == ()
    assert [(problem.code, problem.file, problem.hides_content) for problem in found.problems] == [
        (code, "a.pdf", True)
    ]


def test_an_owners_password_does_not_keep_anyone_from_reading() -> None:
    assert lines(pdf(text("free to read"), owner="boss")) == ["free to read"]


def test_a_damaged_page_does_not_take_the_others_with_it() -> None:
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[99 0 R 3 0 R]/Count 2>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        stream("BT /F 12 Tf 72 700 Td (Still here) Tj ET"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    found = read(data)
    assert [page.text for page in found.pages] == [PageText.UNREADABLE, PageText.FILE]
    assert found.pages[1].lines[0].text == "Still here"
    assert [(problem.code, problem.page) for problem in found.problems] == [("damaged-page", 1)]


def test_an_empty_page_is_legible_and_says_nothing() -> None:
    found = read(pdf(lambda canvas: None))
    assert found.pages[0].text is PageText.BLANK
    assert found.problems == ()


def test_pages_of_absurd_size_and_length_are_read_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_CHARACTERS", 50)
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 1440000 1440000]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        stream("1 g BT /F 12 Tf 72 700 Td (" + "word " * 1000 + ") Tj ET"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    page = read(data).pages[0]
    assert page.width == 1_440_000
    assert sum(len(word.text) for line in page.lines for word in line.words) <= 50


def test_more_pages_than_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 2)
    found = read(pdf(*(text(f"page {number}") for number in range(4))))
    assert len(found.pages) == 2
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [("too-many-pages", True)]


def test_plain_text_and_messages_are_a_page_with_boxes() -> None:
    page = read(b"Dear Clerk,\n\nthe fee is enclosed.", Kind.TEXT).pages[0]
    assert [line.text for line in page.lines] == ["Dear Clerk,", "the fee is enclosed."]
    assert page.lines[0].box.bottom < page.lines[1].box.top
    mail = (
        b"From: Ann <ann@example.org>\r\nSubject: =?utf-8?q?F=C3=AAte?=\r\nContent-Type: text/html\r\n\r\n"
        b"<html><head><style>p{}</style></head><body><p>The fee<br>is here.</p><script>x</script></body></html>"
    )
    page = read(mail, Kind.EMAIL).pages[0]
    assert [line.text for line in page.lines] == ["From: Ann <ann@example.org>", "Subject: Fête", "The fee", "is here."]


def test_reading_twice_gives_the_same() -> None:
    data = pdf(together(text(*LEFT), ruled_table([("A", "1"), ("B", "2")], [80, 80], top=200)))
    assert read(data) == read(data)


def test_a_unreadable_member_has_no_pages() -> None:
    assert read(io.BytesIO(b"\x00").getvalue(), Kind.UNREADABLE).pages == ()


def test_a_note_typed_upon_the_page_counts_as_filled_in() -> None:
    note = b"/Annots[<</Type/Annot/Subtype/FreeText/Rect[200 695 400 715]/Contents(Typed on top)/DA(/Helv 10 Tf)>>]"
    data = form_without_looks(content="BT /F 10 Tf 40 704 Td (Name of applicant) Tj ET").replace(b"/Annots[]", note)
    (line,) = read(data).pages[0].lines
    assert line.text == "Name of applicant Typed on top"
    assert [word.filled for word in line.words] == [False] * 3 + [True] * 3
