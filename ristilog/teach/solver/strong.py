"""The strong player: tries its choices in worlds that it cannot tell apart, and takes the one that came out best."""

from random import Random
from typing import Final

from msgspec import Struct

from ristilog.game.log import Play
from ristilog.replay.legality import legal_actions
from ristilog.replay.state import Position
from ristilog.teach.solver.estimate import EXACT, Part, Plan, choice_of, estimate_part, planned


class Round(Struct, frozen=True):
    """A round of trying: the choices that are left are tried in so many worlds, and then so many of them go on."""

    worlds: int
    left: int


class Trying(Struct, frozen=True):
    """A policy: how much is tried before a choice is made.

    A choice is worth what the deal brings and, on top, its card points, which tell more of a single world.
    """

    rolled: tuple[Round, ...]
    """With rollouts: choices that fall behind are dropped, so that more worlds are left for those that are close."""
    solved: int
    """From `exact_from` on: in how many worlds the choices are solved."""
    exact_from: int
    """From which trick on."""
    game_point: int
    """How many card points a game point is held to be worth, where game points are what counts."""

    def __call__(self, position: Position, random: Random) -> Play:
        """The choice of the highest mean over worlds that agree with what the seat to act has seen."""
        choices = legal_actions(position)
        if position.due or len({(choice.kind, choice.card[0]) for choice in choices}) == 1:
            return choices[0]
        plan = planned(position, seed=random.getrandbits(64), exact_from=self.exact_from)
        rounds = (Round(self.solved, 1),) if plan.method == EXACT else self.rolled
        part, done = None, 0
        for one in rounds:
            new = estimate_part(plan, done, one.worlds)
            part, done = new if part is None else part.plus(new), done + one.worlds
            best = self._best_first(plan, part)[: one.left]
            plan, part = plan.only([plan.kinds[place] for place in best]), part.only(sorted(best))
            if len(best) == 1:
                break
        return next(choice for choice in choices if choice_of(choice) == plan.actions[0])

    def _best_first(self, plan: Plan, part: Part) -> list[int]:
        """The places of the kinds of choice, the best first."""
        weight = self.game_point if plan.objective == "game" else 0
        worth = [points + weight * game for points, game in zip(part.points.sums, part.game.sums, strict=True)]
        return sorted(range(len(worth)), key=lambda place: -worth[place])


strong: Final = Trying(rolled=(Round(80, 4), Round(120, 2), Round(160, 1)), solved=16, exact_from=9, game_point=40)
"""The strong player: knows only what the seat to act has seen; it takes its time, and much more without the core."""
