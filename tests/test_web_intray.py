"""Files that are handed in on the page: whole or not at all, and whatever they are called."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from pipeline import intake, limits
from pipeline.batch.entries import entries
from pipeline.batch.records import Entry
from pipeline.errors import ConfigurationError, UsageError
from pipeline.web.intray import InTray, Ticket


class Sent:
    """A file as a browser sends it."""

    def __init__(self, filename: str | None, content: str = "words") -> None:
        self.filename = filename
        self.content = content

    def save(self, dst: Path) -> None:
        dst.write_text(self.content)


class Torn(Sent):
    """One whose sending breaks off."""

    def save(self, dst: Path) -> None:
        dst.write_text("half")
        raise ConnectionError


@pytest.fixture
def tray(tmp_path: Path) -> InTray:
    return InTray(tmp_path / "packets")


def add(tray: InTray, *names: str, name: str = "", taken: Iterable[str] = ()) -> Entry:
    return tray.add(name, [Sent(each, each) for each in names], Ticket("auto"), taken=taken)


def test_a_packet_is_called_after_its_first_file_or_as_one_likes(tray: InTray) -> None:
    assert add(tray, "Harvest Jam 2027.pdf").id == "Harvest-Jam-2027"
    assert add(tray, "a.pdf", name="Fête du Lac").id == "Fete-du-Lac"
    assert tray.files("Fete-du-Lac") == [("a.pdf", 5)]
    assert tray.tickets() == {"Fete-du-Lac": Ticket("auto"), "Harvest-Jam-2027": Ticket("auto")}


def test_a_batch_knows_it_by_the_same_id(tray: InTray, tmp_path: Path) -> None:
    for name in ("fair", "fair", "packet", "!!!", "x.pdf"):
        add(tray, "a.pdf", name=name)
    assert {entry.id for entry in entries(tmp_path / "packets")} == set(tray.tickets())


def test_no_packet_takes_the_name_of_another(tray: InTray) -> None:
    assert [add(tray, "a.pdf", name="fair").id for _ in range(2)] == ["fair", "fair-2"]
    assert add(tray, "a.pdf", name="jam", taken=["Jam"]).id == "jam-2"
    assert add(tray, "a.pdf", name="packet").id == "packet-2"


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "..\\..\\boot.ini",
        "/abs/file.pdf",
        "C:\\Users\\x\\file.pdf",
        ".hidden.pdf",
        ".muster.json",
        "~$draft.docx",
        "half.part",
        "Thumbs.db",
        "a\x00b.pdf",
        "bad\nname\u202e.pdf",
        "<img src=x onerror=alert(1)>.pdf",
        "n" * 300 + ".pdf",
        "..",
        "/",
    ],
)
def test_whatever_a_file_is_called_it_lies_in_the_packet_and_is_part_of_it(
    tray: InTray, tmp_path: Path, name: str
) -> None:
    packet = add(tray, name).path
    assert packet.parent == tmp_path / "packets"
    (file,) = (each for each in packet.iterdir() if each.name != ".muster.json")
    assert file.read_text() == name
    assert not intake.passed_over(file)
    assert [member.path for member in intake.submission(packet, tmp_path).members] == [file]


def test_files_of_one_name_are_all_kept(tray: InTray) -> None:
    packet = add(tray, "plan.pdf", "PLAN.pdf", "dir/plan.pdf").id
    assert [name for name, _ in tray.files(packet)] == ["PLAN (2).pdf", "plan (3).pdf", "plan.pdf"]


def test_without_a_file_there_is_no_packet(tray: InTray, tmp_path: Path) -> None:
    for files in ([], [Sent("")], [Sent(None)]):
        with pytest.raises(UsageError, match="No file was chosen"):
            tray.add("fair", files, Ticket("auto"), taken=[])
    assert list((tmp_path / "packets").iterdir()) == []


def test_too_many_files_are_refused_whole(tray: InTray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_MEMBERS", 2)
    with pytest.raises(UsageError, match="may hold 2 files"):
        add(tray, "a.pdf", "b.pdf", "c.pdf")
    assert list((tmp_path / "packets").iterdir()) == []


def test_what_breaks_off_leaves_nothing(tray: InTray, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError):
        tray.add("fair", [Sent("a.pdf"), Torn("b.pdf")], Ticket("auto"), taken=[])
    assert list((tmp_path / "packets").iterdir()) == []


def test_what_a_killed_server_left_is_removed_by_the_next(tray: InTray, tmp_path: Path) -> None:
    add(tray, "a.pdf", name="fair")
    (tmp_path / "packets" / ".upload-x").mkdir()
    (tmp_path / "packets" / ".upload-x" / "half.pdf").touch()
    InTray(tmp_path / "packets")
    assert [path.name for path in (tmp_path / "packets").iterdir()] == ["fair"]


def test_a_packet_that_is_ordered_again_is_another_one_for_the_store(tray: InTray) -> None:
    packet = add(tray, "a.pdf", name="fair").id
    tray.again(packet, Ticket("kent-ny", date(2027, 5, 21)))
    assert tray.tickets() == {"fair": Ticket("kent-ny", date(2027, 5, 21), tries=2)}
    with pytest.raises(KeyError):
        tray.again("elsewhere", Ticket("auto"))


def test_a_ticket_that_somebody_broke_costs_only_itself(tray: InTray, tmp_path: Path) -> None:
    add(tray, "a.pdf", name="fair")
    add(tray, "a.pdf", name="jam")
    (tmp_path / "packets" / "jam" / ".muster.json").write_text("{")
    assert list(tray.tickets()) == ["fair"]
