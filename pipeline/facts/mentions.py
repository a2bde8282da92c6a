"""Each number of a statement with what stands around it: words on both sides, label, column, headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from pipeline import numerals
from pipeline.facts.vocabulary import Vocabulary
from pipeline.numerals import Numeral
from pipeline.records import Basis, PassageKind, Statement

MARK = "\ue000"
"""Stands for the number itself in `Mention.said`."""
TOLD_BY_LABEL = ("gallons", "pounds", "square feet", "cubic yards")
"""Measures that a label may give to a bare number: `Gallons per day: 5,000`."""
_BREAK = re.compile(
    r"[;!?]\s|(?<!\b[Nn]o)(?<!\b[Nn]os)(?<!\b[Dd]r)(?<!\b[Mm]rs)(?<!\b[Mm]r)(?<!\bapprox)\.\s+(?=[A-Z(\d\"“])|:\s+(?=[A-Z(])|\s[–—]\s|\|"
)
_LABEL = re.compile(r"^\s*(?:\(?\w{1,3}[.)]\s+)?([A-Z(][^.:;|]{2,70}?)\s*[:—–]\s")


_ASKED = re.compile(r"(?:Q[:.]\s+)?([A-Z][^.;:?!\d]{4,70})\?(?:\s|$)")
_UNITS = re.compile(r"units?|uom|u/m|measure|unit of measure", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:[,;(]\s*(?:and\s+)?not|\b(?:disregard|instead of|rather than|in place of|strike|forget))\s+(?:the\s+|our\s+)?$"
    r"|\b(?:excus\w+|exempt\w*|reliev\w+|relief|variance|waiv\w+|dispens\w+)\b[^.;,\d]{0,40}$",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"[\s-]*(?:[\w’'-]+[\s-]+){0,3}?(?:requirement|rule|standard|minimum|rate|ratio|provision)\b", re.IGNORECASE
)
"""What follows a number that a rule asks for and nobody provides: `the ten-gallon requirement`."""
_UNCOUNTED = re.compile(
    r"\s*(?:$|[,.;:)–—]|(?:at|in|over|altogether|all|together|total|collectively|combined|overall|simultaneously|the|for|during|more|and|on|by|when|through)\b)",
    re.IGNORECASE,
)
_NEXT = re.compile(r"\s*(?:,|\band\b|;)[\w\s,]*$")
_STOP = re.compile(r"[?!;]|\.(?=\s|$)")
_MEASURE = re.compile(r"(?:gal|l\b|lit|lb|pound|kg|kilo|ton|sq|ac|cu|yd|ft|feet)", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d/.,$-])(20[0-3]\d)\b(?![\d/-]|[,.]\d|\s*(?:people|persons|cars|spaces|gal))")
_DATED_YEAR = re.compile(
    r"(?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?|(?i:no\.?|check|cheque|ck|number|policy|permit|lot|map|form|#)|\d{1,2}(?:st|nd|rd|th)?,?)\s+$"
)
_OF_YEAR = re.compile(r"\b(?:in|our|the|during|at|from)\s+(?:the\s+|our\s+)?(20\d\d)\b", re.IGNORECASE)


_TWO_ASKED = re.compile(r"\(?\b([^(/]+?)\s*/\s*([^)/]+)\)?\W*$")
_TWO_ANSWERS = re.compile(r"\W*([\d,.]+)\s*/\s*([\d,.]+)\W*")
_SENTENCE = re.compile(
    r"\b(?:takes?|holds?|fits?|we|will|shall|is|are|be|have|has|had|there|of the|our|can|may)\b", re.IGNORECASE
)
_AND_THAT = re.compile(r"\band (?:that|the|an?)\b", re.IGNORECASE)
_JOINT = re.compile(r",\s|\b(?:and|but|though|while)\b", re.IGNORECASE)
_DURATION = re.compile(r"[\s-]*(?:full\s+)?(?:days?|nights?|hours?|hrs?)\b", re.IGNORECASE)
_UNLIKE_LABEL = re.compile(
    r"[;@]|[a-z]\.\s|\b(?:and|plus|of|x|at|on|about|for|to|in|from|with|the|some|only|over|our|than|by|figure)\s*$",
    re.IGNORECASE,
)
_REST = re.compile(r"[\s.,;)_]*(?:\([^)]*\)[\s.]*)?")


@dataclass(frozen=True)
class View:
    """A stretch of text to be read on its own, and what it answers."""

    text: str
    asked: str = ""
    """The form's label, or the words before a colon."""
    column: str = ""
    row: str = ""
    cell: int = 0
    """Which column of its table, from 0."""


