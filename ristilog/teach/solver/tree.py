"""Alpha-beta through a deal with stock left, in card points or in what the deal brings.

Values are those of one side, the other's with the sign turned: the difference of the card points still to come, or of
what the deal brings.
"""

from typing import Final

from ristilog.teach.solver.board import DARK, KING, QUEEN, Board, Terms
from ristilog.teach.solver.cards import Cards, Trick
from ristilog.teach.solver.endgame import MOST, NEVER, Endgame
from ristilog.teach.solver.vectors import ALIKE, WORTHLESS, collapsible, random_bits

SIGN: Final = (1, -1, 1, -1)
"""By seat: the sign of its side's values, North–South's being the plain ones."""


class Tree:
    """The search for one objective; its table may be used for any number of positions."""

    def __init__(self, terms: Terms, *, game: bool) -> None:
        self._own_nodes = 0
        self._terms = terms
        self._game = game
        self._cards = Cards(terms)
        self._endgame = Endgame(terms, self._cards.vectors, self._cards.held)
        self._table: dict[int, tuple[int, int, int]] = {}

    @property
    def nodes(self) -> int:
        """Starts of tricks that were looked at so far."""
        return self._own_nodes + self._endgame.nodes

    def value(self, board: Board) -> int:
        """See `ristilog.teach.solver.search.Search.value`."""
        trick, left = self._cards.take(board)
        seat = board.to_act
        if board.trick:
            found, _ = self._turn(*_on_table(board), left, 0, trick, -NEVER, NEVER)
        else:
            found = self._lead(seat, left, 0, trick, -NEVER, NEVER)
        return self._of_deal(board, found)

    def values(self, board: Board) -> dict[int, int]:
        """See `ristilog.teach.solver.search.Search.values`."""
        trick, left = self._cards.take(board)
        plays, seat, winner, by_hand = _on_table(board)
        if not trick.tricks:
            return {}
        moves = self._cards.legal(seat, not plays, 0, trick)
        if not moves:
            raise ValueError(NO_PLAY)
        return {
            move: self._of_deal(board, self._after(move, plays, seat, winner, by_hand, left, 0, trick, -NEVER, NEVER))
            for move in moves
        }

    def _of_deal(self, board: Board, found: int) -> int:
        """A value of the seat to act, as North–South's of the whole deal."""
        found *= SIGN[board.to_act]
        if self._game:
            return found
        return board.points[0] + (self._terms.pack - sum(board.points) + found) // 2

    # ---- the tree

    def _lead(self, seat: int, left: int, at: int, trick: Trick, alpha: int, beta: int) -> int:
        """The value for the leader's side at the start of a trick; exact between `alpha` and `beta`, else a bound."""
        if self._game:
            lower, upper = self._reach(seat, left, trick)
        elif at == len(self._cards.stock):
            return self._endgame.lead(seat, trick.tricks, left, trick.last, trick.streak, alpha, beta)
        else:
            lower, upper = -left, left
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        self._own_nodes += 1
        key = self._cards.key(seat, at, trick)
        if self._game:
            key += random_bits(10_000 + 4 * trick.points + trick.dirty)
        lower, upper, best = self._table.get(key, (lower, upper, -1))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        value, best = self._turn((), seat, seat, 0, left, at, trick, alpha, beta, best)
        if value <= alpha:
            upper = value
        elif value >= beta:
            lower = value
        else:
            lower = upper = value
        if len(self._table) >= MOST:
            self._table.clear()
        self._table[key] = (lower, upper, best)
        return value

    def _turn(
        self,
        plays: tuple[int, ...],
        seat: int,
        winner: int,
        by_hand: int,
        left: int,
        at: int,
        trick: Trick,
        alpha: int,
        beta: int,
        first: int = -1,
    ) -> tuple[int, int]:
        """The value for the side of the seat whose turn it is, what lies in the trick included, and the move for it."""
        if plays and not self._game and at == len(self._cards.stock):
            worth = sum(self._terms.values[rank] for rank in plays)
            streak = trick.streak + 1 if trick.streak and plays[0] == trick.last else 1
            found = self._endgame.follow(
                len(plays), seat, plays[0], winner, worth, trick.tricks, left, streak, alpha, beta
            )
            return found, -1
        best, choice = -NEVER, -1
        for move in self._ordered(plays, seat, winner, at, trick, first):
            # Whether it beats the best so far is asked first, by how much only if it does.
            top = beta if choice < 0 else alpha + 1
            found = self._after(move, plays, seat, winner, by_hand, left, at, trick, alpha, top)
            if top < beta and alpha < found < beta:
                found = self._after(move, plays, seat, winner, by_hand, left, at, trick, found, beta)
            if found > best:
                best, choice = found, move
                if best > alpha:
                    alpha = best
                    if best >= beta:
                        break
        if choice < 0:
            raise ValueError(NO_PLAY)
        return best, choice

    def _after(
        self,
        move: int,
        plays: tuple[int, ...],
        seat: int,
        winner: int,
        by_hand: int,
        left: int,
        at: int,
        trick: Trick,
        alpha: int,
        beta: int,
    ) -> int:
        """The value of a move for the side of the seat that makes it."""
        rank = move & 15
        drawn = -1
        if move >= DARK:
            at += 1
        else:
            self._cards.lose(seat, rank)
            by_hand |= 1 << seat
            if at < len(self._cards.stock) and not self._terms.after_trick:
                drawn = self._cards.stock[at]
                self._cards.gain(seat, drawn)
                at += 1
        self._cards.out[rank] += 1
        plays = (*plays, rank)
        if rank == plays[0]:
            winner = seat
        left -= self._terms.values[rank]
        if len(plays) < 4:
            found, _ = self._turn(plays, (seat + 1) & 3, winner, by_hand, left, at, trick, -beta, -alpha)
            found = -found
        else:
            found = self._turned_over(plays, seat, winner, by_hand, left, at, trick, alpha, beta)
        self._cards.out[rank] -= 1
        if drawn >= 0:
            self._cards.lose(seat, drawn)
        if move < DARK:
            self._cards.gain(seat, rank)
        return found

    def _turned_over(
        self,
        plays: tuple[int, ...],
        seat: int,
        winner: int,
        by_hand: int,
        left: int,
        at: int,
        trick: Trick,
        alpha: int,
        beta: int,
    ) -> int:
        """The value for the side of the seat that played last, behind a complete trick and the draws it brings."""
        terms = self._terms
        refilled = []
        if terms.after_trick:
            for turn in range(4):
                drawer = (winner + turn) & 3
                if by_hand >> drawer & 1 and at < len(self._cards.stock):
                    refilled.append((drawer, self._cards.stock[at]))
                    self._cards.gain(drawer, self._cards.stock[at])
                    at += 1
        worth = sum(terms.values[rank] for rank in plays)
        following = Trick(
            tricks=trick.tricks - 1,
            last=plays[0],
            streak=min(trick.streak + 1 if trick.streak and plays[0] == trick.last else 1, terms.lead_limit),
            stock_phase=at < len(self._cards.stock),
            points=trick.points + (0 if winner & 1 else worth),
            dirty=self._dirty(plays, winner, trick),
        )
        same = not (winner ^ seat) & 1
        gain = 0 if self._game else worth if same else -worth
        if same:
            found = gain + self._lead(winner, left, at, following, alpha - gain, beta - gain)
        else:
            found = gain - self._lead(winner, left, at, following, gain - beta, gain - alpha)
        for drawer, rank in reversed(refilled):
            self._cards.lose(drawer, rank)
        return found

    # ---- the rules

    def _dirty(self, plays: tuple[int, ...], winner: int, trick: Trick) -> int:
        """The sides that are dirty behind a trick."""
        side = 1 + (winner & 1)
        if trick.stock_phase:
            return trick.dirty | side if QUEEN in plays else trick.dirty
        queens = plays if self._terms.any_queen else plays[:1]
        return trick.dirty & ~side if KING in plays and QUEEN not in queens else trick.dirty

    def _reach(self, seat: int, left: int, trick: Trick) -> tuple[int, int]:
        """The least and the most that the deal can still bring the leader's side, as far as points and cleanness go."""
        worth, size = self._terms.worth, self._terms.pack + 1
        dirty = {trick.dirty}
        if trick.tricks:
            if trick.stock_phase and self._cards.out[QUEEN] < 4:
                dirty |= {now | side for now in dirty for side in (1, 2, 3)}
            if self._cards.out[KING] < 4:
                dirty |= {now & ~side for now in dirty for side in (1, 2, 3)}
        within = [worth[size * now + trick.points : size * now + trick.points + left + 1] for now in dirty]
        least, most = min(map(min, within)), max(map(max, within))
        return (least, most) if SIGN[seat] > 0 else (-most, -least)

    # ---- what helps

    def _ordered(self, plays: tuple[int, ...], seat: int, winner: int, at: int, trick: Trick, first: int) -> list[int]:
        """The moves to be tried, what is likely best first; of moves that come to the same only one."""
        vectors = self._cards.vectors
        moves = self._cards.legal(seat, not plays, at, trick)
        alike = ALIKE[collapsible(self._terms.lead_limit, stock=at < len(self._cards.stock))]
        streak_counts = not plays and self._cards.streak_counts(at, trick)
        scored = []
        seen = 0
        for move in moves:
            rank = move & 15
            if move >= DARK:
                if rank in moves and not self._terms.after_trick:
                    continue  # its card from hand, and this one drawn for it: the same
            elif rank < WORTHLESS and rank not in self._cards.coming[at]:
                is_led = rank == plays[0] if plays else streak_counts and rank == trick.last
                if not is_led:
                    mark = alike[vectors[rank]]
                    if seen & mark:
                        continue
                    seen |= mark
            scored.append((1_000 if move == first else self._promise(rank, plays, seat, winner), move))
        scored.sort(reverse=True)
        return [move for _, move in scored]

    def _promise(self, rank: int, plays: tuple[int, ...], seat: int, winner: int) -> int:
        """How good a play looks: who takes the trick if everybody still to play matches who can."""
        led = plays[0] if plays else rank
        likely = winner if rank != led else seat
        for turn in range(3 - len(plays), 0, -1):
            if self._cards.vectors[led] >> 3 * ((seat + turn) & 3) & 7:
                likely = seat + turn
                break
        points = self._terms.values[rank]
        is_ours = not (likely ^ seat) & 1
        if not plays:
            return 200 + points if likely == seat else 100 + points if is_ours else -points
        return 60 if rank == led else 40 + points if is_ours else 40 - points


NO_PLAY: Final = "somebody has no legal play"


def _on_table(board: Board) -> tuple[tuple[int, ...], int, int, int]:
    """The trick in hand: its ranks, the seat to act, who is winning, and a bit for each seat that played from hand."""
    plays = tuple(board.trick)
    seat, winner, by_hand = board.leader, board.leader, 0
    for number, rank in enumerate(plays):
        if rank == plays[0]:
            winner = seat
        by_hand |= (not board.darks >> number & 1) << seat
        seat = (seat + 1) & 3
    return plays, seat, winner, by_hand
