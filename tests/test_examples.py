"""The worked examples of the source texts: tricks, legal leads, cleaning, scores, matches."""

from typing import Any

import pytest

from ristilog.game.cards import PACK, SUITS
from ristilog.game.log import Play, SideFlags, SideNumbers
from ristilog.game.ruleset import PRESETS, Ruleset, resolve
from ristilog.game.table import SEATS
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import (
    NOUGHT,
    Standing,
    TrickFacts,
    clean_sides,
    match_winner,
    outcome,
    trick_points,
    trick_winner,
)
from ristilog.replay.state import Holding, Position, after, first_position
from tests.helpers import load

EXAMPLES: list[dict[str, Any]] = load("examples.json")


def examples(*kinds: str) -> list[Any]:
    return [pytest.param(one, id=one["id"]) for one in EXAMPLES if one["kind"] in kinds]


def rulesets(example: dict[str, Any]) -> list[Ruleset]:
    """The rulesets an example speaks of."""
    names = example["ruleset"].split(";")
    found = [
        resolve(name, 1, example.get("options", {}))[0]
        for name, _ in PRESETS
        if any(wanted == "any" or name == wanted or name.startswith(f"{wanted}-b") for wanted in names)
    ]
    assert found
    assert None not in found
    return [one for one in found if one is not None]


def with_table_b(rules: list[Ruleset]) -> list[Ruleset]:
    """Those that count 120 a pack, as the examples' points do."""
    return [one for one in rules if one.card_values == "b"]


def trick(cards: list[str]) -> tuple[Play, ...]:
    """A trick led by North, from ranks as the examples write them (suits never matter)."""
    ranks = [card.removesuffix("(dark)").replace("10", "T") for card in cards]
    kinds = ["dark" if card.endswith("(dark)") else "play" for card in cards]
    return tuple(
        Play(seat, "dark" if kind == "dark" else "play", rank + suit)
        for seat, kind, rank, suit in zip(SEATS, kinds, ranks, SUITS, strict=False)
    )


@pytest.mark.parametrize("example", examples("trick", "trick_prefix", "trick_points_only"))
def test_tricks(example: dict[str, Any]) -> None:
    plays = trick(example["input"])
    expected = example["expected"]
    for rules in with_table_b(rulesets(example)):
        assert trick_points(rules, plays) == expected.get("points", expected.get("points_so_far"))
        winner = expected.get("winner", expected.get("leading"))
        if winner is not None:
            assert SEATS.index(trick_winner(plays)) + 1 == winner
        assert plays[0].card[0] == expected.get("led_rank", plays[0].card[0])


@pytest.mark.parametrize("example", examples("rank_equal"))
def test_suits_never_matter(example: dict[str, Any]) -> None:
    for led, other, equal in example["input"]:
        plays = (Play("N", "play", led[0] + led[1].lower()), Play("E", "play", other[0] + other[1].lower()))
        assert (trick_winner(plays) == "E") == equal


def position(rules: Ruleset, hand: list[str], stock: int, **more: Any) -> Position:
    """A position with West to act, a hand of these ranks (hidden cards in the others), and so much stock."""
    cards = tuple(f"{rank}s" for rank in hand)
    others = Holding((), rules.hand_size)
    hands = (others, others, others, Holding(cards))
    return Position(rules=rules, hands=hands, stock=("2c",) * stock, leader="W", **more)


@pytest.mark.parametrize("example", examples("legal_lead"))
def test_leads(example: dict[str, Any]) -> None:
    given, expected = example["input"], example["expected"]
    stock = 4 if given.get("stock") == ">0" else 0
    leads = tuple("K" if rank == "r" else rank for rank in given["last_leads"])
    for rules in rulesets(example):
        here = position(rules, given.get("hand", ["9", "8"]), stock, leads=leads, out=frozenset({"Kc", "Kd", "Kh"}))
        choices = legal_actions(here)
        if "legal" in expected:
            assert {one.card[0] for one in choices if one.kind == "play"} == set(expected["legal"])
        if "dark" in expected:
            assert any(one.kind == "dark" for one in choices) == expected["dark"]


@pytest.mark.parametrize("example", examples("legal_play"))
def test_the_fourth_king(example: dict[str, Any]) -> None:
    for rules in rulesets(example):
        stock = 4 if example["input"]["stock"] == ">0" else 0
        here = position(rules, ["K", "9"], stock, out=frozenset({"Kc", "Kd", "Kh"}))
        assert ("Ks" in {one.card for one in legal_actions(here)}) == example["expected"]["K_legal"]
        assert any(one.kind == "dark" for one in legal_actions(here)) is False


@pytest.mark.parametrize("example", examples("legal_follow"))
def test_a_match_may_be_withheld(example: dict[str, Any]) -> None:
    for rules in rulesets(example):
        led = Play("S", "play", f"{example['input']['led']}c")
        here = position(rules, example["input"]["hand"], 0, trick=(led,))
        here = Position(
            rules=rules, hands=here.hands, stock=(), leader="S", trick=(led,), leads=("8",), out=frozenset({"8c"})
        )
        assert sorted(one.card[0] for one in legal_actions(here)) == sorted(example["expected"]["legal"])


