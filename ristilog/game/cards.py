"""Cards: rank then suit, as two characters (``7h``, ``Tc``); suits never matter, ranks have no order."""

from collections.abc import Iterator
from operator import add
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
HIDDEN: Final = "??"
"""Stands for a card that a record does not show."""

PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order every shuffle starts from: ``2c 3c … Ac 2d … Ad 2h … Ah 2s … As``."""

CARDS: Final = frozenset(PACK)
CARDS_OR_HIDDEN: Final = CARDS | {HIDDEN}


_ONCE: Final = {card: card for card in CARDS_OR_HIDDEN}
_LONG: Final = 200
"""Characters that no list of cards of a deal has; a longer one is not made into so many strings."""


def parse_cards(text: str) -> tuple[str, ...]:
    """Split a list of cards as a log writes it (one string, single spaces); an empty string is no cards.

    The text is taken as well formed: every part two characters, a card or ``??``.
    """
    if len(text) > _LONG:
        return tuple(map(_ONCE.__getitem__, _pairs(text)))
    return tuple(text.split(" ")) if text else ()


def is_card_list(text: str) -> bool:
    """Whether a list of cards is written as the format has it."""
    if len(text) > _LONG:
        return len(text) % 3 == 2 and text[2::3].strip(" ") == "" and all(map(_ONCE.__contains__, _pairs(text)))
    return not text or CARDS_OR_HIDDEN.issuperset(text.split(" "))


def _pairs(text: str) -> Iterator[str]:
    return map(add, text[::3], text[1::3])
