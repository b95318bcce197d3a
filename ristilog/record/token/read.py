"""Token → log; a token that is not sound is a finding."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from msgspec import Struct, structs

from ristilog.format.write import game_hash
from ristilog.game.findings import Finding, finding, quoted
from ristilog.game.log import GameLog
from ristilog.record.fill import with_claims
from ristilog.record.token.content import CHECK, PREFIX, Damaged, In, check_of
from ristilog.record.token.reader import Reader, TooLong
from ristilog.referee.verify import verify

MAX_CHARACTERS: Final = 2**20
"""A longer token is not read unless the caller allows it."""
MAX_DEALS: Final = 1000
"""Nor is one of more deals than any match has: three characters may be a whole deal, which takes its time."""

_VERSION: Final = re.compile(r"r([0-9]{1,9})\.")
_STRANGE: Final = re.compile(r"[^A-Za-z0-9_-]")


class Tokened(Struct, frozen=True):
    """What reading a token came to: its log, or None and what is wrong with it."""

    log: GameLog | None
    findings: tuple[Finding, ...] = ()


def read_token(text: str, *, max_characters: int = MAX_CHARACTERS, max_deals: int = MAX_DEALS) -> Tokened:
    """Read the game that a token holds; whatever is wrong with it is a finding, F101 or F105, and nothing is raised.

    White space around it is passed over. If the game is sound, the log has every claim that its actions imply.
    """
    token = text.strip(" \t\r\n")
    start = text.find(token) if token else 0
    try:
        content, log = _decoded(token, max_characters, max_deals)
        if check_of(content[:-CHECK], game_hash(log)) != content[-CHECK:]:
            raise Damaged("its check does not belong to this game", -1)
        return Tokened(_sound(log))
    except TooLong as large:
        return Tokened(None, (_placed(finding("F105", "", reason=str(large)), text, start),))
    except Damaged as damaged:
        column = 0 if damaged.offset < 0 else len(PREFIX) + damaged.offset * 4 // 3
        return _refused(f"{damaged.reason}; it is mistyped, or not whole", text, start + column)
    except _Misspelt as misspelt:
        return _refused(misspelt.reason, text, start + misspelt.place)


class _Misspelt(Exception):
    """What is wrong with a token, and at which of its characters."""

    def __init__(self, reason: str, place: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place


def _refused(reason: str, text: str, place: int) -> Tokened:
    return Tokened(None, (_placed(finding("F101", "", reason=f"the token cannot be read: {reason}"), text, place),))


def _placed(one: Finding, text: str, place: int) -> Finding:
    line = text.count("\n", 0, place) + 1
    return structs.replace(one, line=line, column=place - (text.rfind("\n", 0, place) + 1) + 1)


def _sound(log: GameLog) -> GameLog:
    """The log with its claims, if nothing is wrong with it but that they are missing."""
    faults = [one for one in verify(log).findings if one.severity == "error"]
    ill_formed = next((one for one in faults if one.code[0] == "F"), None)
    if ill_formed is not None:
        raise _Misspelt(f"no log may hold what it says: {ill_formed.message}", 0)
    return with_claims(log) if all(one.code == "S410" for one in faults) else log


def _decoded(token: str, max_characters: int, max_deals: int) -> tuple[bytes, GameLog]:
    """The bytes of a token, its check included, and the log they make."""
    if len(token) > max_characters:
        raise TooLong(f"the token is longer than the {max_characters} characters that are read")
    if not token.startswith(PREFIX):
        version = _VERSION.match(token)
        if version is not None:
            raise _Misspelt(f"it is of version {version[1]}, and this program reads version 1", 0)
        raise _Misspelt(f"it begins with {quoted(token[:3])}, and a token with {quoted(PREFIX)}", 0)
    body = token[len(PREFIX) :]
    strange = _STRANGE.search(body)
    if strange is not None:
        raise _Misspelt(f"{quoted(strange[0])} has no place in a token", len(PREFIX) + strange.start())
    try:
        content = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except binascii.Error:
        raise _Misspelt("it breaks off", len(token) - 1) from None
    if urlsafe_b64encode(content).rstrip(b"=").decode() != body:
        raise _Misspelt("its last character is another than any token ends with", len(token) - 1)
    if len(content) < CHECK:
        raise _Misspelt("it breaks off", len(token) - 1)
    return content, Reader(In(content[:-CHECK])).log(max_deals)
