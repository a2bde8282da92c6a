"""The contract's facts, from single statements in many voices and from small packets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline import quantities
from pipeline.records import Box, Fact, Passage, PassageKind, Standing, Statement

CASES = yaml.safe_load((Path(__file__).parent / "quantity_cases.yaml").read_text())
PACKETS = yaml.safe_load((Path(__file__).parent / "quantity_packets.yaml").read_text())
FOLLOWING = ("event_days", "toilets_total")
"""Facts that follow from others and are not named in every case."""


def statement(
    text: str,
    *,
    label: str = "",
    heading: str = "",
    file: str = "packet.pdf",
    page: int = 1,
    cells: tuple[tuple[str, str], ...] = (),
    standing: Standing = Standing.CONTENT,
) -> Statement:
    """A statement as the structure and standing stages hand it on, without its words' boxes."""
    kind = PassageKind.TABLE_ROW if cells else PassageKind.FIELD if label else PassageKind.PARAGRAPH
    title = file.rsplit(".", 1)[0]
    path = (title, heading) if heading else (title,)
    return Statement(0, Passage(file, page, kind, text, (), Box(0, 0, 1, 1), path, label, (), cells), text, 0, standing)


def packet(*statements: Statement) -> tuple[Statement, ...]:
    """The statements, numbered."""
    return tuple(Statement(n, s.passage, s.text, s.start, s.standing) for n, s in enumerate(statements))


def table(header: Sequence[str], *rows: Sequence[str], heading: str = "", page: int = 1) -> list[Statement]:
    """A table's rows."""
    return [
        statement(" | ".join(row), label=row[0], heading=heading, page=page, cells=tuple(zip(header, row, strict=True)))
        for row in rows
    ]


def stated(*statements: Statement, received: date | None = None) -> dict[str, Fact]:
    """The facts by name."""
    return {fact.name: fact for fact in quantities.facts(packet(*statements), received=received)}


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [day.isoformat() for day in value]
    if isinstance(value, date):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:60])
def test_one_statement(case: dict[str, Any]) -> None:
    found = stated(statement(case["text"], label=case.get("label", ""), heading=case.get("heading", "")))
    values = {name: plain(fact.value) for name, fact in found.items() if name != "filing_date"}
    for name in FOLLOWING:
        if name not in case["facts"]:
            values.pop(name, None)
    assert values == case["facts"]


@pytest.mark.parametrize("case", PACKETS, ids=lambda case: case["name"])
def test_a_packet(case: dict[str, Any]) -> None:
    rows = [{**row, "cells": tuple(map(tuple, row.get("cells", ())))} for row in case["statements"]]
    found = stated(
        *(statement(row.pop("text"), **{"label": row["cells"][0][1] if row["cells"] else "", **row}) for row in rows)
    )
    assert {name: plain(found[name].value) for name in case["facts"]} == case["facts"]
    conflicts = {name: [plain(other.value) for other in fact.others] for name, fact in found.items() if fact.others}
    assert conflicts == case["conflicts"]


def test_evidence_is_the_statement() -> None:
    found = stated(statement("No more than 4,800 people will be there at any one time.", page=3))
    (shown,) = found["max_attendance"].evidence
    assert (shown.file, shown.page) == ("packet.pdf", 3)
    assert "4,800 people" in shown.quote


def test_only_content_counts() -> None:
    for standing in (Standing.LAW_QUOTED, Standing.INSTRUCTION, Standing.OTHER_EVENT, Standing.CONTENTS_LINE):
        assert "max_attendance" not in stated(
            statement("No more than 4,800 people at any one time.", standing=standing)
        )


def test_a_stated_none_is_zero() -> None:
    assert stated(statement("No ambulance will stand by.", standing=Standing.NEGATION))["ambulances"].value == 0


# --- the same thing twice ---------------------------------------------------------------------------------


def test_two_peaks_conflict_and_the_application_counts() -> None:
    found = stated(
        statement("5,200", label="Maximum number of persons at any one time", file="application.pdf"),
        statement("Staffing is sized for a peak of 6,100 people on site.", file="medical plan.pdf"),
    )["max_attendance"]
    assert found.value == 5200
    assert [other.value for other in found.others] == [6100]
    assert found.others[0].evidence[0].file == "medical plan.pdf"


