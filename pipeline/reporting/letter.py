"""report.json -> a draft of a letter to the applicant, as text and for Word, for a person to read and to send.

It asks for what is missing or short, once each and by citation, and asserts nothing on which the report wants a person
to look.
"""

from __future__ import annotations

import io
import re
import textwrap
import zipfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import ConfigurationError
from pipeline.reporting.decided import WAIVED
from pipeline.reporting.document import Report
from pipeline.reporting.wording import joined, sentence, visible

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from jinja2 import Template

_DEFAULT = Path(__file__).parent / "templates" / "letter.txt"
_WIDTH = 76
"""Characters of a line of the letter as text, which mail programs leave as they are."""
_LISTED = re.compile(r"(?:\d+\.|-) ")
_BOLD = "# "
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every part of the Word file, so that the same letter has the same bytes."""


@dataclass(frozen=True)
class Form:
    """What a town's letters look like."""

    template: Path = _DEFAULT
    """A Jinja template that gives the letter, one line a paragraph."""
    letterhead: Path | None = None
    """A Word file (.docx) whose head, margins and type the letter takes."""


DEFAULT_FORM = Form()
"""The letter that comes with Muster, without a letterhead."""


@dataclass(frozen=True)
class Letter:
    """A letter, ready to be read by who signs it."""

    paragraphs: tuple[str, ...]
    """Without what is empty; a heading begins with `# `."""
    text: str
    """The same in lines of a width that mail programs leave alone."""
    docx: bytes


def form(template: Path | None, letterhead: Path | None) -> Form:
    """A town's form, looked at before any work is done.

    Raises:
        ConfigurationError: the template or the letterhead cannot be used.
    """
    chosen = Form(template or DEFAULT_FORM.template, letterhead)
    _parsed(chosen.template)
    if letterhead:
        _as_docx([], letterhead)
    return chosen


def letter(report: Report, form: Form) -> Letter:
    """The letter on one report.

    Args:
        report: as a report.json has it, or as `as_decided` gives it: then the letter follows the decisions.

    Raises:
        ConfigurationError: the template or the letterhead cannot be used.
    """
    paragraphs = [visible(line) for line in _filled(form.template, content(report)).splitlines()]
    said = tuple(paragraph for paragraph in paragraphs if paragraph.strip())
    return Letter(said, _as_text(paragraphs), _as_docx(paragraphs, form.letterhead))


def content(report: Report) -> dict[str, Any]:
    """What a template may use: see `templates/letter.txt`."""
    asked = {group["group"]: group["tasks"] for group in report["todo"]}
    numbers = iter(range(1, 1 + sum(len(tasks) for tasks in asked.values())))
    now, later = ([_ask(task, next(numbers)) for task in asked.get(group, ())] for group in ("filing", "issuance"))
    facts = {fact["name"]: fact["text"] for fact in report["key_facts"]}
    present = [item for item in report["items"] if item["status"] == "present"]
    return {
        "title": report["checklist"]["title"],
        "event": facts.get("event_dates"),
        "filed": facts.get("filing_date"),
        "complete": report["summary"]["verdict"] == "complete",
        "now": now,
        "later": later,
        "deadline": _deadline(report),
        "checked": [item for item in present if not item["needs_review"]],
        "waived": [item for item in report["items"] if item["status"] == WAIVED],
        "open": [item for item in report["items"] if item["needs_review"]],
        "without_words": [item for item in report["items"] if item["status"] == "unverifiable"],
    }


def _ask(task: dict[str, Any], number: int) -> dict[str, Any]:
    return {
        "number": number,
        "title": task["title"],
        "cites": joined(dict.fromkeys(ref["cite"] for ref in task["refs"] if ref["cite"])),
        "asks": " ".join(sentence(ask) for ask in task["asks"]),
        "why": sentence(task["why"]),
    }


def _deadline(report: Report) -> dict[str, Any] | None:
    """The law's last day for filing, and whether the packet came before it."""
    if report["deadline"] is None:
        return None
    filed = next((fact["value"] for fact in report["facts"] if fact["name"] == "filing_date"), None)
    last_day = report["deadline"]["date"]
    ahead = filed is not None and date.fromisoformat(filed) < date.fromisoformat(last_day)
    return {**report["deadline"], "ahead": ahead}


def _filled(path: Path, values: dict[str, Any]) -> str:
    template = _parsed(path)
    try:
        return template.render(values)
    except Exception as error:  # a template can call, count and divide, and fail in every way in which a program can
        raise _unusable(path, str(error) or type(error).__name__) from error


def _parsed(path: Path) -> Template:
    from jinja2 import StrictUndefined, TemplateSyntaxError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, finalize=_in_one_line, trim_blocks=True, lstrip_blocks=True
    )
    try:
        return environment.from_string(path.read_text(encoding="utf-8-sig"))
    except TemplateSyntaxError as error:
        raise _unusable(path, f"line {error.lineno}: {error.message}") from error
    except (OSError, ValueError, RecursionError) as error:
        raise _unusable(path, str(error)) from error


def _unusable(template: Path, why: str) -> ConfigurationError:
    return ConfigurationError(
        f"The letter's template {template} cannot be used: {why.rstrip('.')}.",
        remedy=f"Mend it, or begin anew from a copy of {DEFAULT_FORM.template}.",
    )


def _in_one_line(value: object) -> object:
    """A packet's text cannot begin a paragraph of its own."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _as_text(paragraphs: list[str]) -> str:
    """Lines of a width that mail programs leave alone; no more than one empty line in a row."""
    lines: list[str] = []
    for paragraph in paragraphs:
        text = paragraph.removeprefix(_BOLD).rstrip()
        hang = " " * len(match[0]) if (match := _LISTED.match(text)) else ""
        wrapped = textwrap.wrap(text, _WIDTH, subsequent_indent=hang, break_on_hyphens=False) or [""]
        lines += wrapped if wrapped != [""] or lines[-1:] != [""] else []
    return "\n".join(lines).strip("\n") + "\n"


def _as_docx(paragraphs: list[str], letterhead: Path | None) -> bytes:
    """The same for Word, below the letterhead's own paragraphs."""
    from docx.shared import Inches, Pt

    document = _paper(letterhead)
    for text in paragraphs:
        if not text.strip():
            continue
        paragraph = document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(8)
        paragraph.add_run(text.removeprefix(_BOLD)).bold = text.startswith(_BOLD) or None
        if _LISTED.match(text):
            paragraph.paragraph_format.left_indent = Inches(0.3)
            paragraph.paragraph_format.first_line_indent = Inches(-0.3)
    file = io.BytesIO()
    document.save(file)
    return _undated(file.getvalue())


def _paper(letterhead: Path | None) -> DocxDocument:
    """What the letter is written on."""
    from docx import Document
    from docx.opc.exceptions import PackageNotFoundError

    try:
        paper = Document(str(letterhead) if letterhead else None)
        if paper.element.body is None:
            raise ValueError("nothing to write on")
    except (PackageNotFoundError, zipfile.BadZipFile, SyntaxError, OSError, ValueError, KeyError) as error:
        raise ConfigurationError(
            f"The letterhead {letterhead} is no Word file (.docx).", remedy="Save it in Word as .docx."
        ) from error
    return paper


def _undated(package: bytes) -> bytes:
    """The same Word file without the time at which it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as parts, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as undated:
        for part in parts.infolist():
            entry = zipfile.ZipInfo(part.filename, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            undated.writestr(entry, parts.read(part))
    return out.getvalue()
