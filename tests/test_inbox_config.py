"""The configuration: what is wrong with it is said in one line, before anything is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend

from inboxes import RULE, configured
from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Imap, load
from pipeline.inbox.passwords import password

Muster = Callable[..., Any]

IMAP = '[[source]]\nkind = "imap"\nname = "permits"\nhost = "mail.example"\nuser = "permits"\npassword_env = "WORD"\n'
SMTP = '[smtp]\nhost = "mail.example"\nsender = "m@example.org"\n'
SCANS = '[[source]]\nkind = "folder"\nname = "scans"\npath = "scans"\n'

WRONG = (
    ("source = 3", "Expected `array`"),
    ("[[source]", "line 2"),
    (RULE, "missing required field `source`"),
    (IMAP, "missing required field `rule`"),
    (IMAP + RULE + "chekclist = 3", "unknown field `chekclist`"),
    (IMAP + 'password = "x"\n' + RULE, "unknown field `password`"),
    (IMAP.replace("imap", "pop3") + RULE, "Invalid value 'pop3'"),
    (IMAP + IMAP + RULE, "'permits' is given twice"),
    (IMAP.replace('"permits"', '"../x"') + RULE, "is no name"),
    (IMAP + "tls = false\n" + RULE, "without TLS"),
    (IMAP.replace('password_env = "WORD"', "") + RULE, "where the password is"),
    (IMAP + RULE + 'source = "other"', "there is no source 'other'"),
    (IMAP + RULE + 'notify = ["clerk@example.org"]', "must be an [smtp] server"),
    (IMAP + RULE + 'move = "INBOX"', "messages would be put there too"),
    (IMAP + 'drafts = "INBOX"\n' + RULE, "messages would be put there too"),
    (SCANS + RULE + 'out = "scans/reports"', "lies within the folder that is watched"),
    (SCANS + RULE + 'move = "scans/done"', "lies within the folder that is watched"),
    ('state = "scans/state"\n' + SCANS + RULE, "lies within the folder that is watched"),
    (IMAP + RULE + SMTP + "tls = false", "without TLS"),
)


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_fault_is_told_in_one_line(tmp_path: Path, muster: Muster, text: str, said: str) -> None:
    ran = muster("inbox", "--once", "--config", configured(tmp_path, text))
    assert ran.code == 5
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "muster-inbox").exists()


def test_how_a_run_is_asked_for(tmp_path: Path, muster: Muster) -> None:
    assert muster("inbox", "--config", tmp_path / "none.toml").code == 2
    assert muster("inbox", "--once", "--watch").code == 2
    ran = muster("inbox", "--once", "--config", tmp_path / "none.toml")
    assert (ran.code, "muster inbox init" in ran.err) == (5, True)


def test_init_writes_what_can_be_used_and_overwrites_nothing(tmp_path: Path, muster: Muster) -> None:
    file = tmp_path / "inbox.toml"
    assert muster("inbox", "init", "--config", file).out == f"{file}\n"
    (source,) = load(file).source
    assert isinstance(source, Imap)
    assert load(file).rule[1].out == tmp_path / "reports"
    assert muster("inbox", "init", "--config", file).code == 2
    # What stands there as a comment can be used too.
    lines = file.read_text().splitlines()
    opened = [line.removeprefix("# ") if line.startswith(("# [", "# ")) and ("=" in line or "[[" in line or "[s" in line) else line for line in lines]  # fmt: skip
    file.write_text("\n".join(line for line in opened if not line.startswith("everything;")))
    everything = load(file)
    assert [type(source).__name__ for source in everything.source] == ["Imap", "Folder", "Maildir", "Mbox"]
    assert everything.smtp


class _Ring(KeyringBackend):
    priority = 1

    def get_password(self, service: str, username: str) -> str | None:
        return "from the ring" if (service, username) == ("muster", "permits") else None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise NotImplementedError

    def delete_password(self, service: str, username: str) -> None:
        raise NotImplementedError


def test_a_password_comes_from_the_environment_or_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORD", "from outside")
    server = Imap(name="permits", host="mail.example", user="permits", password_env="WORD")
    assert password(server) == "from outside"
    before = keyring.get_keyring()
    keyring.set_keyring(_Ring())
    try:
        assert password(Imap(name="p", host="h", user="permits", password_keyring="muster")) == "from the ring"
        with pytest.raises(ConfigurationError, match="no password for other"):
            password(Imap(name="p", host="h", user="other", password_keyring="muster"))
    finally:
        keyring.set_keyring(before)
