"""What a table let stand though the rules do not allow it: the position behind it, so that play can be followed on."""

from typing import Final

from msgspec import structs

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.table import PLACE, SEATS, Seat, clockwise_from
from ristilog.replay.legality import Reason
from ristilog.replay.state import Holding, Position, after, settled

BANS: Final = ("P308", "P309", "P310")
"""Reasons that leave every card where the record has it."""


def after_irregular(position: Position, action: Play, reason: Reason) -> Position:
    """The position after an action that the rules do not allow, as near as can be told.

    A barred card is played like any other, and one out of turn leaves the turn to the next seat that has not played to
    the trick. If a card came from where the record does not have it, the hands and the stock go on as mere numbers of
    cards. Draws that were due and forgotten (P303) have to be taken out of the position before.
    """
    if reason.code in BANS:
        return after(position, action)
    position = _with_card_there(position, action)
    if action.kind == "draw":
        # Drawn out of turn, another draw that is due stays due, as long as there is stock.
        rest = list(position.due)
        if action.seat in rest:
            rest.remove(action.seat)
        left = len(position.stock) - 1
        return _next_turn(after(structs.replace(position, due=(action.seat, *rest[:left])), action))
    position = structs.replace(position, leader=_leader_if(action.seat, len(position.trick)))
    return _next_turn(after(position, action))


def without_draws(position: Position) -> Position:
    """The position if the draws that are due are forgotten; one out of place may make up for them."""
    return settled(structs.replace(position, due=()))


def _with_card_there(position: Position, action: Play) -> Position:
    """The position with a card where it was played or drawn from."""
    card, stock = action.card, position.stock
    is_out = card in position.out
    if action.kind == "play":
        held = position.hand(action.seat)
        elsewhere = is_out or card in stock or any(card in other.known for other in position.hands)
        if card in held.known or (held.hidden and not elsewhere):
            return position
        position = _unseen(position)
        return position if held else structs.replace(position, hands=_with_one(position, action.seat))
    if not stock:  # it came from nowhere
        return structs.replace(position, stock=(HIDDEN,))
    if HIDDEN in (card, stock[0]) or card == stock[0]:
        return position
    if card in stock:
        return structs.replace(position, stock=(card, *(other for other in stock if other != card)))
    return _unseen(position)


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
