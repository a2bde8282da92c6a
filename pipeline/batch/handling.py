"""One packet from claim to outcome, the same on this machine and on others."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from pipeline import limits, reporting
from pipeline.batch import digests
from pipeline.batch.auditing import without_report
from pipeline.batch.records import Done, Entry, Outcome, Row, Settings, Task
from pipeline.batch.store import Claim, Store
from pipeline.sandbox import wire
from pipeline.sandbox.cell import Cell, EndedError, Ending

_REPORT = ("report.json", "report.html")


class Step(StrEnum):
    """How far a packet came."""

    SETTLED = "settled"
    """Its outcome is in the store."""
    SKIPPED = "skipped"
    """Its outcome was there before."""
    BUSY = "busy"
    """Another run has it in hand."""
    ENDED = "ended"
    """Its process ended badly; this run still has it in hand, to try once more or to `give_up`."""


@dataclass(frozen=True)
class Handled:
    """What came of one packet."""

    entry: Entry
    step: Step
    row: Row | None = None
    """Its outcome, or that which it has if it is given up; None where it was known before or is another's."""


def handle(entry: Entry, settings: Settings, store: Store, cell: Cell) -> Handled:
    """Claim a packet, audit it in the cell, and keep the outcome.

    Raises:
        ConfigurationError: the store cannot be used, or nothing can be written beside the reports.
    """
    folder = settings.out / entry.id
    place = reporting.location(entry.path, seen_from=folder)
    fingerprint = digests.combined([settings.basis, entry.id, place, digests.content(entry.path)])
    whole = all((folder / name).is_file() for name in _REPORT)
    claim = store.claim(entry.id, fingerprint, whole=whole)
    if claim is not Claim.TAKEN:
        return Handled(entry, Step.BUSY if claim is Claim.BUSY else Step.SKIPPED)
    for left_by_a_killed_process in folder.glob(".*.part"):
        with suppress(OSError):
            left_by_a_killed_process.unlink()
    try:
        return settle(entry, _audited(entry, settings, cell), settings, store)
    except EndedError as ended:
        return Handled(entry, Step.ENDED, without_report(entry, *_told(ended)))


def _audited(entry: Entry, settings: Settings, cell: Cell) -> Row:
    """The row that the cell's process answers with."""
    with _spool(settings.state / "tmp" / entry.id) as spool:
        request = wire.packed(Task(entry, settings, spool))
        (done,) = cell.answers(request, partial(wire.unpacked, kind=Done))
    if done.peak > limits.WORKER_MEMORY:
        cell.kill()
    return done.row


def _told(ended: EndedError) -> tuple[Outcome, str]:
    """The outcome of a packet whose process ended, also when it was tried once more alone, and a sentence on it."""
    match ended.ending:
        case Ending.TIME:
            return Outcome.TIMED_OUT, "The audit took longer than it may, twice: see --time-limit."
        case Ending.MEMORY:
            return Outcome.OUT_OF_MEMORY, "The audit took more memory than it may, twice."
        case Ending.CRASH if ended.detail == signal.SIGKILL.name:
            return Outcome.OUT_OF_MEMORY, "The system ended the audit, twice, as it does where memory runs out."
        case _:
            return Outcome.CRASHED, f"Muster crashed on it, twice ({ended.detail or ended.ending}): please report it."


def settle(entry: Entry, row: Row, settings: Settings, store: Store) -> Handled:
    """Keep the outcome of a packet; what an earlier run wrote about it goes where there is no report now."""
    if row.outcome is not Outcome.AUDITED:
        reporting.withdraw(settings.out / entry.id)
    store.finish(row)
    return Handled(entry, Step.SETTLED, row)


@contextmanager
def _spool(folder: Path) -> Iterator[Path]:
    """An empty folder that is gone afterwards; a process that is killed cannot clear up behind itself.

    Raises:
        ConfigurationError: it cannot be made.
    """
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise reporting.unwritable(folder, error) from error
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
