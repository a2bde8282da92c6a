"""Slots: the kinds of answer. Each takes an answer's data and the packet, and proposes statements with probability."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pipeline.slots import choice, combined, consultation, drawing, facts, filing, insured, party, statement, vouched
from pipeline.slots.asking import Slot, without_questions

KINDS: Mapping[str, Slot] = MappingProxyType(
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
        "yes_no": choice.propose_yes_no,
        "or_none": choice.propose_or_none,
        "quantity": choice.propose_quantity,
        "drawing": drawing.propose,
        "limit": insured.propose,
        "past": insured.propose_past,
        "act": vouched.propose_act,
        "authorization": vouched.propose_authorization,
        "all_of": combined.propose,
    }
)
"""Every kind of answer by the name that the topics use."""

SLOTS: Mapping[str, Slot] = MappingProxyType(
    {name: slot if name in ("drawing", "all_of") else without_questions(slot) for name, slot in KINDS.items()}
)
"""The same, deaf to what only asks; the captions of a drawing ask nothing, and `all_of` hears its parts so itself."""
