"""From what was handed in, a file or a folder, to the members of a packet.

A member's kind is told from its content, never from its name. Files that hold other files (messages, archives, PDFs
with attachments) have an opener in `OPENERS`; what it gives goes through the same door again.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pipeline import limits
from pipeline.containers import Inner, archived, attached, embedded
from pipeline.errors import UsageError
from pipeline.packetids import packet_id
from pipeline.records import Kind, Member, Problem, Submission

OPENERS: dict[Kind, Callable[[bytes], Iterator[Inner]]] = {Kind.EMAIL: attached, Kind.PDF: embedded}
"""For each kind of file that may hold others: a function from its bytes to what it holds."""

_SKIPPED = re.compile(r"^\.|^~\$|\.part$|\.tmp$|^(thumbs\.db|desktop\.ini)$", re.IGNORECASE)
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\<>:"|?*]')
_HEADER = re.compile(
    rb"^(from|to|subject|date|message-id|received|return-path|mime-version|delivered-to|content-type|reply-to|x-[\w-]+):",
    re.IGNORECASE | re.MULTILINE,
)
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF87a", b"GIF89a", b"BM")
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06")


def submission(path: Path) -> Submission:
    """Take in a file, or a folder with all its subfolders, in order of name.

    Hidden and unfinished files (`.x`, `x.part`, `x.tmp`, `~$x`) and symbolic links are passed over. What cannot be read
    is a member of `Kind.UNREADABLE` with a `Problem`.

    Raises:
        UsageError: nothing is there, or the folder holds no file.
    """
    require(path)
    tray = _Tray()
    files = [path] if path.is_file() else list(_walk(path, path, tray))
    if not files and not tray.problems:
        raise UsageError(f"The folder {path} holds no file.", remedy="Give the folder that holds the packet's PDFs.")
    root = path.parent if path.is_file() else path
    for file in files:
        name = _shown(file, root)
        try:
            size = file.stat().st_size
            data = file.read_bytes() if size <= limits.MAX_FILE_BYTES else None
        except OSError as error:
            tray.refuse(name, "unreadable-file", f"{name} could not be opened: {error.strerror}.")
            continue
        if data is None:
            tray.refuse(name, "too-large", f"{name} has {size:,} bytes: too large to be read.")
        else:
            tray.add(name, data, source=str(file.relative_to(root)))
    members = sorted(tray.members, key=lambda member: member.name)
    return Submission(packet_id(path), tuple(members), tuple(tray.problems))


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


def kind_of(data: bytes) -> Kind:
    """Tell what a file is from its first bytes."""
    head = data[:1024]
    if b"%PDF-" in head:
        return Kind.PDF
    if head.startswith(_IMAGES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return Kind.IMAGE
    start = data[:4096].lstrip(b"\xef\xbb\xbf\r\n")
    first_lines = start.split(b"\n\n", 1)[0].split(b"\r\n\r\n", 1)[0]
    if re.match(rb"(From [^\n]+\n)?[A-Za-z][\w-]*:", start) and len(_HEADER.findall(first_lines)) >= 2:
        return Kind.EMAIL
    return Kind.TEXT if _is_text(data) else Kind.UNREADABLE


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

    members: list[Member] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    size: int = 0

    def add(self, name: str, data: bytes, *, source: str, within: str = "", depth: int = 0) -> None:
        """Take in one file, and what it holds."""
        name = self._unique(name)
        self.size += len(data)
        if len(self.members) >= limits.MAX_MEMBERS or self.size > limits.MAX_PACKET_BYTES:
            self.refuse(name, "packet-too-large", f"{name} was left unread: the packet is too large.")
            return
        archive = data.startswith(_ARCHIVES)
        kind = kind_of(data)
        if not archive or not data:
            self.members.append(Member(name, kind, data, hashlib.sha256(data).hexdigest(), source, within))
        if kind is Kind.UNREADABLE and not archive:
            self._explain(name, data)
        opener = archived if archive else OPENERS.get(kind)
        if opener is not None:
            self._open(name, opener(data), source, depth)

    def refuse(self, name: str, code: str, message: str) -> None:
        """Name a file that was not taken in."""
        self.problems.append(Problem(code, message, file=name, hides_content=True))

    def _open(self, name: str, inner: Iterable[Inner], source: str, depth: int) -> None:
        for part in _unnested(inner):
            inside = f"{name}/{safe_name(part.name)}"
            if part.fault:
                self.refuse(inside if part.name else name, part.fault, f"{inside if part.name else name} {part.why}")
            elif depth >= limits.MAX_NESTING:
                self.refuse(inside, "nested-too-deep", f"{inside} was left unread: too many files within files.")
            else:
                self.add(inside, part.data, source=source, within=name, depth=depth + 1)

    def _explain(self, name: str, data: bytes) -> None:
        if data:
            message = f"{name} is neither a PDF, a picture, a message nor plain text: a person must open it."
        else:
            message = f"{name} is empty: it was perhaps not sent whole."
        self.problems.append(Problem("not-readable" if data else "empty-file", message, file=name, hides_content=True))

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


def _unnested(inner: Iterable[Inner]) -> Iterator[Inner]:
    """The same, ended where a message's parts lie so deep in each other that the parser gives up."""
    try:
        yield from inner
    except RecursionError:
        yield Inner("", fault="nested-too-deep", why="could not be taken apart: too many parts within parts.")


def _shown(file: Path, root: Path) -> str:
    return "/".join(safe_name(part) for part in file.relative_to(root).parts) or safe_name(root.name)


def _walk(folder: Path, root: Path, tray: _Tray) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    except OSError as error:
        name = _shown(folder, root)
        tray.refuse(name, "unreadable-file", f"The folder {name} could not be opened: {error.strerror}.")
        return
    for entry in entries:
        if _SKIPPED.search(entry.name) or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _walk(entry, root, tray)
        elif entry.is_file():
            yield entry


def _is_text(data: bytes) -> bool:
    sample = data[:65536]
    if not sample.strip() or b"\x00" in sample:
        return False
    controls = sum(byte < 9 or 13 < byte < 32 for byte in sample)
    return controls * 200 <= len(sample)
