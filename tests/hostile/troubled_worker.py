"""A contained process whose reader fails, each time in the way that its file asks for; tests start it for the real one.

A file with the text `hang 3` stands for one of four pages, at the third of which the reader hangs; `hang-once 3` for one
at which only the first process does; and `hang 0` for one that hangs before it is open.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from pipeline.reading import Part
from pipeline.records import Box, Line, Page, PageText, Word
from pipeline.sandbox import wire, worker

PAGES = 4


def answered(request: bytes) -> Iterator[bytes]:
    """Pages of one word, until the trouble comes."""
    asked = wire.requested(request)
    if isinstance(asked, wire.ReadRequest):
        path, first = asked.member.path, asked.first
    elif isinstance(asked, wire.SheetRequest):
        path, first = asked.member.path, 1
    else:
        assert isinstance(asked, wire.OpenRequest)
        path, first = asked.path, 1
    kind, _, at = path.read_text().partition(" ")
    if at == "0":
        yield from trouble(kind, path)
    yield wire.packed(Part(count=PAGES))
    for number in range(first, PAGES + 1):
        if number == int(at):
            yield from trouble(kind, path)
        yield wire.packed(Part(_page(number)))


def _page(number: int, width: float = 612) -> Page:
    """A page that says its number."""
    word = Word(f"page-{number}", Box(72, 72, 80, 84), 11)
    return Page(number, width, 792, PageText.FILE, (Line((word,), word.box),))


def trouble(kind: str, path: Path) -> list[bytes]:
    """Fails, or gives what should not be sent."""
    mark = path.with_suffix(".mark")
    if kind.endswith("-once"):
        if mark.exists():
            return []
        mark.touch()
    match kind.removesuffix("-once"):
        case "segfault":
            ctypes.string_at(0)
        case "leave":
            os._exit(7)
        case "hang":
            re.match(r"(a+)+$", "a" * 64 + "b")
        case "hang-with-program":
            program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            mark.write_text(str(program.pid))
            re.match(r"(a+)+$", "a" * 64 + "b")
        case "wait":
            os.read(os.pipe()[0], 1)
        case "swell":
            held = []
            while True:
                held.append(bytearray(10_000_000))
        case "stumble":
            raise KeyError("a fault of the code")
        case "write":
            mark.write_bytes(bytes(20_000_000))
        case "files":
            mark.touch()
            _ = [mark.open() for _ in range(1_000)]
        case "wrong-page":
            return [wire.packed(Part(_page(9_999)))]
        case "no-number":
            return [wire.packed(Part(_page(1, width=float("nan"))))]
        case "pickle":
            return [b"\x80\x04cos\nsystem\n(S'true'\ntR."]
        case "too-many":
            return [wire.packed(Part(count=10**9))]
    return []


if __name__ == "__main__":
    worker.main(lambda: answered)
