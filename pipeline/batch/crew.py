"""The processes that do the work on this machine: a thread for each, which makes all of its calls."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from typing import Protocol

from pipeline.batch.handling import Handled, handle
from pipeline.batch.records import Entry, Settings
from pipeline.batch.store import Store
from pipeline.sandbox.cell import Cell


class Crew(Protocol):
    """Who handles packets."""

    def handled(self, entries: Collection[Entry], *, alone: bool = False) -> Generator[Handled]:
        """Handles the packets, and yields what came of each as it comes; `alone`, one after the other.

        An iterator that is closed early ends what is under way.
        """
        ...


class LocalCrew:
    """Worker processes on this machine."""

    def __init__(self, jobs: int, cell: Callable[[], Cell], settings: Settings, store: Store) -> None:
        self._jobs = jobs
        self._cell = cell
        self._settings = settings
        self._store = store

    def handled(self, entries: Collection[Entry], *, alone: bool = False) -> Generator[Handled]:
        """See `Crew`."""
        feed = _Feed(entries)
        results: queue.SimpleQueue[Handled | BaseException | None] = queue.SimpleQueue()
        cells = [self._cell() for _ in range(min(1 if alone else self._jobs, len(entries)))]
        threads = [threading.Thread(target=self._work, args=(cell, feed, results), daemon=True) for cell in cells]
        for thread in threads:
            thread.start()
        working = len(threads)
        try:
            while working:
                result = results.get()
                if result is None:
                    working -= 1
                elif isinstance(result, BaseException):
                    raise result
                else:
                    yield result
        finally:
            feed.close()
            for cell, thread in zip(cells, threads, strict=True):
                while thread.is_alive():
                    cell.interrupt()
                    thread.join(0.1)

    def _work(self, cell: Cell, feed: _Feed, results: queue.SimpleQueue[Handled | BaseException | None]) -> None:
        try:
            with cell:
                for entry in feed:
                    results.put(handle(entry, self._settings, self._store, cell))
            results.put(None)
        except BaseException as error:  # is raised again by the thread that waits for results
            results.put(error)


class _Feed:
    """An iterator that several threads draw from, until it is closed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = iter(entries)
        self._lock = threading.Lock()
        self._closed = False

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        with self._lock:
            if self._closed:
                raise StopIteration
            return next(self._entries)

    def close(self) -> None:
        """Gives out no more."""
        self._closed = True
