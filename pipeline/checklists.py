"""Checklists: one filing that one law asks for, as data in a YAML file, read into frozen dataclasses.

The files stand in the folder `checklists/` of the repository, or in `pipeline/_data/checklists` of an installed
wheel. Beside them stand `schema.json`, the conditions and caveats that several laws share (`common/`) and the texts
of the laws (`laws/`). A checklist from elsewhere uses the same shared files.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pipeline.errors import ConfigurationError
from pipeline.records import Due
from pipeline.yamlfile import Place, Source, read_yaml


@dataclass(frozen=True)
class FactTest:
    """Whether a fact has a value: above a number, or equal to a word or number."""

    fact: str
    above: float | None = None
    below: float | None = None
    """Weaker than the others: it decides only where no word does."""
    equals: str | float | None = None


@dataclass(frozen=True)
class Cues:
    """What in a packet shows that a condition holds, or that it does not."""

    facts: tuple[FactTest, ...] = ()
    """One that is met is enough."""
    words: tuple[re.Pattern[str], ...] = ()
    """Searched in the text of content and negation statements; they ignore case."""
    answers: tuple[str, ...] = ()
    """Answers of the topics; where no word tells, the likelier of both sides decides."""


@dataclass(frozen=True)
class Condition:
    """Something on which a requirement hangs, such as that tickets are sold."""

    id: str
    title: str
    """A clause: "the assembly continues overnight"."""
    otherwise: str
    """The clause for its opposite: "the assembly closes each night"."""
    default: bool
    """Whether it is taken to hold where the packet leaves it open."""
    holds: Cues = Cues()
    fails: Cues = Cues()
    denial_first: bool = False
    """Whether words against it weigh more than numbers for it: "free admission" beside the price of a meal ticket."""


@dataclass(frozen=True)
class Element:
    """One thing that an item asks for by name."""

    id: str
    title: str
    ask: str
    answer: str
    """`topic.answer`: what sort of answer it wants, in the topics that the checklists share."""
    when: str | None = None
    """The id of the condition under which it is asked for."""


@dataclass(frozen=True)
class Item:
    """One numbered requirement of the law."""

    id: str
    cite: str
    title: str
    short: str
    law: str
    """The law's own words; empty where the copy in hand has lost them."""
    due: Due
    needs: tuple[tuple[Element, ...], ...]
    """Each need is met by any one of its elements; most have one."""
    when: str | None = None
    unverifiable: bool = False
    advice: str = ""
    note: str = ""
    caveats: tuple[str, ...] = ()
    """Ids of the caveats that may stand with this item."""

    @property
    def elements(self) -> tuple[Element, ...]:
        """Every element in order, alternatives too."""
        return tuple(element for need in self.needs for element in need)


@dataclass(frozen=True)
class Check:
    """A number that the law sets, or that must agree with another."""

    id: str
    cite: str
    title: str
    kind: str
    """`rate`, `minimum`, `at_most`, `fee`, `deadline`, `consistent`, `threshold` or `function`."""
    rule: Mapping[str, Any]
    """What the kind needs, as `schema.json` lays down."""
    when: str | None = None
    note: str = ""


@dataclass(frozen=True)
class Checklist:
    """Everything that one law asks of one filing."""

    id: str
    title: str
    jurisdiction: str
    law: str
    """The law's text, so that quotations of it are recognized; paragraphs are divided by newlines."""
    route: tuple[str, ...]
    """Phrases by which a packet shows that it is for this law: places, names of laws, citations."""
    items: tuple[Item, ...]
    checks: tuple[Check, ...]
    conditions: Mapping[str, Condition]
    """Those that items, elements and checks name."""
    caveats: Mapping[str, str]
    """Each caveat's sentence by its id."""
    sha256: str
    """Of the file's bytes, in hex."""
    note: str = ""

    def item(self, item_id: str) -> Item:
        """The item of that id; `KeyError` if there is none."""
        return {item.id: item for item in self.items}[item_id]


def folder() -> Path:
    """Where the checklists are: in the repository, else in the installed package."""
    installed = Path(__file__).parent / "_data" / "checklists"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "checklists"


def available() -> tuple[str, ...]:
    """The ids of the checklists that come with the program, in order."""
    return tuple(sorted(path.stem for path in folder().glob("*.yaml") if _is_checklist(path)))


def load(id_or_path: str | Path) -> Checklist:
    """Read one checklist, by its id or from a file.

    Raises:
        ConfigurationError: there is none, or it has a fault, which is named with file and line.
    """
    given = str(id_or_path)
    if given in available():
        path = folder() / f"{given}.yaml"
    elif isinstance(id_or_path, Path) or given.endswith((".yaml", ".yml")):
        path = Path(given)
    else:
        raise ConfigurationError(f"There is no checklist {given!r}.", remedy=f"Take one of: {', '.join(available())}.")
    source = read_yaml(path, schema=folder() / "schema.json")
    conditions = _conditions(source, shared_conditions(), "conditions")
    caveats = _caveats()
    law = _law(source)
    _cross_check(source, conditions, caveats, law)
    data = source.data
    return Checklist(
        id=data["id"],
        title=data["title"],
        jurisdiction=data["jurisdiction"],
        law=law,
        route=tuple(data["route"]),
        items=tuple(_item(item) for item in data["items"]),
        checks=tuple(_check(check) for check in data.get("checks", ())),
        conditions=MappingProxyType({name: conditions[name] for name, _ in _uses(data, "when")}),
        caveats=caveats,
        sha256=hashlib.sha256(source.raw).hexdigest(),
        note=_flat(data.get("note", "")),
    )


