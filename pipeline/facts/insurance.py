"""Limits of liability: for one person, for one occurrence, for property."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.facts import evidence
from pipeline.facts.choice import Papers, choose
from pipeline.facts.mentions import Mention
from pipeline.facts.pairs import Token, paired
from pipeline.facts.vocabulary import Vocabulary
from pipeline.records import Fact, Reading

LEAST = 10000
"""Dollars; a smaller amount is a premium or a deductible."""
INJURY = "injury"
"""A word for injury that does not say to how many; of two amounts behind it, `a/b`, the first is for one person."""
KINDS = (
    ("insurance_property_damage", "property"),
    ("insurance_bodily_injury_per_person", "each_person"),
    ("insurance_bodily_injury_per_occurrence", "each_occurrence"),
)


def facts(mentions: Sequence[Mention], vocabulary: Vocabulary, sources: Papers) -> list[Fact]:
    """The three limits, as far as they are told apart; a combined single limit is none of them."""
    readings: dict[str, list[Reading]] = {name: [] for name, _ in KINDS}
    groups: dict[tuple[int, int], list[Mention]] = {}
    for mention in mentions:
        insured = vocabulary.words["insured_sum"].search(f"{mention.statement.text} {mention.asked} {mention.under}")
        insured = insured or re.search(r"\$|\bdollars\b", mention.statement.text)
        labeled = not mention.measure and (bool(mention.asked) and mention.first or bool(insured))
        if (mention.numeral.money or labeled) and mention.amount >= LEAST and not mention.other_event:
            groups.setdefault((mention.statement.index, mention.view.cell), []).append(mention)
    for group in groups.values():
        told = [(m, kind) for m, kind in zip(group, _kinds(group, vocabulary), strict=True) if kind]
        for mention, kind in _for_all(group, vocabulary) or told:
            statement = mention.statement
            readings[kind].append(
                Reading(mention.amount, (evidence.of(statement),), weight=2.0 + sources.weight(statement))
            )
    found = [choose(name, "dollars", readings[name], sources) for name, _ in KINDS]
    return [fact for fact in found if fact]


def _for_all(group: Sequence[Mention], vocabulary: Vocabulary) -> list[tuple[Mention, str]]:
    """All three limits, where one amount is said to be the limit for a person, an occurrence and property alike."""
    text = group[0].view.text
    alike = len(group) == 1 and vocabulary.words["combined"].search(text)
    return (
        [(group[0], name) for name, _ in KINDS]
        if alike and all(vocabulary.words[key].search(text) for _, key in KINDS)
        else []
    )


def _kinds(group: Sequence[Mention], vocabulary: Vocabulary) -> list[str]:
    """Which limit each amount of one statement is."""
    mention = group[0]
    view, words = mention.view, vocabulary.words
    about = f"{view.text} {view.asked} {view.row} {view.column} {mention.under}"
    if not words["injury"].search(about) and not words["property"].search(about):
        return [""] * len(group)
    if words["aggregate"].search(f"{view.asked} {view.row}"):
        return [""] * len(group)
    named = _keys(f"{view.asked} {view.row} {view.column}", vocabulary)
    if named and len(group) == 1:
        return ["" if named[0][2] == INJURY else named[0][2]]
    named = named or _keys(mention.heading, vocabulary)
    if len(group) == len(named) > 1 and not _keys(view.text, vocabulary):
        return ["" if name == INJURY else name for _, _, name in named]
    kinds = paired([(m.numeral.start, m.numeral.end) for m in group], _keys(view.text, vocabulary, group))
    for place, (one, other) in enumerate(pairwise(group)):
        if (
            kinds[place] == INJURY
            and not kinds[place + 1]
            and view.text[one.numeral.end : other.numeral.start].strip() == "/"
        ):
            kinds[place : place + 2] = [KINDS[1][0], KINDS[2][0]]
    return ["" if kind == INJURY else kind for kind in kinds]


def _keys(text: str, vocabulary: Vocabulary, amounts: Sequence[Mention] = ()) -> list[Token]:
    """The words for the limits, in order; `property damage, each occurrence` is property, and repeated ones are one."""
    found = sorted((m.start(), m.end(), name) for name, key in KINDS for m in vocabulary.words[key].finditer(text))
    if not {name for _, _, name in found} & {KINDS[1][0], KINDS[2][0]}:
        found = sorted([*found, *((m.start(), m.end(), INJURY) for m in vocabulary.words["injured"].finditer(text))])
    kept: list[Token] = []
    for token in found:
        parted = kept and any(kept[-1][1] <= m.numeral.start < token[0] for m in amounts)
        if kept and not parted and not re.search(r"[$\d]", text[kept[-1][1] : token[0]]):
            if kept[-1][2] == KINDS[0][0] and token[2] != KINDS[0][0] and token[0] - kept[-1][1] < 30:
                continue
            if token[2] == KINDS[0][0] and not re.search(r"[.;:,/|]", text[kept[-1][1] : token[0]]):
                kept[-1] = (kept[-1][0], token[1], token[2])
                continue
            if kept[-1][2] == token[2]:
                continue
        kept.append(token)
    return kept
