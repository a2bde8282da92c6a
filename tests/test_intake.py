"""What is handed in becomes members with safe names, told apart by content."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from badfiles import picture_file
from pdfs import document, pdf, text
from pipeline import limits
from pipeline.batch import digests
from pipeline.errors import UsageError
from pipeline.intake import safe_name, submission
from pipeline.kinds import kind_of
from pipeline.reading import read
from pipeline.records import Kind, Submission

ONE_PAGE = pdf(text("Application of the invented Hay Day Society"))
Taken = Callable[[Path], Submission]


@pytest.fixture
def taken(tmp_path_factory: pytest.TempPathFactory) -> Taken:
    """Takes in a packet."""
    return lambda path: submission(path, tmp_path_factory.mktemp("spool"))


def test_a_folder_is_walked_in_order_without_hidden_and_unfinished_files(tmp_path: Path, taken: Taken) -> None:
    packet = tmp_path / "Hay-Day-2027"
    (packet / "plans").mkdir(parents=True)
    for name in ("b.pdf", "a.pdf", "plans/site.pdf", ".hidden.pdf", "c.pdf.part", "d.tmp", "~$letter.pdf"):
        (packet / name).write_bytes(ONE_PAGE + name.encode())
    (packet / "link.pdf").symlink_to(packet / "a.pdf")

    found = taken(packet)

    assert [member.name for member in found.members] == ["a.pdf", "b.pdf", "plans/site.pdf"]
    assert {member.kind for member in found.members} == {Kind.PDF}
    assert found.packet_id == "Hay-Day-2027"
    assert found.problems == ()


def test_the_same_file_is_read_once(tmp_path: Path, taken: Taken) -> None:
    for name in ("form.pdf", "form (copy).pdf"):
        (tmp_path / name).write_bytes(ONE_PAGE)
    found = taken(tmp_path)
    assert [member.name for member in found.members] == ["form (copy).pdf"]
    assert [(p.code, p.file, p.hides_content) for p in found.problems] == [("duplicate", "form.pdf", False)]


def test_a_file_alone_is_a_packet_named_after_it(tmp_path: Path, taken: Taken) -> None:
    (tmp_path / "fair.pdf").write_bytes(ONE_PAGE)
    assert taken(tmp_path / "fair.pdf").packet_id == "fair"


def test_a_folder_called_packet_takes_its_parents_name(tmp_path: Path, taken: Taken) -> None:
    (tmp_path / "ct-77" / "packet").mkdir(parents=True)
    (tmp_path / "ct-77" / "packet" / "a.pdf").write_bytes(ONE_PAGE)
    assert taken(tmp_path / "ct-77" / "packet").packet_id == "ct-77"


def test_nothing_there_and_nothing_in_it_are_usage_errors(tmp_path: Path, taken: Taken) -> None:
    with pytest.raises(UsageError, match="no file or folder") as error:
        taken(tmp_path / "gone.pdf")
    assert error.value.remedy
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="holds no file"):
        taken(tmp_path / "empty")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (ONE_PAGE, Kind.PDF),
        (b"\r\n\r\nscanner junk" + ONE_PAGE, Kind.PDF),
        (b"\x89PNG\r\n\x1a\n....", Kind.IMAGE),
        (b"\xff\xd8\xff\xe0....", Kind.IMAGE),
        (b"From: a@example.org\r\nSubject: Hay Day\r\n\r\nHello", Kind.EMAIL),
        (b"Received: by mail.example.org\n\tfor you\nMessage-ID: <1@example.org>\n\nHello", Kind.EMAIL),
        (b"Note: bring the plans.\nDear Clerk", Kind.TEXT),
        ("Fête on the green".encode("cp1252"), Kind.TEXT),
        ("Fête on the green".encode("utf-16"), Kind.TEXT),
        (b"\x00\x01\x02binary\x00", Kind.UNREADABLE),
        (b"", Kind.UNREADABLE),
    ],
)
def test_the_content_tells_the_kind(tmp_path: Path, data: bytes, kind: Kind) -> None:
    (tmp_path / "file").write_bytes(data)
    assert kind_of(tmp_path / "file") is kind


def test_what_cannot_be_read_is_told_as_hiding_content(tmp_path: Path, taken: Taken) -> None:
    (tmp_path / "plan.dwg").write_bytes(b"AC1032\x00\x00\x00")
    (tmp_path / "sent.pdf").write_bytes(b"")
    found = taken(tmp_path)
    assert [member.kind for member in found.members] == [Kind.UNREADABLE, Kind.UNREADABLE]
    assert [(problem.file, problem.code) for problem in found.problems] == [
        ("plan.dwg", "not-readable"),
        ("sent.pdf", "empty-file"),
    ]
    assert all(problem.hides_content for problem in found.problems)


def test_a_locked_office_file_is_told_as_such(tmp_path: Path, taken: Taken) -> None:
    locked = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    (tmp_path / "plan.docx").write_bytes(locked)
    assert "plan.docx is an Office file that is locked with a password" in taken(tmp_path).problems[0].message


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("site plan.pdf", "site plan.pdf"),
        ("..\\..\\boot.ini", "_.._boot.ini"),
        ("a/b\x00c.pdf", "a_bc.pdf"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("<img src=x onerror=y>.pdf", "_img src=x onerror=y_.pdf"),
        (" .. ", "unnamed"),
        ("", "unnamed"),
    ],
)
def test_names_are_made_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_a_long_name_keeps_its_ending() -> None:
    short = safe_name("x" * 400 + ".pdf")
    assert len(short) <= limits.MAX_NAME
    assert short.endswith("x.pdf")


def test_a_message_gives_its_attachments_by_content_and_those_of_messages_within(tmp_path: Path, taken: Taken) -> None:
    inner = EmailMessage(policy=SMTP)
    inner["From"], inner["Subject"] = "ems@example.org", "Medical plan"
    inner.set_content("Plan attached.")
    inner.add_attachment(ONE_PAGE + b"inner", maintype="application", subtype="pdf", filename="plan.pdf")
    outer = EmailMessage(policy=SMTP)
    outer["From"], outer["To"], outer["Subject"] = "ann@example.org", "clerk@example.org", "Application"
    outer.set_content("The fee is enclosed.")
    outer.add_attachment(ONE_PAGE, maintype="application", subtype="octet-stream", filename="../scan.dat")
    outer.add_attachment(ONE_PAGE + b"again", maintype="application", subtype="pdf", filename="../scan.dat")
    outer.add_attachment(inner)
    (tmp_path / "mail.eml").write_bytes(outer.as_bytes())

    found = {member.name: member.kind for member in taken(tmp_path / "mail.eml").members}

    assert found == {
        "mail.eml": Kind.EMAIL,
        "mail.eml/_scan.dat": Kind.PDF,
        "mail.eml/_scan (2).dat": Kind.PDF,
        "mail.eml/message-2.eml": Kind.EMAIL,
        "mail.eml/message-2.eml/plan.pdf": Kind.PDF,
    }


def test_an_archive_is_unpacked_and_its_paths_do_not_lead_out(tmp_path: Path, taken: Taken) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("../../etc/evil.pdf", ONE_PAGE)
        archive.writestr("letters/cover.txt", "Dear Clerk")
    (tmp_path / "all.zip").write_bytes(stream.getvalue())
    assert [member.name for member in taken(tmp_path).members] == ["all.zip/cover.txt", "all.zip/evil.pdf"]


def test_a_zip_bomb_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken) -> None:
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100_000)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", b"a" * 5_000_000)
    (tmp_path / "bomb.zip").write_bytes(stream.getvalue())
    found = taken(tmp_path)
    assert found.members == ()
    assert [problem.code for problem in found.problems] == ["too-large"]


def test_a_broken_archive_and_nesting_without_end_are_problems(tmp_path: Path, taken: Taken) -> None:
    (tmp_path / "torn.zip").write_bytes(b"PK\x03\x04 and no more")
    data = b"the core"
    for depth in range(limits.MAX_NESTING + 2):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            archive.writestr(f"{depth}.zip" if depth else "core.txt", data)
        data = stream.getvalue()
    (tmp_path / "doll.zip").write_bytes(data)
    found = taken(tmp_path)
    assert sorted(problem.code for problem in found.problems) == ["damaged-archive", "nested-too-deep"]


def test_too_large_a_file_is_named_and_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken) -> None:
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 100)
    (tmp_path / "big.pdf").write_bytes(ONE_PAGE)
    found = taken(tmp_path)
    assert found.members == ()
    assert found.problems[0].code == "too-large"
    assert found.problems[0].hides_content


def test_files_embedded_in_a_pdf_are_members(tmp_path: Path, taken: Taken) -> None:
    document = pdfium.PdfDocument(ONE_PAGE)
    document.new_attachment("medical plan.pdf").set_data(ONE_PAGE)
    document.save(tmp_path / "outer.pdf")
    document.close()
    assert [member.name for member in taken(tmp_path).members] == ["outer.pdf", "outer.pdf/medical plan.pdf"]


def test_an_archive_damaged_within_is_a_problem(tmp_path: Path, taken: Taken) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("plan.txt", "a plan of the grounds " * 400)
    data = bytearray(packed.getvalue())
    data[40:60] = bytes(20)
    (tmp_path / "plans.zip").write_bytes(data)

    assert [problem.code for problem in taken(tmp_path).problems] == ["damaged-archive"]


def test_files_beyond_the_limit_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken) -> None:
    monkeypatch.setattr(limits, "MAX_MEMBERS", 3)
    with zipfile.ZipFile(tmp_path / "plans.zip", "w") as archive:
        for number in range(5):
            archive.writestr(f"{number}.txt", f"a plan of field {number}")

    found = taken(tmp_path)

    assert [member.name for member in found.members] == ["plans.zip/0.txt", "plans.zip/1.txt"]
    assert [(problem.code, problem.hides_content) for problem in found.problems] == [("packet-too-large", True)] * 2
    assert "holds 5 files" in found.problems[0].message
    assert "from plans.zip/2.txt on" in found.problems[1].message


def test_attachments_beyond_the_limit_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken) -> None:
    monkeypatch.setattr(limits, "MAX_MEMBERS", 3)
    message = EmailMessage()
    message.set_content("Please find our plans.")
    for number in range(5):
        message.add_attachment(f"a plan of field {number}", filename=f"{number}.txt")
    (tmp_path / "m.eml").write_bytes(bytes(message))

    assert "holds 5 files: only the first 3" in taken(tmp_path).problems[0].message


def test_folders_without_end_are_told_and_what_lies_above_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken
) -> None:
    monkeypatch.setattr(limits, "MAX_FOLDERS", 2)
    deep = tmp_path / "1" / "2" / "3"
    deep.mkdir(parents=True)
    for folder in (deep, deep.parent):
        (folder / "plan.txt").write_text(f"a plan in {folder.name}")
    before = digests.content(tmp_path)
    (deep / "plan.txt").write_text("another plan, which nobody reads")

    found = taken(tmp_path)

    assert [member.name for member in found.members] == ["1/2/plan.txt"]
    assert [(problem.code, problem.file) for problem in found.problems] == [("nested-too-deep", "1/2/3")]
    assert digests.content(tmp_path) == before


@pytest.mark.parametrize("charset", ["undefined", "utf-8\\0", "raw_unicode_escape", "no-such"])
def test_a_message_in_an_impossible_charset_is_read(tmp_path: Path, charset: str, taken: Taken) -> None:
    head = f"From: a@example.org\nTo: b@example.org\nContent-Type: text/plain; charset={charset}\n\n"
    (tmp_path / "m.eml").write_bytes(head.encode() + b"the fair \\ud800 opens at noon")

    text = read(taken(tmp_path).members[0]).pages[0].lines

    assert "noon" in " ".join(word.text for line in text for word in line.words).encode().decode()


def test_parts_within_parts_without_end_are_a_problem(tmp_path: Path, taken: Taken) -> None:
    deep = b"From: a@example.org\nTo: b@example.org\n" + b"Content-Type: message/rfc822\n\n" * 1500
    (tmp_path / "m.eml").write_bytes(deep)

    found = taken(tmp_path)

    assert [problem.code for problem in found.problems] == ["nested-too-deep"]
    assert read(found.members[0]).pages == ()


def test_what_is_neither_file_nor_folder_and_names_too_long_are_usage_errors(taken: Taken) -> None:
    for path in (Path("/dev/null"), Path("x" * 300)):
        with pytest.raises(UsageError):
            taken(path)


def test_a_long_text_goes_on_over_pages_and_what_is_cut_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken
) -> None:
    monkeypatch.setattr(limits, "MAX_TEXT", 60_000)
    (tmp_path / "notes.txt").write_text("the gates open at noon and close at dusk " * 2_000)

    document = read(taken(tmp_path).members[0])

    assert [page.number for page in document.pages] == [1, 2]
    assert "first 60,000 characters" in document.problems[0].message


def test_frames_of_a_picture_beyond_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 2)
    found = document(picture_file("TIFF", pages=3), Kind.IMAGE, name="scan.tif")
    assert len(found.pages) == 2
    assert [problem.message for problem in found.problems][:1] == ["Only the first 2 of 3 pages of scan.tif were read."]


def test_a_page_with_too_many_characters_says_that_it_was_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: Taken
) -> None:
    monkeypatch.setattr(limits, "MAX_CHARACTERS", 20)
    (tmp_path / "a.pdf").write_bytes(ONE_PAGE)

    problems = read(taken(tmp_path).members[0]).problems

    assert [problem.code for problem in problems] == ["too-many-characters"]
    assert problems[0].hides_content
