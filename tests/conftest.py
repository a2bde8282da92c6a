"""What many tests need: where the samples are, and the command line called in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline import cli

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Ran:
    """How one command line ended."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def samples() -> Path:
    """The labelled sample packets."""
    return ROOT / "sample_applications"


@pytest.fixture
def muster(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `muster ARGUMENTS` in this process."""

    def run(*arguments: str | Path) -> Ran:
        capsys.readouterr()
        code = cli.run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return run
