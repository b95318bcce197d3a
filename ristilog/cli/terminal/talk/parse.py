"""A typed line as a value: a function of the line and the names alone."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import structs

from ristilog.cli.terminal.talk.commands import (
    WORDS,
    Begin,
    Cards,
    Command,
    End,
    Fix,
    Hand,
    Kind,
    Note,
    Typed,
    Unclear,
    Undo,
    Void,
    Word,
)
from ristilog.game.cards import HIDDEN, SUITS
from ristilog.game.nearest import nearest_name
from ristilog.game.table import SEATS, Seat, Side

_DARK: Final = frozenset({"dark", "d", "pimeä", "pimea", "p", "pimeästä", "pimeasta", "*"})
_DRAW: Final = frozenset({"draw", "nosto", "nostaa"})
_PLAY: Final = frozenset({"play", "kädestä", "kadesta"})
_SEED: Final = frozenset({"seed", "siemen"})
_HOW: Final[dict[str, Literal["adjourned", "abandoned", "forfeit"]]] = {
    "adjourned": "adjourned",
    "kesken": "adjourned",
    "abandoned": "abandoned",
    "keskeytetty": "abandoned",
    "forfeit": "forfeit",
    "luovutus": "forfeit",
}
_SUITS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_SIDE: Final[dict[str, Side]] = {"ns": "NS", "n": "NS", "s": "NS", "ew": "EW", "e": "EW", "w": "EW"}
_ADDRESS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,2}){0,2}")
_SHORT: Final = 3
"""Letters up to which an unknown word is taken for a card with a slip in it."""

Words = Sequence[str]
Names = Mapping[str, Seat]


def card_of(word: str) -> str | None:
    """The card that a word stands for: ``7h``, ``10H``, ``Td``, ``h7``, ``7♥``; None if it is none."""
    plain = "".join(_SUITS.get(one, one) for one in word.casefold()).replace("10", "t")
    if len(plain) != 2:
        return None
    rank, suit = (plain[0], plain[1]) if plain[1] in SUITS else (plain[1], plain[0])
    return rank.upper() + suit if rank in "23456789tjqka" and suit in SUITS else None


def parse(line: str, names: Names) -> Command:
    """What a line says; `names` are other words for the seats, in small letters: the players' names."""
    words = line.replace(",", " ").split()
    if not words:
        return Word("")
    first = words[0].casefold()
    name = WORDS.get(first)
    if name is None and first.startswith("?") and not card_of(first):
        name = "help"
    match name:
        case None:
            return _cards(words, names)
        case "help" | "legal" | "score" | "table" | "stand" | "quit":
            return Word(name) if len(words) == 1 or name == "help" else Unclear("words", words[0])
        case "undo":
            return _undo(words[1:])
        case "fix":
            return _fix(words[1:])
        case "note":
            return _note(line.strip()[len(words[0]) :].strip())
        case "void":
            return Void(line.strip()[len(words[0]) :].strip())
        case "deal":
            return _begin(line, words[1:], names)
        case "hand":
            return _hand(words[1:], names)
        case "end":
            return _end(words[1:])


def card_list(words: Words) -> tuple[str, ...] | Unclear:
    """Nothing but cards, as of a hand."""
    cards = [card_of(word) for word in words]
    wrong = next((word for word, card in zip(words, cards, strict=True) if card is None), None)
    return tuple(card for card in cards if card) if wrong is None else Unclear("card", wrong)


def _cards(words: Words, names: Names) -> Command:
    typed: list[Typed] = []
    seat: Seat | None = None
    kind: Kind | None = None
    for word in words:
        plain = word.casefold()
        if plain in _DARK or plain in _DRAW or plain in _PLAY:
            if kind == "dark":
                typed.append(Typed(None, kind, seat))
                seat = None
            kind = "dark" if plain in _DARK else "draw" if plain in _DRAW else "play"
            continue
        sitting = _seat(plain, names)
        if sitting is not None:
            if seat is not None:
                return Unclear("card", word)
            seat = sitting
            continue
        one = _typed(plain, kind)
        if one is None:
            return _no_card(word, names)
        typed.append(structs.replace(one, seat=seat))
        seat, kind = None, None
    if kind == "dark":
        typed.append(Typed(None, kind, seat))
    elif kind is not None or seat is not None:
        return Unclear("card", words[-1])
    return Cards(tuple(typed))


def _typed(word: str, kind: Kind | None) -> Typed | None:
    """A card with what is stuck to it: ``*7h`` and ``7h*`` are dark, ``+7h`` is drawn."""
    if kind is None and word.startswith("+"):
        word, kind = word[1:], "draw"
    if kind is None and (word.startswith("*") or word.endswith("*")):
        word, kind = word.strip("*"), "dark"
    if kind == "draw" and word in ("?", HIDDEN):
        return Typed(HIDDEN, kind)
    card = card_of(word)
    return None if card is None else Typed(card, kind)


def _seat(word: str, names: Names) -> Seat | None:
    return next((seat for seat in SEATS if seat.casefold() == word), None) or names.get(word)


def _no_card(word: str, names: Names) -> Unclear:
    if len(word) <= _SHORT or word[0].isdecimal() or word[0] in "*+":
        return Unclear("card", word)
    return Unclear("word", word, nearest_name(word, (*WORDS, *_DARK, *_DRAW, *names)))


def _undo(words: Words) -> Command:
    if not words:
        return Undo(None)
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal() and 0 < int(words[0][:6]):
        return Undo(int(words[0][:6]))
    return Unclear("number", words[0])


def _fix(words: Words) -> Command:
    at: str | None = None
    if words and "." in words[0]:
        at, words = words[0], words[1:]
        if not _ADDRESS.fullmatch(at):
            return Unclear("fix", at)
    cards = _cards(words, {}) if words else Unclear("fix")
    if not isinstance(cards, Cards) or len(cards.typed) != 1:
        return cards if isinstance(cards, Unclear) else Unclear("fix")
    (typed,) = cards.typed
    if typed.card is None or typed.seat is not None:
        return Unclear("fix")
    return Fix(at, typed.card, typed.kind)


def _note(text: str) -> Command:
    first, _, rest = text.partition(" ")
    if "." in first and _ADDRESS.fullmatch(first) and rest.strip():
        return Note(first, rest.strip())
    return Note(None, text) if text else Unclear("note")


def _begin(line: str, words: Words, names: Names) -> Command:
    dealer = _seat(words[0].casefold(), names) if words else None
    if dealer is not None:
        words = words[1:]
    if not words:
        return Begin(dealer)
    if words[0].casefold() in _SEED:
        seed = line.split(words[0], 1)[1].strip()
        return Begin(dealer, seed=seed) if seed else Unclear("deal")
    cards = card_list(words)
    return cards if isinstance(cards, Unclear) else Begin(dealer, cards)


def _hand(words: Words, names: Names) -> Command:
    seat = _seat(words[0].casefold(), names) if words else None
    cards = card_list(words if seat is None else words[1:])
    if isinstance(cards, Unclear):
        return cards
    return Hand(seat, cards) if cards else Unclear("hand")


def _end(words: Words) -> Command:
    if not words:
        return End(None)
    how = _HOW.get(words[0].casefold())
    if how is None:
        return Unclear("end", words[0])
    if how != "forfeit":
        return End(how) if len(words) == 1 else Unclear("end", words[1])
    winner = _SIDE.get(words[1].casefold()) if len(words) == 2 else None
    return Unclear("end", words[0]) if winner is None else End(how, winner)
