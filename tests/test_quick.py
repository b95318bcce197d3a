"""The quick way through a deal against the plain replay: what the one says, the other says too."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ristilog.format.read import read
from ristilog.game.log import ACTIONS, Deal, Trick
from ristilog.game.ruleset import PRESET_NAMES, Ruleset, resolve
from ristilog.game.table import SEATS
from ristilog.record.simulate import simulate
from ristilog.referee import judge
from ristilog.referee.pack import read_pack
from ristilog.referee.verify import verify
from ristilog.replay.engine import replay_deal
from ristilog.replay.quick import quick_deal
from ristilog.replay.scoring import clean_sides, deal_points
from tests.helpers import GOOD, damaged

TEXTS = sorted(ACTIONS)
RULES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in PRESET_NAMES),
    ("ristikontra", {"lead_limit": 2}),
    ("ristikontra", {"dark_play": False}),
    ("ristikontra", {"dark_lead_when_barred": "allow", "lead_limit": 2}),
    ("ristikontra-fi", {"fourth_king_dark": "stands"}),
    ("ristiklappi", {"queen_trick": "any-queen"}),
    ("ristiklappi", {"draw": "after-trick"}),
    ("ristikontra", {"hand_size": 9}),
    ("ristikontra", {"hand_size": 4}),
]


def compare(deal: Deal, rules: Ruleset, *, must_answer: bool = False) -> bool:
    """Hold both against each other; whether the quick way had an answer."""
    pack = read_pack(deal, rules)
    if not pack.whole:
        return False
    facts = quick_deal(deal, rules, deal.dealer, pack.dealt)
    if facts is None:
        assert not must_answer
        return False
    replay = replay_deal(deal, rules, deal.dealer, pack.dealt, followed=True)
    assert replay.complete
    assert replay.proved
    assert facts.points == deal_points(replay.tricks)
    assert facts.clean == clean_sides(rules, replay.tricks)
    claims = [(trick.winner, trick.points) for trick in deal.tricks or ()]
    assert claims == [(one.winner, one.points) for one in replay.tricks]
    return True


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_deals_take_the_quick_way(path: Any) -> None:
    log = read(path.read_bytes()).log
    assert log is not None
    rules, _ = resolve(log.rules.name, log.rules.version, log.rules.options or {})
    assert rules is not None
    for deal in log.deals:
        compare(deal, rules, must_answer=True)


def mangled(deal: Deal, source: random.Random) -> Deal:
    """The deal with one thing about one trick changed, swapped, dropped or doubled."""
    tricks = list(deal.tricks or ())
    number = source.randrange(len(tricks))
    trick = tricks[number]
    actions = list(trick.actions)
    place = source.randrange(len(actions))
    match source.randrange(7):
        case 0:
            actions[place] = source.choice(TEXTS)
        case 1:
            del actions[place]
        case 2:
            actions.insert(place, source.choice(actions))
        case 3:
            other = source.randrange(len(actions))
            actions[place], actions[other] = actions[other], actions[place]
        case 4:
            seat, kind, card = actions[place].split()
            swapped = {"play": "dark", "dark": "play", "draw": "play"}[kind]
            actions[place] = f"{seat} {swapped} {card}"
        case 5:
            trick = Trick(actions=trick.actions, winner=source.choice(SEATS), points=trick.points)
        case _:
            tricks[number - 1], tricks[number] = trick, tricks[number - 1]
            trick = tricks[number]
            actions = list(trick.actions)
    tricks[number] = Trick(actions=tuple(actions), winner=trick.winner, points=trick.points)
    return Deal(dealer=deal.dealer, hands=deal.hands, stock=deal.stock, tricks=tuple(tricks), score=deal.score)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(RULES), st.sampled_from(RULES))
def test_what_the_quick_way_says_the_plain_replay_says(seed: int, played: Any, judged: Any) -> None:
    source = random.Random(seed)
    (deal,) = simulate(played[0], str(seed), options=played[1], deals=1).deals
    rules, _ = resolve(judged[0], 1, judged[1])
    assert rules is not None
    compare(deal, rules)
    for _ in range(20):
        compare(mangled(deal, source), rules)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(RULES))
def test_what_the_plain_replay_passes_the_quick_way_passes(seed: int, played: Any) -> None:
    (deal,) = simulate(played[0], str(seed), options=played[1], deals=1).deals
    rules, _ = resolve(played[0], 1, played[1])
    assert rules is not None
    # What only house rules allow (leads beyond the limit, dark play with three kings out, draws after the trick) is
    # left to the plain replay.
    usual = rules.draw == "immediate" and rules.lead_limit != 2 and rules.fourth_king_dark == "forbid"
    assert compare(deal, rules) or not usual


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_right_deal_is_right_in_full(path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = verify(path)
    monkeypatch.setattr(judge, "_after_right_deal", lambda *_: None)
    assert verify(path) == quick


@pytest.mark.parametrize("log", [pytest.param(one[1], id=one[0]) for one in damaged()])
def test_a_wrong_deal_is_no_right_one(log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(log).encode()
    quick = verify(data)
    monkeypatch.setattr(judge, "_after_right_deal", lambda *_: None)
    assert verify(data) == quick
