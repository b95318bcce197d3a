"""Ranks as vectors, and positions as keys that do not change when worthless ranks change names.

What there is to know of a rank without stock is who holds how many of its cards: four counts of three bits, seat s at
bit ``3 * s``. Two positions whose ranks have the same vectors, honours each for itself and the worthless ranks in any
order, are worth the same.
"""

from collections.abc import Iterator
from typing import Final

WORTHLESS: Final = 8
"""Ranks below this number have no card points in either table: the twos to the nines."""

ONE: Final = (1, 1 << 3, 1 << 6, 1 << 9)
"""By seat: a vector with one card of that seat's."""

HELD: Final = tuple(tuple(rank for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13))
"""Set of ranks as bits → the ranks."""


def _vectors() -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    for north in range(5):
        for east in range(5 - north):
            for south in range(5 - north - east):
                for west in range(5 - north - east - south):
                    yield north | east << 3 | south << 6 | west << 9, (north, east, south, west)


COUNTS: Final = dict(_vectors())
"""Vector → its four counts; there are seventy."""

SIZE: Final = {vector: sum(counts) for vector, counts in COUNTS.items()}
"""Vector → how many cards of the rank are held."""

TAKER: Final = [
    {
        vector: next((seat for seat in ((leader + 3) & 3, (leader + 2) & 3, (leader + 1) & 3) if counts[seat]), leader)
        for vector, counts in COUNTS.items()
    }
    for leader in range(4)
]
"""Leader → vector of the rank led → who wins the trick if everybody matches who can: the last in turn."""

LONE: Final = {
    vector: next(seat for seat in range(4) if counts[seat])
    for vector, counts in COUNTS.items()
    if sum(1 for count in counts if count) == 1
}
"""Vector of a rank that one seat alone holds → that seat."""

_WORD: Final = (1 << 62) - 1


def random_bits(number: int) -> int:
    """62 bits that a number always gives, as good as random: splitmix64's mixing."""
    mixed = (number * 0x9E3779B97F4A7C15 + 0x1B873593CC9E2D51) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ (mixed >> 31)) & _WORD


def _row(name: int, *, collapse: int = 0) -> dict[int, int]:
    """Vector → its part in the key of a position, for ranks that go by one name.

    A rank that one seat alone holds, with at most `collapse` cards, counts by its cards only: nobody else can win
    a trick led with it, so which rank a card is of does not matter.
    """
    parts = {vector: random_bits(name << 16 | vector) for vector in COUNTS}
    for vector, seat in LONE.items():
        if SIZE[vector] <= collapse:
            parts[vector] = SIZE[vector] * random_bits(_LONE_CARD << 16 | seat)
    parts[0] = 0
    return parts


_LONE_CARD: Final = 99

OWN: Final = tuple(_row(rank + 1) for rank in range(13))
"""By rank: vector → its part in a key, where the rank goes by its own name."""

SHARED: Final = tuple(_row(0, collapse=cards) for cards in range(5))
"""By how many cards of a lone rank may be counted alike: the same for worthless ranks that may change names."""

LEADER: Final = tuple(random_bits(1_000 + seat) for seat in range(4))
"""By seat: its part in a key, if it leads."""

STREAK: Final = tuple(tuple(random_bits(2_000 + 16 * streak + rank) for rank in range(13)) for streak in range(4))
"""By length and rank: the part in a key of leads of one rank in a row."""

ALIKE: Final = tuple(
    {vector: 1 if vector in LONE and SIZE[vector] <= cards else 2 << number for number, vector in enumerate(COUNTS)}
    for cards in range(5)
)
"""By the same number: vector → a bit. Cards of worthless ranks with the same bit come to the same for who has them."""


def collapsible(limit: int, stock: bool) -> int:
    """How many cards of a lone rank may count alike: no streak of them can come to a ban that bites.

    A ban at limit 3 needs a fourth card to be barred, at limit 2 a third. As long as a dark lead may be barred too,
    three leads in a row matter even where no card of the rank is left.
    """
    if not limit:
        return 4
    return 0 if stock else limit
