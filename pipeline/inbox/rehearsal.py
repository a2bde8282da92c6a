"""`--dry-run`: what would be done, without doing any of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.errors import MusterError
from pipeline.inbox.config import Config, Rule
from pipeline.inbox.ledger import Ledger
from pipeline.inbox.records import Place
from pipeline.inbox.sources import GoneError, RefusedError, Source, UnreachableError, opened
from pipeline.inbox.taking import Taker
from pipeline.sandbox import Reader


def rehearsed(config: Config) -> Iterator[str]:
    """A line for each message that is new, and for each source that cannot be looked at.

    What is new is fetched into a temporary folder, unseen, and nothing is kept.
    """
    file = config.state / "ledger.sqlite"
    with Ledger(file if file.exists() else None) as ledger, Reader() as reader:
        taker = Taker(config, ledger, reader)
        for origin in config.source:
            source = opened(origin)
            try:
                for place in _places(source, ledger):
                    with TemporaryDirectory(prefix="muster-") as spool:
                        try:
                            look = taker.looked(source, place, Path(spool))
                        except (GoneError, RefusedError) as error:
                            yield f"{place}: {error}"
                            continue
                    if ledger.message(look.identity) is None:
                        yield f"{place}: {look.envelope.subject!r} from {look.envelope.sender or 'nobody'}: {_plan(look.rule)}"
                if source.pause:
                    yield f"{origin.name}: something is still being written there."
            except (UnreachableError, RefusedError) as error:
                yield f"{origin.name}: {error}"
            except MusterError as error:
                yield f"{origin.name}: {error} {error.remedy}"
            finally:
                source.close()


def _places(source: Source, ledger: Ledger) -> Iterator[Place]:
    """What is new, and what has stood still by a second look."""
    yield from source.places(ledger.known)
    if source.pause:
        threading.Event().wait(source.pause)
        yield from source.places(ledger.known)


def _plan(rule: Rule | None) -> str:
    """What a rule would have done."""
    if rule is None:
        return "left alone, for no rule fits."
    if rule.skip:
        return f"left alone, by rule {rule.name!r}."
    deeds = [
        "a draft of the answer" if rule.reply else "",
        f"a notice to {', '.join(rule.notify)}" if rule.notify else "",
        "marked as read" if rule.seen else "",
        "flagged" if rule.flag else "",
        f"moved to {rule.move}" if rule.move else "",
    ]
    return f"audited by rule {rule.name!r} against {rule.checklist}, then {', '.join(filter(None, deeds)) or 'left as it is'}."
