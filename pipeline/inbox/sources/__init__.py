"""Where messages come from."""

from __future__ import annotations

from pipeline.inbox.config import Folder, Imap, Maildir, Origin
from pipeline.inbox.sources.source import (
    Deed,
    Drafts,
    GoneError,
    Known,
    NeverError,
    RefusedError,
    RenumberedError,
    Source,
    UnreachableError,
)

__all__ = [
    "Deed",
    "Drafts",
    "GoneError",
    "Known",
    "NeverError",
    "RefusedError",
    "RenumberedError",
    "Source",
    "UnreachableError",
    "opened",
]


def opened(origin: Origin) -> Source:
    """The source that the configuration describes; it is reached when it is first asked for something."""
    if isinstance(origin, Imap):
        from pipeline.inbox.sources.imap import Mailbox

        return Mailbox(origin)
    if isinstance(origin, Folder):
        from pipeline.inbox.sources.folder import WatchedFolder

        return WatchedFolder(origin)
    if isinstance(origin, Maildir):
        from pipeline.inbox.sources.maildir import MaildirSource

        return MaildirSource(origin)
    from pipeline.inbox.sources.mbox import MboxSource

    return MboxSource(origin)
