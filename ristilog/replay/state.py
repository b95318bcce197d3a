"""A position in a deal, as one frozen value: hands, stock, trick, what is due; it knows nothing of claims."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import AFTER, PLACE, SEATS, Seat, clockwise_from
from ristilog.replay.scoring import TrickFacts, trick_points, trick_winner


class Holding(Struct, frozen=True):
    """A hand: the cards known to be in it, in dealt and drawn order, and how many more are hidden."""

    known: tuple[str, ...]
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.hidden


class Position(Struct, frozen=True, kw_only=True):
    """Where a deal stands before the next action."""

    rules: Ruleset
    hands: tuple[Holding, Holding, Holding, Holding]
    """By seat, N E S W."""
    stock: tuple[str, ...]
    """Top first; ``??`` where the record does not show the card."""
    leader: Seat
    """Who leads, or has led, the trick in hand."""
    trick: tuple[Play, ...] = ()
    """The plays and dark plays of the trick in hand."""
    due: tuple[Seat, ...] = ()
    """Who has to draw before anything else happens, in order."""
    leads: tuple[str, ...] = ()
    """The ranks led in this deal so far, first trick first."""
    out: frozenset[str] = frozenset()
    """The cards played face up so far, the trick in hand included."""
    stock_phase: bool = True
    """Whether the trick in hand was, or will be, led with stock left."""
    tricks: tuple[TrickFacts, ...] = ()
    """The finished tricks."""

    def hand(self, seat: Seat) -> Holding:
        """The hand of one seat."""
        return self.hands[PLACE[seat]]

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.trick and not self.due and not any(map(len, self.hands))

    @property
    def to_act(self) -> Seat | None:
        """Whose action is next, a due draw included; None when the deal is over."""
        if self.due:
            return self.due[0]
        if self.over:
            return None
        return clockwise_from(self.leader)[len(self.trick)]


def first_position(
    rules: Ruleset, dealer: Seat, hands: Mapping[Seat, Sequence[str]] | None, stock: Sequence[str] | None
) -> Position:
    """The position after the deal: cards by seat and stock (top first), ``??`` or None where they are not known."""
    held = []
    for seat in SEATS:
        cards = (hands or {}).get(seat) or (HIDDEN,) * rules.hand_size
        known = tuple(card for card in cards if card != HIDDEN)
        held.append(Holding(known, len(cards) - len(known)))
    return Position(
        rules=rules,
        hands=(held[0], held[1], held[2], held[3]),
        stock=tuple(stock) if stock is not None else (HIDDEN,) * rules.stock_size,
        leader=AFTER[dealer],
        stock_phase=rules.stock_size > 0,
    )


def after(position: Position, action: Play) -> Position:
    """The position after one action, which is taken as legal (see `ristilog.replay.legality.why_not`)."""
    if action.kind == "draw":
        top, stock = position.stock[0], position.stock[1:]
        card = action.card if action.card != HIDDEN else top
        return settled(
            structs.replace(position, hands=_with(position, action.seat, gains=card), stock=stock, due=position.due[1:])
        )
    trick = (*position.trick, action)
    leads = position.leads if position.trick else (*position.leads, action.card[0])
    moved = structs.replace(position, trick=trick, leads=leads, out=position.out | {action.card})
    if action.kind == "dark":
        moved = structs.replace(moved, stock=position.stock[1:])
    else:
        moved = structs.replace(moved, hands=_with(position, action.seat, loses=action.card))
    return settled(structs.replace(moved, due=_due_after(moved, action)))


def played(position: Position, action: Play) -> Position:
    """The position after a play or dark play and the draws that then fall due, all of it taken as legal."""
    position = after(position, action)
    while position.due:
        position = after(position, Play(position.due[0], "draw", position.stock[0]))
    return position


def _due_after(moved: Position, action: Play) -> tuple[Seat, ...]:
    """Who has to draw now that a card has been played."""
    if not moved.stock:
        return ()
    if moved.rules.draw == "immediate":
        return (action.seat,) if action.kind == "play" else ()
    if len(moved.trick) < 4:
        return ()
    from_hand = {play.seat for play in moved.trick if play.kind == "play"}
    due = tuple(seat for seat in clockwise_from(trick_winner(moved.trick)) if seat in from_hand)
    return due[: len(moved.stock)]  # by the rules there is always enough; a table may have let something else stand


def settled(position: Position) -> Position:
    """The same position, its trick turned over if it is complete and no draw is due."""
    if len(position.trick) < 4 or position.due:
        return position
    winner = trick_winner(position.trick)
    facts = TrickFacts(
        plays=position.trick,
        winner=winner,
        points=trick_points(position.rules, position.trick),
        stock_phase=position.stock_phase,
    )
    return structs.replace(
        position,
        leader=winner,
        trick=(),
        stock_phase=bool(position.stock),
        tricks=(*position.tricks, facts),
    )


def _with(
    position: Position, seat: Seat, gains: str | None = None, loses: str | None = None
) -> tuple[Holding, Holding, Holding, Holding]:
    """All hands, one of them with a card more or less; a card not known to be there was among the hidden ones."""
    held = position.hand(seat)
    if gains == HIDDEN:
        held = Holding(held.known, held.hidden + 1)
    elif gains is not None:
        held = Holding((*held.known, gains), held.hidden)
    elif loses in held.known:
        held = Holding(tuple(card for card in held.known if card != loses), held.hidden)
    else:
        held = Holding(held.known, held.hidden - 1)
    north, east, south, west = position.hands
    match seat:
        case "N":
            return held, east, south, west
        case "E":
            return north, held, south, west
        case "S":
            return north, east, held, west
        case "W":
            return north, east, south, held
