"""Trials of `muster batch`: how fast, how much memory, and what is left when it is poisoned or killed.

    python benchmarks/batch.py FOLDER [--packets 1000] [--poison 30] [--kills 10]

FOLDER holds packets, as `sample_applications` does. Copies of them are made to differ by a note, and audited without OCR,
whose engine would be measured instead: in one process by themselves, then as a batch with one job and with two, with
poisoned packets among them, and killed and resumed. Each trial is a process of its own; its processor time and its memory
are those of all its processes together.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from poisoned_worker import KINDS

_SECONDS = 20
"""For one packet, so that those that hang are done with."""
_MINE_ARE_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER of Linux's prctl(2): processes whose parent was killed become this one's children."""


def plain() -> None:
    """All packets one after the other, in the process that a trial starts, without any of a batch's own work."""
    from pipeline.batch.auditing import audited
    from pipeline.batch.entries import entries
    from pipeline.batch.records import Settings
    from pipeline.limits import Limits
    from pipeline.publishing import Wishes
    from pipeline.readers import InProcess
    from pipeline.reading import Options

    folder, out = map(Path, sys.argv[1:])
    out.mkdir()
    options = Options(ocr=False)
    settings = Settings("auto", out, options, Limits(), Wishes(pictures=False), basis="")
    for entry in entries(folder):
        audited(entry, settings, InProcess(options))


def run() -> None:
    """One batch, in the process that a trial starts."""
    from pipeline import limits
    from pipeline.batch import session
    from pipeline.batch.progress import Silence
    from pipeline.publishing import Wishes
    from pipeline.reading import Options

    limits.PACKET_MEMORY = 1_000
    limits.LEASE_SECONDS = 2
    folder, out, jobs = sys.argv[1:]
    order = session.Order(
        Path(folder), Path(out), "auto", int(jobs), _SECONDS, Options(ocr=False), wishes=Wishes(pictures=False)
    )
    worker = Path(__file__).with_name("poisoned_worker.py")
    session.batch(order, lambda _: Silence(), command=(sys.executable, str(worker)))


@dataclass(frozen=True)
class Figures:
    """What one run took."""

    seconds: float
    cpu: float
    memory: tuple[int, ...]
    """Megabytes of all its processes, about the first, second, third and last quarter of the run."""


@dataclass(frozen=True)
class Finding:
    """A line of the table."""

    measured: str
    found: str
    bar: str = ""
    holds: bool | None = None
    """None where there is no bar."""


def packets(samples: Path, into: Path, count: int) -> None:
    """Copies of the samples that differ."""
    sources = sorted(path for path in samples.glob("*/packet") if path.is_dir())
    for number in range(count):
        target = into / f"{number:05}-{sources[number % len(sources)].parent.name}"
        shutil.copytree(sources[number % len(sources)], target)
        (target / "note.txt").write_text(f"This is copy number {number}.")


def poison(into: Path, count: int) -> None:
    """Packets at which the worker ends badly, of each kind as many."""
    for number in range(count):
        target = into / f"poison-{KINDS[number % len(KINDS)]}-{number}"
        target.mkdir()
        (target / "note.txt").write_text("We apply.")


def start(trial: str, *arguments: Path | int) -> subprocess.Popen[bytes]:
    """`run` or `plain` in a process of its own."""
    line = [sys.executable, "-c", f"import batch; batch.{trial}()", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    return subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL)


