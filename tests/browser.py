"""Chromium for the tests that look at a report as a reader does; without a browser they are skipped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
"""Chromium asks nothing of a network, and starts where root runs the tests."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"no browser is installed: none of {', '.join(NAMES)} is on the path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


class Reader:
    """One reader's page: offline, with a log of what the page asks for and complains of."""

    def __init__(self, browser: Browser, *, width: int = 1280, dark: bool = False, script: bool = True) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            offline=True,
        )
        self.page: Page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def open(self, file: Path, fragment: str = "") -> Page:
        """Open a report, at one of its places where a fragment is given."""
        self.page.goto(file.as_uri() + fragment)
        return self.page

    def loaded(self) -> list[str]:
        """What was asked for besides the page itself and the pictures that it holds."""
        return [url for url in self.requests if not url.startswith("data:") and ".html" not in url]
