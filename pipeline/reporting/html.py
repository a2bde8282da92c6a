"""report.json -> report.html: one file, no network, whole without JavaScript."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.decisions import Review
from pipeline.reporting.decided import as_decided
from pipeline.reporting.document import Report
from pipeline.reporting.wording import (
    DECIDED,
    STATUS_WORDS,
    counted,
    day,
    joined,
    money,
    number,
    ranges,
    sentence,
    visible,
)

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"

_LONG_QUOTE = 800
"""Characters; the half of a longer quotation is shown, and the whole is folded beneath it."""

_SHOWN = 0.8
"""Of a picture's pixels: at this size its print is as large as the page's own."""

_SHEET = (17.0, 22.0)
"""Width and height of the small sheet that shows where on a page a quote stands, in its own units."""


def render(report: Report) -> str:
    """The report as one HTML page. Everything in it comes from `report`; the same report gives the same bytes.

    Args:
        report: as a report.json has it, or as `as_decided` gives it.

    Raises KeyError, TypeError or ValueError where `report` is none of Muster's.
    """
    from jinja2 import UndefinedError

    try:
        return filled("report", **parts(report))
    except UndefinedError as error:
        raise ValueError(f"the report lacks something: {error.message}") from error


def parts(report: Report) -> dict[str, object]:
    """What the templates of the report's sections need, by name.

    Args:
        report: as a report.json has it, or as `as_decided` gives it.
    """
    report = report if "decided" in report else as_decided(report, Review(()))
    return {
        "report": report,
        "short_cites": short_cites([item["cite"] for item in report["items"]]),
        "tasks": _tasks_by_finding(report),
        "number_tasks": _number_tasks_by_cite(report),
    }


def filled(name: str, look: str = "", /, **values: object) -> str:
    """The template `name.html.j2`, filled; its page may use the style `look.css` and, if there is one, the script
    `look.js`, and nothing else; these are called like the page itself where `look` is not given."""
    environment = environment_of()
    style, script = (_allowed(f"{look or name}.{kind}", environment) for kind in ("css", "js"))
    policy = f"default-src 'none'; img-src data:; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
    return environment.get_template(f"{name}.html.j2").render(policy=policy, **values)


@cache
def environment_of(*folders: Path) -> Environment:
    """What fills the templates of the folders, and those of the report, which may be included in them.

    Text is escaped, and what would hide or turn the text beside it is shown as a code.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([*folders, _TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: value.translate(_Visible()) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "counted": counted,
        "day": lambda text: day(date.fromisoformat(text)),
        "joined": joined,
        "marked": marked,
        "money": money,
        "number": number,
        "near_misses": near_misses,
        "places": places,
        "read_as": read_as,
        "sentence": sentence,
        "spot": spot,
    }
    environment.globals |= {
        "WORDS": STATUS_WORDS,
        "DECIDED": DECIDED,
        "LONG": _LONG_QUOTE,
        "SHOWN": _SHOWN,
        "FRAME": "",
        "page_link": page_link,
        "place_link": place_link,
    }
    return environment


class _Visible(dict[int, str]):
    """A table for `str.translate` that shows what would hide or reorder the text beside it."""

    def __missing__(self, code: int) -> str:
        self[code] = visible(chr(code))
        return self[code]


def _allowed(name: str, environment: Environment) -> str:
    """What a page's policy lets run: the very text of the template, or nothing where there is none of this name."""
    if name not in environment.list_templates():
        return "'none'"
    digest = sha256(environment.get_template(name).render().encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


def _tasks_by_finding(report: Report) -> dict[str, list[int]]:
    """Finding (`item-c12`) -> the numbers of the to-do list that come from it."""
    found: dict[str, list[int]] = {}
    for group in report["todo"]:
        for task in group["tasks"]:
            for ref in task["refs"]:
                found.setdefault(f"{ref['kind']}-{ref['id']}", []).append(task["number"])
    return found


def _number_tasks_by_cite(report: Report) -> dict[str, list[int]]:
    """Citation -> the tasks of its checks: words may answer an item whose number is short or not stated."""
    found: dict[str, list[int]] = {}
    for task in (task for group in report["todo"] if group["group"] != "weigh" for task in group["tasks"]):
        for ref in task["refs"]:
            if ref["kind"] == "check":
                found.setdefault(ref["cite"], []).append(task["number"])
    return found


def short_cites(cites: Sequence[str]) -> dict[str, str]:
    """Citation -> what tells it apart in a narrow list: `19a-438(c)(12)` is `(c)(12)` where most are of 19a-438."""
    sections = [cite.partition("(")[0] for cite in cites]
    usual = max(sections, key=sections.count, default="")
    heads = {section.rpartition("-")[0] for section in sections}
    chapter = f"{heads.pop()}-" if len(heads) == 1 else ""
    return {cite: _short_cite(cite.split(",")[0], usual, chapter) for cite in cites}


def _short_cite(cite: str, usual: str, chapter: str) -> str:
    numbered = any(char.isdigit() for char in usual)
    if numbered and cite.startswith(f"{usual}("):
        return cite.removeprefix(usual)
    return cite.removeprefix(chapter)


def read_as(file: dict[str, Any]) -> str:
    """How the pages of a file were turned into words, such as `Text; scan, pages 2 to 4`."""
    scanned, blank, lost = file["ocr_pages"], file["blank_pages"], file["unreadable_pages"]
    if not file["pages"]:
        return "Not read"
    kinds = [("scan", scanned), ("blank", blank), ("not read", lost)]
    parts = [
        words if len(pages) == file["pages"] else f"{words}, p. {ranges(pages)}" for words, pages in kinds if pages
    ]
    if sum(len(pages) for _, pages in kinds) < file["pages"]:
        parts.insert(0, "text")
    return "; ".join(parts).capitalize()


def near_misses(elements: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was looked at for the elements that lack an answer: `evidence`, `why` and the elements' `titles`."""
    found: dict[tuple[str, int, str, str], dict[str, Any]] = {}
    for element in elements:
        for miss in element["near_misses"] if element["status"] == "missing" else ():
            evidence, why = miss["evidence"], miss["why"]
            key = (evidence["file"], evidence["page"], evidence["quote"], why)
            found.setdefault(key, {"evidence": evidence, "why": why, "titles": []})["titles"].append(element["title"])
    return list(found.values())


def places(evidence: Iterable[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Evidence grouped by page, so that a place is named once for quotes that follow each other there."""
    return [list(group) for _, group in groupby(evidence, key=lambda each: (each["file"], each["page"]))]


def spot(evidence: dict[str, Any]) -> dict[str, float] | None:
    """Where the quote stands on the small sheet, or None where the page's size is not known."""
    if not evidence["page_size"] or not all(evidence["page_size"]):
        return None
    across, down = (_SHEET[i] / evidence["page_size"][i] for i in (0, 1))
    x0, top, x1, bottom = evidence["bbox"]
    left, upper = max(1.0, min(x0 * across, 13.0)), max(1.0, min(top * down, 18.8))
    return {
        "x": round(left, 1),
        "y": round(upper, 1),
        "width": round(max(3.0, min(x1 * across, 16.0) - left), 1),
        "height": round(max(2.2, min(bottom * down, 21.0) - upper), 1),
    }


def page_link(packet: dict[str, Any], file: str, page: int | None = None) -> str | None:
    """The address of a page; of a file within another, the address of that."""
    submitted = next((each for each in packet["files"] if each["name"] == file and each["link"]), None)
    if submitted is None:
        return None
    anchor = f"#page={page}" if page and not submitted["within"] else ""
    return f"{submitted['link']}{anchor}"


def place_link(packet: dict[str, Any], evidence: dict[str, Any]) -> str | None:
    """The address of the page on which words stand."""
    return page_link(packet, evidence["file"], evidence["page"])


def marked(text: str, value: str) -> tuple[str, str, str]:
    """The text before, at and after the first place where `value` stands by itself; all before if nowhere."""
    if not value:
        return text, "", ""
    bare = re.escape(value.lstrip("$"))
    plain = re.escape(value.lstrip("$").replace(",", ""))
    found = re.search(rf"\$?(?<![\d.,])(?:{bare}|{plain})(?![\d]|[.,]\d)", text)
    return (text[: found.start()], found[0], text[found.end() :]) if found else (text, "", "")
