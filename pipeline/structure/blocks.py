"""One page's lines and tables, put together into passages without their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.reading.geometry import union
from pipeline.records import SIGNATURE, TICKED, UNTICKED, Box, Cell, Line, Page, PassageKind, Table, Word
from pipeline.structure import boxed, headings
from pipeline.structure.questions import Question, questions
from pipeline.structure.segments import (
    BLANK_RULE,
    LABEL_WORDS,
    WIDE_GAP,
    Pair,
    alternating,
    family,
    is_blank,
    labelled,
    split_gaps,
    text_of,
    ticked,
)
from pipeline.structure.wrapping import PROSE_WORDS, UNENDED, pitch, wraps

BULLET = re.compile(r"[•▪◦●○■□*➢►–-]$|[•▪◦●➢►]")
ENUMERATOR = re.compile(r"\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]$")

ENUMERATOR_OR_NUMBER = re.compile(r"\(?\d{1,2}[a-z]?[.):]?|[a-zA-Z][.)]")


CONTENTS = 3
"""Lines of dots that lead to growing numbers from which on they are a table of contents."""


@dataclass
class Block:
    """A passage in the making."""

    kind: PassageKind
    words: list[Word]
    label: list[Word] = field(default_factory=list)
    cells: tuple[tuple[str, str], ...] = ()
    ticked: bool | None = None
    level: int = 0
    """Of a heading."""
    answer: str = ""
    """The font family that a label's answer is written in, on the lines below."""
    signed: bool = False
    """Stands below ink, as the name of who signed."""
    last: Line | None = None
    """The line that was added last, while more may follow."""


def blocks(page: Page, skip: frozenset[int], body: headings.Body) -> list[Block]:
    """The page's blocks in reading order; `skip` holds the indices of its running heads."""
    found = [block for block in _blocks(page, skip, body) if block.words or block.label]
    for index, block in enumerate(found):
        beside = [other for other in found[max(0, index - 2) : index + 3] if _has_value_beside(other)]
        if beside and _is_lone_label(block, beside):
            block.kind, block.label, block.words = PassageKind.FIELD, block.label + block.words, []
    _lift_leaders(found)
    return found


def _lift_leaders(found: Sequence[Block]) -> None:
    """Take the row of dots or the rule away that leads to a value; not in a table of contents, whose numbers grow."""
    led = [block for block in found if block.kind is PassageKind.FIELD and block.words and _is_rule(block.words[0])]
    numbers = [int(text) for block in led if (text := text_of(block.words[1:])).isdecimal()]
    if len(numbers) >= CONTENTS and numbers == sorted(numbers):
        return
    for block in led:
        block.words = [word for word in block.words if not _is_rule(word)]


def _is_rule(word: Word) -> bool:
    return bool(BLANK_RULE.fullmatch(word.text))


def _has_value_beside(block: Block) -> bool:
    return (
        block.kind is PassageKind.FIELD
        and bool(block.words and block.label)
        and block.words[0].box.x0 > block.label[-1].box.x1 + WIDE_GAP * block.label[0].size
    )


def _is_lone_label(block: Block, beside: Sequence[Block]) -> bool:
    """Whether this is the label of a form's row whose value was left blank: alone in the column of the labels."""
    words = block.label + block.words
    if SIGNATURE in text_of(words) or block.signed:
        return False
    if block.kind not in (PassageKind.PARAGRAPH, PassageKind.FIELD, PassageKind.LIST_ITEM) or block.ticked is not None:
        return False
    if len(words) > LABEL_WORDS or words[-1].text[-1] in ".,;" or any(word.filled for word in words):
        return False
    same_column = any(abs(other.label[0].box.x0 - words[0].box.x0) < words[0].size for other in beside)
    return same_column and max(word.box.x1 for word in words) < min(other.words[0].box.x0 for other in beside)


