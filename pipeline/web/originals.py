"""The files that a report was made from, found again by their content, so that nothing but these is ever shown."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote_to_bytes

from pipeline import intake
from pipeline.errors import UsageError
from pipeline.kinds import kind_of
from pipeline.records import Member
from pipeline.sandbox import Reader


@dataclass(frozen=True)
class Source:
    """A file that a report names."""

    name: str
    path: Path | None
    """Where it lay when it was audited, or the file that it was taken out of; None where the report does not say."""
    inside: bool
    """It was taken out of another."""
    sha256: str


def source(file: dict[str, Any], folder: Path) -> Source:
    """One of a report's `packet.files`; its link leads from the report's folder."""
    link = file["link"]
    path = None if link is None else folder / os.fsdecode(unquote_to_bytes(link))
    return Source(file["name"], path, bool(file["within"]), file["sha256"])


@contextmanager
def original(wanted: Source, reader: Reader) -> Iterator[Member | None]:
    """The file as intake gives it, in the block; None where it is gone, or is no longer what was audited.

    Where it lies in another, the reader takes it out of that.
    """
    with TemporaryDirectory(prefix="muster-") as spool:
        try:
            found = _found(wanted, Path(spool), reader)
        except (OSError, ValueError, UsageError):
            found = None
        yield found


def _found(wanted: Source, spool: Path, reader: Reader) -> Member | None:
    path = wanted.path
    if path is None or not path.is_file():
        return None
    if wanted.inside:
        members = intake.submission(path, spool, reader.opened).members
        return next((member for member in members if member.sha256 == wanted.sha256), None)
    status = path.stat()
    if _sha256(path, status.st_mtime_ns, status.st_size) != wanted.sha256:
        return None
    return Member(wanted.name, kind_of(path), path, wanted.sha256)


@lru_cache(maxsize=1000)
def _sha256(path: Path, _changed: int, _size: int) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
