"""The plain slot: a sentence on the topic that says what is asked."""

from __future__ import annotations

import math
import re

from pipeline.corpus import Corpus, negated
from pipeline.language import Hit
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.topics import Answer

BIAS, ON_TOPIC, SAYS, SAYS_MORE, LABELLED = -3.4, 3.0, 2.8, 0.4, 2.9
"""Log odds: of nothing, of being on the topic in the statement itself, of saying what is asked, of each further
phrase of it, and of standing beside a label that asks for just this."""

REFUSALS = {
    Standing.HEADING: "Only a heading stands here",
    Standing.CONTENTS_LINE: "A table of contents names the matter here and says nothing about it",
    Standing.BLANK: "The form asks for it, and nothing is filled in",
    Standing.DEFERRED: "The answer is put off",
    Standing.POINTER: "It refers to another paper for the answer, which does not stand here",
    Standing.NEGATION: "It says that there is none, or that it does not apply",
    Standing.LAW_QUOTED: "It repeats the law's words and says nothing of this event",
    Standing.INSTRUCTION: "The form tells applicants what to hand in; the applicant did not write it",
    Standing.OTHER_EVENT: "It speaks of another event or of another year",
}


ANOTHER_MATTER = "It speaks of another matter."

PUT_OFF = frozenset({Standing.DEFERRED, Standing.NEGATION, Standing.OTHER_EVENT})


def refused(statement: Statement) -> Candidate:
    """The statement as a near miss: its standing keeps it from being an answer."""
    told = f": “{statement.why}”" if statement.why and statement.why not in ("☐", statement.text) else ""
    reason = "Its box is not ticked" if statement.why == "☐" else REFUSALS[statement.standing]
    return Candidate(statement, 0.02, statement.text, f"{reason}{told}.")


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Every statement that is on the topic, with the probability that it answers; near misses have a reason."""
    found = []
    for statement in corpus.statements:
        candidate = judge(answer, corpus, statement)
        if candidate:
            found.append(candidate)
    return found


def judge(answer: Answer, corpus: Corpus, statement: Statement) -> Candidate | None:
    """The statement as a candidate, or None where it has nothing to do with the answer."""
    index = statement.index
    labelled = label_fits(answer, corpus, index)
    topic = topic_level(answer, corpus, index)
    if not topic and not labelled:
        return None
    hits = said(answer, corpus, index)
    if statement.standing is not Standing.CONTENT and not (statement.standing in answer.allows and hits):
        if labelled or hits or (statement.standing in PUT_OFF and corpus.said[index].has(*answer.about)):
            return refused(statement)
        return None
    if (corpus.said[index].has(*answer.unless) or corpus.labels[index].has(*answer.unless)) and not labelled:
        if hits or corpus.labels[index].has(*answer.unless):
            return Candidate(statement, 0.04, statement.text, ANOTHER_MATTER)
        return None
    if labelled and answer.label_needs_says and not hits:
        return Candidate(
            statement, 0.2, statement.text, "It is about this matter, but does not say what the law asks for."
        )
    score = BIAS + ON_TOPIC * topic + (SAYS + SAYS_MORE * min(len(hits) - 1, 2) if hits else 0) + LABELLED * labelled
    if not hits and not labelled:
        return None
    return Candidate(statement, 1 / (1 + math.exp(-score)), statement.text)


def topic_level(answer: Answer, corpus: Corpus, index: int) -> float:
    """How surely the statement is on the topic, from 0 to 1; where the heading or a neighbor says so, less."""
    if not answer.about:
        return 1.0
    if corpus.said[index].has(*answer.about) or corpus.labels[index].has(*answer.about):
        return 1.0
    headings = corpus.headings[index]
    for depth, level in ((0, 0.9), (1, 0.75), (2, 0.6)):
        if depth < len(headings) and headings[depth].has(*answer.about, answer.heading_concept):
            return level
    passage = corpus.statements[index].passage
    if any(
        corpus.statements[i].passage is passage and corpus.said[i].has(*answer.about)
        for i in corpus.near(index, before=12)
    ):
        return 0.8
    near = corpus.near(index, before=2)
    for distance, other in enumerate(near):
        if corpus.said[other].has(*answer.about):
            return 0.75 - 0.1 * distance
    return 0.0


def label_fits(answer: Answer, corpus: Corpus, index: int) -> float:
    """Whether the statement stands beside a label that asks for this answer: from 0 to 1."""
    statement = corpus.statements[index]
    label = corpus.labels[index]
    if statement.passage.kind is PassageKind.TABLE_ROW:
        return max(_column_fits(answer, corpus, index), 0.9 * _row_fits(answer, corpus, index))
    if statement.passage.kind is not PassageKind.FIELD:
        return max(_opening_label(answer, corpus, index), _under_question(answer, corpus, index))
    hits = label.of(answer.label_concept)
    if not hits:
        return 0.0
    words = sum(token.text.isalpha() for token in label.tokens)
    covered = max(hit.last - hit.first + 1 for hit in hits)
    if answer.about and covered < 2 and not label.has(*answer.about) and not _asked_on_topic(answer, corpus, index):
        return 0.0
    return 1.0 if covered * 3 >= words else 0.6


def _asked_on_topic(answer: Answer, corpus: Corpus, index: int) -> bool:
    """Whether the headings, or the form's labels just before, are on the topic of a label that is not ("Where")."""
    if any(heading.has(*answer.about, answer.heading_concept) for heading in corpus.headings[index][:-1]):
        return True
    return any(corpus.labels[i].has(*answer.about) for i in corpus.near(index, before=3))


