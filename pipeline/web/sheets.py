"""Pictures of whole pages, and copies of whole files, got in a contained process, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import lru_cache
from types import TracebackType
from typing import Self

from pipeline.records import Member, Picture
from pipeline.sandbox import Reader
from pipeline.web.originals import Source, original

_KEPT = 200
"""Pictures, of some 200 kilobytes each."""


class Lack(StrEnum):
    """Why there is no picture."""

    GONE = "gone"
    """The file is not where it was, or not what it was, when it was audited."""
    NOT_DRAWN = "not drawn"
    """It has no pages that could be shown, or this one is damaged."""


class LackError(Exception):
    """There is no picture."""

    def __init__(self, lack: Lack) -> None:
        super().__init__(lack)
        self.lack = lack


class Sheets:
    """Gets pages and files of a report. Safe to use from several threads: one of its own makes all requests.

    Linux ends a contained process with the thread that started it.
    """

    def __init__(self, reader: Reader) -> None:
        """Prepare; the reader's process is ended with the block."""
        self._reader = reader
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sheets")
        self._kept: Callable[[Source, int], Picture] = lru_cache(maxsize=_KEPT)(self._drawn)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._thread.shutdown(cancel_futures=True)
        self._reader.__exit__(kind, error, at)

    def picture(self, source: Source, number: int) -> Picture:
        """A page of a file.

        Raises:
            LackError: there is none to show.
        """
        return self._thread.submit(self._kept, source, number).result()

    def content(self, source: Source) -> bytes:
        """The bytes of a file, to be handed on unread.

        Raises:
            LackError: it is gone.
        """
        return self._thread.submit(self._content, source).result()

    def _drawn(self, source: Source, number: int) -> Picture:
        with original(source, self._reader) as member:
            picture = self._reader.sheet(_present(member), number)
        if picture is None:
            raise LackError(Lack.NOT_DRAWN)
        return picture

    def _content(self, source: Source) -> bytes:
        with original(source, self._reader) as member:
            return _present(member).path.read_bytes()


def _present(member: Member | None) -> Member:
    if member is None:
        raise LackError(Lack.GONE)
    return member