@pytest.mark.parametrize(
    "text",
    [
        "Over the whole weekend 9,000 people will pass the gates.",
        "Last year's peak was 4,700 people at one time.",
        "The tent holds 1,200 people.",
        "Daily attendance of 4,000 people is expected.",
        "Tickets are limited to 4,500 per day.",
        "In 2026 there were 4,100 people at the peak.",
        "Meals for 3,000 people will be on hand.",
        "The law speaks of crowds of 2,000 or more.",
        "At 4,900 people the gates are slowed; at 5,200 people they close.",
    ],
)
def test_what_only_looks_like_a_conflict(text: str) -> None:
    found = stated(
        statement("5,200", label="Maximum number of persons at any one time"),
        statement("Friday, July 9, 2027 to Sunday, July 11, 2027", label="Dates of event"),
        statement(text, file="plan.pdf"),
    )["max_attendance"]
    assert found.value == 5200
    assert not found.others


def test_a_paper_that_replaces_another_counts_in_its_place() -> None:
    found = stated(
        statement("5,200", label="Maximum number of persons at any one time", file="application.pdf"),
        statement("This letter replaces the figure in our application.", file="letter.pdf"),
        statement("There will be no more than 4,400 persons at any one time.", file="letter.pdf"),
    )["max_attendance"]
    assert found.value == 4400
    assert not found.others


def test_parts_of_a_sum_do_not_contradict_it() -> None:
    found = stated(
        statement("The camp has 900 sites.", heading="Camping", file="application.pdf"),
        statement("Field C, 500 sites", heading="Camping", file="drawing.pdf"),
        statement("Field D, 400 sites", heading="Camping", file="drawing.pdf"),
    )["camp_sites"]
    assert found.value == 900
    assert not found.others


# --- tables -----------------------------------------------------------------------------------------------


def test_a_row_of_totals() -> None:
    rows = table(
        ("Bank", "Women", "Men", "Sinks"),
        ("North", "8", "4", "12"),
        ("South", "6", "5", "11"),
        ("All", "14", "9", "23"),
        heading="Toilets",
    )
    found = stated(*rows)
    assert {name: int(Decimal(str(fact.value))) for name, fact in found.items()} == {
        "toilets_female": 14,
        "toilets_male": 9,
        "toilets_total": 23,
        "lavatories": 23,
    }


def test_rows_are_added_up_where_no_total_stands() -> None:
    found = stated(*table(("Lot", "Size", "Cars"), ("A", "9 acres", "900"), ("B", "5 acres", "480"), heading="Parking"))
    assert found["parking_spaces"].value == 1380
    assert len(found["parking_spaces"].evidence) == 2


def test_cells_that_say_what_they_count() -> None:
    found = stated(*table(("Lot", "Size"), ("A", "9 acres, 900 cars"), ("B", "5 acres, 480 cars"), heading="Parking"))
    assert found["parking_spaces"].value == 1380


def test_agencies_are_added_up() -> None:
    found = stated(
        *table(
            ("Agency", "Officers", "Hours"),
            ("Town Police", "9", "8 to 8"),
            ("Sheriff", "6", "8 to 8"),
            heading="Police",
        )
    )
    assert found["law_enforcement_officers"].value == 15


def test_containers_in_the_parking_lots_are_not_counted() -> None:
    rows = table(
        ("Where", "How many", "What"),
        ("Meadow", "36", "55-gallon drum"),
        ("Parking fields", "20", "55-gallon drum"),
        heading="Refuse",
    )
    assert stated(*rows)["refuse_containers"].value == 36


def test_limits_in_a_certificate() -> None:
    rows = table(
        ("Coverage", "Limit"),
        ("Bodily injury, each person", "$250,000"),
        ("Bodily injury, each occurrence", "$1,000,000"),
        ("Property damage, each occurrence", "$100,000"),
        heading="Certificate of insurance",
    )
    found = stated(*rows)
    assert found["insurance_bodily_injury_per_person"].value == 250000
    assert found["insurance_bodily_injury_per_occurrence"].value == 1000000
    assert found["insurance_property_damage"].value == 100000


