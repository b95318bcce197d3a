"""What people write for finding codes: a code, the beginning of some, or a name."""

from typing import Final

from ristilog.game.findings import CODES, quoted
from ristilog.game.nearest import nearest_name

NAMES: Final[dict[str, str]] = {about.name: code for code, about in CODES.items()}
"""Name of a finding → its code."""


def codes_of(word: str) -> tuple[str, ...]:
    """The codes that a word stands for, in their order: a code, the beginning of some (``P``, ``S40``), or a name.

    Capitals do not matter. A word that stands for none is a ValueError, with a suggestion where one is near.
    """
    code, name = (word.upper(), word.lower()) if word.isascii() else (word, word)
    found = (NAMES[name],) if name in NAMES else tuple(one for one in CODES if word and one.startswith(code))
    if not found:
        close = nearest_name(word, tuple(CODES)) or nearest_name(word, tuple(NAMES))
        hint = f"did you mean {close}?" if close else "ristilog explain lists them all"
        raise ValueError(f"there is no finding {quoted(word)}; {hint}")
    return found
