"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def whole(path: Path, *, via: Path | None = None) -> Iterator[TextIO]:
    """A stream into a file that takes its name when the block has ended well, and is gone where it has not.

    Until then it lies in the folder `via`, on the same disk, or else beside the place where it goes.
    """
    part = (via or path.parent) / f".{path.name}.{os.getpid()}.part"
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
