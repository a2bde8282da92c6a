"""`muster inbox check`: whether a configuration will do, before it must."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from pipeline import audit, reporting
from pipeline.errors import MusterError
from pipeline.inbox import notices
from pipeline.inbox.config import Config, Imap, Origin, Rule
from pipeline.inbox.sources import RefusedError, UnreachableError, opened
from pipeline.inbox.sources.imap import Mailbox
from pipeline.options import AUTO


@dataclass(frozen=True)
class Finding:
    """One thing that was tried."""

    well: bool
    words: str


def checked(config: Config) -> Iterator[Finding]:
    """Try everything that a run needs, and change nothing: each source, each rule, and the server for notices."""
    for origin in config.source:
        if isinstance(origin, Imap):
            yield from _mailbox(origin, config)
        else:
            yield _tried(f"Source {origin.name!r}: {origin.path} can be read.", partial(_looked, origin))
    for rule in config.rule:
        if not rule.skip:
            yield _tried(f"Rule {rule.name!r}: its checklist and its letter can be used.", partial(_read, rule))
    if config.smtp:
        yield _tried(f"{config.smtp.host} takes notices.", partial(notices.greet, config.smtp))
    for folder in dict.fromkeys((config.state, *(rule.out for rule in config.rule if not rule.skip))):
        yield _tried(f"{folder} can be written.", partial(reporting.prepare, folder, ids=(), apart_from=config.packets))


def _tried(words: str, deed: Callable[[], object]) -> Finding:
    try:
        deed()
    except (MusterError, UnreachableError, RefusedError) as error:
        return Finding(False, f"{error} {getattr(error, 'remedy', '')}".strip())
    return Finding(True, words)


def _looked(origin: Origin) -> None:
    source = opened(origin)
    for _ in source.places(lambda *_: set()):
        break


def _read(rule: Rule) -> None:
    rule.wishes()
    if rule.checklist != AUTO:
        audit.filing(rule.checklist)


def _mailbox(origin: Imap, config: Config) -> Iterator[Finding]:
    """What a server says of itself: its folders, and whether those are there that the configuration names."""
    mailbox = Mailbox(origin)
    try:
        folders = mailbox.folders()
        yield Finding(
            True, f"Source {origin.name!r}: {origin.user} is known to {origin.host}. Folders: {', '.join(folders)}."
        )
        for folder in origin.folders:
            if folder not in folders:
                yield Finding(False, f"Source {origin.name!r}: there is no folder {folder!r}. Name one of those above.")
        rules = [rule for rule in config.rule if rule.source in ("", origin.name)]
        for folder in sorted({name for rule in rules for name in (rule.move, rule.attention) if name} - set(folders)):
            yield Finding(True, f"Source {origin.name!r}: {folder!r} is not there yet, and is made when it is needed.")
        if any(rule.move for rule in rules) and not mailbox.moves():
            yield Finding(
                False, f"Source {origin.name!r}: the server cannot move messages. Leave `move` and `attention` out."
            )
        if any(rule.reply for rule in rules):
            yield _tried(f"Source {origin.name!r}: there is a folder for drafts.", mailbox.drafts.state)
    except (MusterError, UnreachableError, RefusedError) as error:
        yield Finding(False, f"Source {origin.name!r}: {error} {getattr(error, 'remedy', '')}".strip())
    finally:
        mailbox.close()
