"""Templates filled, with what every page has."""

from __future__ import annotations

from pathlib import Path

from flask import current_app, flash, get_flashed_messages, session, url_for
from flask_wtf.csrf import generate_csrf

from pipeline.reporting.html import environment_of
from pipeline.web.desk import Desk

TEMPLATES = Path(__file__).parent / "templates"


def desk() -> Desk:
    """What the server works on."""
    found: Desk = current_app.extensions["muster"]
    return found


def who() -> str:
    """The name of the person who asks."""
    name: str = session.get("who", "")
    return name


def say(message: str, *, grave: bool = False) -> None:
    """Tell something on the next page that this person sees; what is grave catches the eye."""
    flash(message, "grave" if grave else "plain")


def page(template: str, **values: object) -> str:
    """The template `NAME.html.j2`, filled."""
    return (
        environment_of(TEMPLATES)
        .get_template(f"{template}.html.j2")
        .render(
            who=who(),
            url_for=url_for,
            csrf_token=generate_csrf,
            said=get_flashed_messages(with_categories=True),
            guarded=desk().reviewers.tokens is not None,
            **values,
        )
    )


def style() -> str:
    """The style of the report, which these pages build on."""
    return environment_of(TEMPLATES).get_template("report.css").render()
