"""From the places of what is new to messages in the ledger, whose packets lie on this machine."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.batch import digests
from pipeline.errors import ConfigurationError
from pipeline.inbox import envelopes, packets, rules
from pipeline.inbox.config import Config, Imap, Rule
from pipeline.inbox.ledger import Ledger
from pipeline.inbox.records import Envelope, Message, Outcome, Place, Step
from pipeline.inbox.retrying import MOST_ATTEMPTS, delay
from pipeline.inbox.sources import GoneError, NeverError, RefusedError, Source
from pipeline.intake import safe_name
from pipeline.readers import Reader
from pipeline.records import Kind


@dataclass(frozen=True)
class Look:
    """What was fetched from one place, before anything is kept of it."""

    place: Place
    came: Path
    """The copy of it."""
    is_message: bool
    received: str
    envelope: Envelope
    identity: str
    rule: Rule | None
    """The first that fits, or else that of the application that it goes on with."""
    before: Message | None
    """The latest round of that application."""


class Taker:
    """Takes messages in."""

    def __init__(self, config: Config, ledger: Ledger, reader: Reader) -> None:
        """Prepare.

        Args:
            config: sources and rules.
            ledger: where the messages are kept.
            reader: opens them, where a rule asks for the names of attachments.
        """
        self._config = config
        self._ledger = ledger
        self._reader = reader

    def looked(self, source: Source, place: Place, spool: Path) -> Look:
        """Fetch what lies at a place into an empty folder, and see what it is; nothing is kept, and nothing changed.

        Raises:
            As `Source.fetch`.
        """
        came = spool / "came"
        received = source.fetch(place, came)
        if source.messages:
            packets.declare(came, place)
        is_message = source.messages or packets.is_message(came)
        if is_message:
            envelope, identity = envelopes.read(came, authserv=self._authserv(place)), envelopes.identity(came)
        else:
            envelope, identity = Envelope(subject=safe_name(place.name)), _identity(came)
        rule = rules.choose(
            self._config.rule, place, envelope, lambda: self._attachments(place, came, spool, is_message)
        )
        before = self._before(place, envelope, is_message)
        if rule is None and before:
            rule = self._config.rule_of(before.rule)
        return Look(place, came, is_message, received, envelope, identity, rule, before)

    def taken(self, source: Source, place: Place, now: float, attempts: int = 0) -> Message | None:
        """Take in what lies at a place; None where it is known, or gone.

        Raises:
            UnreachableError: the source cannot be asked now.
            ConfigurationError: what came cannot be kept, as where the disk is full.
        """
        incoming = self._config.state / "incoming"
        try:
            incoming.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=incoming, ignore_cleanup_errors=True) as spool:
                return self._kept(self.looked(source, place, Path(spool)), now)
        except GoneError:
            return None
        except RefusedError as error:
            tried = MOST_ATTEMPTS if isinstance(error, NeverError) else attempts + 1
            return self._refused(place, str(error), now, tried)
        except OSError as error:
            raise ConfigurationError(
                f"{self._config.state} cannot be written: {error.strerror or error}.",
                remedy="Free some space, or give another folder as `state`. The mail is left as it is.",
            ) from error

    def _kept(self, look: Look, now: float) -> Message | None:
        known = self._ledger.message(look.identity)
        if known:
            self._ledger.seen(look.identity, look.place, now)
            return None
        if look.rule is None or look.rule.skip:
            return self._ignored(look, now)
        before = look.before
        application = before.application if before else packets.name(look.envelope, look.identity)
        number = 1 + max((m.round for m in self._ledger.application(application)), default=0)
        packet = packets.of_round(application, number)
        message = Message(
            identity=look.identity,
            packet=packet,
            application=application,
            round=number,
            rule=look.rule.name,
            step=Step.TAKEN,
            taken=now,
            received=look.received,
            envelope=look.envelope,
            rules=self._config.rules_digest,
            warning=_stranger(before, look.envelope) if before else "",
        )
        earlier = self._config.packets / before.packet if before and look.is_message else None
        called = f"message-{number}.eml" if look.is_message else safe_name(look.envelope.subject)
        packets.lay(look.came, self._config.packets / packet, called=called, before=earlier)
        self._ledger.add(message, look.place, ids=[look.envelope.message_id])
        return message

    def _before(self, place: Place, envelope: Envelope, is_message: bool) -> Message | None:
        """The message whose application this one goes on with, in the latest round of it."""
        ledger = self._ledger
        found = ledger.referred(envelope.references) if is_message else ledger.named(place)
        if found is None or found.step is Step.IGNORED or not (self._config.packets / found.packet).is_dir():
            return None
        return ledger.application(found.application)[-1]

    def _ignored(self, look: Look, now: float) -> Message:
        rule = look.rule.name if look.rule else ""
        note = f"Rule {rule!r} leaves it alone." if rule else "No rule is for it."
        name = packets.name(look.envelope, look.identity)
        message = Message(
            look.identity,
            name,
            name,
            1,
            rule,
            Step.IGNORED,
            now,
            look.received,
            look.envelope,
            rules=self._config.rules_digest,
            note=note,
        )
        self._ledger.add(message, look.place)
        return message

    def _refused(self, place: Place, why: str, now: float, attempts: int) -> Message:
        """Keep that a message could not be fetched: some times it is tried again, and then a person must see to it."""
        identity = hashlib.sha256(repr(place).encode()).hexdigest()
        name = f"unfetched-{identity[:8]}"
        given_up = attempts >= MOST_ATTEMPTS
        rule = next((rule for rule in self._config.rule if rule.source in ("", place.source) and not rule.skip), None)
        last = Step.NOTIFIED if rule else Step.DONE
        message = Message(
            identity,
            name,
            name,
            1,
            rule.name if rule else "",
            last if given_up else Step.TAKEN,
            now,
            envelope=Envelope(subject=f"(could not be fetched: {place})"),
            outcome=Outcome.NOT_FETCHED,
            note=why,
            attempts=0 if given_up else attempts,
            due=0.0 if given_up else now + delay(attempts),
        )
        self._ledger.add(message, place)
        return message

    def _authserv(self, place: Place) -> str:
        origin = next(origin for origin in self._config.source if origin.name == place.source)
        return origin.authserv if isinstance(origin, Imap) else ""

    def _attachments(self, place: Place, came: Path, spool: Path, is_message: bool) -> Sequence[str]:
        if not is_message:
            return [place.name, *(file.name for file in came.rglob("*"))]
        into = spool / "attachments"
        into.mkdir()
        names = [inner.name for inner in self._reader.opened(Kind.EMAIL, came, into)]
        shutil.rmtree(into, ignore_errors=True)
        return names


def _identity(came: Path) -> str:
    """Of a file or a folder, by its content and the names within it, and not by its own."""
    if came.is_dir():
        return digests.content(came)
    with came.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _stranger(before: Message, envelope: Envelope) -> str:
    """A word of warning where a thread is gone on with by another sender: anyone may name a message that he knows of."""
    if envelope.sender.casefold() == before.envelope.sender.casefold():
        return ""
    return (
        f"Sent by {envelope.sender or 'nobody'}, where the round before came from {before.envelope.sender or 'nobody'}."
    )
