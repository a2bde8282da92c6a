"""Where attorneys differ, the tool gives its answer and one sentence for a person to weigh."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from pipeline.checklists import Checklist, Item
from pipeline.corpus import Corpus
from pipeline.records import ElementFinding, Evidence, Standing, Status

NOTARY = re.compile(
    r"\bnotary|before me\b|commissioner of the superior court|justice of the peace|commission expires|attorney at law",
    re.IGNORECASE,
)
LETTER = re.compile(r"^\s*(?:dear|to whom|to the)\b", re.IGNORECASE)


def caveat_of(item: Item, elements: Sequence[ElementFinding], checklist: Checklist, corpus: Corpus) -> str | None:
    """The sentences of those of the item's caveats that hold here, or None."""
    found = [checklist.caveats[name] for name in item.caveats if name in RULES and RULES[name](elements, corpus)]
    return " ".join(found) or None


def _no_jurat(elements: Sequence[ElementFinding], corpus: Corpus) -> bool:
    sworn = [e for e in elements if e.id in SWORN and e.status is Status.PRESENT]
    pages = {(evidence.file, evidence.page) for e in sworn for evidence in e.evidence}
    return bool(pages) and not any(
        NOTARY.search(s.text) and not re.search(r"_{3,}", s.text)
        for s in corpus.statements
        if (s.passage.file, s.passage.page) in pages or (s.passage.file, s.passage.page - 1) in pages
    )


SWORN = frozenset({"oath", "owner_sworn_permission", "verification", "agent_verified_statement"})


def _asserted(elements: Sequence[ElementFinding], corpus: Corpus) -> bool:
    """Whether no paper of the agency's own tells of the consultation."""
    consulted = [e for e in elements if e.id.endswith("consulted") and e.status is Status.PRESENT]
    return any(not any(_agency_paper(evidence, corpus) for evidence in e.evidence) for e in consulted)


def _agency_paper(evidence: Evidence, corpus: Corpus) -> bool:
    """Whether the page is headed by an agency and is a letter, such as the fire chief's."""
    page = [s for s in corpus.statements if (s.passage.file, s.passage.page) == (evidence.file, evidence.page)]
    head = page[:4]
    agency = any(corpus.said[s.index].has("police_agency", "fire_agency", "ambulance_service_agency") for s in head)
    return agency and any(LETTER.match(s.text) for s in page[:10])


def _one_sentence(elements: Sequence[ElementFinding], corpus: Corpus) -> bool:
    """Whether a plan is no more than one sentence."""
    plans = [e for e in elements if e.id.endswith("_plan") and e.status is Status.PRESENT]
    return any(len(e.evidence) == 1 and _stands_alone(e.evidence[0], corpus) for e in plans)


def _stands_alone(evidence: Evidence, corpus: Corpus) -> bool:
    """Whether no other statement of content stands beside it under the same headings."""
    if len(evidence.quote.split()) > 25:
        return False
    own = [s for s in corpus.statements if s.passage.page == evidence.page and evidence.quote in s.text]
    near = [corpus.statements[i] for s in own for i in corpus.near(s.index, before=2, after=2)]
    return not any(s.standing is Standing.CONTENT for s in near)


RULES: Mapping[str, Callable[[Sequence[ElementFinding], Corpus], bool]] = MappingProxyType(
    {"oath_without_jurat": _no_jurat, "consultation_asserted": _asserted, "plan_promised": _one_sentence}
)
"""When each caveat of an item holds; those of checks are decided where the check is."""
