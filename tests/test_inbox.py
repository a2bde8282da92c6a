"""What comes into a folder is audited once, as one packet for each message, and what becomes of it is kept."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

import inboxes
from inboxes import RULE, calls, configured, look, mail, messages
from pipeline.batch import session
from pipeline.inbox import config
from pipeline.inbox.records import Step
from pipeline.inbox.running import BusyError, Inbox

Muster = Callable[..., Any]

FOLDER = '[[source]]\nkind = "folder"\nname = "scans"\npath = "in"\nsettle = 0'


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The folder that is watched."""
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


@pytest.fixture
def file(tmp_path: Path, box: Path) -> Path:
    """A configuration with that folder, and one rule for everything."""
    return configured(tmp_path, FOLDER, RULE)


def put(box: Path, subject: str, number: int | str = 1, **headers: str) -> Path:
    """A message in the folder."""
    path = box / f"{number}.eml"
    path.write_bytes(mail(subject, number, **headers).as_bytes())
    return path


# --- one message, one packet ----------------------------------------------------------------------------


def test_each_message_file_and_folder_is_a_packet_and_is_audited_once(tmp_path: Path, box: Path, file: Path) -> None:
    put(box, "Harvest Jam")
    (box / "Fair").mkdir()
    (box / "Fair" / "a.pdf").write_bytes(b"%PDF-1.4 a %%EOF")
    (box / "Fair" / "b.txt").write_text("b")
    (box / "form.pdf").write_bytes(b"%PDF-1.4 form %%EOF")

    found = look(file, times=3)
    assert found.states == {"Harvest Jam": "done", "Fair": "done", "form.pdf": "done"}
    assert calls(tmp_path) == {"Harvest-Jam": 1, "Fair": 1, "form.pdf": 1}
    assert {m.envelope.subject: m.note for m in found.told} == {
        "Harvest Jam": "1 files",
        "Fair": "2 files",
        "form.pdf": "1 files",
    }
    assert look(file, times=2).told == [], "another run knows them"
    page = (tmp_path / "muster-inbox" / "inbox.html").read_text()
    assert "Harvest Jam" in page
    assert f'href="../reports/{messages(file)[0].packet}/report.html"' in page


def test_the_head_of_a_message_is_kept(box: Path, file: Path) -> None:
    put(box, "=?utf-8?b?RsOqdGU=?=\u202e", Reply_To="Office <office@example.org>", Cc="fire@town.example")
    look(file, times=2)
    envelope = messages(file)[0].envelope
    assert envelope.subject == "Fête[U+202E]"
    assert (envelope.sender, envelope.reply_to) == ("ann@example.org", "office@example.org")
    assert envelope.recipients == ("permits@town.example", "fire@town.example")


def test_the_draft_of_an_answer_lies_beside_the_report(box: Path, file: Path, tmp_path: Path) -> None:
    put(box, "Harvest Jam")
    look(file, times=2)
    (draft,) = (tmp_path / "reports").glob("*/reply.eml")
    read = message_from_bytes(draft.read_bytes(), policy=policy.default)
    assert (read["To"], read["Subject"], read["In-Reply-To"]) == (
        "ann@example.org",
        "Re: Harvest Jam",
        "<1@example.org>",
    )
    assert read["X-Unsent"] == "1"
    assert read.get_body().get_content().split() == ["1", "files"]
    assert [part.get_filename() for part in read.iter_attachments()] == ["letter.docx", "report.html"]


def test_long_ids_of_a_thread_stay_whole(box: Path, file: Path, tmp_path: Path) -> None:
    """Mail programs know a thread by them, and the library would break those above 76 letters."""
    own = f"<{'A1' * 60}@prod.example.org>"
    made = mail("Jam").as_bytes().replace(b"<1@example.org>", own.encode())
    (box / "1.eml").write_bytes(b"References: " + b"<1@x> " * 40 + own.encode() + b"\n" + made)
    look(file, times=2)
    (draft,) = (tmp_path / "reports").glob("*/reply.eml")
    assert f"\r\nIn-Reply-To: {own}\r\n".encode() in draft.read_bytes()
    assert b"=?" not in draft.read_bytes().partition(b"\r\n\r\n")[0]


