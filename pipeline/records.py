"""The records that pass between the stages: frozen dataclasses and enums, no logic beyond what they hold.

Lengths are in PDF points, and boxes are measured from the top left of the page as a reader sees it (after
`/Rotate`). Pages are numbered from 1. Money is in US dollars, volume in US gallons, area in square feet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

# --- intake ---------------------------------------------------------------------------------------------


class Kind(StrEnum):
    """What a member of a packet is, by its content and never by its name."""

    PDF = "pdf"
    EMAIL = "email"
    ARCHIVE = "archive"
    WORD = "word"
    IMAGE = "image"
    TEXT = "text"
    UNREADABLE = "unreadable"
    """Nothing that Muster reads: named in the report, so that a person opens it."""


@dataclass(frozen=True)
class Problem:
    """Something wrong with the material, told in the report; the audit goes on."""

    code: str
    """Short and stable, such as `encrypted`, `damaged-page`, `no-ocr`."""
    message: str
    """One plain sentence for the reader of the report."""
    file: str = ""
    """The member that it concerns, by its name in the packet."""
    page: int | None = None
    """The page that it concerns, from 1."""
    hides_content: bool = False
    """True where an answer may stand in what could not be read: nothing may then be called missing."""


@dataclass(frozen=True)
class Member:
    """One file of the packet, as it was submitted."""

    name: str
    """Safe to show and unique in the packet; `outer.pdf/inner.pdf` for a file within a file."""
    kind: Kind
    """By content."""
    path: Path
    """Where its bytes lie: as it was submitted, or taken out of the file that held it."""
    sha256: str
    """Of its bytes, in hex."""
    source: str = ""
    """The submitted file that is, or holds, this one: its true name below the packet's folder, as the disk has it."""
    within: str = ""
    """The member or archive that holds it, by its name in the packet; empty for a file of its own."""


@dataclass(frozen=True)
class Submission:
    """Everything that one applicant handed in for one event."""

    packet_id: str
    """Of the folder's or the file's name, safe in a path, a link and a cell."""
    members: tuple[Member, ...]
    """In order of name."""
    problems: tuple[Problem, ...] = ()


# --- reading --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the top left."""

    x0: float
    top: float
    x1: float
    bottom: float


TICKED, UNTICKED = "☒", "☐"
"""Reading writes every check box and radio button as a word of its own, one of these two, at its place."""
SIGNATURE = "✍"
"""Reading writes every signature in ink, drawn or pictured, as this word at its place."""


@dataclass(frozen=True, slots=True)
class Word:
    """A run of characters without a space."""

    text: str
    box: Box
    size: float
    """Font size in points, after the page's own scaling; on an OCR page estimated from the line's height."""
    bold: bool = False
    confidence: float = 1.0
    """1 for text in the file, else what the OCR engine says, from 0 to 1."""
    filled: bool = False
    """True where the word is the value of a form field."""
    font: str = ""
    """The font's name in the file, without the mark of a subset; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Line:
    """Words that stand on one line of one column, from left to right."""

    words: tuple[Word, ...]
    box: Box
    ocr: bool = False

    @property
    def text(self) -> str:
        """The words with single spaces between them."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; a cell that spans columns stands in the first of them."""

    text: str
    box: Box
    words: tuple[Word, ...] = ()


@dataclass(frozen=True)
class Table:
    """A ruled table, or columns aligned without rules; rows from top to bottom, equally long."""

    rows: tuple[tuple[Cell, ...], ...]
    box: Box
    header: tuple[str, ...] = ()
    """The heading of each column, where the first row is one; `rows` then begins below it."""


class PageText(StrEnum):
    """Where a page's words come from."""

    FILE = "file"
    OCR = "ocr"
    BLANK = "blank"
    """Nothing on it at all: a legible page that says nothing."""
    UNREADABLE = "unreadable"
    """There is something that no engine could turn into words."""


@dataclass(frozen=True)
class Page:
    """One page as it was read."""

    number: int
    width: float
    height: float
    text: PageText
    lines: tuple[Line, ...]
    """In reading order, column by column; those inside a table are here too."""
    tables: tuple[Table, ...] = ()
    turn: int = 0
    """Degrees clockwise by which its text is turned: 90 where it runs downwards. All boxes are of the page as it lies."""


@dataclass(frozen=True)
class Document:
    """One member as it was read."""

    name: str
    sha256: str
    pages: tuple[Page, ...]
    problems: tuple[Problem, ...] = ()


# --- structure and standing -----------------------------------------------------------------------------


class PassageKind(StrEnum):
    """The form in which something is said."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list item"
    TABLE_ROW = "table row"
    FIELD = "field"
    """A label and its value, as on a form: `label` says what is asked and `text` what is answered, maybe nothing."""
    FURNITURE = "furniture"
    """A repeated header or footer, or a page number."""


@dataclass(frozen=True)
class Passage:
    """A stretch of one page that belongs together, and where it stands."""

    file: str
    page: int
    kind: PassageKind
    text: str
    """What it says, in one line; for a field the value alone, for a table row its cells joined by ` | `."""
    words: tuple[Word, ...]
    """The words of `text` in order (without the ` | `), so that a quote has a box."""
    box: Box
    heading_path: tuple[str, ...] = ()
    """The headings above it, the outermost first: document title, section, subsection."""
    label: str = ""
    """Of a field: what the form asks. Of a table row: its first cell that holds a word."""
    label_words: tuple[Word, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    """Of a table row: each column's heading and the cell under it; a heading may be empty."""
    ticked: bool | None = None
    """Of a tick box with its text: whether it is ticked. None where there is no box."""
    ocr: bool = False
    over: tuple[Word, ...] = ()
    """Words of `text` that stand at the head of the next page, where a sentence runs over the end of this one."""


