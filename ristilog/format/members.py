"""The members of a JSON object as they stand in its text, their values not looked into, and texts made of such."""

import json
import re
from typing import Any, Final

from msgspec import Struct

_SPACE: Final = re.compile(r"[ \t\r]*")
# Numbers are only passed over here, however long they are.
_VALUES: Final = json.JSONDecoder(parse_int=lambda text: text, parse_float=lambda text: text)


class Unreadable(Exception):
    """A line is no JSON object."""


class Member(Struct, frozen=True):
    """A key of an object with its value, and where both stand."""

    key: str
    at: int
    value: str
    value_at: int


class Piece(Struct, frozen=True):
    """A part of the text, and where in the stream it stands or what it is put in for."""

    text: str
    line: int
    column: int
    copied: bool = True


def members_of(text: str) -> list[Member]:
    """The members of a JSON object; raises `Unreadable` for anything else. What is in the values is not judged."""
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        raise Unreadable("it is no JSON object")
    members: list[Member] = []
    at = _skip(text, at + 1)
    if text[at : at + 1] == "}":
        at = _skip(text, at + 1)
    else:
        at -= 1
        more = True
        while more:
            key_at = _skip(text, at + 1)
            key, at = _value(text, key_at)
            at = _skip(text, at)
            if not isinstance(key, str) or text[key_at] != '"' or text[at : at + 1] != ":":
                raise Unreadable(f"a key and a colon belong at column {key_at + 1}")
            value_at = _skip(text, at + 1)
            _, at = _value(text, value_at)
            members.append(Member(key, key_at, text[value_at:at], value_at))
            at = _skip(text, at)
            more = text[at : at + 1] == ","
        if text[at : at + 1] != "}":
            raise Unreadable(f"a comma or a closing brace belongs at column {at + 1}")
        at = _skip(text, at + 1)
    if at < len(text):
        raise Unreadable(f"something follows at column {at + 1}")
    return members


def _value(text: str, at: int) -> tuple[Any, int]:
    try:
        return _VALUES.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        why = f"it is no JSON at column {getattr(error, 'pos', at) + 1}"
        raise Unreadable(why) from None


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def as_pieces(text: str, members: list[Member], line: int, column: int) -> list[Piece]:
    """Members as they stand in a text that begins at this column."""
    return [Piece(text[one.at : one.value_at + len(one.value)], line, column + one.at) for one in members]


def separated(pieces: list[Piece]) -> list[Piece]:
    """The pieces with commas between them."""
    made: list[Piece] = []
    for piece in pieces:
        if made:
            made.append(Piece(", ", piece.line, piece.column, copied=False))
        made.append(piece)
    return made
