"""How fast Muster is and how much memory it takes, each as a ratio within one run, beside the bar that it should keep.

    python benchmarks/speed.py FOLDER [--rounds N]

FOLDER is searched for PDFs; pages with text and scanned ones are measured apart. pdfplumber's side is `extract_words`
on the same pages. CPU seconds are counted where nothing else is said, those of programs that were started included, so
that other work on the machine matters little; both sides are measured in turns, and the median ratio is shown.
"""

from __future__ import annotations

import argparse
import logging
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium

from pipeline import audit, checklists, limits, reporting
from pipeline.intake import submission
from pipeline.limits import Limits
from pipeline.readers import InProcess
from pipeline.reading import Options, ocr, read
from pipeline.reading.sheet import frame_of, picture_of, take
from pipeline.reading.words import printed
from pipeline.records import Kind, Member, PageText
from pipeline.sandbox import Reader

TYPED = Options(ocr=False)
CHECKLIST = "ct-19a-438"
LONG = 1_000
"""Pages of the file over which memory is measured."""
MUSTER = "import sys; from pipeline.cli import run; sys.exit(run(sys.argv[1:]))"
SPACY = "import spacy; spacy.blank('en')"


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    value: str
    bar: str


def cpu() -> float:
    """CPU seconds of this process and of those that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def spent(work: Callable[[], object], clock: Callable[[], float] = cpu) -> float:
    """What one pass costs."""
    start = clock()
    work()
    return clock() - start


def ratio(
    ours: Callable[[], object], theirs: Callable[[], object], rounds: int, clock: Callable[[], float] = cpu
) -> float:
    """Their cost through ours, the median of rounds in which both are measured in turns."""
    ours()
    theirs()
    found = []
    for _ in range(rounds):
        mine = spent(ours, clock)
        found.append(spent(theirs, clock) / mine)
    return statistics.median(found)


def members(folder: Path, spool: Path) -> tuple[list[Member], list[Member]]:
    """The PDFs in which every page has text of its own, and those in which none has."""
    typed, scanned = [], []
    for number, path in enumerate(sorted(folder.rglob("*.pdf"))):
        inner = spool / str(number)
        inner.mkdir()
        for member in submission(path, inner).members:
            texts = {page.text for page in read(member, TYPED).pages} if member.kind is Kind.PDF else set()
            if texts and texts <= {PageText.FILE, PageText.BLANK}:
                typed.append(member)
            elif texts == {PageText.UNREADABLE}:
                scanned.append(member)
    return typed, scanned


def plumber_words(files: list[Member]) -> None:
    """Every word that pdfplumber reads, at the tolerance that keeps words apart best."""
    import pdfplumber

    for member in files:
        with pdfplumber.open(member.path) as document:
            for page in document.pages:
                page.extract_words(x_tolerance=None, x_tolerance_ratio=0.15)
                page.close()


def muster_words(files: list[Member]) -> None:
    """Every word that Muster reads, with its box, size and font, before anything is done with them."""
    for member in files:
        document = pdfium.PdfDocument(member.path)
        for page in document:
            printed(page, frame_of(page))
            page.close()
        document.close()


def against_pdfplumber(typed: list[Member], rounds: int) -> Iterator[Row]:
    """Words, whole reading, and whole warm audits."""
    checklist = checklists.load(CHECKLIST)
    folders = sorted({member.path.parent for member in typed})

    def audits() -> None:
        for folder in folders:
            with audit.read(folder, InProcess(TYPED)) as packet:
                reporting.render(reporting.to_json(audit.judge(packet, checklist), checklist))

    within = [file for folder in folders for file in typed if file.path.parent == folder]
    for name, ours, bar in (
        ("words with boxes", lambda: muster_words(typed), 15),
        ("all of reading", lambda: [read(member, TYPED) for member in typed], None),
        ("warm audit, JSON and HTML", audits, 8),
    ):
        times = ratio(ours, lambda: plumber_words(within), rounds)
        yield Row(f"{name}, against pdfplumber's words", f"{times:.1f} times as fast", f"at least {bar}" if bar else "")


def of_scans(scanned: list[Member], rounds: int) -> Iterator[Row]:
    """Scanned pages against the OCR engine alone, and with one thread against two."""
    pictures = []
    for member in scanned:
        document = pdfium.PdfDocument(member.path)
        pictures += [picture_of(document, take(document, index)) for index in range(len(document))]
        document.close()
    folder = Path(tempfile.mkdtemp())
    for number, (picture, _) in enumerate(pictures):
        picture.save(folder / f"{number}.png")

    def engine() -> None:
        for file in sorted(folder.iterdir()):
            command = [
                "tesseract",
                str(file),
                "-",
                "--dpi",
                str(limits.OCR_DPI),
                "--oem",
                "1",
                "--psm",
                "6",
                "-l",
                "eng",
                "tsv",
            ]
            subprocess.run(command, capture_output=True, check=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"})

    def pages() -> None:
        for member in scanned:
            read(member)

    def with_threads(count: int) -> Callable[[], None]:
        def work() -> None:
            limits.OCR_THREADS = count
            pages()

        return work

    yield Row(
        "scanned pages, against tesseract alone",
        f"{1 / ratio(pages, engine, rounds):.2f} times its time",
        "within 1.25",
    )
    faster = ratio(with_threads(2), with_threads(1), rounds, time.perf_counter)
    yield Row("scanned pages, two threads against one", f"{faster:.2f} times as fast by the clock", "at least 1.8")
    shutil.rmtree(folder)


def contained(folder: Path, rounds: int) -> Row:
    """What the contained process adds to reading a packet, once it is warm."""
    with Reader(TYPED) as reader:

        def one(chosen: Reader | InProcess) -> None:
            with audit.read(folder, chosen):
                pass

        for chosen in (reader, InProcess(TYPED)):
            one(chosen)
        more = [
            spent(lambda: one(reader), time.perf_counter) - spent(lambda: one(InProcess(TYPED)), time.perf_counter)
            for _ in range(4 * rounds)
        ]
    return Row("contained process, warm, for a packet", f"{1000 * statistics.median(more):.0f} ms more", "below 30")


def cold(folder: Path, out: Path, rounds: int) -> Iterator[Row]:
    """A whole command from nothing, against the import of spaCy."""
    command = [
        sys.executable,
        "-c",
        MUSTER,
        "audit",
        str(folder),
        "--checklist",
        CHECKLIST,
        "--out",
        str(out),
        "--quiet",
    ]

    def run() -> None:
        subprocess.run(command, check=False, capture_output=True)

    def spacy() -> None:
        subprocess.run([sys.executable, "-c", SPACY], check=True)

    for name, clock in (("by the clock", time.perf_counter), ("in CPU time of all processes", cpu)):
        times = 1 / ratio(run, spacy, rounds, clock)
        yield Row(f"cold audit, against importing spaCy, {name}", f"{times:.1f} times", "below 3")


def memory(source: Path, folder: Path) -> Iterator[Row]:
    """The most that is held over a long file: by the audit's process, and by the contained one."""
    long, pages = pdfium.PdfDocument.new(), pdfium.PdfDocument(source)
    while len(long) < LONG:
        long.import_pages(pages, list(range(min(len(pages), LONG - len(long)))))
    path = folder / "long.pdf"
    long.save(path)
    told = "import resource as r; print(r.getrusage(r.RUSAGE_SELF).ru_maxrss, r.getrusage(r.RUSAGE_CHILDREN).ru_maxrss)"
    command = f"import sys; from pipeline.cli import run; run(sys.argv[1:]); {told}"
    arguments = ["audit", str(path), "--checklist", CHECKLIST, "--out", str(folder / "out"), "--quiet"]
    done = subprocess.run([sys.executable, "-c", command, *arguments], capture_output=True, check=True, text=True)
    own, child = (int(size) / 1024 for size in done.stdout.split()[-2:])
    yield Row(f"memory over {LONG:,} pages, the audit's process", f"{own:.0f} MB", "below 300")
    yield Row(
        f"memory over {LONG:,} pages, the contained one", f"{child:.0f} MB", f"below 600, at most {Limits().memory:,}"
    )


def rows(folder: Path, rounds: int, work: Path) -> Iterator[Row]:
    """The whole table."""
    spool = work / "spool"
    spool.mkdir()
    typed, scanned = members(folder, spool)
    if not typed:
        sys.exit(f"{folder} holds no PDF with text")
    yield from against_pdfplumber(typed, rounds)
    if scanned and ocr.available():
        yield from of_scans(scanned, rounds)
    largest = max(typed, key=lambda member: len(pdfium.PdfDocument(member.path)))
    yield contained(largest.path.parent, rounds)
    yield from cold(largest.path.parent, work / "reports", rounds)
    yield from memory(largest.path, work)


def main() -> None:
    """Prints the table, a line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    logging.getLogger().addHandler(logging.NullHandler())  # pdfminer remarks on fonts
    print(f"{'measured':62} {'found':28} bar")
    with tempfile.TemporaryDirectory() as work:
        for row in rows(options.folder, options.rounds, Path(work)):
            print(f"{row.name:62} {row.value:28} {row.bar}", flush=True)


if __name__ == "__main__":
    main()
