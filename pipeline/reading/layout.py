"""From words to lines in reading order: pieces of lines, rows, columns.

A page is torn into columns only at a gutter that persists over many lines and has running prose on both sides. The
left side of a form is short labels, and the cells of an unruled table begin on the same height row by row: both stay
whole, so that a label and its value, or the cells of a row, stand on one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, radians, sin
from statistics import median

from pipeline.reading.geometry import union, within
from pipeline.records import Box, Cell, Line, Table, Word

_GUTTER = 8.0
"""Points of white between two columns."""
_TALLEST = 1.3
"""Font sizes: letters reach no further down from a word's top."""
_JUSTIFIED = 1.6
"""Font sizes of white between two words of a justified line at most."""
_EVIDENT = 6
"""Lines that a column has at least if some of them are torn."""
_COLUMN = 90.0
"""Points of width that a column of prose has at least."""


@dataclass(frozen=True)
class Piece:
    """Part of a line without a wide gap, or a whole table or card with its lines."""

    words: tuple[Word, ...]
    box: Box
    table: tuple[Line, ...] = ()


def lines(words: Sequence[Word], tables: Sequence[Table] = (), cards: Sequence[Box] = ()) -> list[Line]:
    """Put the words of a page into lines, and the lines into reading order; those of a table or a card stay together."""
    loose, pieces = list(words), []
    for card in cards:
        inside = [word for word in loose if within(word.box, card)]
        loose = [word for word in loose if not within(word.box, card)]
        held = [table for table in tables if within(table.box, card)]
        tables = [table for table in tables if table not in held]
        pieces.append(Piece((), card, tuple(lines(inside, held))))
    for table in tables:
        inside = [word for word in loose if within(word.box, table.box)]
        loose = [word for word in loose if not within(word.box, table.box)]
        if inside:
            pieces.append(Piece((), table.box, tuple(_table_lines(table, inside))))
    pieces += [piece for row in rows(loose) for piece in _pieces(row)]
    return _ordered(pieces)


def tilted(words: Sequence[tuple[Word, float]]) -> list[Line]:
    """Put words that stand at an angle (degrees clockwise), such as a stamp's, into lines of their own."""
    found: list[Line] = []
    for angle in sorted({round(angle) for _, angle in words}):
        upright: dict[int, Word] = {}
        leveled = []
        for word, own in words:
            if round(own) != angle:
                continue
            box = word.box
            x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
            turn = radians(-angle)
            x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            half = max(box.x1 - box.x0, box.bottom - box.top) / 2
            place = replace(word, box=Box(x - half, y - word.size / 2, x + half, y + word.size / 2))
            upright[id(place)] = word
            leveled.append(place)
        found += [_line([upright[id(word)] for word in row]) for row in rows(leveled)]
    return found


def rows(words: Iterable[Word]) -> list[list[Word]]:
    """Gather words that share a height into rows, from top to bottom, each from left to right."""
    still_open: list[_Row] = []
    done: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (_middle(word), word.box.x0)):
        top, bottom = word.box.top, _foot(word)
        kept: list[_Row] = []
        best, best_share = None, 0.5
        for row in still_open:
            if all(low <= top for _, low in row.spans):
                done.append(row.words)
                continue
            kept.append(row)
            share = max(_share(top, bottom, high, low) for high, low in row.spans)
            if share > best_share:
                best, best_share = row, share
        if best is None:
            kept.append(_Row([word], [(top, bottom)]))
        else:
            best.words.append(word)
            best.spans = [*best.spans[-3:], (top, bottom)]
        still_open = kept
    done += [row.words for row in still_open]
    found = [sorted(row, key=lambda word: word.box.x0) for row in done]
    return sorted(found, key=lambda row: median(map(_middle, row)))


@dataclass
class _Row:
    """A row that may still grow, and the heights of the words that joined it last."""

    words: list[Word]
    spans: list[tuple[float, float]]


def _foot(word: Word) -> float:
    """The lower edge, but for the long tails of a hand's letters."""
    low = word.box.top + _TALLEST * word.size
    return low if low < word.box.bottom and word.size > 0 else word.box.bottom


def _middle(word: Word) -> float:
    return word.box.top + _foot(word)


def _share(top: float, bottom: float, high: float, low: float) -> float:
    """The height that two words share, as a part of the lower one's."""
    shared = (bottom if bottom < low else low) - (top if top > high else high)
    lower = bottom - top if bottom - top < low - high else low - high
    return shared / (lower if lower > 0.1 else 0.1)


