"""The audit: a packet through all stages, on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline import (
    checklists,
    checks,
    classifier,
    conditions,
    corpus,
    fallback,
    intake,
    judging,
    quantities,
    routing,
    standing,
    structure,
    topics,
)
from pipeline.checklists import Checklist
from pipeline.corpus import Corpus
from pipeline.errors import ConfigurationError
from pipeline.matching import Matcher
from pipeline.readers import Reader
from pipeline.records import Audit, Document, PageText, Passage, Submission
from pipeline.routing import Route


@dataclass(frozen=True)
class Packet:
    """A packet as it was read, before anything is known of the law it is for."""

    submission: Submission
    documents: tuple[Document, ...]
    passages: tuple[Passage, ...]


@cache
def filing(id_or_path: str | Path) -> Checklist:
    """A checklist whose every answer Muster knows how to look for, so that an audit cannot fail halfway.

    It is read once in the life of a process.

    Raises:
        ConfigurationError: there is none of that name, or it has a fault.
    """
    return vetted(checklists.load(id_or_path))


def vetted(checklist: Checklist) -> Checklist:
    """The checklist, if Muster knows how to look for its every answer.

    Raises:
        ConfigurationError: it does not.
    """
    known = topics.load().answers
    for item in checklist.items:
        for element in item.elements:
            if element.answer not in known:
                raise ConfigurationError(
                    f"Checklist {checklist.id}, item {item.id}: no topic describes the answer {element.answer!r}.",
                    remedy="Name one of those in checklists/topics, or describe it there.",
                )
    return checklist


@contextmanager
def read(path: Path, reader: Reader) -> Iterator[Packet]:
    """Intake, reading and structure of one file, or a folder of them; its members' bytes are at hand in the `with` block.

    Raises:
        UsageError: there is nothing at the path.
    """
    with TemporaryDirectory(prefix="muster-") as spool:
        submission = intake.submission(path, Path(spool), reader.opened)
        documents = tuple(reader.read(member) for member in submission.members)
        passages = tuple(passage for document in documents for passage in structure.passages(document))
        yield Packet(submission, documents, passages)


def route(packet: Packet) -> Route:
    """The checklist that the packet itself is for, and why.

    Raises:
        ConfigurationError: it is not clear; the remedy names those that are possible.
    """
    return routing.choose(packet.passages, [filing(name) for name in checklists.available()])


def understand(packet: Packet, checklist: Checklist, *, received: date | None = None) -> Corpus:
    """Standing and quantities: what each statement is, what it says, and the facts."""
    language = topics.load()
    sayings = standing.Sayings(language.vocabulary, standing.law_shingles([checklist.law]))
    statements = standing.statements(packet.passages, sayings)
    return corpus.build(statements, quantities.facts(statements, received=received), language)


def judge(packet: Packet, checklist: Checklist, *, received: date | None = None) -> Audit:
    """Matching and judging: the packet held against the checklist.

    Args:
        received: the filing date, where the office knows better than the packet.

    Raises:
        ConfigurationError: the checklist or the topics have a fault.
    """
    understood = understand(packet, checklist, received=received)
    matcher = Matcher(understood, classifier.load())
    facts = fallback.completed(understood.facts, matcher)
    held = conditions.decide(checklist.conditions, matcher)
    applies = {name: holding.holds for name, holding in held.items()}
    return Audit(
        packet_id=packet.submission.packet_id,
        documents=packet.documents,
        checklist_id=checklist.id,
        checklist_title=checklist.title,
        checklist_sha256=checklist.sha256,
        items=judging.judge(checklist, matcher, topics.load(), held, unread(packet)),
        facts=facts,
        checks=checks.judge(checklist, facts, applies, understood.statements),
        problems=(*packet.submission.problems, *(p for document in packet.documents for p in document.problems)),
    )


def unread(packet: Packet) -> str:
    """What could not be read and might have held an answer, in words; empty where all was legible."""
    pages = [f"{d.name}, page {p.number}" for d in packet.documents for p in d.pages if p.text is PageText.UNREADABLE]
    wholes = [d.name for d in packet.documents if not d.pages]
    problems = (*packet.submission.problems, *(p for document in packet.documents for p in document.problems))
    wholes += [p.file or "a file" for p in problems if p.hides_content and p.page is None]
    places = list(dict.fromkeys([*pages, *wholes]))
    return "; ".join(places[:3]) + (f" and {len(places) - 3} more" if len(places) > 3 else "")
