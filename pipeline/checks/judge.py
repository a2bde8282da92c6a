"""Each check of a checklist held against the facts, conflicting readings included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from pipeline.checklists import Check, Checklist
from pipeline.checks import dates, rates, said, special
from pipeline.checks.book import Book, Outcome, Rule
from pipeline.checks.words import fact_in_words, value_in_words
from pipeline.records import Basis, CheckFinding, CheckStatus, Evidence, Fact, Reading, Statement

KINDS: Mapping[str, Callable[[Rule, Book], Outcome]] = {
    "rate": rates.rate,
    "minimum": rates.minimum,
    "at_most": rates.at_most,
    "fee": rates.fee,
    "deadline": dates.deadline,
    "consistent": dates.consistent,
    "threshold": dates.threshold,
    "function": special.function,
}
"""The kinds of check that `schema.json` knows."""

ASKS: Mapping[CheckStatus, str] = {
    CheckStatus.SHORTFALL: "Please show how this will be brought up to what the law asks for.",
    CheckStatus.CONFLICT: "Please tell us which of the figures holds.",
}
"""What to ask the applicant for; where a number is not stated, the rule knows which."""

OF_EVERY_READING = ("consistent", "deadline")
"""Kinds that say themselves which of a fact's readings count: a filing has one date, that of the application."""


def judge(
    checklist: Checklist,
    facts: Sequence[Fact],
    applies: Mapping[str, bool | None],
    statements: Sequence[Statement] = (),
) -> tuple[CheckFinding, ...]:
    """Judge every check of a checklist, in its order.

    Args:
        checklist: whose checks and caveats are used.
        facts: what the packet states; a fact's `others` are figures that stand beside the one that counts.
        applies: by the id of a condition whether it holds, None where the packet leaves it open.
        statements: the packet's, in which facts that only checks need are looked for.

    Returns:
        One finding a check. A check is a conflict where another reading of a fact would turn its outcome.
    """
    facts = (*facts, *_of_the_office(facts))
    facts = (*facts, *said.facts(statements, facts))
    by_name = {fact.name: replace(fact, others=_rivals(fact, facts, checklist)) for fact in facts}
    readings = {name: (fact.value, *(other.value for other in fact.others)) for name, fact in by_name.items()}
    values = {name: fact.value for name, fact in by_name.items()}
    return tuple(_finding(check, checklist, by_name, Book(values, applies, readings)) for check in checklist.checks)


def _of_the_office(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """A filing date without evidence in the packet is the office's own, so that no stamp is looked for."""
    own = any(fact.name == "filing_date" and not fact.evidence for fact in facts)
    return (Fact("filing_date_source", "stamp", None, ()), Fact("filing_stamps", (), None, ())) if own else ()


def _rivals(fact: Fact, facts: Sequence[Fact], checklist: Checklist) -> tuple[Reading, ...]:
    """The other readings that are of the same thing.

    A number of one day or of the whole event is none of the peak, nor is one that the law itself lets stand beside it.
    """
    beside = {check.rule.get("except") for check in checklist.checks if check.rule.get("fact") == fact.name}
    allowed = {fact.value, *(other.value for other in facts if other.name in beside)}
    apart = (Basis.TOTAL, Basis.PER_DAY) if fact.name == "max_attendance" else ()
    return tuple(other for other in fact.others if other.value not in allowed and other.basis not in apart)


def _finding(check: Check, checklist: Checklist, facts: Mapping[str, Fact], book: Book) -> CheckFinding:
    condition = checklist.conditions[check.when] if check.when else None
    holds = book.applies.get(condition.id) if condition else True
    if condition and not (condition.default if holds is None else holds):
        outcome = Outcome(CheckStatus.NOT_APPLICABLE, f"Not asked for, because {condition.otherwise}.")
        return _told(check, checklist, outcome, ())
    book = replace(book, used={})
    outcome = KINDS[check.kind](check.rule, book)
    stated = [facts[name] for name in book.used if name in facts]
    evidence = [proof for fact in stated for proof in fact.evidence]
    if check.kind in OF_EVERY_READING:
        evidence += [proof for fact in stated if fact.name == check.rule["fact"] for proof in _proofs(fact.others)]
    for fact, other, otherwise in _alternatives(check, stated, book):
        if {outcome.status, otherwise.status} == {CheckStatus.OK, CheckStatus.SHORTFALL}:
            evidence += other.evidence
            outcome = _conflict(fact, other, outcome, otherwise)
            break
    return _told(check, checklist, outcome, tuple(dict.fromkeys(evidence)))


def _proofs(readings: Sequence[Reading]) -> list[Evidence]:
    return [proof for reading in readings for proof in reading.evidence]


def _alternatives(check: Check, stated: Sequence[Fact], book: Book) -> Iterator[tuple[Fact, Reading, Outcome]]:
    """The outcome with each other reading of each fact that the rule looked at."""
    for fact in stated:
        if check.kind in OF_EVERY_READING and fact.name == check.rule["fact"]:
            continue
        for other in fact.others:
            values = {**book.values, fact.name: other.value}
            yield fact, other, KINDS[check.kind](check.rule, replace(book, values=values, used={}))


def _conflict(fact: Fact, other: Reading, outcome: Outcome, otherwise: Outcome) -> Outcome:
    first, second = value_in_words(fact.value), value_in_words(other.value)
    good, bad = (first, second) if outcome.status is CheckStatus.OK else (second, first)
    reason = (
        f"The packet states the {fact_in_words(fact.name)} as {first} and as {second}: with {good} the rule is met, "
        f"with {bad} it is not. {outcome.reason} {otherwise.reason}"
    )
    return replace(outcome, status=CheckStatus.CONFLICT, reason=reason)


def _told(check: Check, checklist: Checklist, outcome: Outcome, evidence: tuple[Evidence, ...]) -> CheckFinding:
    caveats = [checklist.caveats[name] for name in dict.fromkeys(outcome.caveats)]
    if check.note and outcome.status in (CheckStatus.SHORTFALL, CheckStatus.CONFLICT):
        outcome = replace(outcome, reason=f"{outcome.reason} {check.note}")
    return CheckFinding(
        id=check.id,
        cite=check.cite,
        title=check.title,
        status=outcome.status,
        required=_plain(outcome.required),
        stated=_plain(outcome.stated),
        reason=outcome.reason,
        caveat=" ".join(caveats) or None,
        evidence=evidence,
        ask=outcome.ask or ASKS.get(outcome.status, ""),
    )


def _plain(value: Decimal | str | None) -> Decimal | str | None:
    """A number without idle zeros: 12000, not 12000.0 or 1.2E+4."""
    if not isinstance(value, Decimal):
        return value
    return value.to_integral_value() if value == value.to_integral_value() else value.normalize()
