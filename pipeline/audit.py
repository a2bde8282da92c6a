"""The audit: a packet through all stages, on one screen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pipeline import (
    checks,
    classifier,
    conditions,
    corpus,
    intake,
    judging,
    quantities,
    reading,
    standing,
    structure,
    topics,
)
from pipeline.checklists import Checklist
from pipeline.corpus import Corpus
from pipeline.matching import Matcher
from pipeline.records import Audit, Document, Submission


@dataclass(frozen=True)
class Reading:
    """A packet as it was read and understood, before it is judged."""

    submission: Submission
    documents: tuple[Document, ...]
    corpus: Corpus


def read(submission_path: Path, *, checklist: Checklist, received: date | None = None, ocr: bool = True) -> Reading:
    """The packet through the stages that do not judge: intake to quantities."""
    language = topics.load()
    submission = intake.submission(submission_path)
    documents = tuple(reading.read(member, ocr=ocr) for member in submission.members)
    passages = [passage for document in documents for passage in structure.passages(document)]
    sayings = standing.Sayings(language.vocabulary, standing.law_shingles([checklist.law]))
    statements = standing.statements(passages, sayings)
    facts = quantities.facts(statements, received=received)
    return Reading(submission, documents, corpus.build(statements, facts, language))


def audit(submission_path: Path, *, checklist: Checklist, received: date | None = None, ocr: bool = True) -> Audit:
    """Read the packet and judge it against the checklist.

    Args:
        submission_path: one file or a folder of them.
        received: the filing date, where the office knows better than the packet.
        ocr: whether pages without text are put through OCR.

    Raises:
        UsageError: there is nothing at the path.
        ConfigurationError: the checklist or the topics have a fault.
    """
    packet = read(submission_path, checklist=checklist, received=received, ocr=ocr)
    statements, facts = packet.corpus.statements, packet.corpus.facts
    matcher = Matcher(packet.corpus, classifier.load())
    held = conditions.decide(checklist.conditions, matcher)
    items = judging.judge(checklist, matcher, topics.load(), held, packet.documents)
    judged = checks.judge(checklist, facts, {name: holding.holds for name, holding in held.items()}, statements)
    return Audit(
        packet_id=packet.submission.packet_id,
        documents=packet.documents,
        checklist_id=checklist.id,
        checklist_title=checklist.title,
        checklist_sha256=checklist.sha256,
        items=items,
        facts=facts,
        checks=judged,
        problems=(*packet.submission.problems, *(p for document in packet.documents for p in document.problems)),
    )
