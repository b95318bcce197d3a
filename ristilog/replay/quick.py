"""The quick way through a deal with nothing wrong: a faster twin of `replay_deal`, of which it may only say less.

It answers for whole, fully shown deals whose trick claims are all there and right; for anything else it gives None,
and the plain replay finds out what is the matter. Tests hold the two against each other.

A hand is kept as the set of the play actions it allows, as a log writes them, so that possession, seat and card are
one look-up in a set; the bans are looked for afterwards in the ranks played.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from ristilog.game.cards import PACK
from ristilog.game.log import Deal, SideFlags, SideNumbers, Trick
from ristilog.game.ruleset import CARD_VALUES, Ruleset
from ristilog.game.table import AFTER, SEATS, SIDE, Seat, clockwise_from
from ristilog.replay.scoring import CLEAN
from ristilog.replay.shuffle import Dealt


class DealFacts(Struct, frozen=True):
    """What a sound deal came to."""

    points: SideNumbers
    clean: SideFlags


Texts = dict[str, str]
Turn = tuple[set[str], Texts, Texts, Texts]
"""A hand as the plays it allows, and the texts with which its seat plays, draws and darkly plays each card."""

_TEXTS: Final[dict[Seat, tuple[Texts, Texts, Texts]]] = {
    seat: (
        {card: f"{seat} play {card}" for card in PACK},
        {card: f"{seat} draw {card}" for card in PACK},
        {card: f"{seat} dark {card}" for card in PACK},
    )
    for seat in SEATS
}
_PACK_POINTS: Final = {table: 4 * sum(values.values()) for table, values in CARD_VALUES.items()}
_RANK: Final = len("N play ")
"""Where the card's rank stands in an action."""
_OVERLED: Final = {limit: re.compile(rf"(.)\1{{{limit}}}") for limit in (2, 3)}
"""Finds one rank led in more tricks in a row than the limit."""


def quick_deal(deal: Deal, rules: Ruleset, dealer: Seat, dealt: Dealt) -> DealFacts | None:
    """The facts of a whole deal that is within the rules to the last card, claims of its tricks included; else None.

    `dealt` is the deal's pack, all cards shown and sound. What only house rules allow (draws after the trick, leads
    beyond the limit, dark play with three kings out) is left to the plain replay.
    """
    tricks = deal.tricks
    if not tricks or len(tricks) != 13 or rules.draw != "immediate":
        return None
    north, east, south, west = [
        (set(map(texts[0].__getitem__, dealt.hands[seat])), *texts) for seat, texts in _TEXTS.items()
    ]
    by_leader: dict[Seat, tuple[Turn, Turn, Turn, Turn]] = {
        "N": (north, east, south, west),
        "E": (east, south, west, north),
        "S": (south, west, north, east),
        "W": (west, north, east, south),
    }
    stock_tricks = len(dealt.stock) // 4
    ranks: list[str] = []
    dark: list[int] = []
    leader = _stock_phase(tricks[:stock_tricks], rules, AFTER[dealer], by_leader, dealt.stock, ranks, dark)
    if leader is None or not _endgame(tricks[stock_tricks:], rules, leader, by_leader, ranks):
        return None
    if not _within_bans(rules, ranks, stock_tricks, dark):
        return None
    points = sum([trick.points for trick in tricks if trick.winner in ("N", "S")])  # type: ignore[misc]  # compared
    clean = _clean(tricks, rules, ranks, stock_tricks) if rules.cleaning else CLEAN
    return DealFacts(SideNumbers(NS=points, EW=_PACK_POINTS[rules.card_values] - points), clean)


def _stock_phase(
    tricks: Sequence[Trick],
    rules: Ruleset,
    leader: Seat,
    by_leader: dict[Seat, tuple[Turn, Turn, Turn, Turn]],
    stock: Sequence[str],
    ranks: list[str],
    dark: list[int],
) -> Seat | None:
    """Play the tricks led while stock is left; the next leader, or None.

    `ranks` gets the four ranks of each trick, `dark` the numbers of the dark plays.
    """
    top, table = 0, rules.card_values
    for trick in tricks:
        actions = trick.actions
        at = 0
        shown = ""
        try:
            for hand, plays, draws, darks in by_leader[leader]:
                text, card = actions[at], stock[top]
                if text in hand:
                    if actions[at + 1] != draws[card]:
                        return None
                    hand.remove(text)
                    hand.add(plays[card])
                    at += 2
                elif text == darks[card]:
                    dark.append(top)
                    at += 1
                else:
                    return None
                shown += text[_RANK]
                top += 1
        except IndexError:
            return None  # too few actions
        leader = clockwise_from(leader)[shown.rindex(shown[0])]
        if trick.winner != leader or at != len(actions) or trick.points != _worth(table, shown):
            return None
        ranks.append(shown)
    return leader


def _endgame(
    tricks: Sequence[Trick],
    rules: Ruleset,
    leader: Seat,
    by_leader: dict[Seat, tuple[Turn, Turn, Turn, Turn]],
    ranks: list[str],
) -> bool:
    """Play the tricks led with the stock gone; whether all was in order."""
    table = rules.card_values
    for trick in tricks:
        if len(trick.actions) != 4:
            return False
        shown = ""
        for turn, text in zip(by_leader[leader], trick.actions, strict=True):
            hand = turn[0]
            if text not in hand:
                return False
            hand.remove(text)
            shown += text[_RANK]
        leader = clockwise_from(leader)[shown.rindex(shown[0])]
        if trick.winner != leader or trick.points != _worth(table, shown):
            return False
        ranks.append(shown)
    return True


def _within_bans(rules: Ruleset, ranks: Sequence[str], stock_tricks: int, dark: Sequence[int]) -> bool:
    """Whether every play was within the bans, as far as that can be said without looking at hands."""
    if dark and not rules.dark_play:
        return False
    limit = rules.lead_limit
    if limit is not None:
        leads = "".join([shown[0] for shown in ranks])
        if _OVERLED[limit].search(leads):
            return False
        for play in dark:
            trick, place = divmod(play, 4)
            if place == 0 and trick >= limit and len(set(leads[trick - limit : trick])) == 1:
                return False
    if rules.fourth_king_ban:
        shown = "".join(ranks[:stock_tricks])
        kings = [play for play, rank in enumerate(shown) if rank == "K"]
        if len(kings) == 4 or (len(kings) == 3 and dark and dark[-1] > kings[2]):
            return False
    return True


def _clean(tricks: Sequence[Trick], rules: Ruleset, ranks: Sequence[str], stock_tricks: int) -> SideFlags:
    clean = {"NS": True, "EW": True}
    for number, (trick, shown) in enumerate(zip(tricks, ranks, strict=True)):
        side = SIDE[trick.winner]  # type: ignore[index]  # every winner has been compared
        if number < stock_tricks:
            if "Q" in shown:
                clean[side] = False
        elif "K" in shown and "Q" not in (shown if rules.queen_trick == "any-queen" else shown[0]):
            clean[side] = True
    return SideFlags(NS=clean["NS"], EW=clean["EW"])


@cache
def _worth(table: str, ranks: str) -> int:
    """Card points of four ranks; there are 13 to the fourth power of them at most, so all may be kept."""
    return sum(CARD_VALUES[table].get(rank, 0) for rank in ranks)
