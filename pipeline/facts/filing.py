"""The day of filing: a stamp, or the date of the application or of its letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date

from pipeline import dates
from pipeline.facts import evidence
from pipeline.facts.choice import Papers
from pipeline.facts.dated import Dated
from pipeline.facts.labels import plain
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Fact, PassageKind, Reading, Statement

EARLIEST_FILING = 400
"""Days before the event; an earlier date is of something else."""
HEAD = 4
"""Statements at the head of a file."""
NEAR_STAMP = 3
"""Statements on each side of a stamp's word in which its date may stand."""
_OFFICE = re.compile(r"\b(?:CLERK|SELECTM[AE]N|SELECTWOM[AE]N|TOWN HALL|SUPERVISOR|MAYOR|OFFICE)\b")
_ELSEWHERE = re.compile(
    r"\b(?:health|fire|police|sheriff|zoning|highway|recorder|land records|insurance|department|district|bureau)\b",
    re.IGNORECASE,
)
"""What stands on the stamp of an office that does not give the license."""
_OTHER_OFFICE = re.compile(r"\b(?:health|fire|police|sheriff|highway|insurance)\b", re.IGNORECASE)
"""What stands on the stamp of an office that never gives it."""
_PAPER_DATED = re.compile(
    r"\b(?:certificates?|polic(?:y|ies)|bonds?|deeds?|quot\w+|contracts?|permits?|maps?|plans?|binders?|invoices?|leases?"
    r"|reports?|memos?|e-?mails?|minutes)\b[^.;]{0,30}\bdated\W*$",
    re.IGNORECASE,
)
"""Another paper, whose date it is."""
_OTHER_PAPER = re.compile(
    r"\b(?:estimates?|quot\w+|surveys?|polic(?:y|ies)|deeds?|tests?|tested|inspect\w*|sampled?|analy\w+|consult\w*|met|meeting"
    r"|signed off|approv\w+|invoice|expires?|effective|valid|prepared|plan of|drawn|revised|minutes|reviewed|walked|visit\w*"
    r"|permit (?:no|issued)|until|through|starts?|ends?|begins?|load-?\s?in|load-?\s?out)\b",
    re.IGNORECASE,
)
"""What a date that stands by few words is of, where it is not of the letter."""
_LETTERHEAD = re.compile(
    r"\W*(?:to|dear|gentlemen|ladies|hon\w*|attn|attention|re|subject|the (?:first )?select\w+)\b", re.IGNORECASE
)
"""What follows the date of a letter, where its head has become one paragraph."""
_WITH_OTHERS = re.compile(
    r"\b(?:filed|submitted|lodged|sent)\b[^.;]{0,40}\b(?:with|to) (?:them|him|her|it|the (?:county|state|health|department|fire|bureau))\b",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"\bdear\b|^\W*to\b", re.IGNORECASE)
"""An office that is written to, and whose stamp is not here."""
_LATER = re.compile(r"(?:\b|_)(?:supplement\w*|amend\w*|addend\w*|correct\w*|revis\w+|errat\w+)", re.IGNORECASE)
"""What is handed in after the application."""
_DATED = re.compile(r"\W*dated?\W*(?:at \w+,?\s*)?(?:this)?\W*", re.IGNORECASE)
"""A date line, which on a later page may be that of a paper behind the letter."""
_HANDED_IN = re.compile(
    r"\b(?:submitted|filed|dated|lodged|tendered|handed in|issue date|issued)\b[^.;\d]{0,50}$"
    r"|\b(?:date|day) of (?:this|the) (?:application|petition|letter|filing)\W*$",
    re.IGNORECASE,
)


def filing_date(
    dated: Sequence[Dated],
    statements: Sequence[Statement],
    words: Vocabulary,
    sources: Papers,
    opening: date | None,
    received: date | None,
) -> Fact | None:
    """A stamp's date, else that of the application or its letter; never after the event."""
    if received:
        return Fact("filing_date", received, None, ())
    single = [d for d in dated if len(d.span.days) == 1 and _before(d.span.first, opening) and not _of_record(d)]
    stamps = _stamps(single, statements, words)
    if stamps:
        own = [d for d in stamps if sources.rank_of(d.statement) >= 1]
        chosen = min(own, key=lambda d: d.span.first) if own else max(stamps, key=lambda d: d.span.first)
        return Fact("filing_date", chosen.span.first, None, (evidence.of(chosen.statement),))
    heads = _heads(statements)
    signed = [(weight, -place, d) for place, d in enumerate(single) if (weight := _signed(d, words, sources, heads))]
    if not signed:
        return None
    weight, _, chosen = max(signed, key=lambda entry: entry[:2])
    others = {
        d.span.first: Reading(d.span.first, (evidence.of(d.statement),))
        for other, _, d in signed
        if other >= 0.9 * weight
        and d.span.first != chosen.span.first
        and d.statement.passage.file != chosen.statement.passage.file
    }
    return Fact("filing_date", chosen.span.first, None, (evidence.of(chosen.statement),), tuple(others.values()))


