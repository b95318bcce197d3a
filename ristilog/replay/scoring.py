"""What tricks, deals and the match come to, under any ruleset."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ristilog.game.log import Play, SideFlags, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import OTHER_SIDE, SIDE, SIDES, Seat, Side

NOUGHT: Final = SideNumbers(NS=0, EW=0)
CLEAN: Final = SideFlags(NS=True, EW=True)


class TrickFacts(Struct, frozen=True, kw_only=True):
    """A finished trick."""

    plays: tuple[Play, ...]
    winner: Seat
    points: int
    """Card points of the four cards."""
    stock_phase: bool
    """Whether stock was left when it was led; decides whether its queens make dirty or its kings clean."""


class Standing(Struct, frozen=True):
    """Where a match stands between two deals."""

    match: SideNumbers
    """Game points, or running totals under cumulative scoring."""
    held: int
    """Game points waiting for the next deal that brings one."""


class Outcome(Struct, frozen=True):
    """What a deal brings: what it adds to the standing, and the standing after it."""

    award: SideNumbers
    standing: Standing


def trick_winner(plays: Sequence[Play]) -> Seat:
    """Who wins, or is winning, a trick: the last card of the led rank (all four source texts)."""
    led = plays[0].card[0]
    return next(play.seat for play in reversed(plays) if play.card[0] == led)


def trick_points(rules: Ruleset, plays: Sequence[Play]) -> int:
    """The card points of the cards played."""
    values = rules.values
    return sum(values.get(play.card[0], 0) for play in plays)


def deal_points(tricks: Sequence[TrickFacts]) -> SideNumbers:
    """The card points each side has won; tricks as such count nothing, nor does the last one."""
    points: dict[Side, int] = {"NS": 0, "EW": 0}
    for trick in tricks:
        points[SIDE[trick.winner]] += trick.points
    return SideNumbers(**points)


def clean_sides(rules: Ruleset, tricks: Sequence[TrickFacts]) -> SideFlags:
    """Which sides are clean after these tricks; both are where the cleaning rule is not played.

    A queen won in the stock phase makes dirty; one king won after it, in no queen's trick, cleans (gamerules.com on
    ristiklappi; Finnish Wikipedia).
    """
    if not rules.cleaning:
        return CLEAN
    clean: dict[Side, bool] = {"NS": True, "EW": True}
    for trick in tricks:
        ranks = [play.card[0] for play in trick.plays]
        if trick.stock_phase and "Q" in ranks:
            clean[SIDE[trick.winner]] = False
        elif not trick.stock_phase and "K" in ranks:
            queens = ranks if rules.queen_trick == "any-queen" else ranks[:1]
            clean[SIDE[trick.winner]] |= "Q" not in queens
    return SideFlags(**clean)


def outcome(rules: Ruleset, points: SideNumbers, clean: SideFlags, before: Standing) -> Outcome:
    """What a deal with these card points brings, from the standing before it."""
    return _SCORINGS[rules.scoring](rules, points, clean, before)


def match_winner(rules: Ruleset, match: SideNumbers) -> Side | None:
    """The side that has won the match at this standing: at the target or past it, and ahead."""
    for side in SIDES:
        if match.of(side) >= rules.target and match.of(side) > match.of(OTHER_SIDE[side]):
            return side
    return None


def _game_points(rules: Ruleset, points: SideNumbers, clean: SideFlags, before: Standing) -> Outcome:
    """More than half of the card points bring a game point, all of them `sweep_points`, and what is held."""
    if points.NS == points.EW:
        held = before.held + (1 if rules.tie_carry else 0)
        return Outcome(NOUGHT, Standing(before.match, held))
    side: Side = "NS" if points.NS > points.EW else "EW"
    other = OTHER_SIDE[side]
    if clean.of(side):
        worth = rules.sweep_points if points.of(other) == 0 else 1
        if not clean.of(other):
            worth = max(worth, rules.dirty_loss_points)
    elif rules.dirty_winner == "opponents" and clean.of(other):
        side, worth = other, 1
    else:
        return Outcome(NOUGHT, before)
    award = _for(side, worth + before.held)
    return Outcome(award, Standing(plus(before.match, award), 0))


def _cumulative(rules: Ruleset, points: SideNumbers, clean: SideFlags, before: Standing) -> Outcome:
    """Card points go to a running total; a side without any falls to nought."""
    del clean  # cleaning is a rule of game points only
    award = SideNumbers(
        NS=-before.match.NS if rules.wipe_on_zero and points.NS == 0 else points.NS,
        EW=-before.match.EW if rules.wipe_on_zero and points.EW == 0 else points.EW,
    )
    return Outcome(award, Standing(plus(before.match, award), 0))


_SCORINGS = {"game-points": _game_points, "cumulative": _cumulative}


def _for(side: Side, number: int) -> SideNumbers:
    return SideNumbers(NS=number, EW=0) if side == "NS" else SideNumbers(NS=0, EW=number)


def plus(one: SideNumbers, other: SideNumbers) -> SideNumbers:
    """The sums of the sides' numbers."""
    return SideNumbers(NS=one.NS + other.NS, EW=one.EW + other.EW)
