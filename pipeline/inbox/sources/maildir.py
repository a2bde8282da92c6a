"""A Maildir: a message is a file, in `new` until a mail program has seen it, then in `cur` with its marks in its name."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Maildir
from pipeline.inbox.records import Place, uid_of
from pipeline.inbox.sources.source import Deed, Drafts, GoneError, Known, RefusedError, UnreachableError

_INFO = ":2,"
_TRASHED = "T"


class MaildirSource:
    """See `Source`."""

    messages = True
    pause = 0.0
    drafts: Drafts | None = None

    def __init__(self, origin: Maildir) -> None:
        self._origin = origin

    def places(self, known: Known) -> Iterator[Place]:
        """See `Source`. What a person has marked for deletion is not new."""
        folder = str(self._origin.path)
        old = known(self._origin.name, folder, 0)
        for file in sorted(self._files(), key=lambda file: file.name):
            base, marks = _parts(file)
            if uid_of(base) not in old and _TRASHED not in marks:
                yield Place(self._origin.name, folder, 0, uid_of(base))

    def fetch(self, place: Place, into: Path) -> str:
        """See `Source`."""
        file = self._file(place)
        try:
            stream = file.open("rb")
        except FileNotFoundError as error:
            raise GoneError(str(place)) from error
        except OSError as error:
            raise RefusedError(f"{file} cannot be read: {error.strerror}.") from error
        with stream, into.open("xb") as out:
            shutil.copyfileobj(stream, out)
            came = os.fstat(stream.fileno()).st_mtime
        return datetime.fromtimestamp(came, UTC).date().isoformat()

    def act(self, place: Place, deed: Deed) -> str:
        """See `Source`. Marks and folder change in one step, by the name of the file."""
        file = self._file(place)
        base, marks = _parts(file)
        if _TRASHED in marks:
            raise GoneError(str(place))
        marks = "".join(sorted({*marks, *("S" if deed.seen else ""), *("F" if deed.flag else "")}))
        folder = (
            self._origin.path / f".{re.sub(r'[/.]+', '.', deed.move).strip('.')}" if deed.move else self._origin.path
        )
        target = folder / "cur" / f"{base}{_INFO}{marks}"
        try:
            for name in ("tmp", "new", "cur"):
                (folder / name).mkdir(parents=True, exist_ok=True)
            file.rename(target)
        except FileNotFoundError as error:
            raise GoneError(str(place)) from error
        except OSError as error:
            raise UnreachableError(f"{target} cannot be written: {error.strerror}.") from error
        return ""

    def moved(self, folder: str, message_id: str) -> Place | None:
        """See `Source`: it cannot tell."""
        return None

    def close(self) -> None:
        """See `Source`."""

    def _files(self) -> list[Path]:
        folders = [self._origin.path / name for name in ("new", "cur")]
        if not all(folder.is_dir() for folder in folders):
            raise ConfigurationError(
                f"{self._origin.path} is no Maildir: it has no folders `new` and `cur`.",
                remedy=f"Mend the path of source {self._origin.name!r}.",
            )
        try:
            files = [file for folder in folders for file in folder.iterdir()]
        except OSError as error:
            raise UnreachableError(f"{self._origin.path} cannot be read: {error.strerror}.") from error
        return [file for file in files if file.is_file() and not file.is_symlink() and not file.name.startswith(".")]

    def _file(self, place: Place) -> Path:
        """The file as it is called now: mail programs change the marks in its name."""
        found = next((file for file in self._files() if _parts(file)[0] == place.name), None)
        if found is None:
            raise GoneError(str(place))
        return found


def _parts(file: Path) -> tuple[str, str]:
    """The name of a message that it keeps, and its marks."""
    base, _, marks = file.name.partition(_INFO)
    return base, marks