@pytest.mark.parametrize(
    "headers", [{"Auto-Submitted": "auto-replied"}, {"Return-Path": "<>"}, {"From": "nobody at all"}]
)
def test_a_program_and_a_nobody_get_no_answer(box: Path, file: Path, tmp_path: Path, headers: dict[str, str]) -> None:
    made = mail("Away")
    for name, value in headers.items():
        del made[name]
        made[name] = value
    (box / "1.eml").write_bytes(made.as_bytes())
    assert look(file, times=2).states == {"Away": "done"}
    assert not list((tmp_path / "reports").glob("*/reply.eml"))


# --- the same application ---------------------------------------------------------------------------------


def test_an_answer_in_the_thread_is_a_round_with_all_that_came_before(box: Path, file: Path) -> None:
    put(box, "Harvest Jam", 1)
    look(file, times=2)
    put(box, "Re: Harvest Jam", 2, References="<0@example.org> <1@example.org>")
    put(box, "Re: Harvest Jam", 3, In_Reply_To="<2@example.org>", From="Bob <bob@example.net>")
    look(file, times=3)
    first, second, third = messages(file)
    assert [m.round for m in (first, second, third)] == [1, 2, 3]
    assert {m.application for m in (first, second, third)} == {first.packet}
    assert [m.note[:7] for m in (first, second, third)] == ["1 files", "2 files", "3 files"]
    assert third.packet == f"{first.packet}-round-3"
    assert "bob@example.net" in third.warning
    assert not second.warning


def test_a_round_tells_what_it_changed(box: Path, tmp_path: Path, samples: Path) -> None:
    """A real audit of a real packet, and of what comes later to it."""
    file = configured(tmp_path, FOLDER, RULE.replace("ct-19a-438", "ct-19a-443c"), "ocr = false\npictures = false")
    (pdf,) = (samples / "fair-01" / "packet").glob("Fair*.pdf")
    first = mail("Fair", 1)
    first.add_attachment(pdf.read_bytes(), maintype="application", subtype="pdf", filename=pdf.name)
    (box / "1.eml").write_bytes(first.as_bytes())
    look(file, times=2, command=session.WORKER)
    second = mail("Re: Fair", 2, In_Reply_To="<1@example.org>")
    second.get_body().set_content("The fair has 14 portable toilets and 20 trash containers of 8 cubic yards.")
    (box / "2.eml").write_bytes(second.as_bytes())
    look(file, times=2, command=session.WORKER)
    later = messages(file)[1]
    assert "Since round 1: Of the" in later.note
    assert (Path(later.report).parent / "comparison.html").exists()
    assert "comparison.html" in (tmp_path / "muster-inbox" / "inbox.html").read_text()


def test_an_answer_that_no_rule_fits_goes_by_the_rule_of_its_thread(box: Path, tmp_path: Path) -> None:
    file = configured(tmp_path, FOLDER, RULE, 'attachment = "*.pdf"')
    put(box, "Harvest Jam", 1)
    look(file, times=2)
    (box / "2.eml").write_text("From: ann@example.org\nSubject: Re: Jam\nIn-Reply-To: <1@example.org>\n\n30 toilets.")
    look(file, times=2)
    assert [(m.round, m.rule) for m in messages(file)] == [(1, "all"), (2, "all")]


def test_an_answer_to_the_draft_is_known_too(box: Path, file: Path, tmp_path: Path) -> None:
    put(box, "Harvest Jam", 1)
    look(file, times=2)
    (draft,) = (tmp_path / "reports").glob("*/reply.eml")
    sent = next(line for line in draft.read_text().splitlines() if line.startswith("Message-ID:")).split()[1]
    put(box, "Re: Harvest Jam", 2, In_Reply_To=sent)
    look(file, times=2)
    assert [m.round for m in messages(file)] == [1, 2]