@dataclass(frozen=True)
class Mention:
    """A number and its surroundings."""

    statement: Statement
    numeral: Numeral
    view: View
    before: str
    """From the number before it, or the clause's beginning."""
    after: str
    """Up to the next number, or the clause's end."""
    clause: str
    amount: Decimal
    """In the measure's own unit: pounds for tons, gallons for liters."""
    measure: str
    """`gallons`, `pounds`, `square feet` ... or nothing."""
    basis: Basis
    other_event: bool
    first: bool
    """The first number of its label's answer."""
    carried: str = ""
    """What the number before it counts, where nothing follows this one: `520 cars at one time and, in all, 740`."""

    @property
    def under(self) -> str:
        """The headings above."""
        return " / ".join(self.statement.passage.heading_path)

    @property
    def heading(self) -> str:
        """The innermost heading above."""
        path = self.statement.passage.heading_path
        return path[-1] if path else ""

    @property
    def asked(self) -> str:
        """All that names the number from outside its sentence."""
        return f"{self.view.asked} {self.view.column} {self.view.row}".strip()

    @property
    def near(self) -> str:
        """The few words on both sides that belong to the number, within its commas and parentheses."""
        stop = r"[,.;(]|\band\b" if self.numeral.money else r"[,.;(]|\band (?:the|an?|that)\b|\band\s*$"
        before = re.split(stop.replace(".", ""), self.before)[-1].split()[-12 if self.numeral.money else -7 :]
        after = re.split(stop, self.after.lstrip(" )"))[0].split()[:8]
        return " ".join((*before, "#", *after))

    @property
    def said(self) -> str:
        """The clause's part around the number, with a mark in its place."""
        return f"{self.before}{MARK}{self.after}"


def views(statement: Statement) -> list[View]:
    """The statement's text, cut into cells where it is a table's row."""
    passage = statement.passage
    if passage.kind is PassageKind.TABLE_ROW and passage.cells:
        return [
            View(f"{text}{_unit(passage.cells, place)}", column=heading, row=_beside(passage.cells, place), cell=place)
            for place, (heading, text) in enumerate(passage.cells)
        ]
    if passage.kind is PassageKind.FIELD:
        return _halves(statement.text, passage.label) or [View(statement.text, asked=_own_label(statement))]
    label = _LABEL.match(statement.text)
    return [View(statement.text, asked=label[1] if label else _question(statement))]


def _own_label(statement: Statement) -> str:
    """The field's label; where that is but the heading above, the words that lead the text: `2. Parking: 180`."""
    label = _LABEL.match(statement.text)
    return label[1] if label and statement.passage.label in statement.passage.heading_path else statement.passage.label


def _question(statement: Statement) -> str:
    """The short question that the statement's own words, or the sentence before it in the paragraph, ask."""
    before = statement.passage.text[: statement.start].rstrip()
    asked = _ASKED.match(statement.text) or _ASKED.match(re.split(r"(?<=[.;!?])\s", before)[-1] if before else "")
    return asked[1] if asked else ""


def _unit(cells: Sequence[tuple[str, str]], place: int) -> str:
    """The unit that stands in the cell behind a bare number: `4,800 | gal/day`."""
    behind = cells[place + 1] if place + 1 < len(cells) else ("", "")
    bare = re.fullmatch(r"\W*\d[\d,.]*(?: ?x ?\d+)?\W*", cells[place][1])
    bare = bare and _MEASURE.match(behind[1])
    return f" {behind[1]}" if bare and _UNITS.fullmatch(behind[0].strip()) else ""


def _halves(text: str, label: str) -> list[View]:
    """`2,800 / 4,500` under `Attendance (peak / total)` is two answers to two questions."""
    asked, answers = _TWO_ASKED.search(label), _TWO_ANSWERS.fullmatch(text)
    if not asked or not answers:
        return []
    about = label[: asked.start()] or "".join(re.findall(r"^.*?:\s", label))
    return [View(answer, asked=f"{about}{part}") for part, answer in zip(asked.groups(), answers.groups(), strict=True)]


def _beside(cells: Sequence[tuple[str, str]], place: int) -> str:
    """The words that name a cell's row: the nearest to the left, else to the right."""
    order = [*range(place - 1, -1, -1), *range(place + 1, len(cells))]
    return next((cells[n][1] for n in order if re.search(r"[A-Za-z]{2}", cells[n][1])), "")


