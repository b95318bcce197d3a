"""A solver held against brute force and against plain alpha-beta: what they do not agree on, in words."""

import importlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct, field

from ristilog.game.log import ACTIONS
from ristilog.replay.scoring import Standing
from ristilog.replay.state import Position
from ristilog.teach.solver.board import Board, Terms, board_of, move_of, terms_of
from tests.solving.brute import Pair, answer
from tests.solving.cut import alpha_beta, alpha_beta_choices
from tests.solving.features import features
from tests.solving.rest import NoLegalPlay
from tests.solving.small import Judged, endgame, judged, larger_position

CORES = {"plain": "ristilog.teach.solver.search", "compiled": "ristilog.teach.solver._core"}
"""Where the solvers are."""


class Solver(Protocol):
    """What is judged."""

    def __init__(self, terms: Terms) -> None: ...
    def value(self, board: Board, game: bool = False) -> int: ...
    def values(self, board: Board, game: bool = False) -> dict[int, int]: ...


class Solvers:
    """Solvers by the terms they were made for; each is asked again and again, so that what it remembers is judged."""

    def __init__(self, core: str) -> None:
        self.made: type[Solver] = importlib.import_module(CORES[core]).Search
        self.known: dict[Terms, Solver] = {}

    def of(self, terms: Terms) -> Solver:
        """The solver for these terms."""
        if terms not in self.known:
            self.known[terms] = self.made(terms)
        return self.known[terms]


class Tally(Struct):
    """What came of some comparisons."""

    positions: int = 0
    covered: Counter[str] = field(default_factory=Counter)
    """By feature: in how many positions."""
    wrong: list[str] = field(default_factory=list)
    """What was not agreed on."""

    def add(self, other: "Tally") -> None:
        self.positions += other.positions
        self.covered += other.covered
        self.wrong += other.wrong


def small_tally(core: str, names: Iterable[str]) -> Tally:
    """The small positions of these names, judged by brute force."""
    tally, solvers = Tally(), Solvers(core)
    for name in names:
        one = judged(name)
        tally.positions += 1
        tally.covered.update(set(features(one)))
        found = list(disagreements(one, solvers.of(terms_of(one.position.rules, one.before))))
        if found:
            alone = list(disagreements(one, solvers.made(terms_of(one.position.rules, one.before))))
            when = "" if alone else " (only after other positions)"
            tally.wrong += [f"small {name}{when}: {what}\n{shown(one.position, one.before)}" for what in found]
    return tally


def disagreements(one: Judged, solver: Solver) -> Iterator[str]:
    """What a solver says of a small position, and what brute force says instead."""
    board = board_of(one.position)
    for game in (False, True) if int(one.name.split("/")[1]) % 4 < 2 else (True, False):
        what = "margin" if game else "points"
        try:
            values, value = solver.values(board, game=game), solver.value(board, game=game)
        except ValueError as error:
            if one.answer is not None:
                yield f"{what}: {error!r}, though everybody has a legal play all the time"
            continue
        if one.answer is not None:
            expected = {name: pair[game] for name, pair in one.answer.values.items()}
            yield from _differences(what, one.position, expected, values, value)
        else:
            yield from _unseen(what, game, one, values)


def _unseen(what: str, game: bool, one: Judged, values: dict[int, int]) -> Iterator[str]:
    """Somebody could come to have no legal play, and the solver has not met it: then it cannot have mattered."""
    try:
        low, high = (bounds(one, sign) for sign in (-1, 1))
    except NoLegalPlay:
        yield f"{what}: {values}, though there is no legal play"
        return
    for name in low:
        found = values.get(move_of(ACTIONS[name]))
        if not low[name][game] == high[name][game] == found:
            yield f"{what} of {name}: {found}, though it hangs on somebody who has no legal play"


def bounds(one: Judged, sign: int) -> dict[str, Pair]:
    """The values if having no legal play were as good as can be for North and South, or as bad."""
    return answer(one.position, one.before, stuck=sign).values


def _differences(
    what: str, position: Position, expected: dict[str, int], values: dict[int, int], value: int
) -> Iterator[str]:
    by_move = {move_of(ACTIONS[name]): name for name in expected}
    if by_move.keys() != values.keys():
        yield f"{what}: the moves are {sorted(values)}, not {sorted(by_move)} ({', '.join(expected)})"
    for name, right in expected.items():
        found = values.get(move_of(ACTIONS[name]))
        if found not in (None, right):
            yield f"{what} of {name}: {found}, not {right}"
    seat = next(iter(expected))[0]
    best = max(expected.values()) if seat in "NS" else min(expected.values())
    if value != best:
        yield f"{what} of the position: {value}, not {best}"


def large_tally(core: str, names: Iterable[str], kind: str) -> Tally:
    """Positions judged by alpha-beta: ``endgame-6``, ``endgame-5`` or ``larger``; of six cards the value alone."""
    tally, solvers = Tally(), Solvers(core)
    for name in names:
        size = int(kind.removeprefix("endgame-")) if kind != "larger" else 0
        position, before = endgame(name, size) if size else larger_position(name)
        tally.positions += 1
        tally.covered[kind] += 1
        solver, board = solvers.of(terms_of(position.rules, before)), board_of(position)
        for game in (False, True):
            what = "margin" if game else "points"
            try:
                value, values = solver.value(board, game=game), solver.values(board, game=game)
                expected = {} if size == 6 else alpha_beta_choices(position, before, game)
                best = alpha_beta(position, before, game) if size == 6 else None
            except ValueError:  # which of the two meets it depends on the order in which they look
                tally.covered["no legal play"] += 1
                continue
            found = list(_differences(what, position, expected, values, value)) if expected else []
            if best is not None and value != best:
                found.append(f"{what} of the position: {value}, not {best}")
            if value != (max if position.to_act in ("N", "S") else min)(values.values()):
                found.append(f"{what}: {value}, but the best of the choices is another: {values}")
            tally.wrong += [f"{kind} {name}: {what}\n{shown(position, before)}" for what in found]
    return tally


def shown(position: Position, before: Standing) -> str:
    """A position for the reader of a disagreement."""
    rules = position.rules
    hands = "   ".join(f"{seat} {' '.join(hand.known)}" for seat, hand in zip("NESW", position.hands, strict=True))
    lines = [
        f"hands {hands}   stock {' '.join(position.stock) or '–'}",
        f"{position.leader} leads; on the table {', '.join(map(str, position.trick)) or 'nothing'}; due {position.due}",
        f"leads so far {' '.join(position.leads)}; stock phase {position.stock_phase}",
        f"won {', '.join(f'{one.winner} {one.points}' for one in position.tricks)}; {before}",
        str(rules),
    ]
    return "\n".join(f"    {line}" for line in lines)
