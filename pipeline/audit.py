"""The audit: a packet through all stages, on one screen."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pipeline import checks, classifier, conditions, corpus, intake, judging, quantities, reading, standing, structure, topics
from pipeline.checklists import Checklist
from pipeline.matching import Matcher
from pipeline.records import Audit


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
    language = topics.load()
    submission = intake.submission(submission_path)
    documents = tuple(reading.read(member, ocr=ocr) for member in submission.members)
    passages = [passage for document in documents for passage in structure.passages(document)]
    sayings = standing.Sayings(language.vocabulary, standing.law_shingles([checklist.law]))
    statements = standing.statements(passages, sayings)
    facts = quantities.facts(statements, received=received)
    packet = corpus.build(statements, facts, language)
    held = conditions.decide(checklist.conditions, packet)
    items = judging.judge(checklist, Matcher(packet, classifier.load()), language, held, documents)
    judged = checks.judge(checklist, facts, {name: holding.holds for name, holding in held.items()}, statements)
    return Audit(
        packet_id=submission.packet_id,
        documents=documents,
        checklist_id=checklist.id,
        checklist_title=checklist.title,
        checklist_sha256=checklist.sha256,
        items=items,
        facts=facts,
        checks=judged,
        problems=(*submission.problems, *(p for document in documents for p in document.problems)),
    )
