"""The same work on the workers of a Dask cluster, which share the store and the folders with whoever started the run."""

from __future__ import annotations

import threading
from collections.abc import Collection, Generator
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import Self

from pipeline.batch import digests
from pipeline.batch.auditing import without_report
from pipeline.batch.handling import Handled, Step, handle
from pipeline.batch.records import Entry, Outcome, Settings
from pipeline.batch.store import Store, Terms
from pipeline.errors import ConfigurationError
from pipeline.limits import Limits
from pipeline.sandbox.cell import Cell

_CONNECT_SECONDS = 10
_AHEAD = 2
"""Packets sent to the cluster for each of its threads: one under way, and one that waits."""


@dataclass(frozen=True)
class Errand:
    """What a worker needs besides the packet."""

    settings: Settings
    terms: Terms
    store: str
    """The URL of the database, as the worker reaches it."""
    command: tuple[str, ...]
    """Starts the process that audits."""
    bounds: Limits
    """Of that process."""
    engine: str
    """The digest of the Muster that the run was started with."""


class DaskCrew:
    """Workers that a Dask scheduler knows."""

    def __init__(self, address: str, errand: Errand) -> None:
        """Connects to the scheduler, by the security settings of Dask's own configuration.

        Raises:
            ConfigurationError: it is not there, or Dask is not installed.
        """
        try:
            from distributed import Client
        except ModuleNotFoundError as error:
            raise ConfigurationError(
                "Dask is not installed.", remedy='In the folder of Muster: .venv/bin/pip install -e ".[dask]"'
            ) from error
        try:
            self._client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"There is no Dask scheduler at {address}.", remedy="Start one with `dask scheduler`."
            ) from error
        self._errand = errand

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def handled(self, entries: Collection[Entry], *, alone: bool = False) -> Generator[Handled]:
        """See `Crew`. What is under way when the iterator is closed is finished, and kept."""
        from distributed import as_completed

        waiting, ahead = iter(entries), 1 if alone else _AHEAD * max(1, sum(self._client.nthreads().values()))
        sent = {self._send(entry): entry for entry in islice(waiting, ahead)}
        done = as_completed(sent, loop=self._client.loop, raise_errors=False)
        try:
            for future in done:
                entry = sent.pop(future)
                yield _result(entry, future.exception()) or future.result()
                for following in islice(waiting, 1):
                    new = self._send(following)
                    sent[new] = following
                    done.add(new)
        finally:
            self._client.cancel(list(sent))

    def _send(self, entry: Entry) -> object:
        return self._client.submit(_carry_out, entry, self._errand, pure=False)


def _result(entry: Entry, error: BaseException | None) -> Handled | None:
    """What came of a packet that has no answer; None where it has one."""
    from distributed import KilledWorker

    if error is None:
        return None
    if isinstance(error, KilledWorker):
        return Handled(
            entry, Step.ENDED, without_report(entry, Outcome.CRASHED, "The worker that audited it died, twice.")
        )
    raise error


_OWN = threading.local()
"""Of each thread of a worker: the store and the cell that it keeps for the run that it works for."""


def _carry_out(entry: Entry, errand: Errand) -> Handled:
    """On the worker: handle one packet."""
    if getattr(_OWN, "errand", None) != errand:
        if digests.engine() != errand.engine:
            raise ConfigurationError(
                "A worker has another Muster, or another OCR program.", remedy="Install the same on all machines."
            )
        _OWN.cell = Cell(errand.bounds, errand.command)
        _OWN.store = Store(errand.store, errand.terms)
        _OWN.errand = errand
    handled: Handled = handle(entry, errand.settings, _OWN.store, _OWN.cell)
    return handled
