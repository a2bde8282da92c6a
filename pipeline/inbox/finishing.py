"""What is done about a message once its report is there: answer, notify, act, each kept in the ledger before the next."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

from pipeline import reporting
from pipeline.batch.records import Outcome, Row
from pipeline.errors import ConfigurationError
from pipeline.inbox import auditing, drafts, notices, rounds
from pipeline.inbox.config import Config, Imap, Rule
from pipeline.inbox.ledger import Ledger
from pipeline.inbox.records import FINAL, Message, Place, Step
from pipeline.inbox.retrying import MOST_ATTEMPTS, delay
from pipeline.inbox.sources import Deed, GoneError, RefusedError, RenumberedError, Source, UnreachableError


class Finisher:
    """Takes messages from their audit to the end."""

    def __init__(
        self,
        config: Config,
        ledger: Ledger,
        sources: Mapping[str, Source],
        told: Callable[[Message], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Prepare; `told` is called with each message when it is done, or waits."""
        self._config = config
        self._ledger = ledger
        self._sources = sources
        self._told = told
        self._clock = clock
        self._deeds = {Step.AUDITED: self._answer, Step.ANSWERED: self._notify, Step.NOTIFIED: self._act}

    def audited(self, message: Message, row: Row) -> None:
        """Keep what an audit found, and go on from there."""
        rule = self._config.rule_of(message.rule)
        assert rule, "only messages with a rule are audited"
        if row.outcome is Outcome.NOT_WRITTEN:
            self._wait(message, row.note)
        else:
            self.finish(self._ledger.step(message, Step.AUDITED, **auditing.news(row, rule)))

    def finish(self, message: Message) -> None:
        """Do what is left to do about a message, as far as that is possible now."""
        rule = self._config.rule_of(message.rule)
        if rule is None:
            self._wait(message, f"There is no rule {message.rule!r} any more: put it back, or forget the message.")
            return
        place = self._ledger.places(message.identity)[0]
        if place.source not in self._sources:
            self._wait(message, f"There is no source {place.source!r} any more: put it back, or forget the message.")
            return
        try:
            while message.step not in FINAL:
                message = self._deeds[message.step](message, rule)
            self._told(message)
        except UnreachableError as error:
            self._wait(message, str(error))
        except ConfigurationError as error:
            self._wait(message, f"{error} {error.remedy}")
        except RenumberedError:
            if message.attempts < MOST_ATTEMPTS:
                self._wait(message, "The mailbox has numbered its messages anew.")
            else:
                self._told(self._ledger.step(message, Step.DONE, note=_joined(message.note, _GONE)))

    def _wait(self, message: Message, why: str) -> None:
        """Try again later, and longer each time."""
        attempts = message.attempts + 1
        due = self._clock() + delay(attempts)
        self._told(self._ledger.keep(message, attempts=attempts, due=due, trouble=why))

    def _answer(self, message: Message, rule: Rule) -> Message:
        envelope = message.envelope
        note = _joined(message.note, self._changed(message))
        wanted = rule.reply and message.well and not envelope.automatic
        if not (wanted and envelope.reply_to.isascii() and envelope.reply_to):
            return self._ledger.step(message, Step.ANSWERED, note=note)
        place = self._ledger.places(message.identity)[0]
        address = self._address(place.source)
        folder = Path(message.report).parent
        try:
            content = drafts.draft(message, folder, address)
            with reporting.whole(folder / drafts.FILE) as stream:
                stream.buffer.write(content)
        except OSError as error:
            raise UnreachableError(f"The draft cannot be written: {error.strerror or error}.") from error
        box = self._sources[place.source].drafts
        name = drafts.draft_id(message, address)
        if box:
            try:
                message, word = drafts.put_once(box, self._ledger, message, content, name)
            except RefusedError as error:
                word = str(error)
            note = _joined(note, word)
        return self._ledger.answered(message, name, note)

    def _changed(self, message: Message) -> str:
        """What is otherwise than in the round before, if there was one."""
        earlier = rounds.before(message, self._ledger.application(message.application)) if message.well else None
        return rounds.compared(message, earlier, date.fromtimestamp(self._clock())) if earlier else ""

    def _notify(self, message: Message, rule: Rule) -> Message:
        note = message.note
        if rule.notify and self._config.smtp:
            try:
                notices.send(notices.notice(message, self._config.smtp.sender, rule.notify), self._config.smtp)
            except RefusedError as error:
                note = _joined(note, str(error))
        return self._ledger.step(message, Step.NOTIFIED, note=note)

    def _act(self, message: Message, rule: Rule) -> Message:
        deed = Deed(rule.seen, rule.flag, rule.move) if message.well else Deed(move=rule.attention)
        place = self._ledger.places(message.identity)[0]
        source = self._sources[place.source]
        try:
            if message.retried:
                place = self._found(message, rule, source) or place
            word = source.act(place, deed)
        except GoneError:
            word = _GONE
        except RefusedError as error:
            word = str(error)
        return self._ledger.step(message, Step.DONE, note=_joined(message.note, word))

    def _found(self, message: Message, rule: Rule, source: Source) -> Place | None:
        """Where a message is that was moved when it was done before."""
        for folder in filter(None, (rule.attention, rule.move)):
            place = source.moved(folder, message.envelope.message_id)
            if place:
                return place
        return None

    def _address(self, source: str) -> str:
        origin = next(origin for origin in self._config.source if origin.name == source)
        return origin.address or (origin.user if isinstance(origin, Imap) and "@" in origin.user else "")


_GONE = "It was no longer where it came in, or marked for deletion: it was left so."


def _joined(*notes: str) -> str:
    return " ".join(dict.fromkeys(filter(None, notes)))
