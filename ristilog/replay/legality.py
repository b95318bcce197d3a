"""What may be done in a position, and which rule stands against what may not: reasons as data, not as words."""

from typing import Any

from msgspec import Struct

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.table import SEATS, Seat
from ristilog.replay.state import Position


class Reason(Struct, frozen=True):
    """Why an action is not allowed: the finding's code, what was expected and found, and what else it speaks of."""

    code: str
    expected: Any = None
    found: Any = None
    details: dict[str, Any] = {}


def legal_actions(position: Position) -> tuple[Play, ...]:
    """Everything the next seat may do: the due draw, or each card from hand and, last, the dark play.

    A card the record does not show is ``??``: the dark play's or the draw's; hidden cards in hand are not listed.
    """
    seat = position.to_act
    if seat is None:
        return ()
    if position.due:
        return (Play(seat, "draw", position.stock[0]),)
    choices = [Play(seat, "play", card) for card in position.hand(seat).known]
    if position.stock:
        choices.append(Play(seat, "dark", position.stock[0]))
    return tuple(choice for choice in choices if why_not(position, choice) is None)


def why_not(position: Position, action: Play) -> Reason | None:
    """The first rule that stands against an action, in the order the format gives, or None if it is allowed.

    What hidden cards leave open is allowed; `is_proved` tells whether anything was.
    """
    turn = position.to_act
    if position.due and action.kind != "draw":
        return missing_draw(position, str(action))
    if not position.due and action.kind == "draw":
        return Reason("P304", None, str(action))
    if turn is None:
        return Reason("P312", None, str(action))
    if action.seat != turn:
        return Reason("P301", turn, action.seat)
    if action.kind == "draw":
        return _not_the_top(position, action, "P305")
    return _possession(position, action) or _ban(position, action)


def missing_draw(position: Position, found: str | None) -> Reason:
    """The reason that the draw which is due now is not there."""
    top = position.stock[0]
    return Reason("P303", top, found, {"seat": position.due[0], "top": "a card" if top == HIDDEN else top})


def is_proved(position: Position, action: Play) -> bool:
    """Whether the record shows that the action was possible, rather than merely not that it was not."""
    if action.kind == "play":
        return action.card in position.hand(action.seat).known
    return HIDDEN not in (position.stock[0], action.card)


def barred_rank(position: Position) -> str | None:
    """The rank that may not be led next, if the last tricks up to the limit were all led with it.

    Source: the tutorial's one ban; counted within the deal, whoever led.
    """
    limit = position.rules.lead_limit
    if limit is None or position.trick or len(position.leads) < limit:
        return None
    last = set(position.leads[-limit:])
    return last.pop() if len(last) == 1 else None


def barred_now(position: Position) -> str | None:
    """The rank that whoever leads next really may not lead: none if the hand is known to hold nothing else."""
    rank, seat = barred_rank(position), position.to_act
    if rank is None or seat is None:
        return None
    is_waived = not position.hand(seat).hidden and _may_hold_only(position, seat, rank)
    return None if is_waived else rank


def king_is_barred(position: Position) -> bool:
    """Whether the fourth king may not be played: three are out and stock is left (gamerules.com on ristiklappi)."""
    if not position.rules.fourth_king_ban or not position.stock:
        return False
    return sum(1 for card in position.out if card[0] == "K") == 3


def _possession(position: Position, action: Play) -> Reason | None:
    if action.kind == "dark":
        if not position.rules.dark_play:
            return Reason("P306", None, str(action), {"reason": "dark play is not part of the rules agreed"})
        if not position.stock:
            return Reason("P306", None, str(action), {"reason": "the stock is empty, so nothing can be turned up"})
        return _not_the_top(position, action, "P307")
    held = position.hand(action.seat)
    if action.card in held.known:
        return None
    if held.hidden and not is_elsewhere(position, action.card, action.seat):
        return None
    return Reason("P302", None, action.card, {"seat": action.seat})


def _ban(position: Position, action: Play) -> Reason | None:
    rules = position.rules
    barred = barred_rank(position)
    if action.kind == "play" and action.card[0] == barred and not _may_hold_only(position, action.seat, barred):
        return Reason("P308", None, action.card, {"rank": barred, "limit": rules.lead_limit})
    if barred is not None and action.kind == "dark" and rules.dark_lead_when_barred != "allow":
        all_out = sum(1 for card in position.out if card[0] == barred) == 4
        if rules.dark_lead_when_barred == "forbid" or not all_out:
            return Reason("P309", None, str(action), {"rank": barred})
    if king_is_barred(position):
        if action.kind == "play" and action.card[0] == "K":
            return Reason("P310", None, action.card, {"reason": "the fourth may not be played from hand"})
        if action.kind == "dark" and rules.fourth_king_dark == "forbid":
            return Reason("P310", None, str(action), {"reason": "dark play might turn up the fourth"})
    return None


def _may_hold_only(position: Position, seat: Seat, rank: str) -> bool:
    """Whether a whole hand is, or for all the record shows could be, of one rank: then its lead ban is waived."""
    held = position.hand(seat)
    if any(card[0] != rank for card in held.known):
        return False
    elsewhere = sum(1 for card in position.out if card[0] == rank)
    elsewhere += sum(1 for other in SEATS if other != seat for card in position.hand(other).known if card[0] == rank)
    return len(held) <= 4 - elsewhere


def _not_the_top(position: Position, action: Play, code: str) -> Reason | None:
    top = position.stock[0]
    if action.card == top or action.card == HIDDEN:
        return None
    if top == HIDDEN and not is_elsewhere(position, action.card, None):
        return None
    return Reason(code, top, action.card)


def is_elsewhere(position: Position, card: str, seat: Seat | None) -> bool:
    """Whether the record shows a card in another place than the hidden ones of a hand, or the hidden top."""
    return (
        card in position.out
        or card in position.stock
        or any(card in position.hand(other).known for other in SEATS if other != seat)
    )
