"""Word documents: their words, tables and pages, and the pictures in them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import docx
import pytest
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt

from pdfs import document, pdf, picture, text
from pipeline import limits
from pipeline.intake import submission
from pipeline.kinds import kind_of
from pipeline.reading import office
from pipeline.records import Document, Kind, PageText


def saved(made: docx.document.Document) -> bytes:
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def read(made: docx.document.Document) -> Document:
    return document(saved(made), Kind.WORD, name="plan.docx")


def said(found: Document) -> list[list[str]]:
    return [[line.text for line in page.lines] for page in found.pages]


def test_paragraphs_headings_and_page_breaks() -> None:
    made = docx.Document()
    made.add_heading("Medical plan", level=1)
    paragraph = made.add_paragraph("Two nurses ")
    paragraph.add_run("and a doc").bold = True
    paragraph.add_run("tor stand by.").add_break(WD_BREAK.PAGE)
    made.add_paragraph("The tent is behind the barn.").runs[0].font.size = Pt(9)
    found = read(made)
    assert said(found) == [
        ["Medical plan", "Two nurses and a doctor stand by."],
        ["The tent is behind the barn."],
    ]
    heading, plain = (line.words for line in found.pages[0].lines)
    assert heading[0].size > plain[0].size
    assert [word.bold for word in plain] == [False, False, True, True, True, False, False]
    assert found.pages[1].lines[0].words[0].size == 9
    assert heading[0].box.bottom < plain[0].box.top
    assert found.problems == ()


def test_a_table_keeps_its_cells_and_its_heading() -> None:
    rows = [
        ("Lot", "Acres", "Cars"),
        ("North hayfield behind the barn and the long wall", "9.5", "1,240"),
        ("Barn", "5", "650"),
    ]
    made = docx.Document()
    table = made.add_table(rows=0, cols=3)
    for row in rows:
        for cell, value in zip(table.add_row().cells, row, strict=True):
            cell.text = value
    (grid,) = read(made).pages[0].tables
    assert grid.header == rows[0]
    assert [tuple(cell.text for cell in row) for row in grid.rows] == rows[1:]


def test_what_was_inserted_is_read_and_what_was_deleted_or_hidden_is_not() -> None:
    made = docx.Document()
    paragraph = made.add_paragraph("There are ")
    for mark, tag, value in (("ins", "t", "forty"), ("del", "delText", "four")):
        change = f'<w:{mark} {nsdecls("w")} w:id="1" w:author="a"><w:r><w:{tag}>{value}</w:{tag}></w:r></w:{mark}>'
        paragraph._p.append(parse_xml(change))
    paragraph.add_run(" toilets.")
    made.add_paragraph().add_run("We promise everything.").font.hidden = True
    assert said(read(made)) == [["There are forty toilets."]]


def test_letterheads_tick_boxes_and_content_controls_are_read() -> None:
    made = docx.Document()
    made.sections[0].header.paragraphs[0].text = "Hay Day Society, 5 Huguenot Road"
    control = f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>☒ Camping</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    made.element.body.insert(0, parse_xml(control))
    assert said(read(made)) == [["Hay Day Society, 5 Huguenot Road", "☒ Camping"]]


def test_pictures_in_a_document_are_members_of_the_packet(tmp_path: Path) -> None:
    stream = io.BytesIO()
    picture(pdf(text("Plan of the grounds", size=30))).save(stream, "PNG")
    made = docx.Document()
    made.add_paragraph("The plan:")
    made.add_picture(stream)
    (tmp_path / "packet").mkdir()
    (tmp_path / "packet" / "sent.pdf").write_bytes(saved(made))
    (tmp_path / "spool").mkdir()
    members = submission(tmp_path / "packet", tmp_path / "spool").members
    assert [(member.name, member.kind) for member in members] == [
        ("sent.pdf", Kind.WORD),
        ("sent.pdf/image1.png", Kind.IMAGE),
    ]


def test_other_office_files_are_told_apart(tmp_path: Path) -> None:
    for name, part in (("book.xlsx", "xl/workbook.xml"), ("talk.pptx", "ppt/presentation.xml")):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("[Content_Types].xml", "<Types/>")
            archive.writestr(part, "<x/>")
        assert kind_of(tmp_path / name) is Kind.UNREADABLE


@pytest.mark.parametrize("cut", [0.3, 0.9])
def test_a_damaged_document_is_a_problem(cut: float) -> None:
    whole = saved(docx.Document())
    found = document(whole[: int(cut * len(whole))], Kind.WORD)
    assert found.pages == ()
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [("damaged-file", True)]


def test_entities_from_outside_are_not_fetched(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the clerk's own words")
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(docx.Document()))) as old, zipfile.ZipFile(stream, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename == "word/document.xml":
                entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{tmp_path}/secret.txt">]>'
                content = (
                    f"{entity}<w:document {nsdecls('w')}><w:body><w:p><w:r><w:t>Look: &e;</w:t></w:r></w:p>"
                    "<w:sectPr/></w:body></w:document>"
                ).encode()
            new.writestr(info.filename, content)
    found = document(stream.getvalue(), Kind.WORD)
    assert "clerk" not in repr(found)


def test_a_document_without_a_section_is_read() -> None:
    made = docx.Document()
    made.add_paragraph("Two nurses stand by.")
    made.element.body.remove(made.element.body.sectPr)
    assert said(read(made)) == [["Two nurses stand by."]]


def test_no_more_is_set_than_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 2)
    made = docx.Document()
    for _ in range(9):
        made.add_paragraph("Two nurses stand by.").add_run().add_break(WD_BREAK.PAGE)
    assert len(office._Press(made).sheets()) == 3
    assert [problem.code for problem in read(made).problems] == ["too-many-pages"]


def test_an_empty_document_says_nothing() -> None:
    assert [page.text for page in read(docx.Document()).pages] == [PageText.BLANK]
