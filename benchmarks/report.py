"""How heavy the report on a packet of many pages is, and how long a browser takes to open it.

    python benchmarks/report.py FOLDER [--pages N]

The PDFs found in FOLDER are put together, again and again, into one of N pages, which is audited. Told are the size of the
page and of its pictures, and the time until the browser has loaded and laid it out, beside that of an empty page in the
same run. Needs Chromium, and the packages of the extra `test`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from playwright.sync_api import Page, sync_playwright

from pipeline import audit, checklists, publishing
from pipeline.sandbox import Reader

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
LAID_OUT = "() => { const [n] = performance.getEntriesByType('navigation'); return n.loadEventEnd - n.startTime; }"
EMPTY = "<!doctype html><title>Empty</title><p>Empty"


def packet_of(folder: Path, pages: int, to: Path) -> None:
    """Write one PDF of so many pages."""
    files = [path for path in sorted(folder.rglob("*.pdf")) if _opens(path)]
    with pdfium.PdfDocument.new() as whole:
        for path in cycle(files):
            with pdfium.PdfDocument(path) as part:
                left = pages - len(whole)
                whole.import_pages(part, list(range(min(len(part), left))))
            if len(whole) >= pages:
                break
        whole.save(to)


def _opens(path: Path) -> bool:
    try:
        pdfium.PdfDocument(path).close()
    except pdfium.PdfiumError:
        return False
    return True


def report_on(packet: Path, checklist: str, out: Path) -> Path:
    """Audit the packet and give the page of its report."""
    filing = checklists.load(checklist)
    with Reader() as reader, audit.read(packet, reader) as read:
        found = audit.judge(read, filing)
        wishes = publishing.Wishes()
        return publishing.publish(found, filing, read.submission, reader, packet=packet, out=out, wishes=wishes)[1]


def opening(page: Page, file: Path, rounds: int) -> float:
    """The median of the milliseconds until the file is loaded and laid out."""

    def once() -> Iterator[float]:
        for _ in range(rounds):
            page.goto(file.as_uri(), wait_until="load")
            page.wait_for_function(f"({LAID_OUT})() > 0")
            yield float(page.evaluate(LAID_OUT))

    return statistics.median(once())


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--pages", type=int, default=300)
    options.add_argument("--checklist", default="wells-me")
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    with TemporaryDirectory() as scratch, sync_playwright() as playwright:
        packet, empty = Path(scratch) / "packet.pdf", Path(scratch) / "empty.html"
        packet_of(given.folder, given.pages, packet)
        empty.write_text(EMPTY)
        report = report_on(packet, given.checklist, Path(scratch) / "out")
        text = report.read_text(encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page()
        plain, full = (opening(page, file, given.rounds) for file in (empty, report))
        browser.close()
    print(f"pages {given.pages}, pictures {text.count('data:image/png')}, report {len(text.encode()):,} bytes")
    print(f"opened in {full:.0f} ms, an empty page in {plain:.0f} ms: {full / max(plain, 1):.1f} times")


if __name__ == "__main__":
    main()
