"""Slots: the kinds of answer. Each takes an answer's data and the packet, and proposes statements with probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pipeline.corpus import Corpus
from pipeline.records import Candidate
from pipeline.slots import consultation, facts, filing, party, statement
from pipeline.topics import Answer

Slot = Callable[[Answer, Corpus], list[Candidate]]

SLOTS: Mapping[str, Slot] = MappingProxyType(
    {
        "statement": statement.propose,
        "fact": facts.propose,
        "consultation": consultation.propose,
        "party": party.propose,
        "place": party.propose_place,
        "document": statement.propose_document,
        "permission": filing.propose_permission,
        "oath": filing.propose_oath,
        "signature": filing.propose_signature,
    }
)
"""Every kind of answer by the name that the topics use."""
