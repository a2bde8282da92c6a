"""How long, and how often, what failed is tried again."""

from __future__ import annotations

MOST_ATTEMPTS = 5
"""After which a person must see to what may fail for a reason of its own, and not of the network or the disk."""
FIRST, _LONGEST = 5.0, 3600.0


def delay(attempts: int) -> float:
    """Seconds until what has failed so many times is tried again: twice as long each time, an hour at most."""
    return min(FIRST * 2.0 ** min(attempts - 1, 20), _LONGEST)
