"""What can be typed, as values: the cards that were played, and the commands."""

from typing import Final, Literal

from msgspec import Struct

from ristilog.game.table import Seat, Side

Kind = Literal["play", "dark", "draw"]
Name = Literal["help", "undo", "legal", "fix", "note", "void", "score", "table", "stand", "deal", "hand", "end", "quit"]


class Typed(Struct, frozen=True):
    """One card as it was typed."""

    card: str | None
    """None for a dark play of which the card was not said, ``??`` for a draw that nobody saw."""
    kind: Kind | None = None
    """None if it was not said: a card from hand, or the draw that is due."""
    seat: Seat | None = None
    """None for whoever is next."""


class Cards(Struct, frozen=True):
    """Cards in the order in which they were played."""

    typed: tuple[Typed, ...]


class Word(Struct, frozen=True):
    """A command that is one word; an empty line is ``""``."""

    name: Literal["", "help", "legal", "score", "table", "stand", "quit"]


class Undo(Struct, frozen=True):
    """Take plays back."""

    plays: int | None
    """None for the last thing done."""


class Fix(Struct, frozen=True):
    """It was another card."""

    at: str | None
    """The address, perhaps without its deal; None for the last play."""
    card: str
    kind: Kind | None


class Note(Struct, frozen=True):
    """A remark."""

    at: str | None
    text: str


class Void(Struct, frozen=True):
    """A misdeal."""

    reason: str


class Begin(Struct, frozen=True):
    """The next deal."""

    dealer: Seat | None = None
    cards: tuple[str, ...] = ()
    seed: str | None = None


class Hand(Struct, frozen=True):
    """The hand that was dealt was another."""

    seat: Seat | None
    cards: tuple[str, ...]


class End(Struct, frozen=True):
    """The match is over before anyone has won it."""

    how: Literal["adjourned", "abandoned", "forfeit"] | None
    winner: Side | None = None


class Unclear(Struct, frozen=True):
    """A line that says nothing that could be done."""

    why: Literal["word", "card", "number", "fix", "note", "end", "deal", "hand", "words"]
    word: str = ""
    meant: str | None = None


Command = Cards | Word | Undo | Fix | Note | Void | Begin | Hand | End | Unclear

WORDS: Final[dict[str, Name]] = {
    "help": "help",
    "?": "help",
    "h": "help",
    "ohje": "help",
    "undo": "undo",
    "u": "undo",
    "peru": "undo",
    "legal": "legal",
    "mahdolliset": "legal",
    "fix": "fix",
    "korjaa": "fix",
    "note": "note",
    "huomautus": "note",
    "void": "void",
    "misdeal": "void",
    "hylkää": "void",
    "hylkaa": "void",
    "score": "score",
    "tilanne": "score",
    "table": "table",
    "pöytä": "table",
    "poyta": "table",
    "stand": "stand",
    "jää": "stand",
    "deal": "deal",
    "jako": "deal",
    "hand": "hand",
    "käsi": "hand",
    "kasi": "hand",
    "end": "end",
    "lopeta": "end",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
    "poistu": "quit",
}
"""What is typed → the command; ``jaa`` is none, being both *deal* and *let it stand* without its dots."""
