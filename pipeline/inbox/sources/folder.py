"""A watched folder: each file and each folder in it is a packet, and is taken when it stands still and is whole."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Folder
from pipeline.inbox.records import Place, uid_of
from pipeline.inbox.sources.source import Deed, Drafts, GoneError, Known, RefusedError, UnreachableError
from pipeline.intake import passed_over

_PATIENCE = 10
"""Times the settling time, after which a PDF without an end is taken as it is."""
_TAIL = 2048
"""Bytes at the end of a PDF among which its last mark stands; programs append line ends and more."""
_UNFINISHED = (".part", ".tmp", ".crdownload", ".download")


class WatchedFolder:
    """See `Source`. What something holds is told by the sizes, times and inodes of its files."""

    messages = False
    drafts: Drafts | None = None

    def __init__(self, origin: Folder, clock: Callable[[], float] = time.time) -> None:
        self._name = origin.name
        self._path = origin.path
        self._settle = origin.settle
        self._clock = clock
        self._looks: dict[str, tuple[int, float]] = {}
        """By name, what was there at the last look and since when."""
        self.pause = 0.0

    def places(self, known: Known) -> Iterator[Place]:
        """See `Source`."""
        now, looks, ready = self._clock(), {}, []
        for item in self._items():
            place = Place(self._name, str(self._path), _holds(item), uid_of(item.name))
            if place.uid in known(place.source, place.folder, place.validity):
                continue
            held, since = self._looks.get(item.name, (None, now))
            since = since if held == place.validity else now
            looks[item.name] = (place.validity, since)
            if held == place.validity and now - since >= self._settle and self._whole(item, now):
                ready.append(place)
        self._looks = looks
        self.pause = self._settle if len(ready) < len(looks) else 0.0
        yield from ready

    def fetch(self, place: Place, into: Path) -> str:
        """See `Source`."""
        item = self._item(place)
        for file in _files(item):
            if not any(passed_over(part) for part in _between(file, item)):
                _copy(file, into / file.relative_to(item) if item.is_dir() else into)
        # What changes while it is copied has not stood still: the next look sees it anew.
        self._item(place)
        return ""

    def act(self, place: Place, deed: Deed) -> str:
        """See `Source`: there is nothing to mark."""
        item = self._item(place)
        if not deed.move:
            return ""
        target = self._path.resolve().parent / deed.move
        try:
            target.mkdir(parents=True, exist_ok=True)
            shutil.move(item, _free(target / item.name))
        except OSError as error:
            raise UnreachableError(f"{target} cannot be written: {error.strerror or error}") from error
        return ""

    def moved(self, folder: str, message_id: str) -> Place | None:
        """See `Source`: it cannot tell."""
        return None

    def close(self) -> None:
        """See `Source`."""

    def _items(self) -> list[Path]:
        try:
            return sorted(item for item in self._path.iterdir() if not passed_over(item))
        except FileNotFoundError as error:
            raise ConfigurationError(
                f"There is no folder {self._path}.", remedy=f"Make it, or mend the path of source {self._name!r}."
            ) from error
        except OSError as error:
            raise UnreachableError(f"{self._path} cannot be read: {error.strerror}") from error

    def _item(self, place: Place) -> Path:
        """The file or the folder, if it still holds what it did."""
        item = self._path / place.name
        if passed_over(item) or _holds(item) != place.validity:
            raise GoneError(str(place))
        return item

    def _whole(self, item: Path, now: float) -> bool:
        """Whether all has come, as far as that can be told; what has stood still for long enough will not get more."""
        files = list(_files(item))
        if not files:
            return False
        if all(_complete(file) for file in files):
            return True
        return now - max(_changed(file) for file in files) >= _PATIENCE * self._settle


def _files(item: Path) -> Iterator[Path]:
    """All files below, without links, in one order."""
    if not item.is_dir():
        yield item
        return
    for path, folders, names in os.walk(item):
        folders.sort()
        yield from (file for name in sorted(names) if not (file := Path(path, name)).is_symlink())


def _holds(item: Path) -> int:
    """A mark of what an item holds; other files, sizes, times or inodes give another."""
    digest = hashlib.sha256()
    for file in _files(item):
        try:
            status = file.lstat()
        except OSError:
            continue
        told = (os.fsencode(file.relative_to(item)), status.st_size, status.st_mtime_ns, status.st_ino)
        digest.update(repr(told).encode())
    return int.from_bytes(digest.digest()[:7], "big")


def _complete(file: Path) -> bool:
    if file.name.lower().endswith(_UNFINISHED):
        return False
    try:
        with file.open("rb") as stream:
            head = stream.read(1024)
            stream.seek(max(os.fstat(stream.fileno()).st_size - _TAIL, 0))
            return bool(head) and (b"%PDF-" not in head or b"%%EOF" in stream.read())
    except OSError:
        return False


def _changed(file: Path) -> float:
    """When the file was last written or renamed, in seconds since 1970; no program can set that back."""
    try:
        return file.lstat().st_ctime
    except OSError:
        return 0.0


def _between(file: Path, item: Path) -> list[Path]:
    """The file, and the folders from an item down to it."""
    return [path for path in (file, *file.parents) if path != item and path.is_relative_to(item)]


def _copy(file: Path, to: Path) -> None:
    try:
        stream = file.open("rb")
    except FileNotFoundError as error:
        raise GoneError(str(file)) from error
    except OSError as error:
        raise RefusedError(f"{file.name} cannot be read: {error.strerror}.") from error
    with stream:
        to.parent.mkdir(parents=True, exist_ok=True)
        with to.open("xb") as out:
            shutil.copyfileobj(stream, out)


def _free(path: Path) -> Path:
    """The path, or one like it under which nothing lies yet."""
    free, count = path, 2
    while free.exists() or free.is_symlink():
        free = path.with_name(f"{path.stem} ({count}){path.suffix}")
        count += 1
    return free
