"""What requirements hang on: whether it holds by what the packet says, and whether a word to the contrary takes it back."""

from __future__ import annotations

import pytest

from passages import document, packet
from pipeline import checklists, classifier, conditions
from pipeline.matching import Matcher

OVERNIGHT = "overnight"


def holds(text: str) -> bool:
    condition = checklists.load("ct-19a-438").conditions[OVERNIGHT]
    held = conditions.decide({OVERNIGHT: condition}, Matcher(packet([document(text)]), classifier.load()))
    return held[OVERNIGHT].holds


@pytest.mark.parametrize(
    "text",
    [
        "Campers pitch in the north pasture, four to a site. No camp fires are lit.",
        "There is no camping.\n\nThe camping area of 300 sites lies behind the barn, each site 20 by 30 feet with water.",
    ],
)
def test_a_denial_of_something_less_leaves_camping_open(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize(
    "text",
    [
        "No camping on the grounds. Gates are locked at ten each night.",
        "Nobody sleeps on the site.",
        "Everyone goes home at eleven; there is no overnight camping.",
    ],
)
def test_a_plain_denial_of_camping_holds(text: str) -> None:
    assert not holds(text)
