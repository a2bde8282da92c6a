"""What a run tells while it goes on: to a person at a terminal, to a log, or to a program."""

from __future__ import annotations

import json
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

import click

from pipeline.batch.handling import Handled
from pipeline.batch.records import Outcome, Row
from pipeline.batch.summary import Tally


class Silence:
    """Tells nothing. The others are kinds of it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def told(self, handled: Handled) -> None:
        """A packet has its outcome."""

    def waits(self, count: int) -> None:
        """So many packets are in the hands of other runs."""

    def ended(self, tally: Tally, *, cancelled: bool, index: str) -> None:
        """The summary is written; `index` is the path of its page."""
        click.echo(index)


class Lines(Silence):
    """A line for each packet on stderr, with its place in the run."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0

    def told(self, handled: Handled) -> None:
        """See `Silence`."""
        self._done += 1
        said = _in_short(handled.row) if handled.row else "unchanged, skipped"
        self._say(f"{self._done}/{self._total} {handled.entry.id}: {said}")

    def waits(self, count: int) -> None:
        """See `Silence`."""
        self._say(f"waiting for another run, which has {count} of the packets in hand")

    def ended(self, tally: Tally, *, cancelled: bool, index: str) -> None:
        """See `Silence`."""
        counts = {**tally.verdicts, **{k: v for k, v in tally.outcomes.items() if k != Outcome.AUDITED}}
        said = ", ".join(f"{number} {name}" for name, number in counts.items())
        self._say(f"{'Cancelled' if cancelled else 'Finished'}: {said}.")
        super().ended(tally, cancelled=cancelled, index=index)

    def _say(self, line: str) -> None:
        click.echo(line, err=True)


class Bar(Lines):
    """One line at the foot of a terminal, with rate and time left; above it the packets that have no report."""

    def __init__(self, total: int) -> None:
        super().__init__(total)
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
        from rich.text import Text

        class Rate(ProgressColumn):
            """Packets a second, of late."""

            def render(self, task: Task) -> Text:
                return Text(f"{task.speed:.1f}/s" if task.speed else "")

        self._progress = Progress(
            BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn(), console=Console(stderr=True)
        )
        self._task = self._progress.add_task("", total=total)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def told(self, handled: Handled) -> None:
        """See `Silence`."""
        if handled.row and handled.row.outcome is not Outcome.AUDITED:
            super().told(handled)
        else:
            self._done += 1
        self._progress.update(self._task, completed=self._done)

    def _say(self, line: str) -> None:
        self._progress.console.print(line, markup=False, highlight=False)


class Events(Silence):
    """A JSON object in a line on stdout for all that happens."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._emit("start", packets=total)

    def told(self, handled: Handled) -> None:
        """See `Silence`."""
        self._done += 1
        row = asdict(handled.row) if handled.row else {"packet": handled.entry.id}
        self._emit("packet", done=self._done, packets=self._total, skipped=handled.row is None, **row)

    def waits(self, count: int) -> None:
        """See `Silence`."""
        self._emit("waiting", packets=count)

    def ended(self, tally: Tally, *, cancelled: bool, index: str) -> None:
        """See `Silence`."""
        state = "cancelled" if cancelled else "complete"
        self._emit("end", state=state, outcomes=dict(tally.outcomes), verdicts=dict(tally.verdicts), index=index)

    def _emit(self, event: str, **told: Any) -> None:
        click.echo(json.dumps({"event": event, **told}, ensure_ascii=False))


def _in_short(row: Row) -> str:
    if row.outcome is not Outcome.AUDITED:
        return f"{row.outcome}. {row.note}"
    gaps = [f"{number} {name}" for name, number in (("missing", row.missing), ("partial", row.partial)) if number]
    return ", ".join([row.verdict, *gaps])
