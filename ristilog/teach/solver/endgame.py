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
        # What both functions use, they close over: a search of a thousand tricks asks a million times.
        values, limit = terms.values, terms.lead_limit
        lone = collapsible(limit, stock=False)
        alike, shared = ALIKE[lone], SHARED[lone]
        rows = (*(shared,) * WORTHLESS, *OWN[WORTHLESS:])
        table: dict[int, tuple[int, int, int]] = {}
        """Key → bounds of the value for the leader's side, and the lead that was best."""
        orders: dict[int, tuple[int, ...]] = {}
        """Ranks held, rank led, whether the own side is likely to win → plays, what is likely best first."""
        killers = [0] * (4 * 14 * 13)
        """By place, cards in hand and rank led: the play that was last enough to stop looking."""

        def lead(leader: int, cards: int, left: int, last: int, streak: int, alpha: int, beta: int) -> int:
            if left == 0:
                return 0
            if alpha >= left:
                return left
            if beta <= -left:
                return -left
            if cards == 1:
                # The last of the led rank takes all that is left.
                led = held[leader]
                if held[(leader + 3) & 3] == led:
                    return -left
                return -left if held[(leader + 1) & 3] == led != held[(leader + 2) & 3] else left
            self.nodes += 1
            key: int = sum(map(getitem, rows, vectors), LEADER[leader])
            # A streak matters as long as it can come to a ban with a card of the rank left to be barred.
            streak = min(streak, limit)
            if streak and SIZE[vectors[last]] > limit - streak:
                key += STREAK[streak][last]
                if last < WORTHLESS:
                    key += OWN[last][vectors[last]] - shared[vectors[last]]
            else:
                streak, last = 0, -1
            known = table.get(key)
            if known is None:
                lower, upper, best = -left, left, -1
            else:
                lower, upper, best = known
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
                if lower > alpha:
                    alpha = lower
                if upper < beta:
                    beta = upper
            value, start = -NEVER, alpha
            one, seat = ONE[leader], (leader + 1) & 3
            for rank in leads(leader, last, streak, best):
                vectors[rank] -= one
                gone = not vectors[rank] // one & 7
                if gone:
                    held[leader] ^= 1 << rank
                points = values[rank]
                now = streak + 1 if rank == last else 1
                # Whether it beats the best so far is asked first, by how much only if it does.
                limits = (-beta, -alpha) if value == -NEVER else (-alpha - 1, -alpha)
                found = -follow(1, seat, rank, leader, points, cards, left - points, now, *limits)
                if value > -NEVER and alpha < found < beta:
                    found = -follow(1, seat, rank, leader, points, cards, left - points, now, -beta, -found)
                vectors[rank] += one
                if gone:
                    held[leader] ^= 1 << rank
                if found > value:
                    value, best = found, rank
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            break
            if value <= start:
                upper = value
            elif value >= beta:
                lower = value
            else:
                lower = upper = value
            if len(table) >= MOST:
                table.clear()
            table[key] = (lower, upper, best)
            return value

        def leads(leader: int, last: int, streak: int, first: int) -> list[int]:
            """The leads to be tried, what is likely best first; of leads that come to the same only one."""
            taker, ranks = TAKER[leader], HELD[held[leader]]
            barred = last if streak >= limit > 0 and len(ranks) > 1 else -1
            scored = []
            seen = 0
            for rank in ranks:
                if rank == barred:
                    continue
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
                    score = 50 - values[rank]
                else:
                    score = 100 + values[rank]
                scored.append(score << 4 | rank)
            scored.sort(reverse=True)
            return [score & 15 for score in scored]

        def follow(
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
            # Who takes it if everybody still to play matches who can.
            likely, ahead = winner, vectors[led]
            for turn in _BEHIND[place]:
                if ahead // ONE[(seat + turn) & 3] & 7:
                    likely = seat + turn
                    break
            holding = held[seat]
            about = holding << 5 | led << 1 | (likely ^ seat) & 1
            order = orders.get(about) or ordered(about, holding, led, (likely ^ seat) & 1)
            one, slot = ONE[seat], (14 * place + cards) * 13 + led
            killer = killers[slot]
            if holding >> killer & 1 and order[0] != killer:
                order = (killer, *[rank for rank in order if rank != killer])
            best, seen, is_last = -NEVER, 0, place == 3
            for rank in order:
                if rank < WORTHLESS and rank != led:
                    mark = alike[vectors[rank]]
                    if seen & mark:
                        continue
                    seen |= mark
                vectors[rank] -= one
                gone = not vectors[rank] // one & 7
                if gone:
                    held[seat] = holding ^ 1 << rank
                points = values[rank]
                wins = seat if rank == led else winner
                if is_last:
                    won = worth + points
                    if (wins ^ seat) & 1:
                        found = -won - lead(wins, cards - 1, left - points, led, streak, -beta - won, -alpha - won)
                    else:
                        found = won + lead(wins, cards - 1, left - points, led, streak, alpha - won, beta - won)
                else:
                    behind = (place + 1, seat + 1 & 3, led, wins, worth + points, cards, left - points, streak)
                    if best == -NEVER:
                        found = -follow(*behind, -beta, -alpha)
                    else:
                        found = -follow(*behind, -alpha - 1, -alpha)
                        if alpha < found < beta:
                            found = -follow(*behind, -beta, -found)
                vectors[rank] += one
                held[seat] = holding
                if found > best:
                    best = found
                    if best > alpha:
                        alpha = best
                        if best >= beta:
                            killers[slot] = rank
                            break
            return best

        def ordered(about: int, holding: int, led: int, theirs: int) -> tuple[int, ...]:
            sign = -1 if theirs else 1
            ranks = HELD[holding]
            order = sorted(
                ranks, key=lambda rank: (60 if theirs else 4.5) if rank == led else sign * values[rank], reverse=True
            )
            orders[about] = tuple(order)
            return orders[about]

        self.lead = lead
        """The value for the leader's side at the start of a trick; exact between `alpha` and `beta`, else a bound.

        Takes the leader; how many `cards` each hand has; the card points `left` in all of them; the rank of the `last`
        leads and how many in a row, their `streak`; the window.
        """
        self.follow = follow
        """The value for the side of the seat whose turn it is, what lies in the trick (`worth`) included.

        Takes the `place` in the trick, 1 to 3; the seat; the rank led; who is winning; the card points in the trick;
        cards in each hand at the trick's start; card points left in the hands; the streak, this lead included; the
        window.
        """


_BEHIND: Final = ((), (2, 1), (1,), ())
"""By place in the trick: how many turns on those are who still play behind this one, the last first."""