def measured(trial: str, *arguments: Path | int) -> Figures:
    """A trial from its beginning to its end."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process, samples, ended = start(trial, *arguments), [], threading.Event()

    def watch() -> None:
        while not ended.wait(1):
            samples.append(sum(_memory(psutil.Process(process.pid))))

    thread = threading.Thread(target=watch)
    thread.start()
    process.wait()
    seconds = time.monotonic() - begun
    ended.set()
    thread.join()
    with suppress(ChildProcessError):
        while True:
            os.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    quarters = [samples[len(samples) * part // 4 : len(samples) * (part + 1) // 4] for part in range(4)]
    memory = tuple(round(sum(part) / len(part) / 1e6) for part in quarters if part)
    return Figures(seconds, cpu, memory)


def _memory(process: psutil.Process) -> Iterator[int]:
    for each in (process, *process.children(recursive=True)):
        try:
            yield each.memory_info().rss
        except psutil.NoSuchProcess:
            continue


def written(out: Path, *, but: str | None = None) -> str:
    """A digest of all that a run leaves, but for its own state; with `but`, only of reports whose ids do not begin so."""
    digest = hashlib.sha256()
    for path in sorted(out.rglob("*")):
        inside = path.relative_to(out)
        counts = but is None or (len(inside.parts) > 1 and not inside.parts[0].startswith(but))
        if path.is_file() and ".muster" not in inside.parts and counts:
            digest.update(f"{inside}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def killed(folder: Path, out: Path, jobs: int, kills: int, seconds: float) -> None:
    """Kills the run at random, so many times, and lets it end then."""
    chance = random.Random(7)
    for _ in range(kills):
        process = start("run", folder, out, jobs)
        try:
            process.wait(chance.uniform(0.2, 1.2) * seconds / kills)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
    start("run", folder, out, jobs).wait()


def good(samples: Path, place: Path, count: int) -> Iterator[Finding]:
    """Good packets alone: what a batch costs, what a second job gains, and whether memory grows."""
    folder = place / "packets"
    packets(samples, folder, count)
    alone = measured("plain", folder, place / "plain")
    one, two = (measured("run", folder, place / f"out-{jobs}", jobs) for jobs in (1, 2))
    for jobs, figures in enumerate((one, two), start=1):
        speed = f"{count / figures.seconds:.2f} packets/s, {figures.seconds:.0f} s, {figures.cpu:.0f} CPU s"
        yield Finding(f"--jobs {jobs}", speed)
    gain = one.seconds / two.seconds
    yield Finding("the second job's gain", f"{gain:.2f} times", "1.8", gain >= 1.8)
    more = 1000 * (one.cpu - alone.cpu) / count
    yield Finding("a packet's overhead over audit, start included", f"{more:.0f} CPU ms", "30", more <= 30)
    for jobs, figures in enumerate((one, two), start=1):
        second, last = figures.memory[1], figures.memory[-1]
        yield Finding(
            f"memory by quarters, --jobs {jobs}",
            f"{figures.memory} MB",
            "flat: the last 1.1 of the second",
            last <= 1.1 * second,
        )
    same = written(place / "out-1") == written(place / "out-2")
    yield Finding("the same bytes with one job and with two", _yes(same), "yes", same)


def bad(place: Path, count: int, kills: int) -> Iterator[Finding]:
    """The same with poisoned packets among them, undisturbed and killed."""
    folder, out = place / "packets", place / "poisoned"
    poison(folder, count)
    figures = measured("run", folder, out, 2)
    rows = json.loads((out / "summary.json").read_text())["rows"]
    named = [row for row in rows if row["packet"].startswith("poison-")]
    finished = written(out, but="poison-") == written(place / "out-2", but="poison-")
    yield Finding("poisoned: every good packet as without", _yes(finished), "yes", finished)
    told = sum(bool(row["note"]) and row["outcome"] != "audited" for row in named)
    kinds = ", ".join(f"{number} {name}" for name, number in sorted(Counter(row["outcome"] for row in named).items()))
    yield Finding("poisoned: named with the reason", f"{told} ({kinds})", str(count), told == count)
    killed(folder, place / "killed", 2, kills, figures.seconds)
    same = written(place / "killed") == written(out)
    yield Finding(f"the same bytes after {kills} kills", _yes(same), "yes", same)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def main() -> None:
    """Prints a table, line by line as it is found, and ends with 1 where a bar does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--packets", type=int, default=1000)
    parser.add_argument("--poison", type=int, default=30)
    parser.add_argument("--kills", type=int, default=10)
    options = parser.parse_args()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_MINE_ARE_ORPHANS, 1)

    held = True
    with tempfile.TemporaryDirectory(prefix="muster-trial-") as place:
        for trial in (
            good(options.folder, Path(place), options.packets),
            bad(Path(place), options.poison, options.kills),
        ):
            for line in trial:
                print(
                    f"{line.measured:48} {line.found:44} {line.bar}{' FAILS' if line.holds is False else ''}",
                    flush=True,
                )
                held = held and line.holds is not False
    sys.exit(not held)


if __name__ == "__main__":
    main()
