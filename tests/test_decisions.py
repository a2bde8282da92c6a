"""Decisions: recorded so that none is lost, vetted, and never applied where the evidence is another."""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import reporting_fixture as fixture
from pipeline import decisions, reporting
from pipeline.decisions import Decision, Kind, Seen, Standing, Subject
from pipeline.errors import ConfigurationError, UsageError

DAY, NEXT, LATER = date(2027, 6, 1), date(2027, 6, 2), date(2027, 7, 1)
FIRE = Subject("item", "c3")
TRAFFIC = Subject("item", "c7")


@pytest.fixture(scope="module")
def report() -> reporting.Report:
    return reporting.to_json(fixture.audit(), fixture.checklist())


def overruled(report: reporting.Report, *, who: str = "J. Roe", subject: Subject = FIRE) -> Decision:
    return Decision(
        kind=Kind.OVERRULE,
        subject=subject,
        who=who,
        day=DAY,
        reason="The plan is on the second sheet.",
        status="present",
        seen=(Seen(file=fixture.FILE, page=2, quote="FIRE LANE"),),
        fingerprint=decisions.fingerprint(report, subject),
    )


def added(report: reporting.Report) -> Decision:
    own = Subject("own", "")
    return Decision(
        kind=Kind.ADD,
        subject=own,
        who="J. Roe",
        day=DAY,
        reason="The grounds lie by the brook.",
        status="missing",
        title="Wetlands",
        ask="Show the wetland line on the plan",
        fingerprint=decisions.fingerprint(report, own),
    )


def standing(report: reporting.Report, folder: Path, on: date = DAY) -> list[Standing]:
    return [each.standing for each in decisions.review(report, decisions.read(folder), on).held]


def test_a_decision_is_on_the_disk_as_it_was_made(tmp_path: Path, report: reporting.Report) -> None:
    assert decisions.read(tmp_path) == ()
    made = decisions.record(tmp_path, report, replace(overruled(report), expires=LATER))
    assert (made.number, made.told, made.seen[0].sha256) == (1, "missing", "a" * 64)
    assert decisions.read(tmp_path) == (made,)
    assert decisions.review(report, (made,), DAY).in_force(FIRE) == made


def test_what_stands_in_the_record_is_kept_to_the_byte(tmp_path: Path, report: reporting.Report) -> None:
    decisions.record(tmp_path, report, overruled(report))
    file = tmp_path / decisions.FILE
    before = file.read_bytes() + b"# seen by the board\n"
    file.write_bytes(before)
    decisions.record(tmp_path, report, overruled(report, who="!!python/object: {*a} \u202e\U0001f525"))
    assert file.read_bytes().startswith(before)
    assert decisions.read(tmp_path)[1].who == "!!python/object: {*a} \u202e\U0001f525"


def _decide(folder: Path, who: str) -> int:
    report = reporting.to_json(fixture.audit(), fixture.checklist())
    return decisions.record(folder, report, overruled(report, who=who)).number


def test_of_reviewers_who_decide_at_once_none_is_lost(tmp_path: Path, report: reporting.Report) -> None:
    names = [f"Reviewer {number}" for number in range(12)]
    with ProcessPoolExecutor(4) as pool:
        numbers = list(pool.map(_decide, [tmp_path] * len(names), names))
    history = decisions.read(tmp_path)
    assert sorted(numbers) == list(range(1, 13))
    assert sorted(each.who for each in history) == sorted(names)
    assert standing(report, tmp_path) == [Standing.SUPERSEDED] * 11 + [Standing.APPLIED]
    assert decisions.review(report, history, DAY).in_force(FIRE) == history[-1]


def _other_words(report: reporting.Report) -> None:
    report["items"][3]["elements"][0]["near_misses"][0]["evidence"]["quote"] = "8. Fire protection: six hydrants"


def _other_status(report: reporting.Report) -> None:
    report["items"][3]["status"] = "partial"


def _other_file(report: reporting.Report) -> None:
    report["packet"]["files"][0]["sha256"] = "e" * 64


