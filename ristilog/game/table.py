"""Who sits where: four seats clockwise, partners opposite, two sides."""

from typing import Final, Literal

Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]

SEATS: Final[tuple[Seat, ...]] = ("N", "E", "S", "W")
"""The seats clockwise, which is also the order in which a log's pack is read."""

SIDES: Final[tuple[Side, ...]] = ("NS", "EW")

PLACE: Final[dict[Seat, int]] = {"N": 0, "E": 1, "S": 2, "W": 3}
"""Seat → its place among `SEATS`."""

AFTER: Final[dict[Seat, Seat]] = {"N": "E", "E": "S", "S": "W", "W": "N"}
"""Seat → the next seat clockwise."""

BEFORE: Final[dict[Seat, Seat]] = {seat: before for before, seat in AFTER.items()}
PARTNER: Final[dict[Seat, Seat]] = {"N": "S", "E": "W", "S": "N", "W": "E"}
SIDE: Final[dict[Seat, Side]] = {"N": "NS", "E": "EW", "S": "NS", "W": "EW"}
OTHER_SIDE: Final[dict[Side, Side]] = {"NS": "EW", "EW": "NS"}


_ROUNDS: Final = {seat: SEATS[place:] + SEATS[:place] for seat, place in PLACE.items()}


def clockwise_from(seat: Seat) -> tuple[Seat, ...]:
    """All four seats, clockwise, beginning with the given one."""
    return _ROUNDS[seat]
