"""Work done by several processes at a time, what comes of it in the order of the tasks; logs judged so."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children
from typing import Final, TypeVar

from ristilog.game.errors import RistilogError
from ristilog.referee.batch import Done, Task, Terms, judged

_TASKS: Final = 64
_BYTES: Final = 2**18
"""A bundle is handed over when it has so many tasks or bytes: small enough to share out, large enough to pay."""

One = TypeVar("One")
Made = TypeVar("Made")


def in_order(jobs: int, work: Callable[[One], Made], ones: Iterable[One], what: str) -> Iterator[Made]:
    """Do one piece of work after the other in `jobs` processes; no more are held than the processes are busy with.

    `work` and what goes through it must be picklable. `what` says, if a process is ended from outside, what it did.
    Who stops before the end, by an interrupt say, does not wait for what is under way: that may take minutes.
    """
    others = set(active_children())
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        busy: deque[Future[Made]] = deque()
        try:
            for one in ones:
                busy.append(pool.submit(work, one))
                if len(busy) > 3 * jobs:
                    yield busy.popleft().result()
            while busy:
                yield busy.popleft().result()
        except BrokenProcessPool as error:
            raise RistilogError(f"a process that {what} has been ended; fewer --jobs need less memory") from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            raise


def judged_by(jobs: int, tasks: Iterable[Task], terms: Terms) -> Iterator[Done]:
    """Judge logs in `jobs` processes."""
    for bundle in in_order(jobs, partial(_judged_bundle, terms), _bundles(tasks), "judged logs"):
        yield from bundle


def _judged_bundle(terms: Terms, bundle: list[Task]) -> list[Done]:
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
