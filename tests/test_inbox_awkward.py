"""Awkward messages on a real mail server: each is one packet, read as far as it can be, and spoils no other."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest

import dovecot
from inboxes import RULE, configured, look, messages
from mails import Awkward, awkward
from pipeline import intake, limits
from pipeline.inbox import envelopes, packets
from pipeline.inbox.records import Place
from test_inbox_imap import source

MAILS = list(awkward())


def test_every_awkward_message_is_handled_once_and_moved(
    tmp_path: Path, mail_server: dovecot.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_WORD", dovecot.PASSWORD)
    file = configured(tmp_path, source(mail_server), RULE, 'move = "Done"')
    with mail_server.client() as person:
        for each in MAILS:
            person.append("INBOX", each.raw)
        found = look(file)
        assert not found.faults
        assert {m.state for m in found.told} == {"done"}
        assert len(found.told) == len(MAILS)
        assert person.folder_status("INBOX", ["MESSAGES"])[b"MESSAGES"] == 0
        assert person.folder_status("Done", ["MESSAGES"])[b"MESSAGES"] == len(MAILS)
        subjects = [each.name if each.subject is None else each.subject for each in MAILS]
        assert sorted(m.envelope.subject for m in messages(file)) == sorted(subjects)
        person.select_folder("Drafts", readonly=True)
        drafts = [content[b"BODY[]"] for content in person.fetch(person.search(), ["BODY.PEEK[]"]).values()]
    assert len(drafts) == sum(each.answered for each in MAILS)
    for draft in drafts:
        read = message_from_bytes(draft, policy=policy.default)
        assert read["To"] == "ann@example.org"
        assert set(read.keys()) <= {
            *("To", "Subject", "In-Reply-To", "References", "Message-ID", "X-Unsent"),
            *("MIME-Version", "Content-Type"),
        }


@pytest.mark.parametrize("each", MAILS, ids=lambda each: each.name)
def test_what_is_in_an_awkward_message_is_found(tmp_path: Path, each: Awkward, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_FILE_BYTES", 2_000_000)
    packet = tmp_path / "packet"
    packet.mkdir()
    (packet / "message-1.eml").write_bytes(each.raw)
    packets.declare(packet / "message-1.eml", Place("permits", "INBOX", 1, "1"))
    (tmp_path / "spool").mkdir()
    found = intake.submission(packet, tmp_path / "spool")
    names = [member.name for member in found.members]
    codes = [problem.code for problem in found.problems]
    assert "message-1.eml" in names, "the message's own text is part of the packet"
    for wanted in each.members:
        if wanted.startswith("!"):
            assert wanted[1:] in codes, codes
        else:
            assert any(name.endswith(wanted) for name in names), names


def test_only_the_word_of_ones_own_server_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "m.eml"
    own = "Authentication-Results: mail.town.example; spf=pass smtp.mailfrom=example.org; dkim=fail\r\n"
    forged = "Authentication-Results: mail.town.example; dkim=pass; dmarc=pass\r\n"
    other = "Authentication-Results: mx.example.net; dmarc=pass\r\n"
    rest = "From: ann@example.org\r\nSubject: x\r\n\r\nHello"

    def shown(head: str, authserv: str = "mail.town.example") -> str:
        file.write_bytes((head + rest).encode())
        return envelopes.read(file, authserv=authserv).authentication

    assert shown(own + forged) == "spf=pass, dkim=fail"
    assert shown(other + forged) == "", "what stands below another's may be the sender's own"
    assert shown(own, authserv="") == ""
    assert shown("Authentication-Results: \r\n") == ""
