"""The trail, to be read."""

from __future__ import annotations

from flask import Blueprint, request

from pipeline.web.pages import desk, page

views = Blueprint("trail", __name__)

_SHOWN = 500
"""Lines on one page."""


@views.get("/trail")
def trail() -> str:
    """What was done, the newest first; with one packet or with all."""
    packet = request.args.get("packet", "")
    steps = desk().trail.steps(packet)
    return page("trail", packet=packet, steps=steps[:_SHOWN], total=len(steps), file=desk().trail.path)
