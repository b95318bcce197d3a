"""What a seat knows: the worlds it cannot tell apart, held against every way to lay the unseen cards."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest
from msgspec import structs

from ristilog import RistilogError
from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.ruleset import PRESETS, Ruleset
from ristilog.game.table import SEATS, Seat
from ristilog.replay.legality import legal_actions, why_not
from ristilog.replay.shuffle import deal_out, shuffled
from ristilog.replay.state import Holding, Position, after, first_position, played
from ristilog.teach.solver.board import RANK, Board, board_of
from ristilog.teach.solver.worlds import Sight, as_seen, must_hold, sample, sight

BASE = PRESETS["ristikontra", 1]
KLAPPI = PRESETS["ristiklappi", 1]
TIGHT = structs.replace(BASE, lead_limit=2, fourth_king_ban=True, fourth_king_dark="stands", hand_size=4)

Choose = Callable[[Position, tuple[Play, ...]], Play]
Course = tuple[list[Position], list[Play]]
"""The positions of a deal, the first before any play, and its plays."""


def course(rules: Ruleset, seed: str, choose: Choose | None = None, pack: tuple[str, ...] | None = None) -> Course:
    """A deal played at random, or as it is told: the position after the deal and all its plays."""
    dealt = deal_out(pack or shuffled(seed), "S", rules.hand_size)
    first, random = first_position(rules, "S", dealt.hands, dealt.stock), Random(seed)
    return follow(first, choose or (lambda _, choices: random.choice(choices)))


def follow(first: Position, choose: Choose) -> Course:
    positions, actions = [first], []
    while positions[-1].to_act is not None:
        actions.append(choose(positions[-1], legal_actions(positions[-1])))
        positions.append(played(positions[-1], actions[-1]))
    return positions, actions


def exchanged(position: Position, change: dict[str, str]) -> Position:
    """A position with some of its cards in hands and stock exchanged for others."""
    north, east, south, west = (
        Holding(tuple(change.get(card, card) for card in held.known), held.hidden) for held in position.hands
    )
    stock = tuple(change.get(card, card) for card in position.stock)
    return structs.replace(position, hands=(north, east, south, west), stock=stock)


def unseen_by(position: Position, seat: Seat) -> list[str]:
    """The unseen cards as they lie: the hands of the others in the order of the seats, then the stock."""
    hands = [card for one in SEATS if one != seat for card in position.hand(one).known]
    return hands + list(position.stock)


def could_have_been(one: Course, number: int, change: dict[str, str]) -> Position | None:
    """The position after so many plays, had the cards been exchanged from the start; None if a play broke a rule."""
    positions, actions = one
    position = exchanged(positions[0], change)
    for action in actions[:number]:
        if why_not(position, action) is not None:
            return None
        position = played(position, action)
    return position


def by_trying(one: Course, number: int, seat: Seat) -> Counter[Board]:
    """Every world of the position after so many plays, by the referee's judgement of what was played in it."""
    cards = unseen_by(one[0][number], seat)
    tried = (could_have_been(one, number, dict(zip(cards, order, strict=True))) for order in permutations(cards))
    return Counter(board_of(position) for position in tried if position is not None)


def by_sight(seen: Sight) -> Counter[Board]:
    """Every world that may be drawn, as often as it may."""

    def laid(order: tuple[int, ...]) -> Board:
        hands = bytearray(seen.known)
        for place, rank in zip(seen.places, order, strict=False):
            hands[place + rank] += 1
        return structs.replace(seen.board, hands=bytes(hands), stock=bytes(order[len(seen.places) :]))

    return Counter(map(laid, permutations(seen.unseen)))


def shares(worlds: Counter[Board]) -> dict[Board, float]:
    whole = sum(worlds.values())
    return {board: number / whole for board, number in worlds.items()}


# ---- which worlds there are