def _blocks(page: Page, skip: frozenset[int], body: headings.Body) -> Iterator[Block]:
    lines = [line for index, line in enumerate(page.lines) if index not in skip]
    shown: set[int] = set()
    current: Block | None = None
    for index, line in enumerate(lines):
        table = next((t for t in page.tables if _inside(line, t)), None)
        if table:
            if current:
                yield current
                current = None
            if id(table) not in shown:
                shown.add(id(table))
                yield from _rows(table)
            continue
        following = lines[index + 1] if index + 1 < len(lines) else None
        if current and _continues(current, line, lines):
            _extend(current, line)
            continue
        if current:
            yield current
        started = _start(line, following, lines, body)
        if current and text_of(current.words) == SIGNATURE and _is_under(line, current):
            started = [Block(PassageKind.PARAGRAPH, list(line.words), signed=True, last=line)]
        yield from started[:-1]
        current = started[-1]
    if current:
        yield current


def _inside(line: Line, table: Table) -> bool:
    x, y = (line.box.x0 + line.box.x1) / 2, (line.box.top + line.box.bottom) / 2
    return table.box.x0 - 2 <= x <= table.box.x1 + 2 and table.box.top - 1 <= y <= table.box.bottom + 1


def _start(line: Line, following: Line | None, lines: Sequence[Line], body: headings.Body) -> list[Block]:
    """The blocks that this line begins; the last one may be continued."""
    words = line.words
    if any(word.text == SIGNATURE for word in words):
        return _inked(line, following, lines, body)
    if any(word.text in (TICKED, UNTICKED) for word in words):
        return [_option(pair, line) for pair in _merge_options(ticked(words))] or [_prose(line)]
    parts = split_gaps(words)
    if len(parts) > 2 and len(parts[0]) == 1 and ENUMERATOR_OR_NUMBER.fullmatch(parts[0][0].text):
        parts = [parts[0] + parts[1], *parts[2:]]
    answered_below = _answer_family(words, following)
    if answered_below and len(parts) == 1:
        return [Block(PassageKind.FIELD, [], list(words), answer=answered_below, last=line)]
    alone = len(parts) == 1 and not (following and wraps(line, following, lines))
    pairs = alternating(words) or labelled(words)
    if len(parts) == 2 and len(pairs) == 1 and len(labelled(parts[0])) == 1 and labelled(parts[0])[0].value:
        pairs = [Pair(parts[0], parts[1])]
    level = headings.level(words, body, ocr=line.ocr, alone=alone)
    answered = bool(pairs and pairs[0].value)
    if level is not None and not (len(parts) > 1 and level > 1) and not (answered and (line.ocr or level > 1)):
        return [Block(PassageKind.HEADING, list(words), level=level, last=line)]
    if pairs:
        if headings.SALUTATION.match(text_of(words)):
            return [_prose(line)]
        if len(pairs) == 1 and not pairs[0].value and following and not _is_label(following):
            return [Block(PassageKind.HEADING, list(words), level=4, last=line)]
        return [_field(pair, line) for pair in pairs]
    if len(parts) > 1 and len(parts[0]) <= LABEL_WORDS and text_of(parts[0])[-1] not in ".,;":
        value = tuple(word for part in parts[1:] for word in part)
        return [_field(Pair(parts[0], value), line)]
    return [_prose(line)]


def _answer_family(words: Sequence[Word], following: Line | None) -> str:
    """The family in which a label's answer is written on the next line: another than the label's, and no smaller."""
    if following is None or len(words) > headings.LONGEST or any(word.bold or word.filled for word in words):
        return ""
    own, others = ({family(word.font) for word in part} for part in (words, following.words))
    below = following.box.top - words[0].box.bottom
    sized = words[0].size <= 1.02 * following.words[0].size and -2 < below < 1.5 * following.words[0].size
    if len(own) != 1 or len(others) != 1 or own == others or "" in own | others or not sized:
        return ""
    text = text_of(words)
    return others.pop() if text[0].isalnum() and text[-1] not in ".,;" and not headings.SALUTATION.match(text) else ""


def _inked(line: Line, following: Line | None, lines: Sequence[Line], body: headings.Body) -> list[Block]:
    """A line with ink on it: the ink as the value of a label ahead of it, or on its own, and what else stands there."""
    place = next(index for index, word in enumerate(line.words) if word.text == SIGNATURE)
    before, after = split_gaps(line.words[:place]), split_gaps(line.words[place:])
    label = before.pop() if before else ()
    found: list[Block] = []
    for part in [*before, *([label] if len(label) > LABEL_WORDS or _is_said(label) else [])]:
        found += _start(Line(part, line.box, line.ocr), following, lines, body)
    if len(label) > LABEL_WORDS or _is_said(label):
        label = ()
    found.append(Block(PassageKind.FIELD if label else PassageKind.PARAGRAPH, list(after[0]), list(label), last=line))
    for part in after[1:]:
        found += _start(Line(part, line.box, line.ocr), following, lines, body)
    return found


