"""The verdict and the sentences at the top of the report."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal

from pipeline.checklists import Checklist
from pipeline.records import Audit, CheckStatus, Due, Fact, PageText, Status
from pipeline.reporting.wording import FACT_LABELS, counted, day, days, joined, number

_NAMED = 3
"""Gaps that the headline names one by one; of more it gives the number."""
_SET_ASIDE = (Status.NOT_APPLICABLE, Status.UNVERIFIABLE)


def is_complete(audit: Audit, checklist: Checklist) -> bool:
    """The contract's ruling on `verdict`."""
    threshold = {check.id for check in checklist.checks if check.kind == "threshold"}
    filed = all(item.status in (Status.PRESENT, *_SET_ASIDE) for item in audit.items if item.due is Due.FILING)
    checked = all(item.status is not Status.COULD_NOT_CHECK for item in audit.items)
    met = all(
        check.status not in (CheckStatus.SHORTFALL, CheckStatus.CONFLICT)
        for check in audit.checks
        if check.id not in threshold
    )
    return filed and checked and met


def headline(audit: Audit, checklist: Checklist) -> dict[str, str]:
    """`verdict` (one word), `sentence` (items and filing) and `more` (checks, legibility, doubt)."""
    return {
        "verdict": "Complete" if is_complete(audit, checklist) else "Incomplete",
        "sentence": " ".join(filter(None, (_items(audit), _later(audit, checklist), _filed(audit, checklist)))),
        "more": " ".join(filter(None, (_checks(audit), _legible(audit)))),
    }


def _items(audit: Audit) -> str:
    counts = Counter(item.status for item in audit.items)
    applying = sum(counts.values()) - sum(counts[status] for status in _SET_ASIDE)
    answered = counts[Status.PRESENT]
    review = sum(item.needs_review and item.status is not Status.COULD_NOT_CHECK for item in audit.items)
    if not applying:
        return "No item applies."
    if not answered:
        first = f"None of the {counted(applying, 'item')} that apply is answered"
    elif answered == applying:
        first = f"All {counted(applying, 'item')} that apply are answered" if applying > 1 else "The item is answered"
    else:
        first = f"{answered} of the {counted(applying, 'item')} that apply {_are(answered)} answered"
    rest = [
        (counts[Status.MISSING], f"{_are(counts[Status.MISSING])} missing"),
        (counts[Status.PARTIAL], f"{_are(counts[Status.PARTIAL])} partial"),
        (counts[Status.COULD_NOT_CHECK], "could not be checked"),
        (review, "needs a look" if review == 1 else "need a look"),
    ]
    others = joined(f"{count} {words}" for count, words in rest if count)
    return f"{first}; {others}." if others else f"{first}."


def _later(audit: Audit, checklist: Checklist) -> str:
    """Which of the gaps are not due yet: they keep no filing from being complete."""
    gaps = [item for item in audit.items if item.status in (Status.MISSING, Status.PARTIAL)]
    later = [f"{checklist.item(item.id).short} ({item.cite})" for item in gaps if item.due is Due.ISSUANCE]
    if not later:
        return ""
    named = joined(later) if len(later) <= _NAMED else f"{len(later)} of these gaps"
    return f"Due only before issuance: {named}."


def deadline(audit: Audit, checklist: Checklist) -> dict[str, str | int] | None:
    """The law's last day for filing, where it sets one and the packet says when the event is."""
    check = next((check for check in checklist.checks if check.kind == "deadline"), None)
    dates = fact_value(audit, "event_dates")
    if check is None or not isinstance(dates, tuple) or not dates:
        return None
    last_day = min(dates) - timedelta(days=check.rule["days"])
    return {"cite": check.cite, "days": check.rule["days"], "date": last_day.isoformat(), "text": day(last_day)}


def _filed(audit: Audit, checklist: Checklist) -> str:
    asked = next((check.rule["days"] for check in checklist.checks if check.kind == "deadline"), None)
    filed, dates = fact_value(audit, "filing_date"), fact_value(audit, "event_dates")
    if asked is None or not isinstance(filed, date) or not isinstance(dates, tuple) or not dates:
        return ""
    before = (min(dates) - filed).days
    when = "before" if before >= 0 else "after the start of"
    return f"Filed {counted(abs(before), 'day')} {when} the event: the law asks for {asked}."


def _checks(audit: Audit) -> str:
    counts = Counter(check.status for check in audit.checks)
    applying = sum(counts.values()) - counts[CheckStatus.NOT_APPLICABLE]
    if not applying:
        return ""
    one = {
        CheckStatus.OK: ("holds", "hold"),
        CheckStatus.SHORTFALL: ("falls short", "fall short"),
        CheckStatus.CONFLICT: ("is in conflict", "are in conflict"),
        CheckStatus.NOT_STATED: ("cannot be made for want of a number", "cannot be made for want of a number"),
    }
    if counts[CheckStatus.OK] == applying:
        return f"All {applying} checks that apply hold." if applying > 1 else "The one check that applies holds."
    said = joined(f"{counts[status]} {words[counts[status] != 1]}" for status, words in one.items() if counts[status])
    return f"Of the {counted(applying, 'check')} that apply, {said}."


def _legible(audit: Audit) -> str:
    pages = [page for document in audit.documents for page in document.pages]
    lost = sum(page.text is PageText.UNREADABLE for page in pages)
    hidden = any(problem.hides_content for problem in audit.problems)
    if not pages:
        return "No page could be read."
    if lost:
        return f"{lost} of {counted(len(pages), 'page')} could not be read."
    if hidden:
        return "Not everything could be read."
    return "Every page could be read."


def key_facts(audit: Audit) -> list[dict[str, str]]:
    """What a reader wants to see first, each with the name of its fact."""
    names = ("event_dates", "filing_date", "max_attendance")
    titles = {"event_dates": "Event", "filing_date": "Filed"}
    facts = {fact.name: fact for fact in audit.facts}
    return [
        {"name": name, "label": titles.get(name, FACT_LABELS[name][0]), "text": _brief(facts[name])}
        for name in names
        if name in facts
    ]


def fact_value(audit: Audit, name: str) -> object:
    """The value of the fact, or None."""
    return next((fact.value for fact in audit.facts if fact.name == name), None)


def _brief(fact: Fact) -> str:
    if isinstance(fact.value, tuple):
        return days(fact.value)
    if isinstance(fact.value, date):
        return day(fact.value)
    return number(fact.value) if isinstance(fact.value, Decimal) else fact.value


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
