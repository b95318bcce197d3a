"""The catalogues against the source: ``python -m tests.catalogues`` adds what is new and takes out what is gone."""

import io
import re
import string
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "ristilog" / "locale"
METHODS = [
    ("teach/**.py", "python"),
    ("site/**.py", "python"),
    ("site/templates/**.html", "jinja2"),
    ("cli/terminal/**.py", "python"),
]
KEYWORDS: dict[str, Any] = {"_": None, "say": None, "message": None, "count": (1, 2)}
HEAD = "# The sentences of Ristilog; `make catalogues` keeps the list of messages."


def messages() -> set[str | tuple[str, str]]:
    """Every message of the source; one with a plural is a pair."""
    found = extract_from_dir(ROOT / "ristilog", METHODS, keywords=KEYWORDS)
    return {message if isinstance(message, str) else (message[0], message[1]) for _, _, message, _, _ in found}


def catalogue(tag: str) -> Catalog:
    """A language's catalogue as it lies in the package."""
    with (LOCALE / tag / "LC_MESSAGES" / "ristilog.po").open("rb") as file:
        return read_po(file, locale=tag)


def renewed(tag: str) -> bytes:
    """The catalogue with exactly the messages of the source, those that are new without a translation."""
    old = catalogue(tag)
    new = Catalog(locale=tag, header_comment=HEAD, fuzzy=False)
    for message in messages():
        known = old.get(message if isinstance(message, str) else message[0])
        new.add(message, known.string if known is not None else "")
    text = io.BytesIO()
    write_po(text, new, sort_output=True, width=120)
    # What would differ with every run is nobody's concern.
    lines = text.getvalue().decode().splitlines(keepends=True)
    dropped = re.compile(r'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Report-Msgid|Project-Id|Generated-By)')
    return "".join(line for line in lines if not dropped.match(line)).encode()


def places(text: str) -> set[str]:
    """The names in curly brackets, without their forms."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


if __name__ == "__main__":
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/ristilog.po")):
        path.write_bytes(renewed(path.parent.parent.name))
