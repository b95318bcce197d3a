"""Brute force once more, on the engine: slower, and on other foundations than `tests.solving.brute`."""

from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import Standing, clean_sides, deal_points, outcome
from ristilog.replay.state import Position, after, played


def second_brute(position: Position, before: Standing) -> dict[str, tuple[int, int]]:
    """What `tests.solving.brute.brute` says, by the engine's own rules."""
    while position.due:
        position = after(position, legal_actions(position)[0])
    actions = legal_actions(position)
    if not actions:
        raise ValueError("no legal play")
    return {str(action): _value(played(position, action), before) for action in actions}


def _value(position: Position, before: Standing) -> tuple[int, int]:
    if position.over:
        points, clean = deal_points(position.tricks), clean_sides(position.rules, position.tricks)
        award = outcome(position.rules, points, clean, before).award
        return points.NS, award.NS - award.EW
    best = max if position.to_act in ("N", "S") else min
    values = second_brute(position, before).values()
    return best(points for points, _ in values), best(margin for _, margin in values)
