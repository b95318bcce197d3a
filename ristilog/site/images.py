"""The images that texts name: found among the files of the site, and copied under names of their content."""

import posixpath
from pathlib import Path
from urllib.parse import unquote

from ristilog.site.address import link
from ristilog.site.assets import named_by_content
from ristilog.site.markup import ImageFilter
from ristilog.teach.people import plain


class Images:
    """The images of a site; it takes note of those that are asked for, and of those that are not there."""

    def __init__(self, there: dict[str, Path]) -> None:
        self.there = there
        self.copied: dict[str, Path] = {}
        """Path in the site → the file it is copied from."""
        self.warnings: dict[str, None] = {}
        """What was not there, each once."""

    def of(self, source: str, here: str) -> ImageFilter:
        """Where the images of a text are from the page at a path; `source` is the file that the text stands in."""
        folder = Path(source).absolute().parent.as_posix()

        def address(src: str) -> str | None:
            path = posixpath.normpath(f"{folder}/{unquote(src)}")
            file = self.there.get(path)
            if file is None or "//" in src or ":" in src:
                self.warnings[f"{source}: there is no image {plain(src)!r} beside it, so its text is shown"] = None
                return None
            name = f"images/{named_by_content(file.stem, file.suffix.lower(), file.read_bytes())}"
            self.copied[name] = file
            return link(here, name)

        return address
