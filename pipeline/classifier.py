"""The trained model: by its words, its label and its heading, how likely a statement answers each answer of the topics.

A logistic regression over hashed words, pairs of words and concepts of the vocabulary. It proposes where the slots'
phrases have no word for what is said; `models/README.md` tells how it was trained, how good it is, and on what.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.corpus import Corpus
from pipeline.language import Analysis

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUCKETS = 1 << 15
"""Features are hashed into so many; at 30,000 features in the training data collisions cost nothing measurable."""
PAIR, CONCEPT, STANDING = 0.7, 1.5, 2.0
"""Weights of a pair of words, of a concept and of the standing, against 1 of a word."""


IS_CONTENT = "@content"
"""The row that tells content from all that answers nothing."""


@dataclass(frozen=True)
class Classifier:
    """Weights for each answer, and how its word is weighed with the slots'."""

    answers: Mapping[str, int]
    """The row of each answer that it was trained for."""
    weights: NDArray[np.float32]
    """Of shape (answers, BUCKETS)."""
    bias: NDArray[np.float32]
    """Of shape (answers,)."""
    weighing: Mapping[str, tuple[float, ...]]
    """By slot: a constant, and the weights of the signals in `matching.Signals`; fitted on whole packets."""

    def log_odds(self, corpus: Corpus, indices: Sequence[int]) -> NDArray[np.float32]:
        """That the statements, taken together, answer; of shape (answers,)."""
        import numpy as np

        found = features(corpus, indices)
        places = np.fromiter(found.keys(), dtype=np.int64, count=len(found))
        values = np.fromiter(found.values(), dtype=np.float32, count=len(found))
        scores: NDArray[np.float32] = self.weights[:, places] @ values + self.bias
        return scores


def features(corpus: Corpus, indices: Sequence[int]) -> dict[int, float]:
    """Hashed features of some statements of one passage: their words, the label, the nearest heading, the standings."""
    found: dict[int, float] = {}
    for index in indices:
        _add(found, "t:", corpus.said[index])
        found[_bucket(f"s:{corpus.statements[index].standing}")] = STANDING
        if any(c.isdigit() for c in corpus.said[index].text):
            found[_bucket("digit")] = 1.0
    first = indices[0]
    _add(found, "l:", corpus.labels[first])
    if len(corpus.headings[first]) > 1:
        _add(found, "h:", corpus.headings[first][0])
    return found


def _add(found: dict[int, float], prefix: str, analysis: Analysis) -> None:
    stems = [token.stem for token in analysis.tokens if token.text[0].isalpha()]
    for stem in stems:
        found[_bucket(prefix + stem)] = 1.0
    for left, right in pairwise(stems):
        found[_bucket(f"{prefix}{left}_{right}")] = PAIR
    for concept in analysis.hits:
        found[_bucket(f"{prefix}c:{concept}")] = CONCEPT


def _bucket(feature: str) -> int:
    return zlib.crc32(feature.encode()) % BUCKETS


def folder() -> Path:
    """Where the model is: in the repository, else in the installed package."""
    installed = Path(__file__).parent / "_data" / "models"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "models"


@cache
def load() -> Classifier:
    """The model that comes with the program."""
    import numpy as np

    meta = json.loads((folder() / "answers.json").read_text(encoding="utf-8"))
    with np.load(folder() / "answers.npz") as data:
        weights, bias = data["weights"].astype(np.float32), data["bias"].astype(np.float32)
    rows = {name: row for row, name in enumerate(meta["answers"])}
    weighing = {slot: tuple(numbers) for slot, numbers in meta["weighing"].items()}
    return Classifier(rows, weights, bias, weighing)
