"""The scorer, on packets and reports small enough to count by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline import calibration, checklists, scoring
from pipeline.errors import UsageError
from pipeline.scoring import Aspect, Label

ELEMENTS = {"law": {"a": ["name", "age"], "b": ["plan"], "c": ["map"], "d": ["oath"], "e": ["fee"]}}


def label(packet: str = "one", *, arguable: frozenset[str] = frozenset()) -> Label:
    return Label(
        id=packet,
        checklist="law",
        folder=Path("packet"),
        items={
            "a": {"status": "partial", "missing": ["age"], "pages": [["x.pdf", 1]]},
            "b": {"status": "present", "pages": [["x.pdf", 2], ["x.pdf", 3]]},
            "c": {"status": "missing", "pages": []},
            "d": {"status": "not_applicable", "pages": [["x.pdf", 4]]},
            "e": {"status": "present", "pages": [["x.pdf", 5]]},
        },
        checks={"toilets": "shortfall", "water": "ok", "fee": "not_stated"},
        facts={"max_attendance": 2500, "event_dates": ["2027-07-10", "2027-07-11"], "filing_date": "2027-06-01"},
        arguable=arguable,
    )


def item(item_id: str, status: str, /, *, review: bool = False, **elements: tuple[str, int | None]) -> dict[str, Any]:
    told = [
        {"id": key, "status": state, "evidence": [{"file": "x.pdf", "page": page}] if page else []}
        for key, (state, page) in elements.items()
    ]
    return {"id": item_id, "status": status, "needs_review": review, "elements": told}


def right_report() -> dict[str, Any]:
    return {
        "items": [
            item("a", "partial", name=("present", 1), age=("missing", None)),
            item("b", "present", plan=("present", 3)),
            item("c", "missing", map=("missing", None)),
            item("d", "not_applicable", oath=("not_applicable", None)),
            item("e", "present", fee=("present", 5)),
        ],
        "checks": [
            {"id": "toilets", "status": "shortfall"},
            {"id": "water", "status": "ok"},
            {"id": "fee", "status": "not_stated"},
        ],
        "facts": [
            {"name": "max_attendance", "value": 2500.0},
            {"name": "event_dates", "value": ["2027-07-11", "2027-07-10"]},
            {"name": "filing_date", "value": "2027-06-01"},
        ],
    }


def wrong_report() -> dict[str, Any]:
    return {
        "items": [
            item("a", "present", name=("present", 9), age=("present", 9)),
            item("b", "missing", review=True, plan=("missing", None)),
            item("c", "present", map=("present", 2)),
            item("d", "could_not_check", oath=("missing", None)),
            item("e", "present", review=True, fee=("present", 5)),
        ],
        "checks": [{"id": "toilets", "status": "ok"}, {"id": "water", "status": "conflict"}],
        "facts": [{"name": "max_attendance", "value": 2600}, {"name": "filing_date", "value": "2027-06-01"}],
    }


def figures(*reports: tuple[Label, dict[str, Any]]) -> scoring.Figures:
    labels = [each for each, _ in reports]
    return scoring.score(labels, {each.id: report for each, report in reports}, ELEMENTS).figures()


def test_a_right_report_scores_one_in_everything() -> None:
    assert figures((label(), right_report())) == {
        "packets": 1,
        "packets_with_every_item_right": 1,
        "item_status_accuracy": 1.0,
        "balanced_status_accuracy": 1.0,
        "gap_precision": 1.0,
        "gap_recall": 1.0,
        "gap_f1": 1.0,
        "overstated": 0,
        "understated": 0,
        "review_share": 0.0,
        "wrong_caught_by_review": None,
        "missing_called_present": 0,
        "present_called_missing": 0,
        "element_accuracy": 1.0,
        "evidence_page_hit": 1.0,
        "check_accuracy": 1.0,
        "troubles_found": 1.0,
        "false_alarms": 0,
        "fact_accuracy": 1.0,
        "max_attendance_accuracy": 1.0,
    }


def test_each_kind_of_error_is_counted_where_it_belongs() -> None:
    assert figures((label(), wrong_report())) == {
        "packets": 1,
        "packets_with_every_item_right": 0,
        "item_status_accuracy": 0.2,  # e alone
        "balanced_status_accuracy": 0.125,  # present 1 of 2, the other three none
        "gap_precision": 0.0,  # b is told as a gap and is none
        "gap_recall": 0.0,  # a and c are gaps and were not told
        "gap_f1": None,
        "overstated": 2,  # a and c
        "understated": 1,  # b
        "review_share": 0.4,  # b and e
        "wrong_caught_by_review": 0.25,  # b, of a, b, c and d
        "missing_called_present": 1,  # c
        "present_called_missing": 1,  # b
        "element_accuracy": 0.5,  # name and fee, not age and plan
        "evidence_page_hit": 0.5,  # e cites its page, a another; b was not called answered
        "check_accuracy": 0.0,
        "troubles_found": 0.0,
        "false_alarms": 1,  # water
        "fact_accuracy": 0.3333,  # the filing date
        "max_attendance_accuracy": 0.0,
    }


def test_shares_are_over_all_packets_together() -> None:
    both = figures((label("one"), right_report()), (label("two"), wrong_report()))
    assert (both["packets"], both["packets_with_every_item_right"]) == (2, 1)
    assert both["item_status_accuracy"] == 0.6
    assert both["balanced_status_accuracy"] == 0.5625  # 3 of 4 present, and half of each other status
    assert (both["gap_precision"], both["gap_recall"], both["gap_f1"]) == (0.6667, 0.5, 0.5714)


def test_calling_everything_present_earns_a_quarter_and_no_gap() -> None:
    report = right_report()
    for each in report["items"]:
        each["status"] = "present"
    found = figures((label(), report))
    assert found["balanced_status_accuracy"] == 0.25
    assert (found["gap_recall"], found["gap_f1"]) == (0.0, None)


def test_a_packet_without_a_report_is_wrong_in_everything() -> None:
    found = scoring.score([label()], {}, ELEMENTS).figures()
    assert found["item_status_accuracy"] == found["check_accuracy"] == found["fact_accuracy"] == 0.0
    assert found["element_accuracy"] == 0.25  # that the age is missing happens to be so
    assert found["packets_with_every_item_right"] == 0


def test_what_people_differ_on_is_left_out() -> None:
    differing = label(arguable=frozenset({"a", "b", "c", "d", "check toilets", "check water", "check fee"}))
    result = scoring.score([differing], {"one": wrong_report()}, ELEMENTS)
    assert [row.name for row in result.of(Aspect.ITEM)] == ["e"]
    assert result.figures()["packets_with_every_item_right"] == 1
    assert result.figures()["check_accuracy"] is None


def test_wrong_names_items_checks_and_facts() -> None:
    result = scoring.score([label()], {"one": wrong_report()}, ELEMENTS)
    said = [str(row) for row in result.wrong]
    assert said[0] == "one item a: present, should be partial age"
    assert "one check water: conflict, should be ok" in said
    assert "one fact max_attendance: 2600, should be 2500" in said
    assert len(said) == 4 + 3 + 2


@pytest.mark.parametrize(
    ("told", "should", "same"),
    [
        (2500.0, 2500, True),
        (2500.002, 2500, True),
        (2501, 2500, False),
        ("2500", 2500, True),
        (["b", "a"], ["a", "b"], True),
        ("a", ["a"], False),
        (None, "2027-06-01", False),
    ],
)
def test_facts_are_compared_by_value(told: object, should: object, same: bool) -> None:
    each = Label("one", "law", Path("packet"), items={}, checks={}, facts={"fact": should})
    report = {"items": [], "checks": [], "facts": [{"name": "fact", "value": told}]}
    assert scoring.score([each], {"one": report}, ELEMENTS).figures()["fact_accuracy"] == float(same)


def test_labels_are_read_and_chosen_by_glob(samples: Path) -> None:
    names = [each.id for each in scoring.read_labels(samples)]
    assert names == sorted(folder.parent.name for folder in samples.glob("*/gold.json"))
    assert [each.id for each in scoring.read_labels(samples, only=["ct-01", "ct-0[12]"])] == ["ct-01", "ct-02"]
    assert all(any(each.folder.iterdir()) for each in scoring.read_labels(samples))


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no labelled packets"):
        scoring.read_labels(tmp_path)


def test_reports_are_found_under_both_names(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "report.json").write_text(json.dumps(right_report()))
    (tmp_path / "two.json").write_text(json.dumps(wrong_report()))
    found = scoring.read_reports(tmp_path, [label("one"), label("two"), label("three")])
    assert found == {"one": right_report(), "two": wrong_report()}


def test_every_sample_label_speaks_of_items_that_its_checklist_has(samples: Path) -> None:
    for each in scoring.read_labels(samples):
        if each.checklist in checklists.available():
            filing = checklists.load(each.checklist)
            assert set(each.items) <= {item.id for item in filing.items}, each.id
            assert set(each.checks) <= {check.id for check in filing.checks}, each.id
            for name, wanted in each.items.items():
                known = {element.id for element in filing.item(name).elements}
                assert set(wanted.get("missing", [])) <= known, f"{each.id} {name}"


def test_only_items_whose_elements_always_apply_are_scored_by_element() -> None:
    filing = checklists.load("ct-19a-438")
    plain = scoring.plain_elements(filing)
    assert plain["c1"] == ["name", "age", "residence", "mailing_address"]
    assert "c3" not in plain  # proof of ownership or the owner's permission


def test_calibration_counts_by_probability_how_many_elements_were_answered() -> None:
    report = right_report()
    for each, probabilities in zip(report["items"], [(0.9, 0.2), (0.9,), (0.7,), (0.0,), (1.0,)], strict=True):
        for element, probability in zip(each["elements"], probabilities, strict=True):
            element["probability"] = probability
    told = [
        (b.low, b.elements, b.mean, b.answered)
        for b in calibration.bins([label(arguable=frozenset({"b"}))], {"one": report}, ELEMENTS)
    ]
    assert told == [(0.1, 1, 0.2, 0.0), (0.62, 1, 0.7, 0.0), (0.85, 1, 0.9, 1.0), (0.95, 1, 1.0, 1.0)]
