"""What it costs that a packet was scanned: labelled packets whose PDFs are made scans of, in several ways, and audited.

    python benchmarks/scans.py FOLDER... [--only GLOB]... [--kind KIND]... [--out DIRECTORY]

Each FOLDER holds labelled packets, as for `muster score`. Told are, for the packets as they are and for each kind of
scan, how much of what the labels say is found; the numbers of digits that the pages of the born-digital packet hold and
the scans do not (lost), and the other way about (false); and the CPU seconds for a page. A page always turns out the
same, so that two versions of Muster can be compared. With `--out` the scanned packets and their reports are kept.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import resource
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline import audit, reporting, scoring
from pipeline.readers import InProcess
from pipeline.records import Document
from pipeline.scoring import Aspect, Label

Gray = npt.NDArray[np.float64]
BORN = "born digital"
ASPECTS = (Aspect.ITEM, Aspect.ELEMENT, Aspect.PAGE, Aspect.CHECK, Aspect.FACT)


@dataclass(frozen=True)
class Scanner:
    """One way to make a picture of a page."""

    spoil: Callable[[Gray, np.random.Generator], Gray]
    """Works on shades from 0 to 255 of the page as the glass shows it."""
    dpi: int = 200
    turns: tuple[int, ...] = (0,)
    """Degrees by which pages lie about, one of them drawn for each page."""
    skew: float = 0.0
    """Degrees up to which a page is laid on the glass aslant; never less than a third of it."""
    quality: int = 0
    """Of the JPEG; 0 for a picture without loss."""
    two_toned: bool = False


def plain(gray: Gray, chance: np.random.Generator) -> Gray:
    """As a good office scanner sees it: a little soft, a little noise, not quite black or white."""
    return blurred(gray, 0.5) * 0.87 + 18 + chance.normal(0, 4, gray.shape)


def faxed(gray: Gray, chance: np.random.Generator) -> Gray:
    """Black and white with ragged edges and single specks."""
    ragged = blurred(gray, 0.8) + chance.normal(0, 28, gray.shape)
    return specked(np.where(ragged < 140, 0.0, 255.0), chance, 0.0006, 1)


def speckled(gray: Gray, chance: np.random.Generator) -> Gray:
    """Dirt on the glass: specks of up to three pixels, dark and light."""
    found = specked(plain(gray, chance), chance, 0.0015, 2)
    return 255 - specked(255 - found, chance, 0.0008, 2)


def faint(gray: Gray, chance: np.random.Generator) -> Gray:
    """Toner that runs out, on gray paper."""
    return blurred(gray, 0.6) * (60 / 255) + 130 + chance.normal(0, 5, gray.shape)


def edged(gray: Gray, chance: np.random.Generator) -> Gray:
    """The lid stood open: black beside and above the sheet."""
    found = plain(gray, chance)
    height, width = found.shape
    side, above = int(width * chance.uniform(0.015, 0.035)), int(height * chance.uniform(0.01, 0.02))
    found[:, -side:] = 25 + chance.normal(0, 5, (height, side))
    found[:above] = 25 + chance.normal(0, 5, (above, width))
    return found


def bound(gray: Gray, chance: np.random.Generator) -> Gray:
    """The shadow of a book's fold along the left side."""
    across = np.linspace(0, 1, gray.shape[1])
    return plain(gray, chance) * (1 - 0.75 * np.exp(-across / 0.06))


def blurred(gray: Gray, radius: float) -> Gray:
    """As out of focus."""
    image = Image.fromarray(np.clip(gray, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(radius))
    return np.asarray(image).astype(float)


def specked(gray: Gray, chance: np.random.Generator, share: float, reach: int) -> Gray:
    """Dark specks on such a share of the pixels, each up to `reach` pixels wider and higher."""
    ink = chance.random(gray.shape) < share
    for step in range(1, reach + 1):
        wide = (chance.random(gray.shape) < 0.3) & np.roll(ink, step, axis=step % 2)
        ink |= wide
    return np.where(ink, 40.0, gray)


SCANNERS = {
    "200 dpi": Scanner(plain),
    "150 dpi": Scanner(plain, dpi=150),
    "fax": Scanner(faxed, two_toned=True),
    "skewed": Scanner(plain, skew=3.0),
    "lying about": Scanner(plain, turns=(90, 180, 270)),
    "speckled": Scanner(speckled),
    "faint": Scanner(faint),
    "jpeg": Scanner(plain, dpi=150, quality=18),
    "edged": Scanner(edged, skew=1.0),
    "bound": Scanner(bound, skew=0.8),
}


def scanned(source: Path, to: Path, scanner: Scanner) -> None:
    """Write a PDF of pictures of another's pages."""
    canvas = Canvas(str(to), invariant=1)
    with pdfium.PdfDocument(source) as document:
        document.init_forms()
        for number, page in enumerate(document):
            width, height = page.get_size()
            seed = hashlib.sha256(f"{source.name} {number}".encode()).digest()
            picture, turn = _glass(page, scanner, np.random.default_rng(list(seed)))
            if turn % 180:
                width, height = height, width
            canvas.setPageSize((width, height))
            canvas.drawImage(ImageReader(_stored(picture, scanner)), 0, 0, width=width, height=height)
            canvas.showPage()
    canvas.save()


def _glass(page: pdfium.PdfPage, scanner: Scanner, chance: np.random.Generator) -> tuple[Image.Image, int]:
    """A page as the scanner sees it, and the degrees by which it lies."""
    seen = page.render(scale=scanner.dpi / 72, grayscale=True).to_pil().convert("L")
    turn = int(chance.choice(scanner.turns))
    seen = seen.rotate(turn, expand=True)
    if scanner.skew:
        angle = chance.uniform(scanner.skew / 3, scanner.skew) * chance.choice([-1, 1])
        seen = seen.rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=255)
    gray = scanner.spoil(np.asarray(seen).astype(float), chance)
    return Image.fromarray(np.clip(gray, 0, 255).astype(np.uint8)), turn


