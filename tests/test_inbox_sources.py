"""Sources on the disk: a watched folder, into which things come bit by bit, a Maildir, and an mbox."""

from __future__ import annotations

import mailbox
import os
from email import policy
from pathlib import Path

import pytest

from inboxes import RULE, calls, configured, look, mail
from pipeline.inbox.config import Folder, Mbox
from pipeline.inbox.sources import Deed, GoneError
from pipeline.inbox.sources.folder import WatchedFolder
from pipeline.inbox.sources.mbox import MboxSource

PDF = b"%PDF-1.7 words %%EOF\n"


class Watch:
    """A watched folder, and a clock that goes when it is told to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = 1_000_000.0
        self.known: set[tuple[int, str]] = set()
        self.source = WatchedFolder(Folder(name="scans", path=path, settle=10), clock=lambda: self.now)

    def after(self, seconds: float) -> list[str]:
        """The names of what is ready then, which is known from now on."""
        self.now += seconds
        found = list(self.source.places(self._known))
        self.known |= {(place.validity, place.uid) for place in found}
        return [place.name for place in found]

    def _known(self, source: str, folder: str, validity: int) -> set[str]:
        return {uid for held, uid in self.known if held == validity}


@pytest.fixture
def watch(tmp_path: Path) -> Watch:
    """An empty folder that is watched."""
    (tmp_path / "in").mkdir()
    return Watch(tmp_path / "in")


# --- a watched folder -----------------------------------------------------------------------------------


def test_what_is_still_being_written_is_left_until_it_stands_still(watch: Watch) -> None:
    file = watch.path / "plan.pdf"
    file.write_bytes(b"%PDF-1.7 begun")
    assert watch.after(0) == []
    assert watch.source.pause == 10
    with file.open("ab") as stream:
        stream.write(b" and ended %%EOF")
    assert watch.after(10) == [], "it has changed"
    assert watch.after(9) == []
    assert watch.after(1) == ["plan.pdf"]
    assert watch.after(100) == []
    assert watch.source.pause == 0


def test_a_pdf_without_an_end_is_taken_only_after_a_long_time(watch: Watch) -> None:
    (watch.path / "cut.pdf").write_bytes(b"%PDF-1.7 begun")
    watch.now = (watch.path / "cut.pdf").stat().st_ctime
    assert watch.after(0) == watch.after(50) == []
    assert watch.after(51) == ["cut.pdf"]


def test_a_folder_is_whole_when_all_of_its_files_are(watch: Watch) -> None:
    folder = watch.path / "Fair"
    (folder / "plans").mkdir(parents=True)
    assert watch.after(0) == watch.after(20) == [], "an empty folder is no packet"
    (folder / "plans" / "site.pdf").write_bytes(PDF)
    (folder / "form.pdf.part").write_bytes(b"half")
    assert watch.after(0) == watch.after(20) == [], "a download is under way in it"
    (folder / "form.pdf.part").rename(folder / "form.pdf")
    (folder / "form.pdf").write_bytes(PDF)
    assert watch.after(0) == []
    assert watch.after(10) == ["Fair"]


def test_a_folder_that_is_moved_in_is_taken_whole(watch: Watch, tmp_path: Path) -> None:
    outside = tmp_path / "Jam"
    outside.mkdir()
    (outside / "a.pdf").write_bytes(PDF)
    outside.rename(watch.path / "Jam")
    assert watch.after(0) == watch.after(0) == [], "two looks in one second show nothing"
    watch.now += 10
    (place,) = watch.source.places(lambda *_: set())
    assert place
    watch.source.fetch(place, tmp_path / "copy")
    assert (tmp_path / "copy" / "a.pdf").read_bytes() == PDF


def test_links_pipes_and_hidden_and_unfinished_files_are_passed_over(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "secret.pdf").write_bytes(PDF)
    (watch.path / "link.pdf").symlink_to(tmp_path / "secret.pdf")
    (watch.path / "loop").symlink_to(watch.path)
    os.mkfifo(watch.path / "pipe")
    for name in (".hidden.pdf", "x.part", "~$word.docx", "y.tmp"):
        (watch.path / name).write_bytes(PDF)
    folder = watch.path / "Fair"
    folder.mkdir()
    (folder / "a.pdf").write_bytes(PDF)
    (folder / "link.pdf").symlink_to(tmp_path / "secret.pdf")
    (folder / "up").symlink_to(watch.path)
    watch.after(0)
    watch.now += 10
    (place,) = watch.source.places(lambda *_: set())
    watch.source.fetch(place, tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy").rglob("*")] == ["a.pdf"]


def test_a_name_that_is_no_text_does_no_harm(tmp_path: Path) -> None:
    box = tmp_path / "in"
    box.mkdir()
    (box / os.fsdecode(b"pl\xe4n %2F.pdf")).write_bytes(PDF)
    (box / ("x" * 240 + ".pdf")).write_bytes(PDF + b"other")
    source = f'[[source]]\nkind = "folder"\nname = "scans"\npath = "{box}"\nsettle = 0'
    file = configured(tmp_path, source, RULE, 'move = "done"')
    found = look(file, times=2)
    assert set(found.states.values()) == {"done"}
    assert len(found.told) == 2
    assert len(list((tmp_path / "done").iterdir())) == 2


def test_what_changes_between_audit_and_move_stays(tmp_path: Path) -> None:
    box = tmp_path / "in"
    box.mkdir()
    (box / "a.pdf").write_bytes(PDF)
    source = WatchedFolder(Folder(name="scans", path=box, settle=0))
    list(source.places(lambda *_: set()))
    (place,) = source.places(lambda *_: set())
    (box / "a.pdf").write_bytes(PDF + b"more")
    with pytest.raises(GoneError):
        source.act(place, Deed(move="done"))
    assert (box / "a.pdf").exists()


# --- a Maildir ------------------------------------------------------------------------------------------


def test_a_maildir_is_read_marked_and_moved_in(tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "mail")
    for number, subject in enumerate(("Harvest Jam", "segfault", "trashed", "ignored"), start=1):
        box.add(mailbox.MaildirMessage(mail(subject, number)))
    for key in list(box.iterkeys()):
        message = box[key]
        if message["Subject"] == "trashed":
            message.add_flag("T")
            message.set_subdir("cur")
            box[key] = message
    source = '[[source]]\nkind = "maildir"\nname = "local"\npath = "mail"'
    skipped = '[[rule]]\nname = "none"\nsubject = "ignored"\nskip = true'
    file = configured(tmp_path, source, skipped, RULE, 'move = "Muster/Done"\nattention = "Attention"\nflag = true')
    assert look(file).states == {"Harvest Jam": "done", "segfault": "needs attention", "ignored": "left alone"}
    done = mailbox.Maildir(tmp_path / "mail" / ".Muster.Done")
    assert [(m["Subject"], m.get_subdir(), m.get_flags()) for m in done] == [("Harvest Jam", "cur", "FS")]
    attention = mailbox.Maildir(tmp_path / "mail" / ".Attention")
    assert [(m["Subject"], m.get_flags()) for m in attention] == [("segfault", "")]
    assert sorted((m["Subject"], m.get_subdir()) for m in box) == [("ignored", "new"), ("trashed", "cur")]
    assert look(file).told == []


def test_what_a_person_marks_in_a_maildir_meanwhile_holds(tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "mail")
    key = box.add(mailbox.MaildirMessage(mail("Harvest Jam")))
    file = configured(tmp_path, '[[source]]\nkind = "maildir"\nname = "local"\npath = "mail"', RULE)
    (held,) = (tmp_path / "mail" / "new").iterdir()
    held.rename(tmp_path / "mail" / "cur" / f"{key}:2,FR")
    look(file)
    assert [path.name for path in (tmp_path / "mail" / "cur").iterdir()] == [f"{key}:2,FRS"]


# --- an mbox --------------------------------------------------------------------------------------------


def written(*parts: bytes) -> bytes:
    return b"".join(b"From ann@example.org Fri May 21 10:00:00 2027\n" + part + b"\n" for part in parts)


def test_an_mbox_with_crlf_or_a_mark_before_it_gives_all_messages_whole(tmp_path: Path) -> None:
    first, second = (mail(f"Fair {number}", number).as_bytes() for number in (1, 2))
    lines = b"From: b@example.org\nSubject: Fair 3\n\nHello,\n\n>From here on we walk.\nFrom the sea.\n"
    plain = written(first, second, lines)
    for name, content in (("lf", plain), ("crlf", plain.replace(b"\n", b"\r\n")), ("bom", b"\xef\xbb\xbf" + plain)):
        path = tmp_path / name
        path.write_bytes(content)
        source = MboxSource(Mbox(name="archive", path=path))
        places = list(source.places(lambda *_: set()))
        assert len(places) == 3, name
        for number, (place, whole) in enumerate(zip(places, (first, second, lines), strict=True)):
            source.fetch(place, tmp_path / f"{name}{number}")
            came = (tmp_path / f"{name}{number}").read_bytes().replace(b"\r\n", b"\n")
            assert came.rstrip() == whole.replace(b">From", b"From").rstrip()


def test_an_mbox_that_grows_gives_what_is_new_and_one_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "box"
    path.write_bytes(written(mail("Fair", 1).as_bytes()))
    file = configured(tmp_path, '[[source]]\nkind = "mbox"\nname = "archive"\npath = "box"', RULE)
    assert look(file).states == {"Fair": "done"}
    with path.open("ab") as stream:
        stream.write(written(mail("Jam", 2).as_bytes(policy=policy.default)))
    before = path.read_bytes()
    assert look(file).states == {"Jam": "done"}
    assert path.read_bytes() == before
    assert calls(tmp_path) == {"Fair": 1, "Jam": 1}
    path.write_bytes(b"no mbox")
    assert "is no mbox" in look(file).faults[0]


def test_an_empty_mbox_has_no_messages(tmp_path: Path) -> None:
    (tmp_path / "box").write_bytes(b"")
    assert list(MboxSource(Mbox(name="archive", path=tmp_path / "box")).places(lambda *_: set())) == []