@pytest.mark.parametrize("example", examples("turn"))
def test_a_turn_takes_one_card_of_the_stock(example: dict[str, Any]) -> None:
    for rules in rulesets(example):
        hands = {seat: PACK[6 * place : 6 * place + 6] for place, seat in enumerate(SEATS)}
        before = first_position(rules, "S", hands, PACK[24:])
        choice = next(
            one for one in legal_actions(before) if (one.kind == "dark") == (example["input"]["action"] == "dark")
        )
        behind = after(before, choice)
        if behind.due:
            behind = after(behind, legal_actions(behind)[0])
        assert (len(behind.hand("W")), len(behind.stock)) == (6, len(before.stock) - 1)
        assert ("2h" in behind.hand("W").known) == example["expected"].get("drew", True) or choice.kind == "play"


@pytest.mark.parametrize("example", examples("clean"))
def test_cleaning(example: dict[str, Any]) -> None:
    def tricks(texts: list[str], stock_phase: bool) -> list[TrickFacts]:
        made = []
        for text in texts:
            cards = ["2c", "3c", "4c", "5c"]
            if "K" in text:
                cards[1] = "Kd"
            if "a Q" in text or "won Q" in text or "2+ Q" in text:
                cards[2] = "Qd"
            if "2+ Q" in text:
                cards[3] = "Qh"
            if "led by Q" in text:
                cards[0] = "Qs"
            plays = tuple(Play(seat, "play", card) for seat, card in zip(SEATS, cards, strict=True))
            made.append(TrickFacts(plays=plays, winner="N", points=0, stock_phase=stock_phase))
        return made

    given, expected = example["input"], example["expected"]
    early, late = tricks(given["stock_tricks"], True), tricks(given["hand_tricks"], False)
    for rules in rulesets(example):
        if "dirty_after_stock" in expected:
            assert clean_sides(rules, early).NS is not expected["dirty_after_stock"]
        assert clean_sides(rules, [*early, *late]).NS is expected["clean_at_end"]
        assert clean_sides(rules, [*early, *late]).EW is True


@pytest.mark.parametrize("example", examples("counts", "pack_total"))
def test_counts(example: dict[str, Any]) -> None:
    expected = example["expected"]
    for rules in rulesets(example):
        if example["kind"] == "pack_total":
            assert rules.pack_points == expected
        else:
            assert rules.stock_size == expected["stock"]
            assert rules.stock_size // 4 == expected["stock_tricks"]
            assert rules.hand_size == expected["hand_tricks"]


@pytest.mark.parametrize("example", examples("deal_check"))
def test_points_of_a_deal_add_up(example: dict[str, Any]) -> None:
    for rules in with_table_b(rulesets(example)):
        assert (sum(example["input"]) == rules.pack_points) == example["expected"]["ok"]


@pytest.mark.parametrize("example", examples("deal_score"))
def test_deal_scores(example: dict[str, Any]) -> None:
    given, expected = example["input"], example["expected"]
    clean = SideFlags(**dict(zip(("NS", "EW"), given.get("clean", [True, True]), strict=True)))
    points = SideNumbers(NS=given["points"][0], EW=given["points"][1])
    for rules in rulesets(example):
        result = outcome(rules, points, clean, Standing(NOUGHT, given.get("carry", 0)))
        assert expected["game_points"] == [result.award.NS, result.award.EW]
        if "carry" in expected:
            assert result.standing.held == expected["carry"]


@pytest.mark.parametrize("example", examples("match", "total", "wipe"))
def test_matches(example: dict[str, Any]) -> None:
    given, expected = example["input"], example["expected"]
    clean = SideFlags(NS=True, EW=True)
    for rules in rulesets(example):
        standing = Standing(NOUGHT, 0)
        if example["kind"] == "match" and isinstance(given, dict):
            before = SideNumbers(NS=given["score"][0], EW=given["score"][1])
            assert rules.target == given["target"]
            result = outcome(rules, SideNumbers(NS=61, EW=59), clean, Standing(before, 0))
            assert given["award"] == [result.award.NS, result.award.EW]
            assert match_winner(rules, result.standing.match) == "NS"
        elif example["kind"] == "match":
            for north, east in given:
                standing = outcome(rules, SideNumbers(NS=north, EW=east), clean, standing).standing
            assert expected["totals"] == [standing.match.NS, standing.match.EW]
            assert (match_winner(rules, standing.match) is not None) == expected["over"]
        elif example["kind"] == "total":
            before = SideNumbers(NS=given["prev"], EW=0)
            points = SideNumbers(NS=given["deal"], EW=120 - given["deal"])
            result = outcome(rules, points, clean, Standing(before, 0))
            total = expected if isinstance(expected, int) else expected["own"]
            assert total == result.standing.match.NS
            if not isinstance(expected, int):
                assert expected["opponents_gain"] == result.award.EW
        else:
            points = SideNumbers(NS=expected["deal"], EW=120 - expected["deal"])
            result = outcome(rules, points, clean, Standing(SideNumbers(NS=50, EW=0), 0))
            assert (result.standing.match.NS == 0) == expected["wiped"]


def test_every_example_is_tested() -> None:
    kinds = {"trick", "trick_prefix", "trick_points_only", "rank_equal", "legal_lead", "legal_play", "legal_follow"}
    kinds |= {"turn", "clean", "counts", "pack_total", "deal_check", "deal_score", "match", "total", "wipe"}
    assert {one["kind"] for one in EXAMPLES} == kinds
