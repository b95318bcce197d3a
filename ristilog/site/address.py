"""Where every page and file of the site is, and how one leads to another."""

import posixpath
from urllib.parse import quote

from msgspec import Struct

from ristilog.site.config import Config


class Addresses(Struct, frozen=True):
    """The paths of a site, all of them below its root; pages in other languages than its own below their tag."""

    config: Config

    def home(self, language: str) -> str:
        """The list of games."""
        return self._in(language, "index.html")

    def lesson(self, language: str, slug: str) -> str:
        """A page written in Markdown."""
        return self._in(language, f"learn/{slug}/index.html")

    def lessons(self, language: str) -> str:
        """The list of pages."""
        return self._in(language, "learn/index.html")

    def rules(self, language: str, name: str) -> str:
        """The rules of a ruleset."""
        return self._in(language, f"rules/{name}/index.html")

    def game(self, language: str, game: str) -> str:
        """A match."""
        return self._in(language, f"games/{game}/index.html")

    def log(self, game: str) -> str:
        """The log to download."""
        return f"games/{game}/game.json"

    def replay(self, language: str, game: str) -> str:
        """The replay document."""
        return f"games/{game}/replay.{language}.json"

    def _in(self, language: str, path: str) -> str:
        return path if language == self.config.root_language else f"{language}/{path}"


def link(here: str, there: str) -> str:
    """The relative address of one path from the page at another, fit for an attribute."""
    return quote(posixpath.relpath(f"/{there}", f"/{posixpath.dirname(here)}"))


def link_to(here: str, url: str) -> str:
    """The relative address of what the settings name from the root: a page by its folder or file, with or without #."""
    path, mark, fragment = url.removeprefix("/").partition("#")
    if not path or path.endswith("/"):
        path += "index.html"
    return f"{link(here, path)}{mark}{fragment}"
