"""Rollouts: a deal played to its end by the policy `quick`, many times over; in whole numbers, so that a compiled twin
throws the same dice and makes the same plays."""

from collections.abc import Callable, Sequence
from typing import Final

from ristilog.teach.solver.board import DARK, KING, QUEEN, Board, Terms

POLICY: Final = "quick"
"""The policy's name, to be named beside every figure that was got with it. A change of its plays is a new name."""

SCALE: Final = 20_000
"""What one card point is in the scores of `quick`."""

_WORD: Final = (1 << 64) - 1


def dice(seed: int) -> Callable[[], int]:
    """A stream of 64-bit numbers from a seed: splitmix64 (Steele, Lea and Flood, 2014)."""
    state = seed & _WORD

    def throw() -> int:
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    return throw


def rollouts(board: Board, terms: Terms, moves: Sequence[int], seed: int, count: int) -> list[int]:
    """Make each of the moves and let `quick` play on for all four seats, `count` times.

    Gives ``4 * points + dirty`` of each rollout, move by move: the card points of North–South at the deal's end, and
    the dirty sides (see `Board.dirty`). The k-th rollout of every move throws the same dice, those of the seed ``seed
    + k``. ValueError for a move that is not legal, and if somebody comes to have no legal play.
    """
    results = []
    for move in moves:
        for number in range(count):
            table = _Table(board, terms, dice(seed + number))
            if move not in table.legal_moves():
                raise ValueError(f"the move {move} is not legal")
            table.play(move)
            results.append(table.play_out())
    return results


