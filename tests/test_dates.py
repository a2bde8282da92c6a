"""Dates and hours in text."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import clock, dates, hours

MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
DAYS = st.dates(min_value=date(2010, 1, 1), max_value=date(2060, 12, 31))


def suffix(day: int) -> str:
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def written(day: date) -> list[str]:
    """One day in many ways."""
    month, weekday = MONTHS[day.month - 1], WEEKDAYS[day.weekday()]
    return [
        f"{month} {day.day}, {day.year}",
        f"{weekday}, {month} {day.day}, {day.year}",
        f"{month[:3]}. {day.day}, {day.year}",
        f"{month.upper()} {day.day} {day.year}",
        f"{day.day} {month} {day.year}",
        f"{weekday[:3]} {day.day} {month[:3]} {day.year}",
        f"the {day.day}{suffix(day.day)} of {month}, {day.year}",
        f"{day.day}{suffix(day.day)} day of {month}, {day.year}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day.month:02}/{day.day:02}/{day.year % 100:02}",
        f"{day.month}-{day.day}-{day.year}",
        day.isoformat(),
    ]


@given(DAYS, st.data())
def test_a_day_in_any_writing(day: date, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(written(day)))
    (span,) = dates.find(f"It will be held on {text} at the farm.")
    assert span.days == (day,)
    assert span.weekday_agrees
    assert span.year_given


@given(DAYS, st.integers(min_value=1, max_value=9), st.data())
def test_a_range_in_any_writing(first: date, length: int, data: st.DataObject) -> None:
    last = first + timedelta(length)
    month, after = MONTHS[first.month - 1], MONTHS[last.month - 1]
    join = data.draw(st.sampled_from([" - ", "–", " to ", " through ", " thru "]))
    forms = [
        f"{month} {first.day}, {first.year}{join}{after} {last.day}, {last.year}",
        f"{first.month}/{first.day}/{first.year}{join}{last.month}/{last.day}/{last.year}",
    ]
    forms.append(f"{month} {first.day}{join}{after} {last.day}, {last.year}")
    if first.month == last.month:
        forms += [
            f"{month} {first.day}{join}{last.day}, {first.year}",
            f"{first.day}{join}{last.day} {month} {first.year}",
        ]
    (span,) = dates.find(data.draw(st.sampled_from(forms)))
    assert (span.first, span.last) == (first, last)
    assert len(span.days) == length + 1


@given(DAYS, st.integers(min_value=1, max_value=6))
def test_a_wrong_weekday_is_noticed(day: date, off: int) -> None:
    (span,) = dates.find(f"{WEEKDAYS[(day + timedelta(off)).weekday()]}, {MONTHS[day.month - 1]} {day.day}, {day.year}")
    assert not span.weekday_agrees


@given(st.text(max_size=300))
def test_no_text_is_too_odd(text: str) -> None:
    for span in dates.find(text, year=2027):
        assert 0 <= span.start < span.end <= len(text)
        assert list(span.days) == sorted(span.days)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("July 9 thru 11, 2027", "2027-07-09", "2027-07-11"),
        ("July 16–18, 2027", "2027-07-16", "2027-07-18"),
        ("7/9/27 - 7/11/27", "2027-07-09", "2027-07-11"),
        ("7/9-11/27", "2027-07-09", "2027-07-11"),
        ("Saturday the 4th, Sunday the 5th and Monday the 6th of September, 2027", "2027-09-04", "2027-09-06"),
        ("Fri 9 July 6 pm to Sun 11 July 11 pm, 2027", "2027-07-09", "2027-07-11"),
        ("Sat 8/14/27 and Sun 8/15/27", "2027-08-14", "2027-08-15"),
        ("14 and 15 August 2027", "2027-08-14", "2027-08-15"),
        ("the weekend of July 10, 2027", "2027-07-10", "2027-07-11"),
        ("December 30 to January 2, 2028", "2027-12-30", "2028-01-02"),
        ("Dec 31, 2027 - Jan 1", "2027-12-31", "2028-01-01"),
        ("Ju1y 4, 2O27", "2027-07-04", "2027-07-04"),
        ("Friday, August 13, 2027, at noon until Sunday, August 15, at 6 p.m.", "2027-08-13", "2027-08-15"),
        ("the tenth of July 2027", "2027-07-10", "2027-07-10"),
        ("2027 JUL 08", "2027-07-08", "2027-07-08"),
        ("the eleventh of May, two thousand twenty-seven", "2027-05-11", "2027-05-11"),
        ("the second Saturday of May, which is the 8th, in the year 2027", "2027-05-08", "2027-05-08"),
        ("the 13th and terminating on the 15th of August, A.D. 2027", "2027-08-13", "2027-08-15"),
        ("October 4, 1891", "1891-10-04", "1891-10-04"),
    ],
)
def test_forms(text: str, first: str, last: str) -> None:
    (span,) = dates.find(text)
    assert (span.first.isoformat(), span.last.isoformat()) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "February 31, 2027",
        "13/45/2027",
        "we may 5 people",
        "860-555-0142",
        "form MG-1 (rev. 3/19)",
        "August 2027",
        "24/7",
        "section 7-9",
    ],
)
def test_no_dates(text: str) -> None:
    assert not dates.find(text, year=2027)


def test_a_missing_year_comes_from_the_context() -> None:
    assert not dates.find("July 4")
    (span,) = dates.find("July 4", year=2027)
    assert (span.first, span.year_given) == (date(2027, 7, 4), False)
    _, second = dates.find("Filed May 3, 2026, and heard again on June 1.")
    assert second.first == date(2026, 6, 1)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("10 a.m. to 6 p.m.", [600, 1080]),
        ("ten in the morning until six in the evening", [600, 1080]),
        ("noon to midnight", [720, 1440]),
        ("9 to 5:30 pm", [540, 1050]),
        ("8:30 at night", [1230]),
        ("1300 people at 18:00", [1080]),
        ("11 people", []),
        ("8:00 o 'clock in the forenoon", [480]),
        ("on the evening of Friday, September 17, at six o’clock", [1080]),
        ("ten till seven, Saturday", [600, 1140]),
        ("Fri 3p-11p / Sat 11a-7p", [900, 1380, 660, 1140]),
        ("1000 to 2200 hours", [600, 1320]),
        ("06:00 - 18:00", [360, 1080]),
        ("between 1 and 8 p.m.", [780, 1200]),
        ("we open at ten and shut at five", [600, 1020]),
        ("matinee 2 to 5, evening 7:30 to 10, one Saturday", [840, 1020, 1170, 1320]),
        ("from 7 p.m. until half past one in the morning", [1140, 90]),
        ("twelve o'clock at night", [1440]),
        ("Saturday night at 11", [1380]),
        ("Sat., August 7-8, 2027", []),
        ("7-9-27", []),
        ("Sat 11 May 2027 -0400", []),
        ("5 a day", []),
        ("2 to 3 doctors on Saturday", []),
        ("1100 to 1500 people on Saturday", []),
        ("sunup to sundown", []),
    ],
)
def test_clocks(text: str, minutes: list[int]) -> None:
    assert [clock.minutes for clock in clock.find(text)] == minutes


@pytest.mark.parametrize(
    ("text", "days", "value"),
    [
        ("fifty-four consecutive hours", 3, "54"),
        ("from 10 a.m. to 6 p.m.", 1, "8"),
        ("from 6 p.m. to 2 a.m.", 1, "8"),
        ("opening at 9:30 in the morning and closing at 10:00 at night each day", 3, "37.5"),
        ("gates 9 am, done 10 pm both days", 2, "26"),
        ("noon Friday, July 9 to 6 p.m. Sunday, July 11", 3, "54"),
    ],
)
def test_hours(text: str, days: int, value: str) -> None:
    event = [date(2027, 7, 9) + timedelta(n) for n in range(days)]
    assert hours.find(text, days=event)[0].value == Decimal(value)
