"""The application: its pages, put behind the guard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from pipeline.errors import MusterError
from pipeline.web import guard, pages
from pipeline.web.desk import Desk
from pipeline.web.views import decisions, letters, packets, people, queue, review, sheets, trail

_SAID = {
    400: ("This request cannot be answered", "It is malformed, or was sent by another page. Go back and try again."),
    403: ("This is not for you", "Sign in, and try again."),
    404: ("There is no such page", "The packet may have been taken away. The queue shows what is there."),
    405: ("There is no such page", "The queue shows what is there."),
    413: (
        "This is too much at once",
        "A packet may have 300 megabytes. Send fewer files, or audit it with `muster audit`.",
    ),
}


def application(desk: Desk, *, hosts: Sequence[str], key: bytes, cookie: str) -> Flask:
    """What answers all requests, for requests to these hosts; see `guard.guard`."""
    app = Flask(__name__, static_folder=str(Path(__file__).parent / "static"), template_folder=None)
    app.extensions["muster"] = desk
    guard.guard(app, hosts=hosts, key=key, reviewers=desk.reviewers, cookie=cookie)
    for view in (queue, packets, review, decisions, sheets, letters, people, trail):
        app.register_blueprint(view.views)
    app.add_url_rule("/look/report.css", "look", _look)
    app.register_error_handler(HTTPException, _told)
    app.register_error_handler(MusterError, _failed)
    return app


def _look() -> Response:
    return Response(pages.style(), mimetype="text/css", headers={"Cache-Control": "max-age=3600"})


def _told(error: HTTPException) -> tuple[str, int] | HTTPException:
    """What went wrong, on a page like the others; one that was asked for under a foreign name learns nothing of them."""
    code = error.code or InternalServerError.code
    if code < 400 or isinstance(error, SecurityError):
        return error
    title, remedy = _SAID.get(
        code, ("Muster has failed", "Please report what you did. Nothing that was saved is lost.")
    )
    return pages.page("error", title=title, remedy=remedy), code


def _failed(error: MusterError) -> tuple[str, int]:
    """A fault that a person can mend, such as a full disk."""
    return pages.page("error", title=str(error), remedy=error.remedy), InternalServerError.code
