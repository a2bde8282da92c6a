"""The queue: every packet, filtered, with counts."""

from __future__ import annotations

from flask import Blueprint, request

from pipeline.web.pages import desk, page
from pipeline.web.queue import Filter, picked, tallied

views = Blueprint("queue", __name__)


@views.get("/")
def queue() -> str:
    """All packets that fit."""
    asked = Filter.of(request.args)
    cards = desk().cards()
    shown = picked(cards, asked)
    return page("queue", cards=shown, asked=asked, tally=tallied(cards, asked), total=len(cards))
