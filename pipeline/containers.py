"""Files that hold other files: messages, PDFs with attachments, archives. What is inside is laid into a folder.

This works on hostile bytes: an audit calls it in the contained process (`sandbox`), and trusts nothing that it says.
"""

from __future__ import annotations

import email
import errno
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage, Message
from pathlib import Path
from typing import IO

from pipeline import limits
from pipeline.kinds import TNEF
from pipeline.records import Kind

HOLDERS = frozenset({Kind.EMAIL, Kind.PDF, Kind.ARCHIVE, Kind.WORD})
"""The kinds of files that may hold others."""
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Inner:
    """A file found within another."""

    name: str
    """As it is called there; not yet safe."""
    fault: str = ""
    """A problem's code, where it could not be taken out."""
    why: str = ""
    """The problem in words that follow the file's name."""


_ARCHIVE_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
)


def opened(kind: Kind, path: Path, into: Path, passwords: tuple[str, ...] = ()) -> Iterator[Inner]:
    """Take out what a file holds: the n-th that has no fault is laid into the folder under the name n, from 0."""
    spool = _Spool(into)
    try:
        if kind is Kind.EMAIL:
            yield from _attached(path.read_bytes(), spool)
        elif kind is Kind.ARCHIVE:
            yield from _winmail(path, spool) if _begins(path, TNEF) else _archived(path, spool, _is_file)
        elif kind is Kind.WORD:
            yield from _archived(path, spool, _is_picture)
        elif kind is Kind.PDF:
            yield from _embedded(path, spool, passwords)
    except RecursionError:
        yield Inner("", fault="nested-too-deep", why="could not be taken apart: too many parts within parts.")


class _Spool:
    """The folder into which files are laid as they are taken out, each under its number."""

    def __init__(self, into: Path) -> None:
        self._into = into
        self._count = 0
        self._size = 0

    def keep(self, name: str, source: IO[bytes]) -> Inner:
        """Lay in one file, unless it is larger than is taken on."""
        room = min(limits.MAX_FILE_BYTES, limits.MAX_PACKET_BYTES - self._size)
        target = self._into / str(self._count)
        size = 0
        try:
            with target.open("xb") as out:
                while size <= room and (chunk := source.read(_CHUNK)):
                    size += len(chunk)
                    out.write(chunk[: room - size] if size > room else chunk)
        except OSError as error:
            if error.errno != errno.EFBIG:
                raise
            size = room + 1
        if size > room:
            target.unlink()
            return Inner(name, fault="too-large", why="is too large to be unpacked.")
        self._size += size
        self._count += 1
        return Inner(name)


def _too_many(count: int) -> str:
    return f"holds {count:,} files: only the first {limits.MAX_MEMBERS} were read."


def _attached(data: bytes, spool: _Spool) -> Iterator[Inner]:
    """Give the attachments of a message (RFC 5322), and the messages within it without looking into them."""
    numbered = enumerate(_own_parts(parse(data)), start=1)
    parts = [(count, part) for count, part in numbered if not _is_body(part)]
    if len(parts) > limits.MAX_MEMBERS:
        yield Inner("", fault="packet-too-large", why=_too_many(len(parts)))
    messages = 1
    for count, part in parts[: limits.MAX_MEMBERS]:
        name = _file_name(part)
        if part.get_content_type() == "message/rfc822":
            messages += 1
            inner = part.get_payload()
            if isinstance(inner, list) and inner and isinstance(inner[0], Message):
                yield spool.keep(name or f"message-{messages}.eml", io.BytesIO(inner[0].as_bytes()))
            continue
        content = part.get_payload(decode=True)
        if isinstance(content, bytes) and content:
            yield spool.keep(name or f"attachment-{count}", io.BytesIO(content))
        elif name:
            yield Inner(name, fault="empty-file", why="is empty: it was perhaps not sent whole.")


def bodies(data: bytes) -> list[tuple[str, str]]:
    """Give the texts of a message itself, each with its content type (`text/plain` or `text/html`)."""
    found = []
    for part in _own_parts(parse(data)):
        if _is_body(part):
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                found.append((part.get_content_type(), decode(content, part.get_content_charset())))
    return found


def parse(data: bytes) -> EmailMessage:
    """Parse a message, whatever its faults."""
    return email.message_from_bytes(data.lstrip(b"\xef\xbb\xbf\r\n"), policy=policy.default)


