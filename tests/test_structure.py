"""From pages to passages: forms, signatures, stamps, and what line, column and page ends tear."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from pdfs import Draw, document, pdf, ruled_table, text, together
from pipeline import structure
from pipeline.records import Passage, PassageKind

BODY = text(
    "The fair opens at nine in the morning on Saturday and closes at ten in the evening, and the",
    "field is cleared by eleven. Twelve hundred people are expected at the busiest hour of it all.",
    top=300,
)
FIELD, PARAGRAPH, HEADING = PassageKind.FIELD, PassageKind.PARAGRAPH, PassageKind.HEADING


def passages(data: bytes) -> list[Passage]:
    return list(structure.passages(document(data, name="form.pdf")))


def fields(data: bytes) -> dict[str, str]:
    return {passage.label: passage.text for passage in passages(data) if passage.kind is FIELD}


def boxes(rows: Sequence[Sequence[tuple[str, Sequence[str]]]], *, width: float = 150, height: float = 44) -> Draw:
    """Ruled boxes, each with a small caption at its top left and what was typed into it."""

    def draw(canvas: Canvas) -> None:
        for down, row in enumerate(rows):
            for across, (caption, values) in enumerate(row):
                x, y = 60 + width * across, 700 - height * (down + 1)
                canvas.rect(x, y, width, height)
                canvas.setFont("Helvetica", 6)
                canvas.drawString(x + 3, y + height - 8, caption)
                canvas.setFont("Courier", 9)
                for number, value in enumerate(values):
                    canvas.drawString(x + 3, y + height - 20 - 10 * number, value)

    return draw


def test_a_boxed_form_gives_a_field_for_each_box() -> None:
    form = boxes(
        [
            [("1. SIGNER (PRINT)", ["Gil Santangelo,", "president"]), ("1a. AGE", ["52"]), ("1b. MAIL", [])],
            [
                ("2. JOHNS: HOW MANY, WHOSE", ["30 from Blue Moon:", "14 pink, 16 blue"]),
                ("3. FEE", []),
                ("4. DATES", ["Aug 6"]),
            ],
        ]
    )
    assert fields(pdf(form)) == {
        "1. SIGNER (PRINT)": "Gil Santangelo, president",
        "1a. AGE": "52",
        "1b. MAIL": "",
        "2. JOHNS: HOW MANY, WHOSE": "30 from Blue Moon: 14 pink, 16 blue",
        "3. FEE": "",
        "4. DATES": "Aug 6",
    }


def test_boxes_of_the_whole_width_are_fields_too() -> None:
    form = boxes(
        [[("1 Name of entity", ["Hay Day Society"])], [("2 Business name", [])], [("5 Address", ["9 Mill Lane"])]],
        width=400,
    )
    assert fields(pdf(form)) == {
        "1 Name of entity": "Hay Day Society",
        "2 Business name": "",
        "5 Address": "9 Mill Lane",
    }


def test_captions_below_what_is_written_are_labels() -> None:
    def form(canvas: Canvas) -> None:
        for number, (value, caption) in enumerate(
            [("Ann Doe", "Name"), ("9 Mill Lane", "Street"), ("", "Telephone"), ("Kent", "Town")]
        ):
            x, y = 60 + 200 * (number % 2), 700 - 36 * (number // 2 + 1)
            canvas.rect(x, y, 200, 36)
            canvas.setFont("Courier", 10)
            canvas.drawString(x + 4, y + 16, value)
            canvas.setFont("Helvetica", 6)
            canvas.drawString(x + 4, y + 4, caption)

    assert fields(pdf(form)) == {"Name": "Ann Doe", "Street": "9 Mill Lane", "Telephone": "", "Town": "Kent"}


def test_a_table_of_data_is_no_boxed_form() -> None:
    rows = [("Lot", "Acres", "Cars"), ("North hayfield", "9.5", "1,240"), ("Behind the barn", "5", "650")]
    found = passages(pdf(ruled_table(rows, [120, 60, 60])))
    assert [passage.kind for passage in found] == [PassageKind.TABLE_ROW] * 2
    assert found[0].cells == (("Lot", "North hayfield"), ("Acres", "9.5"), ("Cars", "1,240"))


def test_labels_and_typed_answers_take_turns_on_a_line() -> None:
    def form(canvas: Canvas) -> None:
        for x, font, words in (
            (72, "Helvetica", "Date of birth"),
            (150, "Courier", "3/2/1961"),
            (230, "Helvetica", "Organization"),
            (310, "Courier", "First Church"),
        ):
            canvas.setFont(font, 10)
            canvas.drawString(x, 700, words)

    assert fields(pdf(form)) == {"Date of birth": "3/2/1961", "Organization": "First Church"}


def test_an_answer_in_another_font_below_a_label_is_its_value() -> None:
    form = together(
        text("15. Toilets for each sex", size=8, top=100),
        text("2 girls + 1 boys, left of the barn door", font="Courier", top=113),
        text("16. Potable water", size=8, top=128),
        text("town water, trucked", font="Courier", top=141),
    )
    assert fields(pdf(form)) == {
        "15. Toilets for each sex": "2 girls + 1 boys, left of the barn door",
        "16. Potable water": "town water, trucked",
    }


@pytest.mark.parametrize("head", ["RECEIVED", "R E C E I V E D", "FILED", "PAID"])
@pytest.mark.parametrize("turn", [0, 8])
def test_a_stamp_heads_nothing(head: str, turn: float) -> None:
    def stamp(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(430, 700)
        canvas.rotate(turn)
        canvas.setFont("Helvetica-Bold", 14)
        for number, words in enumerate([head, "AUG 3 2027", "TOWN CLERK"]):
            canvas.drawString(0, -16 * number, words)
        canvas.restoreState()

    found = passages(pdf(together(stamp, BODY)))
    assert [(passage.kind, passage.heading_path) for passage in found] == [(PARAGRAPH, ("form",))] * 2
    assert sorted(passage.text for passage in found)[0] == f"{head.replace(' ', '')} AUG 3 2027 TOWN CLERK"


def test_letters_that_stand_apart_are_words() -> None:
    page = text("T o w n   l i c e n s e", "A or B, and I go on as usual")
    assert [line.text for line in document(pdf(page)).pages[0].lines] == [
        "Town license",
        "A or B, and I go on as usual",
    ]


def test_hyphens_at_line_ends_are_taken_out_but_for_names_and_compounds() -> None:
    rows = (
        "We have gathered all the needed infor-",
        "mation, says Mrs. Adelaide P. Nance-",
        "Doyle, and it is a very well known, well-",
        "known field of ours where all are glad.",
    )
    (only,) = passages(pdf(text(*rows)))
    assert only.text == (
        "We have gathered all the needed information, says Mrs. Adelaide P. Nance-Doyle, and it is a very well known, "
        "well-known field of ours where all are glad."
    )
    assert " ".join(word.text for word in only.words) == only.text


def test_a_sentence_over_a_page_end_stands_where_it_begins() -> None:
    first = text(*["The wells on the farm give plenty of water all summer long, as we know."] * 3, "We bring in")
    second = text(
        "more by truck on Friday. It is tested by the county every week of the year.", "Nobody has been sick."
    )
    found = passages(pdf(first, second))
    assert found[0].page == 1
    assert found[0].text.endswith("We bring in more by truck on Friday.")
    assert found[1].page == 2
    assert found[1].text.startswith("It is tested")


def test_the_name_below_ink_is_no_heading_and_no_label() -> None:
    def ink(canvas: Canvas) -> None:
        path = canvas.beginPath()
        path.moveTo(72, 440)
        for number in range(10):
            x, y = 72 + 12 * number, 440 + 9 * (-1) ** number
            path.curveTo(x + 4, y + 8, x + 8, y - 9, x + 12, 440)
        canvas.drawPath(path)

    page = together(BODY, text("Yours,", top=340), ink, text("ASA B. WETHERBEE", top=375))
    found = passages(pdf(page))
    assert [(passage.kind, passage.text) for passage in found[-3:]] == [
        (PARAGRAPH, "Yours,"),
        (PARAGRAPH, "✍"),
        (PARAGRAPH, "ASA B. WETHERBEE"),
    ]


def test_headings_lead_to_what_stands_below_them() -> None:
    page = together(text("WATER SUPPLY", font="Helvetica-Bold", size=14, top=270), BODY)
    heading, body = passages(pdf(page))
    assert (heading.kind, heading.text) == (HEADING, "WATER SUPPLY")
    assert body.heading_path == ("form", "WATER SUPPLY")


def asking(rows: Sequence[tuple[str, str, str]]) -> Draw:
    """A ruled form with a number, a question, what is ticked of Y and N, and a written answer in each row."""

    def draw(canvas: Canvas) -> None:
        edges = [60, 90, 300, 360, 560]
        canvas.grid(edges, [700 - 20 * down for down in range(len(rows) + 1)])
        for down, (question, chosen, answer) in enumerate(rows):
            y = 700 - 20 * (down + 1) + 6
            canvas.setFont("Helvetica", 8)
            canvas.drawString(66, y, f"{down + 1}a")
            canvas.drawString(96, y, question)
            for x, option in ((306, "Y"), (332, "N")) if chosen != "-" else ():
                canvas.rect(x, y - 1, 9, 9)
                if option == chosen:
                    canvas.line(x, y - 1, x + 9, y + 8)
                    canvas.line(x, y + 8, x + 9, y - 1)
                canvas.drawString(x + 11, y, option)
            canvas.setFont("Courier", 9)
            canvas.drawString(366, y, answer)

    return draw


def test_a_form_that_asks_in_each_row_gives_the_answers_to_its_questions() -> None:
    form = asking(
        [
            ("Containers: number, size", "Y", "18 drums of 55 gal."),
            ("Hospitals advised", "", ""),
            ("Ambulances on site", "N", "Station 1 is near"),
            ("Wastewater", "-", "Septic field, licensed hauler"),
        ]
    )
    found = [(p.label, p.text, p.ticked) for p in passages(pdf(form)) if p.text or p.label]
    assert found == [
        ("Containers: number, size", "Y", True),
        ("Containers: number, size", "18 drums of 55 gal.", None),
        ("Hospitals advised", "", False),
        ("Ambulances on site", "N", True),
        ("", "Station 1 is near", None),
        ("Wastewater", "Septic field, licensed hauler", None),
    ]


def lying(page: Draw, turn: int) -> bytes:
    """A letter page that lies turned clockwise, as a program prints one without saying so."""

    def draw(canvas: Canvas) -> None:
        width, height = (792, 612) if turn in (90, 270) else (612, 792)
        canvas.translate(width / 2, height / 2)
        canvas.rotate(-turn)
        canvas.translate(-306, -396)
        canvas.setFont("Helvetica", 11)
        page(canvas)

    return pdf(draw, size=(792, 612) if turn in (90, 270) else (612, 792))


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_lies_about_says_what_it_says_upright(turn: int) -> None:
    rows = [("Where", "Women", "Men"), ("By the gate", "5", "2"), ("By the stage", "4", "2")]
    page = together(text("Toilets", font="Helvetica-Bold", size=14), BODY, ruled_table(rows, [150, 60, 60], top=360))
    upright, turned = passages(pdf(page)), passages(lying(page, turn))
    assert [(one.kind, one.text, one.cells) for one in turned] == [(one.kind, one.text, one.cells) for one in upright]
    first, last = turned[0].box, turned[-1].box
    down = {90: first.x0 - last.x0, 180: first.top - last.top, 270: last.x0 - first.x0}
    assert down[turn] > 200, "boxes are of the page as it lies"
