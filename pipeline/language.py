"""The only module that imports spaCy: sentences, word stems, and the phrases of the vocabulary found in a text.

A phrase is written in base form. It matches by stems, so that `pump` finds `pumped`; hyphens part words, so that
`porta john` finds `porta-johns`; `*` stands for up to four words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import Stemmer
from rapidfuzz import fuzz, process

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline

WORD = re.compile(r"[^\W_]+(?:[’'](?!s\b)[A-Za-z]+)?|[^\w\s]|_+")
GAP = 4
"""Words that `*` stands for at most."""

ABBREVIATIONS = (
    "No. Nos. Vol. Pg. Lt. Sgt. Capt. Cpl. Rte. Rt. Ave. Rd. Ste. Asst. Tpr. Insp. sq. ft. gal. gals. lbs. lb. approx. Lic. lic. "
    "Ex. Exh. Sec. Esq. Hon. Sq. Hwy. Blvd. Ln. Dept. Ofc. Det. Bro. Sis. pp. p. cu. yd. yds. min. hr. hrs. max. incl. est. ext. "
    "Attn. Bus. Conn. Sat. Sun. Fri. Thu. Thurs. Mon. Tue. Tues. Wed. Twp. Bldg. Apt. Rev. Fr. Supt. Jct. Pk. Tel. Fig. Art. tel. "
    "ea. doz. oz. qty. Qty. Inc. Co. Corp. Ltd. Assn. Assoc. Mgr. Dir. Gov. Sen. Rep. Gen. Col. Maj. vs. i.e. e.g. "
    "Exterm. exterm. Elec. elec. Ins. Mfg. Pkwy. Ct. Univ. Fdn. Cmte. Hosp. Amb. Serv. Svc. Svcs. Mgmt. Treas. Secy. Sr. Tpke. "
    "Hts. Ctr. Cty. Dist. Div. opp. adj. bldgs. misc. govt. Govt. Natl. Intl. equip. Equip. transp. Transp. sanit. Sanit. Constr. "
    "contr. Resid. occ. veh."
).split()
"""After these a full stop ends no sentence."""

OPEN_END = re.compile(r"\b(?:[Nn]os?|[Ww]m|Chas|Geo|Jos|Thos|St|Mt|Ft|[Cc]k|[Aa]pprox|[Bb]ox)\.$")
"""Ends of what spaCy takes for a sentence and is none: "check no. 2207"."""

FUZZY_LENGTH, FUZZY_SCORE = 5, 84
"""A misread word is taken for a word of the vocabulary when both are this long and this alike (rapidfuzz ratio)."""


@dataclass(frozen=True)
class Token:
    """A word or a punctuation mark."""

    text: str
    stem: str
    start: int
    end: int


@dataclass(frozen=True)
class Hit:
    """A phrase of the vocabulary in a text, in characters and in tokens."""

    concept: str
    start: int
    end: int
    first: int
    last: int
    """Index of the last token, not behind it."""


@dataclass(frozen=True)
class Analysis:
    """One text as the matching stages see it."""

    text: str
    tokens: tuple[Token, ...]
    hits: Mapping[str, tuple[Hit, ...]]
    """By concept, in order of place."""

    def has(self, *concepts: str) -> bool:
        """Whether any of the concepts is in the text."""
        return any(concept in self.hits for concept in concepts)

    def of(self, *concepts: str) -> tuple[Hit, ...]:
        """All hits of the concepts, in order of place."""
        return tuple(
            sorted((hit for c in concepts for hit in self.hits.get(c, ())), key=lambda hit: (hit.start, -hit.end))
        )


@cache
def stem(word: str) -> str:
    """The word's stem in lower case; abbreviations such as AED and EMS stay whole."""
    word = word.lower().replace("’", "'")
    return word if len(word) <= 3 else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@cache
def _sentences() -> Pipeline:
    import spacy
    from spacy.attrs import ORTH
    from spacy.tokenizer import Tokenizer

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    tokenizer = pipeline.tokenizer
    assert isinstance(tokenizer, Tokenizer)
    for abbreviation in ABBREVIATIONS:
        tokenizer.add_special_case(abbreviation, [{ORTH: abbreviation}])
    return pipeline


