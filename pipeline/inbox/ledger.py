"""What came and what became of it, in a SQLite file. Each step of a message is here before the next is begun.

A message has one row, by its identity, and a row for each place in which it was seen: a message that is moved, or whose
mailbox got another UIDVALIDITY, is known again, and not handled twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
import sqlalchemy as sa

from pipeline import reporting
from pipeline.batch import database
from pipeline.inbox.records import FINAL, Envelope, Message, Place, Step

T = TypeVar("T")

_TABLES = sa.MetaData()
_MESSAGES = sa.Table(
    "muster_messages_1",
    _TABLES,
    sa.Column("identity", sa.String(64), primary_key=True),
    sa.Column("packet", sa.String(200), unique=True, nullable=False),
    sa.Column("application", sa.String(200), index=True, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("rule", sa.String(60), nullable=False),
    sa.Column("step", sa.String(16), index=True, nullable=False),
    sa.Column("taken", sa.Double, nullable=False),
    sa.Column("received", sa.String(10), nullable=False),
    sa.Column("envelope", sa.Text, nullable=False),
    sa.Column("checklist", sa.Text, nullable=False),
    sa.Column("outcome", sa.String(20), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("warning", sa.Text, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("trouble", sa.Text, nullable=False),
    sa.Column("filing", sa.String(200), nullable=False),
    sa.Column("verdict", sa.String(20), nullable=False),
    sa.Column("report", sa.Text, nullable=False),
    sa.Column("draft", sa.String(60), nullable=False),
    sa.Column("retried", sa.Boolean, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due", sa.Double, nullable=False),
)
_PLACES = sa.Table(
    "muster_places_1",
    _TABLES,
    sa.Column("source", sa.String(60), primary_key=True),
    sa.Column("folder", sa.String(500), primary_key=True),
    sa.Column("validity", sa.BigInteger, primary_key=True),
    sa.Column("uid", sa.String(500), primary_key=True),
    sa.Column("identity", sa.String(64), sa.ForeignKey(_MESSAGES.c.identity, ondelete="CASCADE"), index=True),
    sa.Column("seen", sa.Double, nullable=False),
)
_IDS = sa.Table(
    "muster_ids_1",
    _TABLES,
    sa.Column("message_id", sa.String(252), primary_key=True),
    sa.Column("identity", sa.String(64), sa.ForeignKey(_MESSAGES.c.identity, ondelete="CASCADE"), primary_key=True),
)
"""The ids by which later messages may refer to one, its own and that of the draft of its answer."""


class Ledger:
    """The rows of one inbox."""

    def __init__(self, file: Path | None) -> None:
        """Opens the file, and makes it where there is none; None for a ledger that is gone when it is closed.

        Raises:
            ConfigurationError: it cannot be opened or made.
        """
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise reporting.unwritable(file.parent, error) from error
        self._engine = database.opened(f"sqlite:///{file}" if file else "sqlite://", _TABLES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._engine.dispose()

    def known(self, source: str, folder: str, validity: int) -> set[str]:
        """The uids of the places in a folder whose messages are in the ledger."""
        at = _PLACES.c
        where = (at.source == source, at.folder == folder, at.validity == validity)
        return set(self._all(sa.select(at.uid).where(*where), _first))

    def message(self, identity: str) -> Message | None:
        """The message of that identity."""
        return next(self._messages(_MESSAGES.c.identity == identity), None)

    def packet(self, packet: str) -> Message | None:
        """The message of which the packet was made."""
        return next(self._messages(_MESSAGES.c.packet == packet), None)

    def messages(self) -> list[Message]:
        """All of them, as they came."""
        return list(self._messages(sa.true()))

    def open(self, now: float) -> list[Message]:
        """Those that are neither done nor ignored, and are due, as they came."""
        mine = _MESSAGES.c
        return list(self._messages(sa.and_(mine.step.not_in(FINAL), mine.due <= now)))

    def application(self, application: str) -> list[Message]:
        """The messages of an application, by rounds."""
        return sorted(self._messages(_MESSAGES.c.application == application), key=lambda message: message.round)

    def referred(self, ids: Sequence[str]) -> Message | None:
        """The latest message, with a rule, that one of the ids belongs to; the last of the ids counts most."""
        for each in reversed(ids):
            join = sa.select(_IDS.c.identity).where(_IDS.c.message_id == each)
            found = [m for m in self._messages(_MESSAGES.c.identity.in_(join)) if m.step is not Step.IGNORED]
            if found:
                return found[-1]
        return None

    def named(self, place: Place) -> Message | None:
        """The latest message that was seen under the place's name in its folder, whatever it held then."""
        at = _PLACES.c
        query = (
            sa.select(at.identity)
            .where(at.source == place.source, at.folder == place.folder, at.uid == place.uid)
            .order_by(at.seen.desc())
            .limit(1)
        )
        found: list[str] = self._all(query, _first)
        return self.message(found[0]) if found else None

    def places(self, identity: str) -> list[Place]:
        """Where a message was seen, the latest first."""
        at = _PLACES.c
        query = (
            sa.select(at.source, at.folder, at.validity, at.uid)
            .where(at.identity == identity)
            .order_by(at.seen.desc(), at.validity.desc())
        )
        return self._all(query, lambda row: Place(*row))

    def add(self, message: Message, place: Place, *, ids: Sequence[str] = ()) -> None:
        """Keep a new message, and the ids by which others may refer to it; all or nothing."""
        with self._begun() as connection:
            connection.execute(sa.insert(_MESSAGES).values(**_columns(message)))
            _put(connection, place, message.identity, message.taken)
            for each in dict.fromkeys(filter(None, ids)):
                connection.execute(sa.insert(_IDS).values(message_id=each, identity=message.identity))

    def seen(self, identity: str, place: Place, now: float) -> None:
        """Keep that a known message lies in one more place."""
        with self._begun() as connection:
            _put(connection, place, identity, now)

    def keep(self, message: Message, **news: Any) -> Message:
        """Keep what is new of a message, field by field, and leave the rest as it is; returns the message with it."""
        with self._begun() as connection:
            connection.execute(sa.update(_MESSAGES).where(_MESSAGES.c.identity == message.identity).values(**news))
        return replace(message, **news)

    def step(self, message: Message, step: Step, **news: Any) -> Message:
        """Keep that a message has come a step further."""
        return self.keep(message, step=step, attempts=0, due=0.0, trouble="", **news)

    def answered(self, message: Message, draft_id: str, note: str) -> Message:
        """Keep that the draft of an answer is made, and its id, by which the applicant may refer to it."""
        with self._begun() as connection:
            put = database.insert(connection.engine, _IDS).values(message_id=draft_id, identity=message.identity)
            connection.execute(put.on_conflict_do_nothing())
        return self.step(message, Step.ANSWERED, note=note)

    def forget(self, message: Message) -> None:
        """Strike a message out: where it still lies in a source, it is new to the next look."""
        with self._begun() as connection:
            connection.execute(sa.delete(_MESSAGES).where(_MESSAGES.c.identity == message.identity))

    def forget_ignored(self, rules: str) -> None:
        """Strike out what was left alone by other rules than these: they may be for it."""
        mine = _MESSAGES.c
        with self._begun() as connection:
            connection.execute(sa.delete(_MESSAGES).where(mine.step == Step.IGNORED, mine.rules != rules))

    def _messages(self, where: Any) -> Iterator[Message]:
        query = sa.select(_MESSAGES).where(where).order_by(_MESSAGES.c.taken, _MESSAGES.c.packet)
        yield from self._all(query, _message)

    def _all(self, query: Any, made: Callable[[Any], T]) -> list[T]:
        with self._begun() as connection:
            return [made(row) for row in connection.execute(query)]

    @contextmanager
    def _begun(self) -> Iterator[sa.Connection]:
        with database.told(), self._engine.begin() as connection:
            yield connection


def _first(row: Any) -> str:
    return str(row[0])


def _put(connection: sa.Connection, place: Place, identity: str, now: float) -> None:
    values = {"identity": identity, "seen": now}
    put = database.insert(connection.engine, _PLACES).values(**asdict(place), **values)
    connection.execute(put.on_conflict_do_update(index_elements=list(_PLACES.primary_key), set_=values))


def _columns(message: Message) -> dict[str, Any]:
    envelope = msgspec.json.encode(message.envelope).decode()
    return {**{field.name: getattr(message, field.name) for field in fields(message)}, "envelope": envelope}


def _message(row: Any) -> Message:
    envelope = msgspec.json.decode(row.envelope, type=Envelope)
    return Message(**{**row._mapping, "envelope": envelope, "step": Step(row.step)})
