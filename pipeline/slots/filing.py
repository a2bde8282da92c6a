"""The slots of what is sworn and signed: an oath above a signature, the owner's permission, the signature itself."""

from __future__ import annotations

import re

from pipeline.corpus import Corpus
from pipeline.records import SIGNATURE, Candidate, PassageKind, Standing, Statement
from pipeline.slots.party import SIGNED, in_deed
from pipeline.slots.statement import refused
from pipeline.topics import Answer

BELOW = 14
"""Statements below an oath among which its signature is looked for."""
CLOSING = re.compile(
    r"^(?:[\w’']+,?\s+){0,4}(?:sincerely|truly|respectfully|yours|faithfully|regards|cordially|best|cheers|"
    r"thanks|thank you|blessings|peace|submitted)\b",
    re.IGNORECASE,
)
OFFICER = re.compile(
    r"\b(?:notary|commissioner of (?:the superior court|deeds)|justice of the peace|fire marshal|fire chief|"
    r"chief of (?:police|the fire)|state police|sanitarian|public health|director of health|(?:town|city) clerk)\b",
    re.IGNORECASE,
)
"""Signs beside an oath, or for a town, and not as the applicant."""
NAME_ALONE = re.compile(r"(?:[A-Z][\w.’'“”\"-]*\s+){1,4}[A-Z][\w’'-]+\.?")
"""A line that holds a person's name and nothing else."""


