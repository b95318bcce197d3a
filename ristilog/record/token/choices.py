"""What can be chosen at every moment of a deal, in an order that depends on the rules and the cards alone."""

from typing import Final

from ristilog.game.cards import HIDDEN, PACK
from ristilog.game.log import ACTIONS, Deal, Play
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SEATS
from ristilog.record.token.content import AS_KNOWN, NEVER_NAMED, VIEWER_S
from ristilog.referee.pack import filled, read_pack, seed_of
from ristilog.replay.legality import barred_rank, king_is_barred, why_not
from ristilog.replay.state import Position, first_position

PLACE_IN_PACK: Final = {card: place for place, card in enumerate(PACK)}


def beginning(deal: Deal, rules: Ruleset) -> Position | None:
    """The position after a deal, with the cards that its seed gives away; None if its cards are no pack."""
    pack = read_pack(deal, rules)
    if pack.faulty:
        return None
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    dealt = filled(seed, pack.dealt, deal.dealer)
    return first_position(rules, deal.dealer, dealt.hands, dealt.stock)


def plays(position: Position) -> list[Play]:
    """Every play that the rules allow now, then every dark play, each in the order of the pack.

    Of a hand or a stock that the record does not show it is every card that is not known to be elsewhere.
    """
    seat = position.to_act
    if seat is None:
        return []
    held, top = position.hand(seat), position.stock[:1]
    hidden = unseen(position) if held.hidden or top == (HIDDEN,) else ()
    cards = sorted((*held.known, *hidden) if held.hidden else held.known, key=PLACE_IN_PACK.__getitem__)
    if barred_rank(position) is not None or king_is_barred(position):
        # No ban asks for the suit of a card, so one card of each rank is asked about.
        allowed = {card[0]: why_not(position, ACTIONS[f"{seat} play {card}"]) is None for card in cards}
        cards = [card for card in cards if allowed[card[0]]]
    choices = [ACTIONS[f"{seat} play {card}"] for card in cards]
    turned = hidden if top == (HIDDEN,) else top
    if turned and why_not(position, ACTIONS[f"{seat} dark {turned[0]}"]) is None:
        choices += [ACTIONS[f"{seat} dark {card}"] for card in turned]
    return choices


def draws(position: Position, naming: int, view: str) -> list[str]:
    """What the draw that is due may be called, most often one thing only."""
    top, seat = position.stock[0], position.due[0]
    if naming == AS_KNOWN:
        return [top]
    if naming == NEVER_NAMED or (naming == VIEWER_S and seat != view):
        return [HIDDEN]
    cards = [top] if top != HIDDEN else list(unseen(position))
    return cards if naming == VIEWER_S else [HIDDEN, *cards]


def unseen(position: Position) -> tuple[str, ...]:
    """The cards of which it is not known where they are, in the order of the pack."""
    known = position.out.union(position.stock, *(position.hand(seat).known for seat in SEATS))
    return tuple(card for card in PACK if card not in known)
