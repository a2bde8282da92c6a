"""Evidence as report.json has it, and the pictures that show its words on the page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipeline.records import Audit, Box, Evidence, Picture, Place


@dataclass(frozen=True)
class Exhibits:
    """What is known of the places to which evidence points."""

    sizes: Mapping[tuple[str, int], tuple[float, float]]
    """Width and height of each page, in points."""
    names: Mapping[Place, str]
    """The name, within the report, of the picture of a place."""
    pictures: Mapping[Place, Picture]

    @classmethod
    def of(cls, audit: Audit, pictures: Mapping[Place, Picture]) -> Exhibits:
        """The places of an audit, with the pictures that were taken of them."""
        sizes = {(document.name, p.number): (p.width, p.height) for document in audit.documents for p in document.pages}
        names = {place: f"p{number}" for number, place in enumerate(pictures, start=1)}
        return cls(sizes, names, pictures)

    def document(self, evidence: Evidence) -> dict[str, object]:
        """One piece of evidence as plain data."""
        size = self.sizes.get((evidence.file, evidence.page))
        return {
            "file": evidence.file,
            "page": evidence.page,
            "label": evidence.label,
            "cells": [list(pair) for pair in evidence.cells],
            "quote": evidence.quote,
            "bbox": _edges(evidence.box),
            "lines": [_edges(line) for line in evidence.lines],
            "confidence": round(evidence.confidence, 3),
            "ocr": evidence.ocr,
            "page_size": [_point(length) for length in size] if size else None,
            "runs_over": evidence.runs_over,
            "picture": self.names.get(evidence.place),
        }

    def documents(self, evidence: Iterable[Evidence]) -> list[dict[str, object]]:
        """Several pieces of evidence as plain data."""
        return [self.document(each) for each in evidence]

    def album(self) -> dict[str, dict[str, object]]:
        """The pictures by their names, as plain data."""
        return {
            self.names[place]: {
                "data": "data:image/png;base64," + b64encode(picture.png).decode("ascii"),
                "width": picture.width,
                "height": picture.height,
            }
            for place, picture in self.pictures.items()
        }


def _edges(box: Box) -> list[int | float]:
    return [_point(value) for value in (box.x0, box.top, box.x1, box.bottom)]


def _point(value: float) -> int | float:
    """Tenths of a point; whole numbers without a fraction, so that a copy through JSON stays equal."""
    rounded = round(float(value), 1)
    return int(rounded) if rounded.is_integer() else rounded