def test_days_and_hours_of_a_table() -> None:
    rows = table(
        ("Day", "Open", "Close"),
        ("Friday, September 10, 2027", "3 PM", "10 PM"),
        ("Saturday, September 11", "8 AM", "10 PM"),
        ("Sunday, September 12", "8 AM", "5 PM"),
        heading="When",
    )
    found = stated(*rows)
    assert plain(found["event_dates"].value) == ["2027-09-10", "2027-09-11", "2027-09-12"]
    assert found["event_hours"].value == 30


# --- filing -----------------------------------------------------------------------------------------------

EVENT = statement("Saturday, August 7, 2027", label="Date of event")


def test_the_stamp_is_the_filing_date() -> None:
    found = stated(statement("June 1, 2027"), statement("RECEIVED JUN 4 2027 TOWN CLERK"), EVENT)
    assert found["filing_date"].value == date(2027, 6, 4)


def test_the_stamp_may_stand_in_pieces() -> None:
    found = stated(statement("RECEIVED"), statement("TOWN OF EXAMPLE"), statement("JUN 4 2027"), EVENT)
    assert found["filing_date"].value == date(2027, 6, 4)


def test_without_a_stamp_the_letter_s_date_counts() -> None:
    found = stated(
        statement("June 1, 2027"),
        statement("Dear Selectmen:"),
        EVENT,
        statement("The well was tested on May 2, 2027."),
        statement("Recorded May 4, 1998."),
    )
    assert found["filing_date"].value == date(2027, 6, 1)


@pytest.mark.parametrize(
    ("texts", "day"),
    [
        (["REC'D  2027 JUN 08  AM 9:41  TOWN CLERK"], date(2027, 6, 8)),
        (["June 1, 2027", "Received June 3, 2027 - Office of the First Selectman"], date(2027, 6, 3)),
        (
            ["RECEIVED - District of Health - June 2, 2027", "RECEIVED - First Selectman - June 6, 2027"],
            date(2027, 6, 6),
        ),
        (
            ["Ada Frost 16 Mill Road Union, Connecticut the first of June, 2027 To the First Selectman"],
            date(2027, 6, 1),
        ),
        (["The eleventh of May, two thousand twenty-seven. Gentlemen: herewith our petition."], date(2027, 5, 11)),
        (["Fax 06/02/27 11:14"], date(2027, 6, 2)),
    ],
)
def test_stamps_and_letterheads_in_many_forms(texts: list[str], day: date) -> None:
    assert stated(*map(statement, texts), EVENT)["filing_date"].value == day


@pytest.mark.parametrize(
    "text",
    [
        "Estimate prepared 5/19/27 by Big Top Rentals.",
        "Policy effective 06/01/2027.",
        "Chief Ames signed off on May 27, 2027.",
        "Well tested June 2, 2027.",
        "Consultation of June 4, 2027.",
        "Deed of May 9, 2027.",
    ],
)
def test_the_date_of_something_else_is_no_filing_date(text: str) -> None:
    assert "filing_date" not in stated(statement(text), EVENT)


def test_a_date_line_of_a_later_page_gives_way_to_the_letter_s() -> None:
    found = stated(statement("July 12, 2027"), statement("Dated July 8, 2027.", page=5), EVENT)
    assert found["filing_date"].value == date(2027, 7, 12)


def test_a_form_s_date_field_counts() -> None:
    found = stated(EVENT, statement("06/11/2027", label="Date"))
    assert found["filing_date"].value == date(2027, 6, 11)


def test_the_office_knows_better() -> None:
    assert stated(statement("RECEIVED JUN 4 2027"), EVENT, received=date(2027, 6, 2))["filing_date"].value == date(
        2027, 6, 2
    )


def test_leases_policies_and_last_year_are_no_event() -> None:
    found = stated(
        statement("The festival will be held on Saturday and Sunday, July 10 and 11, 2027."),
        statement("We have the use of the farm under lease from July 1 to July 20, 2027."),
        statement("Policy period July 5, 2027 to July 15, 2027."),
        statement("Last year we held it on July 11 and 12, 2026."),
    )
    assert plain(found["event_dates"].value) == ["2027-07-10", "2027-07-11"]
    assert found["event_days"].value == 2


def test_a_line_above_an_answer_is_its_label() -> None:
    found = stated(
        statement("Toilets"),
        statement("6 ladies, 5 mens, along the fence"),
        statement("Parking spaces (1 per 4 persons)"),
        statement("360"),
        statement("Expected vehicles at one time"),
        statement("310"),
    )
    values = {name: found[name].value for name in ("toilets_female", "toilets_male", "parking_spaces")}
    assert values == {"toilets_female": 6, "toilets_male": 5, "parking_spaces": 360}