def _column_fits(answer: Answer, corpus: Corpus, index: int) -> float:
    """Whether a row on the topic has something written in a column, or beside a row's label, that asks for this."""
    passage = corpus.statements[index].passage
    on_topic = corpus.said[index].has(*answer.about) or any(
        heading.has(*answer.about, answer.heading_concept) for heading in corpus.headings[index][:2]
    )
    if not on_topic and answer.about:
        return 0.0
    for header, cell in passage.cells:
        asks = header and corpus.read(header).has(answer.label_concept)
        if asks and re.search(r"\w", cell) and not re.match(r"(?:tbd|n/?a|none|pending)\b", cell, re.IGNORECASE):
            return 0.8
    return 0.0


def _row_fits(answer: Answer, corpus: Corpus, index: int) -> float:
    """Whether the row's own name asks for this, as in a printed checklist."""
    name = corpus.read(corpus.statements[index].passage.label)
    hits = name.of(answer.label_concept)
    words = sum(token.text.isalpha() for token in name.tokens)
    return 1.0 if hits and max(hit.last - hit.first + 1 for hit in hits) * 2 >= words else 0.0


HEADED = 0.12
"""How far a heading that asks stands in for a label: it makes the statement possible, not likely."""


def _under_question(answer: Answer, corpus: Corpus, index: int) -> float:
    """Whether the statement opens a section whose heading asks for just this ("2d. Purpose")."""
    headings = corpus.headings[index]
    if len(headings) < 2 or index == 0 or corpus.statements[index - 1].standing is not Standing.HEADING:
        return 0.0
    words = sum(token.text.isalpha() and len(token.text) > 1 for token in headings[0].tokens)
    covered = max((hit.last - hit.first + 1 for hit in headings[0].of(answer.label_concept)), default=0)
    on_topic = not answer.about or headings[0].has(*answer.about, answer.heading_concept)
    return HEADED if covered and covered * 2 >= words and (on_topic or covered > 1) else 0.0


def _opening_label(answer: Answer, corpus: Corpus, index: int) -> float:
    """A form's label at the head of a line, where nothing shows where it ends, as on scans."""
    statement = corpus.statements[index]
    if not statement.passage.ocr or statement.start:
        return 0.0
    tokens = corpus.said[index].tokens
    for hit in corpus.said[index].of(answer.label_concept):
        opens = all(not token.text.isalpha() or len(token.text) == 1 for token in tokens[: hit.first])
        if opens and hit.last + 1 < len(tokens) and hit.last - hit.first >= 1:
            return 0.6
    return 0.0


def said(answer: Answer, corpus: Corpus, index: int) -> tuple[Hit, ...]:
    """The hits of the fullest alternative that the statement says wholly."""
    said, label = corpus.said[index], corpus.labels[index]
    negation = Standing.NEGATION in answer.allows
    best: tuple[Hit, ...] = ()
    for way in answer.says:
        own = [[hit for hit in said.of(concept) if negation or not negated(said, hit)] for concept in way]
        asked = [label.of(concept) for concept in way]
        figures = any(c.isdigit() for c in said.text)
        if all(o or a for o, a in zip(own, asked, strict=True)) and (any(own) or figures):
            hits = [hit for o, a in zip(own, asked, strict=True) for hit in (o or a)]
            if len(hits) > len(best):
                best = tuple(hits)
    return best


def propose_document(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """A document that must itself be in the packet: its own words, not words about it.

    The first of the alternatives holds words that hardly stand anywhere else.
    """
    found = []
    for statement in corpus.statements:
        hits = said(answer, corpus, statement.index)
        if not hits:
            continue
        if statement.standing in (Standing.CONTENT, Standing.NEGATION):
            headed = any(h.has(*answer.about, answer.heading_concept) for h in corpus.headings[statement.index][:2])
            telling = any(hit.concept in answer.says[0] for hit in hits)
            probability = 0.93 if headed else 0.75 if telling or len(hits) > 1 else 0.45
            found.append(Candidate(statement, probability, statement.text))
        else:
            found.append(refused(statement))
    return found