def _before(day: date, opening: date | None) -> bool:
    return opening is None or 0 < (opening - day).days <= EARLIEST_FILING


def _of_record(item: Dated) -> bool:
    """Whether the date is that of a deed's recording."""
    return bool(re.search(r"\bfor record\b|\brecorded\b|\bland records\b", item.text, re.IGNORECASE))


def _stamps(single: Sequence[Dated], statements: Sequence[Statement], words: Vocabulary) -> list[Dated]:
    """Dates beside RECEIVED or FILED: in the same short statement, or in one close to it on the page."""
    marks = [s for s in statements if len(s.text.split()) <= 14 and _is_stamp(s.text, words)]
    found = [d for d in single if d.statement in marks or _beside_stamp(d, words)]
    if found:
        found = [d for d in found if not _OTHER_OFFICE.search(d.statement.text)]
        return [d for d in found if not _ELSEWHERE.search(d.statement.text)] or found
    return [
        d
        for d in single
        for mark in marks
        if abs(d.statement.index - mark.index) <= NEAR_STAMP
        and (d.statement.passage.file, d.statement.passage.page) == (mark.passage.file, mark.passage.page)
        and len(d.statement.text.split()) <= 6
    ]


def _beside_stamp(item: Dated, words: Vocabulary) -> bool:
    """Whether a stamp's word in capitals stands right beside the date, whatever the scan has joined to them."""
    said = [m.group() for m in words.words["stamp"].finditer(f"{item.before[-25:]} {item.after[:25]}")]
    return any(word.isupper() for word in said)


def _handed_in(item: Dated) -> bool:
    """Whether few words before the date say that the paper is dated or submitted."""
    few = len(item.text[: item.span.start].split()) <= 9
    return few and bool(_HANDED_IN.search(item.before)) and not _PAPER_DATED.search(item.before)


def _is_stamp(text: str, words: Vocabulary) -> bool:
    text = re.sub(r"(?<=\b[A-Z])\s(?=[A-Z]\b)", "", text)
    if text.isupper() and len(text.split()) <= 10 and _OFFICE.search(text) and dates.find(text):
        return True
    said = None if _ADDRESSED.search(text) else words.words["stamp"].search(text)
    by_office = said and not text[: said.start()].strip() and _OFFICE.search(text.upper())
    return bool(said and (said.group().isupper() or len(text.split()) <= 8 or by_office))


def _heads(statements: Sequence[Statement]) -> frozenset[int]:
    """The first few statements of each file: a letter behind a cover sheet begins on the second page."""
    counts: Counter[str] = Counter()
    heads = set()
    for statement in statements:
        counts[statement.passage.file] += 1
        if counts[statement.passage.file] <= HEAD:
            heads.add(statement.index)
    return frozenset(heads)


def _signed(item: Dated, words: Vocabulary, sources: Papers, heads: frozenset[int]) -> float:
    """How surely the date is that of the application or its letter; 0 where it is not."""
    passage = item.statement.passage
    first = passage.page == 1 or item.statement.index in heads
    rank = sources.rank_of(item.statement)
    label = plain(passage.label)
    if words.words["other_event"].search(item.text) or _WITH_OTHERS.search(item.text):
        return 0.0
    if any(_LATER.search(name) for name in (passage.file, *passage.heading_path)):
        rank *= 0.5
    if label and words.words["filing_label"].fullmatch(label) or _handed_in(item):
        return (3.0 if passage.page == 1 or not _DATED.fullmatch(item.before) else 2.2) * rank
    if (
        passage.kind is PassageKind.FIELD
        and re.search(r"@|^(?:from|sent|date|to)\b", label, re.IGNORECASE)
        and passage.page == 1
    ):
        return 1.9 * rank
    rest = (item.text[: item.span.start] + item.text[item.span.end :]).strip(" .,:")
    if _OTHER_PAPER.search(f"{label} {rest}") or passage.kind is PassageKind.TABLE_ROW:
        return 0.0
    if len(rest.split()) <= 3 and first:
        return 2.5 * rank
    if (
        passage.page == 1
        and _LETTERHEAD.match(item.text[item.span.end :])
        and len(item.text[: item.span.start].split()) <= 15
    ):
        return 2.0 * rank
    if (
        len(rest.split()) <= 10
        and re.search(r"/s/|\(signed\)|signature|signed", item.text, re.IGNORECASE)
        and not re.search(r"sworn|notary", item.text, re.IGNORECASE)
    ):
        return 2.2 * rank
    return 1.5 * rank if len(rest.split()) <= 8 and passage.page == 1 else 0.0
