"""The engine against the slow reference, which was written from the rules' text alone: every choice of random games.

Games are played by choosers that seek what is rare: leading one rank again and again, and getting the kings out.
"""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ristilog.game.cards import PACK
from ristilog.game.log import ACTIONS, SideFlags, SideNumbers
from ristilog.game.ruleset import ONLY_UNDER, OPTIONS, PRESET_NAMES, PRESETS, Ruleset, resolve
from ristilog.game.table import SEATS, SIDES, Seat
from ristilog.replay.legality import barred_rank, king_is_barred, legal_actions
from ristilog.replay.scoring import Standing, clean_sides, deal_points, match_winner, outcome
from ristilog.replay.shuffle import deal_out
from ristilog.replay.state import Position, after, first_position
from tests.reference.reference import ReferenceDeal, rules_for, score_deal
from tests.reference.reference import match_winner as reference_winner

Counts = Counter[str]


def flips() -> list[tuple[str, dict[str, Any]]]:
    """Every preset as it is and with each option turned to each other value it may take there."""
    cases: list[tuple[str, dict[str, Any]]] = []
    for name in PRESET_NAMES:
        preset = PRESETS[name, 1]
        cases.append((name, {}))
        for option, domain in OPTIONS.items():
            if option == "target" or ONLY_UNDER.get(option, preset.scoring) != preset.scoring:
                continue
            for value in domain:
                if value != getattr(preset, option):
                    more = {"target": 3 if value == "game-points" else 90} if option == "scoring" else {}
                    cases.append((name, {option: value, **more}))
    return cases


def name_of(case: Any) -> str:
    return "-".join(f"{key}={value}" for key, value in case.items()) or "preset" if isinstance(case, dict) else case


class Chooser:
    """Plays at random, with a liking: for leading one rank again and again, for kings, dark play, queens, or none."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.liking = source.choice(["lead again", "kings", "dark", "queens", "none"])
        self.led = ""

    def choose(self, choices: list[str], leading: bool) -> str:
        ranks = Counter(choice[5] for choice in choices if choice != "dark")
        if leading and self.led not in ranks and ranks:
            self.led = ranks.most_common(1)[0][0]
        liked = [one for one in choices if self._likes(one, leading)]
        return self.source.choice(liked or choices)

    def _likes(self, choice: str, leading: bool) -> bool:
        if choice == "dark":
            return self.liking == "dark"
        if self.liking == "lead again":
            return (choice[5] == self.led) == leading
        return choice[5] == {"kings": "K", "queens": "Q"}.get(self.liking)


def stacked(source: random.Random, hand_size: int) -> list[str]:
    """A pack that deals most of a rank to one hand: whole chunks of a pack sorted by rank."""
    order = source.sample("23456789TJQKA", 13)
    cards = sorted(source.sample(PACK, 52), key=lambda card: order.index(card[0]))
    hands = [cards[place * hand_size : (place + 1) * hand_size] for place in range(4)]
    rest = source.sample(cards[4 * hand_size :], 52 - 4 * hand_size)
    return [card for row in zip(*hands, strict=True) for card in row] + rest


def compare_deal(rules: Ruleset, slow_rules: dict[str, object], seed: int, seen: Counts) -> None:
    """Play one deal on both, comparing everything at every turn and the score at the end."""
    source = random.Random(seed)
    pack = source.sample(PACK, 52) if source.random() < 0.5 else stacked(source, rules.hand_size)
    dealer: Seat = source.choice(SEATS)
    dealt = deal_out(pack, dealer, rules.hand_size)
    position = first_position(rules, dealer, dealt.hands, dealt.stock)
    slow = ReferenceDeal(slow_rules, dealer, list(pack))
    chooser = Chooser(source)
    while not position.over:
        assert position.to_act == slow.to_act()
        fast_legal = {str(choice)[2:] if choice.kind == "play" else "dark" for choice in legal_actions(position)}
        assert fast_legal == slow.legal()
        note_what_is_rare(position, fast_legal, seen)
        choice = chooser.choose(sorted(fast_legal), not position.trick)
        for text in slow.act(choice):
            assert ACTIONS[text] in legal_actions(position)
            position = after(position, ACTIONS[text])
    assert slow.to_act() is None
    assert [(one.winner, one.points, one.stock_phase) for one in position.tricks] == [
        (one["winner"], one["points"], one["stock_phase"]) for one in slow.tricks()
    ]
    points, clean = deal_points(position.tricks), clean_sides(rules, position.tricks)
    assert {side: points.of(side) for side in SIDES} == slow.points()
    assert {side: clean.of(side) for side in SIDES} == slow.clean()
    assert rules.pack_points == points.NS + points.EW
    compare_scores(rules, slow_rules, points, clean, source)


def note_what_is_rare(position: Position, legal: set[str], seen: Counts) -> None:
    barred = barred_rank(position)
    hand = position.hand(position.to_act or "N").known
    if barred is not None and any(card[0] == barred for card in hand):
        seen["waived" if any(choice[5] == barred for choice in legal if choice != "dark") else "barred lead"] += 1
    if barred is not None and position.stock:
        seen["dark lead allowed" if "dark" in legal else "dark lead barred"] += 1
    if king_is_barred(position):
        seen["king barred" if any(card[0] == "K" for card in hand) else "dark barred by kings"] += 1


def compare_scores(
    rules: Ruleset, slow_rules: dict[str, object], points: SideNumbers, clean: SideFlags, source: random.Random
) -> None:
    """Compare what the deal brings from a standing the match may have reached."""
    top = rules.target if rules.scoring == "game-points" else 2 * rules.target
    match = SideNumbers(NS=source.randrange(top), EW=source.randrange(top))
    held = source.randrange(3) if rules.tie_carry else 0
    result = outcome(rules, points, clean, Standing(match, held))
    expected = score_deal(
        slow_rules,
        {side: points.of(side) for side in SIDES},
        {side: clean.of(side) for side in SIDES},
        {side: match.of(side) for side in SIDES},
        held,
    )
    assert {side: result.award.of(side) for side in SIDES} == expected["award"]
    assert {side: result.standing.match.of(side) for side in SIDES} == expected["match"]
    assert result.standing.held == expected["held"]
    after_it: dict[str, int] = {side: result.standing.match.of(side) for side in SIDES}
    assert match_winner(rules, result.standing.match) == reference_winner(slow_rules, after_it)


def both(preset: str, options: dict[str, Any]) -> tuple[Ruleset, dict[str, object]]:
    rules, faults = resolve(preset, 1, options)
    assert rules is not None, faults
    return rules, rules_for(preset, options)


@pytest.mark.parametrize(("preset", "options"), flips(), ids=name_of)
def test_every_option_plays_as_the_reference(preset: str, options: dict[str, Any]) -> None:
    rules, slow_rules = both(preset, options)
    for seed in range(40 if not options else 12):
        compare_deal(rules, slow_rules, seed, Counter())


@st.composite
def agreements(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A preset with any number of options overridden, together meaning something."""
    preset = draw(st.sampled_from(PRESET_NAMES))
    chosen = draw(st.sets(st.sampled_from(sorted(OPTIONS))))
    options = {option: draw(st.sampled_from(list(OPTIONS[option]))) for option in sorted(chosen)}
    scoring = options.get("scoring", PRESETS[preset, 1].scoring)
    options = {option: value for option, value in options.items() if ONLY_UNDER.get(option, scoring) == scoring}
    if "scoring" in options:
        options["target"] = draw(st.integers(1, 1000))
    return preset, options


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(agreements(), st.integers(0, 2**32))
def test_any_agreement_plays_as_the_reference(agreement: tuple[str, dict[str, Any]], seed: int) -> None:
    rules, slow_rules = both(*agreement)
    compare_deal(rules, slow_rules, seed, Counter())


