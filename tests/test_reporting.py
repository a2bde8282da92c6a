"""Stage 8: the contract's JSON, the page made from it alone, and what stands on it."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from dataclasses import replace
from datetime import date
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import reporting_fixture as fixture
from pipeline import reporting
from pipeline.records import Audit, CheckStatus, Due, Kind, Member, Picture, Status
from pipeline.reporting.html import marked, page_link, read_as, short_cites, spot
from pipeline.reporting.wording import days, joined, money, number, ranges, sentence, visible

SCHEMA = json.loads((Path(reporting.__file__).parent / "report.schema.json").read_text(encoding="utf-8"))
MAKERS = {"rich": fixture.audit, "complete": fixture.complete, "unread": fixture.empty}


def report_of(audit: Audit, **options: Any) -> reporting.Report:
    return reporting.to_json(audit, fixture.checklist(), **options)


@pytest.fixture(scope="module")
def report() -> reporting.Report:
    return report_of(fixture.audit())


class Outline(HTMLParser):
    """Ids, in-page links, tags with their attributes, text, and whether the tags close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.open: list[str] = []
        self.headings: list[int] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag in ("a", "use"):
            self.links.append(str(found.get("href")))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text.append(data)


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_json_is_as_its_schema_says(maker: Any) -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    assert list(validator.iter_errors(report_of(maker()))) == []


def test_schema_refuses_a_present_element_without_evidence(report: reporting.Report) -> None:
    broken = json.loads(reporting.dumps(report))
    broken["items"][0]["elements"][0]["evidence"] = []
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, SCHEMA)


def test_values_are_plain(report: reporting.Report) -> None:
    values = {fact["name"]: fact["value"] for fact in report["facts"]}
    assert values["max_attendance"] == 6000
    assert isinstance(values["max_attendance"], int)
    assert values["event_hours"] == 37.5
    assert values["event_dates"] == ["2027-09-04", "2027-09-05", "2027-09-06"]
    assert values["filing_date"] == "2027-08-17"
    assert report["facts"][0]["other_values"][0]["value"] == 6800
    assert report["items"][0]["elements"][0]["evidence"][0]["bbox"] == [72, 200, 372, 212]
    assert report["packet"]["files"][1]["unreadable_pages"] == [2]
    assert report["packet"]["files"][1]["problems"] == ["Page 1 is damaged."]


def test_same_audit_same_bytes() -> None:
    first, second = report_of(fixture.audit()), report_of(fixture.audit())
    assert reporting.dumps(first) == reporting.dumps(second)
    assert reporting.render(first) == reporting.render(second)


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_page_comes_from_the_json_alone(maker: Any) -> None:
    report = report_of(maker())
    assert reporting.render(json.loads(reporting.dumps(report))) == reporting.render(report)


def test_lone_surrogates_do_not_stop_the_report(tmp_path: Path) -> None:
    audit = replace(fixture.complete(), warnings=("half a character: \ud83d",))
    page = reporting.write(report_of(audit), tmp_path)
    assert "Half a character: ?" in page.read_text(encoding="utf-8")


# --- the verdict and the to-do list -----------------------------------------------------------------------


def test_headline_says_what_the_report_says(report: reporting.Report) -> None:
    assert report["headline"] == {
        "verdict": "Incomplete",
        "sentence": "3 of the 7 items that apply are answered; 2 are missing, 1 is partial, 1 could not be checked"
        " and 1 needs a look. Due only before issuance: Bond (9-14). Filed 18 days before the event: the law asks for 20.",
        "more": "Of the 6 checks that apply, 2 hold, 2 fall short, 1 is in conflict and 1 cannot be made for want"
        " of a number. 1 of 4 pages could not be read.",
    }