@pytest.mark.parametrize("rules", [BASE, KLAPPI, TIGHT])
@pytest.mark.parametrize("seed", range(4))
def test_the_worlds_are_those_in_which_everything_played_was_allowed(rules: Ruleset, seed: int) -> None:
    one = course(rules, f"worlds-{seed}")
    for number in range(44, 52):
        seat = one[0][number].to_act
        assert seat is not None
        assert shares(by_trying(one, number, seat)) == pytest.approx(shares(by_sight(sight(one[0][number], seat))))


@pytest.mark.parametrize("rules", [BASE, KLAPPI, TIGHT, structs.replace(KLAPPI, draw="after-trick", lead_limit=2)])
def test_with_stock_left_every_exchange_of_unseen_cards_could_have_been(rules: Ruleset) -> None:
    """Nothing that was played with stock left proves anything about the cards that are not seen."""
    random = Random(1)
    for seed in range(12):
        one = course(rules, f"exchange-{seed}")
        for number in random.sample(range(44), 4):
            for seat in SEATS:
                cards = unseen_by(one[0][number], seat)
                order = random.sample(cards, len(cards))
                position = could_have_been(one, number, dict(zip(cards, order, strict=True)))
                assert position is not None
                assert must_hold(one[0][number], seat) == ()
                assert sight(position, seat) == sight(one[0][number], seat)


def four_of_a_kind() -> Course:
    """North is dealt four sevens, plays dark while there is stock, and then leads them all: the ban is waived."""

    def choose(position: Position, choices: tuple[Play, ...]) -> Play:
        if position.to_act == "N":
            return choices[-1]  # the dark play, or the last seven
        return choices[0]

    sevens = ("7c", "7d", "7h", "7s")
    for seed in range(1000):
        rest = iter(card for card in shuffled(f"sevens-{seed}") if card not in sevens)
        mine = iter(sevens)
        pack = tuple(next(mine) if place in (1, 5, 9, 13) else next(rest) for place in range(52))
        one = course(TIGHT, "", choose, pack)
        if [action.seat for action in one[1][36::4]] == ["N"] * 4:
            return one
    raise AssertionError("North leads the tenth trick in none of them")


def test_a_lead_that_only_the_waiver_allowed_proves_the_card_that_is_left() -> None:
    one = four_of_a_kind()
    for number in range(45, 51):
        for seat in ("E", "S", "W"):
            position = one[0][number]
            proved = (("N", "7"),) if number < 49 else ()
            assert must_hold(position, seat) == proved == must_hold(as_seen(position, seat), seat)
            seen = sight(position, seat)
            assert shares(by_trying(one, number, seat)) == pytest.approx(shares(by_sight(seen)))
            assert all(seen.world("x", k).hands[RANK["7"]] == len(proved) for k in range(20))
    # Before that lead the sevens might have been anywhere, and North knows its own hand anyway.
    assert must_hold(one[0][44], "E") == ()
    assert len(by_sight(sight(one[0][44], "E"))) > 1
    assert must_hold(one[0][45], "N") == ()


def test_a_lead_that_the_seat_knows_for_a_breach_proves_nothing() -> None:
    position = four_of_a_kind()[0][45]
    (seven,) = position.hand("N").known
    (kept, *_) = position.hand("E").known
    breach = exchanged(position, {seven: kept, kept: seven})
    assert must_hold(breach, "E") == ()
    assert must_hold(breach, "S") == (("N", "7"),)
    assert sample(breach, "E", "x").hands[13 + RANK["7"]] == 1


# ---- how they are drawn


def test_worlds_are_drawn_evenly() -> None:
    position = course(BASE, "even")[0][46]
    assert position.to_act is not None
    seen, drawn = sight(position, position.to_act), 20_000
    expected = shares(by_sight(seen))
    found = Counter(seen.world("even", number) for number in range(drawn))
    assert set(found) == set(expected)
    chi = sum((found[board] - drawn * share) ** 2 / (drawn * share) for board, share in expected.items())
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


