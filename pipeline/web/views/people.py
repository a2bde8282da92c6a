"""Signing in and out."""

from __future__ import annotations

from flask import Blueprint, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from pipeline.web.pages import desk, page, say
from pipeline.web.people import proof
from pipeline.web.trail import Deed

views = Blueprint("people", __name__)


@views.get("/enter")
def enter() -> str:
    """Ask who it is."""
    return page("enter", wanted=_local(request.args.get("next", "")))


@views.post("/enter")
def entered() -> ResponseReturnValue:
    """Let in who is known."""
    given, wanted = request.form.get("given", ""), _local(request.form.get("next", ""))
    name = desk().reviewers.named(given)
    if name is None:
        say("This token opens nothing." if desk().reviewers.tokens is not None else "Please give a name.", grave=True)
        return redirect(url_for("people.enter", next=wanted or None))
    session.clear()
    session.permanent = True
    session["who"], session["proof"] = name, proof(given.strip())
    desk().trail.add(name, Deed.SIGNED_IN)
    return redirect(wanted or url_for("queue.queue"))


@views.post("/leave")
def leave() -> ResponseReturnValue:
    """Forget who it is."""
    session.clear()
    return redirect(url_for("people.enter"))


def _local(address: str) -> str:
    """An address on this server, or nothing: `//elsewhere` and `/\\elsewhere` lead away."""
    plain = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if plain else ""
