"""An inbox on a real mail server: nothing is lost, nothing handled twice, and nothing that a person did is undone."""

from __future__ import annotations

import imaplib
import re
import resource
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

import dovecot
import inboxes
from inboxes import RULE, calls, configured, look, mail, messages
from pipeline import limits
from pipeline.inbox.sources.imap import Mailbox

Muster = Callable[..., Any]

MOVING = RULE + 'move = "Muster/Done"\nattention = "Muster/Attention"\n'


@pytest.fixture(autouse=True)
def _password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_WORD", dovecot.PASSWORD)


def source(server: dovecot.Server, *more: str) -> str:
    """The server as a source."""
    lines = ['[[source]]\nkind = "imap"\nname = "permits"\nhost = "127.0.0.1"\ntls = false', f"port = {server.port}"]
    return "\n".join((*lines, f'user = "{dovecot.USER}"', 'password_env = "MAIL_WORD"', *more))


@pytest.fixture
def file(tmp_path: Path, mail_server: dovecot.Server) -> Path:
    """A configuration for the server, with a rule that moves messages."""
    return configured(tmp_path, source(mail_server), MOVING)


@pytest.fixture
def person(mail_server: dovecot.Server) -> Iterator[IMAPClient]:
    """A person's mail program."""
    with mail_server.client() as client:
        yield client


def send(person: IMAPClient, *sent: EmailMessage, folder: str = "INBOX") -> None:
    """Messages come in."""
    for message in sent:
        person.append(folder, message.as_bytes(policy=policy.SMTP))


def held(person: IMAPClient, folder: str) -> dict[str, set[bytes]]:
    """By subject, the marks of the messages in a folder."""
    if not person.folder_exists(folder):
        return {}
    person.select_folder(folder, readonly=True)
    found = person.fetch(person.search(), ["BODY.PEEK[HEADER]", "FLAGS"])
    told = {}
    for content in found.values():
        head = message_from_bytes(content[b"BODY[HEADER]"], policy=policy.default)
        told[str(head["Subject"])] = set(content[b"FLAGS"]) - {b"\\Recent"}
    return told


# --- what is done ---------------------------------------------------------------------------------------


def test_a_message_is_audited_answered_by_a_draft_marked_and_moved(
    file: Path, person: IMAPClient, tmp_path: Path
) -> None:
    send(person, mail("Harvest Jam", 1), mail("segfault", 2))
    assert look(file).states == {"Harvest Jam": "done", "segfault": "needs attention"}
    assert held(person, "INBOX") == {}
    assert held(person, "Muster/Done") == {"Harvest Jam": {b"\\Seen"}}
    assert held(person, "Muster/Attention") == {"segfault": set()}
    assert held(person, "Drafts") == {"Re: Harvest Jam": {b"\\Draft"}}
    person.select_folder("Drafts", readonly=True)
    (draft,) = person.fetch(person.search(), ["BODY.PEEK[]"]).values()
    read = message_from_bytes(draft[b"BODY[]"], policy=policy.default)
    assert (read["To"], read["In-Reply-To"]) == ("ann@example.org", "<1@example.org>")
    assert [part.get_filename() for part in read.iter_attachments()] == ["letter.docx", "report.html"]
    assert look(file).told == []
    assert calls(tmp_path)["Harvest-Jam"] == 1


def test_looking_leaves_no_mark_and_ignored_messages_stay(
    tmp_path: Path, mail_server: dovecot.Server, person: IMAPClient, muster: Muster
) -> None:
    file = configured(tmp_path, source(mail_server), '[[rule]]\nname = "none"\nsubject = "no such"\n')
    send(person, mail("Hello", 1))
    person.append("INBOX", mail("Flagged", 2).as_bytes(), flags=[b"\\Flagged"])
    ran = muster("inbox", "--config", file, "--dry-run")
    assert ran.code == 0
    assert "'Hello' from ann@example.org: left alone" in ran.out
    assert not (tmp_path / "muster-inbox").exists()
    assert look(file).states == {"Hello": "left alone", "Flagged": "left alone"}
    assert held(person, "INBOX") == {"Hello": set(), "Flagged": {b"\\Flagged"}}


