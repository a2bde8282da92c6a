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
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.intake import submission
from pipeline.reading import Options, read
from pipeline.records import Kind, Member, PageText

TYPED = Options(ocr=False)
Words = Counter[str]
"""The words of all pages, each with how often it occurs."""


def muster_words(members: Sequence[Member]) -> Words:
    """Every word that Muster reads."""
    words: Words = Counter()
    for member in members:
        for page in read(member, TYPED).pages:
            words.update(word.text for line in page.lines for word in line.words)
    return words


def pdfplumber_words(members: Sequence[Member]) -> Words:
    """Every word that pdfplumber reads, at the tolerance that keeps words apart best."""
    import pdfplumber

    words: Words = Counter()
    for member in members:
        with pdfplumber.open(member.path) as pdf:
            for page in pdf.pages:
                words.update(word["text"] for word in page.extract_words(x_tolerance=None, x_tolerance_ratio=0.15))
                page.close()
    return words


def typed(folder: Path, spool: Path) -> tuple[list[Member], int]:
    """The PDFs in which every page has text of its own, and the number of their pages."""
    members, pages = [], 0
    for number, path in enumerate(sorted(folder.rglob("*.pdf"))):
        inner = spool / str(number)
        inner.mkdir()
        for member in submission(path, inner).members:
            kinds = [page.text for page in read(member, TYPED).pages] if member.kind is Kind.PDF else []
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

    with TemporaryDirectory() as spool:
        members, pages = typed(options.folder, Path(spool))
        if not pages:
            parser.error(f"{options.folder} holds no PDF with text")
        compare(members, pages, rounds=options.rounds)


def compare(members: Sequence[Member], pages: int, *, rounds: int) -> None:
    """Measure both sides and print what came out."""
    ours, theirs = muster_words(members), pdfplumber_words(members)
    # In turns, so that whatever else the machine does falls on both.
    times = [(cpu_seconds(muster_words, members), cpu_seconds(pdfplumber_words, members)) for _ in range(rounds)]
    for name, seconds in zip(("muster", "pdfplumber"), zip(*times, strict=True), strict=True):
        print(f"{name:12} {pages / statistics.median(seconds):8.1f} pages per CPU second")
    ratios = [plumber / muster for muster, plumber in times]
    print(f"ratio        {statistics.median(ratios):8.1f} (from {min(ratios):.1f} to {max(ratios):.1f})")
    print(f"pages        {pages:8} in {len(members)} files, {rounds} rounds")
    print(f"same words   {100 * (ours & theirs).total() / theirs.total():8.1f} % of pdfplumber's")


if __name__ == "__main__":
    main()
