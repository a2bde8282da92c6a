"""What people have decided on a report, as labels: what `muster score` measures by and `models/calibrate.py` learns from.

Only what a person has overruled or confirmed is a label. All else would teach the tool its own opinion: it is given
with the tool's status, and listed as arguable, so that nothing is counted by it. Waivers say what the town asks for,
and nothing of the packet.
"""

from __future__ import annotations

from typing import Any

from pipeline.decisions import Decision, Kind, Review, Subject

_JUDGED = (Kind.OVERRULE, Kind.CONFIRM)


def gold(report: dict[str, Any], review: Review) -> dict[str, Any] | None:
    """The content of gold.json, or None where no decision in force judges anything in the packet."""
    items = {item["id"]: _judged("item", item["id"], review) for item in report["items"]}
    checks = {check["id"]: _judged("check", check["id"], review) for check in report["checks"]}
    if not any((*items.values(), *checks.values())):
        return None
    return {
        "id": report["packet"]["id"],
        "checklist": report["checklist"]["id"],
        "items": {item["id"]: _item(item, items[item["id"]]) for item in report["items"]},
        "checks": {check["id"]: _status(check, checks[check["id"]]) for check in report["checks"]},
        "facts": {},
        "arguable": _undecided(items),
        "arguable_checks": _undecided(checks),
    }


def _judged(kind: str, name: str, review: Review) -> Decision | None:
    decision = review.in_force(Subject("item" if kind == "item" else "check", name))
    return decision if decision and decision.kind in _JUDGED else None


def _undecided(decisions: dict[str, Decision | None]) -> list[str]:
    return [name for name, decision in decisions.items() if decision is None]


def _status(finding: dict[str, Any], decision: Decision | None) -> str:
    overruled = decision is not None and decision.kind is Kind.OVERRULE
    return str(decision.status if decision and overruled else finding["status"])


def _item(item: dict[str, Any], decision: Decision | None) -> dict[str, Any]:
    status = _status(item, decision)
    label: dict[str, Any] = {"status": status}
    if status == "partial":
        told = [element["id"] for element in item["elements"] if element["status"] == "missing"]
        label["missing"] = list(decision.missing) if decision and decision.missing else told
    if status in ("present", "partial"):
        shown = [(each["file"], each["page"]) for element in item["elements"] for each in element["evidence"]]
        seen = [(each.file, each.page) for each in decision.seen] if decision else []
        if seen or shown:
            label["pages"] = [[file, page] for file, page in dict.fromkeys(seen or shown)]
    return label
