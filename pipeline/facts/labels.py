"""Labels without what is no part of their words."""

from __future__ import annotations

import re
from functools import lru_cache

_AROUND = re.compile(
    r"^\W*(?:\(?(?:\d{1,2}[a-z]?[.)]\s*|[a-z](?:[.]\s+|[)]\s*))|(?-i:\d{1,2}\s+(?=[A-Z])))?|[\s:?.,_-]+$", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def plain(label: str) -> str:
    """A label without its number or marks: `12. Toilets: how many?` is `Toilets: how many`, and `R.N.s` stays."""
    return _AROUND.sub("", label)


@lru_cache(maxsize=4096)
def readings_of(label: str) -> tuple[str, ...]:
    """The ways to read a label: without its number, as what it counts, without what stands in parentheses."""
    names = (plain(label), _thing(label), plain(re.sub(r"\([^)]*\)", "", label))) if label else ()
    return tuple(dict.fromkeys(name for name in names if name))


def _thing(label: str) -> str:
    """What a label counts: `Number of police officers` is `police officers`."""
    return re.sub(
        r"^(?:total\s+)?(?:number|no\.?|#|quantity|how many)\s+(?:of\s+)?(?:the\s+)?",
        "",
        plain(label),
        flags=re.IGNORECASE,
    )
