"""Checklists: what they contain, that they quote the law, and that each kind of mistake is named with its line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline import checklists
from pipeline.checklists import Checklist
from pipeline.errors import ConfigurationError
from pipeline.records import Due

CONTRACT = Path(__file__).parent / "contract"
IDS = ("ct-19a-436c", "ct-19a-438", "ct-19a-443c", "kent-ny", "wells-me")
ALL = {name: checklists.load(name) for name in IDS}

GOOD = """\
id: test
title: A test
jurisdiction: Somewhere
law: |
  The application shall state the name of the applicant, and how many tickets there are.
route: [Somewhere]
items:
  - id: a
    cite: 1(a)
    title: Name
    law: The application shall state the name
    elements:
      - id: name
        title: Name of the applicant
        ask: Please give the name of the applicant.
        answer: applicant.name
  - id: b
    cite: 1(b)
    title: Tickets
    law: how many tickets
    when: tickets_sold
    elements:
      - any_of:
          - {id: some, title: Some, ask: Please say., answer: tickets.maximum}
          - {id: none, title: None, ask: Please say., answer: tickets.maximum}
checks:
  - id: money
    cite: "1"
    title: Money
    kind: fee
    fact: fee_paid
    amount: 10
    unit: dollars
"""


def contract(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((CONTRACT / f"{name}.yaml").read_text(encoding="utf-8"))
    return data


def contract_elements(item: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Each element's id, and whether it hangs on a condition."""
    for element in item["elements"]:
        if isinstance(element, str):
            yield element, False
        elif "any_of" in element:
            yield from ((name, False) for name in element["any_of"])
        else:
            yield element["id"], "when" in element


def flat(text: str) -> str:
    return " ".join(text.split())


def write(folder: Path, text: str) -> Path:
    path = folder / "test.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_those_of_the_contract_are_there_and_no_others() -> None:
    assert checklists.available() == IDS
    assert sorted(path.stem for path in CONTRACT.glob("*.yaml")) == list(IDS)


@pytest.mark.parametrize("name", IDS)
def test_items_and_elements_are_those_of_the_contract(name: str) -> None:
    told = {str(item["id"]): item for item in contract(name)["items"]}
    # The contract fixes names; the checklists have the items in the order of the law.
    assert {key: (item["cite"], "when" in item) for key, item in told.items()} == {
        item.id: (item.cite, item.when is not None) for item in ALL[name].items
    }
    for mine in ALL[name].items:
        item = told[mine.id]
        assert list(contract_elements(item)) == [(element.id, element.when is not None) for element in mine.elements]
        assert bool(item.get("unverifiable")) == mine.unverifiable
        # One title in the contract's copy is cut at its first comma, as it stands there without quotation marks.
        assert mine.title == item["title"] or mine.title.startswith(f"{item['title']}, ")


@pytest.mark.parametrize("name", IDS)
def test_checks_are_those_of_the_contract(name: str) -> None:
    told = contract(name)
    wanted = [(check["id"], check["cite"], "when" in check) for check in told["checks"] + told.get("more_checks", [])]
    assert wanted == [(check.id, check.cite, check.when is not None) for check in ALL[name].checks]


@pytest.mark.parametrize("name", IDS)
def test_alternatives_are_those_of_the_contract(name: str) -> None:
    for item in contract(name)["items"]:
        mine = ALL[name].item(str(item["id"]))
        wanted = [element["any_of"] for element in item["elements"] if "any_of" in element]
        assert wanted == [[element.id for element in need] for need in mine.needs if len(need) > 1]


@pytest.mark.parametrize("name", IDS)
def test_every_item_quotes_the_law(name: str) -> None:
    checklist = ALL[name]
    data = yaml.safe_load((checklists.folder() / f"{name}.yaml").read_text(encoding="utf-8"))
    for item, mine in zip(data["items"], checklist.items, strict=True):
        parts = item.get("law", [])
        parts = [parts] if isinstance(parts, str) else parts
        assert all(flat(part) in flat(checklist.law) for part in parts)
        assert bool(parts) != mine.unverifiable
        assert flat(" ".join(parts)) == mine.law


@pytest.mark.parametrize("name", IDS)
def test_every_element_is_asked_for_in_a_courteous_sentence(name: str) -> None:
    for item in ALL[name].items:
        for element in item.elements:
            assert re.fullmatch(r"Please [^\n]+\.", element.ask), element
            assert element.title[0].isupper()
            assert not element.title.endswith(".")