def _pieces(row: list[Word]) -> list[Piece]:
    found: list[list[Word]] = [[row[0]]]
    for previous, word in pairwise(row):
        gap = word.box.x0 - max(other.box.x1 for other in found[-1])
        if gap > max(0.9 * min(previous.size, word.size), 5.0):
            found.append([word])
        else:
            found[-1].append(word)
    return [Piece(tuple(words), union(word.box for word in words)) for words in found]


def _line(words: Sequence[Word]) -> Line:
    return Line(tuple(words), union(word.box for word in words), ocr=any(word.confidence < 1 for word in words))


def _table_lines(table: Table, inside: list[Word]) -> list[Line]:
    """A row whose cells have one line each gives one line; else each cell gives its own, so that none is torn."""
    found, left = [], list(inside)
    for cells in table.rows:
        in_cells = [[word for word in left if within(word.box, cell.box)] for cell in cells]
        held = [word for words in in_cells for word in words]
        taken = {id(word) for word in held}
        left = [word for word in left if id(word) not in taken]
        per_cell = [rows(words) for words in in_cells if words]
        if all(len(cell) == 1 for cell in per_cell):
            found += [_line(row) for row in ([word for cell in per_cell for word in cell[0]],) if row]
        else:
            found += [_line(row) for cell in per_cell for row in cell]
    return [_line(row) for row in rows(left)] + found


def _ordered(pieces: list[Piece]) -> list[Line]:
    gutter = _gutter(pieces)
    if gutter is None:
        return _as_lines(pieces)
    above, left, right, below = gutter
    return [line for part in (above, left, right, below) for line in _ordered(part)]


def _as_lines(pieces: list[Piece]) -> list[Line]:
    found = [_line(row) for row in rows(word for piece in pieces for word in piece.words)]
    blocks = sorted((piece for piece in pieces if piece.table), key=lambda piece: (round(piece.box.top), piece.box.x0))
    for piece in reversed(blocks):
        place = next((at for at, line in enumerate(found) if line.box.top >= piece.box.top), len(found))
        found[place:place] = piece.table
    return found


_Split = tuple[list[Piece], list[Piece], list[Piece], list[Piece]]


def _gutter(pieces: list[Piece]) -> _Split | None:
    """The best place to tear the pieces into above, left, right and below, or None where they are one column."""
    best: _Split | None = None
    best_lines = 0
    by_top = sorted(pieces, key=lambda piece: piece.box.top)
    for x in _edges(pieces):
        run: list[Piece] = []
        for piece in [*by_top, None]:
            if piece is not None and not (piece.box.x0 < x - 1 and piece.box.x1 > x - _GUTTER):
                run.append(piece)
                continue
            split = _split(run, x)
            if split is not None and min(len(split[0]), len(split[1])) > best_lines:
                left, right, rest = split
                best_lines = min(len(left), len(right))
                inside = {id(member) for member in left + right}
                end = max(member.box.bottom for member in left + right)
                others = [member for member in by_top if id(member) not in inside]
                above = [member for member in others if member.box.top < end and member not in rest]
                best = (above, left, right, [member for member in others if member not in above])
            run = []
    return best


def _edges(pieces: list[Piece]) -> list[float]:
    """Where at least three pieces begin, as the right column's would."""
    starts = sorted(piece.box.x0 for piece in pieces)
    return sorted({start for start in starts if sum(abs(start - other) < 2 for other in starts) >= 3})


def _split(run: list[Piece], x: float) -> tuple[list[Piece], list[Piece], list[Piece]] | None:
    left = [piece for piece in run if piece.box.x1 <= x - _GUTTER]
    right = [piece for piece in run if piece.box.x0 >= x - 1]
    if len(left) < 3 or len(right) < 3:
        return None
    left, right, rest = _without_tail(*_without_head(left, right, x))
    # Lines of two columns seldom share their heights throughout; those of a form and of a table always do.
    strict = _abreast(left, right) > 0.6
    if min(len(left), len(right)) < (4 if strict else 3) or _is_grid(left, right) or _is_chance(left, right):
        return None
    if not _is_prose(left, strict=strict):
        return None
    return (left, right, rest) if _is_prose(right, strict=strict) or _gutter(right) is not None else None


def _abreast(left: list[Piece], right: list[Piece]) -> float:
    """The part of the shorter side's lines that stand on the height of a line of the other."""
    fewer, more = sorted((left, right), key=len)
    return sum(any(_level(one, other) for other in more) for one in fewer) / max(len(fewer), 1)


def _level(one: Piece, other: Piece) -> bool:
    slack = 0.25 * max(one.box.bottom - one.box.top, other.box.bottom - other.box.top)
    return abs(one.box.bottom - other.box.bottom) < slack and abs(one.box.top - other.box.top) < 2 * slack


