"""Pages of the packet, with what the report points to marked on them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, send_file
from flask.typing import ResponseReturnValue

from pipeline.reporting import Report
from pipeline.web.marks import marks
from pipeline.web.originals import Source, source
from pipeline.web.pages import desk, page
from pipeline.web.sheets import Lack, LackError

views = Blueprint("sheets", __name__, url_prefix="/packets/<packet>")


@dataclass(frozen=True)
class _Place:
    """A page that is asked for."""

    report: Report
    file: dict[str, Any]
    source: Source


@views.get("/pages/<int:file>/<int:number>")
def sheet(packet: str, file: int, number: int) -> str:
    """A page, with its marks."""
    place = _place(packet, file, number)
    picture, lack = None, None
    try:
        picture = desk().sheets.picture(place.source, number)
    except LackError as error:
        lack = error.lack
    found = marks(place.report).get((place.file["name"], number), ())
    size = next((mark.page_size for mark in found if mark.page_size), None)
    turns = _turns(place.report["packet"]["files"])
    here = turns.index((file, number))
    return page(
        "sheet",
        packet=packet,
        file=place.file,
        at=(file, number),
        picture=picture,
        gone=lack is Lack.GONE,
        marks=found,
        size=size,
        before=turns[here - 1] if here else None,
        after=turns[here + 1] if here + 1 < len(turns) else None,
    )


@views.get("/pages/<int:file>/<int:number>.png")
def picture(packet: str, file: int, number: int) -> ResponseReturnValue:
    """A page as it looks."""
    try:
        drawn = desk().sheets.picture(_place(packet, file, number).source, number)
    except LackError:
        abort(404)
    return send_file(io.BytesIO(drawn.png), mimetype="image/png")


@views.get("/files/<int:file>")
def original(packet: str, file: int) -> ResponseReturnValue:
    """A file as it was handed in, to be saved: a browser is not to open it by itself."""
    place = _place(packet, file, None)
    try:
        content = desk().sheets.content(place.source)
    except LackError:
        abort(404)
    name = place.file["name"].rpartition("/")[2]
    return send_file(io.BytesIO(content), mimetype="application/octet-stream", as_attachment=True, download_name=name)


def _place(packet: str, file: int, number: int | None) -> _Place:
    report, folder = desk().shelf.report(packet), desk().shelf.folder(packet)
    if report is None or folder is None or not 1 <= file <= len(report["packet"]["files"]):
        abort(404)
    named = report["packet"]["files"][file - 1]
    if number is not None and not 1 <= number <= named["pages"]:
        abort(404)
    return _Place(report, named, source(named, folder))


def _turns(files: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Every page of the packet, by the number of its file and its own, to be turned over one after the other."""
    return [(file, number) for file, each in enumerate(files, start=1) for number in range(1, each["pages"] + 1)]