def of(statement: Statement, vocabulary: Vocabulary, *, year: int | None) -> list[Mention]:
    """All numbers of one statement; `year` is the event's, so that other years' numbers are told apart."""
    return [mention for view in views(statement) for mention in _in_view(statement, view, vocabulary, year)]


def _in_view(statement: Statement, view: View, vocabulary: Vocabulary, year: int | None) -> list[Mention]:
    found = [n for n in numerals.find(view.text) if not (n.ordinal or _is_asked(view.text, n.end))]
    mentions: list[Mention] = []
    labels_lead = _labels_lead(view.text, found)
    bounds = [n for n in found if not _DURATION.match(view.text, n.end)]
    for place, numeral in enumerate(found):
        start, end = _clause(view.text, numeral)
        left = max([start, *(n.end for n in bounds if n.end <= numeral.start)])
        right = min([end, *(n.start for n in bounds if n.start >= numeral.end)])
        before, after = view.text[left : numeral.start], "" if labels_lead else view.text[numeral.end : right]
        clause = view.text[start:end]
        measure, amount = _measured(numeral, view, view.text[numeral.end : right], vocabulary)
        sides = view.text[start : numeral.start], "" if labels_lead else view.text[numeral.end : end]
        mentions.append(
            Mention(
                statement,
                numeral,
                view,
                before,
                after,
                clause,
                amount,
                measure,
                _basis(before, after, view, vocabulary, sides),
                _other_event(clause, _segment(view.text, numeral, start, end), numeral.start - start, vocabulary, year)
                or _earlier(f"{view.asked} {view.row} | {clause}", vocabulary, year)
                or bool(_DENIED.search(before))
                or bool(before.endswith(("the ", "The ")) and _RULE.match(after))
                or _set_aside(statement, vocabulary, year),
                first=place == 0 and (statement.start == 0 or bool(view.asked)),
                carried=_carried(mentions[-1], after) if mentions and not numeral.money else "",
            )
        )
    return mentions


def _carried(before: Mention, after: str) -> str:
    """The words behind the number before, if none that could be counted stand behind this one."""
    return (before.carried or before.after) if _UNCOUNTED.match(after) else ""


def _is_asked(text: str, end: int) -> bool:
    """Whether the number stands in a question, which states nothing: `Will there be 15 officers?`"""
    stop = _STOP.search(text, end)
    return bool(stop and stop[0] == "?")


def _labels_lead(text: str, found: Sequence[Numeral]) -> bool:
    """Whether the text is a row of labels, each with its number behind it: `Nurses (RN) 3 Doctors 1`."""
    if len(found) < 2 or _SENTENCE.search(text):
        return False
    rest = text[found[-1].end :]
    gaps = [text[: found[0].start], *(text[a.end : b.start] for a, b in pairwise(found))]
    if not _REST.fullmatch(rest) and not all(gap.lstrip()[:1].isupper() for gap in (*gaps, rest)):
        return False
    return all(re.search(r"[A-Za-z]{3}", gap) and not _UNLIKE_LABEL.search(gap) for gap in gaps)


def _clause(text: str, numeral: Numeral) -> tuple[int, int]:
    """Where the clause around the number begins and ends."""
    breaks = list(_BREAK.finditer(text))
    start = max([0, *(m.end() for m in breaks if m.end() <= numeral.start)])
    end = min([len(text), *(m.start() for m in breaks if m.start() >= numeral.end)])
    return start, end


def _segment(text: str, numeral: Numeral, start: int, end: int) -> str:
    """The clause's part between commas and conjunctions in which the number stands."""
    cuts = [start, *(m.end() for m in _JOINT.finditer(text, start, end)), end]
    left = max(cut for cut in cuts if cut <= numeral.start)
    return text[left : min(cut for cut in cuts if cut >= numeral.end)]


