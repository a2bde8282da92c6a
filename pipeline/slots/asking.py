"""What only asks: a form's printed question that stands on a line of its own, such as "Sewage" or "type, number".

Such a line consists of the words by which forms ask and of nothing that an applicant would add.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from pipeline import checklists
from pipeline.corpus import Corpus
from pipeline.language import stem, tokens
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.topics import Answer, load

Slot = Callable[[Answer, Corpus], list[Candidate]]

LONGEST = 16
"""Words of a printed question at most."""
JOINING = frozenset(
    "of and the or for if any to in by an a be is are will there your you what how many each per this it its that "
    "which whether do does with from on who where when not only please give state list describe".split()
)
"""Words that join the words of a question."""
ENUMERATOR = re.compile(r"^\W*(?:\d{1,2}[a-z]?|[A-Za-z])\s*[.)]\s+")
EVASION = re.compile(
    r"\W*(?:later|undecided|unknown|unsure|(?:we |i )?do(?:es)?(?: not|n.t) know(?: yet)?"
    r"|(?:we are |we.re |i am |i.m )?(?:not (?:sure|decided|known)|working on (?:it|this|that))(?: yet)?"
    r"|to (?:follow|come|be (?:sent|supplied|provided|determined|announced|filed|arranged|advised)(?: later)?)"
    r"|will (?:follow|send|advise)(?: later)?"
    r"|(?:still |now )?(?:being|under|in)\s+"
    r"(?:arrang|decid|negotiat|plann|prepar|work|draw|draft|discuss|review|process)\w*"
    r"(?: (?:on|out|up|over))?(?: with \w+(?: \w+){0,3})?)\W*",
    re.IGNORECASE,
)
"""Values that put an answer off, alone."""
NOT = (
    r"(?:(?:we|i|they|there|it)\s+)?"
    r"(?:(?:will|do|does|did|are|is|have|has|would|can)\s*(?:not|n.t)|won.t|can.t|cannot|not|no)"
)
DENIAL = re.compile(rf"\W*{NOT}\b(?:\s+[^\W\d]+){{0,6}}\W*", re.IGNORECASE)
"""Values that say of the thing asked for that there is none."""
BARE_DENIAL = re.compile(
    rf"\W*{NOT}\b"
    r"(?:\s+(?:have|be|been|provided?|plan(?:ned)?|available|offer(?:ed)?|any|at all|used?|needed|of|it|this))*\W*",
    re.IGNORECASE,
)
"""Those that say nothing else, and so nothing of how: "not provided", "we will not have any"."""
ORDER = re.compile(
    r"\W*(?:please\s+(?:state|show|describe|give|list|specify|indicate|provide|attach|explain|identify|furnish|enter|complete|check|tick|name|"
    r"include|enclose|submit|post|deposit|have the|address|notify|print|sign)\b"
    r"|(?:file|return|submit) (?:with|this|the|it|at|to)\b|make (?:checks?|payment)\b"
    r"|(?:describe|specify|indicate|explain|identify)\b|(?:state|give|list|show|provide|attach|name)\s+(?:the|all|any|how|whether|each|a|an|your|names?|number)\b"
    r"|whether\b)",
    re.IGNORECASE,
)
"""How a form tells the applicant what to write."""
ASKED = "It is the form's own question, with nothing written beside it."
ASSERTS = re.compile(r"\b(?:will|shall|we|our|my|is|are|has|have|no|none|yes)\b(?!.*\?)", re.IGNORECASE)
"""Words of one who answers."""
ASKING = frozenset(
    "type number location size duty hour area method means name address age residence date time amount limit kind "
    "place schedule plan statement description explain explanation attach".split()
)
"""Words that ask, whatever the thing: a list of them beside a label is no answer."""


def without_questions(propose: Slot) -> Slot:
    """The slot with its candidates that only ask, or deny what is asked, turned into near misses."""

    def heard(answer: Answer, corpus: Corpus) -> list[Candidate]:
        return [_heard(candidate, answer) for candidate in propose(answer, corpus)]

    return heard


def _heard(candidate: Candidate, answer: Answer) -> Candidate:
    statement = candidate.statement
    if candidate.refused:
        return candidate
    if asks(statement):
        return replace(candidate, probability=0.03, refused=ASKED)
    field = statement.passage.kind in (PassageKind.FIELD, PassageKind.TABLE_ROW)
    denial = BARE_DENIAL if Standing.NEGATION in answer.allows else DENIAL
    if field and not answer.denies and denial.fullmatch(statement.text):
        return replace(candidate, probability=0.03, refused="It says that there is none.")
    return candidate


def asks(statement: Statement) -> bool:
    """Whether the statement is a question, printed or quoted, or its evasion ("to follow"), and no more."""
    passage, text = statement.passage, statement.text
    if EVASION.fullmatch(text.rpartition(": ")[2]) or _orders(text) or _plain(text) in _titles():
        return True
    if passage.kind is PassageKind.TABLE_ROW or passage.ticked is not None:
        return False
    if text.endswith("?") and passage.kind is not PassageKind.FIELD:
        return True
    blanks = bool(re.search(r"_{3,}", text))
    asked = ENUMERATOR.sub("", text)
    words = [token.text for token in tokens(asked) if token.text[0].isalnum()]
    if (
        not words
        or len(words) > LONGEST * (1 + 2 * blanks)
        or re.search(r"\d{2,}|/s/", re.sub(r"\b120\s*%", "", asked))
    ):
        return False
    stems = [stem(word) for word in words if word.lower() not in JOINING]
    labels = bool(stems) and all(s in _label_stems() for s in stems)
    if blanks:
        return labels or not stems
    if passage.kind is PassageKind.FIELD:
        printed = passage.ocr and text == text.lower() and text.count(",") >= 2 and labels
        return "," in text and (printed or len(stems) > 1 and sum(s in _asking() for s in stems) >= 0.6 * len(stems))
    return labels and not ASSERTS.search(text)


def _orders(text: str) -> bool:
    """Whether it tells the applicant what to write, with nothing written behind it."""
    return bool(ORDER.match(ENUMERATOR.sub("", text))) and not re.search(r"[:?]\s*[A-Za-z0-9].{3,}", text)


def _plain(text: str) -> str:
    """The text without number, blanks and colon, in lower case; a full stop stays, as no title ends in one."""
    return re.sub(r"[\s_:]+$", "", ENUMERATOR.sub("", text)).strip().lower()


@cache
def _titles() -> frozenset[str]:
    """What the checklists call their items and elements, as a town's own list may print it."""
    lists = (checklists.load(name) for name in checklists.available())
    items = [item for one in lists for item in one.items]
    return frozenset(
        title.lower() for item in items for title in (item.title, *(element.title for element in item.elements))
    )


@cache
def _asking() -> frozenset[str]:
    return frozenset(stem(word) for word in ASKING)


@cache
def _label_stems() -> frozenset[str]:
    """The stems of all words by which forms ask, of every answer."""
    phrases: Iterable[str] = (p for a in load().answers.values() for p in (*a.labels, *a.headings))
    return _asking() | {stem(token.text) for phrase in phrases for token in tokens(phrase)} - _filling()


@cache
def _filling() -> frozenset[str]:
    """Words that may stand in a label and yet, in a short line, are an answer: "portable", "free"."""
    return frozenset(
        stem(w) for w in "portable free flush paid enclosed north south east west gate barn field meadow none".split()
    )