def _without_head(left: list[Piece], right: list[Piece], x: float) -> tuple[list[Piece], list[Piece]]:
    """Leave out rows above the columns that only happen to have a gap there: the right part begins elsewhere."""
    while left and right:
        first = min(left + right, key=lambda piece: piece.box.top)
        row = [piece for piece in left + right if _level(first, piece)]
        beyond = [piece.box.x0 for piece in row if piece in right]
        if not beyond or len(beyond) == len(row) or abs(min(beyond) - x) < 3:
            break
        left, right = [piece for piece in left if piece not in row], [piece for piece in right if piece not in row]
    return left, right


def _without_tail(left: list[Piece], right: list[Piece]) -> tuple[list[Piece], list[Piece], list[Piece]]:
    """Set aside what stands below both columns, after a gap of more than two lines."""
    if not left or not right:
        return left, right, []
    end = min(max(piece.box.bottom for piece in left), max(piece.box.bottom for piece in right))
    height = median(piece.box.bottom - piece.box.top for piece in left + right)
    tail: list[Piece] = []
    for piece in sorted((piece for piece in left + right if piece.box.top > end), key=lambda piece: piece.box.top):
        if tail or piece.box.top - end > 2.5 * height:
            tail.append(piece)
        else:
            end = max(end, piece.box.bottom)
    kept = [[piece for piece in side if piece not in tail] for side in (left, right)]
    return kept[0], kept[1], tail


def _is_prose(side: list[Piece], *, strict: bool) -> bool:
    """Whether most lines are long and run on, as in a column of text."""
    texts = _whole([piece for piece in side if piece.words])
    if len(texts) < 3:
        return False
    start, end = min(piece.box.x0 for piece in texts), max(piece.box.x1 for piece in texts)
    flush = sum(piece.box.x0 - start < 4 for piece in texts) / len(texts)
    long = sum(piece.box.x1 - piece.box.x0 > 0.6 * (end - start) for piece in texts) / len(texts)
    mean = sum(len(piece.words) for piece in texts) / len(texts)
    return (
        end - start >= _COLUMN
        and flush >= 0.5
        and long >= (0.45 if strict else 0.3)
        and mean >= (3.5 if strict else 3.0)
    )


def _whole(side: Sequence[Piece]) -> list[Piece]:
    """The pieces of a column, with those joined that only a wide space of justified lines has torn."""
    found: list[Piece] = []
    for piece in sorted(side, key=lambda piece: (round(piece.box.bottom), piece.box.x0)):
        last = found[-1] if found else None
        if (
            last
            and piece.words
            and last.words
            and _level(last, piece)
            and 0 < piece.box.x0 - last.box.x1 < _JUSTIFIED * piece.words[0].size
        ):
            found[-1] = Piece(last.words + piece.words, union((last.box, piece.box)))
        else:
            found.append(piece)
    return found


def _is_chance(left: list[Piece], right: list[Piece]) -> bool:
    """Whether wide spaces happen to stand below each other in a few lines of justified text."""
    return any((lines := len(_whole(side))) < len(side) and lines < _EVIDENT for side in (left, right))


def _is_grid(left: list[Piece], right: list[Piece]) -> bool:
    """Whether the blocks of both sides begin on the same heights, as the cells of a table or the rows of a form do."""
    starts, others = _block_starts(left), _block_starts(right)
    if len(starts) < 3 or len(others) < 3:
        return False
    met = sum(any(abs(start - other) < 4 for other in others) for start in starts)
    return met >= 0.6 * len(starts)


def _block_starts(side: list[Piece]) -> list[float]:
    """The heights at which blocks of lines begin, a block being lines that follow each other without a gap."""
    by_top = sorted(side, key=lambda piece: piece.box.top)
    height = median(piece.box.bottom - piece.box.top for piece in side)
    starts = [by_top[0].box.top]
    for previous, piece in pairwise(by_top):
        if piece.box.top - previous.box.bottom > 0.5 * height:
            starts.append(piece.box.top)
    return starts


def moved(line: Line, move: Callable[[Box], Box]) -> Line:
    """The same line with its boxes elsewhere, as on the page before it was turned."""
    words = tuple(replace(word, box=move(word.box)) for word in line.words)
    return replace(line, words=words, box=union(word.box for word in words))


def moved_table(table: Table, move: Callable[[Box], Box]) -> Table:
    """The same table with its boxes elsewhere."""

    def cell(one: Cell) -> Cell:
        return replace(one, box=move(one.box), words=tuple(replace(word, box=move(word.box)) for word in one.words))

    rows = tuple(tuple(cell(one) for one in row) for row in table.rows)
    return replace(table, rows=rows, box=move(table.box))