@pytest.mark.parametrize("name", IDS)
def test_conditions_are_those_that_are_named(name: str) -> None:
    checklist = ALL[name]
    named = {check.when for check in checklist.checks} | {item.when for item in checklist.items}
    named |= {element.when for item in checklist.items for element in item.elements}
    named |= {wanted for check in checklist.checks for wanted in check.rule.get("with", {}).get("rates", {})}
    assert set(checklist.conditions) | {None} == named | {None}
    for item in checklist.items:
        assert set(item.caveats) <= set(checklist.caveats)


def test_what_falls_due_before_the_permit() -> None:
    later = {name: [item.id for item in ALL[name].items if item.due is Due.ISSUANCE] for name in IDS}
    assert later["ct-19a-438"] == ["food_concessions"]
    assert later["kent-ny"] == [*(f"C{n}" for n in range(1, 10)), "health_approval", "D", "E", "F"]
    assert later["wells-me"] == ["bond", "deposit", "insurance"]
    assert later["ct-19a-436c"] == later["ct-19a-443c"] == []


def test_what_the_copy_of_the_law_lacks_comes_with_advice() -> None:
    lacking = [item for item in ALL["kent-ny"].items if item.unverifiable]
    assert [item.id for item in lacking] == ["B9", "C4"]
    assert all("Town Clerk" in item.advice for item in lacking)


def test_the_misprints_of_the_law_are_kept_and_noted() -> None:
    wells = ALL["wells-me"]
    assert "as least twenty (20) days" in wells.item("fee").law
    assert "misprint" in wells.item("fee").note
    assert "Chapter lot" in wells.item("9").law
    assert "misprint" in wells.item("9").note
    with pytest.raises(KeyError):
        wells.item("6")


def test_the_same_thing_is_asked_for_by_the_same_answer() -> None:
    answers: dict[str, set[str]] = {}
    for name, checklist in ALL.items():
        for item in checklist.items:
            for element in item.elements:
                answers.setdefault(element.answer, set()).add(name)
    for shared in ("attendance.maximum", "water.drinking_plan", "fee.enclosed", "toilets.waste_disposal"):
        assert len(answers[shared]) >= 3


def test_a_checklist_is_known_by_the_hash_of_its_bytes() -> None:
    raw = (checklists.folder() / "wells-me.yaml").read_bytes()
    assert ALL["wells-me"].sha256 == hashlib.sha256(raw).hexdigest()


def test_one_from_elsewhere_is_read_like_those_that_come_with_the_program(tmp_path: Path) -> None:
    loaded = checklists.load(write(tmp_path, GOOD))
    assert [len(need) for item in loaded.items for need in item.needs] == [1, 2]
    assert list(loaded.conditions) == ["tickets_sold"]
    assert loaded.checks[0].rule["amount"] == 10


def test_one_may_lay_down_conditions_of_its_own(tmp_path: Path) -> None:
    own = (
        "conditions:\n  tickets_sold: {title: there are tickets, otherwise: there are none, default: not_applicable}\n"
    )
    condition = checklists.load(write(tmp_path, GOOD + own)).conditions["tickets_sold"]
    assert (condition.title, condition.default) == ("there are tickets", False)
    assert checklists.load("ct-19a-438").conditions["tickets_sold"].default is True


