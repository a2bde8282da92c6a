"""An audit made by hand that holds every status, and text that means harm. All people and firms are invented."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from types import MappingProxyType

from pipeline.checklists import Check, Checklist, Element, Item
from pipeline.records import (
    Audit,
    Box,
    CheckFinding,
    CheckStatus,
    Document,
    Due,
    ElementFinding,
    Evidence,
    Fact,
    ItemFinding,
    Page,
    PageText,
    Problem,
    Reading,
    Status,
)

SCRIPT = "</script><script>alert(1)</script>"
TEMPLATE = "{{7*7}} {% raw %}"
OVERRIDE = "paid \u202e003$ in full"
ENDLESS = "x" * 10_000
FILE = 'appli"cation <b>&amp;.pdf'

_STATES = {
    "present": Status.PRESENT,
    "missing": Status.MISSING,
    "not_applicable": Status.NOT_APPLICABLE,
}

_ROWS: tuple[tuple[str, str, str, Status, dict[str, str]], ...] = (
    ("fee", "9-12(a)", "Fee accompanies the application", Status.PRESENT, {"fee_enclosed": "present"}),
    ("c1", "9-12(c)(1)", "Person signing", Status.PARTIAL, {"name": "present", "age": "missing", "home": "missing"}),
    ("c2", "9-12(c)(2)", "Ownership or permission", Status.PRESENT, {"deed": "not_applicable", "consent": "present"}),
    ("c3", "9-12(c)(3)", "Fire plan", Status.MISSING, {"fire_plan": "missing", "fire_chief": "missing"}),
    ("c4", "9-12(c)(4)", "Camping plan", Status.NOT_APPLICABLE, {"camping": "not_applicable"}),
    ("c5", "9-12(c)(5)", "Noise plan", Status.UNVERIFIABLE, {}),
    ("c6", "9-12(c)(6)", "Medical plan", Status.COULD_NOT_CHECK, {"medical_plan": "missing"}),
    ("c7", "9-12(c)(7)", "Traffic plan", Status.PRESENT, {"traffic_plan": "present"}),
    ("bond", "9-14", "Bond", Status.MISSING, {"bond": "missing"}),
)
_IN_DOUBT, _WITH_CAVEAT = "c7", "fee"

_CHECKS = (
    ("threshold", "9-10", "The chapter applies", "threshold", CheckStatus.OK, 2000, 6000, None),
    ("filing_deadline", "9-12(a)", "Filed in time", "deadline", CheckStatus.SHORTFALL, 20, 18, None),
    ("attendance_consistent", "9-12(c)(8)", "One maximum throughout", "consistent", CheckStatus.CONFLICT, 1, 2, None),
    ("toilets_female", "9-14(2)(B)", "Women’s toilets", "rate", CheckStatus.SHORTFALL, 15, 14, "Half were assumed."),
    ("toilets_male", "9-14(2)(B)", "Men’s toilets", "rate", CheckStatus.OK, 10, 12, "Half were assumed."),
    ("bathing_water", "9-14(2)(A)", "Water for bathing", "rate", CheckStatus.NOT_STATED, 60000, None, None),
    ("camping_capacity", "9-14(2)(F)", "Room to camp", "rate", CheckStatus.NOT_APPLICABLE, None, None, None),
)


def evidence(quote: str, *, file: str = FILE, page: int = 1, top: float = 200.0, ocr: bool = False) -> Evidence:
    """Words on a page of the fixture."""
    return Evidence(file, page, quote, Box(72.04, top, 372.0, top + 12), 0.58 if ocr else 1.0, ocr)


def checklist() -> Checklist:
    """The checklist of the fixture's invented law."""
    return Checklist(
        id="xx-9-12",
        title="Gathering permit application",
        jurisdiction="Town of Nowhere",
        law="",
        route=(),
        items=tuple(_item(*row) for row in _ROWS),
        checks=tuple(_check(*row[:4]) for row in _CHECKS),
        conditions=MappingProxyType({}),
        caveats=MappingProxyType({}),
        sha256="c" * 64,
    )


def audit() -> Audit:
    """The rich one: every status of items, elements and checks, and hostile text in every kind of place."""
    return Audit(
        packet_id="gala <2027>",
        documents=(_document(FILE, "a" * 64), _document("medical.pdf", "b" * 64, PageText.UNREADABLE)),
        checklist_id="xx-9-12",
        checklist_title="Gathering permit application",
        checklist_sha256="c" * 64,
        items=tuple(_item_finding(*row) for row in _ROWS),
        facts=_facts(),
        checks=tuple(_check_finding(*row) for row in _CHECKS),
        problems=(Problem("damaged-page", "Page 1 is damaged.", "medical.pdf", 1, hides_content=True),),
        warnings=("The packet seems to be for another town.",),
    )


def complete() -> Audit:
    """One in which everything is in order."""
    rich = audit()
    answered = ElementFinding("fee_enclosed", "Fee enclosed", Status.PRESENT, "", (evidence("A check for $300"),))
    item = ItemFinding("fee", "9-12(a)", "Fee", "A fee.", Status.PRESENT, Due.FILING, False, "", None, (answered,))
    return Audit("fine", rich.documents[:1], rich.checklist_id, rich.checklist_title, "c" * 64, (item,), (), ())


