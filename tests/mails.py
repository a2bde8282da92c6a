"""Awkward messages, as they come: each as its bytes, with what must be found in it."""

from __future__ import annotations

import base64
import io
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

PDF = b"%PDF-1.4 a plan %%EOF"
_HEAD = (
    "From: Ann <ann@example.org>\r\nTo: permits@town.example\r\nMessage-ID: <{name}@example.org>\r\nSubject: {name}\r\n"
)


@dataclass(frozen=True)
class Awkward:
    """A message, and what is in it."""

    name: str
    """Its subject too, if it has one."""
    raw: bytes
    members: tuple[str, ...] = ()
    """How the names of its members end, besides the message itself; `!` before the code of a problem."""
    answered: bool = True
    """Whether there is a draft of an answer to it."""
    subject: str | None = None
    """As it is shown, if that is not the name."""


def _text(name: str, body: str = "We apply.", head: str = "") -> bytes:
    return (_HEAD.format(name=name) + head + "\r\n" + body).encode()


def _parts(name: str, *parts: tuple[str, bytes], head: str = "", end: bool = True) -> bytes:
    """A multipart message of parts, each with its headers."""
    boundary = f"B-{name}".replace(" ", "-")
    kind = f'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="{boundary}"\r\n\r\n'
    lines = [f"{_HEAD.format(name=name)}{head}{kind}".encode()]
    for headers, content in parts:
        lines += [f"--{boundary}\r\n{headers}\r\n\r\n".encode(), content, b"\r\n"]
    return b"".join([*lines, f"--{boundary}--\r\n".encode() if end else b""])


def _pdf(headers: str, number: int = 0) -> tuple[str, bytes]:
    return f"{headers}\r\nContent-Transfer-Encoding: base64", base64.encodebytes(PDF + b"%d" % number).replace(
        b"\n", b"\r\n"
    )


def _named(name: str, number: int = 0) -> tuple[str, bytes]:
    return _pdf(f'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="{name}"', number)


def _within(whole: bytes) -> tuple[str, bytes]:
    return "Content-Type: message/rfc822", whole


