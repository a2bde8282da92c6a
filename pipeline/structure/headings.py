"""Which lines are headings, and how deep.

A heading shows by its size, its weight, its capitals or its number, and by what it is not: a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.records import SIGNATURE, TICKED, UNTICKED, Page, Word

PART = re.compile(
    r"(?:exhibit|appendix|attachment|enclosure|annex|schedule|tab|part|article|section|sec\.|chapter|sheet)\s+"
    r"(?:[a-z]{1,2}(?:[-–]?\d+)?|[ivx]+|\d+(?:\.\d+)*[a-z]?|one|two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
"""A named division: `Exhibit C`, `Part Two`."""

NUMBERED = re.compile(
    r"(?:\(?(?:\d{1,2}(?:\.\d{1,2})*|[A-Z]|[ivx]{1,4})[.)]|[IVX]{1,5}\.|\d{1,2}(?:\.\d{1,2})+)\s+(?=[A-Z])"
)
"""A number or letter ahead of a title: `3. `, `4.2 `, `B) `."""

RUN_IN = re.compile(r"((?:[A-Z][A-Z&/,'’-]+|[A-Z]{2,})(?:\s+(?:[A-Z&/,'’-]+|and|of|the|for)){0,5})\s*[.:–—-]\s+(?=\S)")
"""Capitals that open a paragraph and name its subject: `WATER. Drinking water comes ...`."""

SALUTATION = re.compile(
    r"(?:dear|gentlemen|ladies|to whom|greetings|hello|hi)\b|.*\b(?:sincerely|truly|respectfully|regards)\b",
    re.IGNORECASE,
)
"""How letters begin and end; no heading."""

OPENING = re.compile(r"([A-Z][\w’'&/-]*(?:\s+[\w’'&/-]+){0,3})\.\s+(?=[A-Z0-9“\"])")
"""A few words that open a paragraph with a full stop of their own: `Water. The two wells ...`."""
SPOKEN = re.compile(
    r"\b(?:I|we|you|he|she|they|it|is|are|was|were|will|has|have|had|do|does|did|can|no|yes|not|none|thanks?|thank|Mr|Mrs|Ms|Dr|Rev|St|Sgt|Lt|"
    r"Chief|Hon|Inc|Co|No|Vol|[A-Z])\b|\d",
)
"""What makes such words a sentence or a name."""

_MAIN = 0.2
"""Share of a document's letters from which on a font is one of its main ones."""
LONGEST = 14
"""Words that a heading has at most."""


@dataclass(frozen=True)
class Body:
    """The usual size of type, of the document and of each font that a good part of it is set in."""

    size: float
    of_font: Mapping[str, float]

    def of(self, words: Sequence[Word]) -> float:
        """The usual size of type beside which these words may be large, in points."""
        return max(self.size, min((self.of_font.get(word.font, 0.0) for word in words), default=0.0))


def body_size(pages: Iterable[Page]) -> Body:
    """The font size in which most characters of the document, and of each of its main fonts, are set."""
    sizes: Counter[float] = Counter()
    of_font: dict[str, Counter[float]] = {}
    for page in pages:
        for line in page.lines:
            for word in line.words:
                size = round(word.size * 2) / 2
                sizes[size] += len(word.text)
                of_font.setdefault(word.font, Counter())[size] += len(word.text)
    usual = sizes.most_common(1)[0][0] if sizes else 10.0
    main = {font: own for font, own in of_font.items() if font and own.total() > _MAIN * sizes.total()}
    return Body(usual, {font: own.most_common(1)[0][0] for font, own in main.items()})


def level(words: Sequence[Word], usual: Body, *, ocr: bool, alone: bool) -> int | None:
    """Depth of the heading that these words make, 1 the highest, or None where they are no heading.

    `alone` says that nothing else stands on the line and that the next line does not continue it.
    """
    text = " ".join(word.text for word in words)
    if not words or len(words) > LONGEST or not any(c.isalpha() for c in text) or "_" in text:
        return None
    if SALUTATION.match(text):
        return None
    if any(mark in text for mark in (TICKED, UNTICKED, SIGNATURE)) or any(word.filled for word in words):
        return None
    sentence = text[-1] in ".,;?!" and not re.fullmatch(r".*\b(?:Inc|Co|Ltd|St|No)\.", text)
    if PART.match(text) and not sentence and not re.search(r"\b(?:is|are|was|shows?|see|attached)\b", text):
        return 1
    size, body = max(word.size for word in words), usual.of(words)
    if size >= body * (1.6 if ocr else 1.4) and not text.endswith((",", ";")):
        return 1
    if not alone or sentence or text.endswith(":"):
        return None
    if not ocr and size >= body * 1.12:
        return 2
    letters = [c for c in text if c.isalpha()]
    capitals = sum(c.isupper() for c in letters) / len(letters)
    if capitals > 0.9 and len(letters) >= 4 and sum(c.isdigit() for c in text) <= len(text) * 0.2:
        return 2
    if not ocr and all(word.bold for word in words if any(c.isalpha() for c in word.text)):
        return 3
    if NUMBERED.match(text) and len(words) <= 8 and not re.search(r"\d{2}", text[4:]):
        return 3
    return None


def run_in(words: Sequence[Word]) -> int:
    """How many of a paragraph's first words are its heading, set in capitals or in bold ahead of plain text."""
    bold = 0
    while bold < len(words) and words[bold].bold:
        bold += 1
    if 0 < bold <= LONGEST and bold < len(words) and (words[bold - 1].text[-1] in ".:–—-" or bold >= 2):
        return bold
    text = " ".join(word.text for word in words[: LONGEST + 4])
    match = RUN_IN.match(text)
    if match and len(match[1]) >= 4 and not text.isupper():
        return len(match[0].split())
    short = OPENING.match(text)
    if short and not SPOKEN.search(short[1]) and len(short[0].split()) < len(words):
        return len(short[0].split())
    return 0
