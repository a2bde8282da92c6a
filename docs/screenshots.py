"""Makes the pictures of docs/reading-the-report.md and docs/reviewing.md anew, from reports on sample packets.

    python docs/screenshots.py

Needs Chromium, and the packages of the extra `test`.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from pipeline import audit, checklists, publishing
from pipeline.sandbox import Reader

HERE = Path(__file__).parent
SAMPLES = HERE.parent / "sample_applications"
PACKET = SAMPLES / "ct-04" / "packet"
QUEUE = ("ct-01", "ct-04", "fair-01", "kent-01", "wells-02")
"""The samples of the pictures of a queue."""
MUSTER = (sys.executable, "-c", "from pipeline import cli; cli.main()")
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


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the review of some samples, as long as the block lasts."""
    for name in QUEUE:
        shutil.copytree(SAMPLES / name / "packet", folder / "packets" / name)
    reports = folder / "reports"
    subprocess.run([*MUSTER, "batch", folder / "packets", "-c", "auto", "--out", reports, "--quiet"], check=True)
    line = [*MUSTER, "serve", str(reports), "--packets", str(folder / "handed-in"), "--port", "0"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield server.stdout.readline().strip()
        server.terminate()


def shoot_review(browser: Browser, address: str) -> None:
    """The pictures of docs/reviewing.md."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=address)
    page.goto("/packets/new")
    page.get_by_label("Your name").fill("Ann Lee")
    page.keyboard.press("Enter")
    page.wait_for_selector("input[type=file]")
    page.get_by_label("Files").set_input_files(sorted(PACKET.iterdir()))
    page.get_by_label("Name of the packet").fill("Crown and Thistle Faire 2027")
    keep(Image.open(io.BytesIO(page.screenshot())), "review-add")
    page.goto("/packets/ct-04/")
    page.keyboard.press("n")
    for _ in range(3):
        page.keyboard.press("a")
        page.get_by_role("button", name="Put on record").click()
        page.wait_for_selector(".said p")
    page.goto("/packets/ct-04/#item-c9")
    page.locator("#item-c9 a.place").first.click()
    page.frame_locator("iframe").locator("h1", has_text="page 1 of 2").wait_for()
    keep(Image.open(io.BytesIO(page.screenshot())), "review-page")
    page.locator("#item-c16 [data-act=overrule]").click()
    page.locator("#item-c16 form.decide").wait_for()
    shoot(page, "review-decide", "#item-c16")
    page.goto("/packets/ct-04/letter")
    keep(Image.open(io.BytesIO(page.screenshot())), "review-letter")
    page.goto("/")
    keep(Image.open(io.BytesIO(page.screenshot())), "review-queue")


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
        with served(Path(scratch) / "review") as address:
            shoot_review(browser, address)
        browser.close()
        with pdfium.PdfDocument(report.parent / "marked" / "02 application.pdf") as copy:
            keep(copy[0].render(scale=1.25).to_pil(), "marked-copy")


if __name__ == "__main__":
    main()
