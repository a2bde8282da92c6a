"""Who may review: anybody who gives a name, or only those to whom a file gives tokens."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pipeline.errors import ConfigurationError
from pipeline.intake import safe_name

_SHORTEST = 20
"""Characters of a token: what is shorter could be guessed."""
_LONGEST = 80
"""Characters of a name."""


@dataclass(frozen=True)
class Reviewers:
    """Who is let in, and by what."""

    tokens: Mapping[str, str] | None = None
    """By the SHA-256 of each token, whose it is; None where a name is enough."""

    def named(self, given: str) -> str | None:
        """Who it is that gives a token, or, where there are none, a name; None where it opens nothing."""
        if self.tokens is None:
            return person(given)
        digest = proof(given.strip())
        return next((name for known, name in self.tokens.items() if hmac.compare_digest(known, digest)), None)

    def know(self, name: str, digest: str) -> bool:
        """Whether one who came in earlier is still let in: `digest` is the proof by which it was."""
        return bool(name) and (self.tokens is None or self.tokens.get(digest) == name)


def proof(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def person(given: str) -> str | None:
    """A name as it is put on record; None where nothing is left of it."""
    name = safe_name(" ".join(given.split()))[:_LONGEST].strip()
    return name if any(char.isalpha() for char in given) else None


def reviewers(file: Path) -> Reviewers:
    """Those whom a file names, one a line: a token, a blank, and the name. Lines that begin with # say nothing.

    Raises:
        ConfigurationError: the file cannot be used.
    """
    remedy = "Write one reviewer a line, as in: 5f0c…e1 Ann Lee"
    try:
        if file.stat().st_mode & 0o077:
            raise ConfigurationError(f"{file} can be read by others.", remedy=f"Close it to them: chmod 600 {file}")
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file} cannot be read.", remedy=remedy) from error
    tokens: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        token, _, given = line.strip().partition(" ")
        if not token or token.startswith("#"):
            continue
        name = person(given)
        if len(token) < _SHORTEST or name is None or proof(token) in tokens or name in tokens.values():
            raise ConfigurationError(
                f"{file}, line {number}: no token of {_SHORTEST} characters or more and a name, both used once.",
                remedy=remedy,
            )
        tokens[proof(token)] = name
    if not tokens:
        raise ConfigurationError(f"{file} names nobody.", remedy=remedy)
    return Reviewers(tokens)
