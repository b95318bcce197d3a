"""The cards of a position while it is searched: changed in place, and known by a key at the start of a trick."""

from operator import getitem

from msgspec import Struct

from ristilog.teach.solver.board import DARK, KING, Board, Terms
from ristilog.teach.solver.vectors import (
    HELD,
    LEADER,
    ONE,
    OWN,
    SHARED,
    SIZE,
    STREAK,
    WORTHLESS,
    collapsible,
    random_bits,
)


class Trick(Struct, frozen=True):
    """What does not change while a trick is played."""

    tricks: int
    """How many are left, this one included."""
    last: int
    """The rank of the leads before it."""
    streak: int
    """How many of them in a row were of that rank."""
    stock_phase: bool
    points: int
    """Those of North–South so far, in card points."""
    dirty: int


class Cards:
    """Hands, stock and what has been played."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.vectors = [0] * 13
        """By rank: who holds how many (see `ristilog.teach.solver.vectors`)."""
        self.held = [0] * 4
        """By seat: the set of ranks in hand, as bits."""
        self.out = [0] * 13
        """By rank: how many have been played."""
        self.stock = b""
        """The stock of the position that is asked about; places in it are counted from its top."""
        self.coming: list[frozenset[int]] = []
        """By place: the ranks left in the stock."""
        self._rows: list[tuple[dict[int, int], ...]] = []
        """By place: rank → its row. A rank that is still in the stock is known by its place there."""
        self._stock_keys: list[int] = []
        """By place: what is left of the stock, as its part in a key."""

    def take(self, board: Board) -> tuple[Trick, int]:
        """Take up a position: the trick in hand, and the card points in hands and stock."""
        counts = [sum(board.hands[rank::13]) + board.out[rank] + board.stock.count(rank) for rank in range(13)]
        if counts != [4] * 13:
            raise ValueError("these are not the cards of a pack")
        terms = self._terms
        for rank in range(13):
            self.vectors[rank] = sum(board.hands[13 * seat + rank] * ONE[seat] for seat in range(4))
        for seat in range(4):
            self.held[seat] = sum(1 << rank for rank in range(13) if board.hands[13 * seat + rank])
        self.out[:] = board.out
        self._take_stock(board.stock)
        cards = sum(board.hands) + len(board.stock)
        left = terms.pack - sum(terms.values[rank] * count for rank, count in enumerate(board.out))
        trick = Trick(
            tricks=(cards + len(board.trick)) // 4,
            last=board.streak_rank,
            streak=max(board.streak - 1, 0) if board.trick else board.streak,
            stock_phase=board.stock_phase,
            points=board.points[0],
            dirty=board.dirty,
        )
        return trick, left

    def _take_stock(self, stock: bytes) -> None:
        if stock == self.stock and self._rows:
            return
        self.stock = stock
        self._rows, self._stock_keys, self.coming = [], [], []
        for at in range(len(stock) + 1):
            coming = frozenset(stock[at:])
            shared = SHARED[collapsible(self._terms.lead_limit, stock=bool(coming))]
            self._rows.append(tuple(OWN[rank] if rank >= WORTHLESS or rank in coming else shared for rank in range(13)))
            places = enumerate(reversed(stock[at:]))
            self._stock_keys.append(sum(random_bits(5_000 + 16 * place + rank) for place, rank in places))
            self.coming.append(coming)

    def lose(self, seat: int, rank: int) -> None:
        """Take a card out of a hand."""
        self.vectors[rank] -= ONE[seat]
        if not self.vectors[rank] >> 3 * seat & 7:
            self.held[seat] ^= 1 << rank

    def gain(self, seat: int, rank: int) -> None:
        """Put a card into a hand."""
        self.vectors[rank] += ONE[seat]
        self.held[seat] |= 1 << rank

    def legal(self, seat: int, leads: bool, at: int, trick: Trick) -> list[int]:
        """The moves of the seat to act, ranks ascending, the dark play last."""
        terms = self._terms
        moves = list(HELD[self.held[seat]])
        dark = terms.dark_play and at < len(self.stock)
        if leads and trick.streak >= terms.lead_limit > 0:
            if trick.last in moves and len(moves) > 1:
                moves.remove(trick.last)
            if terms.dark_lead == 0 or (terms.dark_lead == 1 and self.out[trick.last] < 4):
                dark = False
        if terms.king_ban and at < len(self.stock) and self.out[KING] == 3:
            if KING in moves:
                moves.remove(KING)
            dark = dark and terms.king_dark
        if dark:
            moves.append(self.stock[at] + DARK)
        return moves

    def streak_counts(self, at: int, trick: Trick) -> bool:
        """Whether the leads so far can still come to a ban: of the last cards of a rank, or of a dark lead."""
        if not trick.streak:
            return False
        if at < len(self.stock):
            return True
        return SIZE[self.vectors[trick.last]] > self._terms.lead_limit - trick.streak

    def key(self, seat: int, at: int, trick: Trick) -> int:
        """What the position at the start of a trick is known by, names of worthless ranks aside."""
        key: int = sum(map(getitem, self._rows[at], self.vectors), LEADER[seat] + self._stock_keys[at])
        if self.streak_counts(at, trick):
            key += STREAK[trick.streak][trick.last]
            row = self._rows[at][trick.last]
            key += OWN[trick.last][self.vectors[trick.last]] - row[self.vectors[trick.last]]
        return key
