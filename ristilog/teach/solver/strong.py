"""The strong player: tries its choices in worlds that it cannot tell apart, and takes the one that came out best."""

from random import Random
from typing import Final

from msgspec import Struct

from ristilog.game.log import Play
from ristilog.replay.legality import legal_actions
from ristilog.replay.state import Position
from ristilog.teach.solver.estimate import EXACT, ChoiceEstimate, choice_of, estimate_part, joined, planned


class Trying(Struct, frozen=True):
    """A policy: how much is tried before a choice is made."""

    rolled: int
    """In how many worlds the choices are tried with rollouts,"""
    solved: int
    """and in how many they are solved;"""
    exact_from: int
    """from which trick on."""
    game_point: int
    """How many card points a game point is held to be worth, where game points are what counts."""

    def __call__(self, position: Position, random: Random) -> Play:
        """The choice of the highest mean over worlds that agree with what the seat to act has seen.

        It is worth what the deal brings and, on top, its card points: they tell more of a single world.
        """
        choices = legal_actions(position)
        if position.due or len({(choice.kind, choice.card[0]) for choice in choices}) == 1:
            return choices[0]
        plan = planned(position, seed=random.getrandbits(64), exact_from=self.exact_from)
        found = joined(plan, [estimate_part(plan, 0, self.solved if plan.method == EXACT else self.rolled)])
        weight = self.game_point if plan.objective == "game" else 0
        return max(choices, key=lambda choice: _worth(found.choices[choice_of(choice)], weight))


strong: Final = Trying(rolled=200, solved=20, exact_from=8, game_point=40)
"""The strong player: knows only what the seat to act has seen; it takes its time, and much more without the core."""


def _worth(choice: ChoiceEstimate, weight: int) -> float:
    return choice.points + weight * choice.game
