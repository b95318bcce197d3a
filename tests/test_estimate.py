"""What choices are worth by what a seat knows: means over worlds, their errors, and which choices are tied."""

import math
import statistics
from random import Random

import pytest
from msgspec import structs

from ristilog import RistilogError
from ristilog.game.log import Play
from ristilog.game.ruleset import PRESETS, Ruleset
from ristilog.game.table import OTHER_SIDE, SEATS, SIDE
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import CLEAN, NOUGHT, Standing, deal_points, outcome
from ristilog.replay.state import Position, after
from ristilog.teach.solver.board import DARK, RANK, terms_of
from ristilog.teach.solver.estimate import (
    EXACT_FROM,
    SAMPLES,
    _factor,
    choice_of,
    estimate,
    estimate_part,
    joined,
    planned,
)
from ristilog.teach.solver.paired import Sums, sums_of
from ristilog.teach.solver.rollout import POLICY, rollouts
from ristilog.teach.solver.search import Search
from ristilog.teach.solver.worlds import as_seen, sight
from tests.test_worlds import BASE, KLAPPI, by_sight, course

ALGA = PRESETS["alga-b", 1]
START = Standing(NOUGHT, 0)


def position_of(rules: Ruleset, seed: str, number: int) -> Position:
    return course(rules, seed)[0][number]


def late(seed: str, number: int = 44) -> list[Position]:
    """Positions of the last tricks, with more than one choice."""
    some = [position_of(rules, f"{seed}-{deal}", number) for rules in (BASE, KLAPPI, ALGA) for deal in range(2)]
    open_ones = [position for position in some if len(legal_actions(position)) > 1]
    assert len(open_ones) > 2
    return open_ones


# ---- what it says


def test_solved_worlds_come_to_the_mean_of_all_worlds() -> None:
    for position in late("solved"):
        seat = position.to_act
        assert seat is not None
        terms, worlds = terms_of(position.rules, START), by_sight(sight(position, seat))
        search, whole = Search(terms), sum(worlds.values())
        found = estimate(position, samples=400)
        assert found.method == "exact"
        for choice, one in found.choices.items():
            move = RANK[choice[-2]]
            points = sum(number * search.values(board)[move] for board, number in worlds.items()) / whole
            game = sum(number * search.values(board, game=True)[move] for board, number in worlds.items()) / whole
            if SIDE[seat] == "EW":
                points, game = terms.pack - points, -game
            assert abs(one.points - points) <= 4 * one.points_se
            assert abs(one.game - game) <= 4 * one.game_se


def test_rollouts_are_those_of_the_policy_in_each_world() -> None:
    position = position_of(KLAPPI, "rolled", 9)
    seat = position.to_act
    assert seat is not None
    plan, terms = planned(position, seed="x"), terms_of(KLAPPI, START)
    worlds = [sight(position, seat).world("x", number) for number in range(6)]
    assert plan.method == POLICY == "quick"
    found = estimate(position, samples=6, seed="x")
    assert list(found.choices) == [choice_of(choice) for choice in legal_actions(position)]
    for choice, one in found.choices.items():
        moves = [DARK + world.stock[0] if " dark " in choice else RANK[choice[-2]] for world in worlds]
        # The dice are its own; forty throws of others say between what the ends may lie.
        ends = [rollouts(world, terms, [move], 0, 40) for world, move in zip(worlds, moves, strict=True)]
        low, high = [min(every) >> 2 for every in ends], [max(every) >> 2 for every in ends]
        mine = one.points if SIDE[seat] == "NS" else terms.pack - one.points
        assert statistics.mean(low) <= mine <= statistics.mean(high)


