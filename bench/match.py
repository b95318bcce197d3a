"""How well the made players play: every pairing on the same deals, each deal played twice with the sides exchanged.

``python -m bench.match --deals 500 --jobs 2``: card points and game points a deal, with standard errors. What the cards
gave one side at the first table they give the other at the second, so that the luck of the deal cancels.
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import sqrt
from statistics import mean, stdev
from typing import Final

from msgspec import Struct

from ristilog.game.table import SEATS, SIDE, Seat, Side
from ristilog.record.simulate import simulate
from ristilog.referee.parallel import in_order
from ristilog.teach.solver.policies import POLICIES

RULES: Final = ("ristikontra", "ristiklappi")


class Pairing(Struct, frozen=True):
    """Two policies under a ruleset."""

    rules: str
    one: str
    other: str


class Margin(Struct, frozen=True):
    """What the first policy got more than the second: means over both tables of a deal."""

    points: float
    game: float


def deal_played(pairing: Pairing, seed: str, number: int) -> Margin:
    """Play a deal at two tables, the policies changing sides between them; the dealer changes from deal to deal."""
    at_tables = [_table(pairing, f"{seed}/{number}", SEATS[number % 4], side) for side in ("NS", "EW")]
    return Margin(mean(one.points for one in at_tables), mean(one.game for one in at_tables))


def _table(pairing: Pairing, seed: str, dealer: Seat, side: Side) -> Margin:
    policy = {seat: pairing.one if SIDE[seat] == side else pairing.other for seat in SEATS}
    score = simulate(pairing.rules, seed, deals=1, dealer=dealer, policy=policy).deals[0].score
    assert score
    assert score.points
    assert score.award
    sign = 1 if side == "NS" else -1
    return Margin(sign * (score.points.NS - score.points.EW), sign * (score.award.NS - score.award.EW))


def margins(pairing: Pairing, seed: str, deals: int, jobs: int) -> Iterator[Margin]:
    """The margins of so many deals, in as many processes as there are jobs."""
    work = partial(deal_played, pairing, seed)
    yield from (
        map(work, range(1, deals + 1)) if jobs == 1 else in_order(jobs, work, range(1, deals + 1), "played deals")
    )


def with_error(numbers: list[float], digits: int) -> str:
    return f"{mean(numbers):+.{digits}f} ± {stdev(numbers) / sqrt(len(numbers)):.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="match")
    parser.add_argument("--rules", nargs="+", default=RULES)
    parser.add_argument("--players", nargs="+", default=list(reversed(POLICIES)), choices=POLICIES)
    given = parser.parse_args()
    print(f"| rules | pairing | deals | card points a deal | game points a deal | seconds |\n|{'---|' * 6}")
    for rules in given.rules:
        for one, other in combinations(given.players, 2):
            begin = time.perf_counter()
            found = list(margins(Pairing(rules, one, other), given.seed, given.deals, given.jobs))
            points = with_error([margin.points for margin in found], 1)
            game = with_error([margin.game for margin in found], 3)
            seconds = time.perf_counter() - begin
            print(f"| {rules} | {one} – {other} | {given.deals} | {points} | {game} | {seconds:.0f} |", flush=True)


if __name__ == "__main__":
    main()