def propose_signature(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Signatures of the applicant: `/s/`, a written value beside a signature label, a name signed under a closing."""
    found = []
    for statement in corpus.statements:
        strength = 0.0 if in_deed(corpus, statement.index) else _signed(corpus, statement)
        if strength:
            found.append(Candidate(statement, strength, statement.text))
        elif statement.standing is Standing.BLANK and corpus.labels[statement.index].has("signature_label"):
            found.append(Candidate(statement, 0.02, statement.text, "The line for the signature is blank."))
    return found


def _signed(corpus: Corpus, statement: Statement) -> float:
    text = statement.text
    if SIGNATURE in text:
        return 0.0 if _notarys(corpus, statement) else 0.5 if _owners(corpus, statement) else 0.9
    if SIGNED.search(text) or re.search(r"(?:^|\s)/s/", text):
        return 0.5 if _owners(corpus, statement) else 0.95
    written = statement.passage.kind is PassageKind.FIELD and statement.standing is Standing.CONTENT
    if written and corpus.labels[statement.index].has("signature_label") and re.search(r"[A-Za-z]{3}", text):
        return 0.93
    if corpus.said[statement.index].has("signed_by") and re.search(r"[A-Z][a-z]+\s+(?:[A-Z]\.?\s+)?[A-Z][a-z]+", text):
        return 0.85
    return max(_closing(corpus, statement), _name_twice(corpus, statement))


def _notarys(corpus: Corpus, statement: Statement) -> bool:
    """Whether what stands beside the ink, or below where it has no label, names an officer who signed there."""
    beside = f"{statement.passage.label} {statement.text}"
    if OFFICER.search(beside) or re.search(r"\bsworn (?:to )?before\b", beside, re.IGNORECASE):
        return True
    if statement.passage.label:
        return False
    following = corpus.statements[statement.index + 1 : statement.index + 2]
    return any(s.passage.page == statement.passage.page and OFFICER.search(s.text) for s in following)


def _name_twice(corpus: Corpus, statement: Statement) -> float:
    """A name alone on its line and once more, with the office, on the next: the signature above the typed name."""
    if not NAME_ALONE.fullmatch(statement.text.strip(" .,")) or statement.index + 1 >= len(corpus.statements):
        return 0.0
    following = corpus.statements[statement.index + 1]
    surname = statement.text.split()[-1].strip(".,")
    below = following.passage.page == statement.passage.page and following.passage.box.top > statement.passage.box.top
    return 0.85 if below and surname in following.text and following.text[:1] == statement.text[:1] else 0.0


def _closing(corpus: Corpus, statement: Statement) -> float:
    """A name under a letter's closing: set unlike the text a signature; typed like it, perhaps the name alone."""
    if not CLOSING.match(statement.text) or len(statement.text.split()) > 8:
        return 0.0
    following = [
        s
        for s in corpus.statements[statement.index + 1 : statement.index + 3]
        if s.passage.page == statement.passage.page
    ]
    if not following or not re.match(r"[A-Z]", following[0].text):
        return 0.0
    if following[0].passage.kind is PassageKind.HEADING or statement.passage.ocr:
        return 0.75
    return 0.45


def propose_oath(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The applicant's statement upon oath or affirmation, where it stands above a signature and no box is left open."""
    found = []
    for statement in corpus.statements:
        if not _swears(corpus, statement):
            continue
        personal = PERSONAL.search(statement.text)
        if statement.standing in NO_OATH or (statement.standing is Standing.LAW_QUOTED and not personal):
            found.append(refused(statement))
        elif statement.passage.ticked is False or _open_box(corpus, statement):
            found.append(Candidate(statement, 0.03, statement.text, "Its box is not ticked."))
        elif _owners(corpus, statement):
            found.append(Candidate(statement, 0.2, statement.text, "It is the owner's statement, not the applicant's."))
        elif re.search(r"_{3,}", statement.text) and not re.search(r"/s/", statement.passage.text):
            found.append(Candidate(statement, 0.05, statement.text, "It is printed and not filled in."))
        elif SIGNED_HERE.search(statement.text):
            found.append(Candidate(statement, 0.9, statement.text))
        elif signature := _signature_below(corpus, statement):
            found.append(Candidate(statement, 0.92, statement.text, also=(signature,)))
        elif jurat := _jurat(corpus, statement):
            found.append(Candidate(statement, 0.75, statement.text, also=(jurat,)))
        elif name := _name_behind(corpus, statement):
            found.append(Candidate(statement, 0.64, statement.text, also=(name,)))
        else:
            found.append(Candidate(statement, 0.25, statement.text, "No signature stands below it."))
    return found


SWEARS_TO = re.compile(
    r"\b(?:swear|swears|sworn|swore|affirms?|affirmed|affirmation|oath|depos(?:e|es|ed|ing)|attests?|so help me|god is my witness|"
    r"answer to god|right hand|hand raised|penalt(?:y|ies) of (?:false statement|perjury|law))\b|\bsw[o0]m\b",
    re.IGNORECASE,
)
TRUTH = re.compile(r"\b(?:true|truth|truthful\w*|correct|correctness|accurate|accuracy|trne|tme)\b", re.IGNORECASE)
PERSONAL = re.compile(
    r"\b(?:I|we|my|our|me|his|her|their|deponents?|affiant|undersigned)\b|\bsays?\b|\bbefore (?:me|notary)\b",
    re.IGNORECASE,
)
"""Somebody speaks, or is spoken of: an oath taken, not the law's words on what it shall say."""
NO_OATH = frozenset({Standing.INSTRUCTION, Standing.CONTENTS_LINE, Standing.DEFERRED, Standing.HEADING, Standing.BLANK})
SIGNED_HERE = re.compile(r"/s/|//|\b(?:signed|sgd|sig)\b|✍|\bmy hand\b", re.IGNORECASE)
SWORN_BEFORE = re.compile(
    r"\b(?:sworn|swore|affirmed|oath|subscribed|appeared)\b.{0,90}\b(?:before|notary|commissioner|clerk|justice|by)\b",
    re.IGNORECASE,
)
"""An oath taken before somebody, as a jurat tells it."""


def _swears(corpus: Corpus, statement: Statement) -> bool:
    """Whether somebody swears or affirms in it, or right beside it, that something is true."""
    text = f"{statement.passage.label} {statement.text}"
    if SWEARS_TO.search(text):
        near = [corpus.statements[i].text for i in corpus.near(statement.index, before=1, after=1)]
        return bool(TRUTH.search(text)) or any(TRUTH.search(other) and not SWEARS_TO.search(other) for other in near)
    return False


def _jurat(corpus: Corpus, statement: Statement) -> Statement | None:
    """A jurat, filled in with a day or a name, in the oath itself or shortly below it."""
    for other in corpus.statements[statement.index : statement.index + BELOW // 2]:
        near = other.passage.file == statement.passage.file and other.passage.page - statement.passage.page <= 1
        text = f"{other.passage.label} {other.text}"
        if near and SWORN_BEFORE.search(text) and re.search(r"\d|\b[A-Z][a-z]+ [A-Z]", text) and "__" not in text:
            return other if other.standing not in NO_OATH else None
    return None


def _name_behind(corpus: Corpus, statement: Statement) -> Statement | None:
    """A name alone right behind the oath, where no line is left open for a signature."""
    following = corpus.statements[statement.index + 1 : statement.index + 3]
    if any("_" in s.text or s.standing is Standing.BLANK for s in following):
        return None
    named = (
        s
        for s in following[:1]
        if NAME_ALONE.fullmatch(s.text.strip(" .,")) and s.passage.page == statement.passage.page
    )
    return next(named, None)


def _open_box(corpus: Corpus, statement: Statement) -> bool:
    """Whether a box that belongs to the oath ("I so swear") is left unticked."""
    for index in corpus.near(statement.index, before=1, after=2):
        other = corpus.statements[index]
        if other.passage.ticked is False and (
            corpus.said[index].has("oath_words")
            or re.search(r"\b(?:swear|affirm|agree|certify)\b", other.text + other.passage.label)
        ):
            return True
    return False


def _signature_below(corpus: Corpus, statement: Statement) -> Statement | None:
    for other in corpus.statements[statement.index : statement.index + BELOW]:
        near = other.passage.file == statement.passage.file and other.passage.page - statement.passage.page <= 1
        if near and _signed(corpus, other) >= 0.5:
            return other
    return None


def _owners(corpus: Corpus, statement: Statement) -> bool:
    """Whether this stands in the owner's own paper."""
    section = [statement.index, *corpus.near(statement.index, before=4, after=1)]
    headed = any(h.has("owner_paper") for h in corpus.headings[statement.index][:2])
    return headed or any(
        corpus.said[i].has("owner_permission") and corpus.said[i].has("owner_role", "owns") for i in section
    )


def propose_permission(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The record owner's permission, sworn to, and signed or told in a jurat."""
    found = []
    for statement in corpus.statements:
        at_once = bool(SWORN_PERMISSION.search(statement.text) and PERMITS.search(statement.text))
        if not at_once and not corpus.affirmed(statement.index, "owner_permission"):
            continue
        if statement.standing is not Standing.CONTENT:
            found.append(refused(statement))
            continue
        around = _paper(corpus, statement)
        owner = at_once or any(corpus.said[i].has("owner_role", "owns") for i in around)
        sworn = [i for i in around if _is_sworn(corpus, i)]
        signed = [i for i in around if _signed_any(corpus, corpus.statements[i])]
        if not owner:
            continue
        if at_once and (
            signed
            or OFFICER.search(statement.text)
            or re.search(r"\bjurat|\bnotari[sz]ed", statement.text, re.IGNORECASE)
        ):
            found.append(Candidate(statement, 0.88, statement.text))
        elif not sworn:
            found.append(Candidate(statement, 0.12, statement.text, "The owner's permission is not sworn."))
        elif signed or _jurat(corpus, corpus.statements[sworn[0]]):
            found.append(Candidate(statement, 0.9, statement.text, also=(corpus.statements[sworn[0]],)))
        else:
            found.append(Candidate(statement, 0.3, statement.text, "No signature of the owner stands below it."))
    return found


SWORN_PERMISSION = re.compile(
    r"\b(?:sworn|swore|swears?|oath|affirm\w*|depos\w+|affidavit|notari[sz]ed|notary|jurat|before (?:a |the )?(?:justice|magistrate|clerk|judge))\b",
    re.IGNORECASE,
)
PERMITS = re.compile(
    r"\b(?:permission|leave|permits?|permitted|allows?|allowed|lets?|consents?|grants?|granted|authori[sz]es?|may|can|cleared|ok)\b.{0,80}?"
    r"\b(?:use|used|have|hold|host|occupy|gather\w*|assembl\w*|camp|bring|crowd|event|concert|festival|people|persons|folks?|field|ground|grounds|land|farm)\b",
    re.IGNORECASE,
)


def _is_sworn(corpus: Corpus, index: int) -> bool:
    statement = corpus.statements[index]
    return statement.standing is not Standing.BLANK and (
        corpus.said[index].has("sworn") or bool(SWORN_BEFORE.search(statement.text))
    )


def _paper(corpus: Corpus, statement: Statement) -> list[int]:
    """The statements of the same paper: on the page, close by."""
    first, behind = max(0, statement.index - 8), min(len(corpus.statements), statement.index + 9)
    return [
        i
        for i in range(first, behind)
        if corpus.statements[i].passage.file == statement.passage.file
        and abs(corpus.statements[i].passage.page - statement.passage.page) <= (i > statement.index)
    ]


def _signed_any(corpus: Corpus, statement: Statement) -> bool:
    return bool(SIGNED.search(statement.text)) or _signed(corpus, statement) >= 0.5
