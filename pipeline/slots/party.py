"""The slot of a party: the signer's age, the owner's mailing address.

Whose an address is was what the prototypes found hardest: parties are entities with a role, known by name once
named, and each statement on a person is given to one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from pipeline.corpus import Corpus
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.slots.statement import refused
from pipeline.topics import Answer

ROLES = ("owner", "agent", "signer")
NAME = re.compile(
    r"\b(?:(?:Mr|Mrs|Ms|Dr|Rev|Hon|Pastor|Chief|Fr|Sr)\.?\s+)?[A-Z][A-Za-z’'-]+(?:\s+(?:[“\"(][A-Z]\w+[”\")]|[A-Z]\.?|[A-Z][A-Za-z’'-]+|de|van|von|la|of the)){1,4}"
)
SIGNED = re.compile(r"(?:/s/|/S/|\bs/)\s*([A-Z][^—–|;,]{3,40})")
SWEARS = re.compile(r"\bI,\s+([A-Z][^,]{3,40}),|\b[Mm]y name is\s+([A-Z][^,.]{3,40})")
FIRST_PERSON = re.compile(r"\b(?:I|my|me|myself|I'm|I’m)\b")
AGE = re.compile(
    r"\b(?:age[ds]?:?|is|am|I'm|turned)\s+(?:\w+[- ])?\w+\s*(?:years?|yrs?\.?)?(?:\s+(?:old|young|of age))|\baged?:?\s+\(?\d{2}\b"
    r"|\baged?:?\s+(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|eighteen|nineteen)"
    r"|\bI(?:['’]m| am)\s+(?:now\s+|just\s+)?(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b(?:-\w+)?"
    r"|\bI(?:['’]m| am)\s+(?:now\s+|just\s+)?(?:1[89]|[2-9]\d)\b(?!\s*(?:miles|acres|feet|minutes|percent|%))"
    r"|\b\d{2}[- ]?(?:years?|yrs?\.?)[- ](?:old|young|of age)|\b(?:years|yrs)\s+(?:old|young|of age)"
    r"|[a-z’'.]\s*(?:,\s*|\()(?:age\s+)?(?:1[89]|[2-9]\d)\s*(?:,|\)|;|$|\.(?:\s|$))"
    r"|\b(?:date of birth|[Dd]\.?[Oo]\.?[Bb]\.?|DOB|born)\b[^.]{0,20}\d|\b(?:of|has|have|counts?)\s+\d{2}\s+(?:years|yrs|winters|summers)\b"
)
AGE_VALUE = re.compile(
    r"\b(?:1[89]|[2-9]\d)\b|\b(?:19[2-9]\d|200\d)\b|\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|eighteen|nineteen)"
)
PLACE = re.compile(r"[,;(—–]|\bof\b|\bat\b|\d")
"""Where a name ends and what is said of it begins."""
SAME = re.compile(r"\b(?:same|as above|ditto|do\.|see above|likewise)\b", re.IGNORECASE)


SHARED = 0.8
"""Probability that what is said of an applicant who owns the land answers for the owner."""
GROUND = (
    r"(?:farm|land|property|place|field|fields|ground|grounds|site|premises|lot|ranch|orchard|meadow|pasture|campus)"
)
SIGNER_OWNS = re.compile(
    rf"\b(?:I|we)\s+(?:\w+\s+)?own\b.{{0,40}}\b{GROUND}\b|\b(?:I|we)(?: am|'m|’m| are|'re|’re)?\s+the\s+(?:sole\s+|record\s+)*owners?\b"
    rf"|\b{GROUND}\b\s+(?:is|are|belongs?)\s+(?:all\s+)?(?:mine|ours|our own|to me|to us)\b|\b(?:it is|it's|it’s)\s+(?:our|my) (?:own )?{GROUND}\b"
    r"|\bapplicant\s+(?:itself\s+|himself\s+|herself\s+)?(?:is|owns|are)\b.{0,30}\b(?:owner|owners|in fee|land|property)\b"
    r"|\bowned\s+(?:of record\s+)?by\s+(?:the\s+)?(?:applicant|petitioner|signer|undersigned|us|me)\b"
    r"|\bowned\s+(?:of record\s+)?by\s+the\s+[\w ]{3,40}\s+itself\b|\b(?:same|identical) as (?:the )?applicant\b|\bapplicant (?:and|&) owner\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Parties:
    """The words by which each party is known in this packet."""

    surnames: dict[str, frozenset[str]]
    """By role: surnames, or the first distinctive word of an entity's name."""
    signer_owns: Statement | None
    """Where the packet says that the applicant is the owner: what is said of the one then holds for the other."""


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Statements that give the attribute of the party in the answer's role."""
    parties = _parties(corpus)
    found = []
    for statement in corpus.statements:
        candidate = _judge(answer, corpus, statement, parties)
        if candidate:
            found.append(candidate)
    if answer.role == "owner" and parties.signer_owns and max((c.probability for c in found), default=0) < SHARED:
        own = propose(replace(answer, role="signer"), corpus)
        found += [
            replace(c, probability=min(c.probability, SHARED), also=(parties.signer_owns,))
            for c in own
            if not c.refused
        ]
    return found


