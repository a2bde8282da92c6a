"""Passwords, which never stand in the configuration."""

from __future__ import annotations

import os

from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Server


def password(server: Server) -> str:
    """The password of the server's user, from the environment or the system's keyring.

    Raises:
        ConfigurationError: it is not there.
    """
    if server.password_env:
        found = os.environ.get(server.password_env, "")
        remedy = f"Put it there: export {server.password_env}=..., or in a file that systemd reads (docs/inbox.md)."
        where = f"the variable {server.password_env}"
    else:
        found = _from_keyring(server.password_keyring, server.user)
        remedy = f"Put it there: keyring set {server.password_keyring} {server.user}"
        where = f"the keyring under {server.password_keyring}"
    if not found:
        raise ConfigurationError(f"There is no password for {server.user} in {where}.", remedy=remedy)
    return found


def _from_keyring(service: str, user: str) -> str:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            "The package keyring is not installed.",
            remedy='In the folder of Muster: .venv/bin/pip install -e ".[keyring]"',
        ) from error
    try:
        return keyring.get_password(service, user) or ""
    except KeyringError as error:
        raise ConfigurationError(
            f"The keyring cannot be asked: {error}.", remedy="Unlock it, or give password_env instead."
        ) from error
