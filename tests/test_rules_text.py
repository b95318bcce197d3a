"""What docs/rules.md says follows from the rules, held against deals in which bans are sought."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ristilog.game.cards import PACK
from ristilog.game.log import Play
from ristilog.game.ruleset import agreed
from ristilog.game.table import SEATS, clockwise_from
from ristilog.replay.legality import barred_rank, king_is_barred, legal_actions
from ristilog.replay.scoring import trick_winner
from ristilog.replay.shuffle import deal_out
from ristilog.replay.state import Position, after, first_position
from tests.test_reference import Chooser, stacked

AGREEMENTS: list[dict[str, Any]] = [
    {},
    {"hand_size": 4, "lead_limit": 2, "fourth_king_ban": True},
    {"hand_size": 4, "lead_limit": 2, "fourth_king_ban": True, "draw": "after-trick"},
    {"hand_size": 5, "dark_lead_when_barred": "allow", "draw": "after-trick"},
    {"hand_size": 9, "fourth_king_ban": True, "fourth_king_dark": "stands", "lead_limit": None},
    {"hand_size": 7, "dark_play": False, "lead_limit": 2},
    {"hand_size": 8, "dark_lead_when_barred": "forbid-if-unplayed", "lead_limit": 2},
]


def course(options: dict[str, Any], seed: int) -> list[tuple[Position, Play]]:
    """Every position of a deal played by a chooser that seeks what is rare, and what was done in it."""
    rules, source = agreed("ristikontra", 1, options), Random(seed)
    pack = source.sample(PACK, 52) if seed % 2 else stacked(source, rules.hand_size)
    dealer = source.choice(SEATS)
    dealt = deal_out(pack, dealer, rules.hand_size)
    position, chooser = first_position(rules, dealer, dealt.hands, dealt.stock), Chooser(source)
    steps = []
    while not position.over:
        choices = {"dark" if one.kind == "dark" else str(one)[2:]: one for one in legal_actions(position)}
        assert choices, "there is always something that may be done"
        action = choices[chooser.choose(sorted(choices), not position.trick)]
        steps.append((position, action))
        position = after(position, action)
    return steps


@pytest.mark.parametrize("options", AGREEMENTS, ids=str)
def test_the_stock_lasts_for_whole_tricks(options: dict[str, Any]) -> None:
    for seed in range(30):
        for position, action in course(options, seed):
            if action.kind != "draw":
                is_early = len(position.tricks) < 13 - position.rules.hand_size
                assert bool(position.stock) == is_early == position.stock_phase


@pytest.mark.parametrize("options", [one for one in AGREEMENTS if one.get("draw") == "after-trick"], ids=str)
def test_after_the_trick_those_who_played_from_hand_draw_the_winner_first(options: dict[str, Any]) -> None:
    skipped = 0
    for seed in range(30):
        drew: list[str] = []
        plays: list[Play] = []
        for position, action in course(options, seed):
            if action.kind == "draw":
                assert len(position.trick) == 4
                drew.append(action.seat)
                continue
            if len(plays) == 4:
                from_hand = {play.seat for play in plays if play.kind == "play"}
                order = [seat for seat in clockwise_from(trick_winner(plays)) if seat in from_hand]
                assert drew == (order if drew else [])
                skipped += bool(drew) and len(order) < 4
                drew, plays = [], []
            plays.append(action)
    assert skipped


def test_a_waiver_comes_at_the_very_end_and_a_waived_lead_counts_on() -> None:
    waived = counted = 0
    for options in AGREEMENTS:
        limit = options.get("lead_limit", 3)
        for seed in range(80):
            for position, action in course(options, seed):
                barred = barred_rank(position) if not position.due else None
                if barred is None or action.kind != "play" or action.card[0] != barred:
                    continue
                waived += 1
                assert all(card[0] == barred for card in position.hand(action.seat).known)
                assert len(position.tricks) >= (12 if limit == 3 else 11)
                behind = after(position, action)
                counted += behind.leads[-limit:] == (barred,) * limit
    assert waived == counted
    assert waived > 5


def test_the_king_ban_begins_within_a_trick_and_ends_with_the_stock() -> None:
    begun = ended = 0
    for seed in range(60):
        steps = course({"hand_size": 4, "lead_limit": 2, "fourth_king_ban": True}, seed)
        for (position, action), (behind, _) in pairwise(steps):
            if action.card[0] == "K" and behind.trick and king_is_barred(behind) and not king_is_barred(position):
                begun += 1
            if king_is_barred(position) and not king_is_barred(behind):
                assert not behind.stock
                ended += 1
    assert begun > 10
    assert ended > 10
