"""What a decision is: frozen dataclasses and enums, without logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Literal

from pipeline.records import CheckStatus, Status

Report = Mapping[str, Any]
"""A report.json, version 1, as it was parsed."""

ITEM_STATUSES = (Status.PRESENT, Status.PARTIAL, Status.MISSING, Status.NOT_APPLICABLE)
"""What a person may find of an item."""
CHECK_STATUSES = tuple(CheckStatus)
"""What a person may find of a check."""
OWN_STATUSES = ("missing", "shortfall", "conflict", "caveat")
"""What a finding of a person's own may be; of these only a caveat asks the applicant for nothing."""


class Kind(StrEnum):
    """What a reviewer does."""

    OVERRULE = "overrule"
    """The tool's finding is wrong: `status` is what it should be."""
    CONFIRM = "confirm"
    """A person has looked, and the tool's finding holds, whatever the tool doubts."""
    ADD = "add"
    """The tool has missed something that is no item and no check of the checklist: a finding of the reviewer's own.
    (An answer that the tool has missed is an OVERRULE to `present`, with the place in `seen`.)"""
    WAIVE = "waive"
    """The town does not ask for it in this case."""
    WITHDRAW = "withdraw"
    """The decision in force is taken back: the tool's finding stands as if nobody had decided."""


class Standing(StrEnum):
    """What a decision is worth on a day, on a report."""

    APPLIED = "applied"
    STALE = "stale"
    """It was made on other evidence than the report shows now: a person must decide anew."""
    EXPIRED = "expired"
    """Its last day has passed."""
    SUPERSEDED = "superseded"
    """There is a later one on the same finding."""


@dataclass(frozen=True, order=True)
class Subject:
    """A finding: in a page's address and on the command line `item-c12`."""

    kind: Literal["item", "check", "own"]
    """`own` is a finding that a reviewer has added."""
    id: str
    """The contract's id of the item or check; of an own finding its number, given by `record`."""

    def __str__(self) -> str:
        return f"{self.kind}-{self.id}"


def parse_subject(text: str) -> Subject:
    """The finding that `item-c12`, `check-toilets` or `own-1` names.

    Raises ValueError where it names none.
    """
    kind, _, name = text.partition("-")
    if kind not in ("item", "check", "own") or not name:
        raise ValueError(text)
    return Subject(kind, name)  # type: ignore[arg-type]


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """Where the reviewer saw what the decision rests on."""

    file: str
    """The member of the packet, as the report names it."""
    page: int
    """From 1."""
    quote: str = ""
    """Words on that page, as the reviewer gives them: nobody has held them against the page."""
    sha256: str = ""
    """Of the file as it then was, given by `record`: with another file the decision is stale."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """One entry of the record. Entries are added and never changed."""

    kind: Kind
    subject: Subject
    """What it is on. For a new finding of one's own: `Subject("own", "")`."""
    who: str
    """The reviewer's name."""
    day: date
    """On which it was decided."""
    reason: str
    """Why, in the reviewer's words. It is shown in the report, and never in the letter."""
    status: str = ""
    """OVERRULE, ADD: what the finding is, in the contract's words; of an own finding also `caveat`."""
    missing: tuple[str, ...] = ()
    """OVERRULE of an item to `partial`: the ids of the elements that are not answered."""
    seen: tuple[Seen, ...] = ()
    """Where the reviewer saw it."""
    expires: date | None = None
    """The last day on which it holds, if it is not for good."""
    title: str = ""
    """ADD: what it is about, in a few words."""
    cite: str = ""
    """ADD: the law, if one can be cited."""
    ask: str = ""
    """ADD: what to ask the applicant for, one sentence."""
    due: Literal["", "filing", "issuance"] = ""
    """ADD: when what is asked for falls due; empty for `filing`."""
    fingerprint: str = ""
    """Of the evidence as the reviewer saw it: see `fingerprints.fingerprint`."""
    told: str = ""
    """The tool's status then, given by `record`; empty for an own finding."""
    number: int = 0
    """Its place in the record, from 1, given by `record`."""
