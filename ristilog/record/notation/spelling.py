"""How the smallest things are spelt: texts, words, values and pairs; the writer's half, `cursor.py` is the reader's."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from ristilog.game.log import SideNumbers

BARE: Final = re.compile(r"[^\W_][\w./-]*")
"""A word that needs no quotation marks: a name of an option, of a ruleset, of a claim."""
BARE_VALUE: Final = re.compile(r"[^\W\d_][\w./-]*")
"""A string among values that needs none: one that no number, nor true, false or null could be."""
JSON_WORDS: Final = ("true", "false", "null")
SEALED: Final = re.compile(r"sha256:[0-9a-f]{64}(?!\S)")
"""A commitment."""
TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
"""A language that needs no quotation marks."""

_AWAY: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
"""Characters that an editor might break a line at, swallow, or not show."""


def json_of(value: Any) -> str:
    """A value as JSON on one line, with everything escaped that an editor might not leave alone."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _AWAY.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def text_of(text: str) -> str:
    """A text that goes to the end of its line: as it is, or as a JSON string if it would not come back the same."""
    return text if is_plain(text) else json_of(text)


def is_plain(text: str) -> bool:
    """Whether a text comes back as it is when it is written to the end of a line."""
    if not text or text != text.strip() or is_quoted(text):
        return False
    return (text.isascii() and text.isprintable()) or _AWAY.search(text) is None


def is_quoted(text: str) -> bool:
    """Whether a text to the end of a line is read as a JSON string."""
    return len(text) > 1 and text[0] == text[-1] == '"'


def word_of(word: str) -> str:
    """A word with something behind it: bare, or as a JSON string."""
    return word if BARE.fullmatch(word) else json_of(word)


def value_of(value: Any) -> str:
    """A value of an option or of a claim: JSON, but plain strings bare."""
    if isinstance(value, str) and BARE_VALUE.fullmatch(value) and value not in JSON_WORDS:
        return value
    return json_of(value)


def pairs_of(pairs: Mapping[str, Any]) -> str:
    """Options, or what a claim says: ``target=5 dark_play=false``; ``{}`` if there are none."""
    return " ".join(f"{word_of(key)}={value_of(value)}" for key, value in pairs.items()) or "{}"


def numbers_of(numbers: SideNumbers) -> str:
    """A number for each side."""
    return f"NS {numbers.NS} EW {numbers.EW}"
