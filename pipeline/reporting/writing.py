"""Report -> report.json, and all that is made of it, in a folder of the packet's name; each file whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pipeline import decisions
from pipeline.errors import ConfigurationError, UsageError
from pipeline.reporting.comparison import comparison_page, comparison_text
from pipeline.reporting.decided import as_decided
from pipeline.reporting.document import Report
from pipeline.reporting.html import render
from pipeline.reporting.letter import DEFAULT_FORM, Form, letter
from pipeline.reporting.spreadsheet import findings_csv
from pipeline.wholefile import whole

PAGE = "report.html"
REPORT = "report.json"


def dumps(report: Report) -> str:
    """The text of report.json."""
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


MARKED = "marked"
"""The folder of the marked copies, within a report's."""
COMPARED = ("comparison.json", "comparison.txt", "comparison.html")
"""What tells how a packet differs from its earlier round."""
WRITTEN = (REPORT, "letter.txt", "letter.docx", "findings.csv", *COMPARED, PAGE)


def prepare(out: Path, *, ids: Iterable[str], apart_from: Path) -> None:
    """Sees before the work that reports can be written when it is done, and are not taken for part of a packet.

    Args:
        out: the folder of the reports.
        ids: of the packets; each names the folder of its report.
        apart_from: what is read.

    Raises:
        UsageError: a report would lie in what is read.
        ConfigurationError: nothing can be written there.
    """
    place, packet = out.resolve(), apart_from.resolve()
    if packet.is_dir() and any(folder.is_relative_to(packet) for folder in (place, *(place / name for name in ids))):
        raise UsageError(
            f"The reports would go into the packet itself, {apart_from}.", remedy="Choose another folder with --out."
        )
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not os.access(out, os.W_OK | os.X_OK):
            raise PermissionError(None, "Permission denied")
    except OSError as error:
        raise unwritable(out, error) from error


def location(packet: Path, *, seen_from: Path) -> str:
    """The folder that holds the packet's files, as a link from the report's folder."""
    folder = packet if packet.is_dir() else packet.parent
    return Path(os.path.relpath(folder.resolve(), seen_from.resolve())).as_posix()


def unwritable(path: Path, error: OSError) -> ConfigurationError:
    """The fault to tell where a file or a folder cannot be written."""
    reason = error.strerror or str(error)
    return ConfigurationError(f"{path} cannot be written: {reason}.", remedy="Choose another place with --out.")


def write(report: Report, out_dir: Path, form: Form = DEFAULT_FORM, *, today: date = date.max) -> Path:
    """Writes `out_dir/<packet id>/report.json` and what is made of it, and returns the path of the page.

    Decisions that are on record in the folder are followed.

    Args:
        today: the day for which it is told whether decisions hold; without it those that expire do not.

    Raises:
        UsageError: the packet's id is no name for a folder.
        ConfigurationError: nothing can be written there, the record of decisions has a fault, or the letter's form
            cannot be used.
    """
    packet_id = str(report["packet"]["id"])
    if packet_id in ("", ".", "..") or set(packet_id) & set("/\\\0"):
        raise UsageError(f"The packet id {packet_id!r} is no name for a folder.", remedy="Rename the packet.")
    folder = out_dir / packet_id
    made = _made_of(decided(report, folder, today), form)
    return _put({REPORT: dumps(report).encode(), **made}, folder)


def rewrite(report: Report, folder: Path, form: Form = DEFAULT_FORM) -> Path:
    """Writes what is made of a report into a folder, the same bytes as `write`; returns the path of the page.

    Args:
        report: as a report.json has it, or as `decided` gives it.

    Raises:
        ConfigurationError: nothing can be written there, or the letter's form cannot be used.
    """
    return _put(_made_of(report, form), folder)


def decided(report: Report, folder: Path, today: date) -> Report:
    """The report of a folder as people have decided it, on a day; the very report where nobody has.

    Raises:
        ConfigurationError: the record of decisions has a fault.
    """
    return as_decided(report, decisions.review(report, decisions.read(folder), today))


def write_comparison(comparison: dict[str, Any], folder: Path) -> Path:
    """Writes comparison.json and what is made of it into a folder, and returns the path of the page.

    Raises:
        ConfigurationError: nothing can be written there.
    """
    made = (dumps(comparison), comparison_text(comparison), comparison_page(comparison))
    _put({name: text.encode() for name, text in zip(COMPARED, made, strict=True)}, folder)
    return folder / COMPARED[-1]


def withdraw(folder: Path) -> None:
    """Takes what `write` and `--annotate` have put into a folder away again, and nothing that a person put there."""
    for path in (*_marked(folder / REPORT), *(folder / name for name in WRITTEN)):
        with suppress(OSError):
            path.unlink()
    for emptied in (folder / MARKED, folder):
        with suppress(OSError):
            emptied.rmdir()


def _marked(report: Path) -> list[Path]:
    """The marked copies that a report.json names, as far as they lie in its own folder."""
    try:
        files = json.loads(report.read_text(encoding="utf-8"))["packet"]["files"]
        names = [unquote(str(file["marked"])) for file in files if file.get("marked")]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    return [report.parent / MARKED / Path(name).name for name in names]


def _made_of(report: Report, form: Form) -> dict[str, bytes]:
    draft = letter(report, form)
    return {
        "letter.txt": draft.text.encode(),
        "letter.docx": draft.docx,
        "findings.csv": findings_csv(report).encode(),
        PAGE: render(report).encode(),
    }


def _put(files: Mapping[str, bytes], folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            with whole(folder / name) as stream:
                stream.buffer.write(content)
    except OSError as error:
        raise ConfigurationError(
            f"Cannot write the report to {folder}: {error.strerror or error}.",
            remedy="Choose another folder with --out, or free this one.",
        ) from error
    return folder / PAGE
