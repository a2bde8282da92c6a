"""How one line falls into labels, values and tick boxes, as on forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.records import SIGNATURE, TICKED, UNTICKED, Word

WIDE_GAP = 1.6
"""Font sizes between two words that separate a label from its value; justified prose stays below 1.2."""

LABEL_WORDS = 10
"""Words that a label has at most."""

PROSE = re.compile(r",\s|\b(?:is|are|was|were|will|says?|said|has|have|wrote|be|do|does|that)\b", re.IGNORECASE)
"""What a label does not hold, a question aside."""

REPLY = re.compile(r"re:|fwd?:", re.IGNORECASE)
"""What a mail program puts ahead of a subject: no label of its own there."""

BLANK_RULE = re.compile(r"[_.·…‗]{3,}|_{2,}")
"""A rule or a row of dots, left to be written on."""


@dataclass(frozen=True)
class Pair:
    """A label and what stands beside it."""

    label: tuple[Word, ...]
    value: tuple[Word, ...]
    ticked: bool | None = None
    """Of a tick box: whether it is ticked; None where the pair has no box."""


def split_gaps(words: Sequence[Word]) -> list[tuple[Word, ...]]:
    """The line's words, parted where a gap is too wide for a space."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if parts[-1]:
            gap = word.box.x0 - parts[-1][-1].box.x1
            filled = word.filled and not parts[-1][-1].filled
            if gap > WIDE_GAP * max(word.size, 6) or filled:
                parts.append([])
        parts[-1].append(word)
    return [tuple(part) for part in parts if part]


def text_of(words: Sequence[Word]) -> str:
    """The words with single spaces between them."""
    return " ".join(word.text for word in words)


def family(font: str) -> str:
    """The family's name of a font, without its weight, width or slant."""
    return re.split(r"[-,]|(?<=[a-z])(?:Bold|Italic|Regular|Medium|Light|Roman)", font)[0].lower()


def alternating(words: Sequence[Word]) -> list[Pair]:
    """The labels in print and the values filled in, or typed in a font of another family, that take turns on a line.

    Empty where there are not two labels, or where the line begins with a value.
    """
    words = [word for word in words if not BLANK_RULE.fullmatch(word.text)] or words
    print_family = family(words[0].font)
    parts: list[tuple[bool, list[Word]]] = []
    for word in words:
        written = word.filled or bool(word.font and print_family and family(word.font) != print_family)
        if parts and (parts[-1][0] == written or (not written and word.text[0].islower() and len(parts) > 1)):
            parts[-1][1].append(word)
        else:
            parts.append((written, [word]))
    labels = [part for written, part in parts if not written]
    if parts[0][0] or len(labels) < 2 or len(parts) < 3:
        return []
    if any(
        len(label) > LABEL_WORDS or PROSE.search(text_of(label)) or not label[0].text[0].isupper()
        for label in labels[1:]
    ):
        return []
    pairs = [Pair(tuple(label), ()) for label in labels]
    for place, value in enumerate(part for written, part in parts if written):
        pairs[place] = Pair(pairs[place].label, tuple(value))
    return pairs


def is_blank(text: str) -> bool:
    """Whether nothing is written: no letter, digit or signature, rules and currency signs aside."""
    return SIGNATURE not in text and not re.search(r"[^\W_]", BLANK_RULE.sub("", text))


def labelled(words: Sequence[Word]) -> list[Pair]:
    """The label and value pairs of words that begin with a label, such as `Start: 9 am End: 4 pm`.

    Empty where they do not begin with one.
    """
    rules = [i for i, word in enumerate(words) if BLANK_RULE.fullmatch(word.text.strip("$()/,."))]
    if len(rules) > 1 and words[0].text[0].isupper():
        return _ruled(words, rules)
    end = _label_end(words)
    if not end:
        return []
    pairs, start = [], 0
    while True:
        following = _next_label(words, end)
        stop = following[0] if following else len(words)
        pairs.append(Pair(tuple(words[start:end]), tuple(words[end:stop])))
        if not following:
            return pairs
        start, end = following


