"""The words by which facts are known, from `checklists/facts.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from pipeline.yamlfile import read_yaml

Pattern = re.Pattern[str]
NEVER = re.compile(r"(?!)")
_FLAGS = ("sum", "article", "none", "demand", "money", "rate", "daily", "needs_context_near", "open", "heading")
_TEXTS = ("unit", "measure", "basis", "least")


@dataclass(frozen=True)
class Topic:
    """One fact's entry; the keys are explained at the head of the file."""

    name: str
    unit: str
    measure: str
    basis: str
    patterns: Mapping[str, Pattern]
    flags: frozenset[str]
    least: int = 0
    """A smaller number counts something else."""

    def __getitem__(self, key: str) -> Pattern:
        """The compiled words under `key`; a pattern that never matches where the entry has none."""
        return self.patterns.get(key, NEVER)


@dataclass(frozen=True)
class Vocabulary:
    """All entries."""

    units: tuple[tuple[str, Pattern, Decimal], ...]
    """Measure, the unit's words, and how much of the measure one unit is."""
    words: Mapping[str, Pattern]
    topics: Mapping[str, Topic] = field(default_factory=dict)

    def measure(self, text: str) -> tuple[str, Decimal] | None:
        """The measure that `text` begins with, and its factor: `-gallon tanks` is gallons, 1."""
        for name, pattern, factor in self.units:
            if pattern.match(text):
                return name, factor
        return None


def words(pattern: str) -> Pattern:
    """Compile, without regard to case and between word boundaries; line breaks in the file mean nothing."""
    return re.compile(rf"(?<!\w)(?:{_joined(pattern)})(?!\w)", re.IGNORECASE)


def _says(pattern: str) -> Pattern:
    """A phrase in which `#` is the number, which `mentions` writes as a private mark."""
    return re.compile(_joined(pattern).replace("#", "\ue000"), re.IGNORECASE)


def _joined(pattern: str) -> str:
    """Without line breaks, which only keep the file's lines short."""
    return re.sub(r"\s*\n\s*", "", pattern.strip())


def _topic(name: str, data: Mapping[str, Any]) -> Topic:
    patterns = {
        key: _says(value) if key == "says" else re.compile(value) if key == "named" else words(value)
        for key, value in data.items()
        if key not in _FLAGS and key not in _TEXTS
    }
    if "nouns" in data:
        patterns["_named"] = words(rf"(?:{_joined(data['nouns'])})$")
    flags = frozenset(key for key in _FLAGS if data.get(key))
    return Topic(
        name,
        str(data["unit"]),
        str(data.get("measure", "")),
        str(data.get("basis", "")),
        patterns,
        flags,
        int(data.get("least", 0)),
    )


@lru_cache(maxsize=4)
def load(path: Path) -> Vocabulary:
    """Read the vocabulary.

    Raises:
        ConfigurationError: the file cannot be read or is no YAML.
    """
    data = read_yaml(path).data
    units = tuple(
        (measure, re.compile(rf"[\s-]*(?:of\s+)?(?:{unit})(?![a-z])\.?", re.IGNORECASE), Decimal(str(factor)))
        for measure, table in data["units"].items()
        for unit, factor in table.items()
    )
    topics = {name: _topic(name, entry) for name, entry in data["facts"].items()}
    return Vocabulary(units, {name: words(pattern) for name, pattern in data["words"].items()}, topics)
