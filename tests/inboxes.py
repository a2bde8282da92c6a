"""Inboxes whose messages are audited by a stand-in, in this process and in others, which are killed or watch on.

python -c "import inboxes; inboxes.main()" CONFIG
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any

import click

from pipeline import limits
from pipeline.batch import session
from pipeline.inbox import config, retrying, watching
from pipeline.inbox.finishing import Finisher
from pipeline.inbox.ledger import Ledger
from pipeline.inbox.records import Message
from pipeline.inbox.running import BusyError, Inbox

HERE = Path(__file__).parent
COMMAND = (sys.executable, str(HERE / "hostile" / "mail_worker.py"))
RULE = '[[rule]]\nname = "all"\nchecklist = "ct-19a-438"\n'


@dataclass
class Looked:
    """What came of one look."""

    told: list[Message] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def states(self) -> dict[str, str]:
        """By subject, the state in which each message was told of last."""
        return {message.envelope.subject: message.state for message in self.told}


def configured(folder: Path, *parts: str) -> Path:
    """A configuration in a folder."""
    file = folder / "inbox.toml"
    file.write_text("\n".join(("jobs = 1", *parts)))
    return file


def look(
    file: Path,
    *,
    times: int = 1,
    clock: Callable[[], float] = time.time,
    command: Sequence[str] = COMMAND,
) -> Looked:
    """Some looks at the sources of a configuration, in one run."""
    found = Looked()
    with Inbox(config.load(file), found.told.append, command=command, clock=clock) as inbox:
        for _ in range(times):
            found.faults += inbox.look()
    return found


def messages(file: Path) -> list[Message]:
    """All that the ledger knows of."""
    with Ledger(config.load(file).state / "ledger.sqlite") as ledger:
        return ledger.messages()


def calls(folder: Path) -> Counter[str]:
    """By subject, how often it was audited."""
    file = folder / "calls"
    return Counter(line.rpartition("-")[0] for line in file.read_text().split()) if file.exists() else Counter()


def mail(subject: str, number: int | str = 1, **headers: str) -> EmailMessage:
    """A message with a small file to it."""
    made = EmailMessage()
    made["From"] = "Ann Ames <ann@example.org>"
    made["To"] = "permits@town.example"
    made["Subject"] = subject
    made["Message-ID"] = f"<{number}@example.org>"
    made["Date"] = "Fri, 21 May 2027 10:00:00 +0000"
    for name, value in headers.items():
        del made[name.replace("_", "-")]
        made[name.replace("_", "-")] = value
    made.set_content(f"We apply: {subject}.")
    made.add_attachment(f"{subject} {number}".encode(), maintype="application", subtype="pdf", filename="plan.pdf")
    return made


def killed(file: Path, when: str, what: str, *, times: int = 1) -> int:
    """How a run ends that is killed before or after it does something; by its exit code, which is -9 if it came so far."""

    def run() -> None:
        limits.LEASE_SECONDS = 1
        _kill_at(when, what)
        look(file, times=times)

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def together(file: Path, count: int) -> None:
    """So many runs at once, each in a process of its own; those that find another at work end at once."""

    def run() -> None:
        begun.wait()
        with suppress(BusyError):
            look(file)

    context = multiprocessing.get_context("fork")
    begun = context.Barrier(count)
    processes = [context.Process(target=run) for _ in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0


@contextmanager
def watching_process(file: Path) -> Iterator[subprocess.Popen[str]]:
    """`--watch` in a process of its own, which says on stderr what becomes of each message; stopped in the end."""
    path = os.pathsep.join((str(HERE), os.environ.get("PYTHONPATH", "")))
    line = [sys.executable, "-c", "import inboxes; inboxes.main()", str(file)]
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.terminate()


def main() -> None:
    """`--watch` that tries again soon."""
    limits.LEASE_SECONDS = 1
    retrying.FIRST = 0.05
    say = partial(click.echo, err=True)

    def told(message: Message) -> None:
        say(f"{message.envelope.subject}: {message.state}")

    with suppress(KeyboardInterrupt), session.interruptible():
        watching.watch(config.load(Path(sys.argv[1])), told, say, command=COMMAND)


def _kill_at(when: str, what: str) -> None:
    """Ends this process before or after a call of `what`, as a power cut would."""
    from pipeline.inbox import drafts, notices, packets
    from pipeline.inbox.sources import folder, imap

    homes: dict[str, tuple[Any, str]] = {
        "fetch": (imap.Mailbox, "fetch"),
        "lay": (packets, "lay"),
        "add": (Ledger, "add"),
        "audited": (Finisher, "audited"),
        "draft": (drafts, "draft"),
        "put": (imap.DraftsFolder, "put"),
        "answered": (Ledger, "answered"),
        "send": (notices, "send"),
        "act": (imap.Mailbox, "act"),
        "move": (folder.WatchedFolder, "act"),
        "step": (Ledger, "step"),
    }
    home, name = homes[what]
    real = getattr(home, name)

    def killed(*given: Any, **named: Any) -> Any:
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = real(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(home, name, killed)
