"""What reading gives, step by step, so that what was read before a fault is kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pipeline.records import Document, Member, Page, Problem


@dataclass(frozen=True)
class Options:
    """How to read."""

    ocr: bool = True
    passwords: tuple[str, ...] = ()
    """To be tried on what is locked."""


@dataclass(frozen=True)
class Part:
    """One step: the file is open, a page is read, or something is wrong with the whole."""

    page: Page | None = None
    problems: tuple[Problem, ...] = ()
    """The file's name is filled in by `gathered`."""
    notes: tuple[Problem, ...] = ()
    """What this machine lacks: told without the file's name, and so once for the packet."""
    count: int | None = None
    """Of the pages that will be read, given once, when the file is open."""


def gathered(member: Member, parts: Iterable[Part]) -> Document:
    """Make the document of its parts."""
    pages: list[Page] = []
    problems: list[Problem] = []
    for part in parts:
        pages += [part.page] if part.page else []
        problems += [*(replace(problem, file=member.name) for problem in part.problems), *part.notes]
    return Document(member.name, member.sha256, tuple(pages), tuple(problems))