def sentences(text: str) -> tuple[tuple[int, str], ...]:
    """The text's sentences, each with its offset in characters; an enumerator alone belongs to what follows it."""
    found: list[tuple[int, str]] = []
    start = 0
    for span in _sentences()(text).sents:
        part = text[start : span.end_char]
        following = text[span.end_char :].lstrip()
        if sum(c.isalpha() for c in part) < 3 or following[:1].islower() or OPEN_END.search(part):
            continue
        found.append((start + len(part) - len(part.lstrip()), part.strip()))
        start = span.end_char
    if text[start:].strip():
        part = text[start:]
        found.append((start + len(part) - len(part.lstrip()), part.strip()))
    return tuple(found)


_LOOKALIKE = str.maketrans("01345", "oleas")
_MIXED = re.compile(r"(?=.*\d)(?=.*[A-Za-z]{2})[A-Za-z][A-Za-z0-9]{2,}|\d[A-Za-z]{3,}[A-Za-z0-9]*")


def _unread(word: str) -> str:
    """A word in which letters were read as the digits that look like them, set right: `portab1e`, `1ots`."""
    return (
        word.translate(_LOOKALIKE)
        if _MIXED.fullmatch(word) and not re.fullmatch(r"\d+(?:st|nd|rd|th|am|pm|ft|gal|lbs?)", word, re.IGNORECASE)
        else word
    )


def tokens(text: str) -> tuple[Token, ...]:
    """Words and punctuation marks; hyphens are left out, so that they part words only."""
    return tuple(
        Token(match[0], stem(_unread(match[0])), match.start(), match.end())
        for match in WORD.finditer(text)
        if match[0] not in "-‐‑"
    )


class Vocabulary:
    """Concepts and their phrases, ready to be found in texts."""

    def __init__(self, concepts: Mapping[str, Iterable[str]]) -> None:
        from spacy.matcher import Matcher, PhraseMatcher
        from spacy.tokens import Doc
        from spacy.vocab import Vocab

        self._vocab = Vocab()
        self._doc = Doc
        self._phrases = PhraseMatcher(self._vocab)
        self._gapped = Matcher(self._vocab)
        self._stems: set[str] = set()
        for concept, phrases in concepts.items():
            self._add(concept, phrases)
        self._long_stems = sorted(s for s in self._stems if len(s) >= FUZZY_LENGTH)
        self._mended: dict[str, str] = {}

    def _add(self, concept: str, phrases: Iterable[str]) -> None:
        plain, gapped = [], []
        for phrase in phrases:
            parts = [[token.stem for token in tokens(part)] for part in phrase.split("*")]
            self._stems.update(stem for part in parts for stem in part)
            if len(parts) == 1:
                plain.append(self._doc(self._vocab, words=parts[0]))
            else:
                gapped.append(_pattern(parts))
        if plain:
            self._phrases.add(concept, plain)
        if gapped:
            self._gapped.add(concept, gapped)

    def read(self, text: str, *, ocr: bool = False) -> Analysis:
        """The text with its tokens and the vocabulary's phrases; on OCR text, misread words are mended first."""
        found = tokens(text)
        if not found:
            return Analysis(text, (), {})
        stems = [self._mend(token.stem) if ocr else token.stem for token in found]
        doc = self._doc(self._vocab, words=stems)
        hits: dict[str, dict[tuple[int, int], Hit]] = {}
        for key, first, behind in [*self._phrases(doc), *self._gapped(doc)]:
            concept = self._vocab.strings[key]
            hit = Hit(concept, found[first].start, found[behind - 1].end, first, behind - 1)
            hits.setdefault(concept, {})[first, behind] = hit
        return Analysis(text, found, {c: tuple(sorted(h.values(), key=lambda x: x.start)) for c, h in hits.items()})

    def _mend(self, word: str) -> str:
        if len(word) < FUZZY_LENGTH or word in self._stems or word.isdigit():
            return word
        if word not in self._mended:
            best = process.extractOne(word, self._long_stems, scorer=fuzz.ratio, score_cutoff=FUZZY_SCORE)
            self._mended[word] = best[0] if best and abs(len(best[0]) - len(word)) <= 1 else word
        return self._mended[word]


def _pattern(parts: Sequence[Sequence[str]]) -> list[dict[str, object]]:
    pattern: list[dict[str, object]] = []
    for index, part in enumerate(parts):
        if index:
            pattern.extend({"OP": "?"} for _ in range(GAP))
        pattern.extend({"ORTH": word} for word in part)
    return pattern
