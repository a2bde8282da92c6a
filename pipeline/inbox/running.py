"""One look at all sources, and all the work that it brings."""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from pipeline import reporting
from pipeline.batch import session
from pipeline.errors import MusterError
from pipeline.inbox import auditing, overview
from pipeline.inbox.config import Config
from pipeline.inbox.finishing import Finisher
from pipeline.inbox.ledger import Ledger
from pipeline.inbox.records import FINAL, Message, Outcome, Step
from pipeline.inbox.retrying import delay
from pipeline.inbox.sources import RefusedError, Source, UnreachableError, opened
from pipeline.inbox.taking import Taker
from pipeline.sandbox import Reader


class BusyError(MusterError):
    """Another run has the inbox in hand, which does the work of this one."""

    exit_code = 0


@contextmanager
def alone(config: Config) -> Iterator[None]:
    """Lets one run at a time work on an inbox. The system gives the place free when a run ends, however it ends.

    Raises:
        BusyError: another run has it.
        ConfigurationError: nothing can be written in the inbox's folder.
    """
    file = config.state / "lock"
    try:
        config.state.mkdir(parents=True, exist_ok=True)
        stream = file.open("a+", encoding="ascii")
    except OSError as error:
        raise reporting.unwritable(config.state, error) from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            stream.seek(0)
            raise BusyError(
                f"Process {stream.read().strip()} has this inbox in hand: nothing is left to do here."
            ) from error
        stream.truncate(0)
        stream.write(f"{os.getpid()}\n")
        stream.flush()
        yield


class Inbox:
    """The sources, the ledger and all that works on them, for as long as a run lasts."""

    def __init__(
        self,
        config: Config,
        told: Callable[[Message], None],
        *,
        command: Sequence[str] = session.WORKER,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Prepare.

        Args:
            config: what to look at and what to do.
            told: is called with each message when it is done, ignored, or waits.
            command: starts the process that audits.
            clock: seconds since 1970.
        """
        self._config = config
        self._told = told
        self._command = command
        self._clock = clock
        self._stack = ExitStack()
        self.sources: dict[str, Source] = {}
        self._rests: dict[str, tuple[int, float]] = {}
        """By source, how often it failed of late, and until when it is left in peace."""

    def __enter__(self) -> Self:
        self._stack.enter_context(alone(self._config))
        self.ledger = self._stack.enter_context(Ledger(self._config.state / "ledger.sqlite"))
        self.ledger.forget_ignored(self._config.rules_digest)
        shutil.rmtree(self._config.state / "incoming", ignore_errors=True)  # left by a run that was killed
        self.sources = {origin.name: opened(origin) for origin in self._config.source}
        for source in self.sources.values():
            self._stack.callback(source.close)
        self._taker = Taker(self._config, self.ledger, self._stack.enter_context(Reader()))
        self._finisher = Finisher(self._config, self.ledger, self.sources, self._told, self._clock)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def pause(self) -> float:
        """Seconds after which a source wants to be looked at again; 0 if none does."""
        return max((source.pause for source in self.sources.values()), default=0.0)

    def look(self) -> list[str]:
        """Take in what is new, and finish what is not; returns what was wrong, a sentence each.

        Raises:
            ConfigurationError: the ledger cannot be used, or the overview cannot be written.
        """
        faults = [fault for name, source in self.sources.items() for fault in self._take(name, source)]
        waiting = self.ledger.open(self._clock())
        fresh = [each for each in waiting if each.step is Step.TAKEN and each.outcome != Outcome.NOT_FETCHED]
        ready = [each for each in fresh if self._config.rule_of(each.rule)]
        for message in waiting:
            if message.step is not Step.TAKEN or (message in fresh and message not in ready):
                self._finisher.finish(message)
        faults += auditing.audit(ready, self._config, self._finisher.audited, self._command)
        overview.write(self._config, self.ledger.messages())
        return faults

    def _take(self, name: str, source: Source) -> Iterator[str]:
        """Take in what is new in one source; what is wrong with it spoils no other, and makes it rest for a while."""
        failures, until = self._rests.get(name, (0, 0.0))
        if self._clock() < until:
            return
        try:
            for message in self.ledger.open(self._clock()):
                place = self.ledger.places(message.identity)[0]
                if message.outcome == Outcome.NOT_FETCHED and message.step is Step.TAKEN and place.source == name:
                    self.ledger.forget(message)
                    self._tell(self._taker.taken(source, place, self._clock(), message.attempts))
            for place in source.places(self.ledger.known):
                self._tell(self._taker.taken(source, place, self._clock()))
            self._rests.pop(name, None)
        except (UnreachableError, RefusedError, MusterError) as error:
            self._rests[name] = (failures + 1, self._clock() + delay(failures + 1))
            yield " ".join((f"{name}: {error}", getattr(error, "remedy", "")))

    def _tell(self, message: Message | None) -> None:
        """Tell of what goes no further now: what is taken in is told of when it is done."""
        if message and (message.step in FINAL or message.attempts):
            self._told(message)


def page(config: Config) -> Path:
    """The overview."""
    return config.state / overview.PAGE
