"""Logs judged by several processes at a time, their entries in the order of the tasks."""

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final

from ristilog.game.errors import RistilogError
from ristilog.referee.batch import Done, Task, Terms, judged

_TASKS: Final = 64
_BYTES: Final = 2**18
"""A bundle is handed over when it has so many tasks or bytes: small enough to share out, large enough to pay."""


def judged_by(jobs: int, tasks: Iterable[Task], terms: Terms) -> Iterator[Done]:
    """Judge logs in `jobs` processes; no more of them are held than the processes are busy with."""
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        busy: deque[Future[list[Done]]] = deque()
        try:
            for bundle in _bundles(tasks):
                busy.append(pool.submit(partial(_judged_bundle, bundle, terms)))
                if len(busy) > 3 * jobs:
                    yield from busy.popleft().result()
            while busy:
                yield from busy.popleft().result()
        except BrokenProcessPool as error:
            raise RistilogError("a process that judged logs has been ended; fewer --jobs need less memory") from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _judged_bundle(bundle: list[Task], terms: Terms) -> list[Done]:
    return [judged(task, terms) for task in bundle]


def _bundles(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    bundle: list[Task] = []
    size = 0
    for task in tasks:
        bundle.append(task)
        size += len(task.data)
        if len(bundle) == _TASKS or size >= _BYTES:
            yield bundle
            bundle, size = [], 0
    if bundle:
        yield bundle


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