def _measured(numeral: Numeral, view: View, after: str, vocabulary: Vocabulary) -> tuple[str, Decimal]:
    """The number's measure, by the word after it, within it, or in its label, and the amount in that measure."""
    inside = re.search(
        r"[a-z]+\s+and\s+(?:a\s+)?(?:half|quarter)", view.text[numeral.start : numeral.end], re.IGNORECASE
    )
    unit = vocabulary.measure(inside.group()) if inside else vocabulary.measure(after)
    if unit is None and numeral.times and not numeral.dimension:
        within = re.finditer(r"(?<=\d)?[\s-]([a-z]+)", view.text[numeral.start : numeral.end], re.IGNORECASE)
        unit = next((found for word in within if (found := vocabulary.measure(word[1]))), None)
    if (
        unit is None
        and numeral.dimension
        and re.search(r"(?:feet|foot|ft|['′])\s*(?:x|by|×)", view.text[numeral.start : numeral.end])
    ):
        unit = "square feet", Decimal(1)
    if unit is None and not numeral.money:
        label = f"{view.column} {view.asked} {view.text[max(0, numeral.start - 30) : numeral.start]}"
        label = re.sub(r"\d[\d,]*[\s-]*[A-Za-z]+", " ", label)
        for word in re.finditer(r"[A-Za-z]+", label if not after.strip(" .)") else ""):
            told = vocabulary.measure(label[word.start() :])
            unit = unit or (told if told and told[0] in TOLD_BY_LABEL else None)
    if unit is None:
        return "", numeral.value
    name, factor = unit
    if name == "feet" and numeral.dimension:
        name = "square feet"
    return name, numeral.value * factor


def _basis(before: str, after: str, view: View, vocabulary: Vocabulary, clause: tuple[str, str]) -> Basis:
    """Over what the number is counted, by the nearest words that say so, before it or after it.

    Where both are equally near, those before it count if such words lead the clause: `at once 155, altogether 200`.
    Beyond the neighboring numbers the rest of the clause, given as its two sides, is asked last.
    """
    kinds = (
        (Basis.PER_PERSON, "per_person"),
        (Basis.PER_DAY, "per_day"),
        (Basis.PEAK, "peak"),
        (Basis.TOTAL, "total"),
    )
    if vocabulary.words["peak"].search(re.split(r"[,;]", after.lstrip(" ,"))[0]):
        return Basis.PEAK
    before = _AND_THAT.split(before)[-1]
    ahead = [(len(before) - m.end(), basis) for basis, key in kinds[1:] for m in vocabulary.words[key].finditer(before)]
    behind = [(m.start(), basis) for basis, key in kinds for m in vocabulary.words[key].finditer(after)]
    leading = re.split(r"\d", clause[0])[0]
    near = ahead + behind if any(vocabulary.words[key].search(leading) for _, key in kinds[1:]) else behind + ahead
    if ahead and behind and _NEXT.match(after):
        near = ahead
    if near:
        return min(near, key=lambda hit: hit[0])[1]
    for text in (view.column, view.asked, view.row):
        hits = [(m.start(), basis) for basis, key in kinds for m in vocabulary.words[key].finditer(text)]
        if hits:
            return min(hits, key=lambda hit: hit[0])[1]
    for side, pick, asked in ((clause[0], max, kinds[1:]), (clause[1], min, kinds[1:3])):
        hits = [(m.start(), basis) for basis, key in asked for m in vocabulary.words[key].finditer(side)]
        if hits:
            return pick(hits, key=lambda hit: hit[0])[1]
    return Basis.UNSTATED


def _earlier(words: str, vocabulary: Vocabulary, year: int | None) -> bool:
    """Whether only years before the event's are named, not as parts of dates, and nothing of what is to come."""
    years = [int(m[1]) for m in _YEAR.finditer(words) if not _DATED_YEAR.search(words[: m.start()])]
    return bool(year and years and max(years) < year and not vocabulary.words["current"].search(words))


def _set_aside(statement: Statement, vocabulary: Vocabulary, year: int | None) -> bool:
    """Whether a heading says that the paper is withdrawn, or of an earlier year, and only there to compare."""
    above = " / ".join(statement.passage.heading_path)
    return bool(vocabulary.words["set_aside"].search(above)) or _earlier(above, vocabulary, year)


def _other_event(clause: str, own: str, at: int, vocabulary: Vocabulary, year: int | None) -> bool:
    """Whether the clause tells of another year or another event."""

    def told(words: str) -> bool:
        years = {int(y) for y in _OF_YEAR.findall(words)}
        return bool(vocabulary.words["other_event"].search(words)) or bool(year and years and max(years) < year)

    earlier = list(vocabulary.words["other_event"].finditer(clause, 0, at))
    between = clause[earlier[-1].end() : at] if earlier else own
    return told(own) or (told(clause) and not vocabulary.words["current"].search(f"{between} {own}"))
