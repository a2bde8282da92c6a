"""The slot of an insured limit: an amount of a policy that is in force, not one that is to be bought."""

from __future__ import annotations

import re

from pipeline.corpus import Corpus
from pipeline.records import Candidate, Standing, Statement
from pipeline.slots import facts
from pipeline.topics import Answer

COMBINED = re.compile(r"\bcombined\s+single\s+limits?\b|\bC\.?S\.?L\b", re.IGNORECASE)
COVERS_ALL = re.compile(
    r"(?=.*\b(?:any one|each|one|per)\s+person\b)(?=.*\b(?:any one|each|one|per)\s+(?:occurrence|accident)\b)(?=.*\binjur)(?=.*\bdamage)",
    re.IGNORECASE | re.DOTALL,
)
NOT_YET = re.compile(
    r"\b(?:once|when|after|as soon as|upon|if|until)\b[^.]{0,40}\b(?:permit|approv\w+|license|granted|issued)\b"
    r"|\b(?:will|shall|to)\s+(?:be\s+)?(?:obtain|get|buy|purchase|secure|procure|bind|bound|apply)\w*\b|\bquot(?:e|ed|ation)\b|\bwaive",
    re.IGNORECASE,
)


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The facts' amounts; of several facts each must be stated. A combined single limit leaves doubt unless it says whom it covers."""
    named = {fact.name for fact in corpus.facts} & set(answer.facts)
    found = [_weighed(candidate, complete=named == set(answer.facts)) for candidate in facts.propose(answer, corpus)]
    for statement in corpus.statements:
        if statement.standing is Standing.CONTENT and COMBINED.search(statement.text + statement.passage.label) and re.search(r"\d", statement.text):
            around = " ".join([statement.text, *(corpus.statements[i].text for i in corpus.near(statement.index, before=3, after=3))])
            found.append(Candidate(statement, 0.86 if COVERS_ALL.search(around) else 0.45, statement.text))
    return found


def _weighed(candidate: Candidate, *, complete: bool) -> Candidate:
    statement = candidate.statement
    if candidate.refused:
        return candidate
    if statement.standing not in (Standing.CONTENT, Standing.LAW_QUOTED):
        return Candidate(statement, 0.03, candidate.quote, f"It is no policy in force: {statement.why}.")
    if NOT_YET.search(statement.text):
        return Candidate(statement, 0.1, candidate.quote, "It speaks of insurance that is still to be had.")
    if not complete:
        return Candidate(statement, 0.4, candidate.quote, "It gives one limit, and the law names two.")
    return candidate


def propose_past(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """What has been done or handed over, such as a bond that was posted; what is to come later is a near miss."""
    from pipeline.slots import statement as plain

    return [_done(candidate) for candidate in plain.propose(answer, corpus)]


def _done(candidate: Candidate) -> Candidate:
    statement: Statement = candidate.statement
    if candidate.refused or not (NOT_YET.search(statement.text) or FUTURE.search(statement.text)):
        return candidate
    return Candidate(statement, 0.1, candidate.quote, "It is promised and not yet done.")


FUTURE = re.compile(
    r"\b(?:will|shall|would|'ll|’ll|going to|intends? to|plans? to|agrees? to|prepared to|willing to|ready to|expects? to|hopes? to|please|ask|request)\b",
    re.IGNORECASE,
)
