"""Audits what is handed in on the page, by the machinery of a batch: contained, claimed in the store, tried twice."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from functools import partial

from pipeline.batch import running
from pipeline.batch.crew import LocalCrew
from pipeline.batch.handling import Handled
from pipeline.batch.records import Entry, Row, Settings
from pipeline.batch.store import Store
from pipeline.errors import MusterError
from pipeline.sandbox.cell import Cell

_LOG = logging.getLogger(__name__)


class Auditor:
    """Some threads that audit one packet after the other.

    They end with the process, and Linux ends their contained processes with them: what is under way then is begun anew
    by the next server, since its claim has lapsed.
    """

    def __init__(self, jobs: int, cell: Callable[[], Cell], store: Store, told: Callable[[Entry, Row], None]) -> None:
        """Begin to wait for packets.

        Args:
            jobs: packets audited at once.
            cell: makes what contains the audit of one packet.
            store: keeps claims and outcomes.
            told: is told of each outcome.
        """
        self._cell = cell
        self._store = store
        self._told = told
        self._waiting: queue.SimpleQueue[tuple[Entry, Settings]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._in_hand: set[str] = set()
        self._faults: dict[str, str] = {}
        for number in range(jobs):
            threading.Thread(target=self._work, name=f"auditor-{number}", daemon=True).start()

    def submit(self, entry: Entry, settings: Settings) -> None:
        """Audit a packet as soon as a thread is free; one that is in hand stays so."""
        with self._lock:
            if entry.id in self._in_hand:
                return
            self._in_hand.add(entry.id)
            self._faults.pop(entry.id, None)
        self._waiting.put((entry, settings))

    def has(self, packet: str) -> bool:
        """Whether a packet waits, or is being audited."""
        return packet in self._in_hand

    def fault(self, packet: str) -> str:
        """What kept a packet from being audited at all, such as a full disk; empty where nothing did."""
        return self._faults.get(packet, "")

    def _work(self) -> None:
        while True:
            entry, settings = self._waiting.get()
            fault = self._audit(entry, settings)
            with self._lock:
                self._in_hand.discard(entry.id)
                if fault:
                    self._faults[entry.id] = fault

    def _audit(self, entry: Entry, settings: Settings) -> str:
        crew = LocalCrew(1, self._cell, settings, self._store)
        try:
            running.run([entry], crew, settings, self._store, _Listener(partial(self._told, entry)))
        except MusterError as fault:
            _LOG.warning("%s: %s", entry.id, fault)
            return f"{fault} {fault.remedy}"
        return ""


class _Listener:
    """Passes the outcome on."""

    def __init__(self, told: Callable[[Row], None]) -> None:
        self._told = told

    def told(self, handled: Handled) -> None:
        """See `running.Listener`."""
        if handled.row:
            self._told(handled.row)

    def waits(self, count: int) -> None:
        """See `running.Listener`: another run has the packet in hand, and will tell of it in the store."""