class Standing(StrEnum):
    """What kind of statement a sentence is. Only CONTENT answers the law."""

    CONTENT = "content"
    HEADING = "heading"
    CONTENTS_LINE = "contents line"
    BLANK = "blank"
    DEFERRED = "deferred"
    POINTER = "pointer"
    NEGATION = "negation"
    LAW_QUOTED = "law quoted"
    INSTRUCTION = "instruction"
    OTHER_EVENT = "other event"


@dataclass(frozen=True)
class Statement:
    """One sentence, field or table row, the unit that can answer an element."""

    index: int
    """Its place in the packet, from 0."""
    passage: Passage
    text: str
    start: int
    """Where `text` begins in `passage.text`, in characters."""
    standing: Standing
    why: str = ""
    """The words that gave the standing away, where it was words."""


# --- quantities -----------------------------------------------------------------------------------------


class Basis(StrEnum):
    """Over what a number is counted."""

    PEAK = "peak"
    """At one time."""
    PER_DAY = "per day"
    TOTAL = "total"
    PER_PERSON = "per person"
    UNSTATED = "unstated"


Place = tuple[str, int, tuple[Box, ...]]
"""A member, a page of it, and boxes on that page."""


@dataclass(frozen=True)
class Evidence:
    """Words on a page that show something."""

    file: str
    page: int
    quote: str
    """Stands literally on the page, up to spaces and line breaks; its end on the next one, where it runs over."""
    box: Box
    confidence: float
    ocr: bool = False
    label: str = ""
    """Of a form's field: what the form asks."""
    cells: tuple[tuple[str, str], ...] = ()
    """Of a row of a table with headings: each column's heading and the cell under it, empty ones left out."""
    lines: tuple[Box, ...] = ()
    """The quote's words on the page, one box for each line; empty where a blank is shown."""
    runs_over: bool = False
    """Whether the quote ends on the next page."""

    @property
    def place(self) -> Place:
        """Where the words stand; of a blank, where they would."""
        return self.file, self.page, self.lines or (self.box,)


FactValue = Decimal | str | date | tuple[date, ...]


@dataclass(frozen=True)
class Reading:
    """One statement of one fact at one place."""

    value: FactValue
    evidence: tuple[Evidence, ...]
    basis: Basis = Basis.UNSTATED
    weight: float = 1.0
    """How much this place counts: the application's own figure above a letter's, a letter's above a passing word."""


@dataclass(frozen=True)
class Fact:
    """What the packet states of one named thing."""

    name: str
    """One of the contract's fact names."""
    value: FactValue
    unit: str | None
    evidence: tuple[Evidence, ...]
    others: tuple[Reading, ...] = ()
    """Statements that differ from `value` and are of the same thing, each with its place."""


# --- judging --------------------------------------------------------------------------------------------


class Status(StrEnum):
    """The contract's words for items; elements use the first, third and fourth."""

    PRESENT = "present"
    PARTIAL = "partial"
    MISSING = "missing"
    NOT_APPLICABLE = "not_applicable"
    UNVERIFIABLE = "unverifiable"
    COULD_NOT_CHECK = "could_not_check"


class CheckStatus(StrEnum):
    """The contract's words for checks."""

    OK = "ok"
    SHORTFALL = "shortfall"
    CONFLICT = "conflict"
    NOT_STATED = "not_stated"
    NOT_APPLICABLE = "not_applicable"


class Due(StrEnum):
    """When the law wants an item."""

    FILING = "filing"
    ISSUANCE = "issuance"


@dataclass(frozen=True)
class Candidate:
    """A statement that may answer an element, as matching proposes it."""

    statement: Statement
    probability: float
    """That it answers the element, from 0 to 1."""
    quote: str
    """The words relied on; within the statement."""
    refused: str = ""
    """Why it does not answer, in a plain sentence, where it was looked at and turned down."""
    also: tuple[Statement, ...] = ()
    """Statements that answer together with it."""


@dataclass(frozen=True)
class ElementFinding:
    """Whether one element is answered."""

    id: str
    title: str
    status: Status
    ask: str
    """What to ask the applicant for, where it is not answered."""
    evidence: tuple[Evidence, ...] = ()
    near_misses: tuple[tuple[Evidence, str], ...] = ()
    """What was looked at and is no answer, each with the reason."""
    reason: str = ""
    probability: float = 0.0
    """That the element is answered."""


@dataclass(frozen=True)
class ItemFinding:
    """Whether one item of the checklist is answered."""

    id: str
    cite: str
    title: str
    law: str
    """The law's own words."""
    status: Status
    due: Due
    needs_review: bool
    reason: str
    caveat: str | None
    elements: tuple[ElementFinding, ...]


@dataclass(frozen=True)
class CheckFinding:
    """Whether a number meets the law."""

    id: str
    cite: str
    title: str
    status: CheckStatus
    required: str | Decimal | None
    stated: str | Decimal | None
    reason: str
    """The arithmetic in words."""
    caveat: str | None
    evidence: tuple[Evidence, ...] = ()
    ask: str = ""
    """What to ask the applicant for, where the number falls short, is in conflict or is not stated."""


@dataclass(frozen=True)
class Picture:
    """Some lines of a page, with words marked."""

    png: bytes
    width: int
    """In pixels."""
    height: int
    """In pixels."""


@dataclass(frozen=True)
class Audit:
    """All that was found in one packet for one checklist."""

    packet_id: str
    documents: tuple[Document, ...]
    checklist_id: str
    checklist_title: str
    checklist_sha256: str
    items: tuple[ItemFinding, ...]
    facts: tuple[Fact, ...]
    checks: tuple[CheckFinding, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = field(default=())
