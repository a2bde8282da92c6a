"""From what was handed in, a file or a folder, to the members of a packet.

A member's kind is told from its content, never from its name. Files that hold other files (messages, archives, PDFs
with attachments) are opened, and what they hold goes through the same door again.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pipeline import containers, limits
from pipeline.containers import HOLDERS, Inner
from pipeline.errors import UsageError
from pipeline.kinds import described, kind_of
from pipeline.packetids import packet_id
from pipeline.records import Kind, Member, Problem, Submission

Opener = Callable[[Kind, Path, Path], Iterable[Inner]]
"""From a file's kind, its path and a folder: what the file holds, laid into the folder as `containers.opened` does."""

_SKIPPED = re.compile(r"^\.(?!\.)|^~\$|\.part$|\.tmp$|^(thumbs\.db|desktop\.ini)$", re.IGNORECASE)
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\<>:"|?*]')


def submission(path: Path, spool: Path, opener: Opener = containers.opened) -> Submission:
    """Take in a file, or a folder with all its subfolders, in order of name.

    Hidden and unfinished files (`.x`, `x.part`, `x.tmp`, `~$x`) and symbolic links are passed over, and the same file
    is taken once. What cannot be read is a member of `Kind.UNREADABLE` with a `Problem`.

    Args:
        path: the file or the folder.
        spool: an empty folder for the files taken out of others; to be kept as long as the members are read.
        opener: takes them out.

    Raises:
        UsageError: nothing is there, or the folder holds no file.
    """
    require(path)
    tray = _Tray(spool, opener)
    files = [path] if path.is_file() else list(_walk(path, path, tray))
    if not files and not tray.problems:
        raise UsageError(f"The folder {path} holds no file.", remedy="Give the folder that holds the packet's PDFs.")
    root = path.parent if path.is_file() else path
    for file in files:
        tray.add(_shown(file, root), file, source=str(file.relative_to(root)))
    members = sorted(tray.members, key=lambda member: member.name)
    return Submission(packet_id(path), tuple(members), tray.all_problems())


def require(path: Path) -> None:
    """See that there is a file or a folder to take in.

    Raises:
        UsageError: there is none.
    """
    try:
        path.stat()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"There is no file or folder {path} to be read.", remedy="Check the name, or put it in quotes."
        ) from error
    if not (path.is_file() or path.is_dir()):
        raise UsageError(f"{path} is neither a file nor a folder.", remedy="Give the packet's file or folder.")


def passed_over(path: Path) -> bool:
    """Whether something in a folder is no part of a packet: hidden, unfinished, a link, or neither file nor folder."""
    return bool(_SKIPPED.search(path.name)) or path.is_symlink() or not (path.is_file() or path.is_dir())


def safe_name(name: str) -> str:
    """Make one part of a file's name safe to show and to write: no control or direction marks, no separators."""
    shown = "".join(c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    shown = _UNSAFE.sub("_", shown).strip(". ")
    if len(shown) > limits.MAX_NAME:
        _, dot, ending = shown.rpartition(".")
        keep = f".{ending}" if dot and len(ending) <= 8 else ""
        shown = shown[: limits.MAX_NAME - len(keep)].rstrip() + keep
    return shown or "unnamed"


@dataclass
class _Tray:
    """The members as they come in, each under a name of its own."""

    spool: Path
    opener: Opener
    members: list[Member] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    by_content: dict[str, str] = field(default_factory=dict)
    """By its SHA-256, the name under which a file came first."""
    size: int = 0
    taken: int = 0
    dropped: list[str] = field(default_factory=list)
    folders: int = 0

    def add(self, name: str, file: Path, *, source: str, within: str = "", depth: int = 0) -> None:
        """Take in one file, and what it holds."""
        name = self._unique(name)
        try:
            size = file.stat().st_size
            if size > limits.MAX_FILE_BYTES:
                self.refuse(name, "too-large", f"{name} has {size:,} bytes: too large to be read.")
                return
            self.size += size
            self.taken += 1
            if self.taken > limits.MAX_MEMBERS or self.size > limits.MAX_PACKET_BYTES:
                self.dropped.append(name)
                return
            kind, digest = kind_of(file), _sha256(file)
        except OSError as error:
            self.refuse(name, "unreadable-file", f"{name} could not be opened: {error.strerror}.")
            return
        first = self.by_content.setdefault(digest, name)
        if size and first != name:
            self.problems.append(Problem("duplicate", f"{name} is the same file as {first}, and was read once.", name))
            return
        if kind is not Kind.ARCHIVE:
            self.members.append(Member(name, kind, file, digest, source, within))
        if kind is Kind.UNREADABLE:
            self._explain(name, file, size)
        elif kind in HOLDERS:
            self._open(name, kind, file, source, depth)

    def all_problems(self) -> tuple[Problem, ...]:
        """What went wrong, with one problem for all the files beyond the limits."""
        if not self.dropped:
            return tuple(self.problems)
        message = (
            f"The packet is too large: from {self.dropped[0]} on, {len(self.dropped):,} of its files were left unread."
        )
        return (*self.problems, Problem("packet-too-large", message, hides_content=True))

    def refuse(self, name: str, code: str, message: str) -> None:
        """Name a file that was not taken in."""
        self.problems.append(Problem(code, message, file=name, hides_content=True))

    def _open(self, name: str, kind: Kind, file: Path, source: str, depth: int) -> None:
        self.folders += 1
        folder = self.spool / str(self.folders)
        folder.mkdir()
        number = 0
        for inner in self.opener(kind, file, folder):
            inside = f"{name}/{safe_name(inner.name)}"
            if inner.fault:
                told = inside if inner.name else name
                self.refuse(told, inner.fault, f"{told} {inner.why}")
                continue
            lies = folder / str(number)
            number += 1
            if depth >= limits.MAX_NESTING:
                self.refuse(inside, "nested-too-deep", f"{inside} was left unread: too many files within files.")
            elif lies.is_symlink() or not lies.is_file():
                self.refuse(inside, "unreadable-file", f"{inside} could not be taken out.")
            else:
                self.add(inside, lies, source=source, within=name, depth=depth + 1)

    def _explain(self, name: str, file: Path, size: int) -> None:
        if size:
            self.refuse(name, "not-readable", f"{name} is {described(file)}: a person must open it, or ask for a PDF.")
        else:
            self.refuse(name, "empty-file", f"{name} is empty: it was perhaps not sent whole.")

    def _unique(self, name: str) -> str:
        stem, dot, ending = name.rpartition(".")
        if not dot or "/" in ending:
            stem, ending = name, ""
        wanted, count = name, 2
        while wanted.casefold() in self.names:
            wanted = f"{stem} ({count}){dot}{ending}" if ending else f"{stem} ({count})"
            count += 1
        self.names.add(wanted.casefold())
        return wanted


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _shown(file: Path, root: Path) -> str:
    return "/".join(safe_name(part) for part in file.relative_to(root).parts) or safe_name(root.name)


def _walk(folder: Path, root: Path, tray: _Tray) -> Iterator[Path]:
    name = _shown(folder, root)
    if len(folder.relative_to(root).parts) > limits.MAX_FOLDERS:
        tray.refuse(name, "nested-too-deep", f"The folder {name} was left unread: too many folders within folders.")
        return
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        tray.refuse(name, "unreadable-file", f"The folder {name} could not be opened: {error.strerror}.")
        return
    for entry in entries:
        if passed_over(entry):
            continue
        if entry.is_dir():
            yield from _walk(entry, root, tray)
        else:
            yield entry