def test_what_a_person_does_meanwhile_holds(file: Path, person: IMAPClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message is moved, one marked for deletion, one flagged and one deleted while they are audited."""
    send(person, *(mail(subject, number) for number, subject in enumerate(("moved", "trashed", "flagged", "deleted"))))
    real = Mailbox.act
    done = []

    def act(*given: Any) -> str:
        if not done:
            person.select_folder("INBOX")
            uids = person.search()
            person.create_folder("Mine")
            person.move([uids[0]], "Mine")
            person.add_flags([uids[1]], [b"\\Deleted"])
            person.add_flags([uids[2]], [b"\\Flagged", b"\\Answered", b"Mine"])
            person.delete_messages([uids[3]])
            person.uid_expunge([uids[3]])
            person.unselect_folder()
        done.append(given)
        return real(*given)

    monkeypatch.setattr(Mailbox, "act", act)
    look(file, times=2)
    assert held(person, "Mine") == {"moved": set()}
    assert held(person, "INBOX") == {"trashed": {b"\\Deleted"}}
    assert held(person, "Muster/Done") == {"flagged": {b"\\Seen", b"\\Flagged", b"\\Answered", b"Mine"}}
    assert {m.envelope.subject: "no longer" in m.note for m in messages(file)} == {
        "moved": True,
        "trashed": True,
        "flagged": False,
        "deleted": True,
    }


def test_marks_that_a_person_takes_away_stay_away(
    tmp_path: Path, mail_server: dovecot.Server, person: IMAPClient
) -> None:
    file = configured(tmp_path, source(mail_server), RULE, "flag = true")
    send(person, mail("Harvest Jam"))
    look(file)
    assert held(person, "INBOX") == {"Harvest Jam": {b"\\Seen", b"\\Flagged"}}
    person.select_folder("INBOX")
    person.remove_flags(person.search(), [b"\\Seen", b"\\Flagged"])
    look(file, times=2)
    assert held(person, "INBOX") == {"Harvest Jam": set()}


def test_a_message_that_is_done_over_goes_from_attention_to_where_it_belongs(
    tmp_path: Path, mail_server: dovecot.Server, person: IMAPClient, muster: Muster
) -> None:
    file = configured(tmp_path, source(mail_server), MOVING.replace('checklist = "ct-19a-438"\n', ""))
    send(person, mail("unclear"))
    look(file)
    assert held(person, "Muster/Attention") == {"unclear": set()}
    muster("inbox", "retry", messages(file)[0].packet, "--checklist", "ct-19a-438", "--config", file)
    assert look(file).states == {"unclear": "done"}
    assert held(person, "Muster/Attention") == {}
    assert held(person, "Muster/Done") == {"unclear": {b"\\Seen"}}
    assert list(held(person, "Drafts")) == ["Re: unclear"]


def test_a_folder_that_is_not_there_and_a_message_too_large_are_told(
    tmp_path: Path, mail_server: dovecot.Server, person: IMAPClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = configured(tmp_path, source(mail_server, 'folders = ["Nowhere"]'), MOVING)
    assert "Nowhere" in look(file).faults[0]
    file = configured(tmp_path, source(mail_server), MOVING)
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 300)
    send(person, mail("Harvest Jam"))
    (told,) = look(file).told
    assert told.state == "needs attention"
    assert "too large" in messages(file)[0].note
    assert list(held(person, "Muster/Attention")) == ["Harvest Jam"]


def test_a_full_disk_leaves_the_mail_as_it_is(file: Path, person: IMAPClient) -> None:
    """The limit on the size of files stands in for a disk without room."""
    large = mail("Harvest Jam")
    large.add_attachment(b"%PDF-" + bytes(900_000), maintype="application", subtype="pdf", filename="large.pdf")
    send(person, large, mail("Fair", 2))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, before[1]))
    try:
        found = look(file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "cannot be written" in found.faults[0]
    assert held(person, "INBOX") == {"Harvest Jam": set(), "Fair": set()}
    assert look(file).states == {"Harvest Jam": "done", "Fair": "done"}


def test_no_message_is_ever_deleted_or_expunged(
    file: Path, person: IMAPClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plain EXPUNGE, or CLOSE, would take away what a person has only marked."""
    send(person, mail("Harvest Jam", 1), mail("theirs", 2), mail("segfault", 3))
    person.select_folder("INBOX")
    person.add_flags([person.search()[1]], [b"\\Deleted"])
    said = []
    real = imaplib.IMAP4.send

    def record(connection: imaplib.IMAP4, data: bytes) -> None:
        said.append(data)
        real(connection, data)

    with monkeypatch.context() as patch:
        patch.setattr(imaplib.IMAP4, "send", record)
        look(file, times=2)
    assert any(b"MOVE" in line for line in said)
    assert not [line for line in said if re.search(rb"EXPUNGE|CLOSE|\\Deleted|BODY\[|-FLAGS", line)]
    assert held(person, "INBOX") == {"theirs": {b"\\Deleted"}}


def test_a_server_that_cannot_move_is_told_of_and_nothing_else_is_tried(
    file: Path, mail_server: dovecot.Server, muster: Muster
) -> None:
    mail_server.kill()
    mail_server.configure("IMAP4rev1 SPECIAL-USE UIDPLUS")
    mail_server.start()
    with mail_server.client() as person:
        send(person, mail("Harvest Jam"))
        assert look(file).states == {"Harvest Jam": "done"}
        assert held(person, "INBOX") == {"Harvest Jam": {b"\\Seen"}}
    assert "cannot move" in messages(file)[0].note
    assert muster("inbox", "check", "--config", file).code == 5


# --- the mailbox changes --------------------------------------------------------------------------------


def renumbered(server: dovecot.Server) -> None:
    """The server gives the folder another UIDVALIDITY, and its messages other UIDs."""
    server.kill()
    for name in ("dovecot-uidlist", "dovecot.index", "dovecot.index.log", "dovecot.index.cache", "dovecot-uidvalidity"):
        (server.mail / name).unlink(missing_ok=True)
    for left in server.mail.glob("dovecot-uidvalidity.*"):
        left.unlink()
    (server.mail / "dovecot-uidlist").write_text("3 V77 N100 G00000000000000000000000000000000\n")
    server.start()


def test_messages_are_known_after_the_mailbox_was_renumbered(tmp_path: Path, mail_server: dovecot.Server) -> None:
    file = configured(tmp_path, source(mail_server), RULE)
    with mail_server.client() as person:
        send(person, mail("Harvest Jam", 1), mail("Fair", 2))
    look(file)
    renumbered(mail_server)
    with mail_server.client() as person:
        assert person.select_folder("INBOX")[b"UIDVALIDITY"] == 77
        send(person, mail("New", 3))
    assert look(file).states == {"New": "done"}
    assert calls(tmp_path) == {"Harvest-Jam": 1, "Fair": 1, "New": 1}


def test_a_mailbox_renumbered_between_audit_and_act_is_looked_at_again(
    tmp_path: Path, mail_server: dovecot.Server, file: Path
) -> None:
    with mail_server.client() as person:
        send(person, mail("Harvest Jam", 1))
    assert inboxes.killed(file, "before", "act") == -signal.SIGKILL
    renumbered(mail_server)
    look(file, times=2)
    with mail_server.client() as person:
        assert list(held(person, "INBOX")) == []
        assert list(held(person, "Muster/Done")) == ["Harvest Jam"]
        assert list(held(person, "Drafts")) == ["Re: Harvest Jam"]
    assert calls(tmp_path) == {"Harvest-Jam": 1}


# --- killed, and two at once ----------------------------------------------------------------------------

STEPS = (
    ("before", "fetch"),
    ("after", "fetch"),
    ("after", "lay"),
    ("after", "add"),
    ("before", "audited"),
    ("before", "put"),
    ("after", "put"),
    ("after", "answered"),
    ("before", "act"),
    ("after", "act"),
)


@pytest.mark.parametrize(("when", "what"), STEPS)
def test_killed_at_any_step_the_next_run_goes_on(file: Path, person: IMAPClient, when: str, what: str) -> None:
    send(person, mail("Harvest Jam", 1), mail("Fair", 2))
    assert inboxes.killed(file, when, what) == -signal.SIGKILL
    inboxes.killed(file, when, what)
    look(file)
    assert held(person, "INBOX") == {}
    assert held(person, "Muster/Done") == {"Harvest Jam": {b"\\Seen"}, "Fair": {b"\\Seen"}}
    assert sorted(held(person, "Drafts")) == ["Re: Fair", "Re: Harvest Jam"]
    assert person.folder_status("Drafts", ["MESSAGES"])[b"MESSAGES"] == 2


def test_several_runs_at_once_take_no_message_twice(tmp_path: Path, file: Path, person: IMAPClient) -> None:
    send(person, *(mail(f"Fair {number}", number) for number in range(5)))
    inboxes.together(file, 3)
    look(file)
    assert held(person, "INBOX") == {}
    assert len(held(person, "Muster/Done")) == 5
    assert person.folder_status("Drafts", ["MESSAGES"])[b"MESSAGES"] == 5
    assert calls(tmp_path) == {f"Fair-{number}": 1 for number in range(5)}


def test_a_draft_that_a_person_took_away_after_a_kill_is_not_put_again(file: Path, person: IMAPClient) -> None:
    send(person, mail("Harvest Jam"))
    assert inboxes.killed(file, "after", "put") == -signal.SIGKILL
    person.select_folder("Drafts")
    person.move(person.search(), "INBOX")
    person.unselect_folder()
    look(file)
    assert held(person, "Drafts") == {}
    assert "not there any more" in messages(file)[0].note


# --- the server -----------------------------------------------------------------------------------------


def test_a_server_that_is_killed_while_it_gives_a_message_loses_nothing(
    tmp_path: Path, file: Path, mail_server: dovecot.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server.client() as person:
        send(person, mail("Harvest Jam", 1), mail("Fair", 2))
    real = IMAPClient.fetch
    fetched = []

    def fetch(client: IMAPClient, *given: Any) -> Any:
        fetched.append(given)
        if len(fetched) == 4:
            client._imap.send(b"x UID FETCH 2 BODY.PEEK[]\r\n")
            client._imap.read(20)
            mail_server.kill()
        return real(client, *given)

    monkeypatch.setattr(IMAPClient, "fetch", fetch)
    found = look(file)
    assert found.faults
    assert "cannot be reached" in found.faults[0]
    assert found.states == {"Harvest Jam": "waiting"}, "what was fetched was audited, and could not be moved"
    mail_server.start()
    look(file, clock=lambda: 4e9)
    with mail_server.client() as person:
        assert sorted(held(person, "Muster/Done")) == ["Fair", "Harvest Jam"]
        assert sorted(held(person, "Drafts")) == ["Re: Fair", "Re: Harvest Jam"]
    assert calls(tmp_path) == {"Harvest-Jam": 1, "Fair": 1}


def test_a_connection_that_is_lost_during_an_audit_is_made_anew(
    file: Path, mail_server: dovecot.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mail_server.client() as person:
        send(person, mail("Harvest Jam"))
    real = Mailbox.act

    def act(self: Mailbox, *given: Any) -> str:
        assert self._client
        self._client.socket().shutdown(socket.SHUT_RDWR)
        return real(self, *given)

    monkeypatch.setattr(Mailbox, "act", act)
    assert look(file).states == {"Harvest Jam": "done"}


def test_while_watching_the_server_tells_of_new_mail_and_may_be_killed(
    tmp_path: Path, mail_server: dovecot.Server
) -> None:
    file = configured(tmp_path, "poll = 3600", source(mail_server), MOVING)
    with inboxes.watching_process(file) as watch:
        assert watch.stderr
        with mail_server.client() as person:
            send(person, mail("First", 1))
            assert watch.stderr.readline() == "First: done\n"
            send(person, mail("Second", 2))
            assert watch.stderr.readline() == "Second: done\n"
        mail_server.kill()
        mail_server.start()
        with mail_server.client() as person:
            send(person, mail("Third", 3))
            assert any(line == "Third: done\n" for line in watch.stderr)
            assert sorted(held(person, "Muster/Done")) == ["First", "Second", "Third"]
            watch.terminate()
            assert watch.wait() == 0


# --- TLS, and the check ---------------------------------------------------------------------------------


def certificates(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 with its key, by a private authority whose own is `ca.pem`."""
    ca, ca_key, request, certificate, key = (folder / name for name in ("ca.pem", "ca.key", "csr", "crt", "key"))
    names = folder / "names"
    names.write_text("subjectAltName=IP:127.0.0.1\n")
    new = ["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout"]
    sign = ["openssl", "x509", "-req", "-in", request, "-CA", ca, "-CAkey", ca_key, "-CAcreateserial", "-days", "2"]
    for line in (
        [*new, ca_key, "-x509", "-subj", "/CN=Town", "-days", "2", "-out", ca],
        [*new, key, "-subj", "/CN=mail", "-out", request],
        [*sign, "-extfile", names, "-out", certificate],
    ):
        subprocess.run(line, check=True, capture_output=True)
    return certificate, key


def test_a_private_authority_is_trusted_only_where_it_is_named(tmp_path: Path, muster: Muster) -> None:
    program = dovecot.program()
    if program is None:
        pytest.skip("Dovecot is not installed: `make test` installs it where it may")
    certificate, key = certificates(tmp_path)
    with dovecot.server(program, tls=(certificate, key)) as server:
        lines = source(server).replace("tls = false", "tls = true").replace(str(server.port), str(server.tls_port))
        named = configured(tmp_path, lines, 'ca = "ca.pem"', RULE)
        ran = muster("inbox", "check", "--config", named)
        assert (ran.code, "Folders: Drafts, INBOX" in ran.out) == (0, True), ran.out
        unnamed = configured(tmp_path, lines, RULE)
        ran = muster("inbox", "check", "--config", unnamed)
        assert (ran.code, "is not to be trusted" in ran.out) == (5, True), ran.out


def test_check_names_what_is_wrong_and_how_to_mend_it(
    tmp_path: Path, mail_server: dovecot.Server, muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = configured(tmp_path, source(mail_server, 'folders = ["INBOX", "Permits"]'), RULE)
    ran = muster("inbox", "check", "--config", file)
    assert (ran.code, "there is no folder 'Permits'" in ran.out) == (5, True)
    monkeypatch.setenv("MAIL_WORD", "wrong")
    ran = muster("inbox", "check", "--config", file)
    assert (ran.code, "refuses permits" in ran.out) == (5, True)
    monkeypatch.delenv("MAIL_WORD")
    assert "export MAIL_WORD" in muster("inbox", "check", "--config", file).out
    mail_server.kill()
    monkeypatch.setenv("MAIL_WORD", dovecot.PASSWORD)
    assert "cannot be reached" in muster("inbox", "check", "--config", file).out
