"""Layouts of other producers' pages, from their drawing to the passages that a reader would find on them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import pytest
from reportlab.pdfgen.canvas import Canvas

from passages import document as written
from passages import packet, proposed
from pdfs import LETTER, Draw, document, pdf, text, together
from pipeline import structure
from pipeline.language import sentences
from pipeline.records import Passage, PassageKind

FIELD, HEADING, ROW = PassageKind.FIELD, PassageKind.HEADING, PassageKind.TABLE_ROW
SENTENCES = (
    "The fiddlers gather on the lower meadow from Friday evening until Sunday at noon, and the gate on Quarry Lane opens at three.",
    "Fourteen toilets and two hand washing trailers come from Dunmore Sanitary, which empties them every morning before seven.",
    "Drinking water is hauled by tanker from the hydrant at Mill Street, two thousand gallons a day, and kept in four clean tanks.",
)


def passages(*draws: Draw) -> list[Passage]:
    return list(structure.passages(document(pdf(together(*draws)), name="packet.pdf")))


def texts(*draws: Draw) -> list[str]:
    return [passage.text for passage in passages(*draws) if passage.kind is not PassageKind.FURNITURE]


def fields(*draws: Draw) -> dict[str, str]:
    return {passage.label: passage.text for passage in passages(*draws) if passage.kind is FIELD}


def paragraphs(width: int, *, x: float = 72, top: float = 72, step: float = 14) -> list[Draw]:
    """The sentences below each other, each a paragraph of lines with so many characters."""
    draws = []
    for sentence in SENTENCES:
        rows = wrap(sentence, width)
        draws.append(text(*rows, x=x, top=top, step=step))
        top += step * len(rows) + 10
    return draws


def ruled(*lines: tuple[float, float, float, float]) -> Draw:
    """Lines from one point to another, measured from the upper edge."""

    def draw(canvas: Canvas) -> None:
        for x, top, x1, bottom in lines:
            canvas.line(x, LETTER[1] - top, x1, LETTER[1] - bottom)

    return draw


@pytest.mark.parametrize("step", [24, 12], ids=["double-spaced", "single-spaced"])
def test_the_numbers_of_pleading_paper_are_no_part_of_its_sentences(step: float) -> None:
    def numbers(canvas: Canvas) -> None:
        for line in range(28):
            canvas.drawRightString(60, LETTER[1] - 72 - 24 * line, str(line + 1))

    said = " ".join(SENTENCES * 2)
    assert " ".join(texts(numbers, text(*wrap(said, 76), x=80, step=step))) == said


def test_the_numbers_of_a_list_are_no_amounts_and_amounts_are_no_numbers_of_lines() -> None:
    names = ("Ground", "Numbers", "Water", "Toilets", "Ambulances", "Fire", "Food", "Money")
    assert not any(char.isdigit() for char in " ".join(texts(text(*(f"{n} {w}" for n, w in enumerate(names, 1))))))
    amounts = [f"{amount} {name}" for amount, name in zip((4, 6, 2, 14, 3, 5, 7, 9), names, strict=True)]
    assert " ".join(texts(text(*amounts))) == " ".join(amounts)


def test_three_columns_are_read_one_after_the_other() -> None:
    columns = [text(*wrap(sentence, 26), x=60 + 170 * column) for column, sentence in enumerate(SENTENCES)]
    assert texts(*columns) == list(SENTENCES)


def test_a_wide_space_of_a_justified_line_parts_no_column() -> None:
    columns = [f"{SENTENCES[0]} {SENTENCES[1]}", f"{SENTENCES[2]} {SENTENCES[0]}"]

    def justified(canvas: Canvas) -> None:
        for column, sentence in enumerate(columns):
            for line, row in enumerate(wrap(sentence, 34)):
                words = row.split()
                free = 200 - sum(canvas.stringWidth(word, "Helvetica", 11) for word in words)
                x = 60 + 220.0 * column
                for word in words:
                    canvas.drawString(x, LETTER[1] - 72 - 14 * line, word)
                    x += canvas.stringWidth(word, "Helvetica", 11) + min(free / max(len(words) - 1, 1), 14)

    assert texts(justified) == columns


def test_dots_lead_to_a_value_and_to_no_page() -> None:
    rows = ("Number of toilets................14", "Gallons of water a day........2,000", "Insurer........Penn Mutual")
    read = fields(text(*rows))
    assert read == {"Number of toilets": "14", "Gallons of water a day": "2,000", "Insurer": "Penn Mutual"}
    contents = fields(text("Water................3", "Toilets..............5", "Security.............9"))
    assert all("....." in page for page in contents.values())


def test_what_is_typed_into_a_rule_is_the_value_of_the_label_ahead_of_it() -> None:
    row = "Name of applicant ____Rosa Tilden______ Telephone __860 555 0142__"
    assert fields(text(row)) == {"Name of applicant": "Rosa Tilden", "Telephone": "860 555 0142"}
    assert set(fields(text("Name____________Phone____________")).values()) == {""}


def test_letters_in_the_boxes_of_a_comb_are_words() -> None:
    def comb(canvas: Canvas) -> None:
        for row, (label, letters) in enumerate(
            (("Applicant", "ROSA TILDEN"), ("Telephone", "8605550142"), ("Fax", ""))
        ):
            y = 700 - 40 * row
            canvas.drawString(72, y + 4, label)
            canvas.grid([150 + 15 * place for place in range(13)], [y, y + 16])
            for place, letter in enumerate(letters):
                canvas.drawCentredString(157.5 + 15 * place, y + 4, letter)

    assert fields(comb) == {"Applicant": "ROSA TILDEN", "Telephone": "8605550142", "Fax": ""}


def test_the_days_of_a_calendar_are_no_comb() -> None:
    def calendar(canvas: Canvas) -> None:
        canvas.grid([72 + 20 * day for day in range(8)], [700, 680, 660])
        for day in range(7):
            canvas.drawString(76 + 20 * day, 686, str(day + 1))
            canvas.drawString(76 + 20 * day, 666, str(day + 2))

    assert not any(word.filled for passage in passages(calendar) for word in passage.words)


def test_a_ring_or_a_stroke_chooses_an_answer() -> None:
    def chosen(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "Will food be sold?")
        canvas.drawString(200, 700, "Yes / No")
        canvas.ellipse(196, 696, 224, 712)
        canvas.drawString(72, 670, "Is there camping?")
        canvas.drawString(200, 670, "YES   NO")
        canvas.line(199, 674, 224, 674)
        canvas.drawString(72, 640, "Is there music?")
        canvas.drawString(200, 640, "Yes / No")

    found = {passage.label: (passage.text, passage.ticked) for passage in passages(chosen)}
    assert found["Will food be sold?"] == ("Yes", True)
    assert found["Is there camping?"] == ("NO", True)
    assert found["Is there music?"] == ("Yes / No", None)


def test_a_hook_drawn_over_a_square_ticks_it() -> None:
    def dingbats(canvas: Canvas) -> None:
        for x, answer, signs in ((200, "Yes", "❑"), (260, "No", "❑✔")):
            canvas.setFont("ZapfDingbats", 11)
            for sign in signs:
                canvas.drawString(x, 700, sign)
            canvas.setFont("Helvetica", 11)
            canvas.drawString(x + 14, 700, answer)
        canvas.drawString(72, 700, "Will food be sold?")

    (only,) = passages(dingbats)
    assert (only.label, only.text, only.ticked) == ("Will food be sold?", "No", True)


def test_a_drop_capital_begins_its_word() -> None:
    first, *rest = wrap("he fiddlers gather on the lower meadow from Friday evening until noon.", 40)
    drop = text("T", top=94, size=40, font="Times-Roman")
    assert texts(drop, text(first, *rest[:1], x=104)) == [f"T{first} {rest[0]}"]


def test_a_raised_mark_of_a_note_counts_nothing() -> None:
    def noted(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "We hire toilets")
        canvas.setFont("Helvetica", 7)
        canvas.drawString(72 + canvas.stringWidth("We hire toilets", "Helvetica", 11) + 0.3, 704.5, "12")
        canvas.setFont("Helvetica", 11)
        canvas.drawString(158, 700, "and trailers for the fair on July 9")
        canvas.setFont("Helvetica", 7)
        canvas.drawString(
            158 + canvas.stringWidth("and trailers for the fair on July 9", "Helvetica", 11) + 0.3, 704.5, "th"
        )

    assert texts(noted) == ["We hire toilets and trailers for the fair on July 9th"]


def test_a_large_word_behind_the_text_stands_apart_from_it() -> None:
    def mark(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.setFillGray(0.85)
        canvas.setFont("Helvetica-Bold", 110)
        canvas.drawString(120, LETTER[1] - 130, "DRAFT")
        canvas.restoreState()

    assert texts(mark, *paragraphs(80)) == [*SENTENCES, "DRAFT"]


def test_a_capital_torn_off_by_its_size_is_joined_by_the_gap() -> None:
    def torn(canvas: Canvas) -> None:
        x = 72.0
        for word in ("SOUTH", "OAK", "GUARD", "COMPANY"):
            for part, size, gap in ((word[0], 16, 3.2), (word[1:], 12, 7.0)):
                canvas.setFont("Times-Roman", size)
                canvas.drawString(x, 700, part)
                x += canvas.stringWidth(part, "Times-Roman", size) + gap

    assert texts(torn) == ["SOUTH OAK GUARD COMPANY"]
    assert texts(text("Gate A opens at six and I am there")) == ["Gate A opens at six and I am there"]


def test_a_notice_set_into_the_text_does_not_part_its_sentences() -> None:
    def box(canvas: Canvas) -> None:
        canvas.rect(400, LETTER[1] - 150, 150, 92)

    notice = text("Ask at the gate", "for a map of the", "grounds.", x=408, top=80)
    assert texts(*paragraphs(58), box, notice) == [*SENTENCES, "Ask at the gate for a map of the grounds."]


def test_lines_broken_by_a_mail_program_are_one_sentence() -> None:
    first, second = (wrap(sentence, 60) for sentence in SENTENCES[:2])
    quoted = [f"> {row}" for row in second]
    wide = "This line is printed over the whole breadth of the page, as the notice of a mail program at its foot is."
    found = texts(text(*first, "", *quoted), text(wide, top=400))
    assert found == [*SENTENCES[:2], wide]


def test_the_subject_of_a_reply_has_no_label_of_its_own() -> None:
    assert fields(text("Subject: RE: Toilets for the fair")) == {"Subject:": "RE: Toilets for the fair"}


@pytest.mark.parametrize("short", ["Exterm.", "elec.", "Equip.", "Mgmt.", "Ctr.", "Svc."])
def test_an_abbreviation_ends_no_sentence(short: str) -> None:
    said = f"The contract with Corliss {short} Valley of Enfield covers the whole weekend."
    assert sentences(f"{said} It is signed.") == ((0, said), (len(said) + 1, "It is signed."))


def rows_of(cells: Sequence[Sequence[str]], starts: Sequence[float], widths: Sequence[int]) -> Draw:
    """A table without rules, its cells wrapped to so many characters."""

    def draw(canvas: Canvas) -> None:
        y = LETTER[1] - 100
        for row in cells:
            parts = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
            for x, part in zip(starts, parts, strict=True):
                for line, one in enumerate(part):
                    canvas.drawString(x, y - 13 * line, one)
            y -= 13 * max(map(len, parts)) + 6

    return draw


def test_cells_of_several_lines_without_rules_are_read_cell_by_cell() -> None:
    cells = [
        ("Item", "What we do", "Who"),
        ("Toilets", "Fourteen units in two rows behind the barn, emptied every morning", "Dunmore Sanitary"),
        ("Water", "Hauled by tanker from the hydrant, and kept in four clean tanks", "The Town"),
        ("Care", "A nurse and two medics in the white tent at all hours", "Valley Ambulance"),
    ]
    found = [passage.text for passage in passages(rows_of(cells, (72, 180, 400), (20, 36, 20)))]
    assert found[-3:] == [" | ".join(row) for row in cells[1:]]


def test_a_heading_over_two_columns_is_part_of_the_names_of_both() -> None:
    def table(canvas: Canvas) -> None:
        canvas.grid([72, 172, 252, 332], [660, 640, 620])
        for x, y, x1, y1 in ((72, 700, 172, 660), (172, 700, 332, 680), (172, 680, 252, 660), (252, 680, 332, 660)):
            canvas.rect(x, y1, x1 - x, y - y1)
        canvas.setFont("Helvetica-Bold", 11)
        for x, y, word in ((76, 674, "Service"), (200, 686, "Days"), (176, 666, "Friday"), (256, 666, "Saturday")):
            canvas.drawString(x, y, word)
        canvas.setFont("Helvetica", 11)
        for y, row in ((646, ("Toilets", "14", "16")), (626, ("Guards", "10", "12"))):
            for x, cell in zip((76, 176, 256), row, strict=True):
                canvas.drawString(x, y, cell)

    assert [passage.cells for passage in passages(table)] == [
        (("Service", "Toilets"), ("Days Friday", "14"), ("Days Saturday", "16")),
        (("Service", "Guards"), ("Days Friday", "10"), ("Days Saturday", "12")),
    ]


def test_a_row_of_one_cell_heads_the_rows_below_it() -> None:
    def table(canvas: Canvas) -> None:
        canvas.grid([72, 172, 292, 352], [720, 700])
        canvas.rect(72, 680, 280, 20)
        canvas.grid([72, 172, 292, 352], [680, 660, 640])
        for y, row in (
            (706, ("Item", "Supplier", "Count")),
            (666, ("Toilets", "Dunmore", "14")),
            (646, ("Bins", "Brandt", "6")),
        ):
            for x, cell in zip((76, 176, 296), row, strict=True):
                canvas.drawString(x, y, cell)
        canvas.drawString(76, 686, "SANITATION")

    found = passages(table)
    assert [passage.heading_path[-1] for passage in found if passage.kind is ROW] == ["SANITATION", "SANITATION"]


PLAN = """# Old County Road

# Site plan

Stage

Toilets

Food vendors

Scale: 1 inch = 40 feet

Sheet 1 of 2

R. Dunn, P.E., Lic. No. 20417"""


def test_a_plan_is_quoted_by_its_seal_its_scale_and_its_title() -> None:
    for answer, quote in (
        ("plans.plan_license", "R. Dunn, P.E., Lic. No. 20417"),
        ("plans.plan_to_scale", "Scale: 1 inch = 40 feet"),
        ("plans.map", "Site plan"),
    ):
        assert quote in proposed(answer, PLAN)[0].statement.passage.label + " " + proposed(answer, PLAN)[0].quote, (
            answer
        )


def test_the_license_of_another_trade_is_no_seal() -> None:
    plan = PLAN.replace("R. Dunn, P.E., Lic. No. 20417", "Food vendor license no. 20417")
    assert packet([written(plan)])
    assert all(candidate.probability < 0.5 for candidate in proposed("plans.plan_license", plan))
