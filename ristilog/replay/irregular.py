"""What a table let stand though the rules do not allow it: the position behind it, so that play can be followed on."""

from typing import Final

from msgspec import structs

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.table import PLACE, SEATS, Seat, clockwise_from
from ristilog.replay.legality import Reason, is_elsewhere
from ristilog.replay.state import Holding, Position, after, settled

BANS: Final = ("P308", "P309", "P310")
"""Reasons that leave every card where the record has it."""


def after_irregular(position: Position, action: Play, reason: Reason) -> Position:
    """The position after an action that the rules do not allow, as near as can be told.

    A barred card is played like any other. After anything else it is the turn of the next seat that has not played to
    the trick; and if the card does not come from where the record has it, nobody knows any longer who holds what, so
    hands and stock go on as mere numbers of cards. Draws that were due and forgotten (P303) have to be taken out of the
    position before.
    """
    if reason.code in BANS:
        return after(position, action)
    if not _comes_from_its_place(position, action):
        position = _unseen(position)
    if action.kind == "draw":
        # Drawn out of turn, another draw that is due stays due; drawn from an empty stock, the card came from nowhere.
        stock = position.stock or (HIDDEN,)
        rest = [seat for seat in position.due if seat != action.seat and len(stock) > 1]
        drawn = structs.replace(position, stock=stock, due=(action.seat, *rest))
        return _next_turn(after(drawn, action))
    position = structs.replace(position, leader=_leader_if(action.seat, len(position.trick)))
    if action.kind == "dark":
        position = structs.replace(position, stock=position.stock or (HIDDEN,))
    elif not len(position.hand(action.seat)):
        position = structs.replace(position, hands=_with_one(position, action.seat))
    return _next_turn(after(position, action))


def without_draws(position: Position) -> Position:
    """The position if the draws that are due are forgotten; one out of place may make up for them."""
    return settled(structs.replace(position, due=()))


def with_able_turn(position: Position) -> Position:
    """The same position, the turn going to the next seat that can play: counts of cards may differ by now."""
    seat = position.to_act
    if seat is None or position.due or len(position.hand(seat)) or (position.stock and position.rules.dark_play):
        return position
    able = next((one for one in clockwise_from(seat) if len(position.hand(one))), seat)
    return structs.replace(position, leader=_leader_if(able, len(position.trick)))


def _comes_from_its_place(position: Position, action: Play) -> bool:
    """Whether a card may, for all the record shows, come from the hand or the top of the stock that it came from."""
    if action.kind == "play":
        held = position.hand(action.seat)
        return action.card in held.known or (held.hidden > 0 and not is_elsewhere(position, action.card, action.seat))
    top = position.stock[0] if position.stock else None
    if top == HIDDEN:
        return action.card == HIDDEN or not is_elsewhere(position, action.card, None)
    return top is not None and action.card in (top, HIDDEN)


def _unseen(position: Position) -> Position:
    north, east, south, west = (Holding((), len(held)) for held in position.hands)
    return structs.replace(position, hands=(north, east, south, west), stock=(HIDDEN,) * len(position.stock))


def _with_one(position: Position, seat: Seat) -> tuple[Holding, Holding, Holding, Holding]:
    north, east, south, west = (Holding((), 1) if one == seat else position.hands[PLACE[one]] for one in SEATS)
    return north, east, south, west


def _next_turn(position: Position) -> Position:
    """The same position, a trick in hand going on with the next seat that has not played to it."""
    played = [play.seat for play in position.trick]
    if not 0 < len(played) < 4:
        return position
    waiting = next((seat for seat in clockwise_from(played[-1]) if seat not in played), None)
    return position if waiting is None else structs.replace(position, leader=_leader_if(waiting, len(played)))


def _leader_if(seat: Seat, played: int) -> Seat:
    """Who has to be taken for the leader so that it is a seat's turn when so many have played."""
    return clockwise_from(seat)[-played % 4]
