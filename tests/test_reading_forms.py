"""Form fields and tick boxes of every make are read as a person sees them."""

from __future__ import annotations

import pytest
from reportlab.pdfgen.canvas import Canvas

from pdfs import document, form_without_looks, pdf, text
from pipeline.records import TICKED, UNTICKED, Line


def lines(data: bytes) -> list[Line]:
    return list(document(data, name="form.pdf").pages[0].lines)


def texts(data: bytes) -> list[str]:
    return [line.text for line in lines(data)]


def test_fields_with_looks_give_their_values_beside_their_labels() -> None:
    def form(canvas: Canvas) -> None:
        fields = canvas.acroForm
        canvas.drawString(72, 703, "Applicant")
        fields.textfield(name="n", x=150, y=700, width=200, height=18, value="Hay Day Society")
        canvas.drawString(92, 671, "I swear")
        fields.checkbox(name="c", x=72, y=668, size=14, checked=True)
        canvas.drawString(92, 641, "Deed attached")
        fields.checkbox(name="d", x=72, y=638, size=14, checked=False)
        fields.radio(name="r", value="y", x=72, y=600, size=14, selected=True)
        canvas.drawString(90, 603, "Yes")
        fields.radio(name="r", value="n", x=130, y=600, size=14, selected=False)
        canvas.drawString(150, 603, "No")
        canvas.drawString(72, 563, "Lot")
        fields.choice(name="l", x=150, y=560, width=100, height=18, options=["North", "South"], value="South")

    found = lines(pdf(form))
    assert [line.text for line in found] == [
        "Applicant Hay Day Society",
        f"{TICKED} I swear",
        f"{UNTICKED} Deed attached",
        f"{TICKED} Yes {UNTICKED} No",
        "Lot South",
    ]
    assert [word.text for line in found for word in line.words if word.filled] == [
        *("Hay", "Day", "Society", TICKED, UNTICKED, TICKED, UNTICKED, "South")
    ]


def test_fields_without_looks_give_their_values_and_hidden_ones_nothing() -> None:
    looks = "/AP<</N<</Yes 4 0 R/Off 4 0 R>>>>"
    data = form_without_looks(
        "/FT/Tx/T(a)/V(Ann Doe)/Rect[100 700 300 716]/DA(/Helv 10 Tf 0 g)",
        "/FT/Tx/T(b)/F 2/V(hidden)/Rect[100 660 300 676]",
        "/FT/Tx/T(c)/Ff 8192/V(password)/Rect[100 640 300 656]",
        "/FT/Tx/T(d)/Ff 4096/V(first row\\rsecond row)/Rect[100 580 300 620]",
        f"/FT/Btn/T(e)/V/Yes/AS/Yes/Rect[100 540 112 552]{looks}",
        f"/FT/Btn/T(f)/V/Off/AS/Off/Rect[100 520 112 532]{looks}",
        "/FT/Ch/Ff 131072/T(g)/V(Blue)/Opt[(Red)(Blue)]/Rect[100 480 200 496]",
        "/FT/Tx/T(h)/Rect[100 440 200 456]",
        content="BT /F 10 Tf 40 704 Td (Name) Tj ET",
    )
    assert texts(data) == ["Name Ann Doe", "first row", "second row", TICKED, UNTICKED, "Blue"]


def test_a_value_stands_within_its_field() -> None:
    value = "a long value that wraps over the several rows of a tall field " * 3
    data = form_without_looks(f"/FT/Tx/T(a)/Ff 4096/V({value})/Rect[100 600 300 700]/DA(/Helv 10 Tf 0 g)")
    found = lines(data)
    assert " ".join(line.text for line in found) == value.strip()
    for line in found:
        assert line.box.x0 >= 100
        assert line.box.x1 <= 301
        assert line.box.top >= 92
        assert line.box.bottom <= 192


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("[x] Map attached", f"{TICKED} Map attached"),
        ("[ X ] Map attached", f"{TICKED} Map attached"),
        ("[ ] Map attached", f"{UNTICKED} Map attached"),
        ("[] Map attached", f"{UNTICKED} Map attached"),
        ("(X) Yes ( ) No", f"{TICKED} Yes {UNTICKED} No"),
        ("__X__ Yes ____ No", f"{TICKED} Yes {UNTICKED} No"),
        ("Phone: (   ) 555-0100", "Phone: ( ) 555-0100"),
        ("Signed ______ by section (b)", "Signed ______ by section (b)"),
        ("____ Yes ____ No", "____ Yes ____ No"),
    ],
)
def test_typed_boxes_become_marks_and_nothing_else_does(row: str, read: str) -> None:
    assert texts(pdf(text(row))) == [read]


def test_symbols_become_marks() -> None:
    def symbols(canvas: Canvas) -> None:
        for number, (mark, label) in enumerate([("❏", "deed"), ("☑", "consent")]):
            canvas.setFont("ZapfDingbats", 11)
            canvas.drawString(72, 700 - 20 * number, mark)
            canvas.setFont("Helvetica", 11)
            canvas.drawString(90, 700 - 20 * number, label)

    assert texts(pdf(symbols)) == [f"{UNTICKED} deed", f"{TICKED} consent"]


def test_drawn_boxes_become_marks_where_they_stand_beside_text() -> None:
    def boxes(canvas: Canvas) -> None:
        for number, label in enumerate(["empty", "crossed", "checked", "filled", "lettered"]):
            y = 700 - 20 * number
            canvas.rect(72, y, 9, 9)
            canvas.drawString(88, y + 1, label)
        canvas.line(72, 680, 81, 689)
        canvas.line(72, 689, 81, 680)
        canvas.setFont("ZapfDingbats", 10)
        canvas.drawString(72.5, 661, "✔")
        canvas.rect(73.5, 641.5, 6, 6, fill=1)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(73.5, 621, "X")
        canvas.rect(400, 500, 9, 9)

    assert texts(pdf(boxes)) == [
        f"{UNTICKED} empty",
        f"{TICKED} crossed",
        f"{TICKED} checked",
        f"{TICKED} filled",
        f"{TICKED} lettered",
    ]


def test_drawn_circles_are_radio_buttons_and_bullets_are_not() -> None:
    def circles(canvas: Canvas) -> None:
        for x, label in ((72, "Yes"), (140, "No")):
            canvas.circle(x + 5, 704, 5)
            canvas.drawString(x + 16, 700, label)
        canvas.circle(77, 704, 2.5, fill=1)
        canvas.circle(76, 664, 1.5, fill=1)
        canvas.drawString(88, 660, "a point of a list")

    assert texts(pdf(circles)) == [f"{TICKED} Yes {UNTICKED} No", "a point of a list"]
