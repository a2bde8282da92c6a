"""Toilets told as parts of a whole: `thirty units, two thirds for women and the rest for men`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from pipeline.facts.vocabulary import Vocabulary

FEWEST = 4
"""A smaller number is hardly parted so."""
_SHARES = {
    "half": Fraction(1, 2),
    "two thirds": Fraction(2, 3),
    "one third": Fraction(1, 3),
    "three quarters": Fraction(3, 4),
    "one quarter": Fraction(1, 4),
    "three fifths": Fraction(3, 5),
    "two fifths": Fraction(2, 5),
}
_PART = re.compile(
    r"\b(half|two[- ]thirds|(?:one|an?)[- ]third|three[- ]quarters|(?:one|an?)[- ]quarter|(?:three|two)[- ]fifths)\b"
    r"(?!\s+(?:an?\s+|of an?\s+)?(?:acre|mile|hour|day|ton|dozen|barrel|inch|past)s?\b)",
    re.IGNORECASE,
)
_REST = re.compile(r"\b(?:rest|remainder|remaining|others?|balance)\b", re.IGNORECASE)
_EVENLY = re.compile(
    r"\b(?:split|divided|shared|parted)\s+(?:evenly|equally|down the middle|half and half|in half)\b|\bhalf and half\b",
    re.IGNORECASE,
)
SEXES = ("female", "male")


def of_sexes(text: str, counts: Sequence[Decimal], vocabulary: Vocabulary) -> dict[str, Decimal]:
    """How many of the one number of toilets are for women and for men, as far as the parts are whole numbers."""
    if len(counts) != 1 or counts[0] < FEWEST or not any(vocabulary.words[key].search(text) for key in SEXES):
        return {}
    numbers = {key: share * Fraction(counts[0]) for key, share in _shares(text, vocabulary).items()}
    return {key: Decimal(number.numerator) for key, number in numbers.items() if number.denominator == 1}


def _shares(text: str, vocabulary: Vocabulary) -> dict[str, Fraction]:
    """The share of each sex; of the other only where the text tells it or says whose the rest is."""
    if _EVENLY.search(text):
        return dict.fromkeys(SEXES, Fraction(1, 2))
    told = list(_PART.finditer(text))
    if not told:
        return {}
    clause = re.split(r"[;.]|\band\b", text[told[0].end() :])[0]
    sexes = [key for key in SEXES if vocabulary.words[key].search(clause)]
    if len(sexes) != 1:
        return {}
    share = _SHARES[re.sub(r"^an? ", "one ", told[0][1].lower().replace("-", " "))]
    other = next(key for key in SEXES if key not in sexes)
    return {sexes[0]: share} | ({other: 1 - share} if len(told) > 1 or _REST.search(text) else {})
