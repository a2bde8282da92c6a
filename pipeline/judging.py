"""Stage 7: from candidates to findings. A wrong "present" is the worst error, so what is in doubt says so."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from pipeline.caveats import caveat_of
from pipeline.checklists import Checklist, Element, Item
from pipeline.conditions import Holding
from pipeline.corpus import Corpus
from pipeline.errors import ConfigurationError
from pipeline.matching import Matcher
from pipeline.records import Candidate, ElementFinding, Evidence, ItemFinding, Standing, Status
from pipeline.slots.asking import ASKED
from pipeline.slots.statement import ANOTHER_MATTER
from pipeline.topics import Answer, Topics

PRESENT = 0.62
"""Probability from which on an element is answered."""
DOUBT = (0.40, 0.78)
"""Between these a person should look: of packets never read that is a tenth of the items, and a third of the wrong ones."""
ALIKE = 0.03
"""Further statements are shown as evidence when they are this near to the best."""
MAY_ANSWER = "It may answer this; a person should look."
QUOTED = 90
"""Characters of a near miss that are quoted in a reason; the whole stands beside it."""
TERSE = 20
"""Characters of an answer, such as `N/A`, that says nothing without the question that it stands beside."""
QUOTES, NEAR_MISSES = 3, 2
"""Evidence and near misses that are shown for an element at most."""


def judge(
    checklist: Checklist,
    matcher: Matcher,
    topics: Topics,
    conditions: Mapping[str, Holding],
    unread: str,
) -> tuple[ItemFinding, ...]:
    """Every item of the checklist in its order.

    Raises:
        ConfigurationError: an element asks for an answer that no topic describes.
    """
    return tuple(_item(item, checklist, matcher, topics, conditions, unread) for item in checklist.items)


def _item(
    item: Item, checklist: Checklist, matcher: Matcher, topics: Topics, conditions: Mapping[str, Holding], unread: str
) -> ItemFinding:
    def finding(
        status: Status, reason: str, elements: tuple[ElementFinding, ...] = (), *, review: bool = False
    ) -> ItemFinding:
        caveat = (
            caveat_of(item, elements, checklist, matcher.corpus) if status in (Status.PRESENT, Status.PARTIAL) else None
        )
        return ItemFinding(item.id, item.cite, item.title, item.law, status, item.due, review, reason, caveat, elements)

    if item.unverifiable:
        return finding(Status.UNVERIFIABLE, item.advice)
    if item.when and not conditions[item.when].holds:
        condition = checklist.conditions[item.when]
        elements = tuple(_not_asked(element, conditions[item.when].evidence) for element in item.elements)
        return finding(Status.NOT_APPLICABLE, f"Not asked for, because {condition.otherwise}.", elements)
    elements = tuple(_element(element, matcher, topics, conditions) for element in item.elements)
    by_id = {element.id: element for element in elements}
    needs = [[by_id[element.id] for element in need] for need in item.needs]
    asked = [[e for e in need if e.status is not Status.NOT_APPLICABLE] for need in needs]
    asked = [need for need in asked if need]
    met = [any(e.status is Status.PRESENT for e in need) for need in asked]
    open_needs = [need for need, is_met in zip(asked, met, strict=True) if not is_met]
    review = any(DOUBT[0] <= max(e.probability for e in need) <= DOUBT[1] for need in asked)
    if not asked:
        return finding(Status.NOT_APPLICABLE, "Nothing of it is asked for in this packet.", elements)
    if not open_needs:
        return finding(Status.PRESENT, "Everything that it asks for is answered.", elements, review=review)
    reason = _lacking(open_needs)
    if any(met):
        return finding(Status.PARTIAL, reason, elements, review=review)
    if unread:
        return finding(
            Status.COULD_NOT_CHECK, f"Nothing was found, and {unread} could not be read.", elements, review=True
        )
    return finding(Status.MISSING, reason, elements, review=review)


def _lacking(needs: Sequence[Sequence[ElementFinding]]) -> str:
    return f"Not answered: {'; '.join(' or '.join(element.title for element in need) for need in needs)}."


def _not_asked(element: Element, evidence: tuple[Evidence, ...] = ()) -> ElementFinding:
    return ElementFinding(element.id, element.title, Status.NOT_APPLICABLE, element.ask, evidence)


def _element(element: Element, matcher: Matcher, topics: Topics, conditions: Mapping[str, Holding]) -> ElementFinding:
    if element.when and not conditions[element.when].holds:
        return _not_asked(element, conditions[element.when].evidence)
    answer = topics.answers.get(element.answer)
    if answer is None:
        raise ConfigurationError(
            f"Element {element.id} asks for the answer {element.answer!r}, which no topic describes."
        )
    return judge_answer(element, answer, matcher)


def judge_answer(element: Element, answer: Answer, matcher: Matcher) -> ElementFinding:
    """Weigh all that the packet says on one element."""
    candidates = sorted(matcher.propose(answer), key=lambda c: (-c.probability, c.statement.index))
    corpus = matcher.corpus
    best = candidates[0].probability if candidates else 0.0
    good = [c for c in candidates if c.probability >= max(PRESENT, best - ALIKE)]
    if good:
        evidence = _shown(good, corpus)
        reason = "" if best > DOUBT[1] else "This seems to answer it; a person should look."
        return ElementFinding(element.id, element.title, Status.PRESENT, element.ask, evidence, (), reason, best)
    misses = _telling([c for c in candidates if c.refused or c.probability >= DOUBT[0]])
    near = tuple((corpus.evidence(c.statement, c.probability), c.refused or MAY_ANSWER) for c in _spread(misses))
    telling = [miss for miss in near if miss[1] != ANOTHER_MATTER]
    reason = _near_reason(*min(telling, key=_weakness)) if telling else "Nothing on it was found in the papers."
    return ElementFinding(element.id, element.title, Status.MISSING, element.ask, (), near, reason, best)


def _telling(misses: Sequence[Candidate]) -> list[Candidate]:
    """The near misses that tell of the applicant, unless nothing else was seen: no orders of a form, no other matter."""
    telling = [c for c in misses if c.statement.standing is not Standing.INSTRUCTION and c.refused != ANOTHER_MATTER]
    return telling or list(misses)


def _weakness(miss: tuple[Evidence, str]) -> tuple[bool, bool]:
    """A blank says most, the form's own question least."""
    evidence, why = miss
    return why == ASKED, bool(evidence.quote)


