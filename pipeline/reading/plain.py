"""Plain text, and the words of a message itself, as pages with a typewriter's layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path

from pipeline import limits
from pipeline.containers import bodies, decode, parse
from pipeline.reading.parts import Part
from pipeline.reading.words import clean
from pipeline.records import Box, Kind, Line, Member, Page, PageText, Problem, Word

WIDTH, HEIGHT = 612.0, 792.0
_MARGIN, _SIZE, _LETTER = 36.0, 10.0, 6.0
_COLUMNS = 90
_ROWS = 500
_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_BREAKING = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "hr"})
_HIDDEN = frozenset({"style", "script", "head", "title", "template"})


def text_parts(member: Member, *, first: int) -> Iterator[Part]:
    """Lay out a text, or a message's headers and own text, as pages of 612 points' width, `_ROWS` rows at most on each."""
    try:
        text = message_text(member.path.read_bytes()) if member.kind is Kind.EMAIL else _beginning(member.path)
    except RecursionError:
        return
    rows = [row for line in text[: limits.MAX_TEXT].expandtabs(4).splitlines() for row in _wrapped(line)]
    sheets = [rows[start : start + _ROWS] for start in range(0, len(rows), _ROWS)] or [[]]
    problems: tuple[Problem, ...] = ()
    if len(text) > limits.MAX_TEXT and first == 1:
        message = f"Only the first {limits.MAX_TEXT:,} characters of {member.name} were read."
        problems = (Problem("too-many-characters", message, hides_content=True),)
    yield Part(count=len(sheets), problems=problems)
    for number, sheet in enumerate(sheets[first - 1 :], start=first):
        yield Part(_page(number, sheet))


def _beginning(path: Path) -> str:
    """A text file's text, and not much more of it than is read."""
    with path.open("rb") as file:
        return plain_text(file.read(4 * limits.MAX_TEXT + 4))


def _page(number: int, rows: list[str]) -> Page:
    height = max(HEIGHT, 2 * _MARGIN + 1.2 * _SIZE * len(rows))
    lines = tuple(line for index, row in enumerate(rows) if (line := _line(row, index)))
    return Page(number, WIDTH, height, PageText.FILE if lines else PageText.BLANK, lines)


def message_text(data: bytes) -> str:
    """The headers that a reader sees and the message's own text; its HTML only where it has no plain text."""
    message = parse(data)
    head = [f"{name}: {value}" for name in _HEADERS if (value := _header(message, name))]
    found = bodies(data)
    plain = [text for kind, text in found if kind == "text/plain" and text.strip()]
    texts = plain or [html_text(text) for kind, text in found if kind == "text/html"]
    return "\n".join([*head, "", *texts])


def plain_text(data: bytes) -> str:
    """A text file's text; without its tags, where it is a web page."""
    text = decode(data)
    return html_text(text) if re.match(r"\s*<(!doctype html|html|head|body)\b", text, re.IGNORECASE) else text


def html_text(source: str) -> str:
    """The text of a web page, one line for each block."""
    reader = _Reader()
    reader.feed(source)
    reader.close()
    rows = (" ".join(row.split()) for row in "".join(reader.parts).splitlines())
    return "\n".join(rows)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden = 0 if tag == "body" else self.hidden + (tag in _HIDDEN)
        if tag in _BREAKING:
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append("   ")

    def handle_endtag(self, tag: str) -> None:
        self.hidden = max(self.hidden - (tag in _HIDDEN), 0)
        if tag in _BREAKING:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(" ".join(data.splitlines()))


def _wrapped(line: str) -> list[str]:
    """Break a line at spaces, as a typewriter's margin would."""
    rows, start = [], 0
    while len(line) - start > _COLUMNS:
        at = line.rfind(" ", start + 1, start + _COLUMNS)
        if at < 0:
            at = line.find(" ", start + _COLUMNS)
        if at < 0:
            break
        rows.append(line[start:at])
        start = at + 1
    return [*rows, line[start:]]


def _header(message: EmailMessage, name: str) -> str:
    try:
        value = message.get(name)
        return " ".join(str(value).split()) if value is not None else ""
    except (IndexError, AttributeError, ValueError, TypeError, LookupError):
        return ""


def _line(row: str, number: int) -> Line | None:
    top = _MARGIN + 1.2 * _SIZE * number
    letter = min(_LETTER, (WIDTH - 2 * _MARGIN) / max(len(row), 1))
    words = []
    for match in re.finditer(r"\S+", row):
        text = clean(match[0])
        if text:
            start, end = _MARGIN + letter * match.start(), _MARGIN + letter * match.end()
            words.append(Word(text, Box(round(start, 2), round(top, 2), round(end, 2), round(top + _SIZE, 2)), _SIZE))
    if not words:
        return None
    return Line(tuple(words), Box(words[0].box.x0, words[0].box.top, words[-1].box.x1, words[0].box.bottom))
