"""The rest of a deal with all its cards known, as strings of ranks; written from ``docs/rules.md`` alone.

Nothing here is shared with the engine or with the boards of the solver: a position is converted at the door, and all
that follows from it is worked out by these few lines. Suits never matter, so a hand is a string of ranks. Each card of
it is a choice of its own.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from ristilog.game.ruleset import Ruleset
from ristilog.replay.scoring import Standing
from ristilog.replay.state import Position

SEATS: Final = "NESW"
POINTS: Final = {"b": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, "a": {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2}}
DARK: Final = -1
"""The choice that turns up the top of the stock; the others are places in the hand."""
FROM_HAND: Final = [tuple(range(size)) for size in range(10)]
WITH_DARK: Final = [(*range(size), DARK) for size in range(10)]
"""By cards in hand: the choices where nothing is banned."""


class NoLegalPlay(ValueError):
    """Somebody whose turn it is may do nothing; only hands smaller than any that are dealt make that possible."""


class Rest(NamedTuple):
    """What is left of a deal, nobody having to draw."""

    hands: tuple[str, ...]
    stock: str
    """Top first."""
    leader: int
    trick: str
    dark: str
    """A letter for every play of the trick in hand: d if it was dark, h if it came from the hand."""
    stock_phase: bool
    """Of the trick in hand."""
    out: str
    """All that has been played face up, in any order."""
    last: str
    """The rank that the last trick was led with, the trick in hand included."""
    run: int
    """So many of the last tricks in a row were led with it."""
    points: int
    """The card points that North and South have."""
    dirty: int
    """1: North and South, 2: East and West, 3: both."""


_new = tuple.__new__  # quicker by a fifth than the call of the class


class Table:
    """The rules of a deal and what its ends are worth; it counts what was met that is rare."""

    def __init__(self, rules: Ruleset, before: Standing) -> None:
        self.rules = rules
        self.cards = {rank: POINTS[rules.card_values].get(rank, 0) for rank in "23456789TJQKA"}
        self.pack = 4 * sum(self.cards.values())
        self.limit = rules.lead_limit or 0
        self.dark_play, self.king_ban, self.cleaning = rules.dark_play, rules.fourth_king_ban, rules.cleaning
        self.after_trick = rules.draw == "after-trick"
        self.worth = [
            [margin(rules, self.pack, ns, dirty, before) for ns in range(self.pack + 1)] for dirty in range(4)
        ]
        """What the deal brings North and South more than the others: by who is dirty, then by their card points."""
        self.seen: Counter[str] = Counter()
        self.nodes = 0
        """How many times somebody was asked for a choice."""

    def start(self, position: Position) -> Rest:
        """A position at the door, the draws that are due in it made."""
        points, dirty = 0, 0
        for facts in position.tricks:
            ranks = "".join(play.card[0] for play in facts.plays)
            leader = SEATS.index(facts.plays[0].seat)
            _, points, dirty = self._taken(ranks, leader, facts.stock_phase, points, dirty)
        last, run = "", 0
        for rank in position.leads:
            last, run = rank, (run + 1 if rank == last else 1)
        hands = ["".join(card[0] for card in hand.known) for hand in position.hands]
        stock = "".join(card[0] for card in position.stock)
        for seat in position.due:
            hands[SEATS.index(seat)] += stock[0]
            stock = stock[1:]
        leader, phase = SEATS.index(position.leader), position.stock_phase
        trick = "".join(play.card[0] for play in position.trick)
        if len(trick) == 4:
            leader, points, dirty = self._taken(trick, leader, phase, points, dirty)
            trick, phase = "", stock != ""
        return Rest(
            hands=tuple(hands),
            stock=stock,
            leader=leader,
            trick=trick,
            dark="".join("d" if play.kind == "dark" else "h" for play in position.trick) if trick else "",
            stock_phase=phase,
            out="".join(card[0] for card in position.out),
            last=last,
            run=run,
            points=points,
            dirty=dirty,
        )

    def choices(self, rest: Rest) -> Sequence[int]:
        """What whoever's turn it is may do, which is never nothing: places in the hand, and `DARK`."""
        self.nodes += 1
        hands, stock, leader, trick, _, _, out, _, run, _, _ = rest
        hand = hands[(leader + len(trick)) % 4]
        may: Sequence[int] = (WITH_DARK if stock and self.dark_play else FROM_HAND)[len(hand)]
        if not trick and self.limit and run >= self.limit:
            may = self._lead_ban(may, hand, rest)
        if stock and self.king_ban and out.count("K") == 3:
            may = self._king_ban(may, hand, rest)
        if not may:
            self.seen["no legal play"] += 1
            raise NoLegalPlay(f"{SEATS[(rest.leader + len(rest.trick)) % 4]} may not play anything")
        return may

    def _lead_ban(self, may: Sequence[int], hand: str, rest: Rest) -> Sequence[int]:
        barred, how = rest.last, self.rules.dark_lead_when_barred
        if hand.count(barred) == len(hand):
            self.seen["lead ban waived"] += 1
        elif barred in hand:
            self.seen["lead barred"] += 1
            may = [one for one in may if one == DARK or hand[one] != barred]
        if DARK in may:
            all_out = rest.out.count(barred) == 4
            if how == "forbid" or (how == "forbid-if-unplayed" and not all_out):
                self.seen["dark lead barred, all four out" if all_out else "dark lead barred"] += 1
                may = [one for one in may if one != DARK]
            else:
                self.seen[f"dark lead allowed by {how}"] += 1
                self.seen["barred rank turned up as a lead"] += rest.stock[0] == barred
        return may

    def _king_ban(self, may: Sequence[int], hand: str, rest: Rest) -> Sequence[int]:
        if "K" in hand:
            self.seen["king barred"] += 1
            may = [one for one in may if one == DARK or hand[one] != "K"]
        if DARK in may:
            if self.rules.fourth_king_dark == "forbid":
                self.seen["dark play barred by kings"] += 1
                may = [one for one in may if one != DARK]
            else:
                self.seen["fourth king turned up"] += rest.stock[0] == "K"
        return may

    def after(self, rest: Rest, choice: int) -> Rest:
        """What is left after a choice, the draws made, and the trick turned over if it is full."""
        hands, stock, leader, trick, dark, phase, out, last, run, points, dirty = rest
        seat = (leader + len(trick)) % 4
        if choice == DARK:
            rank, stock, dark = stock[0], stock[1:], dark + "d"
        else:
            hand, dark = hands[seat], dark + "h"
            rank, hand = hand[choice], hand[:choice] + hand[choice + 1 :]
            if stock and not self.after_trick:
                hand, stock = hand + stock[0], stock[1:]
            hands = (*hands[:seat], hand, *hands[seat + 1 :])
        out += rank
        if not trick:
            last, run = rank, (run + 1 if rank == last else 1)
        trick += rank
        if len(trick) < 4:
            return _new(Rest, (hands, stock, leader, trick, dark, phase, out, last, run, points, dirty))
        winner, points, dirty = self._taken(trick, leader, phase, points, dirty)
        if stock and self.after_trick:
            filled = list(hands)
            for place in range(winner, winner + 4):  # the winner first, then clockwise
                if dark[(place - leader) % 4] == "h":
                    filled[place % 4] += stock[0]
                    stock = stock[1:]
            hands = tuple(filled)
            self.seen["draws after the trick"] += 1
        return _new(Rest, (hands, stock, winner, "", "", stock != "", out, last, run, points, dirty))

    def _taken(self, ranks: str, leader: int, phase: bool, points: int, dirty: int) -> tuple[int, int, int]:
        """Who wins a full trick, and North-South's points and who is dirty after it."""
        winner = (leader + ranks.rindex(ranks[0])) % 4  # the last card of the led rank
        side = 1 if winner % 2 == 0 else 2
        if side == 1:
            cards = self.cards
            points += cards[ranks[0]] + cards[ranks[1]] + cards[ranks[2]] + cards[ranks[3]]
        if self.cleaning:
            if phase:
                if "Q" in ranks:
                    dirty |= side
            elif "K" in ranks and "Q" not in (ranks if self.rules.queen_trick == "any-queen" else ranks[0]):
                dirty &= ~side
        return winner, points, dirty


def is_over(rest: Rest) -> bool:
    """Whether all cards have been played."""
    return not rest.hands[rest.leader] and not rest.trick


def margin(rules: Ruleset, pack: int, ns: int, dirty: int, before: Standing) -> int:
    """What a deal brings North and South more than East and West."""
    ew = pack - ns
    if rules.scoring == "cumulative":
        north, east = ns, ew
        if rules.wipe_on_zero:
            north = -before.match.NS if ns == 0 else ns
            east = -before.match.EW if ew == 0 else ew
        return north - east
    if ns == ew:
        return 0
    sign, own, other = (1, dirty & 1, dirty & 2) if ns > ew else (-1, dirty & 2, dirty & 1)
    if not own:
        worth = 1
        if other:
            worth = max(worth, rules.dirty_loss_points)
        if 0 in (ns, ew):
            worth = max(worth, rules.sweep_points)
        return sign * (worth + before.held)
    if rules.dirty_winner == "opponents" and not other:
        return -sign * (1 + before.held)
    return 0
