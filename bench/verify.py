"""How fast the referee is, beside msgspec's typed decoding of the same bytes in the same run.

``make bench``: prints deals a second and the multiple, medians over rounds that take turns.
"""

import statistics
import time
from collections.abc import Callable

from ristilog.format.read import _DECODER
from ristilog.format.write import pretty
from ristilog.record.simulate import simulate
from ristilog.referee.verify import judge_bytes

ROUNDS = 15


def timed(work: Callable[[bytes], object], logs: list[bytes]) -> float:
    """Seconds for the work on all logs."""
    start = time.perf_counter()
    for data in logs:
        work(data)
    return time.perf_counter() - start


def main() -> None:
    for rules in ("ristikontra", "ristiklappi", "alga-b"):
        logs = [pretty(simulate(rules, f"bench-{number}")) for number in range(12)]
        deals = sum(judge_bytes(data, None).deals for data in logs)
        decode: list[float] = []
        verify: list[float] = []
        for _ in range(ROUNDS):
            decode.append(timed(_DECODER.decode, logs * 5) / 5)
            verify.append(timed(judge_bytes, logs))
        ratio = statistics.median(one / other for one, other in zip(verify, decode, strict=True))
        print(
            f"{rules}: {deals} deals, verify {deals / statistics.median(verify):,.0f} deals/s"
            f" ({1e6 * statistics.median(verify) / deals:.1f} µs a deal), {ratio:.1f}x the typed decode"
        )


if __name__ == "__main__":
    main()
