"""What a small position covers, so that a sample can be seen to cover everything."""

from collections.abc import Iterator

from ristilog.game.ruleset import OPTIONS, settings
from tests.solving.small import Judged

RARE = (
    "lead barred",
    "lead ban waived",
    "dark lead barred",
    "dark lead barred, all four out",
    "dark lead allowed by forbid-if-unplayed",
    "dark lead allowed by allow",
    "barred rank turned up as a lead",
    "king barred",
    "dark play barred by kings",
    "fourth king turned up",
    "no legal play",
    "draws after the trick",
    "a draw is due",
    "1 card on the table",
    "2 cards on the table",
    "3 cards on the table",
    "a dark play on the table",
    "no stock",
    "stock for one trick",
    "stock for more tricks",
    "somebody is dirty",
    "both are dirty",
    "a side can become dirty",
    "a side can be cleaned",
    "cleaning decides",
    "a tie in reach",
    "a sweep in reach",
    "a total may be wiped",
    "held points may be won",
)
"""What a sample has to cover, beside every value of every option."""

SETTINGS = tuple(
    f"{option}: {value}"
    for option, domain in OPTIONS.items()
    if option not in ("target", "hand_size")
    for value in domain
)


def features(one: Judged) -> Iterator[str]:
    """What of `RARE` and `SETTINGS` a position covers."""
    position, rules, before = one.position, one.position.rules, one.before
    yield from (
        f"{option}: {value}" for option, value in settings(rules).items() if option not in ("target", "hand_size")
    )
    on_table = len(position.trick) % 4
    if position.due:
        yield "a draw is due"
    if on_table:
        yield "1 card on the table" if on_table == 1 else f"{on_table} cards on the table"
    if any(play.kind == "dark" for play in position.trick):
        yield "a dark play on the table"
    yield ("no stock", "stock for one trick", "stock for more tricks")[min(2, -(-len(position.stock) // 4))]
    if one.answer is None:
        yield "no legal play"
        return
    yield from (name for name, count in one.answer.table.seen.items() if count)
    start = one.answer.table.start(position)
    dirties = {dirty for dirty, _ in one.answer.ends}
    if start.dirty:
        yield "both are dirty" if start.dirty == 3 else "somebody is dirty"
    if any(dirty & ~start.dirty for dirty in dirties):
        yield "a side can become dirty"
    if any(start.dirty & ~dirty for dirty in dirties):
        yield "a side can be cleaned"
    worth = one.answer.table.worth[0]
    if rules.cleaning and any(margin != worth[points] for points, margin in one.answer.values.values()):
        yield "cleaning decides"
    points = {points for _, points in one.answer.ends}
    if len(points) > 1:
        if rules.pack_points // 2 in points and rules.scoring == "game-points":
            yield "a tie in reach"
        if points & {0, rules.pack_points}:
            yield "a sweep in reach"
        totals = (before.match.NS if 0 in points else 0, before.match.EW if rules.pack_points in points else 0)
        if rules.scoring == "cumulative" and rules.wipe_on_zero and any(totals):
            yield "a total may be wiped"
    if before.held and rules.scoring == "game-points":
        yield "held points may be won"
