"""From candidates to findings: what is shown for an element, and the words that say why it is not answered."""

from __future__ import annotations

from functools import cache

import pytest

from conftest import ROOT
from passages import document, packet
from pipeline import audit as stages
from pipeline import checklists, classifier, conditions, judging, topics
from pipeline.facts import evidence
from pipeline.matching import Matcher
from pipeline.readers import InProcess
from pipeline.records import ItemFinding, Status


def items(text: str, *, filing: str) -> dict[str, ItemFinding]:
    """The findings on a packet of one letter, by the items' ids."""
    checklist = checklists.load(filing)
    matcher = Matcher(packet([document(text)]), classifier.load())
    held = conditions.decide(checklist.conditions, matcher)
    return {item.id: item for item in judging.judge(checklist, matcher, topics.load(), held, "")}


@cache
def sample(name: str, filing: str) -> dict[str, ItemFinding]:
    """The findings on a sample packet."""
    checklist = checklists.load(filing)
    with stages.read(ROOT / "sample_applications" / name / "packet", InProcess()) as read:
        return {item.id: item for item in stages.judge(read, checklist).items}


def test_a_number_is_shown_where_it_is_stated() -> None:
    """The 7 of another field is part of the figures 2,700, and no evidence of them."""
    text = "Hours: 7\n\nDrinking water, gallons per day: 2,700"
    (found,) = items(text, filing="wells-me")["4b"].elements
    assert [each.quote for each in found.evidence] == ["Drinking water, gallons per day: 2,700"]


def test_a_blank_is_told_by_the_forms_own_words() -> None:
    (found,) = sample("ct-02", "ct-19a-438")["c7"].elements
    assert found.status is Status.MISSING
    assert found.reason == (
        "“Maximum tickets to be sold”: the form asks for it, and nothing is filled in (MassGathering_form_filled.pdf, p. 1)."
    )


def test_a_terse_answer_is_told_with_its_question() -> None:
    (found, *_) = sample("ct-02", "ct-19a-438")["c16"].elements
    assert found.reason.startswith("“N/A” beside “Fire protection")


def test_a_blank_is_told_without_a_quote_of_nothing() -> None:
    text = "Health Department approval: ______"
    (found,) = items(text, filing="kent-ny")["health_approval"].elements
    assert [why for _, why in found.near_misses] == ["The form asks for it, and nothing is filled in."]


def test_near_misses_tell_of_the_matter() -> None:
    location = next(each for each in sample("ct-02", "ct-19a-438")["c10"].elements if each.id == "location")
    assert [(seen.quote, why) for seen, why in location.near_misses] == [
        ("TBD once site map is done", "The answer is put off: “TBD”.")
    ]


@pytest.mark.parametrize(("name", "filing"), [("ct-02", "ct-19a-438"), ("kent-01", "kent-ny")])
def test_one_place_is_shown_once(name: str, filing: str) -> None:
    for item in sample(name, filing).values():
        for each in item.elements:
            if each.status is Status.PRESENT:
                places = [shown.place for shown in each.evidence]
                assert len(places) == len(set(places)), f"{item.id} {each.id}"


def test_a_sentence_over_a_pages_end_names_both_pages() -> None:
    text = (
        "# Water\n\nWe look for many guests. We will bring two tankers which hold and deliver on each day\n---\n"
        "in all 7,000 gallons of drinking water. The taps stand by the barn. Cups are of paper."
    )
    corpus = packet([document(text)])
    spanning = next(s for s in corpus.statements if "tankers" in s.text)
    for found in (corpus.evidence(spanning, 1.0), evidence.of(spanning)):
        assert found.quote.startswith("We will bring")
        assert found.quote.endswith("7,000 gallons of drinking water.")
        assert (found.page, found.runs_over) == (1, True)
        assert len(found.lines) == 1, "the words on the first page"
    before, after = (next(s for s in corpus.statements if word in s.text) for word in ("guests", "taps"))
    assert [(found.page, found.runs_over) for found in (evidence.of(before), evidence.of(after))] == [
        (1, False),
        (2, False),
    ]


def test_nothing_sworn_needs_no_notary() -> None:
    """A natural person has no local agent whose statement would be verified, so that no notary is missed."""
    text = "I am Marian Ostrander, fifty-eight years old, and I live at 212 Farmers Mills Road, Kent, New York 10512."
    assert items(text, filing="kent-ny")["B1"].caveat is None
