"""The audit trail: lines are only added, and what is done to them otherwise shows."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pipeline.errors import ConfigurationError
from pipeline.web.trail import Deed, Trail

NOON = datetime(2027, 5, 21, 12, tzinfo=UTC)


def opened(folder: Path) -> Trail:
    return Trail(folder / "trail.jsonl", lambda: NOON)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A trail of three lines."""
    trail = opened(tmp_path)
    trail.add("Ann", Deed.ADDED, "fair", "for auto: a.pdf")
    trail.add("Ben", Deed.SIGNED_IN)
    trail.add("Muster", Deed.AUDITED, "fair", 'All is "there"\nand sound.')
    return tmp_path / "trail.jsonl"


def sound(folder: Path) -> list[bool]:
    """Of each line, the first one first."""
    return [step.sound for step in opened(folder).steps()][::-1]


def test_the_newest_comes_first_with_one_packet_or_all(file: Path) -> None:
    steps = opened(file.parent).steps()
    assert [(step.number, step.who, step.packet) for step in steps] == [
        (3, "Muster", "fair"),
        (2, "Ben", ""),
        (1, "Ann", "fair"),
    ]
    assert steps[0].at == "2027-05-21T12:00:00Z"
    assert steps[0].detail == 'All is "there"\nand sound.'
    assert [step.number for step in opened(file.parent).steps("fair")] == [3, 1]
    assert sound(file.parent) == [True, True, True]


def test_it_goes_on_after_a_restart(file: Path) -> None:
    opened(file.parent).add("Ann", Deed.TOOK, "fair", "letter.docx")
    assert sound(file.parent) == [True] * 4


def test_a_line_that_was_changed_shows_at_the_next(file: Path) -> None:
    file.write_text(file.read_text().replace('"Ben"', '"Eve"'))
    assert sound(file.parent) == [True, True, False]


def test_a_line_that_was_taken_out_shows(file: Path) -> None:
    first, _, last = file.read_text().splitlines(keepends=True)
    file.write_text(first + last)
    assert sound(file.parent) == [True, False]
    opened(file.parent).add("Ann", Deed.SIGNED_IN)
    assert sound(file.parent) == [True, False, True], "what comes after stands on what is there"


def test_a_line_that_was_cut_off_stays_and_the_next_stands_by_itself(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])
    assert sound(file.parent) == [True, True, False]
    opened(file.parent).add("Ann", Deed.SIGNED_IN)
    assert sound(file.parent) == [True, True, False, True]
    assert [step.number for step in opened(file.parent).steps("fair")] == [3, 1], "what is not sound is always told"


def test_many_may_add_at_once(tmp_path: Path) -> None:
    trail = opened(tmp_path)
    threads = [threading.Thread(target=trail.add, args=(str(n), Deed.SIGNED_IN)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sound(tmp_path) == [True] * 20


def test_a_trail_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    trail = Trail(tmp_path / "gone" / "trail.jsonl", lambda: NOON)
    with pytest.raises(ConfigurationError, match="cannot be written"):
        trail.add("Ann", Deed.SIGNED_IN)
