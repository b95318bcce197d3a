"""The small logs that are in the conformance kit for one rule each: they are right, and so are their game hashes."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from ristilog.referee.verify import verify
from tests.helpers import FILES

KIT = sorted((FILES / "kit").glob("*.json"))

NOUGHT = {"match": {"NS": 0, "EW": 0}, "held": 0}
GAMES: dict[str, dict[str, Any]] = {
    # hand_size is the preset's own; wipe_on_zero means nothing under the preset's scoring, so it differs.
    "house-rules": {
        "rules": {
            "name": "ristikontra",
            "version": 1,
            "options": {"scoring": "cumulative", "target": 120, "wipe_on_zero": True},
        },
        "start": NOUGHT,
        "deals": [{"dealer": "S", "points": {"NS": 70, "EW": 50}}],
    },
    "void-and-score-only": {
        "rules": {"name": "ristikontra", "version": 1, "options": {}},
        "start": NOUGHT,
        "deals": [
            {"dealer": "S", "points": {"NS": 60, "EW": 60}},
            {"dealer": "W", "points": {"NS": 50, "EW": 70}},
            {"dealer": "N"},
        ],
    },
    "held-from-the-start": {
        "rules": {"name": "ristikontra", "version": 1, "options": {}},
        "start": {"match": {"NS": 1, "EW": 2}, "held": 3},
        "deals": [{"dealer": "S", "points": {"NS": 120, "EW": 0}}],
    },
    "after-trick-as-north-sees-it": {
        "rules": {"name": "ristikontra", "version": 1, "options": {"draw": "after-trick"}},
        "start": NOUGHT,
        "deals": [
            {
                "dealer": "S",
                "hands": {
                    "N": "4d 4h Jh 6d 9c Ks",
                    "E": "?? ?? ?? ?? ?? ??",
                    "S": "?? ?? ?? ?? ?? ??",
                    "W": "?? ?? ?? ?? ?? ??",
                },
                "tricks": [
                    ["W dark 9d", "N play 9c", "E play 9s", "S dark 2h", "E draw ??", "N draw 7d"],
                    ["E dark Ah", "S dark Qs", "W play Tc", "N dark Qh", "W draw ??"],
                ],
            }
        ],
    },
}
"""What the text makes of some of them, without what a game hash leaves out."""


@pytest.mark.parametrize("path", KIT, ids=lambda path: path.stem)
def test_the_small_logs_are_right(path: Path) -> None:
    assert not [one for one in verify(path).findings if one.severity == "error"]


@pytest.mark.parametrize("name", GAMES)
def test_their_game_hashes_are_those_of_the_text(name: str) -> None:
    form = {"ristilog-game": 1, **GAMES[name]}
    canonical = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert verify(FILES / "kit" / f"{name}.json").game == f"sha256:{hashlib.sha256(canonical).hexdigest()}"
