"""The signs that a terminal can show, by the encoding of its output: suits, lines, marks; and texts made to fit."""

import codecs
import unicodedata
from typing import Final

from msgspec import Struct, structs
from rich.text import Text

from ristilog.game.cards import HIDDEN

RED: Final = frozenset("dh")


class Box(Struct, frozen=True):
    """The lines of a frame: its corners, a level and an upright stroke."""

    top: tuple[str, str]
    bottom: tuple[str, str]
    level: str
    upright: str


class Signs(Struct, frozen=True, kw_only=True):
    """How things are written on a terminal."""

    encoding: str
    suits: dict[str, str]
    back: str
    """A card of which only the back is seen."""
    turn: str
    """Stands before the name of who is next."""
    stop: str
    """Stands before a note that halts the walkthrough."""
    between: str
    """Stands between short things on one line."""
    rule: str
    """A line across is made of these."""
    here: str
    """Where one is on a line of steps."""
    halt: str
    """A stop on it."""
    edge: str
    """Lines down are made of these."""
    more: str
    """Stands where something was cut."""
    played: Box
    winning: Box

    def card(self, card: str) -> str:
        """A card as it is written, ``10♥``; the back of one that is not known."""
        if card == HIDDEN:
            return self.back
        return rank_of(card) + self.suits[card[1]]

    def fitting(self, text: str) -> str:
        """A text without what the terminal cannot show: plainer signs and letters stand for it, or question marks."""
        if _has(self.encoding, text):
            return text
        return "".join(one if _has(self.encoding, one) else self._plainer(one) for one in text)

    def _plainer(self, sign: str) -> str:
        bare = "".join(one for one in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(one))
        plainer = _PLAINER.get(sign, bare)
        return plainer if plainer and _has(self.encoding, plainer) else "?"

    def cut(self, text: Text, width: int) -> Text:
        """One line that is not wider than so many columns."""
        if text.cell_len <= width:
            return text
        short = text.copy()
        short.truncate(max(width - 1, 0), overflow="crop")
        short.append(self.more if width > 0 else "")
        return short


def rank_of(card: str) -> str:
    """The rank of a card, or a rank, as people write it: the ten as ``10``."""
    return "10" if card[0] == "T" else card[0]


_DRAWN: Final = Signs(
    encoding="utf-8",
    suits={"c": "♣", "d": "♦", "h": "♥", "s": "♠"},
    back="▒▒",
    turn="▶",
    stop="●",
    between="·",
    rule="─",
    here="●",
    halt="┴",
    edge="│",
    more="…",
    played=Box(("╭", "╮"), ("╰", "╯"), "─", "│"),
    winning=Box(("╔", "╗"), ("╚", "╝"), "═", "║"),
)
_ASCII: Final = Signs(
    encoding="ascii",
    suits={"c": "c", "d": "d", "h": "h", "s": "s"},
    back="??",
    turn=">",
    stop="*",
    between="-",
    rule="-",
    here="O",
    halt="^",
    edge="|",
    more="~",
    played=Box(("+", "+"), ("+", "+"), "-", "|"),
    winning=Box(("#", "#"), ("#", "#"), "=", "#"),
)
_NEEDED: Final = "♣♦♥♠▒▶●·─┴…╭╮╰╯│╔╗╚╝═║"
_PLAINER: Final = {
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "•": "*",
    "→": "->",
    "←": "<-",
}


def signs_of(encoding: str | None) -> Signs:
    """The signs that an encoding has: all of them, or ASCII's with the letters that the encoding has."""
    try:
        name = codecs.lookup(encoding or "ascii").name
    except LookupError:
        return _ASCII
    return structs.replace(_DRAWN if _has(name, _NEEDED) else _ASCII, encoding=name)


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeError:
        return False
    return True
