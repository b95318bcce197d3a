"""What recording an action takes: without a file, with one, and with every event forced to the disk.

``python -m bench.record``: a made match under every ruleset, recorded action by action.
"""

import tempfile
import time
from pathlib import Path

from ristilog.game.log import GameLog
from ristilog.game.ruleset import PRESETS
from ristilog.record.recorder import Recorder
from ristilog.record.simulate import simulate


def recorded(log: GameLog, path: Path | None, *, sync: bool) -> tuple[int, float]:
    """Record a match anew: how many plays, and the seconds they took."""
    recorder = Recorder(log.rules.name, path=path, sync=sync)
    plays, seconds = 0, 0.0
    for deal in log.deals:
        recorder.deal(seed=deal.shuffle.seed or None if deal.shuffle else None)
        texts = [text for trick in deal.tricks or () for text in trick.actions if " draw " not in text]
        begin = time.perf_counter()
        for text in texts:
            recorder.act(text)
        seconds += time.perf_counter() - begin
        plays += len(texts)
    recorder.close()
    return plays, seconds


def main() -> None:
    print(f"{'microseconds a play':20} {'plays':>6} {'no file':>8} {'a file':>8} {'synced':>8} {'resumed':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, version in PRESETS:
            log, path = simulate(name, f"recorded-{version}"), Path(folder, name)
            plays, bare = recorded(log, None, sync=False)
            _, filed = recorded(log, path, sync=False)
            begin = time.perf_counter()
            Recorder.resume(path).close()
            resumed = time.perf_counter() - begin
            path.unlink()
            _, synced = recorded(log, path, sync=True)
            per_play = [f"{seconds / plays * 1e6:8.0f}" for seconds in (bare, filed, synced)]
            print(f"{name:20} {plays:6} {' '.join(per_play)} {resumed * 1e3:6.0f} ms")


if __name__ == "__main__":
    main()
