"""A position with all its cards known, in numbers: what the plain search and the compiled one read alike."""

from typing import Final

from msgspec import Struct

from ristilog.game.cards import HIDDEN, RANKS
from ristilog.game.log import Play, SideFlags, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import PLACE, SEATS, clockwise_from
from ristilog.replay.scoring import Standing, clean_sides, deal_points, outcome
from ristilog.replay.state import Position, after

RANK: Final = {rank: number for number, rank in enumerate(RANKS)}
"""Rank → its number, the twos nought and the aces twelve."""

QUEEN: Final = RANK["Q"]
KING: Final = RANK["K"]

DARK: Final = 16
"""Added to a rank: the move that plays it dark, from the top of the stock."""

DARK_LEAD: Final = {"forbid": 0, "forbid-if-unplayed": 1, "allow": 2}
"""Values of the option `dark_lead_when_barred` → their number."""


class Terms(Struct, frozen=True):
    """What of the rules and of the standing a search needs to know, in numbers."""

    values: bytes
    """By rank: card points."""
    lead_limit: int
    """0: no limit."""
    dark_play: bool
    dark_lead: int
    """See `DARK_LEAD`."""
    after_trick: bool
    """Whether hands are refilled after the fourth play, and not at once."""
    king_ban: bool
    king_dark: bool
    """Whether dark play goes on under the ban on the fourth king."""
    cleaning: bool
    any_queen: bool
    pack: int
    """The card points of the whole pack."""
    worth: tuple[int, ...]
    """What a deal brings North–South more than East–West, at ``dirty * (pack + 1) + points``: the number of the dirty
    sides (1 North–South, 2 East–West) and the card points of North–South."""


class Board(Struct, frozen=True):
    """A position in numbers, without its suits, which never matter; nobody has to draw in it."""

    hands: bytes
    """How many cards of rank r seat s holds, at ``13 * s + r``; seats N E S W."""
    stock: bytes
    """Ranks, top first."""
    leader: int
    """The seat that leads, or has led, the trick in hand."""
    trick: bytes
    """The ranks played to the trick in hand, in order."""
    darks: int
    """Bit k: the k-th play of the trick in hand was dark."""
    out: bytes
    """By rank: how many have been played face up, the trick in hand included."""
    streak_rank: int
    """The rank that the last trick was led with, the trick in hand included; 0 if there was none."""
    streak: int
    """How many of the last tricks in a row were led with it; at most the limit, 0 without a limit."""
    stock_phase: bool
    """Whether the trick in hand was, or will be, led with stock left."""
    points: tuple[int, int]
    """The card points of the tricks won so far, North–South and East–West."""
    dirty: int
    """The sides that are dirty so far: 1 North–South, 2 East–West, 3 both."""

    @property
    def to_act(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.trick)) % 4


def terms_of(rules: Ruleset, before: Standing) -> Terms:
    """The terms of a deal under some rules, from the standing before it."""
    pack = rules.pack_points
    return Terms(
        values=bytes(rules.values.get(rank, 0) for rank in RANKS),
        lead_limit=rules.lead_limit or 0,
        dark_play=rules.dark_play,
        dark_lead=DARK_LEAD[rules.dark_lead_when_barred],
        after_trick=rules.draw == "after-trick",
        king_ban=rules.fourth_king_ban,
        king_dark=rules.fourth_king_dark == "stands",
        cleaning=rules.cleaning,
        any_queen=rules.queen_trick == "any-queen",
        pack=pack,
        worth=tuple(_margin(rules, points, dirty, before) for dirty in range(4) for points in range(pack + 1)),
    )


def board_of(position: Position) -> Board:
    """A position in numbers, the draws that are due in it made.

    ValueError for a position in which a card is hidden, or whose hands and stock cannot be played to an end.
    """
    while position.due:
        position = after(position, Play(position.due[0], "draw", position.stock[0]))
    if not all_known(position):
        raise ValueError("all cards have to be known")
    if not position.over and not _can_be_ended(position):
        raise ValueError("the hands do not fit the stock: the deal cannot be played to its end")
    rules = position.rules
    points, clean = deal_points(position.tricks), clean_sides(rules, position.tricks)
    out = [0] * 13
    for card in position.out:
        out[RANK[card[0]]] += 1
    streak_rank, streak = _streak(position)
    return Board(
        hands=b"".join(_counts(hand.known) for hand in position.hands),
        stock=bytes(RANK[card[0]] for card in position.stock),
        leader=PLACE[position.leader],
        trick=bytes(RANK[play.card[0]] for play in position.trick),
        darks=sum(1 << number for number, play in enumerate(position.trick) if play.kind == "dark"),
        out=bytes(out),
        streak_rank=streak_rank,
        streak=streak,
        stock_phase=position.stock_phase,
        points=(points.NS, points.EW),
        dirty=(not clean.NS) + 2 * (not clean.EW),
    )


def all_known(position: Position) -> bool:
    """Whether the record shows every card of a position."""
    return HIDDEN not in position.stock and not any(hand.hidden for hand in position.hands)


def move_of(action: Play) -> int:
    """The number of a play: its rank, and `DARK` more if it is dark."""
    return RANK[action.card[0]] + (DARK if action.kind == "dark" else 0)


def _margin(rules: Ruleset, points: int, dirty: int, before: Standing) -> int:
    clean = SideFlags(NS=not dirty & 1, EW=not dirty & 2)
    award = outcome(rules, SideNumbers(NS=points, EW=rules.pack_points - points), clean, before).award
    return award.NS - award.EW


def _counts(cards: tuple[str, ...]) -> bytes:
    counts = bytearray(13)
    for card in cards:
        counts[RANK[card[0]]] += 1
    return bytes(counts)


def _streak(position: Position) -> tuple[int, int]:
    if not position.leads:
        return 0, 0
    last, streak = position.leads[-1], 0
    for rank in reversed(position.leads):
        if rank != last or streak == (position.rules.lead_limit or 0):
            break
        streak += 1
    return RANK[last], streak


def _can_be_ended(position: Position) -> bool:
    """Whether everybody has a card at every turn to come; how many a hand has does not depend on what is played."""
    sizes = {seat: len(position.hand(seat)) for seat in SEATS}
    stock = len(position.stock)
    refills = []
    for number, seat in enumerate(clockwise_from(position.leader)):
        if number < len(position.trick):
            from_hand = position.trick[number].kind == "play"
        elif not stock or position.rules.draw == "after-trick":
            sizes[seat] -= 1
            from_hand = True
        else:  # plays and draws, or turns up the card that would have been drawn
            stock -= 1
            from_hand = False
        if from_hand and position.rules.draw == "after-trick":
            refills.append(seat)
    for seat in refills[:stock]:
        sizes[seat] += 1
        stock -= 1
    left = set(sizes.values())
    return len(left) == 1 and stock % 4 == 0 and (min(left) > 0 or (min(left) == 0 and not stock))
