"""The referee on files: good games, games damaged in one place, and a folder of samples to which anyone can add.

What lies in ``files/bad`` is described in ``tests/bad.py``; a new pair there is a new test.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from ristilog.game.findings import CODES
from ristilog.referee.verify import verify
from tests.bad import SAMPLES, Sample
from tests.helpers import FILES, GOOD, codes, damaged, errors, judge

UNFINISHED = {"W602", "W603", "W604"}


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_games_are_good(path: Path) -> None:
    verdict = verify(path)
    assert verdict.ok
    assert verdict.verdict == "good"
    assert set(codes(verdict)) <= UNFINISHED
    assert verdict.plays == 52 * verdict.deals


@pytest.mark.parametrize(("log", "code", "pointer"), [pytest.param(*one[1:], id=one[0]) for one in damaged()])
def test_one_fault_is_one_error(log: Any, code: str, pointer: str) -> None:
    verdict = judge(log)
    assert errors(verdict) == [(code, pointer)]
    assert not verdict.ok
    assert verdict.verdict == "bad"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.path.stem)
def test_bad_files(sample: Sample) -> None:
    found = sample.findings()
    assert sample.code in {code for code, _ in sample.expected}
    remarks = {(one.code, one.pointer) for one in found if one.severity != "error"}
    wanted = [one for one in sample.expected if one not in remarks]
    assert [(one.code, one.pointer) for one in found if one.severity == "error"] == wanted
    assert {(one.code, one.pointer) for one in found} >= set(sample.expected)
    assert all(one.line is not None and one.column is not None for one in found)


def test_every_code_has_a_sample_of_its_name() -> None:
    assert {sample.code for sample in SAMPLES} == CODES.keys()


def test_hashes() -> None:
    hashes = json.loads((FILES / "hashes.json").read_text())
    assert {path.name: verify(path).game for path in GOOD} == hashes
