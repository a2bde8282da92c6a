"""The id of a packet: the name of its file or folder in letters that serve in a path, a link and a cell."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from pipeline import limits


def packet_id(path: Path) -> str:
    """The id of the packet at the path: its name, or the like with a mark of its own, `Harvest-Jam-2027-c7ef41`.

    A folder that is only called `packet` goes by the name of the folder around it, a PDF by its name without the ending.
    """
    resolved = path.resolve()
    named = resolved.parent if resolved.is_dir() and resolved.name == "packet" else resolved
    name = named.stem if named.suffix.lower() == ".pdf" and not named.is_dir() else named.name
    plain = plain_name(name)
    # `a b` and `a-b` must not write into one folder.
    return plain if plain == name else f"{plain or 'packet'}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:6]}"


def plain_name(name: str) -> str:
    """The name in letters that serve in a path, a link and a cell; empty where none of its own do."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^\w.-]+", "-", plain).strip("-.")[: limits.MAX_NAME]


def unique_ids(paths: Sequence[Path], *, reserved: Iterable[str] = ()) -> list[str]:
    """An id for each of the paths, no two alike but for capitals, which some disks do not tell apart.

    Who bears an id as a name has it, unless it is reserved; others that come to the same one get `-2`, `-3` and so on, in
    their order.
    """
    wanted = [packet_id(path) for path in paths]
    named = [path.name == name for path, name in zip(paths, wanted, strict=True)]
    given = [""] * len(paths)
    taken = {name.casefold() for name in reserved}
    counts: Counter[str] = Counter()
    for index in sorted(range(len(paths)), key=lambda index: not named[index]):
        name = wanted[index]
        while name.casefold() in taken:
            counts[wanted[index]] += 1
            name = f"{wanted[index]}-{counts[wanted[index]] + 1}"
        taken.add(name.casefold())
        given[index] = name
    return given
