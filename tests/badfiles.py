"""Files of every bad kind that towns are sent, built on the spot."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable

import docx
from PIL import Image

from pdfs import pdf, picture, raw_pdf, stream, text

SAID = "Six hundred people are expected at one time"
"""What an honest page in the file says."""
HONEST = pdf(text(SAID))
FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
CATALOG = "<</Type/Catalog/Pages 2 0 R>>"
PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
SHOWN = stream(f"BT /F 11 Tf 72 700 Td ({SAID}) Tj ET")


def one_page(content: bytes = SHOWN, page: str = PAGE, *more: str | bytes, catalog: str = CATALOG) -> bytes:
    """A PDF of one page, made by hand; `more` are its objects from 6 on."""
    return raw_pdf(catalog, "<</Type/Pages/Kids[3 0 R]/Count 1>>", page, content, FONT, *more)


def packed(content: bytes, *, filters: str = "/FlateDecode") -> bytes:
    """A stream with its filters named and its bytes as they are."""
    return b"<</Length %d/Filter[%s]>>stream\n" % (len(content), filters.encode()) + content + b"\nendstream"


def junk_before() -> bytes:
    """The noise of a fax server before the header."""
    return b"\r\n\x00FAX 0042 \xff" * 20 + HONEST


def truncated() -> bytes:
    """The first page of two, and no more."""
    whole = pdf(text(SAID), text("The second page"))
    return whole[: int(0.75 * len(whole))]


def torn_stream() -> bytes:
    """Two pages; the first one's content does not unpack to its end."""
    content = zlib.compress(SHOWN.partition(b"stream\n")[2].removesuffix(b"\nendstream") * 60)
    torn = content[:60] + bytes(20) + content[80:]
    return raw_pdf(
        CATALOG,
        "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>",
        PAGE,
        packed(torn),
        FONT,
        PAGE.replace("4 0 R", "7 0 R"),
        SHOWN,
    )


def missing_page() -> bytes:
    """Three pages of which the second is not there."""
    return raw_pdf(CATALOG, "<</Type/Pages/Kids[3 0 R 99 0 R 3 0 R]/Count 3>>", PAGE, SHOWN, FONT)


def page_tree_in_a_circle() -> bytes:
    """Pages that hold themselves."""
    return raw_pdf(CATALOG, "<</Type/Pages/Kids[2 0 R 3 0 R]/Count 9>>", PAGE, SHOWN, FONT)


def count_that_lies(count: int) -> bytes:
    """One page, and the word of many."""
    return raw_pdf(CATALOG, f"<</Type/Pages/Kids[3 0 R]/Count {count}>>", PAGE, SHOWN, FONT)


def many_pages(count: int) -> bytes:
    """The same page over and over."""
    kids = " ".join("3 0 R" for _ in range(count))
    return raw_pdf(CATALOG, f"<</Type/Pages/Kids[{kids}]/Count {count}>>", PAGE, SHOWN, FONT)