@settings(max_examples=300, deadline=None)
@given(agreements(), st.integers(0, 2**32), st.integers(0, 120), st.booleans(), st.booleans())
def test_any_score_is_the_reference_s(
    agreement: tuple[str, dict[str, Any]], seed: int, north: int, clean_north: bool, clean_east: bool
) -> None:
    rules, slow_rules = both(*agreement)
    north = min(north, rules.pack_points)
    points = SideNumbers(NS=north, EW=rules.pack_points - north)
    clean = SideFlags(NS=clean_north, EW=clean_east) if rules.cleaning else SideFlags(NS=True, EW=True)
    if 0 in (points.NS, points.EW):
        clean = SideFlags(NS=True, EW=True)  # who has no card points has no queen
    compare_scores(rules, slow_rules, points, clean, random.Random(seed))


def test_what_is_rare_occurs() -> None:
    seen: Counts = Counter()
    cases: list[tuple[str, dict[str, Any]]] = [
        ("ristikontra", {}),
        ("ristikontra", {"lead_limit": 2}),
        ("ristikontra", {"dark_lead_when_barred": "forbid-if-unplayed"}),
        ("ristikontra", {"dark_lead_when_barred": "allow"}),
        ("ristikontra", {"hand_size": 4}),
        ("ristiklappi", {}),
        ("ristikontra-fi", {"fourth_king_dark": "stands"}),
    ]
    for preset, options in cases:
        rules, slow_rules = both(preset, options)
        for seed in range(100):
            compare_deal(rules, slow_rules, 1000 + seed, seen)
    for rare in (
        "barred lead",
        "waived",
        "dark lead barred",
        "dark lead allowed",
        "king barred",
        "dark barred by kings",
    ):
        assert seen[rare] >= 10, (rare, seen)
