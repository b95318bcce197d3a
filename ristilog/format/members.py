"""The members of a JSON object as they stand in its text, their values not looked into, and texts made of such."""

import json
import re
from typing import Final

import msgspec
from msgspec import Struct

_SPACE: Final = re.compile(r"[ \t\r]*+")
_STRING: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')
_SCALAR: Final = re.compile(r"[^,\]} \t\r]++")
_BRACKET: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[{]++|[\]}]++')
MAX_MEMBERS: Final = 1000
"""Members of an object that are looked at; no event has twenty."""
_LONG: Final = 2**16
"""Characters of a line from which on it is not built as values, of which there might be very many."""


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


# Numbers are only passed over here, however long they are.
_VALUES: Final = json.JSONDecoder(
    parse_int=lambda text: text, parse_float=lambda text: text, parse_constant=_no_constant
)
_SKIPPED: Final = msgspec.json.Decoder(msgspec.Raw)


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
    _check(text)
    at = _skip(text, 0)
    if text[at] != "{":
        raise Unreadable("it is no JSON object")
    members: list[Member] = []
    at = _skip(text, at + 1)
    while text[at] != "}":
        if members:  # behind a comma
            at = _skip(text, at + 1)
        key_at, at = at, _end(text, at)
        key = json.loads(text[key_at:at]) if "\\" in text[key_at:at] else text[key_at + 1 : at - 1]
        value_at = _skip(text, _skip(text, at) + 1)  # behind the colon
        at = _end(text, value_at)
        members.append(Member(key, key_at, text[value_at:at], value_at))
        if len(members) > MAX_MEMBERS:
            raise Unreadable(f"it has more than {MAX_MEMBERS:,} members")
        at = _skip(text, at)
    return members


def _check(text: str) -> None:
    """See that a line is JSON; raises `Unreadable`."""
    try:
        if len(text) > _LONG:
            _SKIPPED.decode(text)
        else:
            _VALUES.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        raise Unreadable("it is no JSON") from None
    except ValueError as error:
        raise Unreadable(f"it is no JSON at column {getattr(error, 'pos', 0) + 1}") from None


def _end(text: str, at: int) -> int:
    """Where the value ends that begins here, in text that is known to be JSON."""
    if text[at] in "[{":
        depth = 0
        for match in _BRACKET.finditer(text, at):
            token = match[0]
            depth += len(token) if token[0] in "[{" else -len(token) if token[0] in "]}" else 0
            if depth <= 0:  # of a run of closing brackets the last ones may be those of what is around it
                return match.end() + depth
    one = (_STRING if text[at] == '"' else _SCALAR).match(text, at)
    assert one is not None
    return one.end()


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
