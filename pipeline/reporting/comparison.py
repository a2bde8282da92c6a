"""comparison.json -> the page and the text on two rounds of one application."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from pipeline.reporting.html import filled
from pipeline.reporting.wording import DECIDED, STATUS_WORDS, counted, joined, sentence, visible

OUTCOMES = {
    "newly_open": ("Newly missing or short", "In order in the earlier round, and not in this one"),
    "still_open": ("Still missing or short", "No better than in the earlier round"),
    "partly_answered": ("Answered in part since", "More of it is answered, and not all"),
    "answered": ("Answered since", "In order now"),
    "no_longer_asked": ("No longer asked for", "The law does not ask for it in this case any more"),
    "otherwise": (
        "In order then and now, by other words or numbers",
        "Read these again: what was agreed to may have changed",
    ),
}
"""What a reader wants to see, in this order: a heading, and what it means."""

STANDINGS = {
    "applied": ("Holds", "present"),
    "stale": ("Look again", "needs_review"),
    "expired": ("Expired", "not_applicable"),
}
"""What has become of a decision: in a word, and the status whose color and mark it bears."""

_WIDTH = 100


def comparison_page(comparison: dict[str, Any]) -> str:
    """The page. Everything in it comes from `comparison`."""
    return filled(
        "comparison",
        comparison=comparison,
        report={"packet": comparison["packet"]},
        in_short=in_short(comparison),
        groups=_groups(comparison),
        STANDINGS=STANDINGS,
    )


def comparison_text(comparison: dict[str, Any]) -> str:
    """The same in plain text, for the terminal and for mail."""
    return "".join(f"{line}\n" for paragraph in _paragraphs(comparison) for line in _wrapped(visible(paragraph)))


def in_short(comparison: dict[str, Any]) -> str:
    """What has happened, in a sentence or two."""
    counts = comparison["counts"]
    were = sum(counts[key] for key in ("still_open", "partly_answered", "answered", "no_longer_asked"))
    told = [
        (counts["answered"], "answered since"),
        (counts["no_longer_asked"], "no longer asked for"),
        (counts["partly_answered"], "answered in part"),
        (counts["still_open"], "still open"),
    ]
    parts = joined(f"{count} {'is' if count == 1 else 'are'} {words}" for count, words in told if count)
    first = f"Of the {counted(were, 'point')} open before, {parts}." if were else "Nothing was open before."
    new = counts["newly_open"]
    return f"{first} {counted(new, 'point is', 'points are')} newly open." if new else f"{first} Nothing is newly open."


def _groups(comparison: dict[str, Any]) -> list[dict[str, Any]]:
    """The changes under their headings, each with the decision that holds on it, or None."""
    holding = {
        (each["decision"]["subject"]["kind"], each["decision"]["subject"]["id"]): each["decision"]
        for each in comparison["decisions"]
        if each["standing"] == "applied"
    }
    groups = []
    for key, (title, note) in OUTCOMES.items():
        changes = [
            {**change, "decision": holding.get((change["kind"], change["id"]))}
            for change in comparison["changes"]
            if change["outcome"] == key
        ]
        if changes:
            groups.append({"key": key, "title": title, "note": note, "changes": changes})
    return groups


def _paragraphs(comparison: dict[str, Any]) -> Iterator[str]:
    yield f"{comparison['checklist']}: {comparison['old']['packet']} -> {comparison['new']['packet']}"
    yield f"{comparison['old']['verdict']} -> {comparison['new']['verdict']}. {in_short(comparison)}"
    for group in _groups(comparison):
        yield f"\n{group['title']}"
        for change in group["changes"]:
            yield f"  {change['cite']}  {change['title']}: {_step(change)}{_parts(change)}{_held(change)}"
    yield from _numbers(comparison["numbers"])
    yield from _decisions(comparison["decisions"])
    files = comparison["files"]
    told = [
        f"{words} {joined(files[key])}"
        for key, words in (("added", "new:"), ("changed", "changed:"), ("removed", "gone:"))
        if files[key]
    ]
    yield f"\nFiles: {'; '.join([*told, counted(files['same'], 'file') + ' the same'])}."


def _step(change: dict[str, Any]) -> str:
    was, now = (STATUS_WORDS.get(change[key], "Not asked for").lower() for key in ("was", "now"))
    return now if was == now else f"{was} -> {now}"


def _parts(change: dict[str, Any]) -> str:
    parts = (("gained", "answered since"), ("lost", "no longer answered"), ("lacking", "still missing"))
    told = [f"{words}: {'; '.join(change[key])}" for key, words in parts if change[key]]
    return "".join(f". {sentence(each).rstrip('.')}" for each in told)


def _held(change: dict[str, Any]) -> str:
    made = change["decision"]
    return f". {DECIDED[made['kind']]} by {made['who']}, and that holds" if made else ""


def _numbers(numbers: list[dict[str, Any]]) -> Iterator[str]:
    for index, each in enumerate(numbers):
        if not index:
            yield "\nNumbers changed"
        yield f"  {each['label']}: {each['was'] or 'not stated'} -> {each['now'] or 'not stated'}"


def _decisions(rulings: list[dict[str, Any]]) -> Iterator[str]:
    for index, each in enumerate(rulings):
        if not index:
            yield "\nDecisions on the earlier round"
        made = each["decision"]
        yield (
            f"  {STANDINGS[each['standing']][0]}: {each['cite']}  {each['title']}: {made['kind']}, {made['who']}, "
            f"{made['day']}. {each['why']}"
        ).rstrip()


def _wrapped(paragraph: str) -> list[str]:
    text = paragraph.lstrip("\n")
    indent = "    " if text.startswith("  ") else ""
    lines = textwrap.wrap(text, _WIDTH, subsequent_indent=indent, break_on_hyphens=False)
    return [*([""] if paragraph.startswith("\n") else []), *lines]
