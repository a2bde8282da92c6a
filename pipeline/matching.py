"""Stage 5: which statements may answer, by the slots' rules and the trained model together.

The slot says whether a statement has what makes an answer, the model whether it sounds like one; their log odds are
added with weights that were fitted on writers that neither had seen, and calibrated on whole packets. A statement that its standing turned down stays so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.classifier import IS_CONTENT, Classifier
from pipeline.corpus import Corpus
from pipeline.records import Candidate, Standing
from pipeline.slots import SLOTS
from pipeline.topics import Answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEARNED = frozenset({"statement", "consultation", "party", "place", "fact"})
"""Slots in which the model has a say; oaths, signatures and documents are matters of form."""
UNSEEN = 0.03
"""The slot's probability where it proposed nothing."""
BOUND = 4.6
"""Log odds beyond which neither word counts for more."""
LENT = 0.7
"""What a statement loses of its score when it needs the one before it."""
WORTH_SHOWING = 0.02
"""Probability below which a statement is not proposed at all."""


@dataclass(frozen=True, eq=False)
class Matcher:
    """One packet's statements against any answer."""

    corpus: Corpus
    classifier: Classifier

    @cached_property
    def _learned(self) -> Mapping[int, NDArray[np.float32]]:
        """The model's scores of each content statement, alone or with the one before it in the passage."""
        import numpy as np

        found = {}
        for statement in self.corpus.statements:
            if statement.standing is not Standing.CONTENT:
                continue
            alone = self._score([statement.index])
            before = statement.index - 1
            if statement.start and before >= 0 and self.corpus.statements[before].passage is statement.passage:
                alone = np.maximum(alone, self._score([before, statement.index]) - LENT)
            found[statement.index] = alone
        return found

    def _score(self, indices: list[int]) -> NDArray[np.float32]:
        """The model's part of the log odds, for every answer."""
        import numpy as np

        log_odds = self.classifier.log_odds(self.corpus, indices)
        _, model_weight, content_weight = self.classifier.stack
        bounded = np.clip(log_odds, -BOUND, BOUND)
        score: NDArray[np.float32] = model_weight * bounded + content_weight * bounded[self.classifier.answers[IS_CONTENT]]
        return score

    def propose(self, answer: Answer) -> list[Candidate]:
        """Statements that may answer, each with the probability that it does; near misses have a reason."""
        by_rule = SLOTS[answer.slot](answer, self.corpus)
        row = self.classifier.answers.get(answer.id)
        if row is None or answer.slot not in LEARNED:
            return by_rule
        if answer.slot == "fact" and any(c.probability > 0.9 for c in by_rule):
            return by_rule
        ruled = {candidate.statement.index: candidate for candidate in by_rule}
        found = [candidate for candidate in by_rule if candidate.statement.index not in self._learned]
        for index, scores in self._learned.items():
            candidate = ruled.get(index)
            statement = self.corpus.statements[index]
            base = candidate or Candidate(statement, UNSEEN, statement.text)
            probability = self._together(base.probability, float(scores[row]))
            if candidate or probability >= WORTH_SHOWING:
                found.append(replace(base, probability=probability))
        return found

    def _together(self, by_slot: float, learned: float) -> float:
        constant, slope = self.classifier.calibration
        score = self.classifier.stack[0] * _log_odds(by_slot) + learned
        return 1 / (1 + math.exp(-(constant + slope * score)))


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 0.01), 0.99)
    return math.log(bounded / (1 - bounded))
