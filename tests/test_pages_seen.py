"""Pages in a real Chromium: who can use them, how they fit, and that nothing in a log runs."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.conftest import Faults
from tests.seen import PLAYER, game, opened
from tests.site import HOSTILE, build, hostile, write

AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def assert_accessible(page: Page, faults: Faults, part: str | None = None) -> None:
    """No violation, in the whole page or in a part; the axe itself trips over the page's policy on inline styles."""
    faults.page_faults_expected = True
    found = Axe().run(page, context=part, options={"runOnly": {"type": "tag", "values": AXE_TAGS}})
    assert not [(one["id"], [node["html"] for node in one["nodes"]]) for one in found.response["violations"]]
    assert not [fault for fault in faults if "inline style violates" not in fault]


@pytest.mark.parametrize("lang", ["en", "fi"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", ["", "games/first-game/", "games/club-saturday/", "rules/ristiklappi/", "learn/three-moments/", "learn/"]
)
def test_axe_finds_nothing(served: str, page: Page, faults: Faults, path: str, lang: str, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    opened(page, f"{served}/{'' if lang == 'en' else 'fi/'}{path}")
    page.evaluate("document.querySelector('ristilog-replay')?.goTo('1.2.3')")
    assert_accessible(page, faults)


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_axe_finds_nothing_on_the_page_of_a_long_match(served: str, page: Page, faults: Faults, lang: str) -> None:
    opened(page, f"{served}/{'' if lang == 'en' else 'fi/'}games/rovaniemi-klappi/")
    assert_accessible(page, faults)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["kotka-final", "rovaniemi-klappi"])
def test_axe_finds_nothing_in_the_player_at_any_stop(
    served: str, page: Page, faults: Faults, name: str, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    opened(page, f"{served}/games/{name}/")
    for _ in range(4):
        page.evaluate(f"{PLAYER}.nextStop()")
        assert_accessible(page, faults, "ristilog-replay")
    page.evaluate(f"{PLAYER}.last()")
    assert_accessible(page, faults, "ristilog-replay")


WIDE = [
    "index.html",
    "games/kotka-final/index.html",
    "fi/games/club-saturday/index.html",
    "fi/rules/ristiklappi/index.html",
    "fi/learn/three-moments/index.html",
]


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize(
    "path",
    [
        "index.html",
        "games/kotka-final/index.html",
        "fi/games/club-saturday/index.html",
        "fi/rules/ristiklappi/index.html",
        "fi/learn/three-moments/index.html",
    ],
)
def test_nothing_goes_sideways(site: Path, page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    opened(page, (site / path).as_uri())
    page.evaluate("document.querySelector('ristilog-replay')?.goTo('1.4.4')")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_text_twice_as_large_still_fits(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 760})
    opened(page, game(site, "kotka-final", "fi"))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate(f"{PLAYER}.goTo('1.4.4')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for one in page.locator("ristilog-replay button").all():
        box = one.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_without_javascript_the_page_is_whole(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(game(site, "kotka-final") + "#2.5.3")
    assert page.locator('[data-at="2.5.3"]').is_visible()
    assert page.locator("[data-at]").count() == 53 * 11
    context.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_log_runs(text: str, tmp_path: Path, page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    write(tmp_path / "game.json", hostile(text))
    site = build(tmp_path / "out", tmp_path / "game.json")
    for path in ("index.html", f"games/{next((site / 'games').iterdir()).name}/index.html"):
        opened(page, (site / path).as_uri())
        page.evaluate("document.querySelector('ristilog-replay')?.goTo('1.1.1')")
        page.wait_for_timeout(20)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
