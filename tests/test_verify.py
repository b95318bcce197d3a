"""The referee on files: good games, games damaged in one place, and a folder of pairs to which anyone can add.

``files/bad/CODE-name.json`` stands beside ``CODE-name.expected.json``, the codes and pointers of all its errors.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from ristilog.game.findings import CODES
from ristilog.referee.verify import verify
from tests.helpers import BAD, FILES, GOOD, codes, damaged, errors, judge

PAIRS = [path for path in BAD if not path.name.endswith(".expected.json")]
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


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_bad_files(path: Path) -> None:
    expected = json.loads(path.with_name(f"{path.stem}.expected.json").read_text())
    assert path.name.split("-")[0] in {code for code, _ in expected}
    verdict = verify(path)
    assert errors(verdict) == [tuple(one) for one in expected]
    assert all(one.line is not None and one.column is not None for one in verdict.findings)


def test_every_error_code_has_a_bad_file() -> None:
    reached = {
        code for path in PAIRS for code, _ in json.loads(path.with_name(f"{path.stem}.expected.json").read_text())
    }
    reached |= {code for _, _, code, _ in damaged()}
    # A file of more than 16 MiB is made by its test (test_reading.py) and not kept; A504 needs two files.
    assert reached | {"F105", "A504"} == {code for code, about in CODES.items() if about.severity == "error"}


def test_hashes() -> None:
    hashes = json.loads((FILES / "hashes.json").read_text())
    assert {path.name: verify(path).game for path in GOOD} == hashes
