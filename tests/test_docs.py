"""The page on reading the report is true of the report."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.reporting.document import SCHEMA


def test_its_pictures_are_there_and_no_others(root: Path) -> None:
    text = (root / "docs" / "reading-the-report.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"images/([\w-]+\.png)", text))
    assert shown == {path.name for path in (root / "docs" / "images").iterdir()}
    assert sum(path.stat().st_size for path in (root / "docs" / "images").iterdir()) < 1_000_000


def test_what_it_names_is_there(root: Path) -> None:
    text = (root / "docs" / "reading-the-report.md").read_text(encoding="utf-8")
    assert SCHEMA in text
    for path in re.findall(r"`(pipeline/[\w/.]+)`", text):
        assert (root / path).is_file(), path
    page = "".join(
        path.read_text(encoding="utf-8") for path in (root / "pipeline" / "reporting" / "templates").glob("*.j2")
    )
    for title in re.findall(r"^\| ([A-Z][\w ,]+) \|", text, re.MULTILINE):
        assert title in page, title


def test_attorneys_are_told_the_figures_of_the_model_card(root: Path) -> None:
    card = (root / "models" / "README.md").read_text(encoding="utf-8")
    told = (root / "docs" / "for-attorneys.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .*, never read \| 12 \|(.*)\|$", card, re.MULTILINE)
    items, _, found, real, _ = zip(*([cell.strip() for cell in row.split("|")] for row in rows), strict=True)
    for name, shares in (("items with", items), ("are there, found", found), ("tells of, real", real)):
        line = next(line for line in told.splitlines() if line.startswith("| ") and name in line)
        assert re.findall(r"(\d+) of 100", line) == [f"{float(share) * 100:.0f}" for share in shares], name
