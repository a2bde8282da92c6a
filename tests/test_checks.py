"""Checks: each kind of rule, the contract's rulings, conflicts, caveats, and facts that are told in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest

from checking import (
    CONFLICT,
    CT,
    FAIR,
    KENT,
    OK,
    OUT,
    SHORT,
    UNSTATED,
    WAIVER,
    WEEKEND,
    WELLS,
    Given,
    fact,
    judged,
    load,
)
from pipeline import checklists, checks
from pipeline.checks import said, special
from pipeline.records import (
    Basis,
    CheckStatus,
)


@pytest.mark.parametrize(
    ("checklist", "check", "given", "status"),
    [
        (CT, "drinking_water", {"max_attendance": 2500, "drinking_water_gallons_per_day": 2500}, OK),
        (CT, "drinking_water", {"max_attendance": 2501, "drinking_water_gallons_per_day": 2500}, SHORT),
        (CT, "drinking_water", {"max_attendance": 2500}, UNSTATED),
        (CT, "drinking_water", {"drinking_water_gallons_per_day": 2500}, UNSTATED),
        (CT, "drinking_water", {"drinking_water_gallons_per_day": 0}, SHORT),
        (CT, "drinking_water", {"drinking_water_gallons_per_person_per_day": 1.5}, OK),
        (CT, "drinking_water", {"drinking_water_gallons_per_person_per_day": 0.5, "max_attendance": 3000}, SHORT),
        (CT, "bathing_water", {"max_attendance": 2500, "bathing_water_gallons_per_day": 0}, SHORT),
        (CT, "bathing_water", {"max_attendance": 2500, "bathing_water_gallons_per_day": 25000}, OK),
        (CT, "solid_waste_capacity", {"max_attendance": 3301, "solid_waste_pounds_per_day": 8252.5}, OK),
        (CT, "solid_waste_capacity", {"max_attendance": 3301, "solid_waste_pounds_per_day": 8252}, SHORT),
        (CT, "camping_capacity", {"max_attendance": 2400, "camping_capacity": 900}, SHORT),
        (CT, "toilets_female", {"max_attendance": 4500, "toilets_female": 12}, OK),
        (CT, "toilets_female", {"max_attendance": 4500, "toilets_female": 11}, SHORT),
        (CT, "toilets_female", {"max_attendance": 4500, "attendance_female": 1000, "toilets_female": 5}, OK),
        (CT, "toilets_female", {"max_attendance": 4500, "attendance_male": 3500, "toilets_female": 5}, OK),
        (CT, "toilets_female", {"max_attendance": 4000, "female_percent": 75, "toilets_female": 14}, SHORT),
        (CT, "toilets_male", {"max_attendance": 4000, "female_percent": 75, "toilets_male": 4}, OK),
        (CT, "toilets_male", {"max_attendance": 4500, "toilets_male": 0}, SHORT),
        (CT, "toilets_male", {"toilets_male": 0}, SHORT),
        (CT, "toilets_male", {"toilets_male": 4}, UNSTATED),
        (CT, "toilets_male", {}, UNSTATED),
        # 4,500 persons need 12 and 8 toilets.
        (CT, "toilets_female", {"max_attendance": 4500, "toilets_total": 19}, SHORT),
        (CT, "toilets_male", {"max_attendance": 4500, "toilets_total": 19}, SHORT),
        (CT, "toilets_male", {"max_attendance": 4500, "toilets_total": 20}, UNSTATED),
        (CT, "toilets_male", {"max_attendance": 4500, "toilets_total": 15, "toilets_female": 10}, UNSTATED),
        (CT, "lavatories", {"toilets_total": 20, "lavatories": 20}, OK),
        (CT, "lavatories", {"toilets_female": 12, "toilets_male": 8, "lavatories": 19}, SHORT),
        (CT, "lavatories", {"toilets_total": 20, "lavatory_with_each_toilet": "yes"}, OK),
        (CT, "lavatories", {"toilets_total": 20, "lavatory_with_each_toilet": "yes", "lavatories": 4}, SHORT),
        (CT, "lavatories", {"lavatories": 0}, SHORT),
        (CT, "lavatories", {"lavatories": 4}, UNSTATED),
        (CT, "lavatories", {"toilets_total": 20}, UNSTATED),
        (CT, "waste_collection", {"waste_collections_per_day": 1}, OK),
        (CT, "waste_collection", {"waste_collections_per_day": 0.5}, SHORT),
        (CT, "waste_collection", {"waste_collection_interval_hours": 3}, OK),
        (CT, "waste_collection", {"waste_collection_interval_hours": 48}, SHORT),
        (CT, "waste_collection", {"waste_collections_total": 2, "event_days": 3}, SHORT),
        (CT, "waste_collection", {"waste_collections_total": 3, "event_dates": WEEKEND}, OK),
        (CT, "waste_collection", {"waste_collections_total": 3}, UNSTATED),
        (CT, "waste_collection", {"waste_collection_each_event_day": "yes"}, OK),
        (CT, "waste_collection", {"waste_collection_each_event_day": "no", "event_days": 2}, SHORT),
        (CT, "waste_collection", {"waste_collection_each_event_day": "no", "event_days": 1}, OK),
        (CT, "waste_collection", {}, UNSTATED),
        (CT, "fee_amount", {"fee_paid": 300, "event_days": 3}, OK),
        (CT, "fee_amount", {"fee_paid": 300, "event_dates": WEEKEND}, OK),
        (CT, "fee_amount", {"fee_paid": 300, "event_days": 3, "locations": 2}, SHORT),
        (CT, "fee_amount", {"fee_paid": 300, "event_days": 4}, SHORT),
        (CT, "fee_amount", {"fee_paid": 50}, SHORT),
        (CT, "fee_amount", {"fee_paid": 100}, UNSTATED),
        (CT, "fee_amount", {"event_days": 3}, UNSTATED),
        (WELLS, "fee_amount", {"fee_paid": 100}, OK),
        (WELLS, "fee_amount", {"fee_paid": 99}, SHORT),
        (CT, "tickets_within_maximum", {"max_tickets": 2500, "max_attendance": 2500}, OK),
        (CT, "tickets_within_maximum", {"max_tickets": 2501, "max_attendance": 2500}, SHORT),
        (CT, "tickets_within_maximum", {"max_attendance": 2500}, UNSTATED),
        (CT, "filing_deadline", {"filing_date": date(2027, 6, 19), "event_dates": WEEKEND}, OK),
        (CT, "filing_deadline", {"filing_date": date(2027, 6, 20), "event_dates": WEEKEND}, SHORT),
        (CT, "filing_deadline", {"filing_date": date(2027, 7, 20), "event_dates": WEEKEND}, SHORT),
        (CT, "filing_deadline", {"filing_date": date(2027, 6, 19)}, UNSTATED),
        (CT, "filing_deadline", {"event_dates": WEEKEND}, UNSTATED),
        (KENT, "filing_deadline", {"filing_date": date(2027, 5, 10), "event_dates": WEEKEND}, OK),
        (KENT, "filing_deadline", {"filing_date": date(2027, 5, 11), "event_dates": WEEKEND}, SHORT),
        (FAIR, "filing_deadline", {"filing_date": date(2027, 4, 11), "event_dates": WEEKEND}, SHORT),
        (CT, "threshold", {"max_attendance": 2000, "consecutive_hours": 12}, OK),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 12, "event_days": 1}, OK),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 11, "event_days": 1}, SHORT),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 20, "event_days": 2}, UNSTATED),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 20, "event_days": 2, "overnight": "yes"}, OK),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 26, "event_days": 2}, OK),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 10}, SHORT),
        (CT, "threshold", {"max_attendance": 2000, "event_hours": 20}, UNSTATED),
        (CT, "threshold", {"max_attendance": 2000}, UNSTATED),
        (CT, "threshold", {"max_attendance": 1999, "consecutive_hours": 12}, SHORT),
        (CT, "threshold", {"consecutive_hours": 12}, UNSTATED),
        (KENT, "threshold", {"max_attendance": 500}, SHORT),
        (KENT, "threshold", {"max_attendance": 501}, OK),
        (WELLS, "threshold", {"max_attendance": 500, "event_hours": 2, "event_days": 1}, OK),
        (KENT, "parking_spaces", {"max_attendance": 650, "parking_spaces": 162}, SHORT),
        (KENT, "parking_spaces", {"max_attendance": 650, "parking_spaces": 163}, OK),
        (KENT, "doctors", {"doctors": 1}, OK),
        (KENT, "doctors", {"doctors": 0}, SHORT),
        (KENT, "doctors", {"doctors": 1, "doctors_at_all_times": "no"}, SHORT),
        (KENT, "doctors", {"doctors": 1, "doctors_at_all_times": "yes"}, OK),
        (KENT, "doctors", {"doctors_at_all_times": "yes"}, UNSTATED),
        (KENT, "doctors", {}, UNSTATED),
        (KENT, "nurses", {"max_attendance": 501, "nurses": 1}, SHORT),
        (KENT, "nurses", {"max_attendance": 501, "nurses": 2}, OK),
        (KENT, "insurance_property_damage", {"insurance_property_damage": 100000}, SHORT),
        (KENT, "insurance_property_damage", {"insurance_property_damage": 250000}, OK),
        (KENT, "insurance_property_damage", {"insurance_combined_single_limit": 1000000}, UNSTATED),
        (KENT, "cleanup_days", {"cleanup_days": 5}, OK),
        (KENT, "cleanup_days", {"cleanup_days": 6}, SHORT),
        (KENT, "cleanup_days", {"cleanup_hours": 24}, OK),
        (KENT, "cleanup_days", {"cleanup_date": date(2027, 7, 16), "event_dates": WEEKEND}, OK),
        (KENT, "cleanup_days", {"cleanup_date": date(2027, 7, 17), "event_dates": WEEKEND}, SHORT),
        (KENT, "cleanup_days", {"cleanup_date": date(2027, 7, 17)}, UNSTATED),
        (WELLS, "cleanup_hours", {"cleanup_hours": 24}, OK),
        (WELLS, "cleanup_hours", {"cleanup_hours": 39.5}, SHORT),
        (WELLS, "cleanup_hours", {"cleanup_days": 2}, SHORT),
        (WELLS, "cleanup_hours", {"cleanup_date": date(2027, 7, 12), "event_dates": WEEKEND}, OK),
        (WELLS, "cleanup_hours", {"cleanup_date": date(2027, 7, 13), "event_dates": WEEKEND}, SHORT),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_total": 2}, SHORT),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_total": 3}, OK),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_female": 2, "toilets_male": 1}, OK),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_female": 2}, UNSTATED),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_total": 2, "trough_urinal_inches": 24}, OK),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_total": 2, "trough_urinal_inches": 23}, SHORT),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_total": 2, "urinals": 1}, OK),
        (WELLS, "toilets", {"toilets_total": 0}, SHORT),
        (WELLS, "assembly_area", {"max_attendance": 900, "assembly_area_square_feet": 8999}, SHORT),
        (WELLS, "law_enforcement_officers", {"law_enforcement_officers": 15}, OK),
        (WELLS, "law_enforcement_officers", {"law_enforcement_officers": 14}, SHORT),
        (WELLS, "bond_amount", {"bond_amount": 4999}, SHORT),
        (WELLS, "parking_density", {"parking_spaces": 225, "parking_area_square_feet": 2.25 * 43560}, OK),
        (WELLS, "parking_density", {"parking_spaces": 226, "parking_area_square_feet": 2.25 * 43560}, SHORT),
        (
            WELLS,
            "parking_density",
            {"parking_spaces": 200, "parking_buses": 9, "parking_area_square_feet": 2.25 * 43560},
            SHORT,
        ),
        (WELLS, "parking_density", {"parking_buses": 30, "parking_area_square_feet": 43560}, OK),
        (WELLS, "parking_density", {"parking_spaces": 225}, UNSTATED),
        (WELLS, "parking_density", {"parking_area_square_feet": 43560}, UNSTATED),
        (WELLS, "overnight", {"overnight": "yes"}, SHORT),
        (WELLS, "overnight", {"overnight": "no", "event_days": 2}, OK),
        (WELLS, "overnight", {"camp_sites": 20, "event_days": 1, "event_hours": 8}, SHORT),
        (WELLS, "overnight", {"event_days": 1, "event_hours": 8}, OK),
        (WELLS, "overnight", {"event_days": 2, "event_hours": 30}, UNSTATED),
        (WELLS, "refuse_containers", {"max_attendance": 3001, "refuse_containers": 30}, SHORT),
        (WELLS, "refuse_containers", {"max_attendance": 3001, "refuse_containers": 31}, OK),
        (
            WELLS,
            "refuse_containers",
            {"max_attendance": 3000, "refuse_containers": 20, "refuse_container_gallons": 75},
            OK,
        ),
        (
            WELLS,
            "refuse_containers",
            {"max_attendance": 3000, "refuse_containers": 30, "refuse_container_gallons": 32},
            SHORT,
        ),
        (
            WELLS,
            "refuse_containers",
            {"max_attendance": 5000, "refuse_dumpsters": 1, "refuse_dumpster_cubic_yards": 16},
            OK,
        ),
        (
            WELLS,
            "refuse_containers",
            {"max_attendance": 5000, "refuse_dumpsters": 1, "refuse_dumpster_cubic_yards": 12},
            SHORT,
        ),
        (WELLS, "refuse_containers", {"max_attendance": 5000}, UNSTATED),
        (WELLS, "refuse_containers", {"refuse_containers": 0}, SHORT),
        (WELLS, "refuse_containers", {"refuse_containers": 9}, UNSTATED),
        (WELLS, "parking_refuse_containers", {"parking_spaces": 240, "parking_refuse_containers": 9}, SHORT),
        (WELLS, "parking_refuse_containers", {"parking_spaces": 240, "parking_refuse_containers": 10}, OK),
        (
            WELLS,
            "parking_refuse_containers",
            {"parking_spaces": 240, "vehicles_at_one_time": 200, "parking_refuse_containers": 8},
            OK,
        ),
        (WELLS, "refuse_collection", {"event_hours": 7.5, "event_days": 1, "waste_collections_total": 1}, SHORT),
        (WELLS, "refuse_collection", {"event_hours": 7.5, "event_days": 1, "waste_collections_per_day": 2}, OK),
        (WELLS, "refuse_collection", {"event_hours": 5, "event_days": 1, "waste_collections_per_day": 1}, OK),
        (WELLS, "refuse_collection", {"event_hours": 15, "event_days": 1, "waste_collections_per_day": 2}, SHORT),
        (WELLS, "refuse_collection", {"event_hours": 16, "event_days": 2, "waste_collections_total": 4}, OK),
        (WELLS, "refuse_collection", {"waste_collection_interval_hours": 6}, OK),
        (WELLS, "refuse_collection", {"waste_collection_interval_hours": 8}, SHORT),
        (WELLS, "refuse_collection", {"waste_collections_per_day": 4}, OK),
        (WELLS, "refuse_collection", {"waste_collections_per_day": 0}, SHORT),
        (WELLS, "refuse_collection", {"waste_collections_per_day": 2}, UNSTATED),
        (WELLS, "refuse_collection", {"event_hours": 8}, UNSTATED),
        (WELLS, "service_road_width", {"service_road_width_feet": 12}, OK),
        (WELLS, "service_road_width", {"service_road_width_feet": 20, "service_road_lanes": 2}, SHORT),
        (WELLS, "service_road_width", {"service_road_width_feet": 12, "parallel_parking_width_feet": 6}, SHORT),
        (WELLS, "service_road_width", {}, UNSTATED),
        (WELLS, "water_pressure", {"water_pressure_psi": 19}, SHORT),
        (WELLS, "deposit_amount", {"public_cost_deposit": 12000, "estimated_public_costs": 10000}, OK),
        (WELLS, "deposit_amount", {"public_cost_deposit": 11999, "estimated_public_costs": 10000}, SHORT),
        (WELLS, "deposit_amount", {"public_cost_deposit": 12000}, UNSTATED),
    ],
)
def test_a_number_meets_the_law_or_not(checklist: str, check: str, given: Given, status: CheckStatus) -> None:
    found = judged(checklist, given)[check]
    assert found.status is status, found.reason
    assert found.reason.endswith(".")


def test_a_number_is_asked_for_in_words_that_a_reader_knows() -> None:
    found = judged(WELLS, {"max_attendance": 1750, "vehicles_at_one_time": 440})
    asks = {name: found[name].ask for name in ("assembly_area", "parking_spaces")}
    assert asks == {
        "assembly_area": "Please state the square feet of the assembly area.",
        "parking_spaces": "Please state the number of parking spaces.",
    }
    assert judged(CT, {"max_attendance": 2500})["tickets_within_maximum"].ask.endswith("maximum number of tickets.")


def test_containers_of_another_size_are_told_as_what_they_hold() -> None:
    """wells-03: eight drums of 55 gallons were told as 'the packet states 8.8', which no page of it does."""
    sized = {"max_attendance": 1000, "refuse_containers": 8, "refuse_container_gallons": 55}
    assert judged(WELLS, sized)["refuse_containers"].reason.endswith(
        "those that the packet states hold as much as 8.8, short by 1.2."
    )
    plain = {"max_attendance": 1000, "refuse_containers": 8, "refuse_container_gallons": 50}
    assert judged(WELLS, plain)["refuse_containers"].reason.endswith("the packet states 8, short by 2.")


@pytest.mark.parametrize(
    ("given", "applies", "status", "required"),
    [
        ({"drinking_water_gallons_per_day": 2700}, {"pressure_and_flush": False, "no_pressure_no_flush": True}, OK, 3),
        (
            {"drinking_water_gallons_per_day": 2699},
            {"pressure_and_flush": False, "no_pressure_no_flush": True},
            SHORT,
            3,
        ),
        ({"water_gallons_per_day": 2700}, {"pressure_and_flush": True, "no_pressure_no_flush": False}, SHORT, 30),
        ({"water_gallons_per_person_per_day": 30}, {"pressure_and_flush": True, "no_pressure_no_flush": False}, OK, 30),
        ({"water_gallons_per_day": 2700}, {"pressure_and_flush": False, "no_pressure_no_flush": False}, OUT, None),
        # Left open, only what is clear at both rates can be told.
        ({"water_gallons_per_day": 2700}, {}, UNSTATED, None),
        ({"water_gallons_per_day": 2699}, {}, SHORT, None),
        ({"water_gallons_per_day": 27000}, {}, OK, None),
        ({}, {"no_pressure_no_flush": True}, UNSTATED, 3),
    ],
)
def test_water_at_the_rate_of_the_condition_that_holds(
    given: Given, applies: Mapping[str, bool], status: CheckStatus, required: int | None
) -> None:
    found = judged(WELLS, {"max_attendance": 900, **given}, **applies)["water_rate"]
    assert (found.status, found.required) == (status, required)


def test_the_arithmetic_is_told_in_words() -> None:
    found = judged(CT, {"max_attendance": 4500, "toilets_female": 11, "fee_paid": 1200, "event_days": 3})
    toilets = (
        "4,500 persons, half of them women: 2,250 / 200 = 11.25, rounded up to 12, the packet states 11, short by 1."
    )
    assert found["toilets_female"].reason == toilets
    assert [found["toilets_female"].required, found["toilets_female"].stated] == [Decimal(12), Decimal(11)]
    assert found["fee_amount"].reason == "100 dollars × 3 event days × 1 location = 300, the packet states 1,200."
    found = judged(KENT, {"max_attendance": 2000, "filing_date": date(2027, 6, 1), "event_dates": WEEKEND})
    assert "Filed on June 1, 2027, 38 days before" in found["filing_deadline"].reason
    assert [found["filing_deadline"].required, found["filing_deadline"].stated] == [Decimal(60), Decimal(38)]


@pytest.mark.parametrize("applies", [False, True, None])
def test_a_rule_is_asked_for_where_its_condition_holds_or_is_left_open(applies: bool | None) -> None:
    found = judged(CT, {"max_attendance": 2400, "camping_capacity": 2400}, overnight=applies)["camping_capacity"]
    assert found.status is (OUT if applies is False else OK)
    if applies is False:
        assert found.reason == "Not asked for, because the assembly does not continue overnight."


def test_other_readings_are_a_conflict_only_where_the_outcome_turns() -> None:
    peak = fact("max_attendance", 6000, 6800)
    found = judged(CT, {"drinking_water_gallons_per_day": 7000, "bathing_water_gallons_per_day": 65000}, peak)
    assert found["attendance_consistent"].status is CONFLICT
    assert found["attendance_consistent"].stated == "6,000 and 6,800"
    assert found["drinking_water"].status is OK
    assert found["bathing_water"].status is CONFLICT
    assert "with 6,000 the rule is met, with 6,800 it is not" in found["bathing_water"].reason
    assert [proof.page for proof in found["bathing_water"].evidence] == [1, 2]


def test_a_shortfall_that_another_reading_would_mend_is_a_conflict_too() -> None:
    found = judged(KENT, {"max_attendance": 6000}, fact("nurses", 11, 12))["nurses"]
    assert found.status is CONFLICT
    assert "with 12 the rule is met, with 11 it is not" in found.reason


@pytest.mark.parametrize("basis", [Basis.TOTAL, Basis.PER_DAY])
def test_daily_and_total_figures_are_no_conflict_with_the_peak(basis: Basis) -> None:
    peak = fact("max_attendance", 6000, 15000, basis=basis)
    found = judged(CT, {"bathing_water_gallons_per_day": 65000}, peak)
    assert found["attendance_consistent"].status is OK
    assert found["bathing_water"].status is OK


def test_the_average_of_four_years_is_no_conflict_but_a_caveat() -> None:
    peak = fact("max_attendance", 6000, 5200)
    found = judged(CT, {"four_year_average_attendance": 5200}, peak)["attendance_consistent"]
    assert found.status is OK
    assert "average of the prior four years" in (found.caveat or "")
    assert judged(KENT, {"four_year_average_attendance": 5200}, peak)["attendance_consistent"].status is CONFLICT


def test_no_statement_of_the_maximum() -> None:
    assert judged(CT, {})["attendance_consistent"].status is UNSTATED


def test_a_filing_has_one_date_but_notice_and_letter_count_by_the_later() -> None:
    filed = fact("filing_date", date(2027, 6, 15), date(2027, 6, 25))
    assert judged(CT, {"event_dates": WEEKEND}, filed)["filing_deadline"].status is OK
    late = judged(WAIVER, {"event_dates": WEEKEND}, filed)["filing_deadline"]
    assert late.status is SHORT
    assert late.stated == 14
    assert len(late.evidence) == 2


@pytest.mark.parametrize(
    ("checklist", "check", "given", "words"),
    [
        (CT, "toilets_female", {"max_attendance": 4500, "toilets_female": 12}, "half women and half men were assumed"),
        (CT, "toilets_female", {"max_attendance": 4500, "toilets_female": 11}, "a fraction was rounded up"),
        (CT, "threshold", {"max_attendance": 2000, "consecutive_hours": 12}, "average number of persons"),
        (CT, "filing_deadline", {"filing_date": date(2027, 6, 19), "event_dates": WEEKEND}, "very last day"),
        (
            CT,
            "filing_deadline",
            {"filing_date": date(2027, 6, 1), "event_dates": WEEKEND},
            "only the paper's own",
        ),
        (KENT, "insurance_property_damage", {"insurance_combined_single_limit": 1}, "combined single limit"),
        (CT, "solid_waste_capacity", {"max_attendance": 2000, "refuse_dumpsters": 2}, "no conversion to pounds"),
        (WELLS, "refuse_containers", {"max_attendance": 900, "refuse_containers": 9}, "size of the containers"),
        (WELLS, "cleanup_hours", {"cleanup_date": date(2027, 7, 12), "event_dates": WEEKEND}, "not the hour"),
        (WELLS, "toilets", {"max_attendance": 901, "toilets_total": 2}, "a fraction was rounded up"),
    ],
)
def test_where_attorneys_differ_there_is_a_caveat(checklist: str, check: str, given: Given, words: str) -> None:
    assert words in (judged(checklist, given)[check].caveat or "")


@pytest.mark.parametrize(
    ("checklist", "check", "given"),
    [
        (CT, "toilets_female", {"max_attendance": 4500, "female_percent": 50, "toilets_female": 12}),
        (CT, "threshold", {"max_attendance": 2000, "average_attendance": 2000, "consecutive_hours": 12}),
        (
            CT,
            "filing_deadline",
            {"filing_date": date(2027, 6, 18), "event_dates": WEEKEND, "filing_date_source": "stamp"},
        ),
        (CT, "filing_deadline", {"filing_date": date(2027, 7, 1), "event_dates": WEEKEND}),
        (KENT, "parking_spaces", {"max_attendance": 650, "parking_spaces": 100}),
        (WELLS, "refuse_containers", {"max_attendance": 900, "refuse_containers": 9, "refuse_container_gallons": 50}),
    ],
)
def test_where_nothing_is_in_doubt_there_is_none(checklist: str, check: str, given: Given) -> None:
    assert judged(checklist, given)[check].caveat is None


def test_figures_carry_no_idle_zeros() -> None:
    found = judged(CT, {"max_attendance": 4800, "solid_waste_pounds_per_day": Decimal("12000.0")})
    assert str(found["solid_waste_capacity"].required) == "12000"
    assert str(found["solid_waste_capacity"].stated) == "12000"


@pytest.mark.parametrize("name", checklists.available())
def test_an_empty_packet_meets_nothing_and_misses_nothing(name: str) -> None:
    found = checks.judge(load(name), (), {})
    assert [finding.id for finding in found] == [check.id for check in load(name).checks]
    assert {finding.status for finding in found} == {UNSTATED}
    assert not any(finding.evidence for finding in found)


def test_every_caveat_function_and_fact_that_is_named_exists() -> None:
    names = {saying.fact for saying in said.sayings()}
    assert names <= {*checks.EXTRA_FACTS, "bathing_water_gallons_per_day"}
    for name in checklists.available():
        checklist = load(name)
        for check in checklist.checks:
            if check.kind == "function":
                assert check.rule["function"] in special.FUNCTIONS
            for caveat in (check.rule.get("caveat"), check.rule.get("instead", {}).get("caveat")):
                assert caveat is None or caveat in checklist.caveats
