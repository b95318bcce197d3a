"""The exact value of a deal without stock, in card points: alpha-beta with a table at the tricks' starts.

All values are differences, the card points still to come of the own side less those of the other, so that one side's
value is the other's with the sign turned. What each idea brings is told in docs/analysis.md.
"""

from operator import getitem
from typing import Final

from ristilog.teach.solver.board import Terms
from ristilog.teach.solver.vectors import (
    ALIKE,
    HELD,
    LEADER,
    ONE,
    OWN,
    SHARED,
    SIZE,
    STREAK,
    TAKER,
    WORTHLESS,
    collapsible,
)

NEVER: Final = 1 << 20
"""More than any difference."""

MOST: Final = 1 << 20
"""Positions that the table holds; then it is begun anew."""


class Endgame:
    """Hands without stock; its table may be used for any number of them.

    `vectors` (by rank) and `held` (by seat: the set of ranks in hand, as bits) are whoever's who made it, who puts the
    hands into them. A search changes them, and leaves them as they were.
    """

    def __init__(self, terms: Terms, vectors: list[int], held: list[int]) -> None:
        self.nodes = 0
        """Starts of tricks that were looked at."""
        self._values = terms.values
        self._limit = terms.lead_limit
        self._vectors = vectors
        self._held = held
        self._table: dict[int, tuple[int, int, int]] = {}
        """Key → bounds of the value for the leader's side, and the lead that was best."""
        self._killers = [0] * (4 * 14 * 13)
        """By place and cards in hand: the play that was last enough to stop looking."""
        self._orders: dict[int, tuple[int, ...]] = {}
        self._alike = ALIKE[collapsible(terms.lead_limit, stock=False)]
        self._shared = SHARED[collapsible(terms.lead_limit, stock=False)]
        self._rows = (*(self._shared,) * WORTHLESS, *OWN[WORTHLESS:])

    def lead(self, leader: int, cards: int, left: int, last: int, streak: int, alpha: int, beta: int) -> int:
        """The value for the leader's side at the start of a trick; exact between `alpha` and `beta`, else a bound.

        `cards` is how many each hand has, `left` the card points in all of them, `streak` how many of the last tricks
        in a row were led with the rank `last`.
        """
        if left == 0 or cards == 0:
            return 0
        if alpha >= left:
            return left
        if beta <= -left:
            return -left
        if cards == 1:
            return self._last_trick(leader, left)
        vectors, held, limit = self._vectors, self._held, self._limit
        self.nodes += 1
        key: int = sum(map(getitem, self._rows, vectors), LEADER[leader])
        # A streak matters as long as it can come to a ban with a card of the rank left to be barred.
        streak = min(streak, limit)
        counts = streak and SIZE[vectors[last]] > limit - streak
        if counts:
            key += STREAK[streak][last]
            if last < WORTHLESS:
                key += OWN[last][vectors[last]] - self._shared[vectors[last]]
        else:
            streak, last = 0, 13
        lower, upper, best = self._table.get(key, (-left, left, -1))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        # ---- leads
        ranks = HELD[held[leader]]
        if streak >= limit > 0 and len(ranks) > 1:
            ranks = tuple(rank for rank in ranks if rank != last)
        leads = self._leads(leader, ranks, last, best)
        value, start, values = -NEVER, alpha, self._values
        one, seat = ONE[leader], (leader + 1) & 3
        for rank in leads:
            vectors[rank] -= one
            gone = not vectors[rank] // one & 7
            if gone:
                held[leader] ^= 1 << rank
            points = values[rank]
            found = -self.follow(
                1, seat, rank, leader, points, cards, left - points, streak + 1 if rank == last else 1, -beta, -alpha
            )
            vectors[rank] += one
            if gone:
                held[leader] ^= 1 << rank
            if found > value:
                value, best = found, rank
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        # ---- table
        if value <= start:
            upper = value
        elif value >= beta:
            lower = value
        else:
            lower = upper = value
        if len(self._table) >= MOST:
            self._table.clear()
        self._table[key] = (lower, upper, best)
        return value

    def follow(
        self,
        place: int,
        seat: int,
        led: int,
        winner: int,
        worth: int,
        cards: int,
        left: int,
        streak: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value for the side of the seat whose turn it is, what lies in the trick (`worth`) included."""
        vectors, held, values = self._vectors, self._held, self._values
        one, slot = ONE[seat], (14 * place + cards) * 13 + led
        following, best = (seat + 1) & 3, -NEVER
        order = self._follows(seat, led, winner, place)
        killer = self._killers[slot]
        if killer in order and order[0] != killer:
            order = (killer, *(rank for rank in order if rank != killer))
        seen = 0
        alike = self._alike
        for rank in order:
            if rank < WORTHLESS and rank != led:
                mark = alike[vectors[rank]]
                if seen & mark:
                    continue
                seen |= mark
            vectors[rank] -= one
            gone = not vectors[rank] // one & 7
            if gone:
                held[seat] ^= 1 << rank
            points = values[rank]
            wins = seat if rank == led else winner
            if place < 3:
                found = -self.follow(
                    place + 1, following, led, wins, worth + points, cards, left - points, streak, -beta, -alpha
                )
            else:
                won = worth + points
                if (wins ^ seat) & 1:
                    found = -won - self.lead(wins, cards - 1, left - points, led, streak, -beta - won, -alpha - won)
                else:
                    found = won + self.lead(wins, cards - 1, left - points, led, streak, alpha - won, beta - won)
            vectors[rank] += one
            if gone:
                held[seat] ^= 1 << rank
            if found > best:
                best = found
                if best > alpha:
                    alpha = best
                    if best >= beta:
                        self._killers[slot] = rank
                        break
        return best

    def _last_trick(self, leader: int, left: int) -> int:
        """Everybody has one card: the last of the led rank takes all that is left."""
        held = self._held
        led = held[leader]
        for seat in (leader + 3) & 3, (leader + 1) & 3:
            if held[seat] == led:
                return -left
            if held[(leader + 2) & 3] == led:
                return left
        return left

    def _leads(self, leader: int, ranks: tuple[int, ...], last: int, first: int) -> list[int]:
        """The leads to be tried, what is likely best first; of leads that come to the same only one."""
        vectors, values, taker = self._vectors, self._values, TAKER[leader]
        scored = []
        seen = 0
        alike = self._alike
        for rank in ranks:
            vector = vectors[rank]
            if rank < WORTHLESS and rank != last:
                mark = alike[vector]
                if seen & mark:
                    continue
                seen |= mark
            likely = taker[vector]
            if rank == first:
                score = 1_000
            elif likely == leader:
                score = 200 + values[rank]
            elif (likely ^ leader) & 1:
                score = -values[rank]
            else:
                score = 100 + values[rank]
            scored.append((score, rank))
        scored.sort(reverse=True)
        return [rank for _, rank in scored]

    def _follows(self, seat: int, led: int, winner: int, place: int) -> tuple[int, ...]:
        """The ranks that may be played behind the lead, what is likely best first."""
        ahead = self._vectors[led]
        # Who takes it if everybody still to play matches who can.
        likely = winner
        for turn in range(3 - place, 0, -1):
            if ahead >> 3 * ((seat + turn) & 3) & 7:
                likely = seat + turn
                break
        ours = not (likely ^ seat) & 1
        key = self._held[seat] << 5 | led << 1 | ours
        order = self._orders.get(key)
        if order is None:
            values = self._values

            def score(rank: int) -> int:
                if rank == led:
                    return 60
                return 40 + values[rank] if ours else 40 - values[rank]

            order = tuple(sorted(HELD[self._held[seat]], key=score, reverse=True))
            self._orders[key] = order
        return order
