"""Rules that compare one number with another: rates, minimums, maximums and fees."""

from __future__ import annotations

from decimal import Decimal

from pipeline.checks.book import Book, Outcome, Rule, by_rounding, met, not_stated, rounded_up
from pipeline.checks.words import count, fact_in_words, say
from pipeline.records import CheckStatus


def rate(rule: Rule, book: Book) -> Outcome:
    """At least so much of one thing for every so many of another: a toilet for every 350 persons."""
    stated, base = _stated(rule, book), book.number(rule["of"])
    each, for_every = Decimal(str(rule["at_least"])), Decimal(str(rule["for_every"]))
    per_person = book.first(*rule.get("per_person", ()))
    if stated is None and per_person is not None:
        reason = f"The law asks for {say(each)} {rule['unit']} for each of the {rule['of_unit']}"
        return Outcome(
            met(per_person >= each), f"{reason}; the packet states {say(per_person)} for each.", each, per_person
        )
    if base is None:
        return _without_base(rule, stated)
    raw = base * each / for_every
    required = rounded_up(raw) if rule.get("whole") else raw
    if stated is None:
        return _instead(rule, book, required)
    reason = f"{arithmetic(say(base) + ' ' + rule['of_unit'], each, for_every, raw, required)} {rule['unit']}"
    caveats = by_rounding(raw, stated) if rule.get("whole") else ()
    return Outcome(met(stated >= required), f"{reason}, {the_packet(stated, required)}.", required, stated, caveats)


def arithmetic(base: str, each: Decimal, for_every: Decimal, raw: Decimal, required: Decimal) -> str:
    """The sum in words: "650 persons / 4 = 162.5, rounded up to 163"."""
    times = f" × {say(each)}" if each != 1 or for_every == 1 else ""
    over = f" / {say(for_every)}" if for_every != 1 else ""
    rounded = f", rounded up to {say(required)}" if raw != required else ""
    return f"{base}{times}{over} = {say(raw)}{rounded}"


def the_packet(stated: Decimal, required: Decimal, *, told: str = "the packet states") -> str:
    """What the packet states, and by how much it is short."""
    if stated >= required:
        return f"{told} {say(stated)}"
    return f"{told} {say(stated) if stated else 'none'}, short by {say(required - stated)}"


def _stated(rule: Rule, book: Book) -> Decimal | None:
    stated = book.number(rule["fact"])
    if stated is None and "or_sum" in rule:
        parts = [book.number(name) for name in rule["or_sum"]]
        given = [part for part in parts if part is not None]
        stated = sum(given, Decimal()) if len(given) == len(parts) else None
    for extra in rule.get("plus", ()):
        more = book.number(extra["fact"])
        if more is not None:
            stated = (stated or Decimal()) + more // Decimal(str(extra["divide_by"]))
    return stated


def _without_base(rule: Rule, stated: Decimal | None) -> Outcome:
    if stated == 0:
        return Outcome(
            CheckStatus.SHORTFALL,
            f"The law asks for {rule['unit']}, the packet says that there are none.",
            None,
            stated,
        )
    missing = [rule["of"]] if stated is not None else [rule["fact"], rule["of"]]
    return not_stated(*missing, stated=stated)


def _instead(rule: Rule, book: Book, required: Decimal) -> Outcome:
    """Not stated; where something near it is, a caveat says why that does not do."""
    instead = rule.get("instead")
    near = book.number(instead["fact"]) if instead else None
    if instead is None or near is None:
        return not_stated(rule["fact"], required=required)
    return not_stated(rule["fact"], required=required, caveats=(instead["caveat"],))


def minimum(rule: Rule, book: Book) -> Outcome:
    """At least so much, whatever the number of persons."""
    required, stated = Decimal(str(rule["at_least"])), book.number(rule["fact"])
    also = rule.get("also")
    word = book.word(also["fact"]) if also else ""
    if stated is None and not word:
        return _instead(rule, book, required)
    if also and word and word != also["must_be"]:
        reason = f"The law asks for {count(required, rule['unit'])}, and {also['otherwise']}."
        return Outcome(CheckStatus.SHORTFALL, reason, required, stated)
    if stated is None:
        return not_stated(rule["fact"], required=required)
    reason = f"The law asks for {count(required, rule['unit'])}, {the_packet(stated, required)}."
    return Outcome(met(stated >= required), reason, required, stated)


def at_most(rule: Rule, book: Book) -> Outcome:
    """No more of one thing than of another."""
    stated, limit = book.number(rule["fact"]), book.number(rule["of"])
    if stated is None or limit is None:
        return not_stated(*(name for name in (rule["fact"], rule["of"]) if book.number(name) is None), stated=stated)
    reason = f"The {fact_in_words(rule['of'])} is {say(limit)}, the packet states {count(stated, rule['unit'])}."
    return Outcome(met(stated <= limit), reason, limit, stated)


def fee(rule: Rule, book: Book) -> Outcome:
    """An amount, once for each of some things, such as days and locations."""
    amount, stated = Decimal(str(rule["amount"])), book.number(rule["fact"])
    required, factors, unknown = amount, [], []
    for name, default in rule.get("times", {}).items():
        number = book.number(name)
        if number is None and default is None:
            unknown.append(name)
        number = Decimal(str(default if default is not None else 1)) if number is None else number
        required *= number
        factors.append(f" × {count(number, name.replace('_', ' '))}")
    if stated is None or (unknown and stated >= required):
        return not_stated(*([rule["fact"]] if stated is None else unknown), required=required, stated=stated)
    reason = f"{say(amount)} {rule['unit']}{''.join(factors)}"
    reason += f" = {say(required)}" if factors else ""
    return Outcome(met(stated >= required), f"{reason}, {the_packet(stated, required)}.", required, stated)
