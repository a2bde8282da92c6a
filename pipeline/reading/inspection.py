"""What pdfium does not tell of a PDF: pages whose content is torn, and what would run or lead away if it were let."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline import limits
from pipeline.records import Problem

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader
    from pypdf.generic import PdfObject

FAULTS = (Exception, RecursionError)
"""What pypdf raises for hostile files has no common root; nothing that it finds is relied on."""
_MANY = 100_000
"""Pages beyond which nobody counts."""
_ZLIB_HEAD, _ZLIB_SUM = 2, 4
"""Bytes before and after the packed data (RFC 1950)."""
_ACTIVE = {
    "/JavaScript": "a script",
    "/Launch": "a command that starts a program",
    "/SubmitForm": "a command that sends the form away",
    "/ImportData": "a command that fetches data",
    "/GoToR": "a jump to another file",
}
"""By the type of an action (ISO 32000-2, 12.6.4), what it is in words."""


@dataclass(frozen=True)
class Inspection:
    """What was found in a file."""

    leaves: int | None = None
    """Pages that its tree holds, whatever it says of their number; None where it cannot be told."""
    torn: frozenset[int] = frozenset()
    """Pages whose content cannot be unpacked to its end."""
    active: Mapping[str, int] = field(default_factory=dict)
    """What would run, in words, and how often it is there."""
    links: int = 0
    """To the web."""

    def problems(self, name: str) -> Iterator[Problem]:
        """What a reader of the report should know of the file; nothing of it was run or followed."""
        if self.active:
            what = " and ".join(f"{kind} ({count} times)" if count > 1 else kind for kind, count in self.active.items())
            yield Problem("active-content", f"{name} holds {what}: it was not run.")
        if self.links:
            yield Problem(
                "links", f"{name} links to the web ({self.links} times): what is there is no part of the packet."
            )


def inspected(path: Path, count: int) -> Inspection:
    """Look through a PDF that pdfium has opened and found to have so many pages."""
    from pypdf import PdfReader

    try:
        reader = PdfReader(path, strict=False)
        if reader.is_encrypted:
            return Inspection()
        leaves = _leaves(_entry(reader.root_object, "/Pages"))
        if len(reader.pages) != min(count, leaves):
            return Inspection(leaves)
        actions = Counter(_actions(reader))
        torn = frozenset(
            number for number, page in enumerate(reader.pages[: limits.MAX_PAGES], start=1) if _is_torn(page)
        )
    except FAULTS:
        return Inspection()
    active = {words: actions[kind] for kind, words in _ACTIVE.items() if actions[kind]}
    return Inspection(leaves, torn, active, actions["/URI"])


def _leaves(tree: Any) -> int:
    """The leaves of a page tree, each branch walked once."""
    found, seen, branches = 0, set(), [tree]
    while branches and found <= _MANY:
        for kid in _listed(_entry(branches.pop(), "/Kids")):
            place = getattr(kid, "idnum", None)
            if str(_entry(kid, "/Type")) != "/Pages":
                found += 1
            elif place not in seen:
                seen.add(place)
                branches.append(kid)
    return found


def _actions(reader: PdfReader) -> Iterator[str]:
    """The types of all actions that a viewer would take; of links only those to the web."""
    root = reader.root_object
    yield from _chain(root.get("/OpenAction"))
    yield from _triggers(root)
    scripts = _entry(_entry(root, "/Names"), "/JavaScript")
    if scripts is not None:
        yield "/JavaScript"
    for page in reader.pages[: limits.MAX_PAGES]:
        yield from _triggers(page)
        for annotation in _listed(page.get("/Annots"))[: limits.MAX_RULES]:
            yield from _chain(_entry(annotation, "/A"))
            yield from _triggers(annotation)
    for fields in _listed(_entry(_entry(root, "/AcroForm"), "/Fields"))[: limits.MAX_RULES]:
        yield from _triggers(fields)


def _triggers(holder: PdfObject | None) -> Iterator[str]:
    """The actions that something sets off (`/AA`)."""
    triggers = _whole(_entry(holder, "/AA"))
    for action in triggers.values() if isinstance(triggers, Mapping) else ():
        yield from _chain(action)


def _chain(action: PdfObject | None) -> Iterator[str]:
    """An action and those that follow it."""
    for _ in range(limits.MAX_NESTING):
        action = _whole(action)
        if not isinstance(action, Mapping):
            return
        kind = str(action.get("/S"))
        if kind != "/URI" or str(action.get("/URI")).lower().startswith("http"):
            yield kind
        action = action.get("/Next")


def _is_torn(page: PageObject) -> bool:
    contents = _whole(page.get("/Contents"))
    return any(not _unpacks(stream) for stream in ([contents] if isinstance(contents, Mapping) else _listed(contents)))


def _unpacks(stream: Any) -> bool:
    """Whether a content stream is unpacked without an error, where it is packed in the usual ways."""
    from pypdf.filters import ASCII85Decode, ASCIIHexDecode

    plain = {
        "/ASCII85Decode": ASCII85Decode.decode,
        "/A85": ASCII85Decode.decode,
        "/ASCIIHexDecode": ASCIIHexDecode.decode,
    }
    stream = _whole(stream)
    if not isinstance(stream, Mapping):
        return stream is None
    filters = _whole(stream.get("/Filter"))
    data = stream._data  # type: ignore[attr-defined]
    for name in filters if isinstance(filters, list) else [filters]:
        if name in plain:
            data = plain[str(name)](data)
        elif name in ("/FlateDecode", "/Fl"):
            return _inflates(data)
        else:
            return True
    return True


def _inflates(data: bytes) -> bool:
    """Whether packed bytes unpack to their end, and to what was packed; a sum that is left off altogether is forgiven."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    total, rest = 1, data[_ZLIB_HEAD:]
    try:
        while rest and not inflater.eof:
            total = zlib.adler32(inflater.decompress(rest, limits.MAX_TEXT), total)
            rest = inflater.unconsumed_tail
    except zlib.error:
        return False
    summed = inflater.unused_data[:_ZLIB_SUM]
    return inflater.eof and (len(summed) < _ZLIB_SUM or summed == total.to_bytes(_ZLIB_SUM, "big"))


def _whole(value: Any) -> Any:
    """What a reference points to."""
    return value.get_object() if hasattr(value, "get_object") else value


def _entry(holder: Any, name: str) -> Any:
    holder = _whole(holder)
    return _whole(holder.get(name)) if isinstance(holder, Mapping) else None


def _listed(value: Any) -> list[Any]:
    value = _whole(value)
    return list(value) if isinstance(value, list) else []