def test_a_condition_takes_over_the_cues_of_another() -> None:
    shared = checklists.shared_conditions()
    assert shared["overnight"].holds == shared["nights"].holds
    assert shared["overnight"].fails.words == shared["nights"].fails.words
    assert len(shared["overnight"].fails.facts) > len(shared["nights"].fails.facts)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("title: A test", "titel: A test", 2, "the key 'titel' is not known here"),
        ("    cite: 1(b)\n", "", 17, "'cite' is missing"),
        ("  - id: b\n", "  - id: a\n", 17, "the id 'a' is used twice"),
        ("{id: none,", "{id: some,", 25, "the id 'some' is used twice"),
        ("when: tickets_sold", "when: moonlight", 21, "there is no condition 'moonlight'"),
        ("law: how many tickets", "law: how many passes", 20, "these words do not stand in the law's text"),
        ("answer: applicant.name", "answer: name", 16, "'answer': 'name' does not match"),
        ("kind: fee", "kind: tax", 30, "'kind': 'tax' is not one of"),
        ("    amount: 10\n", "", 27, "'amount' is missing"),
        ("    amount: 10\n", "    amount: 10\n    colour: red\n", 33, "the key 'colour' is not known here"),
        ("amount: 10", "amount: ten", 32, "'amount': 'ten' is not of type 'number'"),
        ("    title: Money\n", "    title: Money\n    title: Money\n", 30, "the key 'title' is used twice"),
        ("route: [Somewhere]", "route: &all [Somewhere]", 6, "anchors are not allowed"),
        ("title: A test", "title: !!python/name:os.system x", 2, "tags are not allowed"),
        ("title: A test", "title: [", 4, "expected"),
        ("    title: Tickets\n", "    title: Tickets\n    due: tomorrow\n", 20, "'due': 'tomorrow' is not one of"),
        ("    title: Tickets\n", "    title: Tickets\n    caveats: [nonsense]\n", 20, "there is no caveat 'nonsense'"),
        ("    title: Tickets\n", "    title: Tickets\n    unverifiable: true\n", 17, "'advice' is missing"),
        ("id: test", "? [a]\n: b\nid: test", 1, "a key must be a word"),
    ],
)
def test_each_mistake_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    with pytest.raises(ConfigurationError) as raised:
        checklists.load(write(tmp_path, GOOD.replace(old, new, 1)))
    assert f"test.yaml, line {line}: " in str(raised.value)
    assert message in str(raised.value)
    assert raised.value.remedy


@pytest.mark.parametrize(
    ("more", "line", "message"),
    [
        ("  x: {title: a, otherwise: b, default: applies, fails: {words: ['(']}}\n", 35, "bad pattern '('"),
        (
            "  x: {title: a, otherwise: b, default: applies, like: nothing}\n",
            35,
            "there is no condition 'nothing' above",
        ),
        ("  x: {title: a, otherwise: b, default: perhaps}\n", 35, "'perhaps' is not one of"),
    ],
)
def test_a_mistake_in_a_condition_is_named_with_its_line(tmp_path: Path, more: str, line: int, message: str) -> None:
    with pytest.raises(ConfigurationError, match=re.escape(f"test.yaml, line {line}: ")) as raised:
        checklists.load(write(tmp_path, f"{GOOD}conditions:\n{more}"))
    assert message in str(raised.value)


def test_a_billion_laughs_are_refused(tmp_path: Path) -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(ConfigurationError, match="line 1: anchors are not allowed"):
        checklists.load(write(tmp_path, bomb))


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xfe\x00", b"[" * 5000, b"a: 1\n---\nb: 2\n", b"just words", b"a: 2027-99-99\n"]
)
def test_what_is_no_checklist_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "test.yaml"
    path.write_bytes(raw)
    with pytest.raises(ConfigurationError, match=r"test\.yaml"):
        checklists.load(path)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="too large"):
        checklists.load(write(tmp_path, f"a: {'x' * 2_000_001}"))


def test_what_is_not_there_is_said_with_what_is() -> None:
    with pytest.raises(ConfigurationError) as raised:
        checklists.load("ct-19a-999")
    assert "ct-19a-438" in raised.value.remedy
    with pytest.raises(ConfigurationError, match="cannot be read"):
        checklists.load("nowhere/at-all.yaml")


def test_a_law_is_read_only_from_the_folder_of_the_checklist(tmp_path: Path) -> None:
    (tmp_path / "law.txt").write_text("The application shall state the name; and how many tickets", encoding="utf-8")
    law = re.search(r"law: \|\n.*\n", GOOD)
    assert law
    text = GOOD.replace(law[0], "law: {file: law.txt}\n")
    assert "how many tickets" in checklists.load(write(tmp_path, text)).law
    inner = tmp_path / "inner"
    inner.mkdir()
    with pytest.raises(ConfigurationError, match=r"line 4: there is no file '\.\./law\.txt'"):
        checklists.load(write(inner, text.replace("law.txt", "../law.txt")))


def test_a_law_may_be_a_list_of_paragraphs(tmp_path: Path) -> None:
    law = "law:\n  - The application shall state the name\n  - |\n    how many\n    tickets\n"
    loaded: Checklist = checklists.load(write(tmp_path, re.sub(r"law: \|\n.*\n", law, GOOD, count=1)))
    assert loaded.law.splitlines() == ["The application shall state the name", "how many tickets"]
