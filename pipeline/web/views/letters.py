"""The draft of the letter, and the files of a report."""

from __future__ import annotations

import io

from flask import Blueprint, abort, send_file, send_from_directory
from flask.typing import ResponseReturnValue

from pipeline.reporting.letter import Letter, letter
from pipeline.web.pages import desk, page, who
from pipeline.web.trail import Deed

views = Blueprint("letters", __name__, url_prefix="/packets/<packet>")

FILES = ("report.html", "report.json", "findings.csv")
"""Of a report's folder, what may be taken as it lies there."""


@views.get("/letter")
def preview(packet: str) -> str:
    """The letter, to be read."""
    return page("letter", card=desk().card(packet), paragraphs=_letter(packet).paragraphs)


@views.get("/letter.<any(txt, docx):kind>")
def take_letter(packet: str, kind: str) -> ResponseReturnValue:
    """The letter, to be sent by a person."""
    draft = _letter(packet)
    content = draft.docx if kind == "docx" else draft.text.encode()
    name = f"letter.{kind}"
    desk().trail.add(who(), Deed.TOOK, packet, name)
    return send_file(io.BytesIO(content), as_attachment=True, download_name=f"{packet}-{name}")


@views.get(f"/<any({', '.join(repr(name) for name in FILES)}):name>")
def take(packet: str, name: str) -> ResponseReturnValue:
    """Another file of the report."""
    folder = desk().shelf.folder(packet)
    if folder is None or not (folder / name).is_file():
        abort(404)
    desk().trail.add(who(), Deed.TOOK, packet, name)
    return send_from_directory(folder.resolve(), name, as_attachment=True, download_name=f"{packet}-{name}")


def _letter(packet: str) -> Letter:
    report = desk().shelf.report(packet)
    if report is None:
        abort(404)
    return letter(desk().docket.decided(packet, report), desk().docket.form)
