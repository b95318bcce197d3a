"""A log may stop at any action: every beginning of every good log is good, and so it is if the match was left there."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from ristilog.referee.verify import Verdict, judge_bytes
from tests.changed_logs import FILES, MADE, log
from tests.helpers import codes, errors

BIG = {name for name in FILES if len(log(name)["deals"]) > 5}
FULL = "ristikontra-match"
"""The long match of which every beginning is tried."""
SPREAD = 31
"""Of the other long ones it is every thirty-first, of all the rest every third."""
EXTRAS = {"W603", "W604", "W605", "W607"}


class Beginning(NamedTuple):
    """A log cut short, and whether a result may follow it."""

    tree: Any
    rests: bool
    """Whether all claims are there that a result asks for."""


def beginnings(tree: Any) -> Iterator[Beginning]:
    """A log cut before its first deal, at each action, after each trick with its claims, each deal with its score."""
    bare = {name: value for name, value in tree.items() if name not in ("result", "annotations")}

    def cut(number: int, *last: Any) -> Any:
        return {**bare, "deals": [*tree["deals"][:number], *last]}

    yield Beginning(cut(0), True)
    for number, deal in enumerate(tree["deals"]):
        unscored = {name: value for name, value in deal.items() if name != "score"}
        if "tricks" in deal and "void" not in deal:
            yield Beginning(cut(number, {**unscored, "tricks": []}), True)
            for done, trick in enumerate(deal["tricks"]):
                for length in range(1, len(trick["actions"]) + 1):
                    times = {"times": trick["times"][:length]} if "times" in trick else {}
                    last = {"actions": trick["actions"][:length], **times}
                    rests = length < len(trick["actions"]) and not _has_four_plays(last)
                    yield Beginning(cut(number, {**unscored, "tricks": [*deal["tricks"][:done], last]}), rests)
                if "winner" in trick:
                    rests = done + 1 < 13
                    yield Beginning(cut(number, {**unscored, "tricks": deal["tricks"][: done + 1]}), rests)
        if "score" in deal or "void" in deal:
            yield Beginning(cut(number, deal), True)


def _has_four_plays(trick: Any) -> bool:
    return sum(" draw " not in text for text in trick["actions"]) == 4


def _verdict(tree: Any) -> Verdict:
    return judge_bytes(msgspec.json.encode(tree))


def spread(name: str) -> Iterator[Beginning]:
    step = 1 if name == FULL else SPREAD if name in BIG else 3
    for number, one in enumerate(beginnings(log(name))):
        if number % step == 0:
            yield one


@pytest.mark.parametrize("name", [*FILES, *MADE])
def test_every_beginning_is_good(name: str) -> None:
    for tree, _ in spread(name):
        verdict = _verdict(tree)
        assert verdict.ok, (verdict.findings, tree["deals"][-1])
        assert codes(verdict).count("W602") == 1
        assert set(codes(verdict)) <= {"W602", *EXTRAS}
        assert verdict.verdict == "good" or "view" in tree


@pytest.mark.parametrize("name", [*FILES, *MADE])
def test_a_match_may_be_left_at_any_action_but_is_not_complete_there(name: str) -> None:
    for number, (tree, rests) in enumerate(spread(name)):
        before = _verdict(tree) if rests and number % 5 == 0 else None
        if before is None or before.winner is not None:
            continue
        assert before.standing is not None
        score = {"NS": before.standing.match.NS, "EW": before.standing.match.EW}
        for ended in ("adjourned", "abandoned", "forfeit"):
            winner = {"winner": "EW"} if ended == "forfeit" else {}
            verdict = _verdict({**tree, "result": {"ended": ended, "score": score, **winner}})
            assert verdict.ok, (verdict.findings, tree["deals"][-1:])
            assert set(codes(verdict)) <= EXTRAS
        verdict = _verdict({**tree, "result": {"ended": "complete", "score": score, "winner": "EW"}})
        assert errors(verdict) == [("S408", "/result/ended")]
