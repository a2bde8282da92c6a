"""What keeps strangers out: hosts, sign-in, forged requests, sizes, and what a page may load."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from flask import Flask, Response, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect

from pipeline import limits, reporting
from pipeline.web.people import Reviewers

OPEN = frozenset({"people.enter", "people.entered", "static", "look"})
"""What may be seen by those who have not signed in."""
UPLOADS = frozenset({"packets.add"})
"""What takes files."""
FRAMED = frozenset({"sheets.sheet"})
"""What the review shows in a frame."""
KEPT = frozenset({"static", "look"})
"""What a browser may keep: nothing of a packet."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors {}"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_DAY = timedelta(hours=12)


def guard(app: Flask, *, hosts: Sequence[str], key: bytes, reviewers: Reviewers, cookie: str) -> None:
    """Let in only requests to these hosts, from people who have signed in, by forms that came from here.

    Args:
        hosts: names under which the page may be asked for; any other is an attempt to get at it from a foreign page.
        key: signs the cookie.
        reviewers: who is let in.
        cookie: its name; browsers send a cookie to all ports of a host.
    """
    app.config.update(
        SECRET_KEY=key,
        TRUSTED_HOSTS=list(hosts),
        SESSION_COOKIE_NAME=cookie,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=_DAY,
        MAX_CONTENT_LENGTH=limits.FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=limits.FORM_BYTES,
        MAX_FORM_PARTS=limits.MAX_MEMBERS + 20,
        WTF_CSRF_TIME_LIMIT=None,
    )

    @app.before_request
    def admit() -> ResponseReturnValue | None:
        if request.routing_exception:
            raise request.routing_exception
        if request.endpoint in UPLOADS:
            request.max_content_length = limits.UPLOAD_BYTES
        if request.endpoint in OPEN or reviewers.know(session.get("who", ""), session.get("proof", "")):
            return None
        return redirect(
            url_for("people.enter", next=request.full_path.removesuffix("?") if request.method == "GET" else None)
        )

    CSRFProtect(app)

    @app.after_request
    def confine(response: Response) -> Response:
        framed = request.endpoint in FRAMED
        response.headers["Content-Security-Policy"] = _POLICY.format("'self'" if framed else "'none'")
        response.headers["X-Frame-Options"] = "SAMEORIGIN" if framed else "DENY"
        response.headers.update(_HEADERS)
        if request.endpoint not in KEPT:
            response.headers["Cache-Control"] = "no-store"
        return response


def key(file: Path) -> bytes:
    """What signs the cookies, made at the first start, so that those who have signed in stay so over the next.

    Raises:
        ConfigurationError: it cannot be written or read.
    """
    try:
        file.touch(mode=0o600)
        if not file.stat().st_size:
            file.write_bytes(secrets.token_bytes(32))
        return file.read_bytes()
    except OSError as error:
        raise reporting.unwritable(file, error) from error
