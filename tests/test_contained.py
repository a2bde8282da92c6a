"""Calls in a process of their own: each way to end badly is told, and touches nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import trouble
from pipeline.contained import Bounds, EndedError, Ending, Slot
from pipeline.errors import ConfigurationError

BOUNDS = Bounds(seconds=60, memory=1_000_000_000, recycle=150_000_000)
HASTY = Bounds(seconds=1, memory=1_000_000_000, recycle=150_000_000)


@pytest.fixture(scope="module")
def slot() -> Iterator[Slot]:
    with Slot(BOUNDS) as slot:
        yield slot


def await_text(path: Path, ended: Callable[[], bool]) -> str:
    """What another process writes into the file, as soon as it has."""
    while not (path.exists() and path.read_text()):
        assert not ended(), "the process ended before it wrote"
    return path.read_text()


def await_end(pid: int) -> None:
    """Returns when the process is gone, or only its exit code is left; that it never is fails by the runner's patience."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        while stat.read_text().rpartition(")")[2].split()[0] != "Z":
            os.sched_yield()
    except (FileNotFoundError, ProcessLookupError):
        return


def test_calls_are_answered_by_one_other_process(slot: Slot) -> None:
    first = slot.call(os.getpid)
    assert first != os.getpid()
    assert slot.call(os.getpid) == first
    assert slot.call(sorted, [2, 1], reverse=True) == [2, 1]


@pytest.mark.parametrize(
    ("function", "ending", "words"),
    [
        (trouble.segfault, Ending.CRASHED, "SIGSEGV"),
        (trouble.leave, Ending.CRASHED, "exit code 7"),
        (trouble.stumble, Ending.CRASHED, "KeyError in trouble.py, line"),
        (trouble.swell, Ending.OUT_OF_MEMORY, "more than 1,000 MB"),
        (trouble.killed, Ending.OUT_OF_MEMORY, "killed by the system"),
    ],
)
def test_a_bad_end_is_told_and_the_next_call_is_well(
    slot: Slot, function: Callable[[], None], ending: Ending, words: str
) -> None:
    with pytest.raises(EndedError, match=words) as caught:
        slot.call(function)
    assert caught.value.ending is ending
    assert slot.call(len, "four") == 4


def test_what_holds_the_interpreter_is_ended_in_its_time() -> None:
    with Slot(HASTY) as slot, pytest.raises(EndedError, match="longer than 1 seconds") as caught:
        slot.call(trouble.hang)
    assert caught.value.ending is Ending.TIMED_OUT


def test_a_fault_that_a_person_can_mend_comes_as_it_was(slot: Slot) -> None:
    with pytest.raises(ConfigurationError, match="The setting is wrong") as caught:
        slot.call(trouble.object_to)
    assert caught.value.remedy == "Set it right."


def test_a_worker_that_has_grown_is_replaced(slot: Slot) -> None:
    before = slot.call(os.getpid)
    assert slot.call(trouble.large) == 200_000_000
    assert slot.call(os.getpid) != before


def caught(slot: Slot, told: Path) -> None:
    with pytest.raises(EndedError):
        slot.call(trouble.start_a_program, told)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_programs_that_a_call_started_end_with_it(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    with Slot(BOUNDS) as slot:
        thread = threading.Thread(target=caught, args=(slot, told))
        thread.start()
        program = int(await_text(told, lambda: not thread.is_alive()))
        slot.kill()
        thread.join()
        await_end(program)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_hanging_worker_does_not_outlive_its_caller(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    script = (
        "import trouble, pathlib\nfrom pipeline.contained import Bounds, Slot\n"
        "if __name__ == '__main__':\n"
        f"    Slot(Bounds(600, 10**9, 10**9)).call(trouble.write_own_pid, pathlib.Path({str(told)!r}))\n"
    )
    main = tmp_path / "main.py"
    main.write_text(script)
    path = os.pathsep.join((str(Path(trouble.__file__).parent), os.environ.get("PYTHONPATH", "")))
    caller = subprocess.Popen([sys.executable, main], env={**os.environ, "PYTHONPATH": path})
    worker = int(await_text(told, lambda: caller.poll() is not None))
    caller.send_signal(signal.SIGKILL)
    caller.wait()
    await_end(worker)
