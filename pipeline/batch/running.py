"""The run of a batch: every packet once, those that ended badly once more alone, then the summary."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Protocol

from pipeline.batch.crew import Crew
from pipeline.batch.handling import Handled, Step, settle
from pipeline.batch.records import Entry, Settings
from pipeline.batch.store import Store

_PATIENCE = 1.0
"""Seconds until a packet that another run has in hand is asked for again."""


class Listener(Protocol):
    """Who is told of what happens."""

    def told(self, handled: Handled) -> None:
        """A packet has its outcome."""
        ...

    def waits(self, count: int) -> None:
        """So many packets are in the hands of other runs."""
        ...


def run(entries: Sequence[Entry], crew: Crew, settings: Settings, store: Store, listener: Listener) -> None:
    """Sees that every packet has an outcome in the store.

    A packet whose process ended badly is tried once more at the end, when nothing else runs beside it: memory that was
    short because of others is there then. KeyboardInterrupt goes through, with all that was finished kept.
    """
    left: Sequence[Entry] = entries
    while left:
        ended, busy = _all(left, crew, listener)
        busy += _once_more(ended, crew, settings, store, listener)
        if busy:
            listener.waits(len(busy))
            time.sleep(_PATIENCE)
        left = busy


def _all(entries: Sequence[Entry], crew: Crew, listener: Listener) -> tuple[list[Entry], list[Entry]]:
    """The packets whose processes ended badly, and those that other runs have in hand; the others have their outcome."""
    ended, busy = [], []
    with closing(crew.handled(entries)) as results:
        for handled in results:
            match handled.step:
                case Step.ENDED:
                    ended.append(handled.entry)
                case Step.BUSY:
                    busy.append(handled.entry)
                case _:
                    listener.told(handled)
    return ended, busy


def _once_more(
    entries: Sequence[Entry], crew: Crew, settings: Settings, store: Store, listener: Listener
) -> list[Entry]:
    """Those that other runs have taken over in the meantime; the others have their outcome."""
    busy = []
    with closing(crew.handled(entries, alone=True)) as results:
        for handled in results:
            if handled.step is Step.BUSY:
                busy.append(handled.entry)
            elif handled.step is Step.ENDED and handled.row:
                listener.told(settle(handled.entry, handled.row, settings, store))
            else:
                listener.told(handled)
    return busy
