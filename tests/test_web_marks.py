"""What a report points to, page by page."""

from __future__ import annotations

from typing import Any

import reporting_fixture as fixture
from pipeline import reporting
from pipeline.web.marks import Mark, mark_of, marks


def report(**changes: Any) -> reporting.Report:
    return {**reporting.to_json(fixture.audit(), fixture.checklist()), **changes}


def evidence(quote: str, *, top: float = 100, file: str = "a.pdf", page: int = 1) -> dict[str, Any]:
    box = [72, top, 300, top + 12]
    return {"file": file, "page": page, "quote": quote, "bbox": box, "lines": [box], "page_size": [612, 792]}


def item(name: str, *words: dict[str, Any], misses: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    element = {"evidence": list(words), "near_misses": [{"evidence": miss, "why": "no"} for miss in misses]}
    return {"id": name, "cite": f"({name})", "short": name.upper(), "elements": [element]}


def pointed(*items: dict[str, Any]) -> dict[tuple[str, int], tuple[Mark, ...]]:
    return dict(marks(report(items=list(items), checks=[], facts=[])))


def test_words_that_several_findings_use_are_one_mark() -> None:
    words = evidence("We take 6,000 people.")
    ((mark,),) = pointed(item("c6", words), item("c8", words)).values()
    assert [use.anchor for use in mark.uses] == ["item-c6", "item-c8"]
    assert mark.uses[0].title == "(c6) C6"
    assert mark.answers


def test_words_that_were_looked_at_in_vain_are_told_apart() -> None:
    words = evidence("Fire plan: see below.")
    ((mark,),) = pointed(item("c16", misses=(words,))).values()
    assert not mark.answers
    ((mark,),) = pointed(item("c16", misses=(words,)), item("c17", words)).values()
    assert mark.answers
    assert [use.answers for use in mark.uses] == [False, True]


def test_marks_go_down_the_page_and_each_page_has_its_own() -> None:
    low, high, other = evidence("low", top=500), evidence("high", top=50), evidence("other", page=2)
    found = pointed(item("c1", low, other), item("c2", high))
    assert [(mark.id, mark.quote) for mark in found["a.pdf", 1]] == [("m1", "high"), ("m2", "low")]
    assert [(mark.id, mark.quote) for mark in found["a.pdf", 2]] == [("m1", "other")]
    assert mark_of(found, low) == found["a.pdf", 1][1]
    assert mark_of(found, evidence("nowhere", top=700)) is None


def test_every_place_that_a_report_names_has_a_mark() -> None:
    told = report()
    found = marks(told)
    for each in [
        *told["items"][0]["elements"][0]["evidence"],
        *(e for fact in told["facts"] for e in fact["evidence"]),
    ]:
        assert mark_of(found, each), each
    for check in told["checks"]:
        for each in check["evidence"]:
            mark = mark_of(found, each)
            assert mark
            assert f"check-{check['id']}" in {use.anchor for use in mark.uses}
