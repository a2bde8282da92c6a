"""A reviewer's browser at a server of the tests'."""

from __future__ import annotations

from playwright.sync_api import Browser, Page

from webserver import Server


class Desk:
    """A reviewer's browser, with what its pages complain of and ask for elsewhere."""

    def __init__(
        self, browser: Browser, server: Server, *, width: int = 1280, dark: bool = False, script: bool = True
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            base_url=server.url,
        )
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on(
            "request", lambda request: request.url.startswith(server.url) or self.complaints.append(request.url)
        )

    def enter(self, name: str = "Ann Lee", path: str = "/") -> Page:
        """Sign in, and open a page."""
        self.page.goto(path)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Begin").click()
        self.page.wait_for_url(lambda url: "/enter" not in url)
        return self.page
