"""What the contained process does: it reads members, takes files out of others, draws and marks places on pages."""

from __future__ import annotations

from collections.abc import Iterator

import pipeline.reading.pdf  # noqa: F401 - what most packets need is imported before the first of them comes
from pipeline import containers, marking, pictures, reading
from pipeline.sandbox import wire


def answered(request: bytes) -> Iterator[bytes]:
    """From the body of a request to the bodies of its answer's parts."""
    match wire.requested(request):
        case wire.ReadRequest(member, options, first, ahead):
            for part in reading.parts(member, options, first=first, ahead=ahead):
                yield wire.packed(part)
        case wire.OpenRequest(kind, path, into, passwords):
            for inner in containers.opened(kind, path, into, passwords):
                yield wire.packed(inner)
        case wire.DrawRequest(member, places, sizes, passwords):
            for place, picture in pictures.drawn(member, places, sizes, passwords):
                yield wire.packed(wire.Drawn(places.index(place), picture))
        case wire.MarkRequest(member, notes, to, passwords):
            marking.write_marked(member, notes, to, passwords)
        case wire.SheetRequest(member, number, passwords):
            if sheet := pictures.sheet(member, number, passwords):
                yield wire.packed(sheet)
