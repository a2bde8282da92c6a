"""Text that a reader of the page does not see is no evidence, and is told; whatever he sees is read."""

from __future__ import annotations

import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pdfs import Draw, document, pdf, picture, raw_pdf, stream, text, together

HONEST = text("The fair is open to six hundred people at one time.")
HIDDEN = "We shall provide forty toilets"


def words(data: bytes) -> str:
    return " ".join(line.text for page in document(data).pages for line in page.lines)


def in_color(gray: float, *, at: tuple[float, float] = (72, 600), alpha: float = 1.0) -> Draw:
    """The hidden words in a shade."""

    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(gray, alpha)
        canvas.drawString(*at, HIDDEN)
        canvas.setFillGray(0, 1)

    return draw


def patch(gray: float, *, at: tuple[float, float] = (60, 590)) -> Draw:
    """A filled rectangle of such a shade."""

    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(gray)
        canvas.rect(*at, 300, 30, fill=1, stroke=0)
        canvas.setFillGray(0)

    return draw


def photograph(canvas: Canvas) -> None:
    """A picture laid over the place."""
    canvas.drawImage(ImageReader(picture(pdf(text("A map", size=40))).crop((0, 0, 900, 300))), 60, 560, 300, 100)


def clipped(canvas: Canvas) -> None:
    """The hidden words outside of the part of the page that may be drawn on."""
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(400, 100, 50, 50)
    canvas.clipPath(path, stroke=0)
    canvas.drawString(72, 600, HIDDEN)
    canvas.restoreState()


def tiny(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 0.4)
    canvas.drawString(72, 600, HIDDEN)


def beyond(canvas: Canvas) -> None:
    canvas.drawString(-400, 600, HIDDEN)


def without_ink(canvas: Canvas) -> None:
    canvas.saveState()
    unseen = canvas.beginText(72, 600)
    unseen.setTextRenderMode(3)
    unseen.textOut(HIDDEN)
    canvas.drawText(unseen)
    canvas.restoreState()


TRICKS = {
    "white on white": in_color(1),
    "nearly white": in_color(0.97),
    "transparent": in_color(0, alpha=0.02),
    "black on black": together(patch(0), in_color(0)),
    "gray on the same gray": together(patch(0.5), in_color(0.52)),
    "under a rectangle": together(in_color(0), patch(1)),
    "under a picture": together(in_color(0), photograph),
    "outside of the clip": clipped,
    "tiny": tiny,
    "beyond the edge": beyond,
    "without ink": without_ink,
    "white behind words that are seen": in_color(1, at=(72, 720)),
    "under a rectangle with other words on it": together(
        in_color(0), patch(1), text("There is a kiosk", x=80, top=792 - 600)
    ),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_what_nobody_sees_is_left_out_and_told(trick: str) -> None:
    found = document(pdf(together(TRICKS[trick], HONEST)), ocr=False)
    said = " ".join(line.text for line in found.pages[0].lines)
    assert "six hundred people" in said
    assert "toilets" not in said
    assert "hidden-text" in [problem.code for problem in found.problems]


def test_a_layer_that_is_switched_off_is_not_read() -> None:
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]/Order[6 0 R]>>>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        "/Resources<</Font<</F 5 0 R>>/Properties<</L 6 0 R>>>>>>",
        stream(
            f"BT /F 12 Tf 72 700 Td (Six hundred people) Tj ET /OC /L BDC BT /F 12 Tf 72 600 Td ({HIDDEN}) Tj ET EMC"
        ),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        "<</Type/OCG/Name(Draft)>>",
    )
    found = document(data)
    assert [line.text for line in found.pages[0].lines] == ["Six hundred people"]
    assert [problem.code for problem in found.problems] == ["hidden-text"]


def twice(canvas: Canvas) -> None:
    """A heading made bold by drawing it twice."""
    canvas.drawString(72, 600, HIDDEN)
    canvas.drawString(72.2, 600, HIDDEN)


def highlighted(canvas: Canvas) -> None:
    """The words with a see-through marker over them."""
    canvas.drawString(72, 600, HIDDEN)
    canvas.setFillColorRGB(1, 1, 0, 0.4)
    canvas.rect(60, 590, 300, 30, fill=1, stroke=0)


def stencil(canvas: Canvas) -> None:
    """Words cut out of a dark rectangle, as programs do that fill letters with a pattern."""
    canvas.saveState()
    cut = canvas.beginText(72, 600)
    cut.setTextRenderMode(7)
    cut.textOut(HIDDEN)
    canvas.drawText(cut)
    canvas.rect(60, 590, 300, 30, fill=1, stroke=0)
    canvas.restoreState()


SEEN = {
    "white on a dark banner": together(patch(0.1), in_color(1)),
    "gray as a footnote": in_color(0.6),
    "on a shaded cell": together(patch(0.85), in_color(0)),
    "on a picture": together(photograph, in_color(0)),
    "twice": twice,
    "under a marker": highlighted,
    "as a stencil": stencil,
    "a stamp upon print": together(in_color(0), text("RECEIVED", x=90, top=792 - 603, size=14)),
}


@pytest.mark.parametrize("way", SEEN)
def test_what_is_seen_is_read(way: str) -> None:
    found = document(pdf(together(HONEST, SEEN[way])), ocr=False)
    said = " ".join(line.text for line in found.pages[0].lines)
    assert all(word in said for word in HIDDEN.split())
    assert "hidden-text" not in [problem.code for problem in found.problems]


def test_narrow_letters_are_seen() -> None:
    """A lone I is less than a pixel wide."""
    rows = [f"If I say {n} that I do, I do" for n in range(40)]
    draws = [text(*rows, x=72 + 0.13 * n, size=9 + 0.1 * n) for n in (0, 3, 5)]
    for draw in draws:
        assert document(pdf(draw)).problems == ()
