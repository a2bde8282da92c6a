"""How numbers, dates and names of facts are put into words."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from pipeline.records import FactValue


def say(value: Decimal | float) -> str:
    """A number with thousands separators and at most two decimals: 4,500 or 2.25."""
    shown = Decimal(value).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    text = f"{shown:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def count(number: Decimal | int, noun: str) -> str:
    """A number with its noun, given in the plural: 1 day, 20 days."""
    return f"{say(Decimal(number))} {noun[:-1] if abs(number) == 1 and noun.endswith('s') else noun}"


def day(value: date) -> str:
    """A date as one writes it: July 10, 2027."""
    return f"{value:%B} {value.day}, {value.year}"


def value_in_words(value: FactValue) -> str:
    """Any fact's value."""
    if isinstance(value, Decimal):
        return say(value)
    if isinstance(value, date):
        return day(value)
    if isinstance(value, tuple):
        return day(value[0]) if len(value) == 1 else f"{day(value[0])} to {day(value[-1])}"
    return value


def fact_in_words(name: str) -> str:
    """A fact's name as a noun phrase: `max_attendance` becomes "maximum attendance"."""
    return PHRASES.get(name, name.replace("max_", "maximum_").replace("_", " "))


PHRASES = {
    "assembly_area_square_feet": "square feet of the assembly area",
    "bathing_water_gallons_per_day": "gallons of bathing water a day",
    "cleanup_days": "days after the end in which the grounds will be clear",
    "cleanup_hours": "hours after the end in which the grounds will be clear",
    "consecutive_hours": "number of consecutive hours",
    "drinking_water_gallons_per_day": "gallons of drinking water a day",
    "event_days": "number of event days",
    "event_hours": "hours of the event",
    "insurance_bodily_injury_per_occurrence": "limit of insurance for bodily injury in one occurrence",
    "insurance_bodily_injury_per_person": "limit of insurance for bodily injury of one person",
    "insurance_property_damage": "limit of insurance for property damage",
    "lavatories": "number of lavatories",
    "max_tickets": "maximum number of tickets",
    "overnight": "hours, nor whether anyone stays overnight",
    "parking_area_square_feet": "usable area of the parking lots",
    "parking_refuse_containers": "number of refuse containers in the parking area",
    "parking_spaces": "number of parking spaces",
    "public_cost_deposit": "deposit for public costs",
    "service_road_width_feet": "width of the service roads",
    "solid_waste_pounds_per_day": "pounds of solid waste a day",
    "toilets_female": "number of toilets for women",
    "toilets_male": "number of toilets for men",
    "toilets_total": "number of toilets",
    "waste_collections_per_day": "number of collections of refuse a day",
    "water_gallons_per_day": "gallons of water a day",
    "water_pressure_psi": "water pressure at the fixtures",
    "water_system": "pressure of the water and the kind of toilets, on which the rate hangs",
}
"""Names that read badly as they stand."""
