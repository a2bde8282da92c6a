"""A mailbox on an IMAP server (RFC 3501), read without a trace and acted on only by marks and moves.

Never a message is deleted here, and EXPUNGE, which would also take what a person has marked for deletion, is never sent.
"""

from __future__ import annotations

import imaplib
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pipeline import limits
from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Imap
from pipeline.inbox.passwords import password
from pipeline.inbox.records import Place
from pipeline.inbox.retrying import delay
from pipeline.inbox.sources.source import (
    Deed,
    Drafts,
    GoneError,
    Known,
    NeverError,
    RefusedError,
    RenumberedError,
    UnreachableError,
)
from pipeline.inbox.tls import context

if TYPE_CHECKING:
    from imapclient import IMAPClient

T = TypeVar("T")

SECONDS = 60
"""For which an answer is waited."""
LOST = (OSError, imaplib.IMAP4.abort)
"""What tells that the connection is lost; `ssl.SSLError` and timeouts are kinds of OSError."""
_DELETED, _SEEN, _FLAGGED, _DRAFT = rb"\Deleted", rb"\Seen", rb"\Flagged", rb"\Draft"


def connected(origin: Imap) -> IMAPClient:
    """A connection, logged in.

    Raises:
        OSError, imaplib.IMAP4.abort: the server cannot be reached.
        ConfigurationError: it refuses the user, or its certificate is not to be trusted.
    """
    import ssl

    from imapclient import IMAPClient
    from imapclient.exceptions import LoginError

    word = password(origin)
    try:
        client = IMAPClient(
            origin.host,
            origin.port,
            ssl=origin.tls,
            ssl_context=context(origin) if origin.tls else None,
            timeout=SECONDS,
        )
    except ssl.SSLCertVerificationError as error:
        raise ConfigurationError(
            f"The certificate of {origin.host} is not to be trusted: {error.verify_message}.",
            remedy="Give the certificate of your own authority as `ca`, or the name that the server's bears as `host`.",
        ) from error
    try:
        client.normalise_times = False
        client.login(origin.user, word)
    except LoginError as error:
        client.shutdown()
        raise ConfigurationError(
            f"{origin.host} refuses {origin.user}: {str(error)[:200]}.",
            remedy="Check the user and the password, and whether IMAP is allowed for the account.",
        ) from error
    except LOST:
        client.shutdown()
        raise
    return client


