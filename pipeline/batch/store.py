"""What became of each packet, kept in SQLite or PostgreSQL, so that a run can stop and go on and two can share the work.

A run claims a packet before it touches it, in one statement that can succeed for one run alone. A claim is a lease: the
run renews it as long as it lives, and when it is killed another takes the packet over. SQLite is for the runs of one
machine, and for local disks; several machines need PostgreSQL, and clocks that agree to some seconds.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from types import TracebackType
from typing import Self

import sqlalchemy as sa

from pipeline import limits
from pipeline.batch import database
from pipeline.batch.records import Entry, Outcome, Row
from pipeline.errors import ConfigurationError

_ROWS_AT_ONCE = 500

_PACKETS = sa.Table(
    "muster_packets_1",
    sa.MetaData(),
    sa.Column("folder", sa.String(64), primary_key=True),
    sa.Column("packet", sa.String(200), primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("lease_until", sa.Double, nullable=False),
    sa.Column("finished", sa.Double, nullable=False),
    sa.Column("row", sa.Text, nullable=False),
)


class State(StrEnum):
    """Of a packet in the store."""

    CLAIMED = "claimed"
    DONE = "done"
    FAILED = "failed"
    """For good: the same packet would fail again."""
    PASSING = "passing"
    """Failed for a reason that may have passed by the next run."""


STATES = {Outcome.AUDITED: State.DONE, Outcome.NOT_WRITTEN: State.PASSING}
"""Of the outcomes; all others are failed for good."""


class Claim(StrEnum):
    """What came of asking for a packet."""

    TAKEN = "taken"
    BUSY = "busy"
    """Another run has it in hand."""
    SETTLED = "settled"
    """Its outcome is known, and holds."""


@dataclass(frozen=True)
class Terms:
    """Who claims packets, and which of those that have an outcome it takes up anew."""

    folder: str
    """The mark of the output folder, by which one database can serve many."""
    run: str
    """The mark of the run."""
    since: float
    """When it began, in seconds since 1970; an outcome that came later is nobody's to take up again."""
    force: bool = False
    retry_failed: bool = False


@dataclass(frozen=True)
class Standing:
    """How far a packet has come."""

    packet: str
    """Its id."""
    busy: bool
    """A run has it in hand."""
    row: Row | None
    """Its outcome; None where it has none yet, or an audit of it has begun anew."""


class Store:
    """The outcomes and claims of one output folder. Safe to use from several threads."""

    def __init__(self, url: str, terms: Terms) -> None:
        """Opens the database, and makes its table where it has none.

        Raises:
            ConfigurationError: it cannot be reached, or is of a kind that Muster does not know.
        """
        self._terms = terms
        self._mine = (_PACKETS.c.folder == terms.folder, _PACKETS.c.owner == terms.run)
        self._engine = database.opened(url, _PACKETS.metadata)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of all connections."""
        self._engine.dispose()

    def claim(self, packet: str, fingerprint: str, *, whole: bool) -> Claim:
        """Ask for a packet.

        Args:
            packet: its id.
            fingerprint: the digest of all that its outcome hangs on.
            whole: whether the files of its report are there.
        """
        terms, old, now = self._terms, _PACKETS.c, time.time()
        again = {State.PASSING}
        if terms.force or not whole:
            again.add(State.DONE)
        if terms.force or terms.retry_failed:
            again.add(State.FAILED)
        new = {
            "fingerprint": fingerprint,
            "state": State.CLAIMED,
            "owner": terms.run,
            "lease_until": now + limits.LEASE_SECONDS,
            "finished": 0.0,
            "row": "",
        }
        free = sa.or_(old.owner == terms.run, old.lease_until < now)
        outdated = sa.or_(old.fingerprint != fingerprint, sa.and_(old.state.in_(again), old.finished < terms.since))
        take = (
            database.insert(self._engine, _PACKETS)
            .values(folder=terms.folder, packet=packet, **new)
            .on_conflict_do_update(
                index_elements=[old.folder, old.packet],
                set_=new,
                where=sa.case((old.state == State.CLAIMED, free), else_=outdated),
            )
            .returning(old.packet)
        )
        look = sa.select(old.state).where(old.folder == terms.folder, old.packet == packet)
        with database.told(), self._engine.begin() as connection:
            if connection.execute(take).first():
                return Claim.TAKEN
            return Claim.BUSY if connection.execute(look).scalar_one() == State.CLAIMED else Claim.SETTLED

    def finish(self, row: Row) -> None:
        """Keep the outcome of a packet that this run has claimed; nothing happens if another has taken it over."""
        done = (
            sa.update(_PACKETS)
            .where(*self._mine, _PACKETS.c.packet == row.packet, _PACKETS.c.state == State.CLAIMED)
            .values(
                state=STATES.get(row.outcome, State.FAILED),
                finished=time.time(),
                row=json.dumps(asdict(row), ensure_ascii=False),
            )
        )
        with database.told(), self._engine.begin() as connection:
            connection.execute(done)

    def rows(self, entries: Sequence[Entry]) -> Iterator[Row | None]:
        """The row of each packet, in order; None where it has no outcome."""
        for start in range(0, len(entries), _ROWS_AT_ONCE):
            ids = [entry.id for entry in entries[start : start + _ROWS_AT_ONCE]]
            wanted = sa.select(_PACKETS.c.packet, _PACKETS.c.row).where(
                _PACKETS.c.folder == self._terms.folder, _PACKETS.c.packet.in_(ids), _PACKETS.c.row != ""
            )
            with database.told(), self._engine.begin() as connection:
                found = {packet: _row(text) for packet, text in connection.execute(wanted)}
            yield from (found.get(name) for name in ids)

    def standings(self) -> Iterator[Standing]:
        """All packets of the output folder that a run ever claimed, in order of their ids."""
        old = _PACKETS.c
        known = (
            sa.select(old.packet, old.state, old.lease_until, old.row)
            .where(old.folder == self._terms.folder)
            .order_by(old.packet)
        )
        with database.told(), self._engine.begin() as connection:
            found = connection.execute(known).all()
        now = time.time()
        for packet, state, lease_until, text in found:
            yield Standing(packet, state == State.CLAIMED and now < lease_until, _row(text) if text else None)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Renews the claims of this run as long as the block lasts, and then gives up those without an outcome."""
        ended = threading.Event()

        def renew() -> None:
            while not ended.wait(limits.LEASE_SECONDS / 4):
                # A renewal that fails is made up for by the next; work that cannot reach the store tells of it itself.
                with suppress(ConfigurationError):
                    self._lease(time.time() + limits.LEASE_SECONDS)

        thread = threading.Thread(target=renew, name="leases", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
            self._lease(0.0)

    def _lease(self, until: float) -> None:
        claims = sa.update(_PACKETS).where(*self._mine, _PACKETS.c.state == State.CLAIMED).values(lease_until=until)
        with database.told(), self._engine.begin() as connection:
            connection.execute(claims)


def _row(text: str) -> Row:
    fields = json.loads(text)
    return Row(**{**fields, "outcome": Outcome(fields["outcome"])})
