"""The files that pages need, named by their content so that they can be kept for ever."""

import hashlib
from importlib.resources import files
from typing import Final

from msgspec import Struct

from ristilog.site.config import Config
from ristilog.site.lesson import slug_of

PLAYER: Final = ("ristilog-player.js", "ristilog-player.css")


class Assets(Struct, frozen=True):
    """The paths of the assets, and what is in them."""

    player: str
    style: str
    icon: str
    contents: dict[str, bytes]
    """Path → content, the player under its plain names too."""


def make_assets(config: Config) -> Assets:
    """The player, the style of the pages with the theme's colours, and the icon.

    The player finds its style under its own name with another ending, so both bear the hash of the two together.
    """
    root = files("ristilog.site")
    player = {name: (root / "player" / name).read_bytes() for name in PLAYER}
    style = (root / "templates" / "site.css").read_bytes() + _theme(config)
    icon = (root / "templates" / "icon.svg").read_bytes()
    both = _hash(b"".join(player.values()))
    contents = {f"assets/{name.replace('.', f'.{both}.')}": content for name, content in player.items()}
    contents |= player
    paths = (f"assets/ristilog-player.{both}.js", f"assets/site.{_hash(style)}.css", f"assets/icon.{_hash(icon)}.svg")
    return Assets(*paths, contents | {paths[1]: style, paths[2]: icon})


def named_by_content(stem: str, suffix: str, content: bytes) -> str:
    """A file name that changes when the content does."""
    return f"{slug_of(stem)}.{_hash(content)}{suffix}"


def _theme(config: Config) -> bytes:
    """The colours of the settings, as the style sheet takes them."""
    lines = []
    for name, value in (("accent", config.theme.accent), ("accent-dark", config.theme.accent_dark)):
        if value is not None:
            lines.append(f"--ristilog-{name}: {value};")
    return f":root {{ {' '.join(lines)} }}\n".encode() if lines else b""


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:10]
