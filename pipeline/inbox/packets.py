"""The folders of packets that messages are made into: what an applicant handed in up to then, whole or not there."""

from __future__ import annotations

import shutil
from pathlib import Path

from pipeline.inbox.records import Envelope, Place
from pipeline.kinds import kind_of
from pipeline.packetids import plain_name
from pipeline.records import Kind

_SUBJECT = 60
"""Characters of a subject that go into an id."""


def name(envelope: Envelope, identity: str) -> str:
    """The id of an application, after its first message."""
    return f"{plain_name(envelope.subject)[:_SUBJECT].strip('-.') or 'message'}-{identity[:8]}"


def of_round(application: str, number: int) -> str:
    """The id of the packet of one round of an application."""
    return application if number == 1 else f"{application}-round-{number}"


def is_message(file: Path) -> bool:
    """Whether a file is a message by its content."""
    return file.is_file() and kind_of(file) is Kind.EMAIL


def lay(came: Path, target: Path, *, called: str, before: Path | None = None) -> None:
    """Make a packet of what came, together with all of an earlier round; what came is moved.

    Args:
        came: a message, a file or a folder.
        target: the packet's folder, which is made anew if it is there.
        called: the name of a message or a file within it.
        before: the packet of the earlier round, if that belongs to this one.

    Raises:
        OSError: there is no room, or the folder cannot be written.
    """
    part = target.with_name(f".{target.name}.part")
    for left_by_a_killed_process in (part, target):
        shutil.rmtree(left_by_a_killed_process, ignore_errors=True)
    part.parent.mkdir(parents=True, exist_ok=True)
    if came.is_dir():
        came.rename(part)
    else:
        if before is None:
            part.mkdir()
        else:
            shutil.copytree(before, part)
        came.rename(part / called)
    part.rename(target)


def declare(message: Path, place: Place) -> None:
    """Let a message whose head is broken be known as one by its content: two lines are put before it.

    Raises:
        OSError: it cannot be written.
    """
    if is_message(message):
        return
    whole = message.with_name(f"{message.name}.declared")
    with message.open("rb") as stream, whole.open("wb") as out:
        source, folder = (plain_name(text) for text in (place.source, place.folder))
        out.write(f"X-Muster-Source: {source}\r\nX-Muster-Folder: {folder}\r\n".encode("ascii"))
        shutil.copyfileobj(stream, out)
    whole.replace(message)
