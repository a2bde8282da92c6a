"""The slot of a drawing: a page of captions with a title, perhaps a scale, perhaps the license of who drew it.

Prose about a drawing is none: it must be in the packet itself. One sheet's license does not lend itself to another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipeline.corpus import Corpus
from pipeline.records import Candidate, Standing, Statement
from pipeline.topics import Answer

CAPTION = 14
"""Words of a caption at most."""
PROSE_SHARE = 0.3
"""Share of longer statements from which on a page is prose."""

FEET = r"(?:'|’|′|feet|foot|ft)"
SCALED = re.compile(
    rf"\b(?:1|one)\s*(?:\"|”|″|''|in(?:ch)?\b\.?)\s*(?:=|equals?|to|represents?|per|is|:)\s*\w+(?:\s*-?\w+)?\s*{FEET}"
    r"|\b1\s*:\s*\d{2,4}\b|\bgraphic(?:al)? scale\b|\bbar scale\b|\bscale bar\b|\bscale of feet\b"
    rf"|\bscale\b\W*(?:1|one|in|\d)|\b(?:drawn|plotted|shown|is) to scale\b"
    rf"|\b\d+\s*(?:\"|”|″|inch)?\s*=\s*\d+\s*{FEET}|\b\w+\s*{FEET}\s*(?:to|per)\s*(?:the|an|one|1)?\s*inch\b"
    rf"|^\W*0\s*[-–—\s]\s*\d+(?:\s*[-–—\s]\s*\d+)+\s*{FEET}|\b(?:each|one|1)\s*square\s*(?:=|equals|is)",
    re.IGNORECASE | re.MULTILINE,
)
UNSCALED = re.compile(
    r"\b(?:not|isn[’']t|no[tr]? (?:drawn|exactly|really)|never)\s+(?:\w+\s+){0,2}to\s+(?:any\s+)?scale\b"
    r"|\bno scale\b|\bN\.?T\.?S\b|\bunscaled\b|\bscale\W{0,3}none\b"
    r"|\bnot\s+(?:quite\s+)?to\s+scale|\bapprox(?:imate|\.)? (?:scale|only)|\bfree-?\s?hand\b|\bpaced\b|\beyeball"
    r"|\bhand[- ]drawn\b|\bdrawn (?:by hand|at (?:my|our|the)|in pencil|from memory)\b|\bfrom memory\b"
    r"|\b(?:as|the way) (?:i|we) (?:mind|remember|recall|picture|see)\b"
    r"|\brough(?:ly)? (?:sketch|drawing|drawn|layout)\b|\bin (?:pencil|crayon|ballpoint)\b",
    re.IGNORECASE,
)
LICENSED = re.compile(
    r"\b(?:P\.?L\.?S|R\.?L\.?S|L\.?S|P\.?E|R\.?P\.?E)\b\.?(?:\s*(?:#|[Nn]o\.?|[Ll]ic(?:ense)?\.?))*\s*\d{3,}"
    r"|\b(?:[Ll]ic(?:ense|\.)?|LIC(?:ENSE)?|Reg(?:istration)?)\.?\s*(?:[Nn]o|NO|#)?\.?\s*#?\s*\d{4,}"
    r"|,\s*(?:P\.?L\.?S|R\.?L\.?S|L\.S|P\.?E)\b\.?|\b(?:L\.S\.|P\.E\.|P\.L\.S\.)"
    r"|(?i:\b(?:licensed|registered)\s+(?:professional\s+|public\s+|civil\s+|land\s+)*(?:surveyor|engineer)\b"
    r"|\bprofessional\s+(?:engineer|land surveyor)\b)"
)
OTHER_TRADE = re.compile(
    r"\b(?:liquor|alcohol|food|health|vendor|cater\w*|haul\w*|septage|pump\w*|guards?|security|plumb\w*|electric\w*|tents?)\b",
    re.IGNORECASE,
)
"""Whose license with a number may stand on a plan too."""
UNLICENSED = re.compile(
    r"\b(?:not|un|no|never|isn[’']t|without)[\s-]*(?:an?\s+)?(?:licensed|license|surveyor|engineer)\b", re.IGNORECASE
)
TITLE = re.compile(
    r"\b(?:maps?|plans?|layouts?|sketch(?:ed)?|draw(?:ings?|n)|survey|plat|sheet|diagram|schematic|dwg|figure|site"
    r"|boundary)\b",
    re.IGNORECASE,
)
MARKS = re.compile(
    r"\b(?:drawn by|drawn for|prepared (?:by|for)|sheet\s+\w+(?:\s+of\s+\w+)?|dwg\.?"
    r"|legend|north arrow|n/f|revised|rev\.)\b"
    r"|^\W*N(?:orth)?\W*$|\b[A-Z]-\d\b|\b\d+\s*[x×]\s*\d+\b|\b\d+\s?['’′](?:\s|$)|->|<-|→|←"
    r"|\bnot to scale\b|\bno scale\b",
    re.IGNORECASE | re.MULTILINE,
)
PROPERTY = re.compile(
    r"\b(?:maps?|survey(?:ed)?|boundary|property|premises|plat|metes|n/f|now or formerly|acres|tax map"
    r"|sketch|site|vicinity|location|grounds)\b"
    r"|\b[NS]\s?\d{1,2}[-°d]\s?\d{1,2}",
    re.IGNORECASE,
)
GROUND = re.compile(
    r"\b(?:green|field|meadow|farm|pasture|lot|land|road|rd|route|lane|street|brook|pond|woods)\b", re.IGNORECASE
)
"""What a sketch of the grounds by hand shows of them."""
SKETCH_TITLE = re.compile(
    r"^\W*(?:\w+\W+){0,3}(?:sketch|sicetch|map|site plan|plan|layout|diagram)\b(?!.*\b(?:see|attached|by|last page)\b)"
    r"|\bto scale\b(?! by)",
    re.IGNORECASE,
)
FACILITY = re.compile(
    r"\b(?:toilets?|ladies|gents|gentlemen|men|women|water|taps?|first[\s-]aid|medical|aid post|clinic|food"
    r"|kitchen|trash|dumpsters?|stages?|tents?|utilities|facilities|camp\w*|pitches|parking|cars?|stalls?|lights?|towers?|vendors?"
    r"|gates?|generator|septic|sewage)\b",
    re.IGNORECASE,
)


PAPER = re.compile(
    r"(?<!in the )(?<!our )\bpetition(?:er)?\b"
    r"|\b(?:questionnaire|dear|sworn|sincerely|hereby|application for|permit application"
    r"|instructions|certificate of|insured|policy|from:|subject:)\b",
    re.IGNORECASE,
)
"""Words of letters, forms and policies, which no drawing has."""


@dataclass(frozen=True)
class Sheet:
    """A page that is a drawing."""

    statements: tuple[Statement, ...]
    text: str
    scaled: bool
    licensed: bool

    @property
    def survey(self) -> bool:
        """Whether it maps the property rather than what is set up on it."""
        return bool(PROPERTY.search(self.text) or UNSCALED.search(self.text) and GROUND.search(self.text))

    @property
    def plan(self) -> bool:
        """Whether it shows what is set up on the property."""
        return len({match[0].lower() for match in FACILITY.finditer(self.text)}) >= 2


def propose(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """The drawings that show what is asked; those without the scale or the license that it asks for are near misses."""
    found = []
    for sheet in sheets(corpus):
        shown = _shown(answer, corpus, sheet)
        if shown is None:
            continue
        match answer.attribute:
            case "scale" if not sheet.scaled:
                reason = "It is a drawing without a scale."
            case "license" if not sheet.licensed:
                reason = "It is a drawing, and no licensed surveyor or engineer is named on it."
            case "plan_license" if not (sheet.licensed and sheet.scaled):
                reason = "It is a drawing, and not one to scale by a licensed surveyor or engineer."
            case _:
                reason = ""
        found.append(Candidate(shown, 0.1 if reason else 0.9, shown.text, reason))
    return found


def _shown(answer: Answer, corpus: Corpus, sheet: Sheet) -> Statement | None:
    """What on the sheet shows the thing: a caption or a heading; for a map or plan as such, the sheet's title."""
    if answer.role == "property" and not sheet.survey:
        return None
    if answer.role == "plan" and not sheet.plan:
        return None
    concepts = {concept for s in sheet.statements for concept in corpus.said[s.index].hits}
    concepts |= {concept for s in sheet.statements for concept in corpus.labels[s.index].hits}
    if answer.says and not any(concepts.issuperset(way) for way in answer.says):
        return None
    if not answer.about:
        return _telling(answer, sheet)
    return next((s for s in sheet.statements if corpus.said[s.index].has(*answer.about)), None)


