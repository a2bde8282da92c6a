"""Text whose codes mean nothing is read from the picture of the page instead."""

from __future__ import annotations

import pytest

from pdfs import document, pdf, raw_pdf, stream, text
from pipeline.reading import ocr
from pipeline.reading.gibberish import is_gibberish
from pipeline.records import PageText

ROWS = (
    "The applicant shall post a bond with the treasurer of the town before the license is issued.",
    "Six hundred people are expected at one time on the second day, and no more than that.",
    "Forty toilets and twelve places to wash hands stand behind the barn, out of the wind.",
)


def shifted(rows: tuple[str, ...], by: int = -29) -> tuple[str, ...]:
    """As a font's own glyph numbers come out where nothing says what they are."""
    return tuple("".join(chr(ord(char) + by) if char.isalpha() else char for char in row) for row in rows)


@pytest.mark.parametrize(
    "rows",
    [
        shifted(ROWS),
        tuple(row.upper() for row in shifted(ROWS)),
        tuple("".join(chr(0xE000 + ord(char)) if char.isalpha() else char for char in row) for row in ROWS),
        tuple("".join("\ufffd" if char.isalpha() else char for char in row) for row in ROWS),
    ],
)
def test_no_language_is_gibberish(rows: tuple[str, ...]) -> None:
    assert is_gibberish(" ".join(rows).split())


@pytest.mark.parametrize(
    "words",
    [
        " ".join(ROWS),
        " ".join(ROWS).upper(),
        "Solicitud de licencia para una fiesta con seiscientas personas cada noche en el campo grande detrás del granero viejo",
        "Gate A 240 cars Lot B 12' x 40' FIRE LANE 20 FT WIDE N 41°22'10\" E 150.00' Sheet 1 of 3 Scale 1 inch = 40 feet",
        "2,500 3,750 12 40 650 $1,200.00 $350.00 06/12/2027 9:00 10:30 5 6 7 8 9 10 11 12 13 14 15 16 17 18",
        "☐ Yes ☒ No ☐ Yes ☒ No ☐ Yes ☒ No ☐ Yes ☒ No ☐ Yes ☒ No ☐ Yes ☒ No ☐ Yes ☒ No",
        "few words here",
    ],
)
def test_what_people_write_is_not(words: str) -> None:
    assert not is_gibberish(words.split())


def test_a_page_of_gibberish_goes_to_ocr_or_is_unreadable() -> None:
    found = document(pdf(text(*shifted(ROWS), size=7)), ocr=False)
    assert found.pages[0].text is PageText.UNREADABLE
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [("no-ocr", True)]


@pytest.mark.skipif(not ocr.available(), reason="the tesseract program is not on this machine")
def test_what_the_page_shows_is_read_instead() -> None:
    """A font that shows the right shapes and says the wrong codes."""
    content = "".join(f"1 0 0 1 72 {700 - 20 * n} Tm ({row}) Tj " for n, row in enumerate(ROWS))
    cmap = "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0003> endbfrange"
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        stream(f"BT /F 11 Tf {content} ET"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
        stream(f"begincmap /CMapType 2 def {cmap} endcmap"),
    )
    found = document(data)
    assert found.pages[0].text is PageText.OCR
    assert [line.text for line in found.pages[0].lines] == list(ROWS)
