"""What every source of messages can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pipeline.inbox.records import Place

Known = Callable[[str, str, int], set[str]]
"""From a source, a folder and its validity: the uids that need no second look, as `Ledger.known` gives them."""


class UnreachableError(Exception):
    """The source cannot be asked now; what it was to do may not have happened, and may be asked for again."""


class GoneError(Exception):
    """The message is no longer where it was, or is about to go: a person has seen to it."""


class RefusedError(Exception):
    """The source will not give or take this one message."""


class NeverError(RefusedError):
    """The source will not give or take this one message at any other time either."""


class RenumberedError(Exception):
    """The folder has another UIDVALIDITY: the next look finds the message under another number, if it is still there."""


@dataclass(frozen=True)
class Deed:
    """What is done to a message when all else is done."""

    seen: bool = False
    flag: bool = False
    move: str = ""
    """The folder that it goes to; empty to leave it where it is."""


class Drafts(Protocol):
    """A folder for drafts."""

    def state(self) -> str:
        """How it stands: the same again only if nothing was put there in between.

        Raises:
            UnreachableError: it cannot be asked now.
            RefusedError: there is no such folder.
        """

    def holds(self, message_id: str) -> bool:
        """Whether the draft with that id lies there."""

    def put(self, draft: bytes) -> None:
        """Put a draft there."""


class Source(Protocol):
    """A mailbox, or a folder of what was handed in."""

    messages: bool
    """Whether it holds messages alone, whatever they look like."""
    pause: float
    """Seconds after which another look may show what was not ready at the last; 0 where that makes no difference."""

    @property
    def drafts(self) -> Drafts | None:
        """Its folder for drafts, if it has one."""

    def places(self, known: Known) -> Iterator[Place]:
        """The places of what is new.

        Raises:
            UnreachableError: it cannot be asked now.
            RefusedError: it will not be asked this, as where there is no such folder.
            ConfigurationError: it cannot be asked until something is mended.
        """

    def fetch(self, place: Place, into: Path) -> str:
        """Copy a message to the path `into`, unseen and unchanged where it lies.

        Returns:
            The day it came in, YYYY-MM-DD; empty where that is not known.

        Raises:
            UnreachableError: it cannot be asked now.
            GoneError: the message is not there any more.
            RefusedError: the source will not give it.
            OSError: it could not be written.
        """

    def act(self, place: Place, deed: Deed) -> str:
        """Mark and move a message. What is done already stays so; nothing is ever deleted or unmarked.

        Returns:
            What of it could not be done, in a sentence; mostly nothing.

        Raises:
            UnreachableError: it cannot be asked now.
            GoneError: the message is not there any more.
            RefusedError: the source will not do it.
            RenumberedError: it must first be looked for.
        """

    def moved(self, folder: str, message_id: str) -> Place | None:
        """Where a message lies that was moved to a folder, if the source can tell.

        Raises:
            UnreachableError: it cannot be asked now.
        """

    def close(self) -> None:
        """Let go of it."""
