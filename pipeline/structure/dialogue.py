"""Questions and answers in prose: an interview, a sheet of frequent questions, comments and responses.

Each answer becomes a field whose label is the question, as on a form: "No." answers only beside what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.language import sentences
from pipeline.reading.geometry import union
from pipeline.records import Passage, PassageKind, Word
from pipeline.structure.segments import text_of

_ASKS = re.compile(r"(?:q|ques(?:tion)?|query|comment)\s*(?:no\.?\s*)?\d{0,3}\s*[.:)–—-]+", re.IGNORECASE)
_ANSWERS = re.compile(r"(?:a|ans(?:wer)?|response|reply)\s*(?:no\.?\s*)?\d{0,3}\s*[.:)–—-]+", re.IGNORECASE)
_LEAST = 3
"""Questions with an answer below that make a document a dialogue; one or two may be rhetoric."""
_WORDS = 30
"""Of a question at most."""
_PROSE = (PassageKind.PARAGRAPH, PassageKind.LIST_ITEM, PassageKind.FIELD)


@dataclass(frozen=True)
class _Turn:
    """A question, perhaps in several passages, and the passage that answers it."""

    first: int
    """Of the passages that ask."""
    answer: int
    """The passage that opens the answer, maybe with no more than a mark."""
    spoken: int
    """The passage with the answer's words."""


def answered(passages: Sequence[Passage]) -> list[Passage]:
    """The passages, each answer of a dialogue with its question as its label."""
    turns = {turn.first: turn for turn in _turns(passages)}
    if len(turns) < _LEAST:
        return list(passages)
    found: list[Passage] = []
    index = 0
    while index < len(passages):
        turn = turns.get(index)
        if turn is None:
            found.append(passages[index])
            index += 1
            continue
        asked = [word for passage in passages[turn.first : turn.answer] for word in _without(_ASKS, passage)]
        found.extend(_parted(passages[turn.spoken], tuple(asked)))
        index = turn.spoken + 1
    return found


def _turns(passages: Sequence[Passage]) -> Iterator[_Turn]:
    index = 0
    while index < len(passages):
        end = index
        while end < len(passages) and _asks(passages[end], among=end > index):
            end += 1
        if end > index and end < len(passages) and _answers(passages[end], passages[index]):
            yield _Turn(index, end, _spoken_at(passages, end))
        index = max(end, index + 1)


def _spoken_at(passages: Sequence[Passage], answer: int) -> int:
    """Where the answer's words are: often its mark stands alone, set bold, and they in the passage below."""
    below = passages[answer + 1 : answer + 2]
    if _without(_ANSWERS, passages[answer]) or not below or below[0].kind not in _PROSE or _asks(below[0], among=False):
        return answer
    return answer + 1


def _asks(passage: Passage, *, among: bool) -> bool:
    """Whether the passage asks; `among` questions, a mark is not needed."""
    words = _words(passage)
    if not words or len(words) > _WORDS or passage.kind not in (*_PROSE, PassageKind.HEADING):
        return False
    text = text_of(words)
    return text.endswith("?") or (not among and bool(_ASKS.match(text)))


def _answers(passage: Passage, question: Passage) -> bool:
    """Whether the passage is the answer: marked as one, or prose below an unmarked question."""
    text = text_of(_words(passage))
    if _ANSWERS.match(text):
        return passage.kind in (*_PROSE, PassageKind.HEADING)
    return passage.kind in _PROSE and not _ASKS.match(text_of(_words(question)))


def _parted(passage: Passage, question: tuple[Word, ...]) -> Iterator[Passage]:
    """The answer's first sentence as a field, and the rest below the question: what it goes on to tell may be another's."""
    words = _without(_ANSWERS, passage)
    text = text_of((*words, *passage.over))
    starts = [start for start, _ in sentences(text)]
    first = len(text[: starts[1]].split()) if len(starts) > 1 else len(words)
    field = replace(passage, kind=PassageKind.FIELD, label=text_of(question), label_words=question)
    if first >= len(words):
        yield replace(field, text=text, words=words)
        return
    yield replace(field, text=text_of(words[:first]), words=words[:first], over=())
    rest = words[first:]
    yield replace(
        passage,
        kind=PassageKind.PARAGRAPH,
        text=text_of((*rest, *passage.over)),
        words=rest,
        box=union(word.box for word in rest),
        heading_path=(*passage.heading_path, text_of(question)),
        label="",
        label_words=(),
    )


def _words(passage: Passage) -> tuple[Word, ...]:
    return (*passage.label_words, *passage.words)


def _without(mark: re.Pattern[str], passage: Passage) -> tuple[Word, ...]:
    """The passage's words behind the mark that opens it."""
    words = _words(passage)
    opening = mark.match(text_of(words))
    behind = len(opening[0].split()) if opening else 0
    return words[behind:]