def _gone(report: reporting.Report) -> None:
    del report["items"][3]


@pytest.mark.parametrize("change", [_other_words, _other_status, _other_file, _gone])
def test_on_changed_evidence_a_decision_is_stale_and_not_applied(
    report: reporting.Report, tmp_path: Path, change: Callable[[reporting.Report], None]
) -> None:
    decisions.record(tmp_path, report, overruled(report))
    now = copy.deepcopy(report)
    change(now)
    review = decisions.review(now, decisions.read(tmp_path), DAY)
    assert review.held[0].standing is Standing.STALE
    assert review.held[0].why
    assert review.in_force(FIRE) is None


def test_a_page_put_in_before_the_words_changes_nothing(report: reporting.Report, tmp_path: Path) -> None:
    decisions.record(tmp_path, report, replace(overruled(report), seen=()))
    now = copy.deepcopy(report)
    for element in now["items"][3]["elements"]:
        element["near_misses"][0]["evidence"]["page"] += 1
        element["probability"] = 0.2
    assert standing(now, tmp_path) == [Standing.APPLIED]


def test_a_decision_made_on_what_is_no_longer_shown_is_stale_at_once(report: reporting.Report, tmp_path: Path) -> None:
    decisions.record(tmp_path, report, replace(overruled(report), fingerprint="0" * 16))
    assert standing(report, tmp_path) == [Standing.STALE]


def test_a_decision_holds_through_its_last_day(report: reporting.Report, tmp_path: Path) -> None:
    decisions.record(tmp_path, report, replace(overruled(report), expires=NEXT))
    assert standing(report, tmp_path, NEXT) == [Standing.APPLIED]
    assert standing(report, tmp_path, LATER) == [Standing.EXPIRED]


def test_a_decision_may_hold_for_its_own_day_alone(report: reporting.Report, tmp_path: Path) -> None:
    made = decisions.record(
        tmp_path, report, replace(overruled(report), expires=DAY)
    )  # the very same date, written twice
    assert decisions.read(tmp_path) == (made,)


def test_a_later_decision_stands_for_the_earlier_even_when_it_has_expired(
    report: reporting.Report, tmp_path: Path
) -> None:
    decisions.record(tmp_path, report, overruled(report))
    decisions.record(tmp_path, report, replace(overruled(report), kind=Kind.WAIVE, status="", expires=NEXT))
    assert standing(report, tmp_path, LATER) == [Standing.SUPERSEDED, Standing.EXPIRED]
    assert decisions.review(report, decisions.read(tmp_path), LATER).in_force(FIRE) is None


def test_what_is_withdrawn_counts_no_more_and_stays_on_record(report: reporting.Report, tmp_path: Path) -> None:
    first = decisions.record(tmp_path, report, overruled(report))
    back = replace(first, kind=Kind.WITHDRAW, status="", reason="Wrong sheet.", seen=())
    decisions.record(tmp_path, report, back)
    review = decisions.review(report, decisions.read(tmp_path), DAY)
    assert review.in_force(FIRE) is None
    assert [each.decision.reason for each in review.of(FIRE)] == ["Wrong sheet.", first.reason]
    with pytest.raises(UsageError, match="no decision on item-c3"):
        decisions.record(tmp_path, report, back)


def test_findings_of_ones_own_are_numbered_and_bound_to_the_packet(report: reporting.Report, tmp_path: Path) -> None:
    made = [decisions.record(tmp_path, report, added(report)) for _ in range(2)]
    assert [str(each.subject) for each in made] == ["own-1", "own-2"]
    decisions.record(tmp_path, report, replace(made[0], title="Wetlands and brook"))
    review = decisions.review(report, decisions.read(tmp_path), DAY)
    assert [each.title for each in review.own()] == ["Wetlands and brook", "Wetlands"]
    now = copy.deepcopy(report)
    now["packet"]["files"].append({**now["packet"]["files"][0], "name": "more.pdf", "sha256": "f" * 64})
    assert decisions.review(now, decisions.read(tmp_path), DAY).own() == []


