"""What a statement is: content of this event's application, or one of the things that answer nothing."""

from __future__ import annotations

import pytest

import passages
from pipeline.records import Standing

BOTH_YEARS = """The fair runs from September 10 to 12, 2027, on the Society's own grounds.

In 2026 Engine 2 stood by at the tractor pull. Attendance in 2026 was 3,100 on the Saturday.

The 2026 books were closed in November 2026, and the 2027 officers took their seats in January 2027.
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("In 2026 Engine 2 stood by", Standing.OTHER_EVENT),
        ("Attendance in 2026 was", Standing.OTHER_EVENT),
        ("The fair runs from", Standing.CONTENT),
    ],
)
def test_last_years_event_is_told_apart_even_where_it_is_spoken_of_more(words: str, expected: Standing) -> None:
    statements = passages.packet([passages.document(BOTH_YEARS)]).statements
    assert [s.standing for s in statements if s.text.startswith(words)] == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "A cash bond of $4,000, the amount set by the Selectmen last spring, lies with the Treasurer.",
            Standing.CONTENT,
        ),
        ("The bond of $4,000, a formality, lay with the Treasurer last spring.", Standing.OTHER_EVENT),
        ("Last spring the bond of $4,000, the usual sum, lay with the Treasurer.", Standing.OTHER_EVENT),
    ],
)
def test_last_year_within_an_apposition_is_not_the_sentences_time(sentence: str, expected: Standing) -> None:
    statements = passages.packet([passages.document(sentence)]).statements
    assert [s.standing for s in statements] == [expected]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ({"Matter": "Police", "What": "Meeting with Troop D", "When": "Aug 4", "Status": "open"}, Standing.DEFERRED),
        ({"Matter": "Refuse", "Who": "two haulers have bid", "State": "Pending"}, Standing.DEFERRED),
        ({"Matter": "Refuse", "Who": "Dolan & Sons", "Stage": "not started"}, Standing.DEFERRED),
        ({"Matter": "Refuse", "Who": "Dolan & Sons, 14 carts", "Status": "done"}, Standing.CONTENT),
        ({"Gate": "North", "Hours": "8 to 6", "Way": "open"}, Standing.CONTENT),
        ({"": "☐", "Oath": "I affirm that all of this is true.", "Note": "check here"}, Standing.BLANK),
        ({"": "☒", "Oath": "I affirm that all of this is true.", "Note": "check here"}, Standing.CONTENT),
        ({"Food sold": "☐ yes ☒ no", "Stands": "three bake tables"}, Standing.CONTENT),
    ],
)
def test_a_row_answers_unless_its_state_is_open_or_its_box_unticked(cells: dict[str, str], expected: Standing) -> None:
    assert [s.standing for s in passages.of_passages([passages.row(cells)]).statements] == [expected]


def test_waiting_cut_short_puts_off() -> None:
    statements = passages.packet([passages.document("Chief's word on the ambulances: wtg on Chf.")]).statements
    assert [s.standing for s in statements] == [Standing.DEFERRED]
