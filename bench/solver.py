"""How fast the solver and the rollouts are, compiled and plain side by side.

``python -m bench.solver``: the median and the 95th percentile of one core's time, over deals that sensible players
play to the point. ``python -m bench.solver 200`` takes two hundred deals for the compiled ones (100). The plain ones
get fewer of the same deals, and not those that would take minutes.
"""

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from ristilog.game.cards import PACK
from ristilog.game.ruleset import PRESETS
from ristilog.game.table import SEATS
from ristilog.replay.scoring import NOUGHT, Standing
from ristilog.replay.state import first_position, played
from ristilog.teach.solver import core, rollout, search
from ristilog.teach.solver.board import Board, board_of, terms_of
from ristilog.teach.solver.core import Searcher
from ristilog.teach.solver.policies import POLICIES

RULES = PRESETS["ristikontra", 1]
TERMS = terms_of(RULES, Standing(NOUGHT, 0))
ROLLOUTS = 2_000

Deal = list[Board]
"""The boards of a deal, one before every play."""


def deal(number: int) -> Deal:
    random = Random(number)
    pack, size = random.sample(PACK, 52), RULES.hand_size
    hands = {seat: pack[size * place : size * (place + 1)] for place, seat in enumerate(SEATS)}
    position, boards = first_position(RULES, "S", hands, pack[4 * size :]), []
    while not position.over:
        boards.append(board_of(position))
        position = played(position, POLICIES["sensible"](position, random))
    return boards


def endgame(searcher: Searcher, boards: Deal) -> None:
    searcher.value(boards[28])


def first_moves(searcher: Searcher, boards: Deal) -> None:
    searcher.values(boards[28])


def all_last_plays(searcher: Searcher, boards: Deal) -> None:
    for board in boards[28:]:
        searcher.values(board)


def trick_7(searcher: Searcher, boards: Deal) -> None:
    searcher.value(boards[24])


def trick_6(searcher: Searcher, boards: Deal) -> None:
    searcher.value(boards[20])


WORKS: dict[str, tuple[Callable[[Searcher, Deal], None], int]] = {
    "an endgame of 24 plays, one value": (endgame, 20),
    "its first moves, all values": (first_moves, 20),
    "the last 24 plays, all values": (all_last_plays, 10),
    "from the start of trick 7, one value": (trick_7, 5),
    "from the start of trick 6, one value": (trick_6, 0),
}
"""What is measured, and how many deals the plain search gets."""


def measured(make: Callable[..., Searcher], work: Callable[[Searcher, Deal], None], deals: list[Deal]) -> str:
    """The milliseconds and thousands of starts of tricks that a work takes."""
    times, nodes = [], []
    for boards in deals:
        start = time.process_time()
        searcher = make(TERMS)
        work(searcher, boards)
        times.append(1e3 * (time.process_time() - start))
        nodes.append(searcher.nodes / 1e3)
    if len(times) < 2:
        return f"{'–':>10} {'–':>10} {'–':>10}"
    slowest = statistics.quantiles(times, n=20)[-1]
    return f"{statistics.median(times):10.2f} {slowest:10.2f} {statistics.median(nodes):10.1f}"


def rollouts_a_second(make: Callable[..., list[int]], boards: Deal, count: int) -> float:
    board = boards[0]
    moves = [rank for rank in range(13) if board.hands[13 * board.to_act + rank]]
    start = time.process_time()
    made = make(board, TERMS, moves, 1, count)
    return len(made) / (time.process_time() - start)


def main(number: int) -> None:
    deals = [deal(seed) for seed in range(number)]
    print(f"{core.CORE} and plain; ms (median, 95th percentile) and thousands of starts of tricks looked at (median)")
    for name, (work, few) in WORKS.items():
        plain = measured(search.Search, work, deals[:few])
        print(f"{name:38}{measured(core.Search, work, deals)}   |{plain}", flush=True)
    fast = statistics.median(rollouts_a_second(core.rollouts, boards, ROLLOUTS) for boards in deals[:20])
    slow = statistics.median(rollouts_a_second(rollout.rollouts, boards, 20) for boards in deals[:5])
    print(f"rollouts a second from trick 1: {fast:,.0f} | {slow:,.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
