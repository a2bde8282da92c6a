"""The slot of a number or a date: the packet states the fact."""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.corpus import Corpus
from pipeline.records import Candidate, Evidence, Standing, Statement
from pipeline.slots.statement import judge, label_fits, refused
from pipeline.topics import Answer

UNCOUNTED = 0.75
"""A number stands where it is asked for, but what it counts was not made out."""
NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|twenty|thirty|forty|fifty)\b",
    re.IGNORECASE,
)


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The statements in which one of the facts is stated; blank labels for it are near misses."""
    found = []
    for fact in corpus.facts:
        if fact.name not in answer.facts:
            continue
        for evidence in fact.evidence:
            statement = next((s for s in corpus.statements if _holds(s, evidence)), None)
            if statement:
                found.append(Candidate(statement, 0.93, evidence.quote))
    if found:
        return found
    for statement in corpus.statements:
        labelled = label_fits(answer, corpus, statement.index)
        if statement.standing is not Standing.CONTENT and labelled:
            found.append(refused(statement))
        elif answer.says and (candidate := judge(answer, corpus, statement)):
            found.append(replace(candidate, probability=candidate.probability * UNCOUNTED))
        elif labelled and NUMBER.search(statement.text):
            found.append(Candidate(statement, UNCOUNTED, statement.text))
    return found


def _holds(statement: Statement, evidence: Evidence) -> bool:
    """Whether the words of one are words of the other: the 7 of a field is none of "2,700"."""
    text, quote = (f" {' '.join(each.replace(' | ', ' ').split())} " for each in (statement.text, evidence.quote))
    passage = statement.passage
    here = (passage.file, passage.page) == (evidence.file, evidence.page)
    return here and bool(text.strip()) and (quote in text or text in quote)