def decode(content: bytes, charset: str | None = None) -> str:
    """Turn bytes into text by the charset they claim, else UTF-8, else Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        charset = "utf-16"
    for name in (charset, "utf-8-sig", "cp1252"):
        try:
            text = content.decode(name) if name else content.decode("utf-8-sig")
            text.encode()
            return text
        except (ValueError, LookupError):
            continue
    return content.decode("latin-1")


def _embedded(path: Path, spool: _Spool, passwords: tuple[str, ...]) -> Iterator[Inner]:
    """Give the files embedded in a PDF; nothing where the PDF cannot be opened, which reading will say."""
    import pypdfium2

    from pipeline.pdffile import unlocked

    try:
        document = unlocked(path, passwords)
    except pypdfium2.PdfiumError:
        return
    try:
        count = document.count_attachments()
        if count > limits.MAX_MEMBERS:
            yield Inner("", fault="packet-too-large", why=_too_many(count))
        for index in range(min(count, limits.MAX_MEMBERS)):
            try:
                attachment = document.get_attachment(index)
                name = attachment.get_name() or f"embedded-{index + 1}"
                yield spool.keep(name, io.BytesIO(bytes(attachment.get_data())))
            except pypdfium2.PdfiumError:
                yield Inner(f"embedded-{index + 1}", fault="damaged-attachment", why="is embedded, and damaged.")
    finally:
        document.close()


def _is_file(info: zipfile.ZipInfo) -> bool:
    return not info.is_dir() and not info.filename.startswith("__MACOSX/")


def _is_picture(info: zipfile.ZipInfo) -> bool:
    """Whether a part of a Word document is a picture; drawings in Windows' own form are ornaments of its programs."""
    return bool(re.fullmatch(r"word/media/[^/]+\.(?:png|jpe?g|tiff?|gif|bmp)", info.filename, re.IGNORECASE))


def _archived(path: Path, spool: _Spool, wanted: Callable[[zipfile.ZipInfo], bool]) -> Iterator[Inner]:
    """Give the files in a ZIP archive, up to the limits; a member that lies about its size is cut off there."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [info for info in archive.infolist() if wanted(info)]
            if len(members) > limits.MAX_MEMBERS:
                yield Inner("", fault="packet-too-large", why=_too_many(len(members)))
            for info in members[: limits.MAX_MEMBERS]:
                name = info.filename.replace("\\", "/").rstrip("/").rpartition("/")[2]
                if info.flag_bits & 1:
                    yield Inner(name, fault="encrypted", why="is locked with a password.")
                    continue
                with archive.open(info) as stream:
                    yield spool.keep(name, stream)
    except _ARCHIVE_FAULTS:
        yield Inner("", fault="damaged-archive", why="is an archive that could not be opened to its end.")


def _begins(path: Path, sign: bytes) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(sign)) == sign


def _winmail(path: Path, spool: _Spool) -> Iterator[Inner]:
    """Give what Outlook has put into a winmail.dat: the message's own text, where it is there, and its attachments."""
    try:
        import tnefparse
    except ModuleNotFoundError:
        yield Inner(
            "", fault="not-readable", why="is Outlook's own kind of archive: it takes the extra winmail to open it."
        )
        return
    try:
        opened = tnefparse.TNEF(path.read_bytes())
        body = opened.body
        if body:
            yield spool.keep("message.txt", io.BytesIO(body.encode() if isinstance(body, str) else bytes(body)))
        for count, attachment in enumerate(opened.attachments[: limits.MAX_MEMBERS], start=1):
            yield spool.keep(attachment.long_filename() or f"attachment-{count}", io.BytesIO(bytes(attachment.data)))
    except Exception:  # the library raises what it happens to meet in a damaged file
        yield Inner("", fault="damaged-archive", why="is an archive that could not be opened to its end.")


def _own_parts(message: Message) -> list[Message]:
    """The leaves of one message, without those of the messages within it."""
    if message.get_content_type() == "message/rfc822" or not message.is_multipart():
        return [message]
    payload = message.get_payload()
    assert isinstance(payload, list)
    return [leaf for part in payload if isinstance(part, Message) for leaf in _own_parts(part)]


def _is_body(part: Message) -> bool:
    if part.get_content_type() not in ("text/plain", "text/html"):
        return False
    return not _file_name(part) and "attachment" not in str(part.get("Content-Disposition", "")).lower()


def _file_name(part: Message) -> str:
    try:
        return part.get_filename() or ""
    except (IndexError, AttributeError, ValueError, TypeError, LookupError):
        return ""
