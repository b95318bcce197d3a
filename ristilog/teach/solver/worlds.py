"""What a seat knows in a position, and the worlds that it cannot tell apart: all the cards, as they might lie.

A seat knows its own hand, every card played face up, how many cards each of the others holds, and how many are left in
the stock. The other cards are *unseen*. This is what play proves about them; `worlds` knows no more and no less.

* **Matching proves nothing.** Nobody has to match, so who throws another rank may hold the one that was led.
* **A card from hand proves only itself.** It was in the hand, and now it lies on the table.
* **Dark play proves nothing.** Whether it is allowed depends on the stock, on the leads and on the cards that are out,
  which all can see, never on a hand. So a player who plays from hand under a ban on dark play was not forced to by the
  hand, and one who plays dark kept the whole hand by choice.
* **The ban on the fourth king proves nothing.** It holds for everybody, by what is out. It leaves the fourth king where
  it is, hand or stock, and nobody has to play it when the ban ends. It forces no card either: it holds only while stock
  is left, when a hand to play from has four cards or more, of which it bars one.
* **A lead of another rank than the barred one proves nothing**: the card led is itself why the hand was not all of the
  barred rank.
* **A lead of the barred rank from hand proves the whole hand**: it was allowed only because all of it was of that rank.
  A rank is barred after two or three leads of it, so at most two or one were left to be that hand, and a hand is that
  small only when the stock is gone. Under a limit of 3 it was the last card. Under a limit of 2 it may have been two,
  led from in the twelfth trick: the card that is left is of that rank too, and as the other three are out, it is the
  only one of them. That is the one thing that play proves about the cards that are not seen. (Where the record has such
  a lead and the seat sees that it was a breach, because the rank is all out or in its own hand, nothing is proved.)

All else is symmetry. Exchange two unseen cards wherever they have lain since the deal: the hidden hands and the stock
are other ones, but everybody could have done, and by the argument above was allowed to do, exactly what was done. So
every way to lay the unseen cards into the free places is as likely as every other, as long as nothing is read into
*why* somebody played as he did: these worlds take no hints. They are drawn so, uniformly.

World number k of a seed is always the same, on every machine, and does not depend on the other worlds that are drawn.
"""

from hashlib import shake_128
from struct import Struct as Layout
from typing import Final

from msgspec import Struct, structs

from ristilog.game.cards import HIDDEN, PACK
from ristilog.game.errors import RistilogError
from ristilog.game.log import Play
from ristilog.game.table import PLACE, SEATS, Seat
from ristilog.replay.state import Holding, Position, after
from ristilog.teach.solver.board import RANK, Board, board_of

_KEYS: Final = tuple(Layout(f"<{count}Q") for count in range(53))
_LABEL: Final = b"ristilog-world-1/"


class Sight(Struct, frozen=True):
    """What a seat knows in a position, in numbers: one of the worlds, and what of it may be exchanged."""

    seat: Seat
    board: Board
    """A world that is as good as any."""
    known: bytes
    """By seat and rank, as in a board's hands: the cards that lie fast, the seat's own and those that are proved."""
    unseen: bytes
    """The ranks of the unseen cards that may lie anywhere, lowest first."""
    places: bytes
    """For each card of the hands that is not known the first place of the hand in `known`, 13 times its seat; the rest
    of the unseen cards are the stock."""

    def world(self, seed: int | str, number: int = 0) -> Board:
        """One of the worlds, each as likely as the other: number so and so of a seed."""
        unseen, places = self.unseen, self.places
        count = len(unseen)
        text = _LABEL + f"{seed}/{number}".encode("utf-8", "surrogatepass")
        keys = _KEYS[count].unpack(shake_128(text).digest(8 * count))
        order = sorted(range(count), key=keys.__getitem__)
        hands = bytearray(self.known)
        for place, which in zip(places, order, strict=False):
            hands[place + unseen[which]] += 1
        board = self.board
        return Board(
            bytes(hands),
            bytes([unseen[which] for which in order[len(places) :]]),
            board.leader,
            board.trick,
            board.darks,
            board.out,
            board.streak_rank,
            board.streak,
            board.stock_phase,
            board.points,
            board.dirty,
        )


