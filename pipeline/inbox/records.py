"""What passes between the parts of the inbox."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import quote_from_bytes, unquote_to_bytes


class Step(StrEnum):
    """How far a message came. Each step is kept in the ledger before the next is begun."""

    TAKEN = "taken"
    """It lies whole on this machine; nothing else has happened."""
    AUDITED = "audited"
    """Its report is stored, or it is known why there is none."""
    ANSWERED = "answered"
    """The draft of the answer lies where drafts go, if there is to be one."""
    NOTIFIED = "notified"
    """The clerk was told, if she is to be."""
    DONE = "done"
    """The mail was marked and moved as its rule says: nothing is left to do."""
    IGNORED = "ignored"
    """No rule is for it: it was left alone."""


FINAL = (Step.DONE, Step.IGNORED)


class Outcome(StrEnum):
    """What became of a message whose audit did not begin; else it is the audit's own `batch.records.Outcome`."""

    NONE = ""
    """It is not known yet."""
    NOT_FETCHED = "not-fetched"
    """Its source would not give it, several times."""


@dataclass(frozen=True)
class Place:
    """Where a source keeps a message."""

    source: str
    """The source's name in the configuration."""
    folder: str
    """Of the mailbox, or the path of a watched folder."""
    validity: int
    """UIDVALIDITY (RFC 3501, 2.3.1.1), without which a UID means nothing; elsewhere what serves for it."""
    uid: str
    """Within the folder."""

    @property
    def name(self) -> str:
        """The uid as the name of a file, where it is that of one."""
        return os.fsdecode(unquote_to_bytes(self.uid))

    def __str__(self) -> str:
        return f"{self.source} {self.folder} {self.uid}"


def uid_of(name: str) -> str:
    """The name of a file in letters that any database takes, for `Place.uid`."""
    return quote_from_bytes(os.fsencode(name), safe=" ()[],;&+@!'=:")


@dataclass(frozen=True)
class Envelope:
    """What the head of a message says, as far as it can be read; all of it can be forged."""

    subject: str = ""
    sender: str = ""
    """The address in From."""
    reply_to: str = ""
    """The address that an answer goes to."""
    recipients: tuple[str, ...] = ()
    message_id: str = ""
    references: tuple[str, ...] = ()
    """The ids of the messages that it answers, the nearest last."""
    authentication: str = ""
    """What the town's own server found about the sender: see `envelopes`."""
    automatic: bool = False
    """A program sent it, as a vacation notice or a bounce, and should get no answer (RFC 3834)."""


@dataclass(frozen=True)
class Message:
    """A message in the ledger."""

    identity: str
    """A digest of what makes it this message, wherever it lies: see `envelopes.identity`."""
    packet: str
    """The id of the packet that is made of it."""
    application: str
    """The id of the first packet of its thread."""
    round: int
    """1 for the first message of an application, 2 for one with what was handed in later."""
    rule: str
    """The name of the rule that is for it."""
    step: Step
    taken: float
    """When it was first seen, in seconds since 1970."""
    received: str = ""
    """The day it came in, YYYY-MM-DD, by the source; empty where it does not say."""
    envelope: Envelope = field(default_factory=Envelope)
    checklist: str = ""
    """What a person says it is for; empty to go by the rule."""
    outcome: str = Outcome.NONE
    rules: str = ""
    """A digest of the rules by which it was judged."""
    warning: str = ""
    """What is odd about who sent it."""
    note: str = ""
    """What came of it in a sentence, or why there is no report."""
    trouble: str = ""
    """Why it waits."""
    filing: str = ""
    """The id of the checklist that its report is on."""
    verdict: str = ""
    report: str = ""
    """The path of its page."""
    draft: str = ""
    """Where drafts stood before one was put there: see `drafts`."""
    retried: bool = False
    """A person asked for it to be done over."""
    attempts: int = 0
    """How often the present step has failed."""
    due: float = 0.0
    """When it is tried again, in seconds since 1970."""

    @property
    def well(self) -> bool:
        """Whether there is a report on it."""
        return bool(self.report)

    @property
    def state(self) -> str:
        """In a word for a person."""
        if self.step not in FINAL and self.attempts:
            return "waiting"
        if self.step is not Step.TAKEN and self.outcome and not self.well:
            return "needs attention"
        return "left alone" if self.step is Step.IGNORED else self.step.value
