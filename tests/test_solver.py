"""The exact solver against an independent judge: brute force on small positions, plain alpha-beta on endgames.

``python -m tests.solving`` judges as many more as one likes.
"""

from functools import cache

import pytest

from ristilog.game.log import Play, SideNumbers
from ristilog.game.ruleset import PRESETS
from ristilog.game.table import clockwise_from
from ristilog.replay.scoring import Standing, TrickFacts
from ristilog.replay.state import Holding, Position
from tests.solving.brute import brute
from tests.solving.compare import Tally, large_tally, small_tally
from tests.solving.cut import alpha_beta, alpha_beta_choices
from tests.solving.features import RARE, SETTINGS
from tests.solving.second import second_brute
from tests.solving.small import judged_positions, small_positions

SEED = 1
CHUNK = 50
CHUNKS = range(0, 600, CHUNK)
NOUGHT = Standing(SideNumbers(NS=0, EW=0), 0)


@cache
def small(first: int) -> Tally:
    """What comes of the small positions from a number on."""
    return small_tally("plain", [f"{SEED}/{number}" for number in range(first, first + CHUNK)])


@pytest.mark.parametrize("first", CHUNKS)
def test_every_choice_is_worth_what_brute_force_says(first: int) -> None:
    assert not small(first).wrong, "\n".join(small(first).wrong)


def test_the_small_positions_cover_what_is_rare() -> None:
    whole = Tally()
    for first in CHUNKS:
        whole.add(small(first))
    rare = {name: whole.covered[name] for name in (*RARE, *SETTINGS) if whole.covered[name] < 5}
    assert not rare


@pytest.mark.parametrize("kind", ["endgame-5", "larger"])
@pytest.mark.parametrize("number", range(2))
def test_larger_positions_are_worth_what_alpha_beta_says(kind: str, number: int) -> None:
    found = large_tally("plain", [f"{SEED}/{number}"], kind)
    assert not found.wrong, "\n".join(found.wrong)


# The judge itself.


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_brute_force_on_the_engine_agrees(first: int) -> None:
    compared = 0
    for one in judged_positions(SEED + 1, 50, first):
        if one.answer is None:
            with pytest.raises(ValueError, match=r"no legal play|may not play anything"):
                second_brute(one.position, one.before)
        elif one.answer.table.nodes < 1000:
            compared += 1
            assert second_brute(one.position, one.before) == one.answer.values, one.name
    assert compared > 20


def test_alpha_beta_agrees_with_brute_force() -> None:
    for one in judged_positions(SEED + 2, 60):
        if one.answer is None:
            continue
        for game in (False, True):
            expected = {name: pair[game] for name, pair in one.answer.values.items()}
            assert alpha_beta_choices(one.position, one.before, game) == expected, one.name
            best = max if one.position.to_act in ("N", "S") else min
            assert alpha_beta(one.position, one.before, game) == best(expected.values()), one.name


def test_small_positions_are_the_same_again() -> None:
    assert list(small_positions(3, 6)) == list(small_positions(3, 6))


def last_two_tricks(*hands: str) -> Position:
    """Two cards in every hand, North to lead; East has won everything so far."""
    held = [Holding(tuple(hand.split())) for hand in hands]
    left = {card for hand in held for card in hand.known}
    past = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA" if rank + suit not in left]
    rules = PRESETS["ristikontra", 1]
    tricks = []
    for number in range(11):
        cards = past[4 * number : 4 * number + 4]  # all of other ranks
        plays = tuple(Play(seat, "play", card) for seat, card in zip(clockwise_from("E"), cards, strict=True))
        points = sum(rules.values.get(card[0], 0) for card in cards)
        tricks.append(TrickFacts(plays=plays, winner="E", points=points, stock_phase=number < 7))
    return Position(
        rules=rules,
        hands=(held[0], held[1], held[2], held[3]),
        stock=(),
        leader="N",
        leads=tuple(trick.plays[0].card[0] for trick in tricks),
        out=frozenset(past),
        stock_phase=False,
        tricks=tuple(tricks),
    )


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        # East's ace takes North's whenever it is led, and East keeps it until then: a sweep.
        (("Ac 2c", "Ad 3c", "4c 5c", "6c 7c"), {"N play Ac": (0, -2), "N play 2c": (0, -2)}),
        # So does West's, behind South's; but a two that nobody takes can be given South's.
        (("Ac 2c", "Ad 3c", "Ah 5c", "As 7c"), {"N play Ac": (0, -2), "N play 2c": (11, -1)}),
        # South's takes all three aces if North leads his, or gets two tricks for North and South.
        (("Ac 2c", "Ad 3c", "Ah 5c", "6c 7c"), {"N play Ac": (33, -1), "N play 2c": (33, -1)}),
        # A two of East's takes the first trick, and nobody gives him anything.
        (("Ac 2c", "2d 3c", "4c 5c", "6c 7c"), {"N play Ac": (11, -1), "N play 2c": (0, -2)}),
    ],
)
def test_brute_force_sees_what_can_be_worked_out_by_hand(
    hands: tuple[str, ...], expected: dict[str, tuple[int, int]]
) -> None:
    assert brute(last_two_tricks(*hands), NOUGHT) == expected
    assert second_brute(last_two_tricks(*hands), NOUGHT) == expected
