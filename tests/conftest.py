"""What many tests need: where the samples are, and the command line called in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import dovecot
import postgres
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


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A database on a PostgreSQL server of the tests' own."""
    programs = postgres.programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: `make test` installs it where it may")
    with postgres.server(programs) as url:
        yield url


@pytest.fixture
def mail_server() -> Iterator[dovecot.Server]:
    """A mail server of the test's own."""
    program = dovecot.program()
    if program is None:
        pytest.skip("Dovecot is not installed: `make test` installs it where it may")
    with dovecot.server(program) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.sqlite'}"
    url: str = request.getfixturevalue("postgres_url")
    return url
