"""The page on reading the report is true of the report."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.reporting.document import SCHEMA


def test_the_pictures_of_the_pages_are_there_and_no_others(root: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (root / "docs").glob("*.md"))
    shown = set(re.findall(r"images/([\w-]+\.png)", text))
    assert shown == {path.name for path in (root / "docs" / "images").iterdir()}
    assert sum(path.stat().st_size for path in (root / "docs" / "images").iterdir()) < 1_000_000


def test_the_keys_that_are_told_are_those_of_the_page(root: Path) -> None:
    told = re.findall(
        r"^\| `([^`]+)` \| (.+) \|$", (root / "docs" / "reviewing.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    page = (root / "pipeline" / "web" / "templates" / "keys.html.j2").read_text(encoding="utf-8")
    listed = re.findall(r'^  \("([^"]+)", "([^"]+)"\),$', page, re.MULTILINE)
    assert [(key, does.split(", where")[0]) for key, does in told] == listed
    script = (root / "pipeline" / "web" / "static" / "review.js").read_text(encoding="utf-8")
    assert {key for key, _ in listed if len(key) == 1} == set(re.findall(r"^    '?([a-z?])'?: ", script, re.MULTILINE))


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
