"""A packet handed in, and watched while it is audited."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pipeline import checklists
from pipeline.errors import UsageError
from pipeline.options import AUTO
from pipeline.web.intray import Ticket
from pipeline.web.pages import desk, page, say, who

views = Blueprint("packets", __name__, url_prefix="/packets")


@views.get("/new")
def new() -> str:
    """The form."""
    return page("new", filings=filings())


@views.post("/new")
def add() -> ResponseReturnValue:
    """Take the files in."""
    ticket = _ticket()
    try:
        packet = desk().add(who(), request.form.get("name", ""), request.files.getlist("files"), ticket)
    except UsageError as fault:
        say(f"{fault} {fault.remedy}", grave=True)
        return redirect(url_for("packets.new"))
    return redirect(url_for("review.packet", packet=packet))


@views.post("/<packet>/again")
def again(packet: str) -> ResponseReturnValue:
    """Audit once more what was handed in here and has no report."""
    card = desk().card(packet)
    if card is None or packet not in desk().intray.tickets():
        abort(404)
    desk().again(who(), packet, _ticket())
    return redirect(url_for("review.packet", packet=packet))


def filings() -> list[tuple[str, str]]:
    """Id and title of each filing that can be chosen."""
    return [(name, checklists.load(name).title) for name in checklists.available()]


def _ticket() -> Ticket:
    """What the form says of how the packet is to be audited."""
    chosen, received = request.form.get("checklist", AUTO), request.form.get("received", "")
    if chosen not in (AUTO, *checklists.available()):
        abort(400)
    try:
        return Ticket(chosen, date.fromisoformat(received) if received else None)
    except ValueError:
        abort(400)