def _ruled(words: Sequence[Word], rules: Sequence[int]) -> list[Pair]:
    """Labels that each have a rule to write on behind them, such as `Fire ____ Police ____`.

    What is typed into a rule, as in `Name __Ann Lee____`, touches what is left of it; a label keeps away.
    """
    pairs: list[Pair] = []
    start = 0
    for rule in rules:
        between = tuple(words[start:rule])
        if pairs and between and _is_written(words, start, rule):
            pairs[-1] = Pair(pairs[-1].label, between)
        elif between:
            pairs.append(Pair(between, (words[rule],)))
        start = rule + 1
    if start < len(words):
        pairs.append(Pair(tuple(words[start:]), ()))
    return [pair for pair in pairs if any(c.isalpha() for c in text_of(pair.label))]


def ticked(words: Sequence[Word]) -> list[Pair]:
    """The options of a line with tick boxes; each has the question before the boxes as its label.

    Boxes stand before their text, or after it where the line ends with one.
    """
    after = words[-1].text in (TICKED, UNTICKED)
    pairs: list[Pair] = []
    label: tuple[Word, ...] = ()
    run: list[Word] = []
    box: bool | None = None
    for word in words:
        if word.text not in (TICKED, UNTICKED):
            run.append(word)
            continue
        state = word.text == TICKED
        if after:
            if not pairs and (cut := _question_end(run)):
                label, run = tuple(run[:cut]), run[cut:]
            pairs.append(Pair(label, tuple(run), state))
        else:
            label = _close_option(pairs, label, run, box)
            box = state
        run = []
    if not after:
        _close_option(pairs, label, run, box)
    return pairs


def _close_option(pairs: list[Pair], label: tuple[Word, ...], run: list[Word], box: bool | None) -> tuple[Word, ...]:
    """Add the option that ends here; return the label that holds for the next box."""
    if box is None:
        found = labelled(run)
        pairs.extend(found[:-1] if found and not found[-1].value else found)
        return found[-1].label if found and not found[-1].value else () if found else tuple(run)
    question = _next_label(run, 1) if len(run) > 1 else None
    if question and question[1] == len(run):
        pairs.append(Pair(label, tuple(run[: question[0]]), box))
        return tuple(run[question[0] :])
    pairs.append(Pair(label, tuple(run), box))
    return label


def _question_end(words: Sequence[Word]) -> int:
    ends = [i + 1 for i, word in enumerate(words) if word.text[-1] in ":?"]
    return ends[-1] if ends else 0


def _label_end(words: Sequence[Word]) -> int:
    """Index after the label's last word, 0 where there is no label."""
    for index, word in enumerate(words[: LABEL_WORDS + 2]):
        if word.filled:
            return index
        if word.text[-1] in ":?" and len(word.text) > 1 or word.text == ":":
            opens = words[0].text[0]
            label = text_of(words[: index + 1])
            prose = PROSE.search(label) and not label.endswith("?") and not opens.isdigit()
            return index + 1 if (opens.isupper() or opens.isdigit() or opens in "(#•-") and not prose else 0
        if BLANK_RULE.search(word.text):
            return index
        if word.text.endswith((".", ";")) and index and len(word.text) > 3:
            return 0
    return 0


def _next_label(words: Sequence[Word], after: int) -> tuple[int, int] | None:
    """Where a further label begins and ends, behind the word at `after`."""
    for index in range(after, len(words)):
        word = words[index]
        if word.text[-1] not in ":?" or len(word.text) < 2 or word.filled:
            continue
        if index == after and REPLY.fullmatch(word.text):
            continue
        start = index
        while start > after and index - start < 5 and not words[start].text[0].isupper():
            start -= 1
        while (
            start > after
            and words[start - 1].text[0].isupper()
            and _close(words[start - 1], words[start])
            and index - start < 3
        ):
            start -= 1
        if words[start].text[0].isupper() and (start > after or index == after):
            return start, index + 1
    return None


def _is_written(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether the words between two rules touch both, where the label ahead of the first does not."""
    within = _touch(words[start - 1], words[start]) and _touch(words[end - 1], words[end])
    return within and not _touch(words[start - 2], words[start - 1]) and words[end - 1].text[-1] not in ":?"


def _touch(left: Word, right: Word) -> bool:
    return right.box.x0 - left.box.x1 < 0.15 * right.size


def _close(left: Word, right: Word) -> bool:
    return right.box.x0 - left.box.x1 < right.size * 0.6 and left.text[-1] not in ".,;)"
