"""Cards: rank then suit, as two characters (``7h``, ``Tc``); suits never matter, ranks have no order."""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
HIDDEN: Final = "??"
"""Stands for a card that a record does not show."""

PACK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in the order every shuffle starts from: ``2c 3c … Ac 2d … Ad 2h … Ah 2s … As``."""

CARDS: Final = frozenset(PACK)
CARDS_OR_HIDDEN: Final = CARDS | {HIDDEN}


def parse_cards(text: str) -> tuple[str, ...]:
    """Split a list of cards as a log writes it (one string, single spaces); an empty string is no cards.

    The text is taken as well formed: every part two characters, a card or ``??``.
    """
    return tuple(text.split(" ")) if text else ()
