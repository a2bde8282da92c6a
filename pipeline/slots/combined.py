"""The slot of an answer in parts: a name and an address, sewage and solid waste, telephone and radio."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pipeline.corpus import Corpus
from pipeline.records import Candidate
from pipeline.slots import choice, consultation, drawing, facts, party, statement, vouched
from pipeline.slots.asking import Slot, without_questions
from pipeline.topics import Answer

PARTS: Mapping[str, Slot] = MappingProxyType(
    {
        "statement": statement.propose,
        "fact": facts.propose,
        "quantity": choice.propose_quantity,
        "or_none": choice.propose_or_none,
        "consultation": consultation.propose,
        "party": party.propose,
        "drawing": drawing.propose,
        "act": vouched.propose_act,
    }
)
"""The kinds of answer that may be part of another."""
ENOUGH = 0.36
"""A part below this is as good as absent."""


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The weakest of the parts, with the others beside it; near misses where one is absent."""
    best = [_best(row, corpus) for row in answer.parts]
    given = [candidate for candidate in best if candidate and candidate.probability >= ENOUGH]
    if len(given) < len(best):
        reason = "It is one part of what is asked; the rest was not found."
        return [Candidate(c.statement, 0.1, c.quote, c.refused or reason) for c in best if c]
    weakest = min(given, key=lambda c: c.probability)
    also = tuple(c.statement for c in given if c.statement is not weakest.statement)
    return [Candidate(weakest.statement, weakest.probability, weakest.quote, also=also)]


def _best(row: tuple[str, ...], corpus: Corpus) -> Candidate | None:
    candidates = [
        candidate
        for name in row
        for part in (corpus.topics.answers[name],)
        for candidate in _heard(part.slot)(part, corpus)
    ]
    return max(candidates, key=lambda c: (c.probability, -c.statement.index), default=None)


def _heard(kind: str) -> Slot:
    """The slot of a part, deaf to what only asks; the captions of a drawing ask nothing."""
    return PARTS[kind] if kind == "drawing" else without_questions(PARTS[kind])
