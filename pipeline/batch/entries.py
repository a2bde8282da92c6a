"""From a folder to the packets in it: each of its files and folders is one."""

from __future__ import annotations

from pathlib import Path

from pipeline.batch.records import Entry
from pipeline.batch.summary import OVERVIEW
from pipeline.errors import ConfigurationError, UsageError
from pipeline.intake import passed_over
from pipeline.packetids import unique_ids


def entries(folder: Path) -> list[Entry]:
    """The packets of a folder, in order of name. What intake passes over within a packet is passed over here, too.

    Raises:
        UsageError: there is none.
        ConfigurationError: the folder cannot be read.
    """
    try:
        paths = sorted((path for path in folder.iterdir() if not passed_over(path)), key=lambda path: path.name)
    except OSError as error:
        raise ConfigurationError(
            f"The folder {folder} cannot be read: {error.strerror}.", remedy="See who may read it."
        ) from error
    if not paths:
        raise UsageError(f"The folder {folder} holds no packet.", remedy="Give the folder that holds the packets.")
    # Reports lie beside the overview, whose names a packet may bear.
    ids = unique_ids(paths, reserved=OVERVIEW)
    return [Entry(name, path) for name, path in zip(ids, paths, strict=True)]
