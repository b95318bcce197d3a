"""Reading the smallest things: a card, and a JSON value that stands in a line."""

import json
import re
from typing import Any, Final, NoReturn

from ristilog.game.findings import quoted

CARD_IS: Final = "a card is a rank 2-9, T or 10, J, Q, K, A and a suit c, d, h, s"
_CARD: Final = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)


def card_of(text: str) -> str | None:
    """The card that a word is, whatever its capitals; None if it is none."""
    found = _CARD.fullmatch(text)
    if found is None:
        return None
    return ("T" if found[1] == "10" else found[1].upper()) + found[2].lower()


def no_card(word: str) -> str:
    """What is to be said of a word that stands where a card belongs."""
    turned = card_of(word[1:] + word[:1])
    return f"{quoted(word)} is no card: {CARD_IS}" + (f"; did you mean {turned}?" if turned else "")


class NoValue(Exception):
    """What stands there is no JSON value; where it goes wrong, in characters from 0, and why."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(reason)
        self.at = at
        self.reason = reason


class _Doubled(ValueError):
    """A key that stands twice in an object."""


def parsed(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at a place of a line, and where it ends.

    A number that nothing can hold is infinite, and so is a value that is nested too deep to be read.
    """
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        place = error.pos if error.doc else at
        raise NoValue(place, f"this is not JSON: {error.msg.lower()}") from None
    except _Doubled as error:
        raise NoValue(at, f"the key {quoted(error.args[0])} stands twice in one object") from None
    except RecursionError:
        return float("inf"), at
    return value, end


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise _Doubled(key)
        made[key] = value
    return made


def _refuse(word: str) -> NoReturn:
    raise json.JSONDecodeError(f"{word} is no number", "", 0)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 400 else float(digits)


def is_text(value: Any) -> bool:
    """Whether every string in a value is one that UTF-8 can write."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, dict):
        return all(is_text(key) and is_text(one) for key, one in value.items())
    return all(map(is_text, value)) if isinstance(value, list) else True


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_integer)