BAD: dict[str, tuple[dict[str, object], str]] = {
    "no name": ({"who": " "}, "needs a name and a reason"),
    "no reason": ({"reason": ""}, "needs a name and a reason"),
    "an endless reason": ({"reason": "x" * 5000}, "longer than 4,000"),
    "over before it began": ({"expires": date(2027, 1, 1)}, "expired on 2027-01-01"),
    "no such item": ({"subject": Subject("item", "c99")}, "has no item 'c99'"),
    "no such check": ({"subject": Subject("check", "c3")}, "has no check 'c3'"),
    "no such status": ({"status": "fine"}, "'fine' is no status"),
    "no status": ({"status": ""}, "'' is no status"),
    "the tool's own status": ({"status": "missing"}, "says 'missing'"),
    "partial, nothing missing": ({"status": "partial"}, "some of its elements"),
    "partial, all missing": ({"status": "partial", "missing": ("fire_plan", "fire_chief")}, "some of its elements"),
    "no such element": ({"status": "partial", "missing": ("hoses",)}, "no element 'hoses'"),
    "missing elements of what is present": ({"missing": ("fire_plan",)}, "some of its elements"),
    "no such file": ({"seen": (Seen(file="../x", page=1),)}, "no file '../x'"),
    "no such page": ({"seen": (Seen(file="medical.pdf", page=3),)}, "no page 3"),
    "added to an item": ({"kind": Kind.ADD}, "report's own finding"),
    "waived with a status": ({"kind": Kind.WAIVE}, "takes no status"),
    "confirmed where nothing was found": (
        {"kind": Kind.CONFIRM, "status": "", "subject": Subject("item", "c6")},
        "nothing to confirm",
    ),
    "an own finding without a title": (
        {"kind": Kind.ADD, "status": "missing", "ask": "A plan", "subject": Subject("own", "")},
        "needs a title",
    ),
    "an own gap that asks for nothing": (
        {"kind": Kind.ADD, "status": "missing", "title": "Wetlands", "subject": Subject("own", "")},
        "asks the applicant for something",
    ),
    "an own finding waived": ({"kind": Kind.WAIVE, "status": "", "subject": Subject("own", "1")}, "reviewer's own"),
    "an own finding that is not there": (
        {"kind": Kind.ADD, "status": "caveat", "title": "Wetlands", "subject": Subject("own", "7")},
        "no own-7",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_decision_is_refused_and_leaves_no_trace(tmp_path: Path, report: reporting.Report, name: str) -> None:
    changes, message = BAD[name]
    with pytest.raises(UsageError, match=message) as caught:
        decisions.record(tmp_path, report, replace(overruled(report), **changes))  # type: ignore[arg-type]
    assert caught.value.remedy
    assert not (tmp_path / decisions.FILE).exists()


def _spoilt(text: str) -> dict[str, str]:
    return {
        "line 1: this is no record": "- a list\n",
        "Invalid enum value 'decree'": text.replace("kind: overrule", "kind: decree"),
        "the key 'expirse' is not known": text.replace("status: present", "status: present\n  expirse: 2027-01-01"),
        "none may be taken out": text.replace("number: 1", "number: 2"),
        "anchors are not allowed": text.replace("status: present", "status: &a present"),
    }


def test_a_spoilt_record_is_named_with_its_line_and_never_written_over(
    tmp_path: Path, report: reporting.Report
) -> None:
    decisions.record(tmp_path, report, overruled(report))
    file = tmp_path / decisions.FILE
    for message, text in _spoilt(file.read_text(encoding="utf-8")).items():
        file.write_text(text, encoding="utf-8")
        for attempt in (decisions.read, lambda folder: decisions.record(folder, report, overruled(report))):
            with pytest.raises(ConfigurationError, match=message) as caught:
                attempt(tmp_path)
            assert "decisions.yaml, line" in str(caught.value)
        assert file.read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, report: reporting.Report) -> None:
    with pytest.raises(ConfigurationError, match="cannot be written"):
        decisions.record(tmp_path / "gone", report, overruled(report))