def _is_said(words: Sequence[Word]) -> bool:
    """Whether words are a sentence or a date of their own, and no label."""
    return bool(words) and (words[-1].text[-1] in ".," or words[-1].text.isdigit())


def _is_under(line: Line, block: Block) -> bool:
    ink = block.words[-1].box
    return 0 <= line.box.top - ink.bottom < 40 and line.box.x0 < ink.x1 and ink.x0 - 60 < line.box.x1


def _prose(line: Line) -> Block:
    first = line.words[0].text
    listed = BULLET.match(first) or ENUMERATOR.match(first)
    return Block(PassageKind.LIST_ITEM if listed else PassageKind.PARAGRAPH, list(line.words), last=line)


def _field(pair: Pair, line: Line) -> Block:
    value = [] if is_blank(text_of(pair.value)) else list(pair.value)
    return Block(PassageKind.FIELD, value, list(pair.label), last=line)


def _option(pair: Pair, line: Line) -> Block:
    asked = any(c.isalpha() for c in text_of(pair.label))
    kind = PassageKind.FIELD if asked else PassageKind.LIST_ITEM
    return Block(kind, list(pair.value), list(pair.label) if asked else [], ticked=pair.ticked, last=line)


def _merge_options(pairs: list[Pair]) -> list[Pair]:
    """Of the options under one label only the ticked ones, or one empty answer where none is."""
    merged: list[Pair] = []
    for pair in pairs:
        if pair.ticked is None or not any(c.isalpha() for c in text_of(pair.label)):
            merged.append(pair)
            continue
        same = [other for other in pairs if other.label == pair.label]
        chosen = [other for other in same if other.ticked]
        if pair in chosen:
            merged.append(pair)
        elif not chosen and pair is same[0]:
            merged.append(Pair(pair.label, (), False))
    return merged


def _continues(block: Block, line: Line, lines: Sequence[Line]) -> bool:
    """Whether the line goes on with the block that the line before it belongs to."""
    last = block.last
    if last is None or block.kind is PassageKind.TABLE_ROW or any(w.text in (TICKED, UNTICKED) for w in line.words):
        return False
    size = max(last.words[-1].size, line.words[0].size, 6)
    if block.answer:
        answers = {family(word.font) for word in line.words} == {block.answer}
        return answers and line.box.top - last.box.bottom < 1.5 * size
    down = line.box.top - last.box.top
    goes_on = (line.words[0].text[0].islower() and last.words[-1].text[-1] not in ".!?") or (
        len(last.words) >= PROSE_WORDS and bool(UNENDED.fullmatch(last.words[-1].text))
    )
    if down < 0 and line.box.x0 > last.box.x1 and block.kind is PassageKind.PARAGRAPH:
        return goes_on and last.words[-1].text[-1] not in ".!?:"
    if not 0.2 * size < down < max(size * (3 if line.ocr and goes_on else 2.1), 1.15 * pitch(lines)):
        return False
    if down > PARAGRAPH_GAP * pitch(lines) > 0 and last.words[-1].text[-1] in ".!?" and not goes_on:
        return False
    if block.kind is PassageKind.HEADING:
        return block.level <= 2 and _same_style(last, line) and down < size * 1.5 and wraps(last, line, lines)
    if _has_value_beside(block):
        parts = split_gaps(line.words)
        at_value = abs(parts[-1][0].box.x0 - _left(block)) < size
        if at_value and len(parts) == 1:
            return True
        at_label = abs(parts[0][0].box.x0 - block.label[0].box.x0) < size
        if at_label and (at_value or len(parts) == 1) and len(parts) <= 2:
            open_bracket = text_of(block.label).count("(") > text_of(block.label).count(")")
            return (goes_on or open_bracket) and len(parts[0]) <= LABEL_WORDS
    first = line.words[0].text
    listed = len(line.words) > 1 and ENUMERATOR.match(first) and not first[0].islower()
    if BULLET.match(first) or listed or len(split_gaps(line.words)) > 1:
        return False
    if not _same_style(last, line) or line.words[0].bold and not last.words[-1].bold:
        return False
    if _is_label(line) and any(map(_is_rule, line.words)) and any(map(_is_rule, last.words)):
        return False
    if _is_label(line) and len(labelled(line.words)[0].label) <= 4 and last.words[-1].text[-1] != ",":
        return False
    return wraps(last, line, lines) or goes_on


