"""What a line's, a column's or a page's end tore: hyphenated words and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.records import Document, Passage, PassageKind, Word
from pipeline.structure.segments import text_of

_TORN = re.compile(r"[^\W\d_]{2,}-")
_ENDED = re.compile(r"[.!?:;]['\")”’\]]*$")
_SENTENCE = re.compile(r"[.!?]['\")”’\]]*(?=\s+[A-Z0-9“\"(]|$)")


def vocabulary(document: Document) -> frozenset[str]:
    """The words of a document that stand whole, in small letters, with those that have a hyphen within them."""
    return frozenset(
        text
        for page in document.pages
        for line in page.lines
        for place, word in enumerate(line.words)
        if not (place == 0 or place == len(line.words) - 1 and word.text.endswith("-"))
        for text in (word.text.lower().strip(".,;:!?()[]\"'“”’"),)
    )


def mended(words: Sequence[Word], known: frozenset[str]) -> list[Word]:
    """The words of a passage, with those joined that a line's end hyphenated.

    The hyphen stays in `well-known` and in `Nance-Doyle`: where the next line begins in upper case, where the document
    writes it so elsewhere, or writes both halves as words and never the whole.
    """
    found: list[Word] = []
    for word in words:
        last = found[-1] if found else None
        if last is None or not _TORN.fullmatch(last.text.lstrip("(\"'“")) or not _is_below(last, word):
            found.append(word)
            continue
        first, second = last.text[:-1], word.text
        bare = (first.lower().lstrip("(\"'“"), re.split(r"[^\w’'-]", second.lower())[0])
        kept = (
            not second[0].islower()
            or f"{bare[0]}-{bare[1]}" in known
            or (bare[0] in known and bare[1] in known and "".join(bare) not in known)
        )
        if not second[0].isalpha():
            found.append(word)
            continue
        found[-1] = replace(last, text=last.text + second if kept else first + second)
    return found


def _is_below(first: Word, second: Word) -> bool:
    """Whether the second word begins another line, in the same column or the next."""
    return second.box.x0 < first.box.x0 or second.box.top > first.box.bottom or second.box.bottom < first.box.top


def across_pages(passages: Iterable[Passage]) -> list[Passage]:
    """The passages, with a sentence that runs over a page's end made whole in the passage where it began.

    Its words on the later page are `over`: `words` and the box stay on the first page.
    """
    found: list[Passage] = []
    for passage in passages:
        at = next((i for i in range(len(found) - 1, -1, -1) if found[i].kind is not PassageKind.FURNITURE), None)
        if at is None or not _runs_over(found[at], passage):
            found.append(passage)
            continue
        text = passage.text
        end = match.end() if (match := _SENTENCE.search(text)) else len(text)
        words = passage.words[: len(text[:end].split())]
        found[at] = replace(found[at], text=f"{found[at].text} {text[:end]}", over=words)
        if text[end:].strip():
            found.append(_rest(passage, end))
    return found


def _runs_over(last: Passage, passage: Passage) -> bool:
    kinds = (PassageKind.PARAGRAPH, PassageKind.LIST_ITEM)
    return (
        passage.page == last.page + 1
        and last.kind in kinds
        and passage.kind is PassageKind.PARAGRAPH
        and last.ticked is None
        and passage.ticked is None
        and passage.text[:1].islower()
        and len(last.words) > 4
        and not _ENDED.search(last.text)
    )


def _rest(passage: Passage, end: int) -> Passage:
    """The passage from a place in its text on."""
    words = passage.words[len(passage.text[:end].split()) :]
    return replace(passage, text=text_of(words), words=words)