def sample(position: Position, seat: Seat, seed: int | str, number: int = 0) -> Board:
    """One of the worlds that a seat cannot tell from the position it is in; see `sight` for many of them."""
    return sight(position, seat).world(seed, number)


def sight(position: Position, seat: Seat) -> Sight:
    """What a seat knows in a position, the draws that are due in it made without being seen.

    RistilogError if a card in the seat's own hand is not on record; ValueError if the hands and the stock do not fit
    each other, as after some irregularities.
    """
    seen = as_seen(position, seat)
    while seen.due:
        seen = after(seen, Play(seen.due[0], "draw", HIDDEN))
    own = seen.hand(seat).known
    unseen = [card for card in sorted(PACK, key=_by_rank) if card not in seen.out and card not in own]
    if len(unseen) != sum(held.hidden for held in seen.hands) + len(seen.stock):
        raise ValueError("the hands and the stock do not add up to the cards that were not played")
    proved = must_hold(seen, seat)
    known = bytearray(52)
    for card in own:
        known[13 * PLACE[seat] + RANK[card[0]]] += 1
    fast: dict[Seat, list[str]] = {one: [] for one in SEATS}
    for one, rank in proved:
        card = next(card for card in unseen if card[0] == rank)
        unseen.remove(card)
        fast[one].append(card)
        known[13 * PLACE[one] + RANK[rank]] += 1
    free = {one: seen.hand(one).hidden - len(fast[one]) for one in SEATS}
    return Sight(
        seat=seat,
        board=board_of(_filled(seen, fast, unseen)),
        known=bytes(known),
        unseen=bytes(RANK[card[0]] for card in unseen),
        places=bytes(13 * PLACE[one] for one in SEATS for _ in range(free[one])),
    )


def as_seen(position: Position, seat: Seat) -> Position:
    """The same position as a seat sees it: whatever the record knows of other hands and of the stock is hidden.

    RistilogError if a card in the seat's own hand, or one that was played, is not on record.
    """
    if seat not in SEATS:
        raise ValueError(f"the seats are {', '.join(SEATS)}, not {seat!r}")
    if position.hand(seat).hidden:
        raise RistilogError(f"the record does not show all of {seat}'s hand, so what {seat} knows cannot be told")
    if HIDDEN in position.out:
        raise RistilogError("the record does not show every card that was played")
    north, east, south, west = (
        held if one == seat else Holding((), len(held)) for one, held in zip(SEATS, position.hands, strict=True)
    )
    return structs.replace(position, hands=(north, east, south, west), stock=(HIDDEN,) * len(position.stock))


def must_hold(position: Position, seat: Seat) -> tuple[tuple[Seat, str], ...]:
    """Who else must hold a card of which rank, by what has been played: a seat and a rank for every such card.

    It is the waiver of the lead ban that proves it, see above.
    """
    limit = position.rules.lead_limit
    leads = position.leads
    first_plays = [trick.plays[0] for trick in position.tricks if not trick.stock_phase]
    if position.trick and not position.stock_phase:
        first_plays.append(position.trick[0])
    played = len(leads) - len(first_plays)
    for number, lead in enumerate(first_plays, start=played):
        rank, left = lead.card[0], len(position.hand(lead.seat))
        was_barred = limit is not None and number >= limit and set(leads[number - limit : number]) == {rank}
        if was_barred and lead.seat != seat and left:
            own = sum(1 for card in position.hand(seat).known if card[0] == rank)
            out = sum(1 for card in position.out if card[0] == rank)
            return ((lead.seat, rank),) * left if own + out + left <= 4 else ()
    return ()


def _by_rank(card: str) -> tuple[int, str]:
    return RANK[card[0]], card


def _filled(seen: Position, fast: dict[Seat, list[str]], unseen: list[str]) -> Position:
    """The position with all its cards known, the unseen ones as they come."""
    rest = iter(unseen)
    north, east, south, west = (
        Holding((*held.known, *fast[one], *(next(rest) for _ in range(held.hidden - len(fast[one])))))
        for one, held in zip(SEATS, seen.hands, strict=True)
    )
    return structs.replace(seen, hands=(north, east, south, west), stock=tuple(rest))
