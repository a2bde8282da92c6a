"""Facts that checks need and that are told in words: what is taken from a statement, and what is not."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from checking import (
    CT,
    OK,
    SHORT,
    WAIVER,
    WEEKEND,
    fact,
    load,
    statement,
    value_of,
)
from pipeline import checks
from pipeline.checks import said
from pipeline.checks.words import count, say, value_in_words
from pipeline.records import (
    Fact,
    FactValue,
    Standing,
)

EVENT = Fact("event_dates", (date(2027, 8, 14), date(2027, 8, 15)), None, ())


@pytest.mark.parametrize(
    ("text", "label", "heading", "name", "value"),
    [
        ("A crew empties the bins every two hours.", "", "", "waste_collection_interval_hours", 2),
        ("Cans are emptied every 90 minutes.", "", "", "waste_collection_interval_hours", 1.5),
        ("Scouts empty the barrels hourly.", "", "", "waste_collection_interval_hours", 1),
        ("We collect twice in each twelve-hour period.", "", "Trash", "waste_collection_interval_hours", 6),
        ("The drums are emptied at 1 p.m., at 4 p.m. and at the close.", "", "", "waste_collections_per_day", 3),
        ("11 AM, 2 PM, 4 PM", "Refuse collection times", "", "waste_collections_per_day", 3),
        ("Refuse is picked up twice a day.", "", "", "waste_collections_per_day", 2),
        ("The youth group empties the barrels once, after supper.", "", "", "waste_collections_per_day", 1),
        ("They go round at nine every night with the pickup.", "", "Rubbish", "waste_collection_each_event_day", "yes"),
        ("Garbage is hauled out nightly.", "", "", "waste_collection_each_event_day", "yes"),
        ("Barrels are emptied only after the festival is over.", "", "", "waste_collection_each_event_day", "no"),
        ("Barrels are emptied on Saturday and again on Monday.", "", "", "waste_collections_total", 2),
        ("Litter will be cleared within twenty-four (24) hours.", "", "", "cleanup_hours", 24),
        ("8 PM same day", "Grounds cleared by", "", "cleanup_hours", 6),
        ("We clean the field the next morning.", "", "", "cleanup_hours", 14),
        ("All trash is removed within three days after the close.", "", "", "cleanup_days", 3),
        ("Premises clean by Tuesday August 17", "", "", "cleanup_date", date(2027, 8, 17)),
        ("The grounds are cleared by Monday noon.", "", "", "cleanup_date", date(2027, 8, 16)),
        ("Each toilet has its own sink with soap.", "", "", "lavatory_with_each_toilet", "yes"),
        ("Closed cabins with a basin beside each one.", "", "", "lavatory_with_each_toilet", "yes"),
        ("Gates close at ten and everyone goes home.", "", "", "overnight", "no"),
        ("Families sleep in tents overnight.", "", "", "overnight", "yes"),
        ("A physician is on call by telephone.", "", "", "doctors_at_all_times", "no"),
        ("There will be no showers or baths of any kind.", "", "", "bathing_water_gallons_per_day", 0),
        ("Lot A is 6 acres and Lot B is 2 1/2 acres of grass.", "", "", "parking_area_square_feet", 8.5 * 43560),
        ("4.0 acres go to the audience; 8.5 usable acres to cars.", "", "", "parking_area_square_feet", 8.5 * 43560),
        ("2.25 usable", "Acres used", "Parking", "parking_area_square_feet", 2.25 * 43560),
        ("There is room for 12 school buses.", "", "", "parking_buses", 12),
        ("8 of 55 gal.", "Containers, parking", "", "parking_refuse_containers", 8),
        ("8 of 55 gal.", "Containers, parking", "", "parking_refuse_container_gallons", 55),
        ("Ten 50-gallon drums stand in the parking lots.", "", "", "parking_refuse_containers", 10),
        ("Parking Fields 1 and 2 | 34 | 55-gallon drum", "", "", "parking_refuse_containers", 34),
        ("Thirty 55-gallon barrels stand around the tent.", "", "", "refuse_container_gallons", 55),
        ("The cans go to two 30-yard roll-offs.", "", "", "refuse_dumpsters", 2),
        ("The cans go to two 30-yard roll-offs.", "", "", "refuse_dumpster_cubic_yards", 30),
        ("RECEIVED JUN 28 2027 FIRST SELECTMAN", "", "", "filing_date_source", "stamp"),
    ],
)
def test_facts_told_in_words(text: str, label: str, heading: str, name: str, value: int | float | FactValue) -> None:
    found = {fact.name: fact for fact in said.facts([statement(text, label, heading)], [EVENT])}
    assert found[name].value == value_of(value)
    assert found[name].evidence[0].quote == text


@pytest.mark.parametrize(
    "text",
    [
        "The pump truck empties the toilets every night and hauls the septage away.",
        "The stage crew stays overnight to guard the equipment.",
        "Water is delivered by Monday noon.",
        "Last called at 2 p.m. and 4 p.m.",
        "The stalls are cleaned every three hours.",
    ],
)
def test_what_is_about_something_else_tells_nothing(text: str) -> None:
    assert said.facts([statement(text)], [EVENT]) == ()


def test_what_is_no_statement_of_this_packet_tells_nothing() -> None:
    told = statement("Garbage is hauled out nightly.", standing=Standing.OTHER_EVENT)
    assert said.facts([told], [EVENT]) == ()


def test_the_later_of_two_stamps_counts_for_notice_and_letter() -> None:
    told = [statement("RECEIVED JUN 28 2027"), statement("RECEIVED JUL 6 2027 TOWN CLERK", standing=Standing.HEADING)]
    filed = fact("filing_date", date(2027, 6, 28))
    found = {f.id: f for f in checks.judge(load(WAIVER), [filed, EVENT], {}, told)}["filing_deadline"]
    assert (found.status, found.stated, found.caveat) == (OK, Decimal(39), None)
    assert len(found.evidence) == 3
    other = {f.id: f for f in checks.judge(load(CT), [filed, EVENT], {}, told)}["filing_deadline"]
    assert other.stated == Decimal(47)


def test_a_date_that_the_office_gave_stands_against_any_stamp() -> None:
    filed = Fact("filing_date", date(2027, 6, 25), None, ())
    found = {f.id: f for f in checks.judge(load(WAIVER), [filed, EVENT], {}, [statement("RECEIVED JUL 30 2027")])}
    assert (found["filing_deadline"].stated, found["filing_deadline"].caveat) == (Decimal(50), None)


def test_facts_that_are_known_count_before_words() -> None:
    told = statement("Garbage is picked up twice a day.")
    checklist = load(CT)
    assert {f.id: f for f in checks.judge(checklist, (), {}, [told])}["waste_collection"].status is OK
    known = [fact("waste_collections_per_day", 0), fact("waste_collection_each_event_day", "no")]
    assert {f.id: f for f in checks.judge(checklist, known, {}, [told])}["waste_collection"].status is SHORT


def test_words_of_numbers_and_dates() -> None:
    assert [say(Decimal(n)) for n in ("4500", "2.250", "0.125", "1E+4")] == ["4,500", "2.25", "0.13", "10,000"]
    assert (count(1, "days"), count(20, "days"), count(1, "gallons a day")) == ("1 day", "20 days", "1 gallons a day")
    assert value_in_words(WEEKEND) == "July 9, 2027 to July 11, 2027"
    assert value_in_words(WEEKEND[:1]) == value_in_words(WEEKEND[0]) == "July 9, 2027"
    assert value_in_words("yes") == "yes"
