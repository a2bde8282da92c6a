"""A PostgreSQL server of the tests' own: on 127.0.0.1, with its own folder, and gone when they end."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = "nobody"
"""Runs the server where the tests run as root, which the server refuses."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, which is often not on the path; None where there is none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return max((folder for folder in folders if (folder / "initdb").exists()), default=None)


@contextmanager
def server(programs: Path) -> Iterator[str]:
    """The URL of a database on a server that runs as long as the block."""
    root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp(prefix="muster-pg-"))
    if root:
        shutil.chown(folder, NOBODY)
    data = str(folder / "data")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories= -c fsync=off"

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [programs / program, "-D", data, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=NOBODY if root else None,
            cwd=folder,
        )

    call("initdb", "--username", "muster", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C")
    try:
        call("pg_ctl", "--wait", "--log", str(folder / "log"), "--options", options, "start")
        yield f"postgresql://muster@127.0.0.1:{port}/postgres"
    finally:
        call("pg_ctl", "--mode", "immediate", "stop")
        shutil.rmtree(folder)
