"""A packet: watched while it is audited, and then its report beside its pages."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, abort, url_for

from pipeline.reporting import Report, as_decided
from pipeline.reporting.html import parts
from pipeline.web.deciding import in_order, matter, undecided
from pipeline.web.marks import Marks, mark_of, marks
from pipeline.web.pages import desk, page
from pipeline.web.shelf import Card, Stage
from pipeline.web.views.packets import filings

views = Blueprint("review", __name__, url_prefix="/packets")

FRAME = "sheet"
"""The name of the frame that shows pages."""


@views.get("/<packet>/")
def packet(packet: str) -> str:
    """The report, or, as long as there is none, how far the audit is."""
    card = desk().card(packet)
    if card is None:
        abort(404)
    report = desk().shelf.report(packet)
    if report is None or card.stage in (Stage.WAITING, Stage.AUDITING):
        return _watched(card)
    standing = desk().docket.review(packet, report)
    subjects = [*in_order(report), *(own.subject for own in standing.own())]
    return page(
        "review",
        card=card,
        matters={str(subject): matter(report, subject, standing) for subject in subjects},
        open=frozenset(map(str, undecided(report, standing))),
        FRAME=FRAME,
        first_page=_first_page(packet, report),
        place_link=partial(_place_link, packet, marks(report)),
        page_link=partial(_page_link, packet),
        **parts(_bare(as_decided(report, standing))),
    )


def _watched(card: Card) -> str:
    own = card.id in desk().intray.tickets()
    files = desk().intray.files(card.id) if own else []
    return page("progress", card=card, files=files, own=own, filings=filings() if own else [])


def _first_page(packet: str, report: Report) -> str | None:
    """The address of the first page of the packet; None where it has none."""
    files = report["packet"]["files"]
    file = next((place for place, each in enumerate(files, start=1) if each["pages"]), None)
    return None if file is None else url_for("sheets.sheet", packet=packet, file=file, number=1)


def _place_link(packet: str, found: Marks, files: dict[str, Any], evidence: dict[str, Any]) -> str:
    """The address of the words on their page."""
    mark = mark_of(found, evidence)
    return _page_link(packet, files, evidence["file"], evidence["page"], mark.id if mark else None)


def _page_link(packet: str, files: dict[str, Any], name: str, number: int = 1, mark: str | None = None) -> str:
    file = next(place for place, file in enumerate(files["files"], start=1) if file["name"] == name)
    return url_for("sheets.sheet", packet=packet, file=file, number=number, _anchor=mark)


def _bare(value: Any) -> Any:
    """The report without its pictures of lines: the pages themselves are shown."""
    if isinstance(value, dict):
        return {
            key: {} if key == "pictures" else None if key == "picture" else _bare(each) for key, each in value.items()
        }
    if isinstance(value, list):
        return [_bare(each) for each in value]
    return value
