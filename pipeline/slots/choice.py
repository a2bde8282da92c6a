"""The slots of a choice: "a statement specifying whether", which a plain no answers, and what there may be none of."""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.corpus import NEGATORS, Corpus, negated
from pipeline.language import Analysis, Hit
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.slots import facts, statement
from pipeline.slots.statement import ANOTHER_MATTER, label_fits
from pipeline.topics import Answer

SAID_NONE, CHOSEN, UNDER_HEADING = 0.92, 0.93, 0.8
"""Probabilities of a plain denial, of a yes or no beside a fitting label, and of one alone under a fitting heading."""
DENIAL_REACH = 7
"""Words behind a thing within which a negator denies it: "food will not be sold"."""

EVASIVE = re.compile(r"\W*(?:n\s*/?\s*a\b|not applicable|does not apply|unknown|maybe|see |tb[da])", re.IGNORECASE)
BARE = re.compile(
    r"\W*(?:yes|no|none|nothing|neither|nil|0|zero)\b\s*"
    r"(?:$|[.,;:!()—–-]|will be\b|are\b|is\b|at all\b|planned\b|needed\b|used\b"
    r"|permitted\b|allowed\b|provided\b|offered\b|expected\b)(?!\d)",
    re.IGNORECASE,
)
YES_OR_NO = re.compile(r"\W*(?:yes|no|none|nothing|neither|nil|0|zero)\b", re.IGNORECASE)
NONE = re.compile(r"\W*(?:no|none|nothing|neither|nil|0|zero)\b(?!\.?\s*\d)", re.IGNORECASE)


def propose_yes_no(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """What says it, what denies it, and a yes or no beside the question."""
    found = propose_or_none(answer, corpus)
    for said in corpus.statements:
        if (
            said.standing in (Standing.CONTENT, Standing.NEGATION)
            and YES_OR_NO.match(said.text)
            and not EVASIVE.match(said.text)
        ):
            strength = _asked(answer, corpus, said)
            if strength:
                found.append(Candidate(said, strength, said.text))
    return found


def propose_or_none(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """What says it, and a plain statement that there is none."""
    found = statement.propose(answer, corpus)
    for said in corpus.statements:
        if said.standing not in (Standing.CONTENT, Standing.NEGATION) or EVASIVE.match(said.text):
            continue
        if denied(corpus.said[said.index], answer.denies):
            found.append(Candidate(said, SAID_NONE, said.text))
        elif NONE.match(said.text) and (strength := _asked(answer, corpus, said)):
            found.append(Candidate(said, strength, said.text))
    return found


def propose_quantity(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """A number that the facts hold, or a statement that says it; a number of none provides nothing."""
    none = {fact.name for fact in corpus.facts if fact.value == 0 and fact.name in answer.facts}
    stated = facts.propose(replace(answer, facts=tuple(name for name in answer.facts if name not in none)), corpus)
    stated = [
        replace(c, probability=0.05, refused=ANOTHER_MATTER)
        if corpus.said[c.statement.index].has(*answer.unless) and not statement.said(answer, corpus, c.statement.index)
        else c
        for c in stated
    ]
    zero = facts.propose(replace(answer, facts=tuple(none)), corpus) if none else []
    zero = [replace(c, probability=0.03, refused="It says that there is none.") for c in zero]
    return [*stated, *zero, *statement.propose(answer, corpus)]


def _asked(answer: Answer, corpus: Corpus, said: Statement) -> float:
    """How surely the label, or the heading right above, asks for this."""
    if said.passage.kind is PassageKind.FIELD and (
        label_fits(answer, corpus, said.index) or corpus.labels[said.index].has(*answer.denies)
    ):
        return CHOSEN
    headings = corpus.headings[said.index]
    if BARE.match(said.text) and headings and headings[0].has(answer.heading_concept, *answer.denies):
        return UNDER_HEADING
    return 0.0


def denied(analysis: Analysis, concepts: tuple[str, ...]) -> bool:
    """Whether one of the things is said not to be there: "no lights", "lights will not be used", "Lights: none"."""
    return any(negated(analysis, hit) or _denied_behind(analysis, hit) for hit in analysis.of(*concepts))


def _denied_behind(analysis: Analysis, hit: Hit) -> bool:
    for token in analysis.tokens[hit.last + 1 : hit.last + 1 + DENIAL_REACH]:
        if token.text in ".;,":
            return False
        if token.text.lower().replace("’", "'") in NEGATORS - {"without"}:
            return True
    return False
