"""Statements as the facts read them: with the short line or the heading above an answer as its label.

Forms and letters put a question, or a word such as `Toilets`, on a line of its own; tables lose their columns over a
page's ruling. What an answer answers is told from such a line, and a row from the headings of the row before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline import dates, numerals
from pipeline.records import PassageKind, Standing, Statement

LONGEST = 9
"""Words of a caption at most."""
SHORT = 14
"""Words of an answer that is taken for its caption's own."""
READ = (Standing.CONTENT, Standing.POINTER)
_ENUMERATED = re.compile(r"\W*(?:[A-Z]-?)?\d{1,2}(?:\.\d{1,2})?[a-z]?[.)]\s|\W*\d{1,2}\.\d{1,2}\s|\W*[A-Za-z][.)]\s")
_VERB = re.compile(
    r"\b(?:we|I|will|shall|is|are|be|have|has|had|was|were|there|may|can|ask\w*|holds?|takes?|gives?|none|yes|no)\b",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"\bDr\b|\b(?:noon|midnight|none|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b")
_UNLIKE = re.compile(r"/s/|@|\bpage\b|\b\d{5}\b|,\s*[A-Z]|\b(?:Mrs?|Ms|Dr|Rev|Hon|Dear)\b|[$#]|\b(?:19|20)\d\d\b|;")
_ROW_END = re.compile(r"(?:\s+(?:\d[\d,.]*|[-–—]))+$")


def readable(statements: Sequence[Statement]) -> list[Statement]:
    """The same statements in the same order, some with another label, heading, kind or standing."""
    found: list[Statement] = []
    caption = ""
    place: tuple[str, int, tuple[str, ...]] = ("", 0, ())
    for number, statement in enumerate(statements):
        passage = statement.passage
        here = (passage.file, passage.page, passage.heading_path)
        caption, place = (caption if place == here else ""), here
        before = statements[number - 1] if number else None
        previous = found[-1] if found else None
        beside = [other for other in (before, *statements[number + 1 : number + 2]) if other is not None]
        own = _as_row(statement, previous) or _answered_heading(statement, before) or _numbers_read(statement)
        own = _unnumbered(_answer_in_label(own), beside)
        if _is_caption(own):
            caption = own.text
        elif caption:
            own = _under(own, caption, first=before is not None and before.text == caption)
        elif before and before.standing is Standing.HEADING and before.passage.file == passage.file:
            own = _asked(own, before.text)
        elif before and _goes_on(before, own):
            own = _asked(own, f"{before.passage.label} {before.text}")
        found.append(own)
    return found


def _goes_on(before: Statement, statement: Statement) -> bool:
    """Whether a bare figure stands below a field in which words alone say what is asked: `Liability: one person`."""
    asked = f"{before.passage.label} {before.text}"
    field = before.passage.kind is PassageKind.FIELD and before.passage.file == statement.passage.file
    return field and not re.search(r"\d", asked) and bool(re.fullmatch(r"\W*\d[\d,.]*\W*", statement.text))


def _numbers_read(statement: Statement) -> Statement:
    """A pointer may give a number, such as that of a check; a row of a form may hold nothing but one."""
    cells = [cell for _, cell in statement.passage.cells if cell != statement.passage.label]
    bare = statement.standing is Standing.BLANK and any(re.fullmatch(r"\W*\d[\d,.]*\W*", cell) for cell in cells[-1:])
    return (
        replace(statement, standing=Standing.CONTENT) if statement.standing is Standing.POINTER or bare else statement
    )


def _answer_in_label(statement: Statement) -> Statement:
    """A line that begins with a number, cut in two at a colon or a gap, as the one line that it is."""
    passage = statement.passage
    if passage.kind is not PassageKind.FIELD or not re.match(r"\$?\d[\d,]* [a-z]", passage.label):
        return statement
    text = f"{passage.label} {statement.text}"
    return replace(statement, text=text, passage=replace(passage, kind=PassageKind.PARAGRAPH, label="", text=text))


def _unnumbered(statement: Statement, beside: Sequence[Statement]) -> Statement:
    """A row of a sheet without the number that the sheet gives it."""
    passage = statement.passage
    numbers = [
        int(s.passage.cells[0][1]) for s in (statement, *beside) if s.passage.cells and s.passage.cells[0][1].isdigit()
    ]
    if not passage.cells or not passage.cells[0][1].isdigit() or passage.cells[0][0].strip():
        return statement
    if not any(abs(other - numbers[0]) == 1 for other in numbers[1:]):
        return statement
    return replace(statement, passage=replace(passage, cells=passage.cells[1:]))