def test_complete_is_said_only_where_nothing_is_short() -> None:
    fine = fixture.complete()
    item, check = fine.items[0], fixture.audit().checks[1]
    assert report_of(fine)["summary"]["verdict"] == "complete"
    worse = {
        "an item": replace(fine, items=(replace(item, status=Status.PARTIAL),)),
        "legibility": replace(fine, items=(replace(item, status=Status.COULD_NOT_CHECK, due=Due.ISSUANCE),)),
        "a number": replace(fine, checks=(check,)),
    }
    assert {name: report_of(audit)["summary"]["verdict"] for name, audit in worse.items()} == dict.fromkeys(
        worse, "incomplete"
    )
    threshold = replace(fixture.audit().checks[0], status=CheckStatus.SHORTFALL)
    later = replace(item, status=Status.MISSING, due=Due.ISSUANCE)
    unverifiable = replace(item, status=Status.UNVERIFIABLE)
    for audit in (replace(fine, checks=(threshold,)), replace(fine, items=(item, later, unverifiable))):
        assert report_of(audit)["summary"]["verdict"] == "complete"


def test_what_is_complete_names_the_gaps_that_are_due_later() -> None:
    fine = fixture.complete()
    bond = replace(fixture.audit().items[-1], needs_review=False)
    head = report_of(replace(fine, items=(*fine.items, bond)))["headline"]
    assert head["verdict"] == "Complete"
    assert "1 is missing. Due only before issuance: Bond (9-14)." in head["sentence"]
    several = [replace(bond, id=item.id) for item in fixture.audit().items[:4]]
    head = report_of(replace(fine, items=(*fine.items, *several)))["headline"]
    assert "Due only before issuance: 4 of these gaps." in head["sentence"]


def test_why_names_the_element_where_several_lack_an_answer(report: reporting.Report) -> None:
    seen = "Only a heading stands here (plan.pdf, p. 2)."
    item = fixture.audit().items[3]
    first, second = (
        replace(element, reason=reason)
        for element, reason in zip(item.elements, (seen, "Nothing was found."), strict=True)
    )
    both, same = (
        replace(item, elements=elements) for elements in ((first, second), (first, replace(second, reason=seen)))
    )
    why = [report_of(replace(fixture.audit(), items=(each,)))["todo"][0]["tasks"][0]["why"] for each in (both, same)]
    assert why == [
        "Fire plan: only a heading stands here (plan.pdf, p. 2). Fire chief: nothing was found.",
        seen,
    ]


def test_a_number_is_asked_for_in_one_sentence() -> None:
    audit = fixture.audit()
    short = replace(audit.checks[3], ask="Please show how it will be met.")
    assert report_of(replace(audit, items=(), checks=(short,)))["todo"][0]["tasks"][0]["asks"] == [short.ask]
    late = replace(audit.checks[1], ask="Please show how it will be met.")
    assert report_of(replace(audit, items=(), checks=(late,)))["todo"][0]["tasks"][0]["asks"] == []


def test_a_tables_row_is_told_with_its_headings() -> None:
    fact = fixture.audit().facts[0]
    row = replace(fixture.evidence("Gate 14 12"), cells=(("Where", "Gate"), ("Women’s", "14"), ("", "12")))
    page = reporting.render(
        report_of(replace(fixture.complete(), facts=(replace(fact, value=Decimal(14), evidence=(row,), others=()),)))
    )
    assert "Where: “Gate”; Women’s: “14”; “12”" in " ".join("".join(Outline(page).text).split())
    assert "“<mark>14</mark>”" in page


