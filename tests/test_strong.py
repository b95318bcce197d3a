"""The strong player: what it may know, that it is the same each time, and that it wins."""

from collections import Counter
from random import Random

import pytest
from msgspec import structs

from ristilog import legal_actions, replay, simulate, verify
from ristilog.game.ruleset import PRESETS, Ruleset
from ristilog.game.table import SIDE, SIDES, Seat, Side
from ristilog.replay.scoring import deal_points
from ristilog.replay.state import Position, after
from ristilog.teach.solver.estimate import choice_of, estimate
from ristilog.teach.solver.policies import POLICIES, at_random
from ristilog.teach.solver.strong import Round, Trying, strong
from ristilog.teach.solver.worlds import as_seen
from tests.test_worlds import BASE, KLAPPI, TIGHT, could_have_been, course, unseen_by

QUICK = Trying(rolled=(Round(5, 3), Round(6, 1)), solved=4, exact_from=11, game_point=40)
"""Plays as the strong player does and tries less: the tests have to end without the compiled core too."""


def played_out(rules: Ruleset, seed: str, side: Side) -> Position:
    """A deal between it on one side and random players on the other."""
    position, random = course(rules, seed)[0][0], Random(seed)
    while (seat := position.to_act) is not None:
        policy = QUICK if SIDE[seat] == side else at_random
        action = policy(position, random)
        assert action in legal_actions(position)
        position = after(position, action)
    return position


def test_it_wins_against_random_players() -> None:
    won = Counter[bool]()
    for number in range(6):
        side = SIDES[number % 2]
        points = deal_points(played_out((BASE, KLAPPI)[number // 2 % 2], f"wins-{number}", side).tricks)
        won[points.of(side) > 60] += 1
    assert won[True] >= 5


@pytest.mark.parametrize("name", [name for name, _ in PRESETS])
def test_it_plays_by_every_ruleset(name: str) -> None:
    rules = structs.replace(PRESETS[name, 1], draw="after-trick", lead_limit=2, fourth_king_ban=True)
    assert played_out(rules, "rules", "EW").over


def test_it_plays_the_same_each_time() -> None:
    assert played_out(TIGHT, "same", "NS") == played_out(TIGHT, "same", "NS")


def test_the_cards_it_cannot_see_are_nothing_to_it() -> None:
    for rules in (BASE, KLAPPI):
        one, random = course(rules, "hidden"), Random(2)
        for number in (0, 5, 14, 23, 32, 41, 44, 47):
            position = one[0][number]
            seat = position.to_act
            assert seat is not None
            choice = choice_of(QUICK(position, Random(number)))
            assert choice == choice_of(QUICK(as_seen(position, seat), Random(number)))
            cards = unseen_by(position, seat)
            for _ in range(3):
                order = random.sample(cards, len(cards))
                other = could_have_been(one, number, dict(zip(cards, order, strict=True)))
                assert other is not None
                assert choice == choice_of(QUICK(other, Random(number)))


def test_it_takes_what_comes_out_best() -> None:
    """A game point counts much, and card points decide between what brings as much of the game."""
    for rules, number in ((BASE, 41), (KLAPPI, 42), (PRESETS["alga-b", 1], 40)):
        position = course(rules, "best")[0][number]
        seed = Random(1).getrandbits(64)
        found = estimate(position, samples=QUICK.solved, seed=seed).choices
        weight = QUICK.game_point if rules.scoring == "game-points" else 0
        worth = {choice: one.points + weight * one.game for choice, one in found.items()}
        assert worth[choice_of(QUICK(position, Random(1)))] == max(worth.values())


def test_the_strong_player_ends_a_deal_that_is_nearly_played() -> None:
    """With all that it tries, from where that takes no time."""
    assert POLICIES["strong"] is strong
    position, random = course(BASE, "end")[0][40], Random(0)
    while position.to_act is not None:
        position = after(position, strong(position, random))
    assert position.over


def test_a_made_match_of_strong_players_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, "strong", QUICK)
    seats: dict[Seat, str] = {"N": "strong", "E": "sensible", "S": "strong", "W": "random"}
    log = simulate("ristiklappi", "strong", policy=seats, deals=1)
    assert not [one for one in verify(log).findings if one.severity != "note"]
    assert replay(log)[0] is not None
    assert log.players and log.players.N and log.players.N.agent == "ristilog strong 1"
