"""What `ristilog.toml` may say about a site; all of it optional."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from ristilog.game.errors import RistilogError, UnreadableInput
from ristilog.teach.language import LANGUAGES

FILE: Final = "ristilog.toml"
MANIFEST: Final = ".ristilog-site.json"
"""In a built folder: what the build made, so that the next one may replace it and nothing else."""
_COLOUR: Final = r"^#[0-9a-fA-F]{6}$(?!\n)"

Text = str | dict[str, str]
"""One text for every language, or one by language."""


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """How it looks."""

    accent: Annotated[str, Meta(pattern=_COLOUR)] | None = None
    """The one colour of its own, ``#rrggbb``, by day."""
    accent_dark: Annotated[str, Meta(pattern=_COLOUR)] | None = None
    """The same by night."""
    four_colour: bool = False
    """Whether each suit has an ink of its own."""


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """A link of the head of every page, beside those that the site has anyway."""

    title: Text
    url: Annotated[
        str, Meta(pattern=r"^(https?://[^\s\"<>]+|/?([A-Za-z0-9_-][A-Za-z0-9._-]*/?)*(#[A-Za-z0-9._:-]*)?)$(?!\n)")
    ]
    """An address elsewhere, or a path of this site from its root."""


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a site."""

    title: Text = "Ristikontra"
    description: Text = ""
    site_url: Annotated[str, Meta(pattern=r"^(https?://[^\s\"<>]+)?$(?!\n)")] = ""
    """Where the site will be, for the links that search engines want; everything else is relative."""
    languages: Annotated[tuple[str, ...], Meta(min_length=1)] = LANGUAGES
    default_language: str | None = None
    """The one at the root; the first of the languages if it is not said."""
    theme: Theme = Theme()
    nav: tuple[Link, ...] = ()
    footer: Text = ""
    """Markdown at the foot of every page."""
    license: Text = ""
    analytics: bool = False
    """There is nothing to switch on."""
    auto_notes: bool = True
    """Whether a log without the program's notes gets them on its page."""

    @property
    def root_language(self) -> str:
        """The language of the pages at the root."""
        return self.default_language or self.languages[0]


def text_in(text: Text, language: str, default: str) -> str:
    """A setting's text in a language, else in the default one, else in any."""
    if isinstance(text, str):
        return text
    return text.get(language) or text.get(default) or next(iter(text.values()), "")


def read_config(path: Path) -> Config:
    """Read the settings; whatever is wrong with them is a `RistilogError` that says where."""
    try:
        tree = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror}") from error
    except RecursionError as error:
        raise RistilogError(f"{path}: nested too deep") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RistilogError(f"{path}: {error}") from error
    return config_of(tree, str(path))


def config_of(tree: dict[str, Any], name: str = FILE) -> Config:
    """The settings of a parsed file; `name` is what messages call it."""
    try:
        config = msgspec.convert(tree, Config)
    except msgspec.ValidationError as error:
        raise RistilogError(f"{name}: {str(error).replace('Object', 'the settings')}") from error
    for tag in (*config.languages, config.root_language):
        if tag not in LANGUAGES:
            raise RistilogError(f"{name}: there is no language {tag!r}, only {', '.join(LANGUAGES)}")
    if config.root_language not in config.languages or len(set(config.languages)) < len(config.languages):
        raise RistilogError(f"{name}: default_language is one of the languages, and each of them stands once")
    if config.analytics:
        raise RistilogError(f"{name}: there are no analytics to switch on")
    return config
