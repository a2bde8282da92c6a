"""What answers and what does not, by the slots alone: passages of many voices through the stages before them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from passages import document, packet, proposed
from pipeline import checklists, topics
from pipeline.judging import PRESENT
from pipeline.slots import SLOTS

CASES: dict[str, dict[str, list[str]]] = yaml.safe_load((Path(__file__).parent / "topic_cases.yaml").read_text("utf-8"))
ANSWERS = [(answer, text) for answer, cases in CASES.items() for text in cases["answers"]]
MISSES = [(answer, text) for answer, cases in CASES.items() for text in cases["misses"]]
FORMS: dict[str, str] = yaml.safe_load((Path(__file__).parent / "topic_forms.yaml").read_text("utf-8"))
NOT_ON_A_FORM = {
    "wells-me": {"water.pressure_and_rate"},
    "kent-ny": {
        "agent.verified_statement",
        "camping.housing",
        "camping.number_and_location",
        "camping.plan_to_scale",
        "food.structures_plan_to_scale",
        "lights.map",
        "oath.verification",
        "parking.layout_to_scale",
        "plans.map",
        "plans.map_license",
        "plans.plan_license",
        "plans.plan_to_scale",
        "property.inspection_authorization",
    },
}
"""Drawings, sworn papers, and what the form says that there is none of."""
EVASIONS = ("______", "TBD", "to follow", "pending", "will be provided later")


@pytest.mark.parametrize(("answer", "text"), ANSWERS)
def test_an_answer(answer: str, text: str) -> None:
    best = proposed(answer, text)[0]
    assert best.probability >= PRESENT
    assert not best.refused


@pytest.mark.parametrize(("answer", "text"), MISSES)
def test_a_near_miss(answer: str, text: str) -> None:
    assert not [candidate for candidate in proposed(answer, text) if candidate.probability >= PRESENT]


@pytest.mark.parametrize("answer", CASES)
def test_a_label_without_an_answer(answer: str) -> None:
    labels = topics.load().answers[answer].labels[:4]
    for label, evasion in zip(labels, EVASIONS, strict=False):
        text = f"# Application\n\n{label.capitalize()}: {evasion}\n\nContact: the committee"
        assert not [c for c in proposed(answer, text) if c.probability >= PRESENT], text


@pytest.mark.parametrize("answer", CASES)
def test_a_heading_with_nothing_under_it(answer: str) -> None:
    for heading in topics.load().answers[answer].headings[:4]:
        text = f"# {heading.capitalize()}\n\n# Other matters\nThe committee thanks everybody."
        assert not [c for c in proposed(answer, text) if c.probability >= PRESENT], text


@pytest.mark.parametrize("name", ["kent-ny", "wells-me", "ct-19a-436c", "ct-19a-443c"])
def test_the_law_and_the_printed_form_answer_nothing(name: str) -> None:
    checklist = checklists.load(name)
    elements = [element for item in checklist.items for element in item.elements]
    law = document("# Chapter\n" + "\n\n".join(item.law for item in checklist.items if item.law))
    form = document("# Application\n" + "\n\n".join(element.ask for element in elements), name="form.pdf")
    corpus = packet([law, form], law=[checklist.law])
    answers = topics.load().answers
    mine = [answers[element.answer] for element in elements if element.answer in CASES]
    found = {a.id: c.statement.text for a in mine for c in SLOTS[a.slot](a, corpus) if c.probability >= PRESENT}
    assert not found


def _answered(name: str, form: str) -> dict[str, str]:
    checklist = checklists.load(name)
    corpus = packet([document(form)], law=[checklist.law])
    answers = [topics.load().answers[element.answer] for item in checklist.items for element in item.elements]
    return {a.id: c.statement.text for a in answers for c in SLOTS[a.slot](a, corpus) if c.probability >= PRESENT}


@pytest.mark.parametrize("name", FORMS)
def test_a_filled_form_answers_all_that_it_can(name: str) -> None:
    asked = {element.answer for item in checklists.load(name).items for element in item.elements}
    assert asked - set(_answered(name, FORMS[name])) == NOT_ON_A_FORM[name]


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(
    "evasion", ["Still being arranged", "We hope to have this soon", "Same as last year", "See Exhibit K"]
)
def test_a_form_of_evasions_answers_nothing(name: str, evasion: str) -> None:
    lines = [line.split(": ")[0] + ": " + evasion if ": " in line else line for line in FORMS[name].splitlines()]
    assert not _answered(name, "\n".join(lines))