def test_a_folder_to_which_something_is_added_is_a_new_round(box: Path, file: Path) -> None:
    (box / "Fair").mkdir()
    (box / "Fair" / "a.txt").write_text("a")
    look(file, times=2)
    (box / "Fair" / "b.txt").write_text("b")
    look(file, times=2)
    assert [(m.round, m.note[:7]) for m in messages(file)] == [(1, "1 files"), (2, "2 files")]


def test_the_same_message_twice_and_a_file_with_another_name_are_handled_once(
    box: Path, file: Path, tmp_path: Path
) -> None:
    first = put(box, "Harvest Jam")
    (box / "copy.eml").write_bytes(b"Received: by another way\r\n" + first.read_bytes().replace(b"\n", b"\r\n"))
    look(file, times=2)
    first.rename(box / "renamed.eml")
    look(file, times=2)
    assert calls(tmp_path) == {"Harvest-Jam": 1}


# --- rules ------------------------------------------------------------------------------------------------


def test_the_first_rule_that_fits_is_for_a_message(tmp_path: Path, box: Path) -> None:
    rules = """
    [[rule]]
    name = "letters"
    from = ["*@news.example"]
    skip = true
    [[rule]]
    name = "waivers"
    subject = "*WAIVER*"
    to = "permits@*"
    checklist = "ct-19a-436c"
    [[rule]]
    name = "forms"
    attachment = ["*.docx", "plan.*"]
    checklist = "ct-19a-438"
    """
    file = configured(tmp_path, FOLDER, rules)
    put(box, "News", 1, From="x@news.example")
    put(box, "A waiver, please", 2)
    put(box, "Another", 3)
    (box / "4.eml").write_text("From: c@example.org\nTo: d@example.org\nSubject: Hello\n\nNo file.")
    look(file, times=2)
    assert {m.envelope.subject: (m.rule, m.state, m.filing) for m in messages(file)} == {
        "News": ("letters", "left alone", ""),
        "A waiver, please": ("waivers", "done", "ct-19a-436c"),
        "Another": ("forms", "done", "ct-19a-438"),
        "Hello": ("", "left alone", ""),
    }
    look(configured(tmp_path, FOLDER, rules, RULE), times=2)
    assert {m.envelope.subject: m.rule for m in messages(file)}["Hello"] == "all", (
        "other rules look again at what was left"
    )


# --- what goes wrong --------------------------------------------------------------------------------------


def test_what_has_no_report_needs_attention_and_is_left_or_moved_there(tmp_path: Path, box: Path) -> None:
    file = configured(tmp_path, FOLDER, RULE, 'attention = "attention"\nmove = "done"')
    for number, subject in enumerate(("segfault", "leave", "stumble", "good")):
        put(box, subject, number)
    found = look(file, times=2)
    assert found.states == {**dict.fromkeys(("segfault", "leave", "stumble"), "needs attention"), "good": "done"}
    assert {m.envelope.subject: m.outcome for m in messages(file)}["segfault"] == "crashed"
    assert sorted(path.name for path in (tmp_path / "attention").iterdir()) == ["0.eml", "1.eml", "2.eml"]
    assert [path.name for path in (tmp_path / "done").iterdir()] == ["3.eml"]
    assert calls(tmp_path)["good"] == 1


def test_what_may_pass_is_tried_again_later_and_later(tmp_path: Path, box: Path, file: Path) -> None:
    put(box, "full-disk")
    now = 1_000_000_000.0
    assert look(file, times=2, clock=lambda: now).states == {"full-disk": "waiting"}
    assert look(file, clock=lambda: now + 1).told == [], "not yet"
    assert look(file, clock=lambda: now + 6).states == {"full-disk": "waiting"}
    assert look(file, clock=lambda: now + 12).told == [], "twice as long"
    (tmp_path / "room").touch()
    assert look(file, clock=lambda: now + 17).states == {"full-disk": "done"}


