"""A real browser for the tests: its pages fail the test in which a script throws or logs an error."""

from collections.abc import Iterator
from contextlib import suppress
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, WebError, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from ristilog.site.serve import server
from tests.browser import executable
from tests.site import SAMPLES, build

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]

A_TASK_LATER = """() => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  port2.postMessage(null);
})"""
"""Comes back when the page has come to its next task; no timer, since a test may have stopped the clock."""


class Faults(list[str]):
    """What scripts threw or logged as errors; a test that means them to sets `page_faults_expected`."""

    page_faults_expected = False

    def threw(self, fault: WebError) -> None:
        """Take note of an exception that no script caught."""
        self.append(fault.error.stack or fault.error.message)

    def logged(self, message: ConsoleMessage) -> None:
        """Take note of an error on the console."""
        place = message.location
        if message.type == "error" and not place["url"].endswith("/favicon.ico"):  # which no page asked for
            self.append(f"{message.text} ({place['url']}:{place['lineNumber'] + 1})")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of the session."""
    path = executable()  # asks Playwright, which does not like to be asked twice at a time
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> Faults:
    """The faults of the test's page, in the order in which they came."""
    return Faults()


@pytest.fixture
def page(browser: Browser, faults: Faults) -> Iterator[Page]:
    """A page in a context of its own; at the end its faults, and those of pages it opened, fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.on("weberror", faults.threw)
    context.on("console", faults.logged)
    page = context.new_page()
    yield page
    for one in context.pages:
        with suppress(PlaywrightError):  # crashed, or on its way to another page
            one.evaluate(A_TASK_LATER)
    context.close()
    if faults and not faults.page_faults_expected:
        pytest.fail("faults on the page:\n" + "\n".join(faults), pytrace=False)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples' site; no test may change it."""
    return build(tmp_path_factory.mktemp("built") / "site", SAMPLES)


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the samples' site on a server."""
    running: ThreadingHTTPServer = server(site, 0)
    Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()
