"""Layouts of other producers' pages, from their drawing to the passages that a reader would find on them."""

from __future__ import annotations

from textwrap import wrap

from reportlab.pdfgen.canvas import Canvas

from passages import document as written
from passages import packet, proposed
from pdfs import LETTER, Draw, document, pdf, text, together
from pipeline import structure
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
