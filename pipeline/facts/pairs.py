"""Numbers and the words that tell them apart, in one clause: `women 12, men 6`, `$250,000 each person`."""

from __future__ import annotations

from collections.abc import Sequence

Token = tuple[int, int, str]
"""Start, end and kind; the kind of a number is empty."""


def paired(numbers: Sequence[tuple[int, int]], keys: Sequence[Token]) -> list[str]:
    """For each number the kind of the key beside it, or nothing.

    Where the clause begins with a key, each number takes the key before it, else the key after it; another number
    between the two parts them.
    """
    tokens = sorted([*((start, end, "") for start, end in numbers), *keys])
    first_number = next((place for place, token in enumerate(tokens) if not token[2]), 0)
    forward = any(token[2] for token in tokens[:first_number])
    kinds = {}
    for place, (start, _, kind) in enumerate(tokens):
        if not kind:
            beside = place - 1 if forward else place + 1
            kinds[start] = tokens[beside][2] if 0 <= beside < len(tokens) else ""
    return [kinds[start] for start, _ in numbers]
