"""A Word document (.docx), set as pages of type: its words where a page would about have them, its tables ruled.

A document in Word's form has no pages until a program sets it. Page breaks that it asks for, or that the program that
last saved it left as a mark, begin a new one here too, so that most pages bear the number that a reader sees.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import TYPE_CHECKING

from pipeline import limits
from pipeline.reading import layout, marks, tables
from pipeline.reading.parts import Part
from pipeline.reading.words import clean
from pipeline.records import Box, Member, Page, PageText, Problem, Word

if TYPE_CHECKING:
    from docx.document import Document
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.text.paragraph import Paragraph

_WIDTH, _HEIGHT, _MARGIN = 612.0, 792.0, 54.0
_SIZE, _HEADING = 11.0, 14.0
"""Points, where the document does not say."""
_LETTER = 0.47
"""Of the font size: what a character takes on average."""
_INSET = 3.0
"""Points between a cell's edge and its words."""
_NAMESPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BREAK = "\f"
_FAULTS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    KeyError,
    ValueError,
    OSError,
    SyntaxError,
    AttributeError,
)
"""What python-docx raises for a damaged document; a fault in its XML is a SyntaxError."""
_Item = tuple[str, float, bool]
"""A word, its size and whether it is bold; or a break."""


def docx_parts(member: Member, *, first: int) -> Iterator[Part]:
    """Set a document's text in pages of 612 points' width; what cannot be opened gives no page and a problem."""
    import docx

    try:
        with member.path.open("rb") as file:
            document = docx.Document(file)
        pages = [_page(number, sheet) for number, sheet in enumerate(_Press(document).sheets(), start=1)]
    except _FAULTS:
        message = f"{member.name} is a Word document that is damaged and could not be read."
        yield Part(problems=(Problem("damaged-file", message, hides_content=True),))
        return
    cut = len(pages) > limits.MAX_PAGES
    message = f"Only the first {limits.MAX_PAGES:,} pages of {member.name} were read."
    problems = (Problem("too-many-pages", message, hides_content=True),) if cut and first == 1 else ()
    yield Part(count=min(len(pages), limits.MAX_PAGES), problems=problems)
    for page in pages[first - 1 : limits.MAX_PAGES]:
        yield Part(page)


@dataclass
class _Sheet:
    """What is set on one page so far."""

    words: list[Word] = field(default_factory=list)
    rules: list[Box] = field(default_factory=list)
    bottom: float = _MARGIN


class _Press:
    """Sets a document, block by block."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._sheets = [_Sheet()]

    def sheets(self) -> list[_Sheet]:
        """All of it: the letterhead of the first section, the text, and what stands at the foot."""
        sections = list(self._document.sections)  # none where a program, and not Word, has written it
        if sections and not sections[0].header.is_linked_to_previous:
            self._blocks(sections[0].header._element)
        self._blocks(self._document.element.body)
        if sections and not sections[-1].footer.is_linked_to_previous:
            self._blocks(sections[-1].footer._element)
        return self._sheets

    def _blocks(self, holder: BaseOxmlElement) -> None:
        for child in holder.iterchildren():
            if len(self._sheets) > limits.MAX_PAGES:
                return
            kind = str(child.tag).removeprefix(_NAMESPACE)
            if kind == "p":
                self._paragraph(child)
            elif kind == "tbl":
                self._table(child)
            elif kind in ("sdt", "sdtContent", "ins", "smartTag"):
                self._blocks(child)

    def _paragraph(self, element: BaseOxmlElement) -> None:
        items: list[_Item] = []
        for item in self._items(element):
            if item[0] == _BREAK:
                self._set(items)
                items = []
                if self._sheets[-1].words:
                    self._sheets.append(_Sheet())
            else:
                items.append(item)
        self._set(items)

    def _set(self, items: Sequence[_Item]) -> None:
        sheet = self._sheets[-1]
        words, bottom = _flowed(items, _MARGIN, _WIDTH - _MARGIN, sheet.bottom)
        sheet.words += words
        sheet.bottom = bottom + 0.5 * _SIZE

    def _table(self, element: BaseOxmlElement) -> None:
        """Set a table row by row, with rules around its cells; a cell that spans columns is as wide as they are."""
        rows = [list(row.iterchildren(f"{_NAMESPACE}tc")) for row in element.iterchildren(f"{_NAMESPACE}tr")]
        columns = max((sum(_span(cell) for cell in row) for row in rows), default=0)
        if not columns:
            return
        sheet = self._sheets[-1]
        step = (_WIDTH - 2 * _MARGIN) / columns
        for row in rows:
            left, top, bottom = _MARGIN, sheet.bottom, sheet.bottom + _SIZE
            edges = [left]
            for cell in row:
                right = left + step * _span(cell)
                items = [item for p in cell.iter(f"{_NAMESPACE}p") for item in self._items(p) if item[0] != _BREAK]
                words, end = _flowed(items, left + _INSET, right - _INSET, top + _INSET)
                sheet.words += words
                bottom, left = max(bottom, end + _INSET), right
                edges.append(right)
            sheet.rules += [Box(_MARGIN, y, edges[-1], y) for y in (top, bottom)]
            sheet.rules += [Box(x, top, x, bottom) for x in edges]
            sheet.bottom = bottom
        sheet.bottom += _SIZE

    def _items(self, element: BaseOxmlElement) -> Iterator[_Item]:
        """A paragraph's words with their looks; what is deleted or hidden is not seen and left out."""
        from docx.text.paragraph import Paragraph
        from docx.text.run import Run

        paragraph = Paragraph(element, self._document._body)
        size, bold = _looks(paragraph)
        text: list[tuple[str, float, bool]] = []
        for run in element.iter(f"{_NAMESPACE}r"):
            if next(run.iterancestors(f"{_NAMESPACE}p"), None) is not element:
                continue
            shown = Run(run, paragraph)
            if (
                shown.font.hidden
                or next(run.iterancestors(f"{_NAMESPACE}del", f"{_NAMESPACE}moveFrom"), None) is not None
            ):
                continue
            own = shown.font.size.pt if shown.font.size else size
            text.append((_said(run), own, bold if shown.bold is None else shown.bold))
        yield from _words(text)


