"""The slot of an insured limit: an amount of a policy that is in force, not one that is to be bought."""

from __future__ import annotations

import re

from pipeline.corpus import Corpus
from pipeline.records import Candidate, Standing
from pipeline.slots import facts
from pipeline.slots.statement import propose as propose_statements
from pipeline.slots.statement import said
from pipeline.slots.vouched import done
from pipeline.topics import Answer

COMBINED = re.compile(r"\bcombined\s+single\s+limits?\b|\bC\.?S\.?L\b", re.IGNORECASE)
COVERS_ALL = re.compile(
    r"(?=.*\b(?:any one|each|one|per)\s+person\b)(?=.*\b(?:any one|each|one|per)\s+(?:occurrence|accident)\b)"
    r"(?=.*\binjur)(?=.*\bdamage)",
    re.IGNORECASE | re.DOTALL,
)
"""Says of a combined limit that it covers what the law's limits are for."""
BOTH = re.compile(
    r"\d{3},?\d{3}\s*(?:/|and|to)\s*\$?\s*[\d,]{7,}"
    r"|(?=.*\b(?:each|per|any one|one|a) person\b)(?=.*\b(?:each|per|any one|one) (?:occurrence|accident)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""Both limits for bodily injury in one statement."""
NOT_YET = re.compile(
    r"\b(?:once|when|after|as soon as|upon|if|until)\b[^.]{0,40}"
    r"\b(?:permit|approv\w+|license|granted|know|tells?|sets?|hear)\b"
    r"|\b(?:will|shall|to)\s+(?:be\s+)?(?:obtain|get|buy|purchase|secure|procure|bind|bound|apply)\w*\b"
    r"|\bquot(?:e|ed|ation)\b|\bwaive",
    re.IGNORECASE,
)
"""Speaks of a policy or a bond that is still to be had."""
ACTS = frozenset({"posted_word", "handed_over"})
"""The concepts that tell of the act itself."""
ASKED = re.compile(
    r"\b(?:will|shall|would|'ll|’ll)\s+(?:\w+\s+)?(?:post|furnish|provide|deposit|file|settle|pay|send|bring|deliver)"
    r"|\b(?:request|ask|waive|prepared to|willing to|ready to|think|necessary)\b",
    re.IGNORECASE,
)
"""Promises it, or asks to be let off."""


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The facts' amounts, all that are named. A combined single limit leaves doubt unless it says whom it covers."""
    named = {fact.name for fact in corpus.facts} & set(answer.facts)
    found = [_weighed(candidate, complete=named == set(answer.facts)) for candidate in facts.propose(answer, corpus)]
    for statement in corpus.statements:
        if (
            statement.standing is Standing.CONTENT
            and COMBINED.search(statement.text + statement.passage.label)
            and re.search(r"\d", statement.text)
        ):
            around = " ".join(
                [statement.text, *(corpus.statements[i].text for i in corpus.near(statement.index, before=3, after=3))]
            )
            found.append(Candidate(statement, 0.86 if COVERS_ALL.search(around) else 0.45, statement.text))
    return found


def _weighed(candidate: Candidate, *, complete: bool) -> Candidate:
    statement = candidate.statement
    if candidate.refused:
        return candidate
    if statement.standing is not Standing.CONTENT:
        return Candidate(statement, 0.03, candidate.quote, f"It is no policy in force: {statement.why}.")
    if NOT_YET.search(statement.text):
        return Candidate(statement, 0.1, candidate.quote, "It speaks of insurance that is still to be had.")
    if not complete and not BOTH.search(statement.text):
        return Candidate(statement, 0.4, candidate.quote, "It gives one limit, and the law names two.")
    return candidate


def propose_past(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """What has been done or handed over, such as a bond that was posted; what is to come later is a near miss."""
    return [_done(candidate, answer, corpus) for candidate in propose_statements(answer, corpus)]


def _done(candidate: Candidate, answer: Answer, corpus: Corpus) -> Candidate:
    statement = candidate.statement
    hits = said(answer, corpus, statement.index)
    if candidate.refused or any(hit.concept == "bound_word" for hit in hits):
        return candidate
    if (
        NOT_YET.search(statement.text)
        or not all(done(corpus.said[statement.index], hit) for hit in hits if hit.concept in ACTS)
        or ASKED.search(statement.text)
    ):
        return Candidate(statement, 0.1, candidate.quote, "It is promised, and the law asks that it be done.")
    return candidate
