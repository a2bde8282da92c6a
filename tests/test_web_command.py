"""`muster serve` on the command line: what cannot be served is told in one line."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Muster = Callable[..., Any]


def test_beyond_this_machine_it_wants_tokens(tmp_path: Path, muster: Muster) -> None:
    ran = muster("serve", tmp_path / "reports", "--packets", tmp_path / "packets", "--host", "0.0.0.0")
    assert (ran.code, ran.out) == (2, "")
    assert "--tokens" in ran.err
    assert not (tmp_path / "reports").exists()


@pytest.mark.parametrize(("reports", "packets"), [("a", "a/b"), ("a/b", "a"), ("a", "a")])
def test_packets_and_reports_are_kept_apart(tmp_path: Path, muster: Muster, reports: str, packets: str) -> None:
    (tmp_path / packets).mkdir(parents=True)
    ran = muster("serve", tmp_path / reports, "--packets", tmp_path / packets, "--port", "0")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_a_port_that_is_taken_is_told(tmp_path: Path, muster: Muster) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = muster("serve", tmp_path / "reports", "--packets", tmp_path / "packets", "--port", port)
    assert ran.code == 5
    assert f"port {port}" in ran.err
    assert "--port" in ran.err


def test_without_its_packages_it_says_what_to_install(
    tmp_path: Path, muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "pipeline.web.serving", raising=False)
    monkeypatch.setitem(sys.modules, "waitress", None)
    monkeypatch.setitem(sys.modules, "waitress.server", None)
    ran = muster("serve", tmp_path / "reports")
    assert ran.code == 5
    assert ".[serve]" in ran.err


def test_help_needs_none_of_them(muster: Muster) -> None:
    assert muster("serve", "--help").code == 0
