"""Policies: what a player does in a position, knowing only what that player has seen."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from ristilog.game.log import Play
from ristilog.game.table import PARTNER, SIDE, Seat
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import trick_points, trick_winner
from ristilog.replay.state import Position
from ristilog.teach.solver.strong import strong

Policy = Callable[[Position, Random], Play]
"""Chooses one of the legal actions of the seat to act, by what that seat has seen and the dice it is given."""

DARK_WORTH: Final = 0.6
"""What a card from hand may be worth, in card points and use kept, before a dark play is thought the cheaper."""


class _Sight(Struct, frozen=True):
    """What the seat to act knows: its own hand, the trick, and every card played face up."""

    seat: Seat
    hand: tuple[str, ...]
    out: Counter[str]
    """Rank → how many of it have been played."""
    position: Position

    def unseen(self, rank: str) -> int:
        """How many cards of a rank neither were played nor are in the own hand."""
        return 4 - self.out[rank] - sum(1 for card in self.hand if card[0] == rank)


def sensible(position: Position, random: Random) -> Play:
    """Match when it pays, add points for a winning partner, go dark when the hand is too good to spoil.

    Knows only what the seat to act has seen; the top of the stock is never looked at.
    """
    choices = legal_actions(position)
    if position.due or len(choices) == 1:
        return choices[0]
    seat = choices[0].seat
    sight = _Sight(seat, position.hand(seat).known, Counter(card[0] for card in position.out), position)
    judge = _lead_worth if not position.trick else _follow_worth
    return max(choices, key=lambda choice: (judge(sight, choice), random.random()))


def at_random(position: Position, random: Random) -> Play:
    """Any legal action, each as likely as the other; a due draw is made."""
    return random.choice(legal_actions(position))


POLICIES: Final[dict[str, Policy]] = {"random": at_random, "sensible": sensible, "strong": strong}
"""Name → policy."""


def _lead_worth(sight: _Sight, choice: Play) -> float:
    """How good a lead is: worthless ranks of which much is in hand, or of which nothing more can come."""
    if choice.kind == "dark":
        return -DARK_WORTH
    rank = choice.card[0]
    points = sight.position.rules.values.get(rank, 0)
    unseen = sight.unseen(rank)
    if unseen == 0:
        # Nobody can take it: worth leading while the others may have to throw points on it.
        return 3.0 - 0.1 * points if sight.position.stock else 4.0 + 0.1 * points
    mine = sum(1 for card in sight.hand if card[0] == rank)
    # Each unseen card is with an opponent twice as often as with partner; points led may go to whoever has it.
    return 1.0 * (mine - 1) - 0.3 * unseen - 0.5 * points


def _follow_worth(sight: _Sight, choice: Play) -> float:
    """How good a card is behind the lead, by what the trick holds, who is winning it, and who is still to play."""
    if choice.kind == "dark":
        return -DARK_WORTH
    position, rank = sight.position, choice.card[0]
    led = position.trick[0].card[0]
    points = position.rules.values.get(rank, 0)
    worth = trick_points(position.rules, position.trick)
    to_come = 3 - len(position.trick)
    partner_wins = SIDE[trick_winner(position.trick)] == SIDE[sight.seat]
    threat = _threat(sight, led, rank, to_come)
    if rank == led:
        gain = worth + points if not partner_wins else 0.5 * threat * (worth + points)
        return gain * (1 - threat) - _use(sight, rank)
    if partner_wins:
        return points * (1 - 2 * threat) - _use(sight, rank)
    # The opponents win so far; only partner, if still to play, can turn it.
    hope = 0.25 * min(1, sight.unseen(led)) if PARTNER[sight.seat] in _still_to_play(position) else 0.0
    return -points * (1 - 2 * hope) - _use(sight, rank)


def _threat(sight: _Sight, led: str, rank: str, to_come: int) -> float:
    """How likely an opponent still to play takes the trick over, roughly."""
    unseen = sight.unseen(led)
    if to_come == 0 or unseen == 0:
        return 0.0
    opponents = (to_come + 1) // 2
    hidden = 52 - sum(sight.out.values()) - len(sight.hand)
    each = sight.position.rules.hand_size / max(hidden, 1)
    return min(0.9, opponents * unseen * each)


def _use(sight: _Sight, rank: str) -> float:
    """What keeping a card is worth: another of its rank in hand, or others still to come, may make it a winner."""
    mine = sum(1 for card in sight.hand if card[0] == rank)
    return 0.8 * (mine - 1) + 0.4 * sight.unseen(rank) * (0.5 if sight.position.stock else 1.0)


def _still_to_play(position: Position) -> Sequence[Seat]:
    played = {play.seat for play in position.trick}
    return [seat for seat in PARTNER if seat not in played and seat != position.to_act]