def _is_caption(statement: Statement) -> bool:
    """Whether a paragraph is a few words with no verb: `Toilets`, `4.1 Drinking water.`, `Parking spaces (1 per 4)`."""
    text, passage = statement.text, statement.passage
    if passage.kind not in (PassageKind.PARAGRAPH, PassageKind.LIST_ITEM) or passage.label:
        return False
    enumerated = _ENUMERATED.match(text)
    rest = re.sub(r"\([^)]*\)", "", text[enumerated.end() :] if enumerated else text)
    words = rest.split()
    if not 1 <= len(words) <= LONGEST or _VERB.search(rest) or _UNLIKE.search(rest) or not _titled(rest):
        return False
    if numerals.find(rest) or not re.search(r"[A-Za-z]{3}", rest):
        return False
    return bool(not rest.rstrip().endswith((".", ",", "!")) or len(words) <= 3 or enumerated)


def _titled(text: str) -> bool:
    """Whether the words begin like a title: with a capital, or no more than three of them and none that only joins."""
    joins = re.match(r"\s*(?:and|or|of|the|an?|to|in|on|at|by|for|with|from|map|as|per|that|if)\b", text)
    return text.strip()[:1].isupper() or (len(text.split()) <= 3 and not joins and not text.rstrip().endswith("."))


def _under(statement: Statement, caption: str, *, first: bool) -> Statement:
    """The statement with the caption as its innermost heading, and as its label where it follows at once."""
    passage = statement.passage
    if passage.kind is PassageKind.FIELD and _ENUMERATED.match(passage.label):
        return statement
    statement = replace(statement, passage=replace(passage, heading_path=(*passage.heading_path, caption)))
    return _asked(statement, caption) if first else statement


def _asked(statement: Statement, label: str) -> Statement:
    """A short paragraph right below a line that asks for it, as that field's answer."""
    passage = statement.passage
    short = len(statement.text.split()) <= SHORT and passage.kind in (PassageKind.PARAGRAPH, PassageKind.LIST_ITEM)
    if _is_date(statement.text) and not re.search(r"\b(?:dates?|when|days?|time)\b", label, re.IGNORECASE):
        return statement
    if not short or statement.start or passage.label or statement.standing not in READ or len(label.split()) > LONGEST:
        return statement
    return replace(statement, passage=replace(passage, kind=PassageKind.FIELD, label=label))


def _is_date(text: str) -> bool:
    """Whether the line is a letter's date and nothing else."""
    spans = dates.find(text, year=2000)
    return len(spans) == 1 and spans[0].end - spans[0].start >= 0.8 * len(text.strip())


def _answered_heading(statement: Statement, before: Statement | None) -> Statement | None:
    """A line with a number below a form's numbered question, that only its size made a heading."""
    asks = before is not None and before.standing in (Standing.HEADING, Standing.CONTENT)
    if statement.standing is not Standing.HEADING or before is None or not asks or _ENUMERATED.match(statement.text):
        return None
    asked = before.passage.label or before.text
    if not _ENUMERATED.match(asked) or not (numerals.find(statement.text) or _ANSWERS.search(statement.text)):
        return None
    return replace(
        statement,
        standing=Standing.CONTENT,
        passage=replace(statement.passage, kind=PassageKind.FIELD, label=f"{asked} {before.text}"),
    )


def _as_row(statement: Statement, previous: Statement | None) -> Statement | None:
    """A field that goes on with the table above it: as many numbers at its end as that table's last columns hold."""
    if previous is None or statement.passage.kind is not PassageKind.FIELD or not previous.passage.cells:
        return None
    passage, above = statement.passage, previous.passage
    if (passage.file, passage.page, passage.heading_path) != (above.file, above.page, above.heading_path):
        return None
    numbers = _ROW_END.search(f" {passage.text}")
    wanted = 0
    for _, cell in reversed(above.cells):
        if not re.fullmatch(r"\W*\d[\d,.]*\W*|[-–—]", cell):
            break
        wanted += 1
    counted = numbers.group().split()[-wanted:] if numbers and wanted else []
    if len(counted) != wanted or wanted < 2:
        return None
    names = [passage.label, passage.text.rsplit(maxsplit=wanted)[0] if len(passage.text.split()) > wanted else ""]
    heads = [heading for heading, _ in above.cells]
    lead = (names + [""] * len(heads))[: len(heads) - wanted]
    cells = tuple(zip(heads, [*lead, *counted], strict=True))
    row = replace(passage, kind=PassageKind.TABLE_ROW, cells=cells)
    return replace(statement, standing=Standing.CONTENT, passage=row)