def _stored(picture: Image.Image, scanner: Scanner) -> Image.Image:
    if scanner.two_toned:
        return picture.convert("1", dither=Image.Dither.NONE)
    if not scanner.quality:
        return picture
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=scanner.quality)
    return Image.open(stream)


def scan_packet(label: Label, to: Path, scanner: Scanner) -> Label:
    """Make scans of a packet's PDFs; what else it holds is taken as it is."""
    for file in sorted(path for path in label.folder.rglob("*") if path.is_file()):
        copy = to / file.relative_to(label.folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix.lower() == ".pdf":
            scanned(file, copy, scanner)
        else:
            shutil.copyfile(file, copy)
    return replace(label, folder=to)


@dataclass(frozen=True)
class Heard:
    """What was made of a packet."""

    report: dict[str, Any]
    numbers: Counter[str]
    """That stand on its pages."""
    pages: int
    seconds: float
    """Of the processor, for reading."""


def heard(label: Label) -> Heard:
    """Read and audit a packet."""
    filing = audit.filing(label.checklist)
    start = _cpu()
    with audit.read(label.folder, InProcess()) as packet:
        seconds = _cpu() - start
        found = reporting.to_json(audit.judge(packet, filing), filing)
    pages = sum(len(document.pages) for document in packet.documents)
    return Heard(json.loads(json.dumps(found, default=str)), _numbers(packet.documents), pages, seconds)


def _numbers(documents: Iterable[Document]) -> Counter[str]:
    words = (w.text for d in documents for p in d.pages for line in p.lines for w in line.words)
    return Counter(number for word in words for number in re.findall(r"\d[\d,.]*\d|\d", word))


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def line_of(title: str, labels: Sequence[Label], found: dict[str, Heard], born: dict[str, Heard]) -> str:
    """One line of the table."""
    filings = {label.checklist: audit.filing(label.checklist) for label in labels}
    elements = {name: scoring.plain_elements(filing) for name, filing in filings.items()}
    score = scoring.score(labels, {name: one.report for name, one in found.items()}, elements)
    shares = [100 * sum(row.right for row in rows) / max(len(rows), 1) for rows in map(score.of, ASPECTS)]
    figures = score.figures()
    lost = sum((born[name].numbers - one.numbers).total() for name, one in found.items())
    false = sum((one.numbers - born[name].numbers).total() for name, one in found.items())
    speed = sum(one.seconds for one in found.values()) / sum(one.pages for one in found.values())
    cells = [
        *(f"{share:8.1f}" for share in shares),
        f"{figures['missing_called_present']:8}",
        f"{lost:8}",
        f"{false:8}",
    ]
    return f"{title:14}" + "".join([*cells, f"{speed:8.2f}"])


def main() -> None:
    """Prints the table, a line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--only", action="append", metavar="GLOB")
    parser.add_argument("--kind", action="append", choices=sorted(SCANNERS))
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    only = options.only or ["*"]
    labels = [
        label
        for folder in options.folders
        if any(folder.glob(f"{glob}/gold.json") for glob in only)
        for label in scoring.read_labels(folder, only=only)
    ]
    heads = (*ASPECTS, "over", "lost", "false", "seconds")
    print(f"{f'{len(labels)} packets':14}" + "".join(f"{head:>8}" for head in heads), flush=True)
    born = {label.id: heard(label) for label in labels}
    print(line_of(BORN, labels, born, born), flush=True)
    with TemporaryDirectory() as work:
        for kind in options.kind or SCANNERS:
            root = (options.out or Path(work)) / kind.replace(" ", "-")
            copies = [scan_packet(label, root / label.id / "packet", SCANNERS[kind]) for label in labels]
            found = {copy.id: heard(copy) for copy in copies}
            print(line_of(kind, labels, found, born), flush=True)
            for label in labels if options.out else ():
                (root / label.id / "report.json").write_text(json.dumps(found[label.id].report), encoding="utf-8")
                shutil.copyfile(label.folder.parent / "gold.json", root / label.id / "gold.json")


if __name__ == "__main__":
    main()
