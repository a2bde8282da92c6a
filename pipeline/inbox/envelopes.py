"""The head of a message, read so that nothing in it can do harm; its body is left to the contained process."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path

from pipeline import containers
from pipeline.inbox.records import Envelope
from pipeline.reporting.wording import visible

_HEAD = 256 * 1024
"""Bytes of a message in which its head is looked for; servers take far less."""
_LONGEST = 998
"""Characters of a header that are looked at: the length of a line (RFC 5322, 2.1.1)."""
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
"""An id is of ASCII (RFC 5322, 3.6.4); what else stands there would fit no header and no database."""
_REFERENCES = 50
_CHUNK = 1 << 20
_END = re.compile(rb"\r?\n\r?\n|\r\r")


def read(file: Path, *, authserv: str = "") -> Envelope:
    """What a message's head says.

    Args:
        file: the message as it came.
        authserv: the name of the town's own server, as its Authentication-Results (RFC 8601) begin: only the topmost of
            these is read, and only if it bears that name. Those below it the sender may have written himself.
    """
    message = containers.parse(_head(file))
    sender = next(_addresses(message, "From"), "")
    return Envelope(
        subject=_text(message, "Subject"),
        sender=sender,
        reply_to=next(_addresses(message, "Reply-To"), sender),
        recipients=tuple(dict.fromkeys(_each(message, ("To", "Cc", "Delivered-To", "X-Original-To")))),
        message_id=next(iter(_ids(message, "Message-ID")), ""),
        references=tuple(dict.fromkeys([*_ids(message, "References"), *_ids(message, "In-Reply-To")]))[-_REFERENCES:],
        authentication=_authentication(message, authserv) if authserv else "",
        automatic=_text(message, "Auto-Submitted").lower() not in ("", "no") or _raw(message, "Return-Path") == "<>",
    )


def identity(file: Path) -> str:
    """A digest by which a message is known in whatever folder it lies, and after UIDVALIDITY has changed.

    It is of its id, date, sender and subject and of its body, with line ends all alike. What servers write on its way into
    the head is left out.
    """
    head = _head(file)
    message = containers.parse(head)
    digest = hashlib.sha256()
    for name in ("Message-ID", "Date", "From", "Subject"):
        digest.update(_raw(message, name).encode("utf-8", "surrogateescape") + b"\0")
    carried = b""
    with file.open("rb") as stream:
        stream.seek(len(head))
        while chunk := stream.read(_CHUNK):
            chunk, carried = carried + chunk, b""
            if chunk.endswith(b"\r"):
                chunk, carried = chunk[:-1], b"\r"
            digest.update(chunk.replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _head(file: Path) -> bytes:
    with file.open("rb") as stream:
        start = stream.read(_HEAD)
    lead = len(start) - len(start.lstrip(b"\xef\xbb\xbf\r\n"))
    end = _END.search(start, lead)
    return start[: end.end()] if end else start


def _raw(message: EmailMessage, name: str) -> str:
    """A header as it stands, but for its line breaks."""
    found = (value for key, value in message.raw_items() if key.lower() == name.lower())
    return " ".join(str(next(found, "")).split())


def _text(message: EmailMessage, name: str, most: int = _LONGEST) -> str:
    """A header in words, made safe to show.

    The library's own parser of headers takes minutes for some that are made to that end, and fails on others.
    """
    raw = containers.decode(_raw(message, name)[:most].encode("utf-8", "surrogateescape"))
    try:
        value = str(make_header(decode_header(raw)))
    except (ValueError, LookupError, MessageError):
        value = raw
    return visible(" ".join(value.split()))


def _ids(message: EmailMessage, name: str) -> Iterator[str]:
    yield from _ID.findall(_raw(message, name)[: _LONGEST * _REFERENCES])


def _addresses(message: EmailMessage, name: str) -> Iterator[str]:
    try:
        pairs = getaddresses([_text(message, name, _LONGEST * _REFERENCES)])
    except (ValueError, TypeError, IndexError, RecursionError):
        return
    for _, address in pairs:
        if re.fullmatch(r"[^\s@<>,;:\"()\\]{1,64}@[^\s@<>,;:\"()\\]{1,255}", address):
            yield address


def _each(message: EmailMessage, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield from _addresses(message, name)


def _authentication(message: EmailMessage, authserv: str) -> str:
    """The methods and results of the topmost such header, if the town's own server wrote it."""
    by, _, results = _raw(message, "Authentication-Results").partition(";")
    if by.split()[:1] != [authserv]:
        return ""
    return ", ".join(re.findall(r"\b(?:spf|dkim|dmarc|arc)=\w{1,20}", results))
