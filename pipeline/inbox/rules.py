"""Which rule is for a message: the first that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase

from pipeline.inbox.config import Rule
from pipeline.inbox.records import Envelope, Place


def choose(
    rules: Iterable[Rule], place: Place, envelope: Envelope, attachments: Callable[[], Sequence[str]]
) -> Rule | None:
    """The first rule that fits; None where none does.

    Args:
        rules: in their order.
        place: where the message lies.
        envelope: what its head says.
        attachments: gives the names of its attachments; asked only where a rule wants to know.
    """
    return next((rule for rule in rules if _fits(rule, place, envelope, attachments)), None)


def _fits(rule: Rule, place: Place, envelope: Envelope, attachments: Callable[[], Sequence[str]]) -> bool:
    return (
        rule.source in ("", place.source)
        and _any(rule.folder, [place.folder])
        and _any(rule.from_, [envelope.sender])
        and _any(rule.to, envelope.recipients)
        and _any(rule.subject, [envelope.subject])
        and (not rule.attachment or _any(rule.attachment, attachments()))
    )


def _any(patterns: tuple[str, ...] | str, values: Iterable[str]) -> bool:
    """Whether one of the values fits one of the patterns, with `*` and `?`; no pattern fits everything."""
    wanted = (patterns,) if isinstance(patterns, str) else patterns
    return not wanted or any(fnmatchcase(value.casefold(), each.casefold()) for value in values for each in wanted)
