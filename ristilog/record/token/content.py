"""What a token is made of: numbers, texts, the tables that number rules, options and views, and the check."""

import hashlib
import re
from collections.abc import Iterable
from typing import Any, Final

from ristilog.game.log import GameLog
from ristilog.game.ruleset import OPTIONS

PREFIX: Final = "r1."
"""What every token of this version begins with."""
CHECK: Final = 4
"""Bytes of the check, the last of a token."""
_TAG: Final = b"ristilog-token-1"

RULESETS: Final = (
    ("ristikontra", 1),
    ("ristikontra-fi", 1),
    ("ristiklappi", 1),
    ("alga-b", 1),
    ("alga-a", 1),
)
"""The presets by the numbers that tokens give them, which never change."""

CHANGES: Final[dict[str, tuple[Any, ...]]] = {option: tuple(domain) for option, domain in OPTIONS.items()}
"""The options and their values, each by its place: both may grow at the end, and never change otherwise."""

VIEWS: Final = ("open", "N", "E", "S", "W", "public", "table")

AS_SEEDED, AS_PACK, BY_PART, NOT_SHOWN = range(4)
"""How a deal's cards are given: by the seed, as one arranged pack, part by part, or not at all."""
ABSENT, SEEDED, HIDDEN_ALL, LISTED = range(4)
"""How one part of them is given: left out, as the seed deals it, all hidden, or this plus the number of its cards."""
WHOLE, BEGUN, RAW, SCORE_ONLY = range(4)
"""How a deal's play is given: all choices, the first of them, every action, or not at all."""
AS_KNOWN, NEVER_NAMED, EACH_ASKED, VIEWER_S = range(4)
"""What the draws of a deal are called: by their card if it is known, all hidden, one by one, or only the viewer's."""
NO_SEED, NEXT, SERIES, OTHER_IN_SERIES, PLAIN, LINES = range(6)
"""How a seed is given: none, the next of its series, a stem and a number, another number, a text, or several lines."""

_IN_SERIES: Final = re.compile(r"(.+)/(0|[1-9][0-9]{0,14})", re.DOTALL)
_PACKED: Final = re.compile(r"(?:[0-9a-f]{2})+")


class Damaged(Exception):
    """What stands in a token's way of being read, and the byte at which it was noticed."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


def check_of(content: bytes, game: str) -> bytes:
    """The check of a token's content, which holds it to its game."""
    return hashlib.sha256(_TAG + content + bytes.fromhex(game.removeprefix("sha256:"))).digest()[:CHECK]


def place_in_domain(option: str, value: object) -> int:
    """The number of an option's value, which is one that it may take."""
    return next(place for place, one in enumerate(CHANGES[option]) if type(one) is type(value) and one == value)


def series_of(seed: str) -> tuple[str, int] | None:
    """Stem and number of a seed ``STEM/k``, or None for any other."""
    found = _IN_SERIES.fullmatch(seed)
    return (found[1], int(found[2])) if found else None


def view_of(log: GameLog) -> str:
    """Who sees what."""
    return log.view or "open"


class Out:
    """The bytes of a token as they are written."""

    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, value: int) -> None:
        """Write a number from 0: seven bits a byte, the lowest first, and the high bit where more follow."""
        while value >= 0x80:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value)

    def signed(self, value: int) -> None:
        """Write any integer: twice the number, or twice as far below nought less one."""
        self.number(2 * value if value >= 0 else -2 * value - 1)

    def text(self, text: str) -> None:
        """Write a text: packed if it is hex, else as UTF-8."""
        packed = _PACKED.fullmatch(text) is not None
        data = bytes.fromhex(text) if packed else text.encode("utf-8")
        self.number(2 * len(data) + packed)
        self.data += data

    def digits(self, digits: Iterable[tuple[int, int]]) -> None:
        """Write choices, each a place and among how many, as one integer, and before it how many bytes it has."""
        value, weight = 0, 1
        for place, among in digits:
            value += place * weight
            weight *= among
        length = (value.bit_length() + 7) // 8
        self.number(length)
        self.data += value.to_bytes(length, "big")


class In:
    """The bytes of a token as they are read; what cannot be is `Damaged`."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def more(self) -> bool:
        """Whether anything is left."""
        return self.at < len(self.data)

    def damaged(self, reason: str) -> Damaged:
        """What is to be raised here."""
        return Damaged(reason, min(self.at, max(len(self.data) - 1, 0)))

    def bytes(self, length: int) -> bytes:
        """So many bytes."""
        if length > len(self.data) - self.at:
            raise self.damaged("it breaks off")
        self.at += length
        return self.data[self.at - length : self.at]

    def number(self) -> int:
        """A number from 0, of at most 54 bits."""
        value = shift = 0
        while True:
            (byte,) = self.bytes(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if value >= 2**54:
                raise self.damaged("a number is too large")
            if byte < 0x80:
                return value
            if shift > 56:
                raise self.damaged("a number is too long")

    def below(self, limit: int, what: str) -> int:
        """A number that stands for one of so many things."""
        number = self.number()
        if number >= limit:
            raise self.damaged(f"there is no {what} {number}")
        return number

    def signed(self) -> int:
        """Any integer."""
        number = self.number()
        return number // 2 if number % 2 == 0 else -(number + 1) // 2

    def text(self) -> str:
        """A text."""
        length, packed = divmod(self.number(), 2)
        data = self.bytes(length)
        if packed:
            return data.hex()
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise self.damaged("a text is not UTF-8") from None

    def digits(self, most: int = 160) -> "Digits":
        """The choices of a deal."""
        length = self.number()
        if length > most:
            raise self.damaged("a deal has more choices than can be")
        return Digits(self, int.from_bytes(self.bytes(length), "big"))


class Digits:
    """Choices as they are taken from their integer."""

    def __init__(self, source: In, value: int) -> None:
        self._source = source
        self._value = value

    def take(self, among: int) -> int:
        """The place of the next choice among so many."""
        if among < 1:
            raise self._source.damaged("there is nothing to choose from")
        self._value, place = divmod(self._value, among)
        return place

    def end(self) -> None:
        """See that nothing is left."""
        if self._value:
            raise self._source.damaged("a deal has more choices than plays")