def _cell(caption: tuple[Word, ...], value: tuple[Word, ...]) -> Iterator[Block]:
    """The blocks of one cell of a boxed form."""
    words = caption + value
    line = Line(words, Box(words[0].box.x0, words[0].box.top, words[-1].box.x1, words[-1].box.bottom))
    if any(word.text in (TICKED, UNTICKED) for word in value):
        pairs = [Pair(pair.label or caption, pair.value, pair.ticked) for pair in ticked(value)]
        yield from (_option(pair, line) for pair in _merge_options(pairs))
    elif caption:
        yield _field(Pair(caption, value), line)
    else:
        yield _prose(line)


def _answered(question: Question) -> Iterator[Block]:
    """The blocks of a form's row. What is written beside a ticked "no" speaks for itself, not for the question."""
    if not question.asked:
        yield Block(PassageKind.HEADING, list(question.said), level=3)
        return
    words = question.asked + tuple(w for pair in question.options for w in pair.value) + question.said
    line = Line(words, union(word.box for word in words))
    yield from (_option(pair, line) for pair in _merge_options(list(question.options)))
    if question.denied and question.said:
        yield _prose(Line(question.said, line.box))
    elif question.said or not question.options:
        yield _field(Pair(question.asked, question.said), line)


PARAGRAPH_GAP = 1.2
"""Usual line distances from which on a line that begins behind a full stop begins a paragraph."""


def _left(block: Block) -> float:
    return block.words[0].box.x0


def _extend(block: Block, line: Line) -> None:
    parts = split_gaps(line.words)
    beside = block.kind is PassageKind.FIELD and block.words and _has_value_beside(block)
    if beside and parts[0][-1].box.x1 < _left(block):
        block.label.extend(parts[0])
        block.words.extend(word for part in parts[1:] for word in part)
    else:
        block.words.extend(line.words)
    block.last = line


def _same_style(last: Line, line: Line) -> bool:
    ratio = line.words[0].size / max(last.words[0].size, 1)
    return 0.85 < ratio < 1.18 or line.ocr


def _is_label(line: Line) -> bool:
    return bool(labelled(line.words))


def _spans(cell: Cell, table: Table) -> bool:
    """Whether a cell has a row of the table to itself, as the title of the rows below it has."""
    width = table.box.x1 - table.box.x0
    return cell.box.x1 - cell.box.x0 > 0.9 * width and len(cell.words) <= headings.LONGEST


def _rows(table: Table) -> Iterator[Block]:
    captioned = boxed.captioned(table)
    if captioned is not None:
        for caption, value in captioned:
            yield from _cell(caption, value)
        return
    asking = questions(table)
    if asking is not None:
        for question in asking:
            yield from _answered(question)
        return
    for row in table.rows:
        words = [word for cell in row for word in cell.words]
        filled = [cell for cell in row if cell.text.strip()]
        if not filled:
            continue
        form = (
            not table.header and len(row) == 2 and len(row[0].text.split()) <= LABEL_WORDS + 4 and row[0].text.strip()
        )
        if form:
            yield _field(Pair(row[0].words, row[1].words), Line(tuple(words), table.box))
            continue
        if not table.header and any(labelled(cell.words) for cell in filled):
            for cell in filled:
                line = Line(cell.words, cell.box)
                pairs = labelled(cell.words)
                yield from ([_field(pair, line) for pair in pairs] if pairs else [_prose(line)])
            continue
        if len(row) > 2 and filled == [row[0]] and _spans(row[0], table) and not labelled(row[0].words):
            yield Block(PassageKind.HEADING, words, level=4)
            continue
        headers = table.header or ("",) * len(row)
        cells = tuple((head, cell.text) for head, cell in zip(headers, row, strict=False))
        name = next((cell for cell in row if re.search(r"[A-Za-z]{2}", cell.text)), row[0])
        yield Block(PassageKind.TABLE_ROW, words, list(name.words), cells=cells)
