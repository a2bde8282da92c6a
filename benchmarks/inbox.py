"""A trial of `muster inbox`: many messages in one run from a mail server on this machine, and what is left of them.

    python benchmarks/inbox.py FOLDER [--messages 500] [--kills 0] [--seconds 40] [--jobs 2] [--stand-in]

FOLDER holds packets, as `sample_applications` does. Each message carries the files of one of them, made to differ by its
text; every tenth answers an earlier one, with another file, and the awkward messages of the tests are among them. They are
audited without OCR, whose engine would be measured instead. With `--kills` the run is killed at random, so many times, and
then ends; a person moves and flags mail meanwhile. It needs Dovecot.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import dovecot  # noqa: E402
import mails  # noqa: E402

_CONFIG = """
jobs = {jobs}
[[source]]
kind = "imap"
name = "permits"
host = "127.0.0.1"
port = {port}
tls = false
user = "{user}"
password_env = "MUSTER_MAIL_PASSWORD"
[[rule]]
name = "all"
ocr = false
pictures = false
move = "Done"
attention = "Attention"
"""
_RUN = (
    "import sys; from pipeline import cli, limits; from pipeline.batch import session; limits.LEASE_SECONDS = 2; "
    "session.WORKER = tuple(sys.argv[2:]) or session.WORKER; "
    "sys.exit(cli.run(['inbox', '--once', '--config', sys.argv[1]]))"
)
_STAND_IN = (sys.executable, str(ROOT / "tests" / "hostile" / "mail_worker.py"))


def messages(samples: Path, count: int) -> list[bytes]:
    """The messages, the same in each trial."""
    packets = [sorted(path.rglob("*.pdf")) for path in sorted(samples.glob("*/packet")) if any(path.rglob("*.pdf"))]
    odd = [each.raw for each in mails.awkward()]
    made = []
    for number in range(count - len(odd)):
        mail = EmailMessage(policy.SMTP)
        mail["From"] = f"Applicant {number} <a{number}@example.org>"
        mail["To"] = "permits@town.example"
        mail["Message-ID"] = f"<{number}@example.org>"
        answers = number % 10 == 9
        if answers:
            mail["In-Reply-To"] = f"<{number - 7}@example.org>"
        files = packets[(number - 7 if answers else number) % len(packets)]
        mail["Subject"] = f"{'Re: ' if answers else ''}Application {number - 7 if answers else number}"
        mail.set_content(f"This is message number {number}.")
        for file in files[:1] if answers else files:
            content = file.read_bytes() + (b"\n" if answers else b"")
            mail.add_attachment(content, maintype="application", subtype="pdf", filename=file.name)
        made.append(mail.as_bytes())
    return [*made, *odd]


def start(file: Path, auditor: Sequence[str]) -> subprocess.Popen[bytes]:
    """`muster inbox --once` in a process of its own."""
    environment = {**os.environ, "MUSTER_MAIL_PASSWORD": dovecot.PASSWORD}
    line = [sys.executable, "-c", _RUN, str(file), *auditor]
    return subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ran(file: Path, auditor: Sequence[str], until: float | None = None) -> tuple[int | None, int]:
    """How a run ended, None if it was killed; and the most memory of all its processes, in megabytes."""
    begun, process, peak = time.monotonic(), start(file, auditor), 0
    while True:
        try:
            return process.wait(0.5), peak
        except subprocess.TimeoutExpired:
            peak = max(peak, _memory(psutil.Process(process.pid)))
            if until is not None and time.monotonic() - begun > until:
                process.send_signal(signal.SIGKILL)
                process.wait()
                return None, peak


def _memory(process: psutil.Process) -> int:
    total = 0
    for each in (process, *process.children(recursive=True)):
        try:
            total += each.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return round(total / 1e6)


def meddle(server: dovecot.Server, chance: random.Random) -> Counter[str]:
    """A person flags a message, and moves another away, if any are left in the inbox; returns what she did."""
    done: Counter[str] = Counter()
    with server.client() as person:
        person.select_folder("INBOX")
        uids = person.search("UNFLAGGED")
        if len(uids) > 20:
            flagged, moved = chance.sample(uids, 2)
            person.add_flags([flagged], [b"\\Flagged"])
            if not person.folder_exists("Mine"):
                person.create_folder("Mine")
            person.move([moved], "Mine")
            done.update(flagged=1, moved=1)
    return done


def tally(server: dovecot.Server, folder: Path) -> dict[str, Any]:
    """What became of the messages, by the server and by the ledger."""
    told: dict[str, Any] = {}
    with server.client() as person:
        for name in ("INBOX", "Done", "Attention", "Drafts", "Mine"):
            if person.folder_exists(name):
                person.select_folder(name, readonly=True)
                heads = person.fetch(person.search(), ["BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"])
                ids = Counter(b"".join(v for k, v in head.items() if k.startswith(b"BODY")) for head in heads.values())
                twice = sum(number - 1 for key, number in ids.items() if b"@" in key)
                told[name] = {"messages": len(heads), "twice": twice}
        person.select_folder("Done", readonly=True)
        told["flagged in Done"] = len(person.search("FLAGGED"))
    from pipeline.inbox.ledger import Ledger

    with Ledger(folder / "muster-inbox" / "ledger.sqlite") as ledger:
        rows = ledger.messages()
    told["ledger"] = dict(Counter(f"{row.state}, {row.outcome}" for row in rows))
    told["rounds"] = dict(Counter(row.round for row in rows))
    return told


def main() -> None:
    """Prints what one trial took, and what is left."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--messages", type=int, default=500)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=40, help="At most, until a run is killed.")
    parser.add_argument("--stand-in", action="store_true", help="Audit nothing: what the inbox itself takes.")
    asked = parser.parse_args()
    auditor = _STAND_IN if asked.stand_in else ()
    program = dovecot.program()
    if program is None:
        sys.exit("Dovecot is not installed.")
    chance = random.Random(7)
    with dovecot.server(program) as server, tempfile.TemporaryDirectory(prefix="muster-bench-") as name:
        folder = Path(name)
        file = folder / "inbox.toml"
        file.write_text(_CONFIG.format(jobs=asked.jobs, port=server.port, user=dovecot.USER))
        with server.client() as person:
            for raw in messages(asked.folder, asked.messages):
                person.append("INBOX", raw)
        begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        peak, did = 0, Counter[str]()
        for _ in range(asked.kills):
            peak = max(peak, ran(file, auditor, chance.uniform(0.1, 0.9) * asked.seconds)[1])
            did += meddle(server, chance)
        code, last = ran(file, auditor)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(
            f"{asked.messages} messages, {asked.kills} kills: {time.monotonic() - begun:.0f} s by the clock, "
            f"{cpu:.0f} s of processor, {max(peak, last)} MB at most, exit code {code}"
        )
        print(json.dumps({"a person": dict(did), **tally(server, folder)}, indent=1))


if __name__ == "__main__":
    main()
