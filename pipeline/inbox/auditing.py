"""The audits of messages, by the machinery of a batch: contained, several at once, none twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pipeline.batch import running, session
from pipeline.batch.handling import Handled
from pipeline.batch.records import Entry, Outcome, Row
from pipeline.batch.store import Store
from pipeline.errors import MusterError
from pipeline.inbox.config import Config, Rule
from pipeline.inbox.records import Message
from pipeline.reading import Options

Told = Callable[[Message, Row], None]


class _Listener:
    """Passes on what becomes of each message."""

    def __init__(self, messages: Iterable[Message], store: Store, told: Told) -> None:
        self._messages = {message.packet: message for message in messages}
        self._store = store
        self._told = told

    def told(self, handled: Handled) -> None:
        """See `running.Listener`. What was audited before, by a run that was killed then, is told from the store."""
        row = handled.row or next(self._store.rows([handled.entry]))
        if row:
            self._told(self._messages[handled.entry.id], row)

    def waits(self, count: int) -> None:
        """See `running.Listener`."""


def audit(
    messages: Sequence[Message], config: Config, told: Told, command: Sequence[str] = session.WORKER
) -> Iterator[str]:
    """Audit messages, the rounds of an application in their order, and tell what became of each as it comes.

    Yields:
        What is wrong with a rule, as with its checklist or its letter, or where its reports go; its messages wait.
    """
    for rule, checklist, together in _waves(messages, config):
        try:
            _audit(rule, checklist, together, config, told, command)
        except MusterError as error:
            yield f"Rule {rule.name!r}: {error} {error.remedy}"


def _audit(
    rule: Rule, checklist: str, together: Sequence[Message], config: Config, told: Told, command: Sequence[str]
) -> None:
    order = session.Order(
        folder=config.packets,
        out=rule.out,
        checklist=checklist,
        jobs=config.jobs,
        options=Options(rule.ocr),
        wishes=rule.wishes(),
        retry_failed=True,
    )
    entries = [Entry(message.packet, config.packets / message.packet) for message in together]
    with session.equipped(order, command) as workshop, workshop.store.kept():
        listener = _Listener(together, workshop.store, told)
        running.run(entries, workshop.crew, workshop.settings, workshop.store, listener)


def _waves(messages: Sequence[Message], config: Config) -> Iterator[tuple[Rule, str, list[Message]]]:
    """The messages that can be audited together, by rounds; those whose rule is gone are left out."""
    for number in sorted({message.round for message in messages}):
        for rule in config.rule:
            mine = [message for message in messages if message.round == number and message.rule == rule.name]
            for named in sorted({message.checklist for message in mine}):
                yield rule, named or rule.checklist, [message for message in mine if message.checklist == named]


def news(row: Row, rule: Rule) -> dict[str, str]:
    """What an audit found, as fields of its message."""
    report = str(rule.out / row.report) if row.outcome is Outcome.AUDITED else ""
    return {
        "outcome": row.outcome.value,
        "note": row.note,
        "filing": row.checklist,
        "verdict": row.verdict,
        "report": report,
    }
