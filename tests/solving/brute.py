"""Every way to play the rest of a deal: no table, no equivalences, nothing cut off."""

from collections.abc import Callable
from typing import NamedTuple

from ristilog.replay.scoring import Standing
from ristilog.replay.state import Position
from tests.solving.rest import DARK, SEATS, NoLegalPlay, Rest, Table, is_over

Pair = tuple[int, int]
"""Card points of North-South at the deal's end, and what the deal brings them more than the others."""


class TooLarge(Exception):
    """More nodes than were allowed."""


class Answer(NamedTuple):
    """What brute force says of a position, and what it met on its way."""

    values: dict[str, Pair]
    """By action: both values, each under best play for it."""
    table: Table
    ends: frozenset[Pair]
    """All ends that the deal can come to: the dirty sides' number and North-South's card points."""


def brute(position: Position, before: Standing) -> dict[str, Pair]:
    """Every legal action → North-South's card points and the award's margin, under best play for the one or the other.

    `NoLegalPlay`, a ValueError, if somebody could come to have no legal play.
    """
    return answer(position, before).values


def answer(position: Position, before: Standing, most: int = 0, stuck: int = 0) -> Answer:
    """The values and more; `TooLarge` for more than `most` nodes.

    Having no legal play is worth the best for North-South that the cards left allow with `stuck` 1, the worst with -1.
    """
    table = Table(position.rules, before)
    rest = table.start(position)
    ends: set[Pair] = set()
    values = {
        name: _value(table, table.after(rest, choice), ends, most, stuck)
        for choice, name in named_choices(table, position, rest)
    }
    return Answer(values, table, frozenset(ends))


def named_choices(table: Table, position: Position, rest: Rest) -> list[tuple[int, str]]:
    """The first choices, each with the action it is in a log."""
    seat = (rest.leader + len(rest.trick)) % 4
    drawn = [card for card, drawer in zip(position.stock, position.due, strict=False) if drawer == SEATS[seat]]
    held = [*position.hands[seat].known, *drawn]
    top = position.stock[len(position.due) :]
    return [
        (choice, f"{SEATS[seat]} dark {top[0]}" if choice == DARK else f"{SEATS[seat]} play {held[choice]}")
        for choice in table.choices(rest)
    ]


def _value(table: Table, rest: Rest, ends: set[Pair], most: int, stuck: int) -> Pair:
    if not rest.trick and is_over(rest):
        if most and table.nodes > most:
            raise TooLarge
        ends.add((rest.dirty, rest.points))
        return rest.points, table.worth[rest.dirty][rest.points]
    try:
        choices = table.choices(rest)
    except NoLegalPlay:
        if not stuck:
            raise
        return _within(table, rest, max if stuck > 0 else min)
    points, margins = [], []
    for choice in choices:
        point, worth = _value(table, table.after(rest, choice), ends, most, stuck)
        points.append(point)
        margins.append(worth)
    if (rest.leader + len(rest.trick)) % 2 == 0:
        return max(points), max(margins)
    return min(points), min(margins)


def _within(table: Table, rest: Rest, best: Callable[[list[int]], int]) -> Pair:
    """The most or the least that a deal can still be worth, whatever becomes of the cards left."""
    cards = "".join(rest.hands) + rest.stock + rest.trick
    left = sum(table.cards[rank] for rank in cards)
    dirties = [
        dirty
        for dirty in range(4)
        if ("Q" in cards or not dirty & ~rest.dirty) and ("K" in cards or not rest.dirty & ~dirty)
    ]
    margins = [worth for dirty in dirties for worth in table.worth[dirty][rest.points : rest.points + left + 1]]
    return best([rest.points, rest.points + left]), best(margins)
