"""What a file is, by its content: never by its name, nor by what a message declares it to be."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.records import Kind

_LOOKED_AT = 65_536
"""Bytes at the head of a file, and as many at its end, that tell its kind."""
_HEADER = re.compile(
    rb"^(from|to|subject|date|message-id|received|return-path|mime-version|delivered-to|content-type|reply-to|x-[\w-]+):",
    re.IGNORECASE | re.MULTILINE,
)
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF87a", b"GIF89a", b"BM")
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06")
TNEF = b"\x78\x9f\x3e\x22"
"""Outlook's own kind of archive, winmail.dat (MS-OXTNEF)."""
_OFFICE = b"[Content_Types].xml"
"""In every Office file of the kind that is a ZIP archive inside (ECMA-376)."""
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis"
_COMPOUND = b"\xd0\xcf\x11\xe0"
_LOCKED_OFFICE = "EncryptedPackage".encode("utf-16-le")
"""In the directory of every Office file that is locked with a password (MS-OFFCRYPTO)."""
_UNREAD = (
    (_COMPOUND, "an old Office file"),
    (b"{\\rtf", "an RTF file"),
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"AC10", "an AutoCAD drawing"),
    (b"PK", "an Office file other than a Word document"),
)


def kind_of(path: Path) -> Kind:
    """Tell what a file is from its first bytes, and an archive's from its last, where it lists its members.

    Raises:
        OSError: it cannot be read.
    """
    head, tail = _ends(path)
    if head.startswith(TNEF):
        return Kind.ARCHIVE
    if head.startswith(_ARCHIVES):
        return _archive(head, tail)
    if head.startswith(_IMAGES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return Kind.IMAGE
    if b"%PDF-" in head[:1024]:
        return Kind.PDF
    if head.startswith(tuple(sign for sign, _ in _UNREAD)):
        return Kind.UNREADABLE
    start = head[:4096].lstrip(b"\xef\xbb\xbf\r\n")
    first_lines = start.split(b"\n\n", 1)[0].split(b"\r\n\r\n", 1)[0]
    if re.match(rb"(From [^\n]+\n)?[A-Za-z][\w-]*:", start) and len(_HEADER.findall(first_lines)) >= 2:
        return Kind.EMAIL
    return Kind.TEXT if _is_text(head) else Kind.UNREADABLE


def described(path: Path) -> str:
    """In words, what a file is that Muster does not read."""
    head, tail = _ends(path)
    if head.startswith(_COMPOUND) and _LOCKED_OFFICE in head + tail:
        return "an Office file that is locked with a password"
    return next((words for sign, words in _UNREAD if head.startswith(sign)), "of no kind that Muster reads")


def _ends(path: Path) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        head = file.read(_LOOKED_AT)
        file.seek(max(path.stat().st_size - _LOOKED_AT, 0))
        return head, file.read(_LOOKED_AT)


def _archive(head: bytes, tail: bytes) -> Kind:
    if _OPEN_DOCUMENT in head[:200]:
        return Kind.UNREADABLE
    if _OFFICE in head or _OFFICE in tail:
        return Kind.WORD if b"word/document.xml" in tail else Kind.UNREADABLE
    return Kind.ARCHIVE


def _is_text(sample: bytes) -> bool:
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        sample = sample.decode("utf-16", "ignore").encode("utf-8", "ignore")
    if not sample.strip() or b"\x00" in sample:
        return False
    controls = sum(byte < 9 or 13 < byte < 32 for byte in sample)
    return controls * 200 <= len(sample)
