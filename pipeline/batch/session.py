"""A batch from the order to its summary."""

from __future__ import annotations

import os
import signal
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pipeline import checklists, limits, reporting
from pipeline.batch import digests, running, summary
from pipeline.batch.auditing import without_report
from pipeline.batch.cluster import DaskCrew, Errand
from pipeline.batch.crew import Crew, LocalCrew
from pipeline.batch.entries import entries
from pipeline.batch.progress import Silence
from pipeline.batch.records import Entry, Outcome, Row, Settings
from pipeline.batch.store import Store, Terms
from pipeline.batch.summary import Tally
from pipeline.limits import Limits
from pipeline.options import AUTO
from pipeline.publishing import Wishes
from pipeline.reading import Options
from pipeline.sandbox.cell import Cell

WORKER = (sys.executable, "-I", "-m", "pipeline.batch.worker")


@dataclass(frozen=True)
class Order:
    """What to audit, and how."""

    folder: Path
    """Each of its files and folders is a packet."""
    out: Path
    checklist: str
    """An id, a path, or `auto`."""
    jobs: int | None = None
    """Packets audited at once; None for one to a processor."""
    seconds: int = limits.PACKET_SECONDS
    """For one packet."""
    options: Options = field(default_factory=Options)
    limits: Limits = field(default_factory=Limits)
    """Of the processes that read."""
    store: str | None = None
    """The URL of a database; None for a file in the output folder."""
    dask: str | None = None
    """The address of a Dask scheduler, whose workers do the work; None for this machine."""
    force: bool = False
    retry_failed: bool = False
    wishes: Wishes = field(default_factory=Wishes)
    fail_on: str = "never"


@dataclass(frozen=True)
class Workshop:
    """What carries an order out."""

    settings: Settings
    store: Store
    crew: Crew


def batch(
    order: Order,
    progress: Callable[[int], Silence],
    *,
    command: Sequence[str] = WORKER,
) -> tuple[Tally, bool]:
    """Carries the batch out; tells what the rows come to, and whether it was cancelled.

    Args:
        order: what is asked for.
        progress: makes who is told of what happens, from the number of packets.
        command: starts the process that audits packets.

    Raises:
        UsageError: there is no packet, or the reports would go among the packets.
        ConfigurationError: the checklist has a fault, or nothing can be written or kept.
    """
    packets = entries(order.folder.resolve())
    with ExitStack() as stack:
        workshop = stack.enter_context(equipped(order, command, ids=[entry.id for entry in packets]))
        listener = stack.enter_context(progress(len(packets)))
        cancelled = _carry_out(packets, workshop, listener)
        tally = summary.write(
            workshop.settings.out,
            _rows(packets, workshop.store),
            via=workshop.settings.state,
            checklist=order.checklist,
            cancelled=cancelled,
            fail_on=order.fail_on,
        )
    listener.ended(tally, cancelled=cancelled, index=str(order.out / summary.INDEX))
    return tally, cancelled


@contextmanager
def equipped(order: Order, command: Sequence[str] = WORKER, *, ids: Iterable[str] = ()) -> Iterator[Workshop]:
    """All that an order needs to be carried out, as long as the block lasts.

    Args:
        order: what is asked for.
        command: starts the process that audits packets.
        ids: of the packets, as far as they are known.

    Raises:
        UsageError: the reports would go among the packets.
        ConfigurationError: the checklist has a fault, or nothing can be written or kept.
    """
    folder, out = order.folder.resolve(), order.out.resolve()
    basis = digests.basis(order.checklist, order.options, order.limits, order.wishes)
    reporting.prepare(out, ids=ids, apart_from=folder)
    settings = Settings(
        checklist=anywhere(order.checklist),
        out=out,
        options=order.options,
        limits=order.limits,
        wishes=order.wishes,
        basis=basis,
    )
    state = settings.state
    terms = Terms(_mark(state), uuid.uuid4().hex, time.time(), order.force, order.retry_failed)
    url, bounds = order.store or f"sqlite:///{state / 'batch.sqlite'}", contained(order.seconds)
    with ExitStack() as stack:
        store = stack.enter_context(Store(url, terms))
        crew: Crew = LocalCrew(order.jobs or _processors(), partial(Cell, bounds, command), settings, store)
        if order.dask:
            errand = Errand(settings, terms, url, tuple(command), bounds, digests.engine())
            crew = stack.enter_context(DaskCrew(order.dask, errand))
        yield Workshop(settings, store, crew)


def _carry_out(packets: Sequence[Entry], workshop: Workshop, listener: Silence) -> bool:
    """Runs until every packet has its outcome, or somebody stops it; tells whether the latter."""
    with interruptible(), workshop.store.kept():
        try:
            running.run(packets, workshop.crew, workshop.settings, workshop.store, listener)
        except KeyboardInterrupt:
            return True
    return False


@contextmanager
def interruptible() -> Iterator[None]:
    """Lets `kill` stop the run as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _rows(packets: Sequence[Entry], store: Store) -> Iterator[Row]:
    for entry, row in zip(packets, store.rows(packets), strict=True):
        yield row or without_report(entry, Outcome.PENDING, "The run was stopped before this packet was done.")


def anywhere(checklist: str) -> str:
    """The name of the checklist as it holds in another process, which may have another working folder."""
    return checklist if checklist in (AUTO, *checklists.available()) else str(Path(checklist).resolve())


def contained(seconds: int) -> Limits:
    """Of a process that audits. It computes on all processors, and its files are the reports."""
    return Limits(seconds=seconds, cpu_seconds=seconds * _processors(), memory=limits.PACKET_MEMORY)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _mark(state: Path) -> str:
    """The mark of an output folder, by which a database knows it wherever it is mounted; made at the first run.

    Raises:
        ConfigurationError: it cannot be written or read.
    """
    file = state / "folder"
    try:
        state.mkdir(exist_ok=True)
        made = state / f".{uuid.uuid4().hex}.part"
        made.write_text(uuid.uuid4().hex, encoding="ascii")
        # Of two runs that begin at once one makes the mark, and the other finds it.
        with suppress(FileExistsError):
            os.link(made, file)
        made.unlink()
        return file.read_text(encoding="ascii")
    except OSError as error:
        raise reporting.unwritable(state, error) from error
