"""The evidence of a finding in sixteen letters: a decision on it holds as long as they stay the same."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from pipeline.decisions.records import Report, Subject

_LENGTH = 16
"""Hex digits: 64 bits, and people compare them by eye."""


def fingerprint(report: Report, subject: Subject) -> str:
    """The fingerprint of what the report shows for a finding; that of an own finding is the packet's.

    In it go the tool's status, of an item those of its elements, of a check the figures, and the words that were found,
    near misses too. Places do not, so that a page put in before them changes nothing; nor do reasons and probabilities,
    so that a newer Muster that finds the same leaves decisions in force. Nobody knows on what pages an own finding
    rests, so it is bound to the bytes of every file.

    Raises KeyError where the report has no such finding.
    """
    if subject.kind == "own":
        shown: object = sorted(file["sha256"] for file in report["packet"]["files"])
    elif subject.kind == "item":
        item = finding(report, subject)
        shown = [item["status"], *(_element(element) for element in item["elements"])]
    else:
        check = finding(report, subject)
        shown = [check["status"], check["required"], check["stated"], _words(check["evidence"])]
    text = json.dumps([str(subject) if subject.kind != "own" else "own", shown], ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:_LENGTH]


def finding(report: Report, subject: Subject) -> dict[str, Any]:
    """The item or the check of the report. Raises KeyError where there is none."""
    for found in report[f"{subject.kind}s"]:
        if found["id"] == subject.id:
            return dict(found)
    raise KeyError(str(subject))


def _element(element: dict[str, Any]) -> list[object]:
    near = (miss["evidence"] for miss in element["near_misses"])
    return [element["id"], element["status"], _words(element["evidence"]), _words(near)]


def _words(evidence: Iterable[dict[str, Any]]) -> list[list[object]]:
    """In an order of their own: which page comes first is no matter of what is said."""
    return sorted(
        [
            " ".join(each["label"].split()),
            " ".join(each["quote"].split()),
            *(" | ".join(pair) for pair in each["cells"]),
        ]
        for each in evidence
    )
