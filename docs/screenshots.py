"""Makes the pictures of docs/reading-the-report.md anew, from the report on a sample packet.

    python docs/screenshots.py

Needs Chromium, and the packages of the extra `test`.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from pipeline import audit, checklists, publishing
from pipeline.sandbox import Reader

HERE = Path(__file__).parent
PACKET = HERE.parent / "sample_applications" / "ct-04" / "packet"
CHECKLIST = "ct-19a-438"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
COLORS = 256
"""Of a picture: enough for a page of print, and a third of the bytes."""


def report_with_copies(out: Path) -> Path:
    """Audit the sample and give the page of its report; the marked copies stand beside it."""
    filing = checklists.load(CHECKLIST)
    with Reader() as reader, audit.read(PACKET, reader) as packet:
        found = audit.judge(packet, filing)
        wishes = publishing.Wishes(annotate=True)
        return publishing.publish(found, filing, packet.submission, reader, packet=PACKET, out=out, wishes=wishes)[1]


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture with few colors."""
    target = HERE / "images" / f"{name}.png"
    picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(target, optimize=True)
    print(target.relative_to(HERE.parent))


def shoot(page: Page, name: str, selector: str, *, height: int | None = None) -> None:
    """Keep what an element looks like, from its top down to a height."""
    element = page.locator(selector).first
    element.scroll_into_view_if_needed()
    picture = Image.open(io.BytesIO(element.screenshot()))
    keep(picture.crop((0, 0, picture.width, min(height or picture.height, picture.height))), name)


def main() -> None:
    """Make every picture."""
    (HERE / "images").mkdir(exist_ok=True)
    with TemporaryDirectory() as scratch, sync_playwright() as playwright:
        report = report_with_copies(Path(scratch))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(report.as_uri())
        keep(Image.open(io.BytesIO(page.screenshot())), "verdict")
        page.locator("#item-c12 details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        shoot(page, "item", "#item-c12")
        shoot(page, "check", "#check-toilets_female")
        shoot(page, "conflict", "#conflict-max_attendance")
        shoot(page, "filter", "#filter")
        phone = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
        phone.goto(report.as_uri())
        keep(Image.open(io.BytesIO(phone.screenshot())), "phone")
        browser.close()
        with pdfium.PdfDocument(report.parent / "marked" / "02 application.pdf") as copy:
            keep(copy[0].render(scale=1.25).to_pil(), "marked-copy")


if __name__ == "__main__":
    main()