def bomb(layers: int = 1, size: int = 400_000_000) -> bytes:
    """A content stream that unpacks to so many bytes, packed over and over."""
    squeezer = zlib.compressobj(9)
    content = b"".join(squeezer.compress(b" " * 1_000_000) for _ in range(size // 1_000_000)) + squeezer.flush()
    for _ in range(layers - 1):
        content = zlib.compress(content, 9)
    return one_page(packed(content, filters="/FlateDecode " * layers))


def picture_bomb(side: int = 60_000) -> bytes:
    """A picture of billions of pixels on a page."""
    row = zlib.compress(bytes(1_000_000), 9)
    image = (
        f"<</Type/XObject/Subtype/Image/Width {side}/Height {side}/ColorSpace/DeviceGray/BitsPerComponent 8"
        f"/Filter/FlateDecode/Length {len(row)}>>stream\n"
    ).encode()
    page = PAGE.replace("/Resources<<", "/Resources<</XObject<</I 6 0 R>>")
    return one_page(stream("612 0 0 792 0 0 cm /I Do"), page, image + row + b"\nendstream")


def png_bomb(side: int = 60_000) -> bytes:
    """A picture file of billions of pixels."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(10_000_000), 9)) + chunk(b"IEND", b"")


def sized(box: str) -> bytes:
    """A page with such a media box, or with none."""
    return one_page(page=PAGE.replace("/MediaBox[0 0 612 792]", box))


def vectors(count: int) -> bytes:
    """A drawing of so many lines."""
    lines = " ".join(f"{n % 600} {n % 580} m {(n * 7) % 600} {(n * 13) % 580} l S" for n in range(count))
    return one_page(stream(f"{lines} BT /F 11 Tf 72 700 Td ({SAID}) Tj 0 20 Td ({SAID}) Tj ET"))


def characters(count: int) -> bytes:
    """A page of so many characters."""
    rows = " ".join(f"({'word ' * 60}) Tj T*" for _ in range(count // 300))
    return one_page(stream(f"BT /F 1.5 Tf 1.1 TL 10 780 Td ({SAID}) Tj T* {rows} ET"))


def nested(depth: int) -> bytes:
    """Arrays within arrays, in the content and in the page."""
    deep = "[" * depth + "]" * depth
    return one_page(
        stream(f"{deep} 0 d BT /F 11 Tf 72 700 Td ({SAID}) Tj ET"), PAGE.replace("/Type/Page/", f"/Type/Page/X {deep}/")
    )


def forms_within_forms(depth: int) -> bytes:
    """Drawings that draw drawings, each twice the next."""
    forms = [
        f"<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</N {7 + n} 0 R>>>>/Length 12>>stream\n"
        "/N Do /N Do \nendstream".encode()
        for n in range(depth)
    ]
    leaf = b"<</Type/XObject/Subtype/Form/BBox[0 0 612 792]/Length 14>>stream\n0 0 9 9 re f \nendstream"
    page = PAGE.replace("/Resources<<", "/Resources<</XObject<</N 6 0 R>>")
    return one_page(stream(f"/N Do BT /F 11 Tf 72 700 Td ({SAID}) Tj ET"), page, *forms, leaf)


def dynamic_form() -> bytes:
    """A form whose pages only its maker's program shows (XFA)."""
    catalog = "<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</Fields[]/XFA 6 0 R>>>>"
    xfa = stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>')
    waiting = stream("BT /F 11 Tf 72 700 Td (Please wait...) Tj ET")
    return one_page(waiting, PAGE, xfa, catalog=catalog)


def active() -> bytes:
    """Scripts, commands and links in every place."""
    catalog = (
        "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))/Next<</S/Launch/F(calc.exe)>>>>"
        "/AA<</WC<</S/JavaScript/JS(1)>>>>>>"
    )
    page = PAGE.replace("/Contents", "/AA<</O<</S/SubmitForm/F(http://example.org)>>>>/Annots[6 0 R 7 0 R]/Contents")
    link = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org/plan.pdf)>>>>"
    mail = "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(mailto:ann@example.org)>>>>"
    return one_page(SHOWN, page, link, mail, catalog=catalog)


def odd_letters() -> bytes:
    """Direction marks, letters without width, ligatures and soft hyphens, by the font's own table."""
    codes = {"A": "202E", "B": "200B", "C": "FB01", "D": "00AD", "E": "202C"}
    table = " ".join(f"<{ord(char):02X}> <{code}>" for char, code in codes.items())
    cmap = f"begincmap 1 begincodespacerange <00> <ff> endcodespacerange {len(codes)} beginbfchar {table} endbfchar endcmap"
    font = FONT.replace(">>", "/ToUnicode 6 0 R>>")
    content = stream("BT /F 11 Tf 72 700 Td (AofCceEBrs) Tj ET")
    return raw_pdf(CATALOG, "<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE, content, font, stream(cmap))


def padded(size: int) -> bytes:
    """An honest page in a file as large as a day's photographs."""
    head, _, tail = HONEST.partition(b"\n")
    return head + b"\n%" + b"x" * size + b"\n" + tail


def picture_file(kind: str, pages: int = 1) -> bytes:
    """A page as a photograph, or several as a fax server keeps them."""
    seen = [picture(pdf(text(f"{SAID}, page {number}", size=14))) for number in range(1, pages + 1)]
    out = io.BytesIO()
    if pages > 1:
        seen[0].save(out, kind, save_all=True, append_images=seen[1:])
    else:
        seen[0].save(out, kind)
    return out.getvalue()


def cut_picture() -> bytes:
    """A photograph that was not sent whole."""
    whole = picture_file("JPEG")
    return whole[: len(whole) // 3]


def word_file() -> bytes:
    """A Word document."""
    made, out = docx.Document(), io.BytesIO()
    made.add_paragraph(SAID)
    made.save(out)
    return out.getvalue()


def archive(members: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, data in members:
            made.writestr(name, data)
    return out.getvalue()


def gray(size: tuple[int, int]) -> Image.Image:
    """A picture of nothing."""
    return Image.new("L", size, 128)
