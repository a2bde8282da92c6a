"""A batch on a Dask cluster of a scheduler and two workers on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import batches
from pipeline.errors import ConfigurationError
from test_batch import calls, put, rows


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A part of the cluster, ended with the block."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = subprocess.Popen([sys.executable, "-m", *arguments, "--host", "127.0.0.1", "--no-dashboard"], **quiet)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    from distributed import Client

    file = tmp_path_factory.mktemp("cluster") / "scheduler.json"
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny")
    with (
        process("distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(file)),
        process(*worker),
        process(*worker),
        Client(scheduler_file=str(file), set_as_default=False) as client,
    ):
        client.wait_for_workers(2, timeout=120)
        yield json.loads(file.read_text())["address"]


def test_the_cluster_audits_all_and_a_crash_is_told(scheduler: str, tmp_path: Path) -> None:
    for name in ("a", "b", "c", "d", "segfault"):
        put(tmp_path / "notes" / name)
    batches.run(tmp_path / "notes", tmp_path / "out", dask=scheduler)
    assert {name: row["outcome"] for name, row in rows(tmp_path / "out").items()} == {
        **dict.fromkeys("abcd", "audited"),
        "segfault": "crashed",
    }
    assert calls(tmp_path / "out") == {**dict.fromkeys("abcd", 1), "segfault": 2}
    again, _ = batches.run(tmp_path / "notes", tmp_path / "out")
    assert again.outcomes == {"audited": 4, "crashed": 1}
    assert calls(tmp_path / "out").total() == 6, "this machine knows what the cluster did"


def test_a_packet_whose_worker_is_killed_is_done_by_another(scheduler: str, tmp_path: Path) -> None:
    for name in ("a", "b", "c", "patient"):
        put(tmp_path / "notes" / name)
    line = [sys.executable, "-c", "import batches; batches.main()", str(tmp_path / "notes"), str(tmp_path / "out")]
    path = os.pathsep.join((str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")))
    run = subprocess.Popen([*line, "", scheduler], stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": path})
    told = tmp_path / "parent"
    while not (told.exists() and told.read_text()):
        assert run.poll() is None, "the run ended early"
        os.sched_yield()
    os.kill(int(told.read_text()), signal.SIGKILL)
    (tmp_path / "go").touch()
    assert run.wait() == 0
    assert {row["outcome"] for row in rows(tmp_path / "out").values()} == {"audited"}
    assert calls(tmp_path / "out")["patient"] == 2


def test_a_scheduler_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.batch.cluster._CONNECT_SECONDS", 1)
    put(tmp_path / "notes" / "a")
    with pytest.raises(ConfigurationError, match="There is no Dask scheduler"):
        batches.run(tmp_path / "notes", tmp_path / "out", dask="tcp://127.0.0.1:1")
