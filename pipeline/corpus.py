"""A packet's statements with everything that matching asks of them: what each says, its label, its headings, its neighbors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pipeline.facts.evidence import shown
from pipeline.language import Analysis, Hit
from pipeline.records import Evidence, Fact, Statement, Word
from pipeline.topics import Topics

NEGATORS = frozenset(
    "no not none never without neither nor cannot don't won't isn't aren't didn't doesn't can't nobody".split()
)
NEGATION_REACH = 3
"""Words before a phrase within which a negator takes it back."""
QUOTE_LENGTH = 320
"""Characters of a quote at most; a longer statement is cut at a word around what was found."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """All statements of a packet, read once."""

    statements: tuple[Statement, ...]
    said: tuple[Analysis, ...]
    """What each statement says, by its index."""
    labels: tuple[Analysis, ...]
    """The label beside each statement; empty where it has none."""
    headings: tuple[tuple[Analysis, ...], ...]
    """The headings above each statement, the nearest first; the file's name comes last."""
    facts: tuple[Fact, ...]
    topics: Topics

    @cached_property
    def _read(self) -> dict[str, Analysis]:
        return {}

    def read(self, text: str) -> Analysis:
        """Any text, such as a label or a part of a statement, read once."""
        if text not in self._read:
            self._read[text] = self.topics.read(text)
        return self._read[text]

    @cached_property
    def towns(self) -> tuple[str, ...]:
        """Names of the towns that the packet is addressed to or speaks of most."""
        counts = Counter(
            name
            for analysis in self.said
            for hit in analysis.of("town_name")
            for name in re.findall(r"[A-Z][A-Za-z]+", analysis.text[hit.start : hit.end].title())
            if name not in self._no_towns
        )
        return tuple(name for name, _ in counts.most_common(3))

    @cached_property
    def _no_towns(self) -> frozenset[str]:
        """Words that stand beside a town's name and are none: of states, and "Town" itself."""
        pattern = self.topics.patterns["town_name"].pattern
        return frozenset({"Of", *re.findall(r"[A-Z][a-z]+", pattern), "Ct", "Me", "Ny"})

    def near(self, index: int, *, before: int = 2, after: int = 0) -> list[int]:
        """Statements around this one under the same headings, nearest first, without itself."""
        statement = self.statements[index]
        same = (statement.passage.file, statement.passage.heading_path)
        found = []
        for step in (*range(-1, -before - 1, -1), *range(1, after + 1)):
            other = index + step
            if 0 <= other < len(self.statements):
                passage = self.statements[other].passage
                if (passage.file, passage.heading_path) == same:
                    found.append(other)
        return found

    def affirmed(self, index: int, *concepts: str) -> tuple[Hit, ...]:
        """Hits of the concepts in the statement that no negator takes back."""
        analysis = self.said[index]
        return tuple(hit for hit in analysis.of(*concepts) if not negated(analysis, hit))

    def evidence(self, statement: Statement, confidence: float, around: Hit | None = None) -> Evidence:
        """The statement as evidence: a quote that stands on the page, with its box."""
        passage = statement.passage
        quote, start = _cut(statement.text, around)
        all_words = (*passage.words, *passage.over)
        words = _words_of(all_words, passage.text, statement.start + start, len(quote), cells=bool(passage.cells))
        if words and (passage.cells or len(words) < len(quote.split())):
            quote = " ".join(word.text for word in words)
        return shown(passage, words, quote, round(confidence, 3))


def build(statements: Sequence[Statement], facts: Sequence[Fact], topics: Topics) -> Corpus:
    """Read every statement, label and heading once."""
    known: dict[tuple[str, bool], Analysis] = {}

    def read(text: str, ocr: bool) -> Analysis:
        if (text, ocr) not in known:
            known[text, ocr] = topics.read(text, ocr=ocr)
        return known[text, ocr]

    return Corpus(
        statements=tuple(statements),
        said=tuple(read(s.text, s.passage.ocr) for s in statements),
        labels=tuple(read(_label(s), s.passage.ocr) for s in statements),
        headings=tuple(tuple(read(h, s.passage.ocr) for h in reversed(s.passage.heading_path)) for s in statements),
        facts=tuple(facts),
        topics=topics,
    )


def _label(statement: Statement) -> str:
    headers = [header for header, cell in statement.passage.cells if header and cell]
    return re.sub(r"[^\w\s]", " ", " ".join([statement.passage.label, *headers])).strip()


def negated(analysis: Analysis, hit: Hit) -> bool:
    """Whether a negator shortly before the phrase takes it back."""
    before = analysis.tokens[max(0, hit.first - NEGATION_REACH) : hit.first]
    for token in reversed(before):
        if token.text in ".;:":
            return False
        if token.text.lower().replace("’", "'") in NEGATORS:
            return True
    return False


def _cut(text: str, around: Hit | None) -> tuple[str, int]:
    """At most QUOTE_LENGTH characters of the text, whole words, with what was found in them; and where they begin."""
    if len(text) <= QUOTE_LENGTH:
        return text, 0
    start = max(0, min((around.start if around else 0) - QUOTE_LENGTH // 3, len(text) - QUOTE_LENGTH))
    if start:
        start = text.find(" ", start) + 1
    end = text.rfind(" ", start, start + QUOTE_LENGTH)
    return text[start : end if end > start else start + QUOTE_LENGTH], start


def _words_of(words: Sequence[Word], text: str, start: int, length: int, *, cells: bool) -> list[Word]:
    """The words that make up that stretch of the passage's text."""
    found, place = [], 0
    for word in words:
        at = text.find(word.text, place) if cells else place
        if at < 0:
            continue
        end = at + len(word.text)
        if end > start and at < start + length:
            found.append(word)
        place = end if cells else end + 1
    return found
