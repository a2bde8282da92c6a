"""Stage 5: which statements may answer, by the slots' rules and the trained model together.

The slot says whether a statement has what makes an answer, the model whether it sounds like one; their log odds are
added with weights fitted on whole packets (`models/calibrate.py`). A statement that its standing turned down stays so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.classifier import IS_CONTENT, Classifier
from pipeline.corpus import Corpus
from pipeline.records import Candidate, Standing
from pipeline.slots import SLOTS
from pipeline.slots.asking import asks
from pipeline.slots.statement import topic_level
from pipeline.topics import Answer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEARNED = frozenset({"statement", "consultation", "party", "place", "fact"})
"""Slots in which the model has a say; oaths, signatures and documents are matters of form."""
NAMED = frozenset({"consultation"})
"""Slots in which the model may not propose alone: somebody must be named."""
UNSEEN = 0.03
"""The slot's probability where it proposed nothing."""
BOUND = 4.6
"""Log odds beyond which neither word counts for more."""
LENT = 0.7
"""What the model's log odds lose where a statement needs the one before it."""
LACKING = 0.04
"""Probability of a statement without what the answer needs."""
WORTH_SHOWING = 0.02
"""Probability below which a statement is not proposed at all."""
REFUSED = 0.05
"""Of those slots: the probability up to which a refusal is final. Elsewhere every refusal is."""


Signals = tuple[float, float, float, float, float]
"""Log odds of the slot, of the model and of being content; how surely the statement is on the topic; and the model's log
odds of the best other statement: what a packet answers it mostly tells of more than once."""


@dataclass(frozen=True, eq=False)
class Matcher:
    """One packet's statements against any answer."""

    corpus: Corpus
    classifier: Classifier

    def propose(self, answer: Answer) -> list[Candidate]:
        """Statements that may answer, each with the probability that it does; near misses have a reason."""
        by_rule = SLOTS[answer.slot](answer, self.corpus)
        row = self.classifier.answers.get(answer.id)
        sure = answer.slot == "fact" and any(candidate.probability > 0.9 for candidate in by_rule)
        if row is None or answer.slot not in LEARNED or sure:
            return by_rule
        weighed = {
            candidate.statement.index: (candidate, signals) for candidate, signals in self.weighed(answer, by_rule)
        }
        lacking = answer.needs and (lambda i: not self.corpus.said[i].has(*answer.needs))
        found = [
            replace(candidate, probability=LACKING) if lacking and lacking(candidate.statement.index) else candidate
            for candidate in by_rule
            if candidate.statement.index not in weighed
        ]
        for candidate, signals in weighed.values():
            probability = self._together(answer, signals)
            if probability >= WORTH_SHOWING or candidate.refused:
                found.append(replace(candidate, probability=probability))
        return found

    def weighed(self, answer: Answer, by_rule: list[Candidate]) -> Iterator[tuple[Candidate, Signals]]:
        """Every statement on which slot and model both have a say, with the signals that are weighed."""
        ruled = {candidate.statement.index: candidate for candidate in by_rule}
        for index in self._learned:
            if answer.needs and not self.corpus.said[index].has(*answer.needs):
                continue
            statement = self.corpus.statements[index]
            candidate = ruled.get(index)
            elsewhere = self.corpus.said[index].has(*answer.unless)
            if candidate is None and answer.slot not in NAMED and index not in self._asking and not elsewhere:
                candidate = Candidate(statement, UNSEEN, statement.text)
            if candidate and (not candidate.refused or answer.slot in NAMED and candidate.probability > REFUSED):
                yield candidate, self._signals(answer, candidate)

    def _signals(self, answer: Answer, candidate: Candidate) -> Signals:
        index, rows = candidate.statement.index, self.classifier.answers
        learned = self._learned[index]
        return (
            _log_odds(candidate.probability),
            float(learned[rows[answer.id]]),
            float(learned[rows[IS_CONTENT]]),
            topic_level(answer, self.corpus, index),
            self._elsewhere(index, rows[answer.id]),
        )

    def _elsewhere(self, index: int, row: int) -> float:
        """The model's log odds of the best statement but this one."""
        best, second = self._two_best[:, row]
        return float(second if self._learned[index][row] == best else best)

    def _together(self, answer: Answer, signals: Signals) -> float:
        constant, *weights = self.classifier.weighing[answer.slot]
        score = constant + sum(weight * signal for weight, signal in zip(weights, signals, strict=True))
        return 1 / (1 + math.exp(-score))

    @cached_property
    def _asking(self) -> frozenset[int]:
        """Statements that only ask."""
        return frozenset(statement.index for statement in self.corpus.statements if asks(statement))

    @cached_property
    def _two_best(self) -> NDArray[np.float64]:
        """Of all statements the model's two highest log odds for each answer, of shape (2, answers)."""
        import numpy as np

        nothing = np.full(len(self.classifier.bias), -BOUND)
        return np.sort([nothing, nothing, *self._learned.values()], axis=0)[:-3:-1]

    @cached_property
    def _learned(self) -> Mapping[int, NDArray[np.float32]]:
        """The model's log odds for each content statement, alone or with the one before it in the passage."""
        import numpy as np

        found = {}
        for statement in self.corpus.statements:
            if statement.standing is not Standing.CONTENT:
                continue
            learned = self.classifier.log_odds(self.corpus, [statement.index])
            before = statement.index - 1
            if statement.start and before >= 0 and self.corpus.statements[before].passage is statement.passage:
                learned = np.maximum(learned, self.classifier.log_odds(self.corpus, [before, statement.index]) - LENT)
            found[statement.index] = np.clip(learned, -BOUND, BOUND)
        return found


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 0.01), 0.99)
    return math.log(bounded / (1 - bounded))
