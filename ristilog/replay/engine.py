"""The replay of one deal as it is written: its facts as far as the rules carry, and the first thing they do not."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from ristilog.game.log import ACTIONS, Deal, Play, Trick
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Seat
from ristilog.replay.legality import Reason, barred_rank, is_proved, missing_draw, why_not
from ristilog.replay.scoring import TrickFacts
from ristilog.replay.shuffle import Dealt
from ristilog.replay.state import Position, after, first_position

TRICKS: Final = 13
"""Tricks in a deal, whatever the hands: every trick takes four of the 52 cards."""


class Stop(Struct, frozen=True):
    """Where the rules stop following a deal: the reason, and its place below the deal (``/tricks/4/actions/2``)."""

    reason: Reason
    where: str


class DealReplay(Struct, frozen=True):
    """What became of a deal: the tricks followed to their end, the position reached, and why not further."""

    tricks: tuple[TrickFacts, ...]
    position: Position
    stop: Stop | None
    proved: bool
    """Whether every card was seen to come from where it had to; False if hidden cards left something open."""

    @property
    def complete(self) -> bool:
        """Whether all cards were played, within the rules."""
        return self.stop is None and self.position.over


def replay_deal(deal: Deal, rules: Ruleset, dealer: Seat, dealt: Dealt | None, *, followed: bool) -> DealReplay:
    """Follow a deal action by action and stop at the first that the rules do not allow.

    `dealt` gives the cards as far as they are known. `followed` says that the log goes on behind the deal, so that a
    short deal is a fault (P313) and not just where the record ends.
    """
    position = first_position(rules, dealer, dealt.hands if dealt else None, dealt.stock if dealt else None)
    tricks = deal.tricks or ()
    proved = True
    for number, trick in enumerate(tricks):
        where = f"/tricks/{number}"
        plays = 0
        for index, text in enumerate(trick.actions):
            action = ACTIONS[text]
            reason = why_not(position, action) or _was_not_waived(position, action, tricks[number + 1 :])
            if plays == 4 and action.kind != "draw" and not position.due and not position.over:
                break  # a fifth play: a fault of the trick's length, whatever the play is
            if reason is not None:
                return DealReplay(position.tricks[:number], position, Stop(reason, f"{where}/actions/{index}"), proved)
            proved = proved and is_proved(position, action)
            plays += action.kind != "draw"
            position = after(position, action)
        closed = number + 1 < len(tricks) or trick.winner or isinstance(trick.points, int)
        written = sum(1 for text in trick.actions if ACTIONS[text].kind != "draw")
        if closed and position.due:
            reason = missing_draw(position, None)
            return DealReplay(position.tricks[:number], position, Stop(reason, f"{where}/actions"), proved)
        if written > 4 or (closed and written < 4):
            reason = Reason("P311", 4, written)
            return DealReplay(position.tricks[:number], position, Stop(reason, f"{where}/actions"), proved)
    stop = None
    if not position.over and (followed or deal.score):
        stop = Stop(Reason("P313", TRICKS, len(position.tricks), _why_short(deal)), "")
    return DealReplay(position.tricks, position, stop, proved)


def _was_not_waived(position: Position, action: Play, rest: Sequence[Trick]) -> Reason | None:
    """The ban that was broken after all by a lead from a hidden hand, if what the hand held instead is played later."""
    barred = barred_rank(position)
    if action.kind != "play" or action.card[0] != barred or position.stock or not position.hand(action.seat).hidden:
        return None
    later = [ACTIONS[text] for trick in rest for text in trick.actions]
    if all(play.card[0] == barred for play in later if play.seat == action.seat):
        return None
    return Reason("P308", None, action.card, {"rank": barred, "limit": position.rules.lead_limit})


def _why_short(deal: Deal) -> dict[str, Any]:
    return {"reason": "it carries a score" if deal.score else "another deal follows"}
