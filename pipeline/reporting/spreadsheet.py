"""report.json -> findings.csv: a row for each element of each item and for each check, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from pipeline.reporting.document import Report
from pipeline.reporting.wording import visible

COLUMNS = (
    *("kind", "id", "cite", "title", "due", "status", "needs_review", "element", "element_status"),
    *("reason", "ask", "caveat", "required", "stated", "unit", "file", "page", "quote"),
)
"""`kind` is `item` or `check`; file, page and quote are of the first evidence."""

_DECIDED = ("decision", "decided_status", "decided_by", "decided_on", "decision_reason")
"""Further columns where there is a decision on record: what is in force. `status` stays the tool's own."""

_FORMULA = tuple("=+-@\t\r")


def findings_csv(report: Report) -> str:
    """The table, with a heading, lines that end in CR LF, and a mark at the head by which Excel knows UTF-8.

    Args:
        report: as a report.json has it, or as `as_decided` gives it.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS + (_DECIDED if report.get("decided") else ()), restval="")
    writer.writeheader()
    for row in _rows(report):
        writer.writerow({key: defused(value) for key, value in row.items()})
    return "\ufeff" + text.getvalue()


def defused(value: object) -> object:
    """Text that a spreadsheet would take for a formula, with an apostrophe before it; None as nothing."""
    if isinstance(value, str):
        shown = visible(" ".join(value.split()))
        return f"'{shown}" if shown.startswith(_FORMULA) else shown
    return "" if value is None else value


def _rows(report: Report) -> Iterator[dict[str, Any]]:
    for item in report["items"]:
        own = {key: item[key] for key in ("id", "cite", "title", "due", "reason", "caveat")}
        tool = item.get("tool") or item
        own |= {"status": tool["status"], "needs_review": tool["needs_review"], **_decision(item)}
        for element in item["elements"] or [None]:
            yield {"kind": "item", **own, **(_element(element) if element else {})}
    for check in report["checks"]:
        keys = ("id", "cite", "title", "reason", "ask", "caveat", "required", "stated", "unit")
        status = (check.get("tool") or check)["status"]
        told = {key: check[key] for key in keys} | {"status": status, **_decision(check)}
        yield {"kind": "check", **told, **_place(check["evidence"])}
    for finding in report["decided"]["own"] if report.get("decided") else ():
        told = {key: finding[key] for key in ("id", "cite", "title", "due", "status", "ask")}
        yield {"kind": "own", **told, **_decision(finding)}


def _decision(finding: dict[str, Any]) -> dict[str, Any]:
    """The decision in force on a finding; nothing where there is none."""
    latest = next(iter(finding.get("decisions", ())), None)
    if latest is None or latest["standing"] != "applied" or latest["kind"] == "withdraw":
        return {}
    values = (latest["kind"], finding["status"], latest["who"], latest["day"], latest["reason"])
    return dict(zip(_DECIDED, values, strict=True))


def _element(element: dict[str, Any]) -> dict[str, Any]:
    missing = element["status"] == "missing"
    return {
        "element": element["title"],
        "element_status": element["status"],
        "reason": element["reason"],
        "ask": element["ask"] if missing else "",
        **_place(element["evidence"]),
    }


def _place(evidence: list[dict[str, Any]]) -> dict[str, Any]:
    return {key: evidence[0][key] for key in ("file", "page", "quote")} if evidence else {}