def test_todo_sorts_what_must_be_done(report: reporting.Report) -> None:
    found = {group["group"]: [(task["title"], task["status"]) for task in group["tasks"]] for group in report["todo"]}
    assert found == {
        "filing": [
            ("Person signing", "partial"),
            ("Fire plan", "missing"),
            ("One maximum throughout", "conflict"),
        ],
        "issuance": [("Bond", "missing"), ("Women’s toilets", "shortfall")],
        "weigh": [
            ("Fee accompanies the application", "caveat"),
            ("Filed in time", "shortfall"),
            ("Women’s toilets; Men’s toilets", "caveat"),
        ],
        "look": [
            ("Traffic plan", "needs_review"),
            ("Water for bathing", "not_stated"),
            ("Read by eye, or ask for a readable copy", "could_not_check"),
            ("Noise plan", "unverifiable"),
        ],
    }
    numbers = [task["number"] for group in report["todo"] for task in group["tasks"]]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_number_is_due_when_the_item_of_its_citation_is() -> None:
    """wells-71: the bond, 52-9(D), is due before issuance, the fee, 52-9(A), with the filing."""
    audit = fixture.audit()
    bond = next(item for item in audit.items if item.due is Due.ISSUANCE)
    fee = next(item for item in audit.items if item.due is Due.FILING)
    items = (replace(bond, cite="52-9(D)"), replace(fee, cite="52-9(A)", caveat=None))
    unstated = replace(audit.checks[5], status=CheckStatus.NOT_STATED)
    checks = tuple(replace(unstated, id=cite, cite=cite) for cite in ("52-9(A)", "52-9(C)"))
    todo = report_of(replace(audit, items=items, checks=checks, problems=()))["todo"]
    asked = {ref["cite"]: group["group"] for group in todo for task in group["tasks"] for ref in task["refs"]}
    assert (asked["52-9(A)"], asked["52-9(C)"]) == ("filing", "issuance")


def test_an_answered_item_points_to_its_number_that_is_short() -> None:
    """wells-71: 'Portas: 2 W, 2 M' answers 52-10(4)(d) in words, and one toilet is lacking."""
    audit = fixture.complete()
    short = replace(fixture.audit().checks[3], cite=audit.items[0].cite, status=CheckStatus.SHORTFALL)
    page = reporting.render(report_of(replace(audit, checks=(short,))))
    item = page.partition('<article class="item"')[2].partition("</article>")[0]
    assert "For its numbers see" in item
    assert 'href="#todo-1"' in item
    assert "For its numbers see" not in reporting.render(report_of(audit))


def test_a_number_is_asked_for_only_where_every_page_was_read() -> None:
    legible = replace(fixture.audit(), problems=())
    groups = {(group["group"], task["title"]) for group in report_of(legible)["todo"] for task in group["tasks"]}
    assert ("issuance", "Water for bathing") in groups
    unread = report_of(fixture.empty())["todo"]
    assert {group["group"] for group in unread} == {"weigh", "look"}


def test_todo_asks_for_what_is_not_answered_and_only_once(report: reporting.Report) -> None:
    asks = [ask for group in report["todo"] for task in group["tasks"] for ask in task["asks"]]
    assert len(asks) == len(set(asks))
    assert any("age" in ask for ask in asks)
    assert not any("Please state the name" in ask or "deed" in ask for ask in asks)


def test_alternatives_are_asked_for_as_such() -> None:
    audit = fixture.audit()
    item = next(item for item in audit.items if item.id == "c2")
    elements = tuple(replace(element, status=Status.MISSING) for element in item.elements)
    missing = replace(item, status=Status.MISSING, elements=elements)
    tasks = report_of(replace(audit, items=(missing,)))["todo"][0]["tasks"]
    assert len(tasks[0]["asks"]) == 1
    assert " Or: " in tasks[0]["asks"][0]


# --- the page --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_page_is_well_made(maker: Any) -> None:
    page = Outline(reporting.render(report_of(maker())))
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert page.headings[0] == 1
    assert all(after <= before + 1 for before, after in zip(page.headings, page.headings[1:], strict=False))


def test_hostile_text_shows_as_itself(report: reporting.Report) -> None:
    page = reporting.render(report)
    outline = Outline(page)
    text = "".join(outline.text)
    assert fixture.SCRIPT in text
    assert fixture.TEMPLATE in text
    assert fixture.FILE in text
    assert "\u202e" not in page
    assert "paid [U+202E]003$ in full" in text
    assert [tag for tag, _ in outline.tags].count("script") == 1


