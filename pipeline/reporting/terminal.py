"""report.json -> a table for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.reporting.document import Report
from pipeline.reporting.wording import STATUS_WORDS, money, number, visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

_MARKS = {
    "present": ("●", "green"),
    "ok": ("●", "green"),
    "partial": ("◐", "yellow"),
    "missing": ("✗", "bold red"),
    "shortfall": ("▼", "bold red"),
    "conflict": ("≠", "magenta"),
    "not_stated": ("…", "yellow"),
    "could_not_check": ("▨", "cyan"),
    "needs_review": ("?", "magenta"),
    "not_applicable": ("–", "dim"),
    "unverifiable": ("□", "dim"),
}
"""Status -> its shape and its color."""


def summary_table(report: Report) -> RenderableType:
    """The verdict, every item, the checks that do not hold and what could not be read, for a rich Console."""
    from rich.console import Group
    from rich.text import Text

    verdict = report["headline"]
    color = "bold green" if report["summary"]["verdict"] == "complete" else "bold red"
    parts: list[RenderableType] = [
        Text(f"{visible(report['packet']['id'])}  {visible(report['checklist']['title'])}", style="dim"),
        Text.assemble((f"{verdict['verdict']}. ", color), visible(verdict["sentence"])),
        Text(verdict["more"], style="dim"),
        _items(report["items"]),
    ]
    trouble = [check for check in report["checks"] if check["status"] not in ("ok", "not_applicable")]
    if trouble:
        parts.append(_checks(trouble))
    parts.extend(_cell(f"! {warning}") for warning in report["warnings"])
    parts.extend(_problem(problem) for problem in report["problems"])
    return Group(*parts)


def _items(items: list[dict[str, Any]]) -> Table:
    table = _table("Citation", "Item", "Status", "Why")
    for item in items:
        status = _status(item["status"])
        if item["needs_review"] and item["status"] != "could_not_check":
            status.append("\n").append_text(_status("needs_review"))
        reason = "" if item["status"] == "present" and not item["needs_review"] else item["reason"]
        table.add_row(_cell(item["cite"]), _cell(item["short"]), status, _cell(_brief(reason)))
    return table


def _checks(checks: list[dict[str, Any]]) -> Table:
    table = _table("Citation", "Check", "Status", "Required", "Stated")
    for check in checks:
        asked, stated = (_figure(check[key], check["unit"]) for key in ("required", "stated"))
        table.add_row(_cell(check["cite"]), _cell(check["title"]), _status(check["status"]), asked, stated)
    return table


def _table(*headings: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", expand=False)
    for heading in headings:
        narrow = heading in ("Citation", "Status")
        table.add_column(heading, no_wrap=narrow and heading == "Status", overflow="fold")
    return table


def _status(status: str) -> Text:
    from rich.text import Text

    mark, color = _MARKS[status]
    return Text(f"{mark} {STATUS_WORDS[status]}", style=color)


def _problem(problem: dict[str, Any]) -> Text:
    where = visible(problem["file"] or "")
    page = f", page {problem['page']}" if problem["page"] else ""
    return _cell(f"! {where}{page}: {problem['message']}" if where else f"! {problem['message']}")


def _cell(text: str) -> Text:
    from rich.text import Text

    return Text(visible(text))


def _figure(value: object, unit: str | None) -> Text:
    if not isinstance(value, int | float):
        return _cell(str(value or ""))
    return _cell(money(value) if unit == "dollars" else number(value))


def _brief(text: str, length: int = 100) -> str:
    """The first sentence, cut at a word where it is long."""
    first = text.split(". ")[0].rstrip(".")
    return first if len(first) <= length else first[:length].rsplit(" ", 1)[0] + " …"
