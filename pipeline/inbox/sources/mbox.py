"""An mbox: one file of messages, each behind a line that begins with `From `. It is only read.

The line ends may be CRLF, and a byte order mark may stand before the first line: the standard library's `mailbox` loses
messages to both.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pipeline import limits
from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Mbox
from pipeline.inbox.records import Place
from pipeline.inbox.sources.source import Deed, Drafts, GoneError, Known, NeverError, UnreachableError

_BOM = b"\xef\xbb\xbf"
_FROM = re.compile(rb"From \S+.*\d{4}")
"""As mail programs write it, with a year at the end; a line of text that begins so they write as `>From `."""
_QUOTED = re.compile(rb">+From ")


class MboxSource:
    """See `Source`."""

    messages = True
    pause = 0.0
    drafts: Drafts | None = None

    def __init__(self, origin: Mbox) -> None:
        self._origin = origin
        self._scanned: tuple[tuple[int, int], list[str]] | None = None

    def places(self, known: Known) -> Iterator[Place]:
        """See `Source`."""
        folder = str(self._origin.path)
        old = known(self._origin.name, folder, 0)
        yield from (Place(self._origin.name, folder, 0, uid) for uid in self._uids() if uid not in old)

    def fetch(self, place: Place, into: Path) -> str:
        """See `Source`."""
        start, length, digest = place.uid.split("-")
        if int(length) > limits.MAX_FILE_BYTES:
            raise NeverError(f"The message has {int(length):,} bytes: too large to be read.")
        with self._opened() as stream:
            stream.seek(int(start))
            content = stream.read(int(length))
        if hashlib.sha256(content).hexdigest()[:16] != digest:
            raise GoneError(str(place))
        lines = content.splitlines(keepends=True)[1:]
        into.write_bytes(b"".join(line[1:] if _QUOTED.match(line) else line for line in lines))
        return ""

    def act(self, place: Place, deed: Deed) -> str:
        """See `Source`: a file that a mail program may write to at any time is left as it is."""
        return ""

    def moved(self, folder: str, message_id: str) -> Place | None:
        """See `Source`: it cannot tell."""
        return None

    def close(self) -> None:
        """See `Source`."""

    def _uids(self) -> list[str]:
        """Where each message begins, how long it is, and a digest of it: what is rewritten has other uids."""
        with self._opened() as stream:
            status = self._origin.path.stat()
            mark = (status.st_size, status.st_mtime_ns)
            if self._scanned is None or self._scanned[0] != mark:
                self._scanned = (mark, list(self._scan(stream)))
            return self._scanned[1]

    def _scan(self, stream: BinaryIO) -> Iterator[str]:
        start = at = len(_BOM) if stream.read(3) == _BOM else 0
        stream.seek(at)
        digest, blank = hashlib.sha256(), True
        for line in stream:
            opens = blank and bool(_FROM.match(line))
            if at == start and not opens:
                raise ConfigurationError(
                    f"{self._origin.path} is no mbox: it does not begin with a line `From ...`.",
                    remedy=f"Mend the path of source {self._origin.name!r}.",
                )
            if opens and at > start:
                yield f"{start}-{at - start}-{digest.hexdigest()[:16]}"
                start, digest = at, hashlib.sha256()
            digest.update(line)
            at += len(line)
            blank = not line.strip()
        if at > start:
            yield f"{start}-{at - start}-{digest.hexdigest()[:16]}"

    def _opened(self) -> BinaryIO:
        path: Path = self._origin.path
        try:
            return path.open("rb")
        except FileNotFoundError as error:
            raise ConfigurationError(
                f"There is no file {path}.", remedy=f"Mend the path of source {self._origin.name!r}."
            ) from error
        except OSError as error:
            raise UnreachableError(f"{path} cannot be read: {error.strerror}.") from error