def _zip(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _attached(content: bytes, name: str, kind: str = "application/octet-stream") -> tuple[str, bytes]:
    head = f'Content-Type: {kind}; name="{name}"\r\nContent-Transfer-Encoding: base64'
    return head, base64.encodebytes(content).replace(b"\n", b"\r\n")


def winmail(name: bytes, content: bytes) -> bytes:
    """A winmail.dat with one attachment (MS-OXTNEF)."""

    def attribute(level: int, tag: int, data: bytes) -> bytes:
        return struct.pack("<BII", level, tag, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)

    return b"".join(
        [
            struct.pack("<IH", 0x223E9F78, 1),
            attribute(1, 0x00089006, struct.pack("<I", 0x10000)),
            attribute(2, 0x00069002, bytes(14)),
            attribute(2, 0x00018010, name + b"\0"),
            attribute(2, 0x0006800F, content),
        ]
    )


def _nested(levels: int) -> bytes:
    whole = _parts("innermost", _named("deep.pdf"))
    for level in range(levels):
        whole = _parts(f"level {level}", _within(whole))
    return whole


def _deep(name: str, levels: int) -> bytes:
    head = _HEAD.format(name=name) + "MIME-Version: 1.0\r\n"
    opened = "".join(f'Content-Type: multipart/mixed; boundary="{n}"\r\n\r\n--{n}\r\n' for n in range(levels))
    return (head + opened + "\r\ntext\r\n").encode()


def awkward() -> Iterator[Awkward]:
    """All of them."""
    yield Awkward("plain text", _text("plain text"))
    yield Awkward("html alone", _text("html alone", "<p>We <b>apply</b>.", "Content-Type: text/html\r\n"))
    yield Awkward("no body", _text("no body", ""))
    yield Awkward("head without an end", _HEAD.format(name="head without an end").encode())
    yield Awkward("inline without a name", _parts("inline without a name", _pdf("Content-Type: application/pdf\r\nContent-Disposition: inline")), (".eml/attachment-1",))  # fmt: skip
    yield Awkward("octets without a name", _parts("octets without a name", _pdf("Content-Type: application/octet-stream")), (".eml/attachment-1",))  # fmt: skip
    yield Awkward("the pdf is the message", _text("the pdf is the message", base64.b64encode(PDF).decode(), "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n"), (".eml/attachment-1",))  # fmt: skip
    yield Awkward("path as a name", _parts("path as a name", _named("../../etc/x.pdf")), ("/_.._etc_x.pdf",))
    yield Awkward("empty name", _parts("empty name", _named("")), (".eml/attachment-1",))
    yield Awkward("one name twice", _parts("one name twice", _named("a.pdf", 1), _named("a.pdf", 2)), ("/a.pdf", "/a (2).pdf"))  # fmt: skip
    yield Awkward(
        "one file twice", _parts("one file twice", _named("a.pdf"), _named("b.pdf")), ("/a.pdf", "!duplicate")
    )
    yield Awkward("script as a name", _parts("script as a name", _named("<img src=x onerror=alert(1)>.pdf")), (".pdf",))
    yield Awkward("name in pieces", _parts("name in pieces", _pdf("Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*0*=utf-8''Fr%C3%BC; filename*1*=h.pdf")), ("/Früh.pdf",))  # fmt: skip
    yield Awkward("encoded name", _parts("encoded name", _named("=?utf-8?b?RnLDvGgucGRm?=")), ("/Früh.pdf",))
    yield Awkward(
        "no such charset", _text("no such charset", "We apply.", "Content-Type: text/plain; charset=klingon\r\n")
    )
    yield Awkward(
        "no such encoding", _text("no such encoding", "We apply.", "Content-Transfer-Encoding: x-klingon\r\n")
    )
    yield Awkward("message in a message", _parts("message in a message", _within(_parts("inner", _named("plan.pdf")))), ("/message-2.eml", "/plan.pdf"))  # fmt: skip
    yield Awkward("forwarded over and over", _parts("forwarded over and over", _within(_nested(3))), ("/deep.pdf",))
    yield Awkward("forwarded too often", _parts("forwarded too often", _within(_nested(9))), ("!nested-too-deep",))
    yield Awkward("archive", _parts("archive", _attached(_zip(**{"a.pdf": PDF, "b/c.txt": b"c"}), "plans.zip")), ("/a.pdf", "/c.txt"))  # fmt: skip
    yield Awkward("archive that climbs", _parts("archive that climbs", _attached(_zip(**{"../../a.pdf": PDF}), "plans.zip")), ("/a.pdf",))  # fmt: skip
    yield Awkward("archive cut short", _parts("archive cut short", _attached(_zip(a=PDF)[:40], "plans.zip")), ("!damaged-archive",))  # fmt: skip
    yield Awkward("bomb", _parts("bomb", _attached(_zip(a=bytes(3_000_000)), "plans.zip")), ("!too-large",))
    yield Awkward("winmail", _parts("winmail", _attached(winmail(b"site.pdf", PDF), "winmail.dat", "application/ms-tnef")), ("/site.pdf",))  # fmt: skip
    yield Awkward(
        "winmail cut short", _parts("winmail cut short", _attached(winmail(b"s.pdf", PDF)[:25], "winmail.dat"))
    )
    yield Awkward("no end", _parts("no end", _named("a.pdf"), end=False), ("/a.pdf",))
    yield Awkward(
        "no boundary", _text("no boundary", "--B\r\n\r\nWe apply.\r\n--B--", "Content-Type: multipart/mixed\r\n")
    )
    yield Awkward("broken base64", _parts("broken base64", ('Content-Type: application/pdf; name="a.pdf"\r\nContent-Transfer-Encoding: base64', base64.b64encode(PDF)[:-1] + b"*")), ("/a.pdf",))  # fmt: skip
    yield Awkward("hundreds of files", _parts("hundreds of files", *(_named(f"{n}.pdf", n) for n in range(520))), ("!packet-too-large",))  # fmt: skip
    yield Awkward("parts in parts", _deep("parts in parts", 2000), ("!nested-too-deep",))
    yield Awkward("signed", _parts("signed", ("Content-Type: text/plain", b"We apply."), ('Content-Type: application/pgp-signature; name="signature.asc"', b"-----BEGIN PGP SIGNATURE-----\r\n"), head="X-Kind: signed\r\n"), ("/signature.asc",))  # fmt: skip
    yield Awkward("invitation", _parts("invitation", ("Content-Type: text/calendar; method=REQUEST", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")), (".eml/attachment-1",))  # fmt: skip
    yield Awkward(
        "latin",
        _HEAD.format(name="latin").encode().replace(b"latin\r\n", b"f\xeate\r\n") + b"\r\nWe apply.",
        subject="fête",
    )
    yield Awkward("nobody", b"Subject: nobody\r\nX-Mailer: none\r\n\r\nWe apply.", answered=False)
    yield Awkward(
        "broken sender",
        _text("broken sender").replace(b"Ann <ann@example.org>", b'"Ann <<@>, <ann@example.org'),
        answered=False,
    )
    yield Awkward(
        "group as sender",
        _text("group as sender").replace(b"Ann <ann@example.org>", b"undisclosed-recipients:;"),
        answered=False,
    )
    yield Awkward("broken id", _text("broken id").replace(b"<broken id@example.org>", b"[not an id]<>"))
    yield Awkward("injected", _text("injected").replace(b"Subject: injected", b"Subject: =?utf-8?q?x=0D=0ABcc:_eve@example.net?="), subject="x Bcc: eve@example.net")  # fmt: skip
    yield Awkward(
        "long head",
        _text("long head", head="".join(f"X-Trace-{n}: {'x' * 900}\r\n" for n in range(400))),
        answered=True,
    )
    yield Awkward("many references", _text("many references", head="References: " + " ".join(f"<{n}@example.org>" for n in range(500)) + "\r\n"))  # fmt: skip
    yield Awkward("comments in comments", _text("comments in comments").replace(b"Ann <ann", b"(" * 40_000 + b"Ann <ann"), answered=False)  # fmt: skip
    yield Awkward("id of no letters", _text("id of no letters").replace(b"<id of no letters@", b"<\xfe\xea@"))
    yield Awkward("bounce", b"Return-Path: <>\r\n" + _text("bounce"), answered=False)
    yield Awkward("away", _text("away", head="Auto-Submitted: auto-replied (vacation)\r\n"), answered=False)
    yield Awkward("bare line feeds", _text("bare line feeds").replace(b"\r\n", b"\n"))
    yield Awkward(
        "no head at all", b"We apply for a permit.\r\n\r\nTwo thousand people come.", answered=False, subject=""
    )
    yield Awkward("hidden letters", _text("hidden letters").replace(b"Subject: hidden letters", "Subject: fdp\u202e.exe".encode()), subject="fdp[U+202E].exe")  # fmt: skip