def test_means_errors_and_paired_differences() -> None:
    random = Random(3)
    luck = [random.randrange(100) for _ in range(50)]
    columns = [[one + random.randrange(3) for one in luck], luck, [one + 5 for one in luck]]
    sums = sums_of(columns)
    assert sums.mean(0).mean == pytest.approx(statistics.mean(columns[0]))
    assert sums.mean(0).se == pytest.approx(statistics.stdev(columns[0]) / math.sqrt(50))
    differences = [one - other for one, other in zip(columns[0], luck, strict=True)]
    assert sums.difference(0, 1).mean == pytest.approx(statistics.mean(differences))
    assert sums.difference(0, 1).se == pytest.approx(statistics.stdev(differences) / math.sqrt(50))
    assert (sums.difference(2, 1).mean, sums.difference(2, 1).se) == (5.0, 0.0)
    assert sums_of([one[:20] for one in columns]).plus(sums_of([one[20:] for one in columns])) == sums
    assert isinstance(sums, Sums)


def test_values_are_those_of_the_side_that_moves() -> None:
    """Before the last play of a deal everything is known: what the deal brings its side, and what the other."""
    sides = set()
    for seed in range(8):
        one = course(BASE, f"side-{seed}")[0]
        found = estimate(one[51], samples=2, before=Standing(NOUGHT, 3))
        (choice,) = found.choices.values()
        points, side = deal_points(one[52].tricks), SIDE[found.seat]
        award = outcome(BASE, points, CLEAN, Standing(NOUGHT, 3)).award
        assert (choice.points, choice.points_se) == (points.of(side), 0.0)
        assert (choice.game, choice.game_se) == (award.of(side) - award.of(OTHER_SIDE[side]), 0.0)
        sides.add((side, choice.game > 0))
    assert len(sides) == 4


def test_cards_of_one_rank_are_one_choice() -> None:
    for number in range(60):
        position = position_of(BASE, f"pairs-{number}", 3)
        ranks = [choice.card[0] for choice in legal_actions(position) if choice.kind == "play"]
        if len(set(ranks)) < len(ranks):
            break
    plan, found = planned(position), estimate(position, samples=4)
    twice = next(rank for rank in ranks if ranks.count(rank) == 2)
    one, other = [value for choice, value in found.choices.items() if choice[-2] == twice]
    assert one == other
    assert set(plan.actions) == set(found.choices)
    assert len(found.choices) == len(legal_actions(position))


def test_ties_are_what_cannot_be_told_from_the_best() -> None:
    for position in (position_of(BASE, "ties", 0), position_of(KLAPPI, "ties", 20), *late("ties")):
        found = estimate(position, samples=40)
        best = found.choices[found.best]
        assert (best.behind, best.behind_se, found.ties[0]) == (0.0, 0.0, found.best)
        for choice, one in found.choices.items():
            assert one.behind >= 0
            aimed = best.game - one.game if found.objective == "game" else best.points - one.points
            assert one.behind == pytest.approx(aimed)
            assert one.behind_points == pytest.approx(best.points - one.points)
            if one.behind <= 2 * one.behind_se:
                assert choice in found.ties
            if one.behind > 3 * one.behind_se:
                assert choice not in found.ties
        kinds = {choice[2:-1] for choice in found.ties}
        assert found.is_tie == (len(kinds) > 1)


def test_the_more_rivals_the_more_is_luck() -> None:
    """Of many equal choices the best by luck is further ahead; still the others are nearly always tied with it."""
    random = Random(5)
    plan = planned(position_of(BASE, "rivals", 0), objective="points")
    kinds = len(set(plan.moves))
    assert kinds > 5
    part, lost = estimate_part(plan, 0, 2), 0
    for _ in range(200):
        columns = [[random.randrange(121) for _ in range(60)] for _ in range(kinds)]
        made = structs.replace(part, points=sums_of(columns), game=sums_of(columns))
        truly_best = plan.actions[0]
        lost += truly_best not in joined(plan, [made]).ties
    assert lost <= 12


def test_what_is_aimed_at() -> None:
    position = position_of(ALGA, "aim", 10)
    assert planned(position).objective == "points"
    assert planned(position, objective="game").objective == "game"
    assert planned(position_of(BASE, "aim", 10)).objective == "game"
    found = estimate(position, samples=10)
    assert found.best == max(found.choices, key=lambda choice: found.choices[choice].points)


