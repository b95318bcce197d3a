"""What the choices of a seat are worth by what that seat knows: tried in many of the worlds it cannot tell apart.

Every choice is tried in the same worlds, with the same dice. So choices are compared by their *paired* differences,
world by world, whose error is much smaller than that of the values: whether the cards lie well counts for all alike.

In the first tricks a world is played to the deal's end by a policy (`ristilog.teach.solver.rollout`), in the last it is
solved. Solved is a world whose cards everybody sees, so these values are those of players who can see through the
cards in what comes after the choice: a choice that would gain by hiding something, or by finding something out, is
not credited with it.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache, reduce
from hashlib import shake_128
from math import erfc, sqrt
from time import monotonic
from typing import Final, Literal

from msgspec import Struct, structs

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SIDE, Seat
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import NOUGHT, Standing
from ristilog.replay.state import Position, after
from ristilog.teach.solver.board import DARK, RANK, Board, Terms, board_of, terms_of
from ristilog.teach.solver.core import Search, Searcher, rollouts
from ristilog.teach.solver.paired import Sums, sums_of
from ristilog.teach.solver.rollout import POLICY
from ristilog.teach.solver.worlds import Sight, as_seen, sight

Objective = Literal["points", "game"]

EXACT: Final = "exact"
"""The method of solved worlds, where else stands the name of a policy."""
EXACT_FROM: Final = 8
"""From this trick on worlds are solved, unless another is asked for."""
SAMPLES: Final = {POLICY: 1000, EXACT: 50}
"""By method: how many worlds are tried, unless another number is asked for."""
RISK: Final = 0.025
"""How likely the truly best choice may be left out of the `ties`, all its rivals taken together."""

_BATCH: Final = {POLICY: 50, EXACT: 5}


class ChoiceEstimate(Struct, frozen=True, kw_only=True):
    """What a choice is worth to the side that makes it, and how far it is behind the best.

    All standard errors are those of a mean over the worlds tried.
    """

    points: float
    """The card points of the mover's side at the deal's end."""
    points_se: float
    game: float
    """What the deal brings the mover's side more than the other."""
    game_se: float
    behind: float
    """How much less than the best choice it is worth, in what is aimed at: the mean difference in a world."""
    behind_se: float
    behind_points: float
    """The same in card points, whatever is aimed at."""
    behind_points_se: float


class Estimate(Struct, frozen=True, kw_only=True):
    """What the choices of a seat are worth, as far as so many samples tell."""

    seat: Seat
    choices: dict[str, ChoiceEstimate]
    """By action, as a log writes it; the dark play is ``SEAT dark ??``, since its card is not known. Cards of one rank
    are one choice, tried once and named for each."""
    best: str
    """The choice of the highest mean. Being picked for it, its value is a little too high: by its share of the luck
    that made it the best. Who wants a value without that asks again with another seed, and looks at this choice."""
    ties: tuple[str, ...]
    """The choices that cannot be told from the best, the best first. The others are behind by more than two
    standard errors of the paired difference, or more than that if they are many: the factor grows so that the choice
    which really is the best is left out with a likelihood of at most `RISK`, whichever looked best by luck. A
    difference without any error, the same in all worlds, is taken as it is."""
    samples: int
    """How many worlds were tried."""
    seed: str
    method: str
    """``exact``, or the policy that played the worlds to their end."""
    objective: Objective

    @property
    def is_tie(self) -> bool:
        """Whether a choice of another rank, or the dark play, cannot be told from the best."""
        return len({_kind(choice) for choice in self.ties}) > 1


class Plan(Struct, frozen=True, kw_only=True):
    """What is to be estimated, and how: to be handed to other processes, which do a part of it each."""

    sight: Sight
    known: Board | None
    """The one world to be tried, again and again with other dice, if all cards are taken as known."""
    terms: Terms
    seed: str
    method: str
    objective: Objective
    actions: tuple[str, ...]
    """Every choice, as a log writes it."""
    moves: tuple[int, ...]
    """By choice its rank, or `DARK` for the dark play."""

    @property
    def kinds(self) -> tuple[int, ...]:
        """The moves that differ, in the order of the choices."""
        return tuple(dict.fromkeys(self.moves))

    def only(self, kept: Container[int]) -> "Plan":
        """The same for some of the moves."""
        chosen = [place for place, move in enumerate(self.moves) if move in kept]
        return structs.replace(
            self,
            actions=tuple(self.actions[place] for place in chosen),
            moves=tuple(self.moves[place] for place in chosen),
        )