def test_page_runs_and_loads_nothing_but_its_own(report: reporting.Report) -> None:
    page = reporting.render(report)
    outline = Outline(page)
    policy = next(str(attrs["content"]) for tag, attrs in outline.tags if attrs.get("http-equiv"))
    for tag in ("style", "script"):
        inner = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert inner
        digest = b64encode(hashlib.sha256(inner[1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert not [attrs for _, attrs in outline.tags if any(key.startswith("on") or key == "style" for key in attrs)]
    assert not [attrs for tag, attrs in outline.tags if tag in ("img", "link", "iframe", "object") or "src" in attrs]
    assert {link for link in outline.links if not link.startswith("#")} == {"letter.docx", "letter.txt"}


def test_page_tells_every_finding(report: reporting.Report) -> None:
    text = " ".join("".join(Outline(reporting.render(report)).text).split())
    for item in report["items"]:
        assert item["title"] in text
        assert item["law"] in text
    for words in ("Looked at, and no answer", "A heading with nothing under it.", "Held not to apply", "Conflicts"):
        assert words in text
    for file in report["packet"]["files"]:
        assert file["sha256"] in text
    assert "medical.pdf, p. 1. Page 1 is damaged. An answer may stand there." in text
    assert "read by OCR" in text


def test_nothing_to_do_is_said() -> None:
    text = " ".join(Outline(reporting.render(report_of(fixture.complete()))).text)
    assert "Nothing. Every item that applies is answered" in text


def test_a_quote_over_a_pages_end_names_both_pages() -> None:
    fact = fixture.audit().facts[0]
    over = replace(fixture.evidence("Tankers that hold 7,000 gallons", page=1), runs_over=True)
    page = reporting.render(report_of(replace(fixture.complete(), facts=(replace(fact, evidence=(over,), others=()),))))
    assert "p. 1 and 2" in "".join(Outline(page).text)


def test_links_go_to_the_packet_where_its_place_is_known() -> None:
    member = Member("safe.pdf", Kind.PDF, Path(), "0", source='sub/appli"cation\udce9 <b>&amp;#.pdf')
    report = report_of(fixture.audit(), location="../my packet", members=(replace(member, name=fixture.FILE),))
    links = Outline(reporting.render(report)).links
    assert "../my%20packet/sub/appli%22cation%E9%20%3Cb%3E%26amp%3B%23.pdf#page=1" in links


def test_a_picture_is_stored_once_and_shown_wherever_its_lines_are_quoted() -> None:
    audit = fixture.audit()
    place = audit.facts[0].evidence[0].place
    report = report_of(audit, pictures={place: Picture(b"not a real one", 300, 40)})
    assert list(report["pictures"]) == ["p1"]
    page = reporting.render(report)
    assert page.count("data:image/png;base64,") == 1
    assert Outline(page).links.count("#p1") == sum(
        page_evidence["picture"] == "p1" for page_evidence in shown_with_pictures(report)
    )
    assert [tag for tag, _ in Outline(page).tags].count("image") == 1


def shown_with_pictures(report: reporting.Report) -> list[dict[str, Any]]:
    """The evidence beside which the page has room for a picture: all but that of checks."""
    items = [each for item in report["items"] for element in item["elements"] for each in element["evidence"]]
    facts = [each for fact in report["facts"] for each in fact["evidence"]]
    # What differs stands once more among the conflicts.
    return items + facts + [each for fact in report["facts"] if fact["other_values"] for each in fact["evidence"]]


def test_page_link_finds_the_outer_file() -> None:
    files = [
        {"name": "a.pdf", "link": "in/a.pdf", "within": None},
        {"name": "a.pdf/b.pdf", "link": "in/a.pdf", "within": "a.pdf"},
        {"name": "c.pdf", "link": None, "within": None},
    ]
    assert page_link({"files": files}, "a.pdf", 2) == "in/a.pdf#page=2"
    assert page_link({"files": files}, "a.pdf/b.pdf", 2) == "in/a.pdf"
    assert page_link({"files": files}, "c.pdf", 2) is None
    assert page_link({"files": files}, "unknown.pdf", 2) is None


def test_something_else_than_a_report_is_refused(report: reporting.Report) -> None:
    others: list[reporting.Report] = [{}, {"items": []}, {**report, "packet": {}}, {**report, "facts": [{}]}]
    for other in others:
        with pytest.raises((KeyError, TypeError, ValueError)):
            reporting.render(other)


def test_short_cites_drop_what_all_share() -> None:
    assert short_cites(["19a-438(a)", "19a-438(c)(1)", "19a-438(c)(14), 19a-437(2)(F)", "19a-437(2)"]) == {
        "19a-438(a)": "(a)",
        "19a-438(c)(1)": "(c)(1)",
        "19a-438(c)(14), 19a-437(2)(F)": "(c)(14)",
        "19a-437(2)": "437(2)",
    }
    assert short_cites(["B(1)", "B(2)", "E"]) == {"B(1)": "B(1)", "B(2)": "B(2)", "E": "E"}
    assert short_cites([]) == {}


def test_marked_finds_the_figure_and_no_other() -> None:
    assert marked("at most 16,000 or 6,000 people", "6,000") == ("at most 16,000 or ", "6,000", " people")
    assert marked("6000 people", "6,000") == ("", "6000", " people")
    assert marked("$3,000.50 or $3,000", "$3,000") == ("$3,000.50 or ", "$3,000", "")
    assert marked("sixty", "60") == ("sixty", "", "")
    assert marked("anything", "") == ("anything", "", "")


def test_spot_stays_on_the_sheet() -> None:
    wide = {"bbox": [-50, 700, 5000, 9000], "page_size": [612, 792]}
    place = spot(wide)
    assert place
    assert 0 <= place["x"] <= place["x"] + place["width"] <= 17
    assert 0 <= place["y"] <= place["y"] + place["height"] <= 22
    assert spot({"bbox": [0, 0, 1, 1], "page_size": None}) is None


@pytest.mark.parametrize(
    ("pages", "scans", "blanks", "lost", "said"),
    [
        (2, [], [], [], "Text"),
        (2, [1, 2], [], [], "Scan"),
        (5, [2, 3], [4], [5], "Text; scan, p. 2 to 3; blank, p. 4; not read, p. 5"),
        (0, [], [], [], "Not read"),
    ],
)
def test_read_as(pages: int, scans: list[int], blanks: list[int], lost: list[int], said: str) -> None:
    file = {"pages": pages, "ocr_pages": scans, "blank_pages": blanks, "unreadable_pages": lost}
    assert read_as(file) == said


# --- words -----------------------------------------------------------------------------------------------


def test_wording() -> None:
    assert [number(Decimal(value)) for value in ("6000", "37.50", "0.10", "1E+3")] == ["6,000", "37.5", "0.1", "1,000"]
    assert [money(Decimal(value)) for value in ("300", "12.5", "250000")] == ["$300", "$12.50", "$250,000"]
    assert days([date(2027, 9, 4), date(2027, 9, 5)]) == "September 4 to 5, 2027"
    assert days([date(2027, 12, 31), date(2028, 1, 1)]) == "December 31, 2027 to January 1, 2028"
    assert days([date(2027, 9, 4), date(2027, 9, 6)]) == "September 4, 2027 and September 6, 2027"
    assert joined(["a", "b", "c"]) == "a, b and c"
    assert ranges([7, 1, 2, 3]) == "1 to 3, 7"
    assert sentence("no answer ") == "No answer."
    assert sentence("") == ""
    assert visible("a\u200bb\x1b[31m") == "a[U+200B]b[U+001B][31m"
    assert visible("naïve\n½ “ﬁ”") == "naïve\n½ “ﬁ”"