def _near_reason(evidence: Evidence, why: str) -> str:
    quote, label = (
        textwrap.shorten(text, QUOTED, placeholder=" …").rstrip(" :")
        for text in (evidence.quote or evidence.label, evidence.label)
    )
    beside = f" beside “{label}”" if label and evidence.quote and len(quote) <= TERSE else ""
    said = f"“{quote}”{beside}: {why[:1].lower()}{why[1:]}" if quote else why
    return f"{said.rstrip('.')} ({evidence.file}, p. {evidence.page})."


def _spread(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The first few that stand at different places."""
    found: list[Candidate] = []
    for candidate in candidates:
        if all(candidate.statement.passage is not other.statement.passage for other in found):
            found.append(candidate)
        if len(found) == NEAR_MISSES:
            break
    return found


def _shown(candidates: Sequence[Candidate], corpus: Corpus) -> tuple[Evidence, ...]:
    """The best quotes, from different pages first."""
    chosen: list[Evidence] = []
    for candidate in candidates:
        for statement in (candidate.statement, *candidate.also):
            evidence = corpus.evidence(statement, candidate.probability)
            if evidence.quote and evidence.place not in (other.place for other in chosen):
                chosen.append(evidence)
        if len(chosen) >= QUOTES:
            break
    return tuple(chosen[:QUOTES])
