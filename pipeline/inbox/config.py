"""inbox.toml: where messages come from, which rule is for which, and what happens to them."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from pipeline import reporting
from pipeline.batch import digests
from pipeline.errors import ConfigurationError
from pipeline.options import AUTO
from pipeline.publishing import Wishes

_REMEDY = "Mend the file; `muster inbox init` writes one with comments."
_LOCAL = ("127.0.0.1", "::1", "localhost")
_NAME = re.compile(r"[\w][\w .-]{0,59}")


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file: a key that it does not know is a fault."""


class Server(_Table, frozen=True, kw_only=True):
    """What an IMAP and an SMTP server have in common."""

    host: str
    user: str = ""
    password_env: str = ""
    """The variable of the environment that holds the password."""
    password_keyring: str = ""
    """The name under which the system's keyring holds it."""
    ca: Path | None = None
    """The certificate of a private authority, in PEM."""
    tls: bool = True

    @property
    def local(self) -> bool:
        """Whether nothing that is said to it leaves this machine."""
        return self.host in _LOCAL


class Imap(Server, tag="imap", tag_field="kind", frozen=True, kw_only=True):
    """A mailbox on a server."""

    name: str
    port: int = 993
    folders: tuple[str, ...] = ("INBOX",)
    drafts: str = ""
    """The folder for drafts; empty for the one that the server names as such."""
    since: date | None = None
    """Messages that came in before are left alone."""
    address: str = ""
    """The sender of drafts; empty for `user`."""
    authserv: str = ""
    """The name under which the town's own server tells what it found about a sender (RFC 8601)."""


class Folder(_Table, tag="folder", tag_field="kind", frozen=True, kw_only=True):
    """A folder of files and folders, each of which is a packet; a `.eml` file in it is a message."""

    name: str
    path: Path
    settle: float = 10.0
    """Seconds for which something must stand still before it is taken."""
    address: str = ""


class Maildir(_Table, tag="maildir", tag_field="kind", frozen=True, kw_only=True):
    """A mailbox on the disk, a file to a message."""

    name: str
    path: Path
    address: str = ""


class Mbox(_Table, tag="mbox", tag_field="kind", frozen=True, kw_only=True):
    """A file of messages, which is only read."""

    name: str
    path: Path
    address: str = ""


Origin: TypeAlias = Imap | Folder | Maildir | Mbox


class Smtp(Server, frozen=True, kw_only=True):
    """The server through which the clerk is told."""

    port: int = 465
    starttls: bool = False
    """Begin in the open and change over to TLS, as on port 587."""
    sender: str


class Rule(_Table, rename={"from_": "from"}, frozen=True, kw_only=True):
    """Which messages it is for, and what becomes of them. What is left empty fits every message."""

    name: str
    source: str = ""
    folder: tuple[str, ...] | str = ()
    from_: tuple[str, ...] | str = ()
    to: tuple[str, ...] | str = ()
    subject: tuple[str, ...] | str = ()
    attachment: tuple[str, ...] | str = ()
    """A pattern that the name of one attachment at least fits."""
    skip: bool = False
    """Leave the message alone."""
    checklist: str = AUTO
    out: Path = Path("reports")
    ocr: bool = True
    pictures: bool = True
    annotate: bool = False
    letter_template: Path | None = None
    letterhead: Path | None = None
    reply: bool = True
    """Put a draft of the answer into the folder for drafts."""
    seen: bool = True
    """Mark the message as read when its report is there."""
    flag: bool = False
    """Flag it then."""
    move: str = ""
    """The folder that it goes to then."""
    attention: str = ""
    """The folder that it goes to where there is no report."""
    notify: tuple[str, ...] = ()
    """Addresses that are told by SMTP."""

    def wishes(self) -> Wishes:
        """What its reports hold.

        Raises:
            ConfigurationError: the letter's template or the letterhead cannot be used.
        """
        form = reporting.form(self.letter_template, self.letterhead)
        return Wishes(pictures=self.pictures, annotate=self.annotate, letter=form)


