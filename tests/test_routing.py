"""Which checklist a packet is for: by the real samples, and by a few words where it cannot be told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from passages import document
from pipeline import audit, checklists, routing, structure
from pipeline.errors import ConfigurationError
from pipeline.readers import InProcess

SAMPLES = Path(__file__).parent.parent / "sample_applications"
ALL = [checklists.load(name) for name in checklists.available()]


def chosen(text: str) -> routing.Route:
    return routing.choose(structure.passages(document(text)), ALL)


@pytest.mark.parametrize("sample", ["ct-01", "ct-02", "ct-04", "kent-01", "wells-02", "fair-01", "waiver-01"])
def test_a_sample_goes_to_its_own_checklist(sample: str) -> None:
    expected = json.loads((SAMPLES / sample / "gold.json").read_text(encoding="utf-8"))["checklist"]
    with audit.read(SAMPLES / sample / "packet", InProcess()) as packet:
        route = routing.choose(packet.passages, ALL)
    assert route.checklist.id == expected
    assert route.reason.startswith(f"Taken for {expected}, because")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("To the Town Board of the Town of Kent, Putnam County: our petition for an assembly.", "kent-ny"),
        ("To the Selectmen of Wells, Maine. We ask for a mass gathering permit.", "wells-me"),
        ("Notice of an assembly at Union, Connecticut, which has waived licensing; our letter follows.", "ct-19a-436c"),
    ],
)
def test_the_words_of_a_filing(text: str, expected: str) -> None:
    assert chosen(text).checklist.id == expected


@pytest.mark.parametrize(
    "text",
    [
        "We will hold a concert for 3,000 people on July 4.",
        "A festival in Kent Falls, Wells-next-the-Sea and elsewhere in England.",
    ],
)
def test_what_names_no_place_is_left_to_a_person(text: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        chosen(text)
    assert "--checklist" in caught.value.remedy
