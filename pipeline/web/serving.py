"""The server, from its order to its end."""

from __future__ import annotations

import fcntl
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path

from flask import Flask
from waitress.server import create_server

from pipeline import limits, reporting
from pipeline.batch import digests, session
from pipeline.batch.records import Settings
from pipeline.batch.session import Order
from pipeline.errors import ConfigurationError, UsageError
from pipeline.sandbox import Reader
from pipeline.sandbox.cell import Cell
from pipeline.web import guard
from pipeline.web.app import application
from pipeline.web.auditor import Auditor
from pipeline.web.desk import Desk, told
from pipeline.web.docket import Docket
from pipeline.web.intray import InTray, Ticket
from pipeline.web.people import Reviewers, reviewers
from pipeline.web.sheets import Sheets
from pipeline.web.shelf import Shelf
from pipeline.web.trail import Trail

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_THREADS = 8
"""Requests answered at once."""


@dataclass(frozen=True)
class Service:
    """What to serve, and how."""

    order: Order
    """How packets are audited: its folder is where they go that are handed in, its checklist is not looked at."""
    host: str = LOOPBACK[0]
    port: int = 0
    """0 for any that is free."""
    names: tuple[str, ...] = ()
    """Other names under which browsers know this machine."""
    tokens: Path | None = None
    """The file that says who may review; None where a name is enough."""
    command: tuple[str, ...] = session.WORKER
    """Starts the process that audits packets."""


def serve(service: Service, ready: Callable[[str], None]) -> None:
    """Serves until somebody ends it by Ctrl-C or `kill`.

    Args:
        service: what is asked for.
        ready: is told the address as soon as requests are answered.

    Raises:
        UsageError: the page would be open to a network without tokens, or packets and reports lie in one another.
        ConfigurationError: something cannot be written, or the address is not free, or another serves the same folder.
    """
    order, people = service.order, reviewers(service.tokens) if service.tokens else Reviewers()
    if service.host not in LOOPBACK and people.tokens is None:
        raise UsageError(
            f"At {service.host} others could open the page.",
            remedy="Say who may, with --tokens; see docs/reviewing.md.",
        )
    if order.folder.resolve().is_relative_to(order.out.resolve()):
        raise UsageError("The packets would lie among the reports.", remedy="Choose another folder with --packets.")
    with ExitStack() as stack:
        workshop = stack.enter_context(session.equipped(order, service.command))
        stack.enter_context(_alone(workshop.settings.state / "serve.lock"))
        stack.enter_context(workshop.store.kept())
        drawing = replace(order.limits, seconds=limits.SHEET_SECONDS)
        desk = _desk(service, workshop, stack.enter_context(Sheets(Reader(order.options, drawing))), people)
        app = application(
            desk,
            hosts=[*LOOPBACK, service.host, *service.names],
            key=guard.key(workshop.settings.state / "serve.key"),
            cookie=f"muster-{sha256(bytes(desk.shelf.path)).hexdigest()[:8]}",
        )
        desk.resume()
        _listen(app, service, ready)


def _desk(service: Service, workshop: session.Workshop, sheets: Sheets, people: Reviewers) -> Desk:
    order, settings = service.order, workshop.settings
    trail = Trail(settings.state / "trail.jsonl", partial(datetime.now, UTC))
    cell = partial(Cell, session.contained(order.seconds), service.command)

    def settings_for(ticket: Ticket) -> Settings:
        basis = digests.basis(ticket.checklist, order.options, order.limits, order.wishes)
        basis = digests.combined([basis, str(ticket.received)]) if ticket.received else basis
        return replace(settings, checklist=ticket.checklist, basis=basis, received=ticket.received)

    shelf = Shelf(settings.out)
    return Desk(
        shelf=shelf,
        docket=Docket(shelf, date.today, order.wishes.letter),
        intray=InTray(order.folder.resolve()),
        store=workshop.store,
        auditor=Auditor(order.jobs or 1, cell, workshop.store, told(trail)),
        sheets=sheets,
        trail=trail,
        reviewers=people,
        settings=settings_for,
    )


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """No other server works on the same folder as long as the block lasts: the trail has one writer."""
    try:
        stream = file.open("w")
    except OSError as error:
        raise reporting.unwritable(file, error) from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise ConfigurationError(
                "Another `muster serve` is open on these reports.", remedy="Use its page, or end it first."
            ) from error
        yield


def _listen(app: Flask, service: Service, ready: Callable[[str], None]) -> None:
    """Answer requests until the process is to end."""
    family = socket.AF_INET6 if ":" in service.host else socket.AF_INET
    try:
        listener = socket.create_server((service.host, service.port), family=family)
    except OSError as error:
        raise ConfigurationError(
            f"Nothing can listen at {service.host}, port {service.port}: {error.strerror}.",
            remedy="Choose another with --port, or end what listens there.",
        ) from error
    server = create_server(
        app,
        sockets=[listener],
        threads=_THREADS,
        max_request_body_size=limits.UPLOAD_BYTES + limits.FORM_BYTES,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )
    # What goes wrong in answering is for whoever runs the server; the page says only that it did.
    logging.getLogger("pipeline.web").addHandler(logging.StreamHandler())
    shown = f"[{service.host}]" if ":" in service.host else service.host
    with session.interruptible():
        ready(f"http://{shown}:{listener.getsockname()[1]}/")
        server.run()
        server.close()
