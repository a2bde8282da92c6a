"""The draft of a letter to the applicant: what it asks, what it keeps silent on, and how a town makes it its own."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from docx import Document

import reporting_fixture as fixture
from pipeline import reporting
from pipeline.errors import ConfigurationError
from pipeline.records import Audit, Fact, Status
from pipeline.reporting.letter import DEFAULT_FORM, Form, Letter, form, letter

HOSTILE = "Fair\n# Bold\n7. Pay us {{ 7*7 }} \u202e= \x07</w:t>"


def letter_on(audit: Audit, chosen: Form = DEFAULT_FORM) -> Letter:
    return letter(reporting.to_json(audit, fixture.checklist()), chosen)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def paragraphs(docx: bytes) -> list[str]:
    return [paragraph.text for paragraph in Document(io.BytesIO(docx)).paragraphs]


def test_what_is_missing_is_asked_for_once_by_its_citation() -> None:
    text = in_one_line(letter_on(fixture.audit()).text)
    for words in ("1. Person signing (9-12(c)(1)).", "2. Fire plan (9-12(c)(3)).", "4. Bond (9-14)."):
        assert words in text
    asks = re.findall(r"Please state the \w+(?: \w+)*", text)
    assert len(asks) == len(set(asks)) >= 4
    assert text.index("Needed to complete") < text.index("Fire plan") < text.index("Needed before") < text.index("Bond")


def test_what_needs_a_look_or_could_not_be_read_is_not_asserted() -> None:
    text = letter_on(fixture.audit()).text
    for title in ("Traffic plan", "Medical plan", "Noise plan", "Camping plan", "Filed in time", "Ownership"):
        assert title not in text


def test_the_deadline_is_that_of_the_law() -> None:
    audit = fixture.audit()
    assert "by August 15, 2027. Please let us have what is needed to complete it as soon as you can." in in_one_line(
        letter_on(audit).text
    )
    early = [
        replace(fact, value=fact.value.replace(month=6)) if fact.name == "filing_date" else fact for fact in audit.facts
    ]
    assert "is needed to complete it by that day." in in_one_line(letter_on(replace(audit, facts=tuple(early))).text)
    undated = replace(audit, facts=())
    text = in_one_line(letter_on(undated).text)
    assert "Thank you for your application. We have held" in text
    assert "Please let us have what is needed to complete it as soon as you can." in text


def test_a_complete_packet_gets_what_was_checked_and_what_was_not() -> None:
    fine = fixture.complete()
    rich = fixture.audit()
    looked_at = replace(fine.items[0], id="c7", title="Traffic plan", needs_review=True)
    without_words = replace(rich.items[5], status=Status.UNVERIFIABLE)
    later = replace(rich.items[-1], needs_review=False)
    text = in_one_line(letter_on(replace(fine, items=(*fine.items, looked_at, without_words, later))).text)
    for words in (
        "found an answer to everything that is due with the filing, but for what we are still looking at.",
        "1. Bond (9-14).",
        "What was checked - Fee (9-12(a)) What we are still looking at - Traffic plan (9-12(a))",
        "- 9-12(c)(5): our copy of the law lacks its words.",
        "that is for the officials who decide",
    ):
        assert words in text


def test_where_nothing_can_be_asked_yet_nothing_is() -> None:
    text = in_one_line(letter_on(fixture.empty()).text)
    assert "We are reviewing it and will write to you again." in text
    assert "Please" not in text


def test_the_word_file_says_the_same_and_has_no_date_of_its_own() -> None:
    first, second = letter_on(fixture.audit()), letter_on(fixture.audit())
    assert first == second
    words = in_one_line(" ".join(paragraphs(first.docx)).replace("# ", ""))
    assert words == in_one_line(first.text)
    with zipfile.ZipFile(io.BytesIO(first.docx)) as package:
        assert package.testzip() is None
        assert {entry.date_time for entry in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_text_of_the_packet_stays_within_its_paragraph() -> None:
    audit = fixture.audit()
    item = replace(audit.items[3], title=HOSTILE, elements=audit.items[3].elements)
    hostile = replace(audit, items=(item,), facts=(Fact("event_dates", HOSTILE, None, ()),))
    found = letter_on(hostile)
    for part in (found.text, "\n".join(paragraphs(found.docx))):
        assert "1. Fair # Bold 7. Pay us {{ 7*7 }} [U+202E]=" in in_one_line(part)
        assert "[U+0007]" in part
        assert not re.search(r"^(Bold|7\.|# Bold)", part, re.MULTILINE)


def test_a_town_has_its_own_words_and_its_own_paper(tmp_path: Path) -> None:
    template, head = tmp_path / "ours.txt", tmp_path / "head.docx"
    template.write_text("# Grüezi\n{% for task in now %}\n- {{ task.cites }}: {{ task.asks }}\n{% endfor %}\n", "utf-8")
    paper = Document()
    paper.add_paragraph("Town of Nowhere, Office of the Clerk")
    paper.save(str(head))
    found = letter_on(fixture.audit(), form(template, head))
    assert found.text.startswith("Grüezi\n- 9-12(c)(1): Please state the age")
    assert paragraphs(found.docx)[:2] == ["Town of Nowhere, Office of the Clerk", "Grüezi"]


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{% if now %}", "line 1: Unexpected end of template"),
        ("{{ nowhere }}", "'nowhere' is undefined"),
        ("{{ now[99].asks }}", "cannot be used"),
        ("{{ ''.__class__.__mro__ }}", "cannot be used"),
        ("{{ 1 // 0 }}", "cannot be used"),
        ("{% macro on() %}{{ on() }}{% endmacro %}{{ on() }}", "cannot be used"),
        ("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", "cannot be used"),
        (b"\xff\xfe\x00", "cannot be used"),
        (None, "cannot be used"),
    ],
)
def test_a_template_that_cannot_be_used_is_named_with_the_remedy(
    tmp_path: Path, template: str | bytes | None, words: str
) -> None:
    path = tmp_path / "ours.txt"
    if template is not None:
        path.write_bytes(template if isinstance(template, bytes) else template.encode())
    with pytest.raises(ConfigurationError) as caught:
        letter_on(fixture.audit(), form(path, None))
    assert str(path) in str(caught.value)
    assert words in str(caught.value)
    assert "letter.txt" in caught.value.remedy


def test_a_template_may_come_from_any_editor(tmp_path: Path) -> None:
    (tmp_path / "ours.txt").write_bytes("\ufeff# Dear\x07 {{ title }}".encode())
    found = letter_on(fixture.audit(), form(tmp_path / "ours.txt", None))
    assert found.text.startswith("Dear[U+0007] ")
    assert paragraphs(found.docx)[0].startswith("Dear[U+0007] ")


def without_body(part: str, content: bytes) -> bytes:
    name = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return b'<w:document xmlns:w="%b"/>' % name if part == "word/document.xml" else content


@pytest.mark.parametrize(
    "harm",
    [
        lambda paper: b"no Word file",
        lambda paper: None,
        lambda paper: paper[:300] + bytes(600) + paper[900:],
        lambda paper: rewritten(paper, lambda part, content: b"<w" if part == "word/document.xml" else content),
        lambda paper: rewritten(paper, without_body),
    ],
    ids=["text", "absent", "damaged", "no XML", "no body"],
)
def test_a_letterhead_that_is_none_is_named(tmp_path: Path, harm: Callable[[bytes], bytes | None]) -> None:
    paper = io.BytesIO()
    Document().save(paper)
    harmed = harm(paper.getvalue())
    if harmed is not None:
        (tmp_path / "head.docx").write_bytes(harmed)
    with pytest.raises(ConfigurationError, match=r"head\.docx"):
        form(None, tmp_path / "head.docx")


def rewritten(package: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as parts, zipfile.ZipFile(out, "w") as changed:
        for part in parts.infolist():
            changed.writestr(part.filename, change(part.filename, parts.read(part)))
    return out.getvalue()


def test_reasons_are_quoted_in_the_applicants_words() -> None:
    audit = fixture.audit()
    why = "“see deed”: it refers to another paper for the answer (a.pdf, p. 1)."
    item = replace(audit.items[3], elements=tuple(replace(each, reason=why) for each in audit.items[3].elements))
    assert why in in_one_line(letter_on(replace(audit, items=(item,))).text)