def _telling(answer: Answer, sheet: Sheet) -> Statement:
    """What on the sheet a reader would look at: the seal, the scale line or the title, and no road's name."""
    wanted: list[Statement] = []
    if answer.attribute == "license":
        wanted = [s for s in sheet.statements if _is_seal(_written(s))]
    elif answer.attribute == "scale":
        wanted = [s for s in sheet.statements if SCALED.search(_written(s))]
    titles = [s for s in sheet.statements if TITLE.search(s.text) and len(s.text.split()) <= CAPTION]
    headed = [s for s in titles if s.standing is Standing.HEADING]
    return [*wanted, *headed, *titles, *sheet.statements][0]


def _is_seal(text: str) -> bool:
    """Whether a caption tells the license of a surveyor or an engineer, rather than of another trade."""
    return bool(LICENSED.search(text)) and not OTHER_TRADE.search(text)


def _written(statement: Statement) -> str:
    """What stands on the sheet: the label too, where the statement begins behind it."""
    return f"{'' if statement.start else statement.passage.label} {statement.text}".strip()


@lru_cache(maxsize=4)
def sheets(corpus: Corpus) -> tuple[Sheet, ...]:
    """All drawings of the packet in order of page."""
    pages: dict[tuple[str, int], list[Statement]] = {}
    for statement in corpus.statements:
        pages.setdefault((statement.passage.file, statement.passage.page), []).append(statement)
    return tuple(sheet for statements in pages.values() if (sheet := _sheet(statements) or _sketch(statements)))


