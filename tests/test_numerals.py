"""Numbers in text: digits, words, mixed forms, and what is no quantity."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import numerals

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
ONES += ["seventeen", "eighteen", "nineteen"]
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def spelled(number: int, joint: str = " ") -> str:
    """A number in English words."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        return f"{ONES[number // 100]} hundred" + (joint + spelled(number % 100) if number % 100 else "")
    return f"{spelled(number // 1000, joint)} thousand" + (" " + spelled(number % 1000, joint) if number % 1000 else "")


@given(st.integers(min_value=1, max_value=999_999), st.sampled_from([" ", " and "]))
def test_words_give_their_number_back(number: int, joint: str) -> None:
    assert numerals.parse(spelled(number, joint)) == number
    (found,) = numerals.find(f"We expect {spelled(number, joint)} persons there.")
    assert found.value == number


@given(st.integers(min_value=11, max_value=99).filter(lambda n: n % 10))
def test_hundreds_beyond_nine(number: int) -> None:
    assert numerals.parse(f"{spelled(number)} hundred") == number * 100


@given(st.integers(min_value=1, max_value=9_999_999))
def test_digits_with_separators(number: int) -> None:
    (found,) = numerals.find(f"a total of {number:,} pounds")
    assert found.value == number
    assert f"a total of {number:,} pounds"[found.start : found.end] == f"{number:,}"


@given(st.integers(min_value=21, max_value=99_999))
def test_a_number_in_words_and_digits_is_one(number: int) -> None:
    (found,) = numerals.find(f"not more than {spelled(number)} ({number:,}) persons")
    assert found.value == number
    assert found.bound == "at most"


@given(st.text(max_size=300))
def test_no_text_is_too_odd(text: str) -> None:
    for found in numerals.find(text):
        assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("forty-five hundred", ["4500"]),
        ("4.5k people", ["4500"]),
        ("1.2 million", ["1200000"]),
        ("a dozen guards", ["12"]),
        ("6 doz cans", ["72"]),
        ("half an acre", ["0.5"]),
        ("an acre and a half", ["1.5"]),
        ("37½ hours", ["37.5"]),
        ("3 1/2 acres", ["3.5"]),
        ("one and a half tons", ["1.5"]),
        ("2 500 persons", ["2500"]),
        ("25OO persons", ["2500"]),
        ("1O,OOO gallons", ["10000"]),
        ("$7,500.00", ["7500.00"]),
        ("seven thousand five hundred dollars ($7,500.00)", ["7500"]),
        ("twelve (12) guards", ["12"]),
        ("two three", ["2", "3"]),
        ("women 12 men 6", ["12", "6"]),
        ("5000gal", ["5000"]),
        ("3,200 in 2027", ["3200"]),
        ("2000 people", ["2000"]),
    ],
)
def test_forms(text: str, values: list[str]) -> None:
    assert [n.value for n in numerals.find(text)] == [Decimal(value) for value in values]


@pytest.mark.parametrize(
    ("text", "product", "counts"),
    [
        ("2 tankers x 5,000 gal", 10000, [2]),
        ("two 3,000-gallon trailers", 6000, [2]),
        ("three loads of 800 gallons", 2400, [3]),
        ("two stainless tankers of 5,200 gallons apiece", 10400, [2]),
        ("800 gallons to a load, three loads", 2400, []),
        ("45 @ 55 gal", 2475, [45]),
        ("2 x 5,000", 10000, []),
    ],
)
def test_products(text: str, product: int, counts: list[int]) -> None:
    found = numerals.find(text)
    assert [n.value for n in found if n.times] == [product]
    assert [n.value for n in found if not n.times] == counts


@pytest.mark.parametrize("text", ["20 x 40 ft tent", "200 ft by 300 ft", "9 x 18 ft", "a 100 x 40 tent"])
def test_lengths_by_widths_are_dimensions(text: str) -> None:
    (found,) = numerals.find(text)
    assert found.dimension


def test_what_stands_around_a_number() -> None:
    (money,) = numerals.find("a fee of $300.00")
    assert money.money
    (about,) = numerals.find("about 500 people")
    assert about.approximate
    (most,) = numerals.find("we don't expect more than 2,200 folks")
    assert most.bound == "at most"
    (least,) = numerals.find("crowds of 2,000 or more")
    assert least.bound == "at least"
    (range_,) = numerals.find("between 3,000 and 3,500 people")
    assert range_.low == 3000
    assert range_.value == 3500
    (share,) = numerals.find("10% of the crowd")
    assert share.percent


@pytest.mark.parametrize(
    "text",
    [
        "Call 860-555-0142 or (207) 555-0117.",
        "Lebanon, CT 06249",
        "Volume 188, Page 412 of the land records",
        "402 Beaumont Highway",
        "Route 207",
        "Tax Map 61, Lot 14",
        "policy GL 4400871-03",
        "check no. 2207",
        "Exhibit 4 and Section 7.4",
        "from 9:30 a.m. to 10 p.m.",
        "ten in the morning until six in the evening",
        "aged 57",
        "kids under 10 free",
        "July 16-18, 2027",
        "the 2027 festival",
        "at any one time",
        "license no. 049977",
        "someone@example.org",
        "dial 911",
        "Gates 1 and 2",
    ],
)
def test_decoys(text: str) -> None:
    assert not numerals.find(text)


def test_a_verb_before_a_number_is_no_name() -> None:
    assert [n.value for n in numerals.find("The firm will field 36 guards.")] == [36]
