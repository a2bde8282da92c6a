"""Rules that are no plain comparison of two numbers. Every amount in them comes from the checklist."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from pipeline.checks.book import Book, Outcome, Rule, by_rounding, met, not_stated, rounded_up
from pipeline.checks.rates import arithmetic, the_packet
from pipeline.checks.words import count, say
from pipeline.records import CheckStatus

SQUARE_FEET_PER_ACRE = Decimal(43560)
HOURS_OF_ONE_DAY = 18
"""An event that is longer leaves no night between its end and its beginning."""
OK, SHORTFALL, NOT_APPLICABLE = CheckStatus.OK, CheckStatus.SHORTFALL, CheckStatus.NOT_APPLICABLE


def toilets_by_sex(rule: Rule, book: Book) -> Outcome:
    """Toilets for one sex, at a rate of its own. Of a total alone only a shortfall of both together can be told."""
    everyone = book.number(rule["of"])
    stated, total = book.number(rule["fact"]), book.number(rule["total"])
    if everyone is None:
        if stated == 0 or total == 0:
            return Outcome(SHORTFALL, "The packet says that there are none.", None, Decimal())
        return not_stated(*([rule["of"]] if stated is not None else [rule["fact"], rule["of"]]), stated=stated)
    persons, described, caveats = _of_sex(rule["sex"], everyone, book)
    for_every = Decimal(rule["for_every"])
    required = rounded_up(persons / for_every)
    if stated is not None:
        sum_ = arithmetic(described, Decimal(1), for_every, persons / for_every, required)
        caveats += by_rounding(persons / for_every, stated)
        return Outcome(met(stated >= required), f"{sum_}, {the_packet(stated, required)}.", required, stated, caveats)
    both = required + rounded_up((everyone - persons) / Decimal(rule["other_for_every"]))
    if total is not None and total < both and book.number(rule["other_fact"]) is None:
        reason = f"The packet states {say(total)} toilets in all; women and men together need {say(both)}."
        return Outcome(SHORTFALL, reason, required, f"{say(total)} in all", caveats)
    return not_stated(rule["fact"], required=required)


def _of_sex(sex: str, everyone: Decimal, book: Book) -> tuple[Decimal, str, tuple[str, ...]]:
    """How many persons are of one sex, the same in words, and the caveat where half was assumed."""
    noun, other = ("women", "male") if sex == "female" else ("men", "female")
    number, number_of_other = book.number(f"attendance_{sex}"), book.number(f"attendance_{other}")
    percent = book.number("female_percent")
    if number is None and number_of_other is not None and number_of_other < everyone:
        number = everyone - number_of_other
    if number is not None:
        return number, count(number, noun), ()
    if percent is not None:
        share = percent if sex == "female" else 100 - percent
        part = everyone * share / 100
        return part, f"{say(everyone)} persons, {say(share)} percent of them {noun}: {say(part)}", ()
    half = everyone / 2
    return half, f"{say(everyone)} persons, half of them {noun}: {say(half)}", ("sexes_assumed",)


def lavatories_each(_rule: Rule, book: Book) -> Outcome:
    """A lavatory with each toilet: their numbers compared, or a statement that each has one."""
    lavatories, toilets = book.number("lavatories"), book.number("toilets_total")
    each = book.word("lavatory_with_each_toilet")
    if toilets is None:
        parts = (book.number("toilets_female"), book.number("toilets_male"))
        toilets = parts[0] + parts[1] if parts[0] is not None and parts[1] is not None else None
    if lavatories is not None and toilets is not None:
        reason = f"{say(toilets)} toilets need {count(toilets, 'lavatories')}, {the_packet(lavatories, toilets)}."
        return Outcome(met(lavatories >= toilets), reason, toilets, lavatories)
    if lavatories == 0 or each == "no":
        return Outcome(SHORTFALL, "The packet says that not every toilet has a lavatory.", toilets, lavatories)
    if each == "yes":
        return Outcome(OK, "The packet says that each toilet has a lavatory.", toilets, "one with each toilet")
    return not_stated(*(["toilets_total"] if lavatories is not None else ["lavatories"]), required=toilets)


def daily_collection(_rule: Rule, book: Book) -> Outcome:
    """Solid waste collected on each day of the event."""
    asked = "The law asks for a collection at least once each day"
    each_day, days = book.word("waste_collection_each_event_day"), book.number("event_days")
    per_day, total = book.number("waste_collections_per_day"), book.number("waste_collections_total")
    interval = book.number("waste_collection_interval_hours")
    if each_day == "no" and days == 1:
        return Outcome(OK, f"{asked}, the packet states one at the end of its single day.", days, days)
    if each_day:
        said = "on every day" if each_day == "yes" else "not on every day"
        return Outcome(met(each_day == "yes"), f"{asked}, the packet states one {said}.", Decimal(1), said)
    if per_day is None and interval:
        per_day = Decimal(24) / interval
    if per_day is not None:
        reason = f"{asked}, the packet states {count(per_day, 'collections')} a day."
        return Outcome(met(per_day >= 1), reason, Decimal(1), per_day)
    if total is not None and days is not None:
        reason = f"{asked}, the packet states {count(total, 'collections')} in {count(days, 'days')}."
        return Outcome(met(total >= days), reason, days, total)
    return not_stated("waste_collections_per_day", required=Decimal(1))


def collections(rule: Rule, book: Book) -> Outcome:
    """So many collections in each stretch of hours, and a least number where a day is longer than some hours."""
    per_day, total = book.number("waste_collections_per_day"), book.number("waste_collections_total")
    interval, hours = book.number("waste_collection_interval_hours"), book.number("event_hours")
    days = book.number("event_days") or Decimal(1)
    least, stretch = Decimal(rule["least"]), Decimal(rule["each_hours"])
    asked = f"The law asks for {count(least, 'collections')} each {say(stretch)} hours"
    if interval:
        enough = interval <= stretch / least
        return Outcome(met(enough), f"{asked}, the packet states one each {count(interval, 'hours')}.", least, interval)
    stated = per_day if per_day is not None else total / days if total is not None else None
    if stated is None:
        return not_stated("waste_collections_per_day")
    if hours is None:
        # A day has 24 hours, so that enough for all of them is enough for any event.
        if stated == 0 or stated >= least * 24 / stretch:
            reason = f"{asked}, the packet states {count(stated, 'collections')} a day."
            return Outcome(met(stated > 0), reason, None, stated)
        return not_stated("event_hours", stated=stated)
    in_a_day = hours / days
    required = rounded_up(least * in_a_day / stretch)
    if in_a_day > rule["beyond_hours"]:
        required = max(required, Decimal(rule["least_in_all"]))
    reason = f"{asked}; for {say(in_a_day)} hours that is {say(required)}, {the_packet(stated, required)}."
    return Outcome(met(stated >= required), reason, required, stated)


def cleanup(rule: Rule, book: Book) -> Outcome:
    """The grounds clear within so many hours or days of the end."""
    within = Decimal(rule["within"])
    asked = f"The law asks for {count(within, rule['unit'])}"
    factor = Decimal(24) if rule["unit"] == "hours" else Decimal(1)
    hours, days = book.number("cleanup_hours"), book.number("cleanup_days")
    end, clear = book.dates("event_dates"), book.dates("cleanup_date")
    caveats: tuple[str, ...] = ()
    if hours is not None:
        stated = hours * factor / 24
    elif days is not None:
        stated = days * factor
    elif end and clear:
        stated = Decimal((clear[-1] - end[-1]).days) * factor
        caveats = ("day_without_hour",) if factor != 1 else ()
    else:
        return not_stated("cleanup_hours" if factor != 1 else "cleanup_days", required=within)
    reason = f"{asked} after the end, the packet states {count(stated, rule['unit'])}."
    return Outcome(met(stated <= within), reason, within, stated, caveats)


def no_overnight(_rule: Rule, book: Book) -> Outcome:
    """No overnight assemblage. One day of ordinary hours shows it too."""
    asked = "The law permits no overnight assemblage"
    overnight, days, hours = book.word("overnight"), book.number("event_days"), book.number("event_hours")
    if overnight == "yes" or book.first("camp_sites", "camping_capacity"):
        return Outcome(SHORTFALL, f"{asked}, and the packet plans one.", "none", "planned")
    if overnight == "no":
        return Outcome(OK, f"{asked}, and the packet says that there is none.", "none", "none")
    if days == 1 and hours is not None and hours <= HOURS_OF_ONE_DAY:
        return Outcome(OK, f"{asked}; the event is of one day and {count(hours, 'hours')}.", "none", "none")
    return not_stated("overnight", required=None)


def water_rate(rule: Rule, book: Book) -> Outcome:
    """Gallons for each person at the rate of the condition that holds; no rate where none does."""
    rates = {name: Decimal(str(gallons)) for name, gallons in rule["rates"].items()}
    held = {name: book.applies.get(name) for name in rates}
    wanted = [rates[name] for name in rates if held[name]] or [rates[name] for name in rates if held[name] is None]
    if not wanted:
        return Outcome(NOT_APPLICABLE, "The law gives no rate for the way in which this packet provides water.")
    persons, stated = book.number(rule["of"]), book.number("water_gallons_per_person_per_day")
    a_day = book.first("water_gallons_per_day", "drinking_water_gallons_per_day")
    shown = f"the packet states {say(stated)} for each" if stated is not None else ""
    if a_day is not None and persons:
        stated = a_day / persons
        shown = f"the packet states {say(a_day)} gallons for {say(persons)} persons, {say(stated)} for each"
    least, most = min(wanted), max(wanted)
    required = least if least == most else None
    if stated is None:
        missing = [rule["of"]] if a_day is not None else ["water_gallons_per_day"]
        return not_stated(*missing, required=required, stated=a_day)
    if least <= stated < most:
        return not_stated("water_system", stated=stated)
    asked = " or ".join(say(gallons) for gallons in sorted(set(wanted)))
    reason = f"The law asks for {asked} gallons a day for each person, {shown}."
    return Outcome(met(stated >= most), reason, required, stated)


def containers(rule: Rule, book: Book) -> Outcome:
    """Refuse containers of one size, or fewer large ones; other sizes are converted by volume."""
    prefix, served = rule["prefix"], rule["of"]
    pieces, gallons = book.number(f"{prefix}refuse_containers"), book.number(f"{prefix}refuse_container_gallons")
    large, yards = book.number(f"{prefix}refuse_dumpsters"), book.number(f"{prefix}refuse_dumpster_cubic_yards")
    base = book.first(*served)
    if pieces is None and large is None:
        return not_stated(f"{prefix}refuse_containers")
    small_size, large_size = Decimal(rule["small_gallons"]), Decimal(rule["large_cubic_yards"])
    one_large = Decimal(rule["large_for"]) / Decimal(rule["small_for"])
    stated = (pieces or Decimal()) * (gallons or small_size) / small_size
    stated += (large or Decimal()) * (yards or large_size) / large_size * one_large
    sized = (not pieces or gallons is not None) and (not large or yards is not None)
    caveats: tuple[str, ...] = () if sized else ("container_size_unstated",)
    if base is None and stated == 0:
        return Outcome(SHORTFALL, "The packet says that there are none.", None, stated)
    if base is None:
        return not_stated(served[0], stated=stated)
    raw = base / Decimal(rule["small_for"])
    required = rounded_up(raw)
    sum_ = arithmetic(f"{say(base)} {rule['of_unit']}", Decimal(1), Decimal(rule["small_for"]), raw, required)
    told = "the packet states" if stated in (pieces, 0) else "those that the packet states hold as much as"
    reason = f"{sum_} containers of {say(small_size)} gallons, {the_packet(stated, required, told=told)}."
    return Outcome(met(stated >= required), reason, required, stated, caveats + by_rounding(raw, stated))


def parking_density(rule: Rule, book: Book) -> Outcome:
    """Cars and buses no denser than so many on an acre."""
    cars, buses, area = (
        book.number("parking_spaces"),
        book.number("parking_buses"),
        book.number("parking_area_square_feet"),
    )
    if not area or (cars is None and buses is None):
        return not_stated(*(["parking_area_square_feet"] if not area else ["parking_spaces"]), stated=cars)
    acres = area / SQUARE_FEET_PER_ACRE
    needed = (cars or Decimal()) / rule["cars_per_acre"] + (buses or Decimal()) / rule["buses_per_acre"]
    vehicles = count(cars or Decimal(), "cars") + (f" and {count(buses, 'buses')}" if buses else "")
    limit = f"at most {rule['cars_per_acre']} cars or {rule['buses_per_acre']} buses on an acre"
    reason = f"The law allows {limit}; {vehicles} need {say(needed)} acres, the packet states {say(acres)}."
    return Outcome(met(needed <= acres), reason, needed, acres)


def road_width(rule: Rule, book: Book) -> Outcome:
    """Service roads and parallel parking lanes at least so wide."""
    width, lanes = book.number("service_road_width_feet"), book.number("service_road_lanes") or Decimal(1)
    parking = book.number("parallel_parking_width_feet")
    if width is None and parking is None:
        return not_stated("service_road_width_feet")
    required = Decimal(rule["two_lanes"] if lanes >= 2 else rule["one_lane"])
    told = []
    if width is not None:
        told.append((width, required, f"a service road of {count(lanes, 'lanes')}"))
    if parking is not None:
        told.append((parking, Decimal(rule["parking_lane"]), "a parallel parking lane"))
    reason = "; ".join(
        f"{what} must be {say(least)} feet wide, the packet states {say(has)}" for has, least, what in told
    )
    enough = all(has >= least for has, least, _ in told)
    return Outcome(met(enough), f"{reason[0].upper()}{reason[1:]}.", told[0][1], told[0][0])


FUNCTIONS: Mapping[str, Callable[[Rule, Book], Outcome]] = {
    "cleanup": cleanup,
    "collections": collections,
    "containers": containers,
    "daily_collection": daily_collection,
    "lavatories_each": lavatories_each,
    "no_overnight": no_overnight,
    "parking_density": parking_density,
    "road_width": road_width,
    "toilets_by_sex": toilets_by_sex,
    "water_rate": water_rate,
}
"""What a checklist may name as `function`."""


def function(rule: Rule, book: Book) -> Outcome:
    """The function that the checklist names, with the amounts that it gives."""
    return FUNCTIONS[rule["function"]](rule.get("with", {}), book)
