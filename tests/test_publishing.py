"""From an audit to the files in the report's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import reporting_fixture as fixture
from pdfs import pdf, text
from pipeline.errors import ConfigurationError
from pipeline.publishing import Wishes, publish
from pipeline.readers import InProcess
from pipeline.records import Kind, Member, Submission


class Unwilling(InProcess):
    """A reader that can mark no file."""

    def marked(self, *_: object) -> bool:
        """Say that there is no copy."""
        return False


def submission(folder: Path) -> Submission:
    path = folder / "plan.pdf"
    path.write_bytes(pdf(text("A check for $300")))
    return Submission("fine", (Member(fixture.FILE, Kind.PDF, path, "0", source=path.name),))


def test_a_file_that_cannot_be_marked_is_told_of(tmp_path: Path) -> None:
    report, page = publish(
        fixture.complete(),
        fixture.checklist(),
        submission(tmp_path),
        Unwilling(),
        packet=tmp_path / "plan.pdf",
        out=tmp_path / "out",
        wishes=Wishes(annotate=True),
    )
    assert report["warnings"] == [f"{fixture.FILE} could not be copied with marks on it."]
    assert report["packet"]["files"][0]["marked"] is None
    assert "could not be copied with marks on it" in page.read_text(encoding="utf-8")
    assert list((page.parent / "marked").iterdir()) == []


def test_a_place_where_no_copy_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "out" / "fine").mkdir(parents=True)
    (tmp_path / "out" / "fine" / "marked").write_text("in the way")
    with pytest.raises(ConfigurationError, match="marked cannot be written"):
        publish(
            fixture.complete(),
            fixture.checklist(),
            submission(tmp_path),
            InProcess(),
            packet=tmp_path / "plan.pdf",
            out=tmp_path / "out",
            wishes=Wishes(annotate=True),
        )