def test_every_unseen_rank_comes_to_lie_everywhere_as_often() -> None:
    position = course(KLAPPI, "everywhere")[0][0]
    assert position.to_act is not None
    seen, drawn = sight(position, position.to_act), 4000
    worlds = [seen.world(7, number) for number in range(drawn)]
    unseen = Counter(seen.unseen)
    for rank, number in unseen.items():
        share = number / len(seen.unseen)
        spread = 5 * (drawn * share * (1 - share)) ** 0.5
        for place in (0, 13, -1):
            assert abs(sum(world.stock[place] == rank for world in worlds) - drawn * share) < spread
        for seat in range(4):
            if seat != seen.board.to_act:
                held = sum(world.hands[13 * seat + rank] for world in worlds)
                assert abs(held - 5 * drawn * share) < 5**0.5 * spread


def test_a_world_is_a_board_of_the_same_cards_and_of_what_all_can_see() -> None:
    for rules in (BASE, KLAPPI, structs.replace(BASE, draw="after-trick")):
        for position in course(rules, "whole")[0][:-1]:
            seat = position.to_act
            assert seat is not None
            board, world = board_of(position), sample(position, seat, "x", 3)
            assert structs.replace(world, hands=board.hands, stock=board.stock) == board
            own = slice(13 * board.to_act, 13 * board.to_act + 13)
            assert world.hands[own] == board.hands[own]
            for seat_ in range(4):
                assert sum(world.hands[13 * seat_ : 13 * seat_ + 13]) == sum(board.hands[13 * seat_ : 13 * seat_ + 13])
            every = Counter(world.stock) + Counter(dict(enumerate(world.out)))
            for place, number in enumerate(world.hands):
                every[place % 13] += number
            assert every == Counter(dict.fromkeys(range(13), 4))


def test_a_seed_s_worlds_are_always_the_same() -> None:
    """Whatever else is drawn, and on every machine: the figures are written down."""
    position = course(BASE, "same", lambda _, choices: choices[0])[0][20]
    assert position.to_act is not None
    seen = sight(position, position.to_act)
    worlds = [seen.world("a", number) for number in range(5)]
    assert worlds[3] == seen.world("a", 3) == sample(position, position.to_act, "a", 3)
    assert len({*worlds, seen.world("b", 0), seen.world("\ud800", 0)}) == 7
    assert seen.world(12) == seen.world("12")
    assert worlds[0].stock.hex() == "040206000a05060a"


# ---- what the record knows, and what the seat does


def test_the_open_record_and_the_seat_s_own_view_give_the_same_worlds() -> None:
    for rules in (KLAPPI, TIGHT):
        one = course(rules, "views")
        for number, position in enumerate(one[0][:-1]):
            for seat in SEATS:
                seen = as_seen(position, seat)
                assert seen.hand(seat) == position.hand(seat)
                assert all(not seen.hand(other).known for other in SEATS if other != seat)
                assert set(seen.stock) <= {HIDDEN}
                assert sight(seen, seat) == sight(position, seat)
                assert sample(seen, seat, number) == sample(position, seat, number)


def test_draws_that_are_due_are_made_unseen() -> None:
    one = course(BASE, "due")
    position = after(one[0][0], Play("W", "play", one[0][0].hand("W").known[0]))
    assert position.due == ("W",)
    seen = sight(position, "W")
    tops = {sum(seen.world("x", number).hands[39:]) for number in range(3)}
    assert tops == {6}
    assert len({seen.world("x", number).hands[39:] for number in range(50)}) > 5
    assert sight(as_seen(position, "W"), "W") == seen


def test_what_cannot_be_told() -> None:
    position = course(BASE, "not")[0][9]
    with pytest.raises(RistilogError, match="the record does not show all of E's hand"):
        sample(as_seen(position, "W"), "E", "x")
    with pytest.raises(ValueError, match="the seats are N, E, S, W, not 'X'"):
        sample(position, "X", "x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="do not add up"):
        sample(structs.replace(position, stock=position.stock[1:]), "W", "x")
    with pytest.raises(RistilogError, match="every card that was played"):
        sample(structs.replace(position, out=position.out | {HIDDEN}), "W", "x")
