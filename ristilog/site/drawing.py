"""The shapes that pages draw: the suits, and the moon of a dark play; the player draws the same."""

from typing import Final

SUITS: Final = {
    "c": (
        "M12 2a4.5 4.5 0 0 1 3.6 7.2A4.5 4.5 0 1 1 13 16c.2 2.3.8 4 2 6H9c1.2-2 1.8-3.7 2-6"
        "a4.5 4.5 0 1 1-2.6-6.8A4.5 4.5 0 0 1 12 2z"
    ),
    "d": "M12 1.5l8 10.5-8 10.5-8-10.5z",
    "h": "M12 21C5 15 2 11.5 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 3.5-3 7-10 13z",
    "s": "M12 2c5 5 9 8 9 12a4.5 4.5 0 0 1-8 3c.2 2 .8 3.5 2 5H9c1.2-1.5 1.8-3 2-5a4.5 4.5 0 0 1-8-3c0-4 4-7 9-12z",
}
"""Suit → the path of its sign in a square of 24."""

MOON: Final = "M15 2a9 9 0 1 0 7 14A8 8 0 0 1 15 2z"
