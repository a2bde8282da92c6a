"""decisions.yaml: a list that only grows. What stands in it is kept to the byte, and whoever writes waits for the other."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path

import msgspec
import yaml

from pipeline.decisions.records import Decision, Report
from pipeline.decisions.vetting import vetted
from pipeline.errors import ConfigurationError
from pipeline.wholefile import whole
from pipeline.yamlfile import Source, parse_yaml, read_yaml

FILE = "decisions.yaml"
"""Its name, beside report.json."""

_LOCK = ".decisions.lock"
"""A file of its own: decisions.yaml is replaced when it is written, and a lock on it would go with the old one."""

_HEAD = """\
# What people have decided on the findings of the report beside this file. Muster adds to its end and changes nothing.
schema: muster/decisions/1
decisions:
"""


def read(folder: Path) -> tuple[Decision, ...]:
    """All decisions on the report in a folder, the oldest first; none where nobody has decided.

    Raises:
        ConfigurationError: the file has a fault, which is named with its line.
    """
    path = folder / FILE
    return _history(read_yaml(path)) if path.exists() else ()


def record(folder: Path, report: Report, decision: Decision) -> Decision:
    """Add a decision on the report in the folder to the record; it is on the disk when this returns.

    Returns the decision as it was recorded: with its number, the tool's status, and the digests of the files it rests
    on. Its `fingerprint` is kept as given, so a decision on evidence that has changed meanwhile is stale at once.

    Raises:
        UsageError: it lacks something, or is on something that is not there; the remedy says what to give.
        ConfigurationError: the record has a fault, or cannot be written.
    """
    path = folder / FILE
    try:
        with alone(folder):
            history = read(folder)
            decision = _numbered(vetted(decision, report, history), history)
            text = _extended(path, history, decision)
            with whole(path) as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror or error}.", remedy="Free its folder."
        ) from error
    return decision


def _extended(path: Path, history: tuple[Decision, ...], decision: Decision) -> str:
    """The record with one more entry: what stood in it stays to the byte, and all of it can be read again."""
    text = path.read_text(encoding="utf-8-sig") if path.exists() else _HEAD
    text = text.removesuffix("\n") + "\n" + _entry(decision)
    if _history(parse_yaml(path, text.encode())) != (*history, decision):
        raise ConfigurationError(f"Nothing can be added to {path}.", remedy="Undo what was changed in it by hand.")
    return text


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else is in such a block on the same folder until this one ends, not even another thread.

    `record` is in one; what is made of the record belongs in another, so that no older page is put in a newer one's place.
    """
    with (folder / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _numbered(decision: Decision, history: tuple[Decision, ...]) -> Decision:
    subject = decision.subject
    if subject.kind == "own" and not subject.id:
        taken = {each.subject for each in history if each.subject.kind == "own"}
        subject = replace(subject, id=str(len(taken) + 1))
    return replace(decision, subject=subject, number=len(history) + 1)


def _entry(decision: Decision) -> str:
    """As YAML, without what is empty."""
    data = {key: value for key, value in msgspec.to_builtins(decision).items() if value}
    entry = {key: data.pop(key) for key in ("number", "day", "who", "kind", "subject")} | data
    return str(yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=110))


def _history(source: Source) -> tuple[Decision, ...]:
    known = {field.name for field in fields(Decision)}
    data = source.data
    if (
        not isinstance(data, dict)
        or data.get("schema") != "muster/decisions/1"
        or not isinstance(data.get("decisions"), list)
    ):
        raise source.error("this is no record of decisions")
    history = []
    for index, entry in enumerate(data["decisions"]):
        try:
            decision = msgspec.convert(entry, Decision)
        except msgspec.ValidationError as error:
            raise source.error(str(error).replace("`", ""), "decisions", index) from None
        unknown = sorted(set(entry) - known)
        if unknown:
            raise source.error(f"the key {unknown[0]!r} is not known here", "decisions", index, unknown[0])
        if decision.number != index + 1:
            raise source.error(f"decision {index + 1} is not in its place: none may be taken out", "decisions", index)
        history.append(decision)
    return tuple(history)