def test_a_message_is_retried_for_another_filing_and_forgotten(box: Path, tmp_path: Path, muster: Muster) -> None:
    file = configured(tmp_path, FOLDER, '[[rule]]\nname = "all"\n')
    put(box, "unclear")
    assert look(file, times=2).states == {"unclear": "needs attention"}
    packet = messages(file)[0].packet

    listed = muster("inbox", "list", "--config", file)
    assert (listed.code, listed.out.split()[:3]) == (0, [packet, "needs", "attention"])
    assert "It is not clear" in muster("inbox", "show", packet, "--config", file).out
    assert muster("inbox", "show", "nothing", "--config", file).code == 2

    muster("inbox", "retry", packet, "--checklist", "ct-19a-438", "--config", file)
    assert look(file).states == {"unclear": "done"}
    muster("inbox", "forget", packet, "--config", file)
    assert messages(file) == []
    assert look(file, times=2).states == {"unclear": "needs attention"}, "it is new"


def test_a_rule_that_is_at_fault_holds_up_its_own_messages_alone(box: Path, tmp_path: Path) -> None:
    wrong = '[[rule]]\nname = "wrong"\nsubject = "Fair"\nchecklist = "no-such-law"\n'
    file = configured(tmp_path, FOLDER, wrong, RULE)
    put(box, "Fair", 1)
    put(box, "Jam", 2)
    found = look(file, times=2)
    assert "Rule 'wrong'" in found.faults[0]
    assert found.states == {"Jam": "done"}
    assert look(configured(tmp_path, FOLDER, wrong.replace("no-such-law", "auto"), RULE)).states == {"Fair": "done"}


def test_what_waits_for_a_rule_or_a_source_that_is_gone_says_so(box: Path, tmp_path: Path) -> None:
    file = configured(tmp_path, FOLDER, RULE)
    put(box, "full-disk")
    look(file, times=2)
    other = RULE.replace('"all"', '"other"')
    assert "no rule 'all'" in look(configured(tmp_path, FOLDER, other), clock=lambda: 3e9).told[0].trouble
    (tmp_path / "room").touch()
    moved = FOLDER.replace("scans", "others")
    assert "no source 'scans'" in look(configured(tmp_path, moved, RULE), clock=lambda: 4e9).told[0].trouble
    assert look(configured(tmp_path, FOLDER, RULE), clock=lambda: 5e9).states == {"full-disk": "done"}


def test_a_source_that_is_not_there_spoils_no_other(box: Path, tmp_path: Path) -> None:
    other = FOLDER.replace("scans", "absent").replace('"in"', '"nowhere"')
    file = configured(tmp_path, other, FOLDER, RULE)
    put(box, "Harvest Jam")
    found = look(file, times=2)
    assert found.states == {"Harvest Jam": "done"}
    assert len(found.faults) == 1, "it rests before it is asked again"
    assert "There is no folder" in found.faults[0]


# --- two runs, and runs that are killed -------------------------------------------------------------------


def test_two_runs_never_have_one_inbox(file: Path) -> None:
    with (
        Inbox(config.load(file), print),
        pytest.raises(BusyError, match=str(os.getpid())),
        Inbox(config.load(file), print),
    ):
        pass


STEPS = (
    ("after", "lay"),
    ("after", "add"),
    ("before", "audited"),
    ("after", "draft"),
    ("after", "answered"),
    ("after", "step"),
    ("before", "move"),
    ("after", "move"),
)


@pytest.mark.parametrize(("when", "what"), STEPS)
def test_killed_at_any_step_the_next_run_goes_on(tmp_path: Path, box: Path, when: str, what: str) -> None:
    file = configured(tmp_path, FOLDER, RULE, 'move = "done"')
    put(box, "Harvest Jam")
    assert inboxes.killed(file, when, what, times=2) == -signal.SIGKILL
    look(file, times=2)
    assert [(m.step, m.well) for m in messages(file)] == [(Step.DONE, True)]
    assert [path.name for path in (tmp_path / "done").iterdir()] == ["1.eml"]
    assert calls(tmp_path) == {"Harvest-Jam": 1}
    assert len(list((tmp_path / "reports").glob("*/reply.eml"))) == 1
    assert not list((tmp_path / "muster-inbox" / "packets").glob(".*"))
