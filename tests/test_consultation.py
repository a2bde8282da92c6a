"""A consultation answers when somebody is named and it took place; asked about or set for a later day it does not."""

from __future__ import annotations

import pytest

from passages import proposed

POLICE = "security.police_consulted"


@pytest.mark.parametrize(
    "sentence",
    [
        "A walk-through with the Police Department is set for the ninth of June.",
        "Our talk with the Police Chief has been scheduled for Tuesday.",
        "The sit-down with the State Police is firmly booked for next week.",
        "> 9. Have you gone over the posts with the Police Department?",
        "Did you meet the Police Chief on the traffic posts?",
    ],
)
def test_what_is_asked_or_set_for_later_is_no_consultation(sentence: str) -> None:
    assert all(candidate.probability < 0.3 for candidate in proposed(POLICE, sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "We went over the posts with the Police Department on the ninth of May.",
        "The Police Chief met with us on April 4 and agreed to the plan.",
    ],
)
def test_what_took_place_is_a_consultation(sentence: str) -> None:
    assert proposed(POLICE, sentence)[0].probability > 0.7
