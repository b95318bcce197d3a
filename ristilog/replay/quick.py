"""The quick way through a deal with nothing wrong: a faster twin of `replay_deal`, of which it may only say less.

It answers for whole, fully shown deals whose trick claims are all there and right; for anything else it gives None,
and the plain replay finds out what is the matter. Tests hold the two against each other.

A hand is kept as the set of the play actions it allows, as a log writes them, so that possession, seat and card are
one look-up in a set.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ristilog.game.cards import PACK, RANKS
from ristilog.game.log import Deal, SideFlags, SideNumbers, Trick
from ristilog.game.ruleset import CARD_VALUES, Ruleset
from ristilog.game.table import AFTER, SEATS, SIDE, Seat, clockwise_from
from ristilog.replay.scoring import CLEAN
from ristilog.replay.shuffle import Dealt


class DealFacts(Struct, frozen=True):
    """What a sound deal came to."""

    points: SideNumbers
    clean: SideFlags


_TEXTS: Final = {
    seat: {card: (f"{seat} play {card}", f"{seat} draw {card}", f"{seat} dark {card}") for card in PACK}
    for seat in SEATS
}
"""Seat → card → the three actions that move it, as a log writes them."""
Turns = dict[Seat, list[tuple[Seat, set[str], dict[str, tuple[str, str, str]]]]]
"""Leader → the four turns of a trick: the seat, its hand as play actions, its texts."""
_RANK: Final = len("N play ")
"""Where the card's rank stands in an action."""
_WORTH: Final = {
    name: {rank: values.get(rank, 0) for rank in RANKS}
    for name, values in CARD_VALUES.items()
}  # fmt: skip


def quick_deal(deal: Deal, rules: Ruleset, dealer: Seat, dealt: Dealt) -> DealFacts | None:
    """The facts of a whole deal that is within the rules to the last card, claims of its tricks included; else None.

    `dealt` is the deal's pack, all cards shown and sound.
    """
    tricks = deal.tricks
    if not tricks or len(tricks) != 13 or rules.draw != "immediate":
        return None
    hands = {seat: {_TEXTS[seat][card][0] for card in cards} for seat, cards in dealt.hands.items()}
    turns = {seat: [(one, hands[one], _TEXTS[one]) for one in clockwise_from(seat)] for seat in SEATS}
    stock_tricks = len(dealt.stock) // 4
    ranks: list[str] = []
    leader = _stock_phase(tricks[:stock_tricks], rules, AFTER[dealer], turns, dealt.stock, ranks)
    if leader is None or not _endgame(tricks[stock_tricks:], leader, turns, ranks):
        return None
    limit = rules.lead_limit
    if limit is not None and _overled(ranks, limit):
        return None
    worth = _WORTH[rules.card_values]
    points = {"NS": 0, "EW": 0}
    for trick, shown in zip(tricks, ranks, strict=True):
        value = worth[shown[0]] + worth[shown[1]] + worth[shown[2]] + worth[shown[3]]
        if trick.points != value:
            return None
        points[SIDE[trick.winner]] += value  # type: ignore[index]  # the winner was compared above
    clean = _clean(tricks, ranks, stock_tricks, rules) if rules.cleaning else CLEAN
    return DealFacts(SideNumbers(NS=points["NS"], EW=points["EW"]), clean)


def _stock_phase(
    tricks: Sequence[Trick],
    rules: Ruleset,
    leader: Seat,
    turns: Turns,
    stock: Sequence[str],
    ranks: list[str],
) -> Seat | None:
    """Play the tricks led while stock is left; the next leader, or None. Hands and `ranks` are brought up to date."""
    tops = iter(stock)
    dark_play, limit = rules.dark_play, rules.lead_limit
    kings = 0 if rules.fourth_king_ban else -4
    for trick in tricks:
        actions = iter(trick.actions)
        shown = led = ""
        for seat, hand, texts in turns[leader]:
            text = next(actions, "")
            card = next(tops)
            gain, draw, dark = texts[card]
            if text in hand:
                if next(actions, "") != draw:
                    return None
                hand.remove(text)
                hand.add(gain)
                rank = text[_RANK]
                if rank == "K":
                    kings += 1
                    if kings == 4:
                        return None
            elif text == dark and dark_play and kings != 3:
                rank = card[0]
                if rank == "K":
                    kings += 1
                if not led and limit is not None and _is_barred(ranks, limit):
                    return None
            else:
                return None
            shown += rank
            if not led:
                led = rank
            if rank == led:
                leader = seat
        if trick.winner != leader or next(actions, None) is not None:
            return None
        ranks.append(shown)
    return leader


def _endgame(tricks: Sequence[Trick], leader: Seat, turns: Turns, ranks: list[str]) -> bool:
    """Play the tricks led with the stock gone; whether all was in order. Hands and `ranks` are brought up to date."""
    for trick in tricks:
        actions = trick.actions
        if len(actions) != 4:
            return False
        shown = led = ""
        for (seat, hand, _), text in zip(turns[leader], actions, strict=True):
            if text not in hand:
                return False
            hand.remove(text)
            rank = text[_RANK]
            shown += rank
            if not led:
                led = rank
            if rank == led:
                leader = seat
        if trick.winner != leader:
            return False
        ranks.append(shown)
    return True


def _is_barred(ranks: Sequence[str], limit: int) -> bool:
    """Whether a rank is barred for the next lead, after the tricks whose ranks these are."""
    return len(ranks) >= limit and len({shown[0] for shown in ranks[-limit:]}) == 1


def _overled(ranks: Sequence[str], limit: int) -> bool:
    """Whether one rank was led in more tricks in a row than the limit (a waiver is for the plain replay to find)."""
    streak, last = 0, ""
    for shown in ranks:
        led = shown[0]
        streak = streak + 1 if led == last else 1
        if streak > limit:
            return True
        last = led
    return False


def _clean(tricks: Sequence[Trick], ranks: Sequence[str], stock_tricks: int, rules: Ruleset) -> SideFlags:
    clean = {"NS": True, "EW": True}
    for number, (trick, shown) in enumerate(zip(tricks, ranks, strict=True)):
        side = SIDE[trick.winner]  # type: ignore[index]  # the winner was compared above
        if number < stock_tricks:
            if "Q" in shown:
                clean[side] = False
        elif "K" in shown and "Q" not in (shown if rules.queen_trick == "any-queen" else shown[0]):
            clean[side] = True
    return SideFlags(NS=clean["NS"], EW=clean["EW"])
