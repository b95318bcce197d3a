"""What the players and the sides of a log are called in sentences: by their names, else by their seats."""

import unicodedata
from collections import Counter
from typing import Final

from msgspec import Struct

from ristilog.game.log import GameLog
from ristilog.game.table import SEATS, SIDES, Seat, Side
from ristilog.teach.language import Language

LONGEST: Final = 60
"""Characters of a name or title that are shown; a log may hold any number."""


class People(Struct, frozen=True):
    """Who sits where, and what the sides are called."""

    names: dict[Seat, str]
    sides: dict[Side, str]

    def of(self, seat: Seat) -> str:
        """The name of who sits in a seat."""
        return self.names[seat]


def people_of(log: GameLog, language: Language) -> People:
    """The names of a log's players and sides; two who share a name are told apart by their seats."""
    seats = language.nouns.seats
    given = {seat: plain(player.name) for seat in SEATS if log.players and (player := getattr(log.players, seat))}
    names = {seat: given.get(seat) or seats[seat] for seat in SEATS}
    shared = Counter(names.values())
    told_apart: dict[Seat, str] = {
        seat: f"{name} ({seats[seat]})" if shared[name] > 1 and given.get(seat) else name
        for seat, name in names.items()
    }
    by_seats: dict[Side, str] = {"NS": f"{seats['N']}–{seats['S']}", "EW": f"{seats['E']}–{seats['W']}"}
    own = {side: plain(getattr(log.pairs, side) or "") if log.pairs else "" for side in SIDES}
    pairs = {side: own[side] or by_seats[side] for side in SIDES}
    if pairs["NS"] == pairs["EW"]:
        pairs = {side: f"{pairs[side]} ({by_seats[side]})" for side in SIDES}
    return People(told_apart, pairs)


def plain(text: str, longest: int = LONGEST) -> str:
    """One line of text from a log, fit to be read: no controls, no marks that turn the writing round, not too long."""
    shown = "".join(" " if unicodedata.category(ch) in _UNSEEN else ch for ch in text if ch not in _TURNING)
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1].rstrip() + "…"


_UNSEEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING: Final = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
