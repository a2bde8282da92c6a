"""Trials of `muster batch`: how fast, how much memory, and what is left when it is poisoned or killed.

    python benchmarks/batch.py FOLDER [--packets 1000] [--jobs 1 2] [--poison 30] [--kills 10]

FOLDER holds packets, as `sample_applications` does. Copies of them are made to differ by a note, and audited without OCR,
whose engine would be measured instead. Each trial is a process of its own; its processor time and its memory, those of all
its processes together, are those of the whole run. The output of each trial is compared with that of the first.
"""

from __future__ import annotations

import argparse
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
from dataclasses import dataclass
from pathlib import Path

import psutil
from poisoned_worker import KINDS

_RUN = "import batch; batch.run()"
_SECONDS = 20
"""For one packet, so that those that hang are done with."""


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


def packets(samples: Path, into: Path, count: int, poison: int) -> None:
    """Copies of the samples, with poisoned packets among them at even distances."""
    sources = sorted(path for path in samples.glob("*/packet") if path.is_dir())
    for number in range(count):
        target = into / f"{number:05}-{sources[number % len(sources)].parent.name}"
        shutil.copytree(sources[number % len(sources)], target)
        (target / "note.txt").write_text(f"This is copy number {number}.")
    for number in range(poison):
        target = into / f"poison-{KINDS[number % len(KINDS)]}-{number}"
        target.mkdir()
        (target / "note.txt").write_text("We apply.")


def start(folder: Path, out: Path, jobs: int) -> subprocess.Popen[bytes]:
    """A run in a process of its own."""
    line = [sys.executable, "-c", _RUN, str(folder), str(out), str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    return subprocess.Popen(line, env=environment, stdout=subprocess.DEVNULL)


def measured(folder: Path, out: Path, jobs: int) -> Figures:
    """A run from its beginning to its end."""
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process, samples, ended = start(folder, out, jobs), [], threading.Event()

    def watch() -> None:
        while not ended.wait(1):
            samples.append(sum(_memory(psutil.Process(process.pid))))

    thread = threading.Thread(target=watch)
    thread.start()
    process.wait()
    ended.set()
    thread.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    quarters = [samples[len(samples) * part // 4 : len(samples) * (part + 1) // 4] for part in range(4)]
    memory = tuple(round(sum(part) / len(part) / 1e6) for part in quarters if part)
    return Figures(time.monotonic() - begun, cpu, memory)


def _memory(process: psutil.Process) -> Iterator[int]:
    for each in (process, *process.children(recursive=True)):
        try:
            yield each.memory_info().rss
        except psutil.NoSuchProcess:
            continue


def written(out: Path) -> str:
    """A digest of all that a run leaves, but for its own state."""
    digest = hashlib.sha256()
    for path in sorted(out.rglob("*")):
        if path.is_file() and ".muster" not in path.parts:
            digest.update(f"{path.relative_to(out)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def killed(folder: Path, out: Path, jobs: int, kills: int, seconds: float) -> None:
    """Kills the run at random, so many times, and lets it end then."""
    chance = random.Random(7)
    for _ in range(kills):
        process = start(folder, out, jobs)
        try:
            process.wait(chance.uniform(0.2, 1.2) * seconds / kills)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
    start(folder, out, jobs).wait()


def main() -> None:
    """Prints a line for each trial."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--packets", type=int, default=1000)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--poison", type=int, default=30)
    parser.add_argument("--kills", type=int, default=10)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="muster-trial-") as place:
        folder = Path(place, "packets")
        packets(options.folder, folder, options.packets, options.poison)
        outs = {jobs: Path(place, f"out-{jobs}") for jobs in options.jobs}
        took = 0.0
        for jobs, out in outs.items():
            figures = measured(folder, out, jobs)
            took = figures.seconds
            rate = (options.packets + options.poison) / figures.seconds
            print(
                f"jobs {jobs}: {figures.seconds:.0f} s, {rate:.2f} packets/s, {figures.cpu:.0f} CPU s, MB {figures.memory}"
            )
        digests = {written(out) for out in outs.values()}
        print("the same bytes with any number of jobs:", len(digests) == 1)
        told = json.loads((out / "summary.json").read_text())["rows"]
        for outcome, count in sorted(Counter(row["outcome"] for row in told).items()):
            print(f"  {outcome}: {count}")
        if options.kills:
            killed(folder, Path(place, "killed"), options.jobs[-1], options.kills, took)
            print(f"the same bytes after {options.kills} kills:", written(Path(place, "killed")) in digests)


if __name__ == "__main__":
    main()
