"""How fast Muster reads pages, as a ratio to pdfplumber's words on the same pages in the same run.

    python benchmarks/reading.py FOLDER [--rounds N]

FOLDER is searched for PDFs. Scanned pages are left out on both sides: with them the OCR engine alone is measured.
Muster's side is all of its reading: words with boxes, form values, tables, columns. pdfplumber's is `extract_words`.
CPU seconds of this process are counted, so other work on the machine matters little; the ratio is what to compare.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from pipeline.intake import submission
from pipeline.reading import read
from pipeline.records import Kind, Member, PageText

Words = Counter[str]
"""The words of all pages, each with how often it occurs."""


def muster_words(members: Sequence[Member]) -> Words:
    """Every word that Muster reads."""
    words: Words = Counter()
    for member in members:
        for page in read(member, ocr=False).pages:
            words.update(word.text for line in page.lines for word in line.words)
    return words


def pdfplumber_words(members: Sequence[Member]) -> Words:
    """Every word that pdfplumber reads, at the tolerance that keeps words apart best."""
    import pdfplumber

    words: Words = Counter()
    for member in members:
        with pdfplumber.open(BytesIO(member.data)) as pdf:
            for page in pdf.pages:
                words.update(word["text"] for word in page.extract_words(x_tolerance=None, x_tolerance_ratio=0.15))
                page.close()
    return words


def typed(folder: Path) -> tuple[list[Member], int]:
    """The PDFs in which every page has text of its own, and the number of their pages."""
    members, pages = [], 0
    for path in sorted(folder.rglob("*.pdf")):
        for member in submission(path).members:
            kinds = [page.text for page in read(member, ocr=False).pages] if member.kind is Kind.PDF else []
            if kinds and set(kinds) <= {PageText.FILE, PageText.BLANK}:
                members.append(member)
                pages += len(kinds)
    return members, pages


def cpu_seconds(work: Callable[[Sequence[Member]], Words], members: Sequence[Member]) -> float:
    """What one pass costs."""
    start = time.process_time()
    work(members)
    return time.process_time() - start


def main() -> None:
    """Prints one line for each side, the ratio, and how far the words agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    logging.getLogger().addHandler(logging.NullHandler())  # pdfminer remarks on fonts

    members, pages = typed(options.folder)
    if not pages:
        parser.error(f"{options.folder} holds no PDF with text")
    ours, theirs = muster_words(members), pdfplumber_words(members)
    # In turns, so that whatever else the machine does falls on both.
    rounds = [
        (cpu_seconds(muster_words, members), cpu_seconds(pdfplumber_words, members)) for _ in range(options.rounds)
    ]
    for name, times in zip(("muster", "pdfplumber"), zip(*rounds, strict=True), strict=True):
        print(f"{name:12} {pages / statistics.median(times):8.1f} pages per CPU second")
    ratios = [plumber / muster for muster, plumber in rounds]
    print(f"ratio        {statistics.median(ratios):8.1f} (from {min(ratios):.1f} to {max(ratios):.1f})")
    print(f"pages        {pages:8} in {len(members)} files, {options.rounds} rounds")
    print(f"same words   {100 * (ours & theirs).total() / theirs.total():8.1f} % of pdfplumber's")


if __name__ == "__main__":
    main()
