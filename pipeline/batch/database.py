"""A database that several processes write to: a SQLite file, or PostgreSQL, through the same statements."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from pipeline.errors import ConfigurationError

_INSERT: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
_BUSY_SECONDS = 30
"""For which a statement waits while another process writes to the same SQLite file."""
_REMEDY = "Give --store a URL such as postgresql://user@host/database, or leave it out."


def opened(url: str, tables: sa.MetaData) -> sa.Engine:
    """Opens the database, and makes the tables that it lacks.

    Raises:
        ConfigurationError: it cannot be reached, or is of a kind that Muster does not know.
    """
    engine = _engine(url)
    with told():
        _make(tables, engine)
    return engine


def insert(engine: sa.Engine, table: sa.Table) -> Any:
    """An INSERT in the words of this database, for what the two say alike beyond the standard."""
    return _INSERT[engine.dialect.name](table)


@contextmanager
def told() -> Iterator[None]:
    """Tells a fault of the database in one line."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        said = str(error.orig).strip().splitlines()[0][:200]
        damaged = getattr(error.orig, "sqlite_errorcode", None) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        raise ConfigurationError(
            f"The store cannot be used: {said}.",
            remedy="Delete the folder .muster beside the reports: all packets are then audited again."
            if damaged
            else "Mend that and run the same command again: what was finished is kept.",
        ) from error


def _engine(url: str) -> sa.Engine:
    try:
        address = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise ConfigurationError("That is no address of a database.", remedy=_REMEDY) from error
    if address.get_backend_name() not in _INSERT:
        raise ConfigurationError(f"Muster keeps nothing in {address.get_backend_name()}.", remedy=_REMEDY)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+pg8000")
    try:
        engine = sa.create_engine(address)
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The package {error.name} is not installed.",
            remedy='For PostgreSQL, in the folder of Muster: .venv/bin/pip install -e ".[postgres]"',
        ) from error
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _prepare_sqlite)
        # Python's own transactions begin at the first write: two that had both read would then block each other.
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None
    waiting = f"busy_timeout = {_BUSY_SECONDS * 1000}"
    for setting in (waiting, "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _make(tables: sa.MetaData, engine: sa.Engine) -> None:
    try:
        tables.create_all(engine)
    except sa.exc.DBAPIError:
        # Where two processes make them at once, the second finds them there.
        tables.create_all(engine)
