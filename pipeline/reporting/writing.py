"""Report -> report.json and report.html in a folder of the packet's name, each whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pipeline.errors import ConfigurationError, UsageError
from pipeline.reporting.document import Report
from pipeline.reporting.html import render


def dumps(report: Report) -> str:
    """The text of report.json."""
    return json.dumps(report, ensure_ascii=False, indent=2) + "\n"


def write(report: Report, out_dir: Path) -> Path:
    """Writes `out_dir/<packet id>/report.json` and `report.html`, and returns the path of the latter.

    Raises UsageError where the packet's id is no name for a folder, ConfigurationError where nothing can be written.
    """
    packet_id = str(report["packet"]["id"])
    if packet_id in ("", ".", "..") or set(packet_id) & set("/\\\0"):
        raise UsageError(f"The packet id {packet_id!r} is no name for a folder.", remedy="Rename the packet.")
    folder = out_dir / packet_id
    page = render(report)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder / "report.json", dumps(report))
        _replace(folder / "report.html", page)
    except OSError as error:
        raise ConfigurationError(
            f"Cannot write the report to {folder}: {error.strerror or error}.",
            remedy="Choose another folder with --out, or free this one.",
        ) from error
    return folder / "report.html"


def _replace(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
