"""Numbers and the words that tell them apart, in one clause: `women 12, men 6`, `$250,000 each person`."""

from __future__ import annotations

from collections.abc import Sequence

Token = tuple[int, int, str]
"""Start, end and kind; the kind of a number is empty."""


def paired(numbers: Sequence[tuple[int, int]], keys: Sequence[Token]) -> list[str]:
    """For each number the kind of the key beside it, or nothing.

    Where the clause begins with a key, each number takes the key before it, else the key after it; another number
    between the two parts them. A number left over takes the key on its other side, where no number has taken that.
    """
    tokens = sorted([*((start, end, "") for start, end in numbers), *keys])
    first_number = next((place for place, token in enumerate(tokens) if not token[2]), 0)
    forward = any(token[2] for token in tokens[:first_number])
    taken: dict[int, int] = {}
    for step in (-1, 1) if forward else (1, -1):
        for place, (_, _, kind) in enumerate(tokens):
            beside = place + step
            if (
                not kind
                and place not in taken
                and 0 <= beside < len(tokens)
                and tokens[beside][2]
                and beside not in taken.values()
            ):
                taken[place] = beside
    kinds = {tokens[place][0]: tokens[beside][2] for place, beside in taken.items()}
    return [kinds.get(start, "") for start, _ in numbers]
