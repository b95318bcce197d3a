"""Tampering is found: every single change of a log is one error, or makes another log that is as true.

All mutants of a few small logs and an even part of those of all the others; `make mutants` judges the whole lot.
"""

from typing import Final

import pytest

from tests.changed_logs import FILES, NAMES
from tests.changes import KINDS, mutants
from tests.mutants import judge_all, tasks_of

WHOLE: Final = ("ristikontra-one-deal", "view-N", "committed", "noted")
BIG: Final = {name for name, path in FILES.items() if path.stat().st_size > 20_000}
PART: Final = [
    *tasks_of([name for name in NAMES if name not in WHOLE and name not in BIG], 61, 1),
    *tasks_of(sorted(BIG), 997, 1),
]


@pytest.mark.parametrize("name", WHOLE)
def test_every_change_of_a_small_log_is_found(name: str) -> None:
    tally = judge_all(tasks_of([name], 1, 2), 2)
    assert tally.wrong == []
    assert tally.made.total() == tally.refused.total() + tally.truthful.total() > 500


def test_every_so_manieth_change_of_the_others_is_found() -> None:
    tally = judge_all(PART, 2)
    assert tally.wrong == []
    assert set(tally.made) == set(KINDS)


def test_mutants_leave_the_log_as_it_was() -> None:
    tree = {"a": ["7c 8d", {"b": 1, "c": True}], "d": None}
    changes = [(one.kind, one.pointer) for one in mutants(tree)]
    assert changes == [(one.kind, one.pointer) for one in mutants(tree)]
    assert tree == {"a": ["7c 8d", {"b": 1, "c": True}], "d": None}
    assert ("one more", "/a/1/b") in changes