def test_toilets_in_columns_with_some_for_everyone() -> None:
    found = stated(
        *table(
            ("Place", "Ladies", "Gents", "Unisex", "Sinks"), ("East", "6", "4", "1", "11"), ("West", "5", "3", "1", "9")
        )
    )
    values = [found[name].value for name in ("toilets_female", "toilets_male", "toilets_total", "lavatories")]
    assert values == [11, 7, 20, 20]


def test_units_in_a_column_of_their_own() -> None:
    found = stated(
        *table(
            ("Item", "Qty", "Unit"),
            ("Drinking water", "5,200", "gal/day"),
            ("Shower water", "18,000", "gal/day"),
            ("WC, women", "18", "units"),
            ("WC, men", "12", "units"),
        )
    )
    values = [found[f"{use}_water_gallons_per_day"].value for use in ("drinking", "bathing")]
    assert [*values, found["toilets_female"].value, found["toilets_male"].value] == [5200, 18000, 18, 12]


def test_the_first_and_the_last_day_in_rows_of_their_own() -> None:
    found = stated(
        *table(("", "A", "B"), ("4", "From", "Thu 8 July 2027, 18:00"), ("5", "To", "Sun 11 July 2027, 12:00"))
    )
    assert plain(found["event_dates"].value) == ["2027-07-08", "2027-07-09", "2027-07-10", "2027-07-11"]
    assert found["event_hours"].value == 66


def test_the_peak_of_several_days_is_the_greatest() -> None:
    rows = table(
        ("Day", "Peak", "Cost"), ("Friday", "1,800", "$25"), ("Saturday", "3,200", "$25"), heading="Attendance"
    )
    assert stated(*rows)["max_attendance"].value == 3200


def test_a_deed_s_year_is_not_the_event_s() -> None:
    found = stated(
        statement("June 24, 2027"),
        statement("The festival opens Friday the 9th of July and closes Sunday the 11th."),
        statement("Signed this 4th day of October, 1984."),
        statement("Received for record October 5, 1984 at 10:20 a.m."),
    )
    assert plain(found["event_dates"].value) == ["2027-07-09", "2027-07-10", "2027-07-11"]
    assert found["filing_date"].value == date(2027, 6, 24)


def test_a_column_that_numbers_its_rows_counts_nothing() -> None:
    rows = table(
        ("#", "Topic", "What"),
        ("4", "Guards", "Harbor Watch, by the gates"),
        ("5", "Police", "Troop H is asked for its advice"),
        ("6", "Nurses", "from the visiting nurses, names to follow on tab 3"),
    )
    assert not stated(*rows)


def test_a_first_column_of_quantities_counts() -> None:
    rows = table(("Qty", "Item"), ("3", "registered nurses"), ("4", "EMTs"), ("5", "security guards"))
    assert [stated(*rows)[name].value for name in ("nurses", "emts", "security_guards")] == [3, 4, 5]


def test_a_sheet_of_the_drawings_yields_to_the_application() -> None:
    own = statement(
        "At no time will more than 2,400 persons be within the gates.", file="application.pdf", heading="Crowd"
    )
    sheet = statement("Exits are sized for a peak of 3,000 persons.", file="application.pdf", heading="Sheet 2 of 3")
    assert stated(sheet, own)["max_attendance"].value == 2400


CONCERT = "We ask for a license for a concert on August 14, 2027."


@pytest.mark.parametrize(
    ("said", "filed"),
    [
        ([("June 3, 2027", 1), (CONCERT, 1), ("Certificate dated May 2, 2027.", 5)], "2027-06-03"),
        ([("TO THE TOWN", 1), ("June 3, 2027", 2), (CONCERT, 2), ("Dated May 2, 2027.", 5)], "2027-06-03"),
        ([("Application date: 6/1/2027", 1), (CONCERT, 1), ("RECEIVED MAY 20 2027 FIRE MARSHAL", 4)], "2027-06-01"),
    ],
)
def test_no_other_paper_s_date_is_that_of_filing(said: list[tuple[str, int]], filed: str) -> None:
    assert plain(stated(*(statement(text, page=page) for text, page in said))["filing_date"].value) == filed