class Part(Struct, frozen=True):
    """What came of some of the samples, for the side that moves; by kind of choice."""

    points: Sums
    game: Sums

    def plus(self, other: "Part") -> "Part":
        """Both parts as one."""
        return Part(self.points.plus(other.points), self.game.plus(other.game))

    def only(self, kept: Sequence[int]) -> "Part":
        """What came of some of the kinds, by their places in rising order."""
        return Part(self.points.only(kept), self.game.only(kept))


def estimate(
    position: Position,
    seat: Seat | None = None,
    *,
    samples: int | None = None,
    seconds: float | None = None,
    seed: int | str = 0,
    policy: str = POLICY,
    exact_from: int = EXACT_FROM,
    objective: Objective | None = None,
    before: Standing | None = None,
    known: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Estimate:
    """Estimate every choice of the seat to act, which knows no more than it has seen; draws that are due are made.

    `samples` worlds are tried (`SAMPLES`, if there is no number), fewer if `seconds` are over before: then it ends with
    the batch in which they are, and the estimate says how many it were. So many samples of a seed always give the same.
    With `known` the cards lie as they do in the position, in all samples: what comes of a choice in this very deal.
    `policy` plays the tricks before `exact_from`, counted from 1. What is aimed at is the game points, or the card
    points under cumulative scoring; `before` is the standing before the deal, if it is not nought. `progress` is told
    the number of samples tried.

    RistilogError if the seat's own hand is not on record. ValueError if it is another seat's turn or nobody's, for
    fewer than two samples, and for a policy that there is not.
    """
    plan = planned(
        position,
        seat,
        seed=seed,
        policy=policy,
        exact_from=exact_from,
        objective=objective,
        before=before,
        known=known,
    )
    number = SAMPLES[plan.method] if samples is None else samples
    if number < 2:
        raise ValueError("it takes two samples to know how far they differ")
    search, parts, done = Search(plan.terms), [], 0
    ends = None if seconds is None else monotonic() + seconds
    while done < number:
        count = min(_BATCH[plan.method], number - done)
        parts.append(_part(plan, done, count, search))
        done += count
        if progress is not None:
            progress(done)
        if ends is not None and monotonic() >= ends:
            break
    return joined(plan, parts)


def planned(
    position: Position,
    seat: Seat | None = None,
    *,
    seed: int | str = 0,
    policy: str = POLICY,
    exact_from: int = EXACT_FROM,
    objective: Objective | None = None,
    before: Standing | None = None,
    known: bool = False,
) -> Plan:
    """Make the plan of an estimate, for `estimate_part`; the arguments are those of `estimate`."""
    if policy != POLICY:
        raise ValueError(f"rollouts are played by {POLICY}, not by {policy!r}")
    if objective not in (None, "points", "game"):
        raise ValueError(f"what is aimed at is points or game, not {objective!r}")
    while position.due:
        position = after(position, Play(position.due[0], "draw", position.stock[0]))
    turn = position.to_act
    if turn is None or seat not in (None, turn):
        raise ValueError("the deal is over" if turn is None else f"it is {turn}'s turn, not {seat}'s")
    rules = position.rules
    choices = legal_actions(as_seen(position, turn))
    return Plan(
        sight=sight(position, turn),
        known=board_of(position) if known else None,
        terms=_terms(rules, before or Standing(NOUGHT, 0)),
        seed=str(seed),
        method=EXACT if len(position.tricks) + 1 >= exact_from else policy,
        objective=objective or ("game" if rules.scoring == "game-points" else "points"),
        actions=tuple(map(str, choices)),
        moves=tuple(DARK if choice.kind == "dark" else RANK[choice.card[0]] for choice in choices),
    )


def estimate_part(plan: Plan, first: int, count: int) -> Part:
    """Try the samples from number `first` on, counted from 0; what they give does not depend on how they are parted."""
    return _part(plan, first, count, Search(plan.terms))


def joined(plan: Plan, parts: Iterable[Part]) -> Estimate:
    """The estimate that parts with different samples come to, two samples at least, in any order."""
    whole = reduce(Part.plus, parts)
    kinds = plan.kinds
    column = {move: number for number, move in enumerate(kinds)}
    aimed, other = (whole.game, whole.points) if plan.objective == "game" else (whole.points, whole.game)
    best = max(range(len(kinds)), key=lambda one: (aimed.sums[one], other.sums[one], -one))
    factor = _factor(len(kinds) - 1, aimed.count)
    choices: dict[str, ChoiceEstimate] = {}
    even: list[str] = []
    for action, move in zip(plan.actions, plan.moves, strict=True):
        number = column[move]
        points, game = whole.points.mean(number), whole.game.mean(number)
        behind, behind_points = aimed.difference(best, number), whole.points.difference(best, number)
        choices[action] = ChoiceEstimate(
            points=points.mean,
            points_se=points.se,
            game=game.mean,
            game_se=game.se,
            behind=behind.mean,
            behind_se=behind.se,
            behind_points=behind_points.mean,
            behind_points_se=behind_points.se,
        )
        if behind.mean <= factor * behind.se:
            even.append(action)
    name = plan.actions[plan.moves.index(kinds[best])]
    return Estimate(
        seat=plan.sight.seat,
        choices=choices,
        best=name,
        ties=(name, *(action for action in even if action != name)),
        samples=aimed.count,
        seed=plan.seed,
        method=plan.method,
        objective=plan.objective,
    )


def choice_of(action: Play) -> str:
    """The name of a play among an estimate's choices: the dark play goes without its card."""
    return f"{action.seat} dark {HIDDEN}" if action.kind == "dark" else str(action)


def _part(plan: Plan, first: int, count: int, search: Searcher) -> Part:
    terms, kinds = plan.terms, plan.kinds
    tried = _solved if plan.method == EXACT else _rolled
    points: list[list[int]] = []
    game: list[list[int]] = []
    for number in range(first, first + count):
        board = plan.known or plan.sight.world(plan.seed, number)
        # The dark play's rank is that of the top, which differs from world to world.
        moves = [move if move < DARK else DARK + board.stock[0] for move in kinds]
        in_points, in_game = tried(plan, number, board, moves, search)
        points.append(in_points)
        game.append(in_game)
    if SIDE[plan.sight.seat] == "EW":
        points = [[terms.pack - one for one in row] for row in points]
        game = [[-one for one in row] for row in game]
    return Part(sums_of(list(zip(*points, strict=True))), sums_of(list(zip(*game, strict=True))))


def _rolled(plan: Plan, number: int, board: Board, moves: Sequence[int], _: Searcher) -> tuple[list[int], list[int]]:
    """Card points of North–South and their game margin, by move, as a rollout each gives them."""
    terms, width = plan.terms, plan.terms.pack + 1
    ends = rollouts(board, terms, moves, _dice(plan.seed, number), 1)
    return [end >> 2 for end in ends], [terms.worth[(end & 3) * width + (end >> 2)] for end in ends]


def _solved(plan: Plan, _: int, board: Board, moves: Sequence[int], search: Searcher) -> tuple[list[int], list[int]]:
    """The same as they are with best play of all four; each of the two is aimed at for itself."""
    terms = plan.terms
    values = search.values(board)
    points = [values[move] for move in moves]
    if not terms.cleaning:
        return points, [terms.worth[one] for one in points]
    values = search.values(board, game=True)
    return points, [values[move] for move in moves]


@lru_cache(maxsize=32)
def _terms(rules: Ruleset, before: Standing) -> Terms:
    """The terms of a deal, which are asked for at every turn of it and take a while to work out."""
    return terms_of(rules, before)


def _dice(seed: str, number: int) -> int:
    text = f"ristilog-dice-1/{seed}/{number}".encode("utf-8", "surrogatepass")
    return int.from_bytes(shake_128(text).digest(8), "little")


def _kind(choice: str) -> str:
    _, kind, card = choice.split(" ")
    return kind if kind == "dark" else card[0]


def _factor(rivals: int, samples: int) -> float:
    """How many standard errors behind the best is more than luck, with so many others that might be the best.

    With few samples the error itself is a guess: then the factor is that of Student's distribution, nearly, by the
    first terms of its expansion (Abramowitz and Stegun, 26.7.5).
    """
    factor = 2.0
    while rivals * erfc(factor / sqrt(2)) / 2 > RISK:
        factor += 0.01
    free = samples - 1
    first = (factor**3 + factor) / 4
    second = (5 * factor**5 + 16 * factor**3 + 3 * factor) / 96
    return factor + first / free + second / free**2