class _Table:
    """A deal in play, changed in place: a rollout is too short for values that never change."""

    def __init__(self, board: Board, terms: Terms, throw: Callable[[], int]) -> None:
        self.terms = terms
        self.throw = throw
        self.hands = [list(board.hands[13 * seat : 13 * seat + 13]) for seat in range(4)]
        self.stock = board.stock[::-1]
        """Top last."""
        self.left = len(board.stock)
        self.out = list(board.out)
        self.leader = board.leader
        self.trick = list(board.trick)
        self.from_hand = [not board.darks >> number & 1 for number in range(len(board.trick))]
        self.worth = sum(terms.values[rank] for rank in board.trick)
        """Card points in the trick."""
        self.winning = max((place for place, rank in enumerate(self.trick) if rank == self.trick[0]), default=0)
        """The place in the trick of the card that wins it so far."""
        self.streak_rank, self.streak = board.streak_rank, board.streak
        self.stock_phase = board.stock_phase
        self.points = board.points[0]
        self.dirty = board.dirty
        self.to_play = sum(board.hands) + len(board.stock)
        """Plays left in the deal; every card that is drawn is played later."""

    # ---- the rules

    def legal_moves(self) -> list[int]:
        """The moves of the seat to act, ranks ascending, the dark play last."""
        terms = self.terms
        hand = self.hands[(self.leader + len(self.trick)) & 3]
        moves = [rank for rank in range(13) if hand[rank]]
        dark_allowed = self.left > 0 and terms.dark_play
        if not self.trick and terms.lead_limit and self.streak >= terms.lead_limit:
            barred = self.streak_rank
            if hand[barred] and len(moves) > 1:
                moves.remove(barred)
            if terms.dark_lead == 0 or (terms.dark_lead == 1 and self.out[barred] < 4):
                dark_allowed = False
        if terms.king_ban and self.left and self.out[KING] == 3:
            if KING in moves:
                moves.remove(KING)
            dark_allowed = dark_allowed and terms.king_dark
        if dark_allowed:
            moves.append(self.stock[self.left - 1] + DARK)
        return moves

    def play(self, move: int) -> None:
        """Make a legal move and the draws behind it, and turn the trick over if it is complete."""
        terms = self.terms
        place = len(self.trick)
        seat = (self.leader + place) & 3
        rank = move & 15
        if move >= DARK:
            self.left -= 1
        else:
            self.hands[seat][rank] -= 1
            if self.left and not terms.after_trick:
                self.left -= 1
                self.hands[seat][self.stock[self.left]] += 1
        self.out[rank] += 1
        self.worth += terms.values[rank]
        self.to_play -= 1
        if place == 0:
            self.streak = self.streak + 1 if self.streak and rank == self.streak_rank else 1
            self.streak = min(self.streak, terms.lead_limit)
            self.streak_rank = rank
            self.winning = 0
        elif rank == self.trick[0]:
            self.winning = place
        self.trick.append(rank)
        self.from_hand.append(move < DARK)
        if place == 3:
            self._turn_over()

    def _turn_over(self) -> None:
        terms = self.terms
        winner = (self.leader + self.winning) & 3
        if terms.after_trick:
            for place in range(self.winning, self.winning + 4):
                if self.from_hand[place & 3] and self.left:
                    self.left -= 1
                    self.hands[(self.leader + place) & 3][self.stock[self.left]] += 1
        if winner & 1 == 0:
            self.points += self.worth
        if terms.cleaning:
            side = 1 + (winner & 1)
            if self.stock_phase:
                if QUEEN in self.trick:
                    self.dirty |= side
            elif KING in self.trick:
                queens = self.trick if terms.any_queen else self.trick[:1]
                if QUEEN not in queens:
                    self.dirty &= ~side
        self.leader = winner
        self.worth = 0
        self.trick = []
        self.from_hand = []
        self.stock_phase = self.left > 0

    # ---- the policy

    def play_out(self) -> int:
        """Play to the deal's end: ``4 * points + dirty``."""
        while self.to_play:
            moves = self.legal_moves()
            if not moves:
                raise ValueError("somebody has no legal play")
            self.play(moves[0] if len(moves) == 1 else self._chosen(moves))
        return 4 * self.points + self.dirty

    def _chosen(self, moves: list[int]) -> int:
        """The move of the highest score; the dice choose among equals."""
        scores = self._lead_scores(moves) if not self.trick else self._follow_scores(moves)
        best = max(scores)
        equal = [move for move, score in zip(moves, scores, strict=True) if score == best]
        return equal[0] if len(equal) == 1 else equal[self.throw() % len(equal)]

    def _lead_scores(self, moves: list[int]) -> list[int]:
        """Worthless ranks of which much is in hand, or of which nothing more can come."""
        values, out, hand = self.terms.values, self.out, self.hands[self.leader]
        scores = []
        for move in moves:
            if move >= DARK:
                scores.append(_DARK_SCORE)
                continue
            points, mine = values[move], hand[move]
            unseen = 4 - out[move] - mine
            if unseen:
                scores.append(20_000 * (mine - 1) - 6_000 * unseen - 10_000 * points)
            else:
                scores.append(60_000 - 2_000 * points if self.left else 80_000 + 2_000 * points)
        return scores

    def _follow_scores(self, moves: list[int]) -> list[int]:
        """By what the trick holds, who is winning it, and how likely it still changes hands."""
        values, out, trick, worth = self.terms.values, self.out, self.trick, self.worth
        place = len(trick)
        hand = self.hands[(self.leader + place) & 3]
        led = trick[0]
        unseen_led = 4 - out[led] - hand[led]
        partner_wins = (place - self.winning) & 1 == 0
        threat = 0
        """Hundredths: that an opponent still to play takes the trick over, roughly."""
        if place < 3 and unseen_led:
            size = sum(hand)
            hidden = 52 - sum(out) - size
            opponents = (4 - place) // 2
            threat = min(90, 100 * opponents * unseen_led * size // max(hidden, 1))
        # Only a partner still to play, who is the second seat's, can win back what the opponents are winning.
        hope = 25 if place == 1 and unseen_led else 0
        each = 4_000 if self.left else 8_000
        scores = []
        for move in moves:
            if move >= DARK:
                scores.append(_DARK_SCORE)
                continue
            points, mine = values[move], hand[move]
            # Another of its rank in hand, or more of it to come, may make the card a winner later.
            use = 16_000 * (mine - 1) + each * (4 - out[move] - mine)
            if move == led:
                gain = 200 if not partner_wins else threat
                scores.append((worth + points) * (100 - threat) * gain - use)
            elif partner_wins:
                scores.append(points * (100 - 2 * threat) * 200 - use)
            else:
                scores.append(-points * (100 - 2 * hope) * 200 - use)
        return scores


_DARK_SCORE: Final = -3 * SCALE // 5
"""A card from hand has to cost this much, in card points and use kept, before `quick` plays dark."""
