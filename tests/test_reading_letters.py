"""What an OCR engine gets wrong in single letters is mended, and no number is guessed."""

from __future__ import annotations

import pytest

from pipeline.reading.letters import mended
from pipeline.records import Box, Word


def line(*texts: str) -> list[Word]:
    """Words with a space between them, each letter 5 points wide and 8 high, in type of size 10."""
    x, words = 0.0, []
    for said in texts:
        words.append(Word(said, Box(x, 0, x + 5 * len(said), 8), 10, confidence=0.9))
        x += 5 * len(said) + 3
    return words


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("$1,00O,OOO", "$1,000,000"),
        ("25OO", "2500"),
        ("l5", "15"),
        ("($5OO.OO)", "($500.00)"),
        ("1O,", "10,"),
        ("2l", "2l"),
        ("P1", "P1"),
        ("5B", "5B"),
        ("1O,OO", "1O,OO"),
        ("IOO", "IOO"),
        ("A-1O", "A-1O"),
    ],
)
def test_letters_become_digits_only_where_the_whole_is_a_number_then(seen: str, meant: str) -> None:
    assert [word.text for word in mended(line(seen), [])] == [meant]


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        (["women", "12", "men6"], ["women", "12", "men", "6"]),
        (["4ea"], ["4", "ea"]),
        (["12th", "9pm", "150ft"], ["12th", "9pm", "150ft"]),
        (["Rev2", "A12", "CT06281"], ["Rev2", "A12", "CT06281"]),
        (["water", "O", "gal/day"], ["water", "0", "gal/day"]),
        (["P", "O", "box"], ["P", "O", "box"]),
        (["O", "Brien"], ["O", "Brien"]),
        (["|", "live", "here"], ["I", "live", "here"]),
        (["|"], ["|"]),
    ],
)
def test_numerals_and_lone_letters_are_told_apart(seen: list[str], meant: list[str]) -> None:
    assert [word.text for word in mended(line(*seen), [])] == meant


def test_a_word_through_which_a_rule_runs_is_that_of_two_cells() -> None:
    rules = [Box(10, -20, 11, 40), Box(22, 2, 23, 4)]
    first, second, whole = mended(line("10ea", "rows"), rules)
    assert (first.text, second.text, whole.text) == ("10", "ea", "rows")
    assert first.box.x1 == second.box.x0 == 10.5


def test_what_the_engine_saw_twice_in_one_place_is_kept_once() -> None:
    (sure,) = line("ten")
    doubtful = Word("tem", Box(1, 0, 15, 8), 10, confidence=0.4)
    assert mended([doubtful, sure], []) == [sure]