def _is_checklist(path: Path) -> bool:
    return re.search(r"(?m)^items:", path.read_text(encoding="utf-8", errors="replace")) is not None


def _flat(text: str | list[str]) -> str:
    return " ".join((text if isinstance(text, str) else " ".join(text)).split())


def _law(source: Source) -> str:
    law: str | list[str] | dict[str, str] = source.data["law"]
    if isinstance(law, str):
        return law.strip()
    if isinstance(law, list):
        return "\n".join(_flat(paragraph) for paragraph in law)
    path = source.path.parent / law["file"]
    if not path.resolve().is_relative_to(source.path.parent.resolve()) or not path.is_file():
        raise source.error(f"there is no file {law['file']!r} in the folder of the checklist", "law", "file")
    return path.read_text(encoding="utf-8").strip()


@cache
def _caveats() -> Mapping[str, str]:
    data = read_yaml(folder() / "common" / "caveats.yaml").data
    return MappingProxyType({name: _flat(text) for name, text in data.items()})


@cache
def shared_conditions() -> Mapping[str, Condition]:
    """The conditions that all checklists share, by id."""
    source = read_yaml(folder() / "common" / "conditions.yaml", schema=folder() / "schema.json", part="conditions")
    return _conditions(source, {})


def _conditions(source: Source, known: Mapping[str, Condition], *top: str) -> dict[str, Condition]:
    """Those that a file lays down, over those that are known."""
    found = dict(known)
    data = source.data.get(top[0], {}) if top else source.data
    for name, fields in data.items():
        like = fields.get("like")
        if like and like not in found:
            raise source.error(f"there is no condition {like!r} above", *top, name, "like")
        found[name] = Condition(
            id=name,
            title=fields["title"],
            otherwise=fields["otherwise"],
            default=fields["default"] == "applies",
            denial_first=fields.get("denial_first", False),
            holds=_cues(source, fields.get("holds", {}), (*top, name, "holds"), found[like].holds if like else Cues()),
            fails=_cues(source, fields.get("fails", {}), (*top, name, "fails"), found[like].fails if like else Cues()),
        )
    return found


def _cues(source: Source, data: dict[str, Any], place: Place, like: Cues) -> Cues:
    patterns = []
    for index, words in enumerate(data.get("words", ())):
        try:
            patterns.append(re.compile(words, re.IGNORECASE))
        except re.error as error:
            raise source.error(f"bad pattern {words!r}: {error}", *place, "words", index) from None
    facts = tuple(FactTest(**test) for test in data.get("facts", ()))
    answers = tuple(data.get("answers", ()))
    return Cues(facts=facts + like.facts, words=tuple(patterns) + like.words, answers=answers + like.answers)


def _item(data: dict[str, Any]) -> Item:
    return Item(
        id=data["id"],
        cite=data["cite"],
        title=data["title"],
        short=data.get("short", data["title"]),
        law=_flat(data.get("law", "")),
        due=Due(data.get("due", "filing")),
        needs=tuple(
            tuple(Element(**element) for element in need.get("any_of", (need,))) for need in data.get("elements", ())
        ),
        when=data.get("when"),
        unverifiable=data.get("unverifiable", False),
        advice=_flat(data.get("advice", "")),
        note=_flat(data.get("note", "")),
        caveats=tuple(data.get("caveats", ())),
    )


def _check(data: dict[str, Any]) -> Check:
    own = {"id", "cite", "title", "kind", "when", "note"}
    return Check(
        id=data["id"],
        cite=data["cite"],
        title=data["title"],
        kind=data["kind"],
        rule=MappingProxyType({key: value for key, value in data.items() if key not in own}),
        when=data.get("when"),
        note=_flat(data.get("note", "")),
    )


def _uses(data: Any, key: str, *place: str | int) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Every value of `key` in the data, with its place."""
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, child in children:
        if step == key and isinstance(child, str):
            yield child, (*place, step)
        yield from _uses(child, key, *place, step)


def _cross_check(source: Source, conditions: Mapping[str, Condition], caveats: Mapping[str, str], law: str) -> None:
    """Refuse what the schema cannot see: ids used twice, names of nothing, words that the law does not have."""
    groups: list[list[tuple[str, tuple[str | int, ...]]]] = [
        [(entry["id"], (kind, index, "id")) for index, entry in enumerate(source.data.get(kind, ()))]
        for kind in ("items", "checks")
    ]
    whole = _flat(law)
    for index, item in enumerate(source.data["items"]):
        groups.append(list(_uses(item.get("elements", []), "id", "items", index, "elements")))
        parts = item.get("law", [])
        for part in [parts] if isinstance(parts, str) else parts:
            if _flat(part) not in whole:
                raise source.error("these words do not stand in the law's text", "items", index, "law")
        for position, caveat in enumerate(item.get("caveats", ())):
            if caveat not in caveats:
                raise source.error(f"there is no caveat {caveat!r}", "items", index, "caveats", position)
    for group in groups:
        seen: set[str] = set()
        for name, place in group:
            if name in seen:
                raise source.error(f"the id {name!r} is used twice", *place)
            seen.add(name)
    for name, place in _uses(source.data, "when"):
        if name not in conditions:
            raise source.error(f"there is no condition {name!r}", *place)