def _said(run: BaseOxmlElement) -> str:
    """The characters of a run; a page break is `_BREAK`."""
    said = []
    for child in run.iterchildren():
        kind = str(child.tag).removeprefix(_NAMESPACE)
        if kind == "t":
            said.append(child.text or "")
        elif kind == "lastRenderedPageBreak" or (kind == "br" and child.get(f"{_NAMESPACE}type") == "page"):
            said.append(f" {_BREAK} ")
        elif kind in ("tab", "br", "cr"):
            said.append(" ")
        elif kind == "noBreakHyphen":
            said.append("-")
    return "".join(said)


def _words(text: Sequence[tuple[str, float, bool]]) -> Iterator[_Item]:
    """Words of a paragraph, put together where a run ends within one; each looks like its first letter."""
    held = ""
    look = (_SIZE, False)
    for said, size, bold in text:
        for char in said:
            if char == _BREAK or char.isspace():
                if held:
                    yield held, *look
                    held = ""
                if char == _BREAK:
                    yield _BREAK, *look
            else:
                if not held:
                    look = (size, bold)
                held += char
    if held:
        yield held, *look


def _looks(paragraph: Paragraph) -> tuple[float, bool]:
    """The size and weight that a paragraph's style gives its words."""
    style = paragraph.style
    heading = style is not None and str(style.name).startswith(("Heading", "Title"))
    size, bold = None, None
    while style is not None and (size is None or bold is None):
        size = size if size is not None else style.font.size and style.font.size.pt
        bold = bold if bold is not None else style.font.bold
        style = style.base_style
    return size or (_HEADING if heading else _SIZE), heading if bold is None else bold


def _span(cell: BaseOxmlElement) -> int:
    """The columns that a cell takes."""
    span: int = cell.grid_span
    return max(min(span, 60), 1)


def _flowed(items: Sequence[_Item], left: float, right: float, top: float) -> tuple[list[Word], float]:
    """Set words in lines between two edges, from the top down; with where the last line ends."""
    found: list[Word] = []
    x, height = left, max((size for _, size, _ in items), default=_SIZE)
    for raw, size, bold in items:
        text = clean(raw)
        width = max(len(text), 1) * _LETTER * size
        if x > left and x + width > right:
            x, top = left, top + 1.25 * height
        if text:
            end = min(x + width, max(right, x + 1))
            found.append(Word(text, Box(x, top, end, top + size), size, bold=bold))
        x += width + _LETTER * size
    return [
        replace(word, box=Box(*(round(edge, 2) for edge in astuple(word.box)))) for word in found
    ], top + 1.25 * height


def _page(number: int, sheet: _Sheet) -> Page:
    grids = tables.ruled(sheet.rules, sheet.words)
    lines = tuple(marks.typed(line) for line in layout.lines(sheet.words, grids))
    height = max(_HEIGHT, sheet.bottom + _MARGIN)
    return Page(number, _WIDTH, round(height, 2), PageText.FILE if lines else PageText.BLANK, lines, tuple(grids))
