"""What was probably meant: a name that is known, or a value that is allowed, near to one that is not."""

import difflib
import json
from typing import Any, Final

from ristilog.game.findings import quoted

_SAME: Final = {"yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false", "none": "null"}
"""Other ways in which people write what JSON has one word for."""

_LONGEST: Final = 40
"""Nothing that is known is longer, and comparing long words takes long."""


def nearest_name(word: str, known: tuple[str, ...]) -> str | None:
    """The known name that a word most likely stands for, whatever its capitals, hyphens and small slips."""
    plain = {_plain(name): name for name in known}
    close = difflib.get_close_matches(_plain(word[:_LONGEST]), plain, n=1)
    return plain[close[0]] if close else None


def nearest_value(value: object, domain: tuple[Any, ...] | range) -> str | None:
    """The allowed value, written as JSON, that one which is not allowed most likely stands for."""
    text = _text(value)
    if text is None:
        return None
    if isinstance(domain, range):
        is_number = text.isascii() and text.isdecimal() and len(text) < _LONGEST
        return str(int(text)) if is_number and int(text) in domain else None
    spelt = {_text(one) or "": one for one in domain}
    meant: str | None = _SAME.get(text.strip().casefold(), text)
    if meant not in spelt:
        words = tuple(one for one in spelt if not one.isdecimal())
        meant = nearest_name(text, words) if isinstance(value, str) else None
    return None if meant is None else json.dumps(spelt[meant])


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """The end of a sentence on a name that is not known: the one that is near, or all that there are."""
    close = nearest_name(word, known)
    return f"; did you mean {quoted(close)}?" if close else f"; there are {', '.join(known)}"


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "").replace("_", "").replace(" ", "")


def _text(value: object) -> str | None:
    """A plain value as one would write it, strings bare; None for lists and objects."""
    if isinstance(value, str):
        return value[:_LONGEST]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value) if value is None or isinstance(value, bool | int | float) else None