def propose_place(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Statements that say where the assembly is held: an address beside a word for the grounds or the event."""
    found = []
    for statement in corpus.statements:
        index = statement.index
        labelled = (
            corpus.labels[index].has(answer.label_concept) and _role_in(corpus, corpus.labels[index].text) is None
        )
        place = corpus.said[index].has("street_address", "road_name", "address_number")
        if statement.standing is not Standing.CONTENT:
            if labelled and statement.standing is Standing.BLANK:
                found.append(
                    Candidate(statement, 0.02, statement.text, "The form asks for it, and nothing is filled in.")
                )
            continue
        about = corpus.said[index].has(*answer.about)
        exact = corpus.said[index].has("street_address")
        if labelled and statement.passage.kind is PassageKind.FIELD:
            found.append(Candidate(statement, 0.93 if place else 0.6, statement.text))
        elif about and place:
            home = corpus.said[index].has("residence_words", "mailing_words") and not corpus.said[index].has(
                "event_site"
            )
            found.append(Candidate(statement, 0.35 if home else 0.85 if exact else 0.6, statement.text))
    return found


def _judge(answer: Answer, corpus: Corpus, statement: Statement, parties: Parties) -> Candidate | None:
    attribute = answer.attribute
    index = statement.index
    label = corpus.labels[index]
    form = statement.passage.kind in (PassageKind.FIELD, PassageKind.TABLE_ROW)
    labelled = label.has(f"{attribute}_label") and form
    if statement.standing is not Standing.CONTENT:
        if labelled and _role(corpus, statement, parties)[0] == answer.role:
            return refused(statement)
        return None
    strength = _strength(attribute, corpus, statement, labelled)
    if not strength or answer.role == "signer" and in_deed(corpus, index):
        return None
    role, certainty = _role(corpus, statement, parties)
    if role != answer.role:
        return None
    return Candidate(statement, round(strength * certainty, 3), statement.text)


def _strength(attribute: str, corpus: Corpus, statement: Statement, labelled: bool) -> float:
    """How surely the statement gives this attribute of whoever it is about."""
    said, text = corpus.said[statement.index], statement.text
    address = said.has("street_address", "po_box")
    same = bool(SAME.search(text))
    field = statement.passage.kind is PassageKind.FIELD
    match attribute:
        case "name":
            named = bool(NAME.search(text) or re.search(r"[A-Z]{3,} [A-Z]{2,}", text))
            label = corpus.labels[statement.index]
            if labelled or field and label.has("owner_role", "agent_role", "signer_role"):
                return 0.95 if named else 0.5
            return (
                0.9
                if named and (SIGNED.search(text) or SWEARS.search(text))
                else 0.85
                if named and said.has("owner_role", "agent_role", "signer_role")
                else 0.0
            )
        case "age":
            if labelled:
                return (
                    0.97
                    if re.search(r"\d", text)
                    and "birth" in corpus.labels[statement.index].text.lower()
                    or AGE_VALUE.search(text)
                    else 0.3
                )
            return 0.9 if AGE.search(text) else 0.0
        case "residence":
            if labelled:
                return 0.95 if address or same or len(text.split()) >= 2 else 0.4
            if said.has("residence_words"):
                return 0.9 if address or said.has("road_name") or same else 0.72
            return 0.45 if said.has("street_address") and NAME.search(text) else 0.0
        case "mailing":
            if labelled:
                return 0.95 if address or same or len(text.split()) >= 2 else 0.4
            if said.has("mailing_words"):
                return 0.92 if address or same or said.has("road_name") else 0.7
            return (
                0.85
                if said.has("po_box")
                else 0.7
                if said.has("street_address") and _letterhead(statement)
                else 0.4
                if address and NAME.search(text)
                else 0.0
            )
        case _:
            return 0.0


def in_deed(corpus: Corpus, index: int) -> bool:
    """Whether the statement stands in a deed, whose names and dates are those of others."""
    around = [index, *corpus.near(index, before=4, after=2)]
    return any(corpus.said[i].has("deed_text") for i in around)


def _letterhead(statement: Statement) -> bool:
    return statement.passage.page == 1 and statement.passage.box.bottom < 170


def _role(corpus: Corpus, statement: Statement, parties: Parties) -> tuple[str, float]:
    """Whom the statement is about, and how sure that is."""
    index, text = statement.index, statement.text
    labelled = _role_in(corpus, corpus.labels[index].text)
    if labelled:
        return labelled, 1.0
    if statement.passage.kind is PassageKind.FIELD and (asked := _form_role(corpus, index)):
        return asked, 0.95
    named = _named(corpus, text, parties)
    own = _role_in(corpus, text)
    if own in ("owner", "agent"):
        return own, 0.95
    if named:
        return named, 0.95
    headed = next((r for h in corpus.headings[index][:-1] if (r := _role_in(corpus, h.text))), None)
    if FIRST_PERSON.search(text):
        return (headed or "signer"), 0.95
    if statement.passage.kind is PassageKind.FIELD:
        return headed or "signer", 0.9
    for other in corpus.near(index, before=3):
        mentioned = (
            _role_in(corpus, corpus.labels[other].text)
            or _named(corpus, corpus.statements[other].text, parties)
            or _role_in(corpus, corpus.statements[other].text)
        )
        if mentioned:
            return mentioned, 0.9
    return (headed or own or "signer"), 0.8


def _form_role(corpus: Corpus, index: int) -> str | None:
    """The role that the labels before this one speak of, within the same part of a form."""
    for other in corpus.near(index, before=6):
        role = _role_in(corpus, corpus.labels[other].text)
        if role:
            return role
    return None


def _role_in(corpus: Corpus, text: str) -> str | None:
    """The role that is named in a text, the last one where there are several."""
    analysis = corpus.read(text)
    hits = [(hit.start, role) for role in ROLES for hit in analysis.of(f"{role}_role")]
    return max(hits)[1] if hits else None


def _named(corpus: Corpus, text: str, parties: Parties) -> str | None:
    places = corpus.read(text).of("street_address", "road_name")
    bare = "".join(" " if any(hit.start <= i < hit.end for hit in places) else c for i, c in enumerate(text))
    words = set(re.findall(r"[A-Z][A-Za-z’'-]{2,}", bare))
    found = [role for role in ROLES if words & parties.surnames[role]]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=4)
def _parties(corpus: Corpus) -> Parties:
    names: dict[str, set[str]] = {role: set() for role in ROLES}
    for statement in corpus.statements:
        if statement.standing is not Standing.CONTENT:
            continue
        label = corpus.labels[statement.index]
        role = _role_in(corpus, label.text) if statement.passage.kind is PassageKind.FIELD else None
        if role and not label.has("residence_label", "mailing_label"):
            names[role].update(_surnames(NAME.findall(PLACE.split(statement.text)[0])[:2]))
        for match in SWEARS.finditer(statement.text):
            names["signer"].update(_surnames(filter(None, match.groups())))
        said = corpus.said[statement.index]
        if said.has("owner_role") and statement.passage.kind is not PassageKind.FIELD:
            names["owner"].update(_surnames(NAME.findall(statement.text)[:1]))
    names["owner"] -= names["signer"]
    owns = next(
        (
            s
            for s in corpus.statements
            if s.standing in (Standing.CONTENT, Standing.POINTER) and SIGNER_OWNS.search(s.text)
        ),
        None,
    )
    return Parties({role: frozenset(found) for role, found in names.items()}, owns)


def _surnames(full: Iterable[str]) -> set[str]:
    found = set()
    for name in full:
        words = [word.strip(".,") for word in name.split() if len(word.strip(".,")) > 2]
        if words:
            found.add(words[-1])
    return found
