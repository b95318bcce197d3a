"""What notes say that plays were worth, computed again by the solver: for who asks for it, since it takes its time."""

from typing import Final

from ristilog.game.cards import HIDDEN
from ristilog.game.errors import RistilogError
from ristilog.game.log import NoteValue
from ristilog.game.ruleset import Ruleset
from ristilog.referee.notes import Fault
from ristilog.replay.scoring import Standing
from ristilog.replay.state import Position
from ristilog.replay.steps import Step
from ristilog.teach.solver.board import all_known, terms_of
from ristilog.teach.solver.core import Search, Searcher
from ristilog.teach.solver.estimate import EXACT, Estimate, choice_of, estimate
from ristilog.teach.solver.exact import values_of
from ristilog.teach.solver.rollout import POLICY

MOST_STOCK: Final = 8
"""Cards of the stock with which a position is still solved: two tricks of them; more can take minutes."""
MOST_CARDS: Final = 32
"""Cards of the hands and the stock together with which it is: six in each hand, with such a stock."""
MOST_SAMPLES: Final = 100_000
"""Rollouts that are done again; of a note that says more nothing is proved, so that no note takes hours."""
MOST_SOLVED: Final = 1_000
"""The same of solved worlds, which take longer."""


class Proving:
    """Proves the values of one log; what was found about one play helps with the others of its deal."""

    def __init__(self) -> None:
        self._asked: tuple[Ruleset, Standing] | None = None
        self._search: Searcher | None = None

    def __call__(self, step: Step, before: Standing, value: NoteValue) -> tuple[Fault, ...] | None:
        """Compute anew what a play was worth, as the value says that it was found.

        Open cards are solved, if all cards are on record and few enough (`MOST_STOCK`, `MOST_CARDS`). Sampled values
        are estimated with the same samples, seed and policy, all of which have to be named; ``exact`` stands for
        worlds that are solved.
        """
        if value.method == "sampled":
            return _of_samples(step, before, value)
        asked = step.before.rules, before
        if self._search is None or asked != self._asked:
            self._asked, self._search = asked, Search(terms_of(*asked))
        return _of_open_cards(step, value, self._search)


def _of_open_cards(step: Step, value: NoteValue, search: Searcher) -> tuple[Fault, ...] | None:
    position = step.before
    if not _says_something(value) or not all_known(position) or _is_large(position):
        return None
    sign = 1 if step.action.seat in ("N", "S") else -1
    found = values_of(position, search)
    points = {choice: sign * worth.points for choice, worth in found.items()}
    most = max(points.values())
    best = [choice for choice, worth in points.items() if worth == most]
    faults = _number("/loss", value.loss, 1000 * (most - points[str(step.action)]))
    faults += _number("/se", value.se, 0) + _number("/samples", value.samples, 0)
    if value.best and value.best not in best:
        faults += (Fault("/best", best[0], value.best),)
    return faults


def _says_something(value: NoteValue) -> bool:
    """Whether there is anything in a value that could be wrong."""
    return isinstance(value.loss, int) or bool(value.best)


def _is_large(position: Position) -> bool:
    """Whether solving it may take minutes."""
    stock = len(position.stock)
    return stock > MOST_STOCK or stock + sum(map(len, position.hands)) > MOST_CARDS


def _of_samples(step: Step, before: Standing, value: NoteValue) -> tuple[Fault, ...] | None:
    if not _says_something(value):
        return None
    if not isinstance(value.samples, int) or not isinstance(value.seed, str) or value.policy not in (POLICY, EXACT):
        return None
    solved = value.policy == EXACT
    if not 2 <= value.samples <= (MOST_SOLVED if solved else MOST_SAMPLES) or (solved and _is_large(step.before)):
        return None
    try:
        found = estimate(
            step.before,
            samples=value.samples,
            seed=value.seed,
            exact_from=1 if solved else 14,
            objective="points",
            before=before,
        )
    except RistilogError:  # the hand of who played is not on record
        return None
    return _against(found, step, value)


def _against(found: Estimate, step: Step, value: NoteValue) -> tuple[Fault, ...] | None:
    made = found.choices.get(choice_of(step.action))
    if made is None:
        return None
    faults = _number("/loss", value.loss, round(1000 * made.behind)) + _number(
        "/se", value.se, round(1000 * made.behind_se)
    )
    if value.best:
        seat, kind, _ = value.best.split(" ")
        best = f"{seat} dark {HIDDEN}" if kind == "dark" else value.best
        if best not in found.choices or found.choices[best].behind > 0:
            faults += (Fault("/best", found.best, value.best),)
    return faults


def _number(where: str, said: object, right: int) -> tuple[Fault, ...]:
    """The fault of a number that is said and is not right."""
    return (Fault(where, right, said),) if isinstance(said, int) and said != right else ()
