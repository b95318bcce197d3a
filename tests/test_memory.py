"""What the referee takes of memory: a real log, and inputs that are made to hurt, each in a process of its own."""

from pathlib import Path

import pytest

from bench.memory import HOSTILE, MAX, MIB, REAL, SIDECARS, measured
from ristilog.format.write import pretty
from ristilog.record.simulate import simulate
from tests.fuzz import check

MOST = 600 * MIB


@pytest.mark.parametrize("kind", ["2 MB", "2 MB with notes, ill-formed card"])
def test_a_real_log_takes_at_most_ten_times_its_size(kind: str, tmp_path: Path) -> None:
    small, large = tmp_path / "small.json", tmp_path / "large.json"
    small.write_bytes(pretty(simulate("ristikontra", "small", deals=1)))
    large.write_bytes(REAL[kind]())
    # Both are read the careful way or neither is, so that what that way imports is not counted.
    if "card" in kind:
        small.write_bytes(small.read_bytes().replace(b" draw ", b" drew ", 1))
    beside = measured(str(small)).peak  # first, so that no module is still to be compiled
    assert measured(str(large)).peak - beside <= 10 * large.stat().st_size


@pytest.mark.parametrize(
    "kind", ["objects of one", "line ends", "one long unknown key and an emoji", "newer: short strings"]
)
def test_what_is_made_to_hurt_does_not(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.json"
    path.write_bytes(HOSTILE[kind](MAX))
    one = measured(str(path))
    assert one.status in (0, 1)
    assert one.peak <= MOST


@pytest.mark.parametrize("kind", [*HOSTILE, *SIDECARS])
def test_a_little_of_it_is_judged_as_anything_else(kind: str) -> None:
    check((HOSTILE | SIDECARS)[kind](20_000))