def empty() -> Audit:
    """One of a packet from which nothing could be read."""
    rich = audit()
    lost = _document("scan.pdf", "d" * 64, PageText.UNREADABLE)
    items = tuple(_item_finding(*row[:3], Status.COULD_NOT_CHECK, dict.fromkeys(row[4], "missing")) for row in _ROWS)
    problems = (Problem("no-ocr", "No page has text, and no OCR engine was found.", "scan.pdf", None, True),)
    return Audit("scan", (lost,), rich.checklist_id, rich.checklist_title, "c" * 64, items, (), _unstated(), problems)


def _unstated() -> tuple[CheckFinding, ...]:
    return tuple(
        CheckFinding(key, cite, title, CheckStatus.NOT_STATED, None, None, "The packet states no figure.", None)
        for key, cite, title, *_ in _CHECKS
    )


def _item(key: str, cite: str, title: str, status: Status, elements: dict[str, str]) -> Item:
    parts = tuple(Element(name, _title(name), _ask(name), "plan.any") for name in elements)
    return Item(
        id=key,
        cite=cite,
        title=title,
        short=title.split()[0],
        law=f"The application shall contain {title.lower()}.",
        due=_due(key),
        needs=(parts,) if key == "c2" else tuple((part,) for part in parts),
        unverifiable=status is Status.UNVERIFIABLE,
    )


def _check(key: str, cite: str, title: str, kind: str) -> Check:
    rule = {"days": 20} if kind == "deadline" else {"unit": "gallons a day"} if key == "bathing_water" else {}
    return Check(id=key, cite=cite, title=title, kind=kind, rule=rule)


def _item_finding(key: str, cite: str, title: str, status: Status, elements: dict[str, str]) -> ItemFinding:
    return ItemFinding(
        id=key,
        cite=cite,
        title=title,
        law=f"The application shall contain {title.lower()}.",
        status=status,
        due=_due(key),
        needs_review=key == _IN_DOUBT,
        reason=f"why {title} is {status.value} {TEMPLATE}",
        caveat="Only the applicant says so." if key == _WITH_CAVEAT else None,
        elements=tuple(_element(name, _STATES[state], in_doubt=key == _IN_DOUBT) for name, state in elements.items()),
    )


def _element(name: str, status: Status, *, in_doubt: bool) -> ElementFinding:
    answered = status is Status.PRESENT
    quotes = (f"{name} is {SCRIPT} here", OVERRIDE, f"{TEMPLATE} {ENDLESS if in_doubt else ''}") if answered else ()
    missed = () if answered else ((evidence("8. Fire protection", page=2), "a heading with nothing under it"),)
    return ElementFinding(
        id=name,
        title=_title(name),
        status=status,
        ask=_ask(name),
        evidence=tuple(evidence(quote, ocr=in_doubt, top=200 + 20 * n) for n, quote in enumerate(quotes)),
        near_misses=missed,
        reason="Not asked for here." if status is Status.NOT_APPLICABLE else "",
        probability=0.97123 if answered else 0.1,
    )


def _facts() -> tuple[Fact, ...]:
    days = tuple(date(2027, 9, day) for day in (4, 5, 6))
    other = Reading(Decimal(6800), (evidence("Peak on-site population 6,800", file="medical.pdf"),))
    return (
        Fact("max_attendance", Decimal(6000), "people", (evidence("Most on the field together: 6,000"),), (other,)),
        Fact("event_dates", days, None, (evidence("the 4th, 5th and 6th of September, 2027"),)),
        Fact("event_hours", Decimal("37.50"), "hours", (evidence("37½ hours in three days"),)),
        Fact("filing_date", date(2027, 8, 17), None, (evidence("RECEIVED 2027 AUG 17"),)),
        Fact("fee_paid", Decimal(300), "dollars", (evidence(f"{OVERRIDE}: $300 and not $3000"),)),
    )


def _check_finding(
    key: str,
    cite: str,
    title: str,
    _kind: str,
    status: CheckStatus,
    required: int | None,
    stated: int | None,
    caveat: str | None,
) -> CheckFinding:
    asked, told = (None if figure is None else Decimal(figure) for figure in (required, stated))
    found = (evidence(f"{title}: {stated} {SCRIPT}"),) if stated is not None else ()
    return CheckFinding(key, cite, title, status, asked, told, f"{told} against {asked} {SCRIPT}", caveat, found)


def _document(name: str, sha256: str, second: PageText = PageText.OCR) -> Document:
    pages = (Page(1, 612, 792, PageText.FILE, ()), Page(2, 612, 792, second, ()))
    return Document(name, sha256, pages)


def _due(key: str) -> Due:
    return Due.ISSUANCE if key == "bond" else Due.FILING


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _ask(name: str) -> str:
    return f"Please state the {name.replace('_', ' ')} {TEMPLATE}"
