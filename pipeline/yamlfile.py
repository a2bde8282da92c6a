"""YAML files of settings, read safely: plain data only, and every fault named with its line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from pipeline.errors import ConfigurationError

if TYPE_CHECKING:
    from jsonschema import ValidationError

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Of libyaml where it is built in: ten times as fast."""

MOST_BYTES = 2_000_000
"""No checklist comes near; more is not read."""

DEEPEST = 20
"""Lists and mappings within one another."""

Place = tuple[str | int, ...]


class _Fault(yaml.MarkedYAMLError):
    """What YAML allows and settings do not."""

    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem=problem, problem_mark=mark)


@dataclass(frozen=True)
class Source:
    """A file's data, and where in it each value stands."""

    path: Path
    raw: bytes
    data: Any
    lines: dict[Place, int]
    """The line of each key or list entry, from 1, by its path from the top."""

    def error(self, message: str, *place: str | int) -> ConfigurationError:
        """The fault at a place, with the file and the nearest line known."""
        while place not in self.lines:
            place = place[:-1]
        return ConfigurationError(f"{self.path.name}, line {self.lines[place]}: {message}.", remedy="Mend the file.")


def read_yaml(path: Path, *, schema: Path | None = None, part: str = "") -> Source:
    """Read one file and hold it against a JSON schema, or against the schema's definition named `part`.

    Anchors, aliases, tags, keys used twice and more than one document in a file are refused.

    Raises:
        ConfigurationError: it cannot be read or has a fault, which is named with file and line.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.", remedy="Check the name.") from None
    source = parse_yaml(path, raw)
    if schema:
        _validate(source, schema, part)
    return source


def parse_yaml(path: Path, raw: bytes) -> Source:
    """The same of bytes that are, or are to be, the content of the file.

    Raises:
        ConfigurationError: they have a fault, which is named with file and line.
    """
    if len(raw) > MOST_BYTES:
        raise ConfigurationError(f"{path.name} is too large for settings.", remedy="Check the name.")
    try:
        return _parse(path, raw)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigurationError(f"{path.name}, line {line}: {error.problem}.", remedy="Mend the file.") from None
    except (yaml.YAMLError, ValueError):
        raise ConfigurationError(f"{path.name} is not YAML in UTF-8.", remedy="Mend the file.") from None


def _parse(path: Path, raw: bytes) -> Source:
    text = raw.decode("utf-8-sig")
    # The events are looked at first: nothing is built from an alias, so none can multiply, and nothing nests for ever.
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _Fault("the lists are nested too deeply", event.start_mark)
        for kind in ("anchor", "tag"):
            if getattr(event, kind, None):
                raise _Fault(f"{kind}s are not allowed", event.start_mark)
    loader = _LOADER(text)
    node = loader.get_single_node()
    if node is None:
        raise ConfigurationError(f"{path.name} is empty.", remedy="Mend the file.")
    lines: dict[Place, int] = {(): 1}
    return Source(path, raw, _plain(loader, node, (), lines), lines)


def _plain(loader: Any, node: yaml.Node, place: Place, lines: dict[Place, int]) -> Any:
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key, mark = key_node.value, key_node.start_mark
            if not isinstance(key_node, yaml.ScalarNode) or key in result:
                raise _Fault(
                    "a key must be a word" if isinstance(key, list) else f"the key {key!r} is used twice", mark
                )
            lines[*place, key] = mark.line + 1
            result[key] = _plain(loader, value_node, (*place, key), lines)
        return result
    if isinstance(node, yaml.SequenceNode):
        for index, child in enumerate(node.value):
            lines[*place, index] = child.start_mark.line + 1
        return [_plain(loader, child, (*place, index), lines) for index, child in enumerate(node.value)]
    return loader.construct_object(node)


def _validate(source: Source, schema: Path, part: str) -> None:
    from jsonschema import Draft202012Validator

    rules = json.loads(schema.read_text(encoding="utf-8"))
    if part:
        rules = {"$defs": rules["$defs"], "$ref": f"#/$defs/{part}"}
    faults = [_fault(error) for error in Draft202012Validator(rules).iter_errors(source.data)]
    if faults:
        _, place, message = min(faults, key=lambda fault: (fault[0], source.lines.get(fault[1], 0), fault[2]))
        raise source.error(message, *place)


def _fault(error: ValidationError) -> tuple[int, Place, str]:
    """How far from the root of the matter a schema error is, where it is, and what is wrong there in plain words.

    A misspelled key is the cause of a missing one; where anything else is wrong, keys that only look unknown follow.
    """
    place, instance, wanted = tuple(error.absolute_path), error.instance, error.validator_value
    if error.validator == "required" and isinstance(instance, dict) and isinstance(wanted, list):
        return 1, place, f"{next(key for key in wanted if key not in instance)!r} is missing"
    if error.validator in ("additionalProperties", "unevaluatedProperties") and isinstance(instance, dict):
        unknown = min(key for key in re.findall(r"'([^']*)'", error.message) if key in instance)
        rank = 0 if error.validator == "additionalProperties" else 2
        return rank, (*place, unknown), f"the key {unknown!r} is not known here"
    name = f"{place[-1]!r}: " if place else ""
    return 1, place, name + str(error.message)[:200]
