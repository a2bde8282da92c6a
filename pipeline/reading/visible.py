"""Which words of a page a reader sees: the page is rendered with them and without them, and compared.

That one question answers for every trick at once: text of its ground's color, under a picture, cut off by a clip, in a
layer that is switched off, all but transparent; and white text on a dark banner is seen, as it should be.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline import limits
from pipeline.reading.geometry import Frame, within
from pipeline.reading.words import Print
from pipeline.records import Box

Gray = npt.NDArray[np.uint8]
Objects = dict[int, raw.FPDF_PAGEOBJECT]
"""Text objects by their address."""

_CHANGE = 24
"""Shades of 256 by which a word's ink must differ from what is there without it."""
_NARROW = 4
"""Pixels."""
_NESTING = 8
_ALONE = 24
"""Text objects on a page that are looked at one by one."""
_CROWD = 3_000
"""Words on a page beyond which it is not asked which of them lie on each other."""


def parted(page: pdfium.PdfPage, frame: Frame, prints: Sequence[Print]) -> tuple[list[Print], list[Print]]:
    """Part what a reader sees from what he does not: invisible, tiny, beyond the edge, hidden or covered.

    The page's text objects are switched off on the way: load it anew before it is rendered again.
    """
    whole = Box(0, 0, frame.width, frame.height)
    asked = [
        not item.invisible and item.word.size >= limits.MIN_TEXT_SIZE and within(item.word.box, whole, 0.3)
        for item in prints
    ]
    shown = _shown(page, frame, [item for item, ask in zip(prints, asked, strict=True) if ask])
    seen: list[Print] = []
    unseen: list[Print] = []
    for item, ask in zip(prints, asked, strict=True):
        (seen if ask and next(shown) else unseen).append(item)
    return seen, unseen


def _shown(page: pdfium.PdfPage, frame: Frame, prints: Sequence[Print]) -> Iterator[bool]:
    """For each of the words, whether it leaves a mark on the page."""
    if not prints:
        return
    scale = min(1.0, math.sqrt(limits.SEEN_PIXELS / (frame.width * frame.height)))
    objects = dict(_text_objects(page.raw, 0))
    full = _rendered(page, scale)
    by_object = {
        address: _changed(full, page, scale, [objects[address]])
        for address in _lying_on_others(prints)
        if address in objects
    }
    without = _changed(full, page, scale, list(objects.values()), keep=False)
    for item in prints:
        # Text used as a stencil for a picture leaves its mark through that.
        changed = by_object.get(item.target, without)
        yield item.stencil or bool(_part(changed, item.word.box, scale).any())


def _changed(
    full: Gray, page: pdfium.PdfPage, scale: float, objects: Sequence[raw.FPDF_PAGEOBJECT], *, keep: bool = True
) -> npt.NDArray[np.bool_]:
    """Where the page differs without some of its objects."""
    for target in objects:
        raw.FPDFPageObj_SetIsActive(target, False)
    bare = _rendered(page, scale)
    for target in objects if keep else ():
        raw.FPDFPageObj_SetIsActive(target, True)
    changed: npt.NDArray[np.bool_] = np.maximum(full, bare) - np.minimum(full, bare) > _CHANGE
    return changed


def _rendered(page: pdfium.PdfPage, scale: float) -> Gray:
    picture: Gray = page.render(scale=scale, grayscale=True, may_draw_forms=False).to_numpy()
    return picture.reshape(picture.shape[:2])


def _part(changed: npt.NDArray[np.bool_], box: Box, scale: float) -> npt.NDArray[np.bool_]:
    """The pixels of a word's box; of a narrow one, those beside it too, for glyphs are set to whole pixels."""
    slack = 1 if (box.x1 - box.x0) * scale < _NARROW else 0
    left, top = max(int(box.x0 * scale) - slack, 0), max(int(box.top * scale), 0)
    return changed[top : int(box.bottom * scale) + 1, left : int(box.x1 * scale) + 1 + slack]


def _text_objects(holder: ctypes.c_void_p, depth: int) -> Iterator[tuple[int, raw.FPDF_PAGEOBJECT]]:
    count = raw.FPDFFormObj_CountObjects(holder) if depth else raw.FPDFPage_CountObjects(holder)
    for index in range(count):
        target = raw.FPDFFormObj_GetObject(holder, index) if depth else raw.FPDFPage_GetObject(holder, index)
        kind = raw.FPDFPageObj_GetType(target)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            yield ctypes.addressof(target.contents), target
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _NESTING:
            yield from _text_objects(target, depth + 1)


def _lying_on_others(prints: Sequence[Print]) -> list[int]:
    """The text objects that have a word upon another word, of another object, that reads otherwise."""
    if len(prints) > _CROWD:
        return []
    boxes = np.array([(w.box.x0, w.box.top, w.box.x1, w.box.bottom) for w in (item.word for item in prints)])
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    inside = (
        (x[:, None] > boxes[:, 0])
        & (x[:, None] < boxes[:, 2])
        & (y[:, None] > boxes[:, 1])
        & (y[:, None] < boxes[:, 3])
    )
    np.fill_diagonal(inside, val=False)
    found: dict[int, None] = {}
    for one, other in zip(*np.nonzero(inside), strict=True):
        if prints[one].target != prints[other].target and prints[one].word.text != prints[other].word.text:
            found |= {prints[one].target: None, prints[other].target: None}
    return list(found)[:_ALONE]
