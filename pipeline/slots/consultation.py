"""The slot of a consultation: an agency, and an act of consulting that has taken place.

"Prepared in consultation and cooperation with the local fire department" is answered by who was met or what they
approved, never by a hope to meet them.
"""

from __future__ import annotations

import re

from pipeline.corpus import Corpus
from pipeline.language import Hit
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.slots.statement import label_fits, refused
from pipeline.topics import Answer

IN_SENTENCE, BY_VERB, NEARBY, UNDER_HEADING, ON_ITS_PAPER, LABELLED = 0.9, 0.78, 0.72, 0.62, 0.7, 0.9
"""Probabilities by where the agency is named: with the act, with a verb that may be one, in a sentence beside the act,
in the heading, at the head of its own letter, in a label."""


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Statements that tell of consulting the agency."""
    found = []
    for statement in corpus.statements:
        candidate = _judge(answer, corpus, statement)
        if candidate:
            found.append(candidate)
    return found


def _judge(answer: Answer, corpus: Corpus, statement: Statement) -> Candidate | None:
    index = statement.index
    labelled = label_fits(answer, corpus, index)
    told = corpus.affirmed(index, "consulted_past")
    acts = [] if NOT_YET.search(statement.text) else [hit for hit in told if _happened(corpus, index, hit)]
    named = (
        corpus.affirmed(index, *answer.agency)
        or _by_title(answer, corpus, index)
        or _of_the_town(answer, corpus, index)
    )
    if statement.standing is not Standing.CONTENT:
        if labelled or (named and (acts or statement.standing is Standing.DEFERRED)):
            return refused(statement)
        return None
    if corpus.said[index].has("deed_words"):
        return None
    open_ = told or corpus.said[index].has("consult_future") or NOT_YET.search(statement.text)
    if not acts and (named or labelled) and open_:
        return Candidate(statement, 0.03, statement.text, "The consultation is still to come.")
    if labelled and statement.passage.kind is PassageKind.FIELD:
        return Candidate(statement, LABELLED, statement.text)
    if not acts and named and _joint_verb(corpus, index):
        return Candidate(statement, BY_VERB, statement.text)
    if not acts:
        return (
            Candidate(statement, 0.1, statement.text, "It names the agency, but does not say that it was consulted.")
            if named
            else None
        )
    if named:
        return Candidate(statement, IN_SENTENCE, statement.text)
    if corpus.affirmed(index, *(AGENCIES - set(answer.agency))):
        return None
    prose = statement.passage.kind in (PassageKind.PARAGRAPH, PassageKind.LIST_ITEM)
    around = corpus.near(index, before=2, after=1) if prose else []
    near = [
        i
        for i in around
        if corpus.statements[i].passage.kind is statement.passage.kind and corpus.affirmed(i, *answer.agency)
    ]
    if near:
        return Candidate(statement, NEARBY, statement.text, also=(corpus.statements[near[0]],))
    if any(heading.has(*answer.agency) for heading in corpus.headings[index][:2]):
        return Candidate(statement, UNDER_HEADING, statement.text)
    if _on_agency_paper(answer, corpus, statement):
        return Candidate(statement, ON_ITS_PAPER, statement.text)
    return None


def _on_agency_paper(answer: Answer, corpus: Corpus, statement: Statement) -> bool:
    """Whether the page is the agency's own letter: named at its head or beneath its closing."""
    place = (statement.passage.file, statement.passage.page)
    page = [s.index for s in corpus.statements if (s.passage.file, s.passage.page) == place]
    return any(corpus.said[i].has(*answer.agency) for i in (*page[:4], *page[-3:]))


NOT_YET = re.compile(
    r"\b(?:mean|means|meant|intend|intends|ought|supposed|hope|hopes|plan|plans|expect|expects)\s+to\b|\bnot\b.{0,25}\byet\b|"
    r"\b(?:have|has)(?:n['’]t| not)\s+(?:\w+\s+)?(?:met|sat|spoken|talked|heard|seen|reviewed|been|called|answered|replied|gone)\b|\bstill (?:to|need)\b|"
    r"\b(?:is|are|has been|have been)\s+(?:\w+ly\s+)?(?:set|booked|scheduled|slated|pencill?ed in|on (?:the|our|their) calendar)\b",
    re.IGNORECASE,
)
"""What has not taken place, though it is told with the words of an act."""


def _by_title(answer: Answer, corpus: Corpus, index: int) -> bool:
    """Whether an official is named by title alone ("the Chief") under a heading that says of which agency."""
    above = corpus.headings[index][:-1]
    headed = any(h.has(answer.heading_concept, *answer.agency) for h in above)
    headed = headed and not any(h.has(*(AGENCIES - set(answer.agency))) for h in above[:1])
    return headed and bool(corpus.affirmed(index, "official_word"))


def _of_the_town(answer: Answer, corpus: Corpus, index: int) -> bool:
    """Whether an agency is named after the town, such as its ambulance."""
    if not answer.local or not corpus.towns:
        return False
    towns, words = "|".join(map(re.escape, corpus.towns)), "|".join(answer.local)
    return bool(
        re.search(rf"\b(?:{towns})\b[\w\s’'.&-]{{0,30}}\b(?:{words})\b", corpus.said[index].text, re.IGNORECASE)
    )


def _joint_verb(corpus: Corpus, index: int) -> bool:
    """Whether a verb of doing something together stands in the past: "helped us draft", "reviewed", "met"."""
    tokens = corpus.said[index].tokens
    return any(
        tokens[hit.first].text.lower().endswith(PAST) and _happened(corpus, index, hit)
        for hit in corpus.affirmed(index, "joint_verb")
    )


def _happened(corpus: Corpus, index: int, hit: Hit) -> bool:
    """Whether nothing before the act puts it in the future."""
    before = [token.text.lower() for token in corpus.said[index].tokens[max(0, hit.first - REACH) : hit.first]]
    ahead = [i for i, word in enumerate(before) if word in AHEAD]
    past = [i for i, word in enumerate(before) if word.endswith("ed") or word in {"has", "have", "had", "was", "were"}]
    return not ahead or bool(past and past[-1] > ahead[-1])


AGENCIES = frozenset({"police_agency", "fire_agency", "primary_responder", "ambulance_service_agency", "health_agency"})
"""An act of consulting one of them is not lent to another."""
PAST = (
    "ed",
    "wants",
    "likes",
    "asks",
    "says",
    "thinks",
    "finds",
    "sees",
    "seen",
    "gone",
    "been",
    "fine",
    "good",
    "happy",
    "satisfied",
    "sound",
    "blessing",
    "comments",
    "comment",
    "correction",
    "initials",
    "call",
    "meeting",
    "conditions",
    "signature",
    "down",
    "table",
    "shown",
    "thanks",
    "met",
    "sat",
    "spoke",
    "wrote",
    "written",
    "went",
    "gave",
    "drew",
    "drawn",
    "sent",
    "took",
    "said",
    "told",
    "held",
    "had",
)
AHEAD = frozenset("will shall would to should must may can going".split())
"""Words before a verb that put it in the future."""
REACH = 7
"""Words before an act among which such a word is looked for."""
