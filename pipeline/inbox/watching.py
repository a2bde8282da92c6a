"""`--watch`: looks again and again, at once where a server says that something came."""

from __future__ import annotations

import imaplib
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from pipeline.batch import session
from pipeline.errors import MusterError
from pipeline.inbox.config import Config, Imap
from pipeline.inbox.records import Message
from pipeline.inbox.retrying import delay
from pipeline.inbox.running import Inbox
from pipeline.inbox.sources.imap import LOST, connected

if TYPE_CHECKING:
    from imapclient import IMAPClient

_RENEWED = 25 * 60
"""Seconds after which IDLE is begun anew: servers may end it after half an hour (RFC 2177)."""


def watch(
    config: Config,
    told: Callable[[Message], None],
    fault: Callable[[str], None],
    *,
    command: Sequence[str] = session.WORKER,
) -> None:
    """Works until somebody stops it; KeyboardInterrupt goes through.

    Args:
        config: what to look at and what to do.
        told: is called with each message when it is done, ignored, or waits.
        fault: is called with what is wrong, once until it changes.
        command: starts the process that audits.
    """
    rung = threading.Event()
    complained: set[str] = set()
    failures = 0
    with Inbox(config, told, command=command) as inbox, _listening(config, rung):
        while True:
            rung.clear()
            try:
                faults = inbox.look()
                failures = 0
            except MusterError as error:
                faults = [f"{error} {error.remedy}"]
                failures += 1
            for sentence in faults:
                if sentence not in complained:
                    fault(sentence)
            complained = {*complained, *faults} if faults else set()
            rung.wait(delay(failures) if failures else min(config.poll, inbox.pause or config.poll))


@contextmanager
def _listening(config: Config, rung: threading.Event) -> Iterator[None]:
    """A listener to each folder of each server, which sets the event when something came."""
    mailboxes = [origin for origin in config.source if isinstance(origin, Imap)]
    listeners = [Listener(origin, folder, rung) for origin in mailboxes for folder in origin.folders]
    for listener in listeners:
        listener.start()
    try:
        yield
    finally:
        for listener in listeners:
            listener.stop()


_GRACE = 2
"""Seconds in which a listener ends that is still connecting; it keeps nothing that could be lost."""


class Listener(threading.Thread):
    """Waits in one folder for the server's word (IDLE, RFC 2177), over a connection of its own."""

    def __init__(self, origin: Imap, folder: str, rung: threading.Event) -> None:
        """Prepare; `rung` is set when something came, or may have come while nobody listened."""
        super().__init__(name=f"idle {origin.name} {folder}", daemon=True)
        self._origin = origin
        self._folder = folder
        self._rung = rung
        self._stopped = threading.Event()
        self._client: IMAPClient | None = None

    def run(self) -> None:
        """Listens, and connects anew where the connection is lost, after a while that grows."""
        failures = 0
        while not self._stopped.is_set():
            try:
                client = self._client = connected(self._origin)
                if not client.has_capability("IDLE"):
                    return
                client.select_folder(self._folder, readonly=True)
                failures = 0
                self._rung.set()
                self._listen(client)
            except (*LOST, imaplib.IMAP4.error, MusterError):
                failures += 1
                self._stopped.wait(delay(failures))
            finally:
                if self._client:
                    self._client.shutdown()

    def stop(self) -> None:
        """End the thread."""
        self._stopped.set()
        if self._client:
            with suppress(OSError):
                self._client.socket().shutdown(socket.SHUT_RDWR)
        self.join(_GRACE)

    def _listen(self, client: IMAPClient) -> None:
        while not self._stopped.is_set():
            client.idle()
            said = client.idle_check(timeout=_RENEWED)
            client.idle_done()
            if any(b"EXISTS" in line for line in said):
                self._rung.set()