class Config(_Table, frozen=True, kw_only=True):
    """The whole file."""

    state: Path = Path("muster-inbox")
    """The folder for the ledger, the messages taken in, and the overview."""
    poll: float = 60.0
    """Seconds between two looks of `--watch`, where no server tells of a message sooner."""
    jobs: int | None = None
    """Messages audited at once; by default one to a processor."""
    source: tuple[Origin, ...]
    rule: tuple[Rule, ...]
    smtp: Smtp | None = None

    @property
    def packets(self) -> Path:
        """The folder of the messages taken in."""
        return self.state / "packets"

    @property
    def rules_digest(self) -> str:
        """A digest of the rules: with others, what was left alone is looked at anew."""
        return digests.combined([repr(rule) for rule in self.rule])

    def rule_of(self, name: str) -> Rule | None:
        """The rule of that name."""
        return next((rule for rule in self.rule if rule.name == name), None)


def load(path: Path) -> Config:
    """Reads the file; the paths in it are seen from where it lies.

    Raises:
        ConfigurationError: it cannot be read or has a fault, which is named.
    """
    here = path.resolve().parent

    def hook(kind: type, value: Any) -> Any:
        if kind is Path and isinstance(value, str) and value:
            return here / Path(value).expanduser()
        raise msgspec.ValidationError(f"Expected a path, got {value!r}")

    try:
        config = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Config, dec_hook=hook)
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read: {error.strerror}.", remedy="`muster inbox init` writes one: see --config."
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise ConfigurationError(f"{path.name}: {error}.", remedy=_REMEDY) from error
    config = msgspec.structs.replace(
        config,
        state=here / config.state,
        rule=tuple(msgspec.structs.replace(rule, out=here / rule.out) for rule in config.rule),
    )
    for fault in _faults(config):
        raise ConfigurationError(f"{path.name}: {fault}", remedy=_REMEDY)
    return config


def _faults(config: Config) -> list[str]:
    """What is wrong although every value by itself is right."""
    names = [source.name for source in config.source]
    rules = [rule.name for rule in config.rule]
    found = [f"The name {name!r} is given twice." for name in {*_twice(names), *_twice(rules)}]
    found += [f"{name!r} is no name: use letters, digits, blanks, dots and hyphens." for name in (*names, *rules) if not _NAME.fullmatch(name)]  # fmt: skip
    if not (config.source and config.rule):
        found.append("There must be a [[source]] and a [[rule]] at least.")
    for rule in config.rule:
        if rule.source and rule.source not in names:
            found.append(f"Rule {rule.name!r}: there is no source {rule.source!r}.")
        if rule.notify and config.smtp is None:
            found.append(f"Rule {rule.name!r}: to notify somebody, there must be an [smtp] server.")
    for source in config.source:
        if isinstance(source, Imap):
            found += _server_faults(source, f"Source {source.name!r}") + _circles(source, config.rule)
        elif isinstance(source, Folder):
            found += _inside(source, config)
    if config.smtp:
        found += _server_faults(config.smtp, "[smtp]")
    return found


def _twice(names: list[str]) -> list[str]:
    return [name for name in names if names.count(name) > 1]


def _server_faults(server: Server, which: str) -> list[str]:
    found = []
    if not (server.tls or server.local):
        found.append(f"{which}: without TLS only a server on 127.0.0.1 is spoken to.")
    if isinstance(server, Imap) and not server.user:
        found.append(f"{which}: the user is not named.")
    if server.user and bool(server.password_env) == bool(server.password_keyring):
        found.append(f"{which}: either password_env or password_keyring says where the password is.")
    return found


def _circles(source: Imap, rules: tuple[Rule, ...]) -> list[str]:
    """Folders that Muster would both read from and write to."""
    targets = {
        folder for rule in rules if rule.source in ("", source.name) for folder in (rule.move, rule.attention) if folder
    }
    targets |= {source.drafts} if source.drafts else set()
    return [
        f"Source {source.name!r}: {folder!r} is read from, and messages would be put there too."
        for folder in sorted(targets & set(source.folders))
    ]


def _inside(source: Folder, config: Config) -> list[str]:
    """Folders of Muster's own within one that it watches."""
    watched = source.path.resolve()
    targets = [config.state, *(rule.out for rule in config.rule)]
    mine = [rule for rule in config.rule if rule.source in ("", source.name)]
    targets += [watched.parent / folder for rule in mine for folder in (rule.move, rule.attention) if folder]
    return [
        f"Source {source.name!r}: {target} lies within the folder that is watched."
        for target in dict.fromkeys(targets)
        if target.resolve().is_relative_to(watched)
    ]
