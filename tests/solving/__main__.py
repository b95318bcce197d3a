"""Hold a solver against brute force, and against alpha-beta.

``python -m tests.solving --count 10000 --seed 7`` judges so many small positions of a seed by brute force, the value of
every choice, and prints how many positions cover what and all that is not agreed on. ``--endgames 200`` judges so many
whole endgames of five cards, of six cards, and larger positions with stock by plain alpha-beta, which takes minutes.
``--core compiled`` judges the compiled solver. A disagreement names its position (``small 7/123``), and
``--only 7/123`` judges that one again.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from tests.solving.compare import CORES, Tally, large_tally, small_tally
from tests.solving.features import RARE, SETTINGS

KINDS = ("endgame-5", "endgame-6", "larger")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.solving", description=__doc__)
    parser.add_argument("--count", type=int, default=0, help="small positions")
    parser.add_argument("--endgames", type=int, default=0, help="endgames of every kind")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="which kinds of endgames")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--core", choices=CORES, default="plain")
    parser.add_argument("--only", help="the one small position of this name")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.only:
        tally = small_tally(asked.core, [asked.only])
    else:
        tally = Tally()
        with ProcessPoolExecutor(asked.processes) as pool:
            for future in list(_started(pool, asked)):
                tally.add(future.result())
    for name in (*KINDS, *RARE, *SETTINGS):
        if asked.count or tally.covered[name]:
            print(f"{tally.covered[name]:>9}  {name}")
    print(f"{tally.positions:>9}  positions, {len(tally.wrong)} disagreements")
    print("\n".join(tally.wrong[:50]), end="\n" if tally.wrong else "")
    return 1 if tally.wrong else 0


def _started(pool: ProcessPoolExecutor, asked: argparse.Namespace) -> Iterator[Future[Tally]]:
    for first in range(0, asked.count, 200):
        names = [f"{asked.seed}/{number}" for number in range(first, min(first + 200, asked.count))]
        yield pool.submit(small_tally, asked.core, names)
    for kind in asked.kinds:
        for number in range(asked.endgames):
            yield pool.submit(large_tally, asked.core, [f"{asked.seed}/{number}"], kind)


if __name__ == "__main__":
    sys.exit(main())
