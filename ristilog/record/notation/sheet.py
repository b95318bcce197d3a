"""What has been read of a text so far: the log as a tree, where everything stands, and what is wrong."""

from typing import Any, Final

from ristilog.record.notation.cursor import Cursor, Fault

MAX_FAULTS: Final = 100
"""Faults that are named in one text."""

Place = tuple[int, int]
"""Line and column, from 1."""


class TooMany(Exception):
    """There are as many faults as are named."""


class Sheet:
    """The growing log."""

    def __init__(self) -> None:
        self.tree: dict[str, Any] = {}
        self.places: dict[str, Place] = {"": (1, 1)}
        self.faults: list[Fault] = []

    def complain(self, fault: Fault) -> None:
        """Keep a fault; raises `TooMany` with the last one that is named."""
        self.faults.append(fault)
        if len(self.faults) == MAX_FAULTS:
            raise TooMany

    def put(self, owner: dict[str, Any], key: str, value: Any, pointer: str, place: Place) -> None:
        """Put a value into a part of the log, once."""
        if key in owner:
            line = self.places[pointer][0]
            raise Fault(*place, f"this stands in line {line} already" if line != place[0] else "this stands here twice")
        owner[key] = value
        self.places[pointer] = place

    def put_numbers(self, owner: dict[str, Any], key: str, pointer: str, cursor: Cursor, what: str) -> None:
        """Read a number for each side and put them in, each with its place."""
        place = cursor.place
        numbers, places = cursor.numbers(what)
        self.put(owner, key, numbers, pointer, place)
        for side, one in places.items():
            self.places[f"{pointer}/{side}"] = one
