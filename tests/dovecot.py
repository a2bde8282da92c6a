"""A Dovecot of the tests' own: on 127.0.0.1, with its own folders, and gone when they end."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from imapclient import IMAPClient

USER, PASSWORD = "permits", "harvest-moon"
NOBODY = "nobody"
"""Owns the mail where the tests run as root, whom the server does not let own any."""

_CONFIG = """
base_dir = {base}/run
state_dir = {base}/state
log_path = {base}/log
listen = 127.0.0.1
protocols = imap
ssl = {ssl}
disable_plaintext_auth = no
auth_failure_delay = 0
auth_mechanisms = plain
first_valid_uid = 1
first_valid_gid = 0
default_login_user = {login}
default_internal_user = {internal}
default_internal_group = {group}
mail_location = maildir:{base}/mail/%u
mail_fsync = never
maildir_stat_dirs = yes
mailbox_list_index = no
imap_capability = {capability}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}/home
}}
namespace inbox {{
  inbox = yes
  separator = /
  mailbox Drafts {{
    special_use = \\Drafts
    auto = create
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


def program() -> str | None:
    """Dovecot, which is often not on the path."""
    return shutil.which("dovecot") or shutil.which("/usr/sbin/dovecot")


class Server:
    """A server that can be killed and started again over the same mail."""

    def __init__(self, base: Path, program: str, *, tls: tuple[Path, Path] | None = None) -> None:
        """Prepare in an empty folder of a short path: names of sockets are limited to 108 bytes."""
        self._program = program
        self._base = base
        self.port, self.tls_port = _free_port(), _free_port()
        self._tls = tls
        self._process: subprocess.Popen[bytes] | None = None
        self._user = pwd.getpwnam(NOBODY) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        for name in ("run", "state", "mail", "home"):
            (base / name).mkdir()
            if os.geteuid() == 0:
                shutil.chown(base / name, self._user.pw_uid, self._user.pw_gid)
        self.configure()

    def configure(self, capability: str = "") -> None:
        """Write the configuration, which holds from the next start."""
        me = self._user.pw_name
        root = os.geteuid() == 0
        text = _CONFIG.format(
            base=self._base,
            ssl="yes" if self._tls else "no",
            login="dovenull" if root else me,
            internal="dovecot" if root else me,
            group="dovecot" if root else self._user.pw_gid,
            uid=self._user.pw_uid,
            gid=self._user.pw_gid,
            password=PASSWORD,
            port=self.port,
            tls_port=self.tls_port if self._tls else 0,
            capability=capability,
        )
        if self._tls:
            certificate, key = self._tls
            text += f"ssl_cert = <{certificate}\nssl_key = <{key}\n"
        (self._base / "conf").write_text(text)

    def start(self) -> None:
        """Start, and wait until it listens."""
        (self._base / "log").write_text("")
        self._process = subprocess.Popen(
            [self._program, "-F", "-c", str(self._base / "conf")], start_new_session=True, stderr=subprocess.DEVNULL
        )
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
                if connection.recv(4) == b"* OK":
                    return
            assert self._process.poll() is None, (self._base / "log").read_text()
            os.sched_yield()

    def kill(self) -> None:
        """End it at once, and all of its processes, whatever they are doing."""
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    @contextmanager
    def client(self) -> Iterator[IMAPClient]:
        """A person's mail program."""
        with IMAPClient("127.0.0.1", self.port, ssl=False) as client:
            client.login(USER, PASSWORD)
            yield client

    @property
    def mail(self) -> Path:
        """The folder of the mailbox, a Maildir."""
        return self._base / "mail" / USER

    @property
    def log(self) -> str:
        """What it says."""
        return (self._base / "log").read_text()


@contextmanager
def server(program: str, *, tls: tuple[Path, Path] | None = None) -> Iterator[Server]:
    """A server that runs as long as the block."""
    base = Path(tempfile.mkdtemp(prefix="m-dc-", dir="/tmp"))
    base.chmod(0o755)
    made = Server(base, program, tls=tls)
    try:
        made.start()
        yield made
    finally:
        made.kill()
        shutil.rmtree(base, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
