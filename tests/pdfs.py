"""Small PDFs for the tests, built on the spot and read; all people and firms in them are invented."""

from __future__ import annotations

import hashlib
import io
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline import reading
from pipeline.reading import Options
from pipeline.records import Document, Kind, Member

LETTER = (612.0, 792.0)
Draw = Callable[[Canvas], None]


def pdf(*pages: Draw, size: tuple[float, float] = LETTER, password: str = "", owner: str = "") -> bytes:
    """A PDF with one page for each drawing; from the bottom left, in Helvetica 11."""
    stream = io.BytesIO()
    lock = StandardEncryption(password, ownerPassword=owner or password) if password or owner else None
    canvas = Canvas(stream, pagesize=size, encrypt=lock, invariant=1)
    for draw in pages:
        canvas.setFont("Helvetica", 11)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def text(
    *rows: str, x: float = 72, top: float = 72, step: float = 14, font: str = "Helvetica", size: float = 11
) -> Draw:
    """Rows of text, the first with its baseline `top` points below the upper edge of a letter page."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        for number, row in enumerate(rows):
            canvas.drawString(x, LETTER[1] - top - step * number, row)

    return draw


def together(*draws: Draw) -> Draw:
    """Several drawings on one page."""

    def draw(canvas: Canvas) -> None:
        for one in draws:
            one(canvas)

    return draw


def ruled_table(
    rows: Sequence[Sequence[str]], widths: Sequence[float], *, top: float = 100, height: float = 18
) -> Draw:
    """A table with all its rules, from x = 72."""

    def draw(canvas: Canvas) -> None:
        edges = [72.0]
        for width in widths:
            edges.append(edges[-1] + width)
        canvas.grid(edges, [LETTER[1] - top - height * row for row in range(len(rows) + 1)])
        for number, row in enumerate(rows):
            for x, cell in zip(edges, row, strict=False):
                canvas.drawString(x + 4, LETTER[1] - top - height * (number + 1) + 5, cell)

    return draw


def raw_pdf(*objects: str | bytes, root: int = 1) -> bytes:
    """A PDF of objects written by hand, numbered from 1; a stream is `<</Length 3>>` and its bytes as one `bytes`."""
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        content = body if isinstance(body, bytes) else body.encode("latin-1")
        out += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, start)
    return bytes(out)


def stream(content: str) -> bytes:
    """A content stream for `raw_pdf`."""
    body = content.encode("latin-1")
    return b"<</Length %d>>stream\n" % len(body) + body + b"\nendstream"


def form_without_looks(*fields: str, content: str = "") -> bytes:
    """A one page form whose fields, given as the inside of their dictionaries, have no appearance streams."""
    numbers = range(6, 6 + len(fields))
    kids = " ".join(f"{number} 0 R" for number in numbers)
    return raw_pdf(
        f"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{kids}]/DR<</Font<</Helv 5 0 R>>>>/DA(/Helv 10 Tf 0 g)>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        f"/Annots[{kids}]/Resources<</Font<</F 5 0 R>>>>>>",
        stream(content),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *(f"<</Type/Annot/Subtype/Widget/P 3 0 R{field}>>" for field in fields),
    )


def picture(data: bytes, *, page: int = 0, turn: float = 0.0, dpi: int = 200) -> Image.Image:
    """A page as a scanner would see it: in gray, turned by some degrees, with the paper's texture and specks."""
    document = pdfium.PdfDocument(data)
    seen = document[page].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
    document.close()
    if turn:
        seen = seen.rotate(turn, resample=Image.Resampling.BICUBIC, fillcolor=255, expand=turn % 90 == 0)
    chance = np.random.default_rng(7)
    gray = np.asarray(seen).astype(float) * 0.9 + 10 + chance.normal(0, 6, (seen.height, seen.width))
    gray[chance.random(gray.shape) < 0.0004] = 60
    return Image.fromarray(np.clip(gray, 0, 255).astype(np.uint8))


def scan(data: bytes, *, turn: float = 0.0) -> bytes:
    """The pages of a PDF printed and scanned."""
    document = pdfium.PdfDocument(data)
    count = len(document)
    document.close()
    seen = [picture(data, page=number, turn=turn) for number in range(count)]

    def shown(image: Image.Image) -> Draw:
        return lambda canvas: canvas.drawImage(ImageReader(image), 0, 0, width=LETTER[0], height=LETTER[1])

    return pdf(*(shown(image) for image in seen))


@contextmanager
def member(data: bytes, kind: Kind = Kind.PDF, *, name: str = "a.pdf") -> Iterator[Member]:
    """A file of these bytes, as intake gives it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        yield Member(name, kind, path, hashlib.sha256(data).hexdigest())


def document(data: bytes, kind: Kind = Kind.PDF, *, name: str = "a.pdf", ocr: bool = True) -> Document:
    """The bytes of a file, read."""
    with member(data, kind, name=name) as file:
        return reading.read(file, Options(ocr=ocr))
