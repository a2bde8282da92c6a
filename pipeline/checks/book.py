"""The facts of a packet as rules look at them, and what a rule says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_CEILING, Decimal
from typing import Any

from pipeline.checks.words import fact_in_words
from pipeline.records import CheckStatus, FactValue

Rule = Mapping[str, Any]
"""What a check needs, as the checklist gives it and `schema.json` lays down."""

EXTRA_FACTS: Mapping[str, str] = {
    "overnight": "yes or no: people stay on the site overnight, or the program goes on through the night",
    "consecutive_hours": "hours of the longest unbroken run of the assembly",
    "average_attendance": "persons on average over all hours of this event",
    "four_year_average_attendance": "persons on average each day of the event in the prior four years",
    "attendance_female": "women expected",
    "attendance_male": "men expected",
    "female_percent": "share of women expected, from 0 to 100",
    "locations": "places that need a license of their own",
    "drinking_water_gallons_per_person_per_day": "drinking water for each person, gallons a day",
    "bathing_water_gallons_per_person_per_day": "bathing water for each person, gallons a day",
    "water_gallons_per_day": "water for all uses together, gallons a day",
    "water_gallons_per_person_per_day": "water for all uses together, for each person, gallons a day",
    "solid_waste_pounds_per_person_per_day": "solid waste provided for, for each person, pounds a day",
    "waste_collections_per_day": "collections of solid waste on each day of the event",
    "waste_collections_total": "collections of solid waste over the whole event",
    "waste_collection_interval_hours": "hours from one collection of solid waste to the next",
    "waste_collection_each_event_day": "yes or no: solid waste is collected on every day of the event",
    "cleanup_hours": "hours from the end of the event to the grounds being clear",
    "cleanup_days": "days from the end of the event to the grounds being clear",
    "cleanup_date": "the date by which the grounds are clear",
    "doctors_at_all_times": "yes or no: a doctor is there at all times",
    "lavatory_with_each_toilet": "yes or no: each toilet has its lavatory",
    "urinals": "urinals that the number of toilets leaves out",
    "trough_urinal_inches": "total length of trough urinals, inches",
    "toilets_unisex": "toilets open to everyone, part of the total and of neither sex's number",
    "refuse_container_gallons": "size of each refuse container in the assembly area, gallons",
    "refuse_dumpsters": "large trash containers in the assembly area, not among the refuse containers",
    "refuse_dumpster_cubic_yards": "size of each of them, cubic yards",
    "parking_refuse_containers": "refuse containers in the parking lots",
    "parking_refuse_container_gallons": "size of each of them, gallons",
    "parking_refuse_dumpsters": "large trash containers in the parking lots",
    "parking_refuse_dumpster_cubic_yards": "size of each of them, cubic yards",
    "parking_area_square_feet": "usable area of the parking lots, square feet",
    "parking_buses": "places for buses",
    "estimated_public_costs": "the municipality's own costs as estimated, dollars",
    "service_road_width_feet": "width of the narrowest service road, feet",
    "service_road_lanes": "traffic lanes of that road",
    "parallel_parking_width_feet": "width of parallel parking lanes, feet",
    "water_pressure_psi": "water pressure at the fixtures, pounds per square inch",
    "insurance_combined_single_limit": "a combined single limit that does not say whom and what it covers, dollars",
    "filing_date_source": "stamp, where the filing date is the receiving office's",
    "filing_stamps": "the dates of all the receiving office's stamps",
}
"""Facts that checks use beyond those of the contract, each with what it means."""


@dataclass(frozen=True)
class Book:
    """Values by the name of the fact, and which conditions hold. It notes each name that a rule looks at."""

    values: Mapping[str, FactValue]
    applies: Mapping[str, bool | None]
    readings: Mapping[str, tuple[FactValue, ...]] = field(default_factory=dict)
    """Every value stated of a fact, the one that counts first."""
    used: dict[str, None] = field(default_factory=dict)

    def number(self, name: str) -> Decimal | None:
        """A fact's number. Days of the event follow from its dates."""
        value = self._value(name)
        if value is None and name == "event_days":
            return Decimal(len(self.dates("event_dates"))) or None
        return value if isinstance(value, Decimal) else None

    def first(self, *names: str) -> Decimal | None:
        """The number of the first fact that is stated."""
        return next((value for name in names if (value := self.number(name)) is not None), None)

    def word(self, name: str) -> str:
        """A fact's word, such as yes or no; empty where nothing is stated."""
        value = self._value(name)
        return value if isinstance(value, str) else ""

    def dates(self, name: str, *, every_reading: bool = False) -> tuple[date, ...]:
        """A fact's dates, from first to last; also those of its other readings, where they are asked for."""
        value = self._value(name)
        values = self.readings.get(name, ()) if every_reading else (value,)
        flat = [day for entry in values for day in (entry if isinstance(entry, tuple) else (entry,))]
        return tuple(sorted(day for day in flat if isinstance(day, date)))

    def _value(self, name: str) -> FactValue | None:
        self.used[name] = None
        return self.values.get(name)


@dataclass(frozen=True)
class Outcome:
    """What a rule says of one set of values."""

    status: CheckStatus
    reason: str
    required: Decimal | str | None = None
    stated: Decimal | str | None = None
    caveats: tuple[str, ...] = ()
    """Ids of the caveats that stand with it."""
    ask: str = ""
    """What to ask the applicant for."""


def not_stated(
    *names: str, required: Decimal | None = None, stated: Decimal | None = None, caveats: tuple[str, ...] = ()
) -> Outcome:
    """The packet does not state these facts."""
    missing = " and the ".join(fact_in_words(name) for name in names)
    ask = f"Please state the {missing.replace(', nor whether', ' and whether')}."
    return Outcome(CheckStatus.NOT_STATED, f"The packet does not state the {missing}.", required, stated, caveats, ask)


def met(condition: bool) -> CheckStatus:
    """The status of a rule that is met, or not."""
    return CheckStatus.OK if condition else CheckStatus.SHORTFALL


def rounded_up(value: Decimal) -> Decimal:
    """The next whole number, unless it is one."""
    return value.to_integral_value(ROUND_CEILING)


def by_rounding(raw: Decimal, stated: Decimal) -> tuple[str, ...]:
    """The caveat for a figure that misses only because a fraction was rounded up."""
    return ("by_rounding",) if int(raw) <= stated < rounded_up(raw) else ()
