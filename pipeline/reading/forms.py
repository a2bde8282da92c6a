"""Filled form fields, as a person sees them: their values from the file's widgets, laid out in the fields' boxes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline.reading.geometry import Frame, is_finite
from pipeline.reading.words import clean
from pipeline.records import SIGNATURE, TICKED, UNTICKED, Box, Word

_SHOWS_NOT = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_TICKS = (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON)
_VALUES = (raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX)
_PASSWORD = 1 << 13
_MULTILINE = 1 << 12
_WIDTH = 0.47
"""Of the font size: what a character takes on average."""


@dataclass(frozen=True)
class Fields:
    """What the form fields and typed notes of one page show."""

    words: tuple[Word, ...]
    flattened: bool
    """Whether other notes, such as stamps, were made part of the page, which must then be loaded anew."""


def fields(document: pdfium.PdfDocument, page: pdfium.PdfPage, frame: Frame) -> Fields:
    """Take the form fields off a page and give their values as words; stamps and the like become part of the page.

    The document must have its form environment initialised. Hidden fields and passwords give nothing.
    """
    words: list[Word] = []
    others = False
    for index in reversed(range(raw.FPDFPage_GetAnnotCount(page))):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        subtype = raw.FPDFAnnot_GetSubtype(annotation)
        shown = not raw.FPDFAnnot_GetFlags(annotation) & _SHOWS_NOT
        if subtype == raw.FPDF_ANNOT_WIDGET and shown and document.formenv:
            words += _widget(document.formenv.raw, annotation, frame)
        elif subtype == raw.FPDF_ANNOT_FREETEXT and shown and is_finite(_box(annotation, frame)):
            text = _string(partial(raw.FPDFAnnot_GetStringValue, annotation, b"Contents"))
            words += laid_out(text, _box(annotation, frame), multiline=True)
        else:
            others |= subtype not in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP, raw.FPDF_ANNOT_WIDGET)
        raw.FPDFPage_CloseAnnot(annotation)
        if subtype in (raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_POPUP, raw.FPDF_ANNOT_TEXT):
            raw.FPDFPage_RemoveAnnot(page, index)
    flattened = others and raw.FPDFPage_Flatten(page, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS
    return Fields(tuple(words), flattened)


def laid_out(text: str, box: Box, *, multiline: bool, size: float = 0.0) -> list[Word]:
    """Place a value's words in its box about where a viewer puts them: from the left, from the top or midway."""
    height, width = box.bottom - box.top, max(box.x1 - box.x0, 1.0)
    size = max(min(size or 9.0, 0.8 * height), 4.0)
    wrapped = _wrapped(text, int(width / (_WIDTH * size))) if multiline else [text.split()]
    step = min(1.2 * size, height / len(wrapped)) if height >= 2 * size else height / len(wrapped)
    size = min(size, step)
    longest = max((sum(len(word) + 1 for word in line) for line in wrapped), default=1)
    letter = min(_WIDTH * size, width / max(longest, 1))
    found = []
    for number, line in enumerate(wrapped):
        x, middle = box.x0 + 1, box.top + (number + 0.5) * step
        for word in line:
            end = x + len(word) * letter
            place = Box(round(x, 2), round(middle - 0.48 * size, 2), round(end, 2), round(middle + 0.48 * size, 2))
            found.append(Word(word, place, round(size, 2), filled=True))
            x = end + letter
    return found


def _widget(form: raw.FPDF_FORMHANDLE, annotation: raw.FPDF_ANNOTATION, frame: Frame) -> list[Word]:
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    box = _box(annotation, frame)
    if not is_finite(box) or box.x1 - box.x0 < 1 or box.bottom - box.top < 1:
        return []
    if kind in _TICKS:
        mark = TICKED if raw.FPDFAnnot_IsChecked(form, annotation) else UNTICKED
        return [Word(mark, box, round(box.bottom - box.top, 2), filled=True)]
    if kind == raw.FPDF_FORMFIELD_SIGNATURE:
        return [Word(SIGNATURE, box, 9.0, filled=True)] if raw.FPDFAnnot_HasKey(annotation, b"V") else []
    flags = raw.FPDFAnnot_GetFormFieldFlags(form, annotation)
    if kind not in _VALUES or (kind == raw.FPDF_FORMFIELD_TEXTFIELD and flags & _PASSWORD):
        return []
    multiline = kind == raw.FPDF_FORMFIELD_LISTBOX or bool(flags & _MULTILINE)
    size = ctypes.c_float()
    raw.FPDFAnnot_GetFontSize(form, annotation, size)
    value = _value(form, annotation, kind)
    return laid_out(value, box, multiline=multiline or box.bottom - box.top > 26, size=size.value)


def _value(form: raw.FPDF_FORMHANDLE, annotation: raw.FPDF_ANNOTATION, kind: int) -> str:
    if kind != raw.FPDF_FORMFIELD_TEXTFIELD:
        count = raw.FPDFAnnot_GetOptionCount(form, annotation)
        chosen = [
            _string(partial(raw.FPDFAnnot_GetOptionLabel, form, annotation, index))
            for index in range(max(count, 0))
            if raw.FPDFAnnot_IsOptionSelected(form, annotation, index)
        ]
        if chosen:
            return "\n".join(chosen)
    return _string(partial(raw.FPDFAnnot_GetFormFieldValue, form, annotation))


def _string(call: Callable[..., int]) -> str:
    length = call(None, 0)
    buffer = ctypes.create_string_buffer(length + 2)
    call(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw[: max(length - 2, 0)].decode("utf-16-le", "replace")


def _box(annotation: raw.FPDF_ANNOTATION, frame: Frame) -> Box:
    rect = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annotation, rect)
    low, high = sorted((rect.bottom, rect.top))
    left, right = sorted((rect.left, rect.right))
    return frame.seen(left, low, right, high)


def _wrapped(text: str, width: int) -> list[list[str]]:
    found: list[list[str]] = []
    for paragraph in re.split(r"\r\n|\r|\n", text):
        line: list[str] = []
        used = 0
        for word in clean(paragraph).split():
            if line and used + len(word) > max(width, 4):
                found.append(line)
                line, used = [], 0
            line.append(word)
            used += len(word) + 1
        found.append(line)
    return found
