"""Encryption to a server, with the authorities of the system or a private one."""

from __future__ import annotations

import ssl

from pipeline.errors import ConfigurationError
from pipeline.inbox.config import Server


def context(server: Server) -> ssl.SSLContext:
    """What a connection to the server is held to: a certificate that is valid, and its own.

    Raises:
        ConfigurationError: the certificate of the private authority cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=server.ca)
    except (OSError, ssl.SSLError) as error:
        raise ConfigurationError(
            f"The authority's certificate {server.ca} cannot be used: {error}.", remedy="Give a file in PEM as `ca`."
        ) from error
