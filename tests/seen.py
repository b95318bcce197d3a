"""A browser's pages for the tests: opened, waited for, and the player on them."""

from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Page

PLAYER = "document.querySelector('ristilog-replay')"


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true; Playwright's own way is an `eval` in the page, which its policy forbids."""
    for _ in range(500):
        if page.evaluate(expression):
            return
        sleep(0.01)
    pytest.fail(f"never came: {expression}")


def opened(page: Page, address: str) -> Page:
    """A page with its players ready and their style there."""
    page.goto(address)
    until(page, "[...document.querySelectorAll('ristilog-replay')].every(one => one.state && one.offsetHeight > 100)")
    return page


def game(site: Path, name: str, lang: str = "en") -> str:
    """The address of a match's page on disk."""
    return (site / ("" if lang == "en" else lang) / f"games/{name}/index.html").as_uri()
