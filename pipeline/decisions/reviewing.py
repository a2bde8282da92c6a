"""What each decision on record is worth on a day, held against a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.decisions.fingerprints import fingerprint
from pipeline.decisions.records import Decision, Kind, Report, Standing, Subject


@dataclass(frozen=True)
class Held:
    """A decision held against a report."""

    decision: Decision
    standing: Standing
    why: str = ""
    """Why it is not applied: one sentence; empty where it is."""


@dataclass(frozen=True)
class Review:
    """All decisions on record, held against one report."""

    held: tuple[Held, ...]
    """The oldest first."""

    def of(self, subject: Subject) -> list[Held]:
        """The decisions on one finding, the latest first."""
        return [each for each in reversed(self.held) if each.decision.subject == subject]

    def in_force(self, subject: Subject) -> Decision | None:
        """The decision that counts in place of the tool's finding, or with it; None where the finding stands alone."""
        latest = next(iter(self.of(subject)), None)
        if latest is None or latest.standing is not Standing.APPLIED or latest.decision.kind is Kind.WITHDRAW:
            return None
        return latest.decision

    def own(self) -> list[Decision]:
        """The reviewers' own findings that are in force, in order of their numbers."""
        subjects = dict.fromkeys(each.decision.subject for each in self.held if each.decision.subject.kind == "own")
        return [decision for subject in subjects if (decision := self.in_force(subject))]


def review(report: Report, history: Sequence[Decision], on: date) -> Review:
    """The standing of each decision on the report, on the day."""
    last = {decision.subject: decision for decision in history}
    digests = {file["name"]: file["sha256"] for file in report["packet"]["files"]}
    shown = {subject: _fingerprint(report, subject) for subject in last}
    held = []
    for decision in history:
        later = last[decision.subject]
        lost = next((seen.file for seen in decision.seen if digests.get(seen.file) != seen.sha256), None)
        if later is not decision:
            each = Held(decision, Standing.SUPERSEDED, f"Superseded by decision {later.number}.")
        elif decision.expires and decision.expires < on:
            each = Held(decision, Standing.EXPIRED, f"It held until {decision.expires}.")
        elif shown[decision.subject] is None:
            each = Held(decision, Standing.STALE, "The report has no such finding any more.")
        elif lost is not None:
            each = Held(decision, Standing.STALE, f"It rests on {lost}, which is not the same file any more.")
        elif decision.fingerprint != shown[decision.subject]:
            each = Held(decision, Standing.STALE, "The evidence has changed since it was made.")
        else:
            each = Held(decision, Standing.APPLIED)
        held.append(each)
    return Review(tuple(held))


def _fingerprint(report: Report, subject: Subject) -> str | None:
    try:
        return fingerprint(report, subject)
    except KeyError:
        return None
