"""How values, counts and statuses are put into words, the same in the report and on the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

STATUS_WORDS = {
    "present": "Present",
    "partial": "Partial",
    "missing": "Missing",
    "not_applicable": "Not applicable",
    "unverifiable": "Unverifiable",
    "could_not_check": "Could not check",
    "needs_review": "Needs review",
    "ok": "OK",
    "shortfall": "Shortfall",
    "conflict": "Conflict",
    "not_stated": "Not stated",
    "caveat": "Caveat",
    "waived": "Waived",
}

DECIDED = {
    "overrule": "Overruled",
    "confirm": "Confirmed",
    "add": "Added",
    "waive": "Waived",
    "withdraw": "Withdrawn",
}
"""What a person did about a finding."""

FACT_LABELS: dict[str, tuple[str, str]] = {
    "max_attendance": ("Most people at any one time", "people"),
    "total_attendance": ("Attendance over the whole event", "people"),
    "max_tickets": ("Tickets, at most", "tickets"),
    "event_dates": ("Event dates", ""),
    "event_hours": ("Event hours", "hours"),
    "event_days": ("Event days", "days"),
    "filing_date": ("Filing date", ""),
    "admission_fee": ("Admission for one adult", "dollars"),
    "toilets_female": ("Women’s toilets", ""),
    "toilets_male": ("Men’s toilets", ""),
    "toilets_total": ("Toilets in all", ""),
    "lavatories": ("Lavatories", ""),
    "drinking_water_gallons_per_day": ("Drinking water", "gallons a day"),
    "bathing_water_gallons_per_day": ("Bathing water", "gallons a day"),
    "solid_waste_pounds_per_day": ("Solid waste", "pounds a day"),
    "refuse_containers": ("Refuse containers", ""),
    "parking_spaces": ("Parking spaces", ""),
    "vehicles_at_one_time": ("Vehicles at any one time", ""),
    "vehicles_total": ("Vehicles over the whole event", ""),
    "camp_sites": ("Camp sites", ""),
    "camping_capacity": ("Room to camp", "people"),
    "security_guards": ("Security guards", ""),
    "law_enforcement_officers": ("Law enforcement officers", ""),
    "doctors": ("Doctors", ""),
    "nurses": ("Nurses", ""),
    "emts": ("EMTs", ""),
    "ambulances": ("Ambulances", ""),
    "assembly_area_square_feet": ("Assembly area", "square feet"),
    "insurance_bodily_injury_per_person": ("Insurance, injury of one person", "dollars"),
    "insurance_bodily_injury_per_occurrence": ("Insurance, injury in one occurrence", "dollars"),
    "insurance_property_damage": ("Insurance, damage to property", "dollars"),
    "bond_amount": ("Bond", "dollars"),
    "fee_paid": ("Fee paid", "dollars"),
    "public_cost_deposit": ("Deposit for public costs", "dollars"),
}
"""The contract's fact names, each with its title and the unit it is counted in."""


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def number(value: Decimal | float) -> str:
    """`6000` as `6,000`, `37.50` as `37.5`."""
    exact = Decimal(str(value))
    if not exact.is_finite():
        return str(value)
    text = f"{exact:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def money(value: Decimal | float) -> str:
    """`300` as `$300`, `12.5` as `$12.50`."""
    exact = Decimal(str(value))
    return f"${exact:,.0f}" if exact == exact.to_integral_value() else f"${exact:,.2f}"


def day(value: date) -> str:
    """`September 4, 2027`."""
    return f"{_MONTHS[value.month - 1]} {value.day}, {value.year}"


def days(values: Sequence[date]) -> str:
    """A run of days within a month as `September 4 to 6, 2027`, else each day."""
    first, last = values[0], values[-1]
    run = all((after - before).days == 1 for before, after in pairwise(values))
    if len(values) == 1 or first == last:
        return day(first)
    if run and (first.month, first.year) == (last.month, last.year):
        return f"{_MONTHS[first.month - 1]} {first.day} to {last.day}, {last.year}"
    return f"{day(first)} to {day(last)}" if run else joined([day(value) for value in values])


def joined(parts: Iterable[str], *, last: str = "and") -> str:
    """`a, b and c`."""
    words = list(parts)
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def counted(count: int, one: str, many: str = "") -> str:
    """`1 page`, `2 pages`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """The text with its first letter large and a full stop, so that reasons stand beside each other."""
    stripped = text.strip()
    if not stripped:
        return ""
    end = "" if stripped[-1] in ".!?:…”" else "."
    return stripped[0].upper() + stripped[1:] + end


def ranges(numbers: Iterable[int]) -> str:
    """`1 to 3, 7` for 1, 2, 3, 7."""
    runs: list[list[int]] = []
    for value in sorted(set(numbers)):
        if runs and value == runs[-1][1] + 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)


def visible(text: str) -> str:
    """Control and direction characters as `[U+202E]`: they would hide or reorder what stands beside them."""
    if text.isprintable():
        return text
    return "".join(_shown(char) for char in text)


_HARMLESS = frozenset("\n\t\u00ad\u200d\u200c")


def _shown(char: str) -> str:
    hostile = unicodedata.category(char) in ("Cc", "Cf", "Cs") and char not in _HARMLESS
    return f"[U+{ord(char):04X}]" if hostile else char