class Mailbox:
    """See `Source`. The connection is made when it is needed, and made anew once where it was lost."""

    messages = True
    pause = 0.0

    def __init__(self, origin: Imap) -> None:
        self._origin = origin
        self._client: IMAPClient | None = None
        self._selected: tuple[str, bool] | None = None
        self._validity = 0
        self._silent_until = 0.0
        """By `time.monotonic`: a hundred messages that wait for the server are not to wait a minute each."""
        self.drafts: Drafts = DraftsFolder(self, origin.drafts)

    def places(self, known: Known) -> Iterator[Place]:
        """See `Source`. What a person has marked for deletion is not new."""
        for folder in self._origin.folders:
            criteria = ["UNDELETED", *(["SINCE", self._origin.since] if self._origin.since else [])]

            def found(client: IMAPClient, folder: str = folder, criteria: list[Any] = criteria) -> list[int]:
                self.select(client, folder, readonly=True, anew=True)
                return sorted(client.search(criteria))

            uids = self.asked(found)
            validity = self._validity
            old = known(self._origin.name, folder, validity)
            for uid in uids:
                if str(uid) not in old:
                    yield Place(self._origin.name, folder, validity, str(uid))

    def fetch(self, place: Place, into: Path) -> str:
        """See `Source`."""
        uid = int(place.uid)

        def fetched(client: IMAPClient) -> dict[bytes, Any]:
            if self.select(client, place.folder, readonly=True) != place.validity:
                raise GoneError(str(place))
            size = client.fetch([uid], ["RFC822.SIZE"]).get(uid, {}).get(b"RFC822.SIZE", 0)
            if size > limits.MAX_FILE_BYTES:
                raise NeverError(f"The message has {size:,} bytes: too large to be read.")
            told: dict[bytes, Any] = client.fetch([uid], ["BODY.PEEK[]", "INTERNALDATE"]).get(uid, {})
            return told

        told = self.asked(fetched)
        content = told.get(b"BODY[]")
        if content is None:
            raise GoneError(str(place))
        into.write_bytes(content)
        came = told.get(b"INTERNALDATE")
        return came.date().isoformat() if isinstance(came, datetime) else ""

    def act(self, place: Place, deed: Deed) -> str:
        """See `Source`. The order is that in which a person may look on: marked first, then moved."""
        uid = int(place.uid)
        flags = [flag for flag, wanted in ((_SEEN, deed.seen), (_FLAGGED, deed.flag)) if wanted]

        def acted(client: IMAPClient) -> str:
            if self.select(client, place.folder) != place.validity:
                raise RenumberedError(str(place))
            there = client.get_flags([uid]).get(uid)
            if there is None or _DELETED in there:
                raise GoneError(str(place))
            if flags:
                client.add_flags([uid], flags, silent=True)
            if not deed.move:
                return ""
            if not client.has_capability("MOVE"):
                return f"The server cannot move messages: it is still in {place.folder}."
            _ensure(client, deed.move)
            client.move([uid], deed.move)
            return ""

        return self.asked(acted)

    def moved(self, folder: str, message_id: str) -> Place | None:
        """See `Source`. Of several that bear the id, the last to come."""

        def found(client: IMAPClient) -> Place | None:
            if not (message_id and client.folder_exists(folder)):
                return None
            validity = self.select(client, folder, readonly=True, anew=True)
            uids = client.search(["UNDELETED", "HEADER", "Message-ID", message_id])
            return Place(self._origin.name, folder, validity, str(max(uids))) if uids else None

        return self.asked(found)

    def folders(self) -> list[str]:
        """The names of all folders, as the configuration must give them."""
        return self.asked(lambda client: sorted(str(name) for _, _, name in client.list_folders()))

    def moves(self) -> bool:
        """Whether the server can move messages (RFC 6851)."""
        return self.asked(lambda client: bool(client.has_capability("MOVE")))

    def close(self) -> None:
        """See `Source`."""
        client, self._client, self._selected = self._client, None, None
        if client:
            try:
                client.logout()
            except (*LOST, imaplib.IMAP4.error):
                client.shutdown()

    def asked(self, question: Callable[[IMAPClient], T]) -> T:
        """The answer to a question, which is put once more over a new connection where the old one was lost.

        Raises:
            UnreachableError: there is no connection to be had.
            RefusedError: the server's answer is no.
        """
        if time.monotonic() < self._silent_until:
            raise UnreachableError(f"{self._origin.host} could not be reached a moment ago.")
        for attempt in (1, 2):
            try:
                if self._client is None:
                    self._client, self._selected = connected(self._origin), None
                return question(self._client)
            except LOST as error:
                if self._client:
                    self._client.shutdown()
                    self._client = None
                if attempt == 2:
                    self._silent_until = time.monotonic() + delay(1)
                    raise UnreachableError(f"{self._origin.host} cannot be reached: {error}.") from error
            except imaplib.IMAP4.error as error:
                raise RefusedError(f"{self._origin.host} says: {str(error)[:200]}.") from error
        raise AssertionError("the second attempt ends the loop")

    def select(self, client: IMAPClient, folder: str, *, readonly: bool = False, anew: bool = False) -> int:
        """Go into a folder; returns its UIDVALIDITY. Reading alone, one goes in without leaving a mark (EXAMINE)."""
        if anew or self._selected != (folder, readonly):
            self._selected = None
            told = client.select_folder(folder, readonly=readonly)
            self._selected = (folder, readonly)
            self._validity = int(told.get(b"UIDVALIDITY", 0))
        return self._validity


class DraftsFolder:
    """See `Drafts`."""

    def __init__(self, mailbox: Mailbox, name: str) -> None:
        self._mailbox = mailbox
        self._name = name

    def state(self) -> str:
        """See `Drafts`: the number that the next message would get (RFC 3501, 2.3.1.1)."""

        def asked(client: IMAPClient) -> str:
            told = client.folder_status(self._folder(client), ["UIDVALIDITY", "UIDNEXT"])
            return f"{told[b'UIDVALIDITY']}:{told[b'UIDNEXT']}"

        return self._mailbox.asked(asked)

    def holds(self, message_id: str) -> bool:
        """See `Drafts`."""

        def asked(client: IMAPClient) -> bool:
            self._mailbox.select(client, self._folder(client), readonly=True, anew=True)
            return bool(client.search(["HEADER", "Message-ID", message_id]))

        return self._mailbox.asked(asked)

    def put(self, draft: bytes) -> None:
        """See `Drafts`. It is not put once more where the connection is lost: it may have come."""

        def asked(client: IMAPClient) -> None:
            folder = self._folder(client)
            try:
                client.append(folder, draft, flags=(_DRAFT,))
            except LOST as error:
                raise UnreachableError("The connection was lost while the draft was put.") from error

        self._mailbox.asked(asked)

    def _folder(self, client: IMAPClient) -> str:
        if not self._name:
            self._name = str(client.find_special_folder(b"\\Drafts") or "")
        if not self._name:
            raise RefusedError("The server names no folder for drafts: give its name as `drafts`.")
        _ensure(client, self._name)
        return self._name


def _ensure(client: IMAPClient, folder: str) -> None:
    """See that there is such a folder, where a person's mail program shows it."""
    if not client.folder_exists(folder):
        client.create_folder(folder)
        client.subscribe_folder(folder)
