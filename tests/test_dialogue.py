"""Questions and answers in prose become fields; questions that nobody answers, or that only stir a reader, do not."""

from __future__ import annotations

import pytest

import passages
from pipeline import structure
from pipeline.records import PassageKind, Standing

MARKED = """# Your comments of June 4

Comment 1. Tell us who guards the crowd.

Response: Twelve guards of Mallory Watch, in two shifts.

Comment 2. How many cars will come in all?

Response:

Comment 3. Will anybody sleep there?

Comment 4. Are campers let in the night before?

Response: No.

It was so agreed.
"""
UNMARKED = """# What people ask us

Is there camping?

No.

Where do the cars go?

Into the hay lot behind the church, 400 of them. A flagman stands at Route 6.

Can I bring my dog?

Only on a leash.
"""
HEARD = """Q. Who guards the gate?

# A.

Two men of the Legion.

Q. And the cars?

# A.

Q. Is there a doctor?

# A.

Dr. Sills.
"""
RHETORIC = """# Dear Selectmen

Who would not wish to hear a fiddle in July?

We ask for a license for the second Saturday.

And what harm is in it?

There will be eight portable toilets.
"""


def fields(text: str) -> list[tuple[str, str]]:
    found = structure.passages(passages.document(text))
    return [(one.label, one.text) for one in found if one.kind is PassageKind.FIELD]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            MARKED,
            [
                ("Tell us who guards the crowd.", "Twelve guards of Mallory Watch, in two shifts."),
                ("How many cars will come in all?", ""),
                ("Will anybody sleep there? Are campers let in the night before?", "No."),
            ],
        ),
        (
            UNMARKED,
            [
                ("Is there camping?", "No."),
                ("Where do the cars go?", "Into the hay lot behind the church, 400 of them."),
                ("Can I bring my dog?", "Only on a leash."),
            ],
        ),
        (
            HEARD,
            [
                ("Who guards the gate?", "Two men of the Legion."),
                ("And the cars?", ""),
                ("Is there a doctor?", "Dr. Sills."),
            ],
        ),
        (RHETORIC, []),
    ],
)
def test_an_answer_stands_beside_its_question(text: str, expected: list[tuple[str, str]]) -> None:
    assert fields(text) == expected


def test_a_plain_no_and_a_mark_without_words_are_known_for_what_they_are() -> None:
    statements = passages.packet([passages.document(MARKED)]).statements
    standings = {s.passage.label: s.standing for s in statements if s.passage.kind is PassageKind.FIELD}
    assert standings["How many cars will come in all?"] is Standing.BLANK
    assert standings["Will anybody sleep there? Are campers let in the night before?"] is Standing.NEGATION


def test_what_an_answer_goes_on_to_tell_stands_below_its_question() -> None:
    flagman = [one for one in structure.passages(passages.document(UNMARKED)) if one.text.startswith("A flagman")]
    assert [(one.kind, one.heading_path[-1]) for one in flagman] == [(PassageKind.PARAGRAPH, "Where do the cars go?")]
