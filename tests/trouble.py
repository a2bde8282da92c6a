"""Functions that end badly, each in its own way, for what calls them in a process of their own."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from pipeline.errors import ConfigurationError


def segfault() -> None:
    """Reads where nothing is."""
    ctypes.string_at(0)


def leave() -> NoReturn:
    """Ends the process without a word."""
    os._exit(7)


def hang() -> None:
    """Holds the interpreter in a regular expression for longer than anybody waits."""
    re.match(r"(a+)+$", "a" * 64 + "b")


def swell() -> int:
    """Takes memory until there is no more."""
    held = []
    while True:
        held.append(bytearray(50_000_000))


def killed() -> None:
    """Ends as where the system takes the memory back."""
    os.kill(os.getpid(), signal.SIGKILL)


def stumble() -> None:
    """An error in the code."""
    raise KeyError("a fault of the code")


def object_to() -> None:
    """A fault that a person can mend."""
    raise ConfigurationError("The setting is wrong.", remedy="Set it right.")


def large() -> int:
    """Holds much memory for a while, and is well afterwards."""
    return len(bytearray(200_000_000))


def start_a_program(told: Path) -> None:
    """Starts a program that would go on for long, writes its process id, and hangs."""
    program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    told.write_text(str(program.pid))
    hang()


def write_own_pid(told: Path) -> None:
    """Writes its process id, and hangs."""
    told.write_text(str(os.getpid()))
    hang()
