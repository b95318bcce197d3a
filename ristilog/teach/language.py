"""Languages: the catalogue of sentences and the nouns that go into them.

English is the language of the source; the other catalogues are gettext files under ``ristilog/locale``, read as text.
"""

import functools
import gettext
import io
from importlib.resources import files
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from msgspec import Struct

from ristilog.teach.nouns import NOUNS, Nouns

LANGUAGES: Final = tuple(NOUNS)
"""The languages there are, by tag; the source's first."""


class Language(Struct, frozen=True):
    """One language: says sentences with what goes into them."""

    tag: str
    nouns: Nouns
    catalogue: gettext.NullTranslations

    def say(self, message: str, **values: object) -> str:
        """A sentence in this language, its ``{places}`` filled."""
        return self.catalogue.gettext(message).format(**values)

    def count(self, one: str, more: str, number: int) -> str:
        """A phrase with a number in it, ``{n}``, in the singular or plural that the language wants."""
        return self.catalogue.ngettext(one, more, number).format(n=number)

    def card_points(self, number: int) -> str:
        """So many card points."""
        return self.count("{n} point", "{n} points", number)

    def game_points(self, number: int) -> str:
        """So many game points."""
        return self.count("{n} game point", "{n} game points", number)


def message(text: str) -> str:
    """The text itself, marked as one that the catalogues must have."""
    return text


@functools.cache
def language(tag: str) -> Language:
    """The language with a tag; one that there is not is a ValueError."""
    if tag not in NOUNS:
        raise ValueError(f"there is no language {tag!r}, only {', '.join(LANGUAGES)}")
    return Language(tag, NOUNS[tag], _catalogue(tag))


def _catalogue(tag: str) -> gettext.NullTranslations:
    if tag == "en":
        return gettext.NullTranslations()
    with (files("ristilog") / "locale" / tag / "LC_MESSAGES" / "ristilog.po").open("rb") as file:
        catalogue = read_po(file, locale=tag)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