def _sketch(statements: Sequence[Statement]) -> Sheet | None:
    """A drawing at the foot of a page that is a form above it, from its title on."""
    for at, statement in enumerate(statements):
        if (
            at
            and statement.standing is not Standing.POINTER
            and SKETCH_TITLE.search(statement.text)
            and len(statement.text.split()) <= CAPTION
        ):
            sheet = _sheet(statements[at:], titled=bool(re.search(r"\bs[ki]i?[ec]tch", statement.text, re.IGNORECASE)))
            if sheet:
                return sheet
    return None


def _sheet(statements: Sequence[Statement], *, titled: bool = False) -> Sheet | None:
    """The page as a drawing, or None where it is a letter, a form or a table."""
    kept = [s for s in statements if s.standing is not Standing.BLANK]
    if len(kept) < 3 or any(s.standing is Standing.CONTENTS_LINE or s.passage.ticked is True for s in kept):
        return None
    if sum(len(s.text.split()) > CAPTION for s in kept) > PROSE_SHARE * len(kept):
        return None
    text = "\n".join(map(_written, kept))
    if PAPER.search(text):
        return None
    scaled = bool(SCALED.search(text)) and not UNSCALED.search(text)
    named = any(TITLE.search(s.text) for s in kept if len(s.text.split()) <= CAPTION)
    marks = len({match[0].strip().lower() for match in MARKS.finditer(text)})
    if not titled and (not (SCALED.search(text) or UNSCALED.search(text) or marks >= 2) or not (named or marks)):
        return None
    sealed = bool(LICENSED.search("\n".join(line for s in kept if not OTHER_TRADE.search(line := _written(s)))))
    return Sheet(tuple(kept), text, scaled, sealed and not UNLICENSED.search(text))
