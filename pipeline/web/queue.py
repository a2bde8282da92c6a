"""Which packets the queue shows, in which order, and how many there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Self

from pipeline.web.shelf import Card, Stage

ORDERS = ("trouble", "newest", "name")
"""How the queue can be sorted; the first is used where nothing else is asked for."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_STAGES = list(Stage)


@dataclass(frozen=True)
class Filter:
    """What a person wants to see; what is empty narrows nothing."""

    stage: str = ""
    verdict: str = ""
    filing: str = ""
    words: str = ""
    """Each of which stands in the packet's name, or in its sentence."""
    order: str = ORDERS[0]

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> Self:
        """From the address of the page; what it does not know is as if it had not been asked for."""
        order = asked.get("order", "")
        return cls(
            stage=asked.get("stage", ""),
            verdict=asked.get("verdict", ""),
            filing=asked.get("filing", ""),
            words=asked.get("words", "").strip(),
            order=order if order in ORDERS else ORDERS[0],
        )


@dataclass(frozen=True)
class Tally:
    """How many packets each choice of a filter would show, the others being as they are."""

    stages: Mapping[str, int]
    verdicts: Mapping[str, int]
    filings: Mapping[str, int]


def picked(cards: Iterable[Card], asked: Filter) -> list[Card]:
    """The packets that fit, in the order that is asked for."""
    fit = [card for card in cards if _fits(card, asked)]
    match asked.order:
        case "newest":
            return sorted(fit, key=lambda card: card.changed or _LONG_AGO, reverse=True)
        case "name":
            return sorted(fit, key=lambda card: card.id.casefold())
        case _:
            return sorted(fit, key=_trouble)


def tallied(cards: Sequence[Card], asked: Filter) -> Tally:
    """The counts beside the choices."""
    return Tally(
        stages=Counter(card.stage.value for card in cards if _fits(card, replace(asked, stage=""))),
        verdicts=Counter(_verdict(card) for card in cards if _fits(card, replace(asked, verdict=""))),
        filings=Counter(_filing(card) for card in cards if _fits(card, replace(asked, filing=""))),
    )


def _fits(card: Card, asked: Filter) -> bool:
    text = f"{card.id} {card.note} {_filing(card)}".casefold()
    return (
        asked.stage in ("", card.stage)
        and asked.verdict in ("", _verdict(card))
        and asked.filing in ("", _filing(card))
        and all(word in text for word in asked.words.casefold().split())
    )


def _verdict(card: Card) -> str:
    return card.verdict


def _filing(card: Card) -> str:
    return card.figures.filing if card.figures else ""


def _trouble(card: Card) -> tuple[int, ...]:
    """Sorts what waits for nobody last, and what falls short most first."""
    figures = card.figures
    gaps = (figures.missing, figures.partial, figures.off, figures.unchecked) if figures else ()
    return (_STAGES.index(card.stage), *(-count for count in gaps))
