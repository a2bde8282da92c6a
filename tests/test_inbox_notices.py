"""The clerk is told by mail, if she is to be, and only she."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

import inboxes
from inboxes import RULE, configured, look, mail, messages

FOLDER = '[[source]]\nkind = "folder"\nname = "scans"\npath = "in"\nsettle = 0'


class Receiver:
    """What an SMTP server was given; it may refuse."""

    def __init__(self) -> None:
        self.came: list[tuple[list[str], EmailMessage]] = []
        self.answer = "250 taken"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Takes a message, as aiosmtpd calls it."""
        assert isinstance(envelope.content, bytes)
        if self.answer.startswith("250"):
            read = message_from_bytes(envelope.content, policy=policy.default)
            self.came.append((list(envelope.rcpt_tos), read))
        return self.answer


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


@pytest.fixture
def receiver(port: int) -> Iterator[Receiver]:
    """An SMTP server."""
    made = Receiver()
    controller = Controller(made, hostname="127.0.0.1", port=port)
    controller.start()
    yield made
    controller.stop()


@pytest.fixture
def file(tmp_path: Path, port: int) -> Path:
    """A configuration whose rule tells the clerk."""
    (tmp_path / "in").mkdir()
    smtp = f'[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = false\nsender = "muster@town.example"'
    return configured(tmp_path, FOLDER, RULE, 'notify = ["clerk@town.example", "deputy@town.example"]', smtp)


def put(file: Path, subject: str, number: int) -> None:
    (file.parent / "in" / f"{number}.eml").write_bytes(mail(subject, number).as_bytes())


def test_the_clerk_is_told_of_each_message_and_nobody_else_is(file: Path, receiver: Receiver) -> None:
    put(file, "Harvest Jam", 1)
    put(file, "segfault", 2)
    look(file, times=3)
    told = {
        str(read["Subject"]): read for to, read in receiver.came if to == ["clerk@town.example", "deputy@town.example"]
    }
    assert set(told) == {"Muster: incomplete: Harvest Jam", "Muster: needs attention: segfault"}
    assert len(receiver.came) == 2
    read = told["Muster: incomplete: Harvest Jam"]
    assert "report.html" in read.get_content()
    assert "ann@example.org" in read.get_content()
    assert read["Auto-Submitted"] == "auto-generated"


def test_a_server_that_is_away_is_asked_again_and_the_mail_waits(file: Path, port: int) -> None:
    put(file, "Harvest Jam", 1)
    assert look(file, times=2).states == {"Harvest Jam": "waiting"}
    assert "cannot be reached" in messages(file)[0].trouble
    receiver = Receiver()
    controller = Controller(receiver, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        assert look(file, clock=lambda: 4e9).states == {"Harvest Jam": "done"}
    finally:
        controller.stop()
    assert len(receiver.came) == 1


def test_a_notice_that_comes_twice_because_of_a_kill_is_known_as_one(file: Path, receiver: Receiver) -> None:
    put(file, "Harvest Jam", 1)
    assert inboxes.killed(file, "after", "send", times=2) == -signal.SIGKILL
    look(file, times=2)
    assert messages(file)[0].state == "done"
    assert len({str(read["Message-ID"]) for _, read in receiver.came}) == 1


def test_a_notice_that_is_refused_for_good_is_told_of_and_holds_nothing_up(file: Path, receiver: Receiver) -> None:
    receiver.answer = "550 no"
    put(file, "Harvest Jam", 1)
    assert look(file, times=2).states == {"Harvest Jam": "done"}
    assert "550" in messages(file)[0].note
    receiver.answer = "451 later"
    put(file, "Fair", 2)
    assert look(file, times=2).states == {"Fair": "waiting"}
