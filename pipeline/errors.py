"""Exceptions for what the person at the keyboard can mend; what is wrong with a packet is a `Problem` instead."""


class MusterError(Exception):
    """Ends the command with one line that names the fault and the remedy."""

    exit_code = 5

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class UsageError(MusterError):
    """The command line asks for something that is not there."""

    exit_code = 2


class ConfigurationError(MusterError):
    """A checklist, a setting or the environment is wrong."""
