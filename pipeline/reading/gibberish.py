"""Whether a page's text is worthless: letters whose codes mean nothing, as where a font does not tell what its shapes are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_FEW = 90
"""Characters: fewer tell nothing."""
_STRANGE = 0.2
"""The part of all characters that may be of no script at all."""
_VOWELS = (0.25, 0.65)
"""Of the letters of English, and of most languages in Latin letters, in text of any length."""
_COMMON = frozenset(
    ["the", "of", "and", "to", "in", "is", "for", "on", "at", "by", "be", "or", "not", "with", "will", "we"]
)
_PLAIN = re.compile(r"\W*(?:[^\W\d_]+(?:['’.-][^\W\d_]+)*|\$?\d[\d.,:/-]*(?:[^\W\d_]+)?)\W*|\W{1,3}")
"""A word, a number, or a mark."""
_ORDERLY = 0.45
"""The part of all words that are plain, on any page that says something."""


def is_gibberish(words: Sequence[str]) -> bool:
    """Whether words are no language: of no script, of marks and digits mixed, or without the vowels of any."""
    text = "".join(words)
    if len(text) < _FEW:
        return False
    strange = sum(char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cc") for char in text)
    if strange > _STRANGE * len(text):
        return True
    if any(word.lower() in _COMMON for word in words):
        return False
    if sum(bool(_PLAIN.fullmatch(word)) for word in words) < _ORDERLY * len(words):
        return True
    letters = [char for char in text.lower() if "a" <= char <= "z"]
    if len(letters) < 0.3 * len(text):
        return False
    return not _VOWELS[0] <= sum(char in "aeiouy" for char in letters) / len(letters) <= _VOWELS[1]
