"""The review page on a server in a process of its own, which is stopped by its id; and a visitor without a browser.

python -c "import webserver; webserver.main()" serve ...: a server whose packets a stand-in audits, see `hostile.batch_worker`.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import urllib.parse
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path

import batches
import reporting_fixture as fixture
from pipeline import cli, limits, reporting
from pipeline.batch import session

REAL = "from pipeline import cli; cli.main()"
TROUBLED = "import webserver; webserver.main()"


@dataclass(frozen=True)
class Server:
    """One that answers."""

    url: str
    pid: int
    reports: Path
    packets: Path

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1].strip("/"))


@contextmanager
def served(folder: Path, *options: str, program: str = REAL) -> Iterator[Server]:
    """Serves `reports` and `packets` of a folder as long as the block lasts."""
    path = os.pathsep.join((str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")))
    reports, packets = folder / "reports", folder / "packets"
    line = [sys.executable, "-c", program, "serve", str(reports), "--packets", str(packets), "--port", "0", *options]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})
    assert process.stdout
    try:
        yield Server(process.stdout.readline().strip(), process.pid, reports, packets)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def main() -> None:
    """Serves; packets are audited by the stand-in, and claims lapse soon after a server is killed."""
    limits.LEASE_SECONDS = 1
    session.WORKER = batches.COMMAND
    cli.main()


def put_report(reports: Path, name: str, audit: object = None) -> None:
    """A report made by hand, with every status and hostile text in it."""
    report = reporting.to_json(audit or fixture.audit(), fixture.checklist())
    report["packet"]["id"] = name
    reporting.write(report, reports)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Visitor:
    """Somebody who asks without a browser, keeps cookies, and does as he likes."""

    server: Server
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """One request, without following where it leads."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body, {"Cookie": cookies, **(headers or {})})
            response = connection.getresponse()
            for value in response.headers.get_all("Set-Cookie") or ():
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(value).items()}
            return Answer(response.status, dict(response.headers), response.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers=headers)

    def token(self, path: str = "/enter") -> str:
        """The token of the forms on a page."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.get(path).text)
        assert found
        return found[1]

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        body = urllib.parse.urlencode(fields).encode()
        return self.ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def enter(self, given: str = "Ann Lee") -> Answer:
        """Sign in."""
        return self.post("/enter", {"csrf_token": self.token(), "given": given})

    def upload(self, files: Mapping[str, bytes], **fields: str) -> Answer:
        """Hand a packet in."""
        mark = uuid.uuid4().hex
        parts = [
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in {"csrf_token": self.token("/packets/new"), **fields}.items()
        ]
        for name, content in files.items():
            shown = name.replace('"', "%22")
            head = f'--{mark}\r\nContent-Disposition: form-data; name="files"; filename="{shown}"\r\n\r\n'
            parts.append(head.encode() + content + b"\r\n")
        body = b"".join(parts) + f"--{mark}--\r\n".encode()
        return self.ask("POST", "/packets/new", body, {"Content-Type": f"multipart/form-data; boundary={mark}"})


def steps(server: Server) -> list[dict[str, str]]:
    """The lines of the trail."""
    return [json.loads(line) for line in (server.reports / ".muster" / "trail.jsonl").read_text().splitlines()]
