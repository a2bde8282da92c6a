"""What the laws ask about, as data: the vocabulary, and for each answer what a passage must say to be one.

`checklists/vocabulary/*.yaml` names concepts and their phrases. `checklists/topics/*.yaml` names answers, such as
`toilets.source`, which the elements of all checklists share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.checklists import folder
from pipeline.errors import ConfigurationError
from pipeline.language import Analysis, Hit, Vocabulary
from pipeline.yamlfile import read_yaml


@dataclass(frozen=True)
class Answer:
    """What makes a statement an answer."""

    id: str
    """`topic.answer`."""
    slot: str = "statement"
    """The kind of answer, one of the functions in `pipeline/slots/`."""
    about: tuple[str, ...] = ()
    """Concepts, any of which puts a statement or a heading on the topic."""
    says: tuple[tuple[str, ...], ...] = ()
    """Alternatives; of one, every concept must be said in the statement."""
    unless: tuple[str, ...] = ()
    """Concepts whose presence in the statement shows that it is about something else."""
    needs: tuple[str, ...] = ()
    """Concepts of which one must be in the statement, whatever else speaks for it: a number where one is asked for."""
    labels: tuple[str, ...] = ()
    """Phrases by which a form asks for just this."""
    headings: tuple[str, ...] = ()
    """Phrases by which a section announces the topic."""
    allows: tuple[str, ...] = ()
    """Standings besides content that answer here: of `negation`, "no open flames"; of `pointer`, "check enclosed"."""
    label_needs_says: bool = False
    """Whether something written beside a fitting label must also say it."""
    facts: tuple[str, ...] = ()
    """Of the slot `fact`: names of which one is enough."""
    agency: tuple[str, ...] = ()
    """Of the slot `consultation`: concepts for those who must have been consulted."""
    local: tuple[str, ...] = ()
    """Of the slot `consultation`: words that, behind the town's own name, name the agency too."""
    role: str = ""
    """Of the slot `party`: whose."""
    attribute: str = ""
    """Of the slot `party`: what of them. Of the slot `drawing`: `map`, `scale` or `license`."""
    denies: tuple[str, ...] = ()
    """Of the slots `yes_no` and `or_none`: concepts of which a plain "none" is an answer."""
    parts: tuple[tuple[str, ...], ...] = ()
    """Of the slot `all_of`: answers that must each be given; of those in one row any is enough."""

    @property
    def label_concept(self) -> str:
        """The name under which the labels are in the vocabulary."""
        return f"label:{self.id}"

    @property
    def heading_concept(self) -> str:
        """The name under which the headings are in the vocabulary."""
        return f"heading:{self.id}"


@dataclass(frozen=True)
class Topics:
    """All answers, and the language in which they are found."""

    answers: Mapping[str, Answer]
    vocabulary: Vocabulary
    patterns: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """Concepts that have a shape instead of phrases: an amount of money, the name of a road."""

    def read(self, text: str, *, ocr: bool = False) -> Analysis:
        """The text's tokens with the hits of phrases and patterns."""
        analysis = self.vocabulary.read(text, ocr=ocr)
        hits = dict(analysis.hits)
        for concept, pattern in self.patterns.items():
            found = tuple(_hit(concept, match, analysis) for match in pattern.finditer(text))
            if found:
                hits[concept] = tuple(sorted((*hits.get(concept, ()), *found), key=lambda hit: hit.start))
        return Analysis(text, analysis.tokens, hits)


def _hit(concept: str, match: re.Match[str], analysis: Analysis) -> Hit:
    inside = [i for i, token in enumerate(analysis.tokens) if token.end > match.start() and token.start < match.end()]
    first, last = (inside[0], inside[-1]) if inside else (0, 0)
    return Hit(concept, match.start(), match.end(), first, last)


@cache
def load() -> Topics:
    """The topics that come with the program.

    Raises:
        ConfigurationError: a file has a fault, or an answer names a concept that nothing defines.
    """
    concepts: dict[str, list[str]] = {}
    patterns: dict[str, re.Pattern[str]] = {}
    answers: dict[str, Answer] = {}
    for path in sorted((folder() / "vocabulary").glob("*.yaml")):
        for concept, phrases in read_yaml(path).data.items():
            concepts.setdefault(concept, []).extend(map(_phrase, phrases))
    for path in sorted((folder() / "topics").glob("*.yaml")):
        data = read_yaml(path).data
        for concept, phrases in data.get("vocabulary", {}).items():
            concepts.setdefault(concept, []).extend(map(_phrase, phrases))
        for concept, pattern in data.get("patterns", {}).items():
            patterns[concept] = re.compile(pattern)
        for name, fields in data.get("answers", {}).items():
            answers[name] = _answer(name, fields, path)
    for answer in answers.values():
        concepts[answer.label_concept] = list(answer.labels)
        concepts[answer.heading_concept] = list(answer.headings)
        for concept in {
            *answer.about,
            *answer.unless,
            *answer.agency,
            *answer.needs,
            *answer.denies,
            *(c for way in answer.says for c in way),
        }:
            if concept not in concepts and concept not in patterns:
                raise ConfigurationError(
                    f"Answer {answer.id} names the concept {concept!r}, which no vocabulary defines."
                )
    return Topics(answers, Vocabulary(concepts), patterns)


def _phrase(value: object) -> str:
    """The phrase as it was written: YAML takes a bare yes or no for a truth value."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _answer(answer_id: str, fields: Mapping[str, Any], path: Path) -> Answer:
    unknown = set(fields) - set(Answer.__dataclass_fields__)
    if unknown:
        raise ConfigurationError(f"{path.name}: answer {answer_id} has unknown keys {sorted(unknown)}.")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    for key in ("labels", "headings"):
        values[key] = tuple(map(_phrase, values.get(key, ())))
    for key in ("says", "parts"):
        if key in values:
            values[key] = tuple(tuple(way) for way in values[key])
    return Answer(id=answer_id, **values)