# ---- how it is asked


def test_so_many_samples_of_a_seed_are_always_the_same_however_they_are_parted() -> None:
    for position in (position_of(KLAPPI, "parts", 5), *late("parts", 42)):
        whole = estimate(position, samples=60, seed="s")
        assert whole == estimate(position, samples=60, seed="s")
        assert whole.samples == 60
        plan = planned(position, seed="s")
        parts = [estimate_part(plan, first, count) for first, count in ((40, 20), (0, 1), (1, 39))]
        assert joined(plan, parts) == whole
        assert estimate(position, samples=60, seed="t") != whole


def test_some_of_the_choices_can_be_tried_on() -> None:
    position = position_of(KLAPPI, "some", 2)
    plan = planned(position)
    part, kept = estimate_part(plan, 0, 30), [0, 2, 3]
    few = plan.only([plan.kinds[place] for place in kept])
    assert estimate_part(few, 0, 30) == part.only(kept)
    whole, some = joined(plan, [part]), joined(few, [part.only(kept)])
    assert len(some.choices) < len(whole.choices)
    assert all(some.choices[choice].points_se == whole.choices[choice].points_se for choice in some.choices)


def test_the_seat_s_own_view_gives_the_same() -> None:
    for number in (0, 13, 30, 46):
        position = position_of(KLAPPI, "view", number)
        seat = position.to_act
        assert seat is not None
        assert estimate(as_seen(position, seat), seat, samples=4) == estimate(position, seat, samples=4)


def test_when_the_time_is_up_it_ends_with_the_batch() -> None:
    position, told = position_of(BASE, "time", 12), list[int]()
    found = estimate(position, samples=300, seconds=0, progress=told.append)
    assert told == [found.samples]
    assert found.samples < 300
    assert estimate(position, samples=found.samples) == found


def test_before_some_trick_it_is_rollouts_and_from_there_on_solved_worlds() -> None:
    one = course(KLAPPI, "from")[0]
    methods = [planned(position).method for position in one[:-1]]
    assert methods == ["quick"] * 4 * (EXACT_FROM - 1) + ["exact"] * 4 * (14 - EXACT_FROM)
    assert planned(one[45], exact_from=13).method == "quick"
    assert planned(one[0], exact_from=1).method == "exact"
    assert set(SAMPLES) == {"quick", "exact"}


def test_draws_that_are_due_are_made_first() -> None:
    position = position_of(BASE, "due", 4)
    choice = legal_actions(position)[0]
    drawing = after(position, choice)
    assert drawing.due
    made = after(drawing, Play(drawing.due[0], "draw", drawing.stock[0]))
    assert estimate(drawing, samples=3) == estimate(made, samples=3)


def test_what_cannot_be_estimated() -> None:
    one = course(BASE, "not")[0]
    turn = one[7].to_act
    assert turn is not None
    other = next(seat for seat in SEATS if seat != turn)
    with pytest.raises(ValueError, match=f"it is {turn}'s turn, not {other}'s"):
        estimate(one[7], other)
    with pytest.raises(ValueError, match="the deal is over"):
        estimate(one[-1])
    with pytest.raises(ValueError, match="two samples"):
        estimate(one[7], samples=1)
    with pytest.raises(ValueError, match="rollouts are played by quick, not by 'sensible'"):
        estimate(one[7], policy="sensible")
    with pytest.raises(ValueError, match="points or game, not 'tricks'"):
        estimate(one[7], objective="tricks")  # type: ignore[arg-type]
    with pytest.raises(RistilogError, match=f"all of {turn}'s hand"):
        estimate(as_seen(one[7], other))


def test_with_few_samples_more_is_asked_of_a_difference() -> None:
    factors = [_factor(3, samples) for samples in (2, 3, 5, 20, 1000)]
    assert factors == sorted(factors, reverse=True)
    assert factors[0] > 8
    assert 2 < factors[-1] < 2.5
