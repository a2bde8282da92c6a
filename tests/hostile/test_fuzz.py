"""Files damaged at random, through intake, the contained process and the structure stage: nothing is raised, nothing made up."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import badfiles as files
from pdfs import form_without_looks, pdf, ruled_table, text
from pipeline import audit
from pipeline.limits import Limits
from pipeline.reading import Options
from pipeline.sandbox import Reader


def message() -> bytes:
    """A mail with a plan attached."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "ann@example.org", "clerk@example.org", "Application"
    made.set_content("The plan is attached.")
    made.add_attachment(files.HONEST, maintype="application", subtype="pdf", filename="plan.pdf")
    return made.as_bytes()


SEEDS = (
    files.HONEST,
    pdf(text("Parking"), ruled_table([("Lot", "Cars"), ("North", "240")], [90, 60])),
    form_without_looks("/FT/Tx/T(n)/V(Hay Day Society)/Rect[100 700 300 718]"),
    files.active(),
    files.missing_page(),
    files.word_file(),
    files.picture_file("PNG")[:60_000],
    files.archive([("plan.pdf", files.HONEST), ("note.txt", b"The gates open at noon.")]),
    message(),
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """One of the seeds with bytes changed, cut out, doubled or put in."""
    data = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.integers(1, 64))
        match draw(st.sampled_from(("change", "cut", "double", "put in", "end"))):
            case "change":
                data[at : at + length] = draw(st.binary(min_size=1, max_size=length))
            case "cut":
                del data[at : at + length]
            case "double":
                data[at:at] = data[at : at + length] * draw(st.integers(1, 50))
            case "put in":
                data[at:at] = draw(
                    st.sampled_from((b"99999999999", b"-1", b"<<", b"[", b"endstream", b"\x00" * 9, b"5 0 R"))
                )
            case "end":
                del data[at:]
    return bytes(data)


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    """Reads what has text of its own."""
    with Reader(Options(ocr=False), Limits(seconds=120, cpu_seconds=20, file_seconds=300, memory=1000)) as contained:
        yield contained


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=damaged())
def test_whatever_is_sent_the_audit_goes_on(data: bytes, reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "sent.pdf").write_bytes(data)
    with audit.read(tmp_path, reader) as packet:
        problems = [*packet.submission.problems, *(p for document in packet.documents for p in document.problems)]
        assert packet.documents or problems
        assert all(problem.message and problem.code for problem in problems)
        for document in packet.documents:
            assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))
            # What gave no page has told why.
            assert document.pages or any(problem.hides_content for problem in problems)
