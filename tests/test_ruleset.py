"""Names, versions and options: which make a ruleset, held against the rules in words, and what is said of the others.

What is valid is stated here a second time, from docs/rules.md and not from the program.
"""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ristilog.game.ruleset import MAX_FAULTS, PRESETS, resolve, settings
from tests.helpers import changed, judge, load

ONE = load("good/ristikontra-one-deal.json")
WORDS: dict[str, list[Any]] = {
    "hand_size": [4, 5, 6, 7, 8, 9],
    "card_values": ["b", "a"],
    "lead_limit": [2, 3, None],
    "dark_play": [True, False],
    "dark_lead_when_barred": ["forbid", "forbid-if-unplayed", "allow"],
    "draw": ["immediate", "after-trick"],
    "fourth_king_ban": [True, False],
    "fourth_king_dark": ["forbid", "stands"],
    "cleaning": [True, False],
    "queen_trick": ["led", "any-queen"],
    "dirty_winner": ["no-point", "opponents"],
    "dirty_loss_points": [1, 2],
    "sweep_points": [1, 2],
    "tie_carry": [True, False],
    "scoring": ["game-points", "cumulative"],
    "wipe_on_zero": [True, False],
    "target": [1, 7, 60, 120, 1000],
}
"""Option → the values of the table of house rules; of `target` the ends and what presets have."""
WRONG: dict[str, list[Any]] = {
    "hand_size": [3, 10, "6", 6.0, True, None],
    "card_values": ["c", "B", 1],
    "lead_limit": [1, 4, "3", 3.0, False, "null"],
    "dark_play": [0, 1, "true", None],
    "dark_lead_when_barred": ["forbit", True, None],
    "draw": ["after trick", False],
    "fourth_king_ban": ["false", 1],
    "fourth_king_dark": ["stand", True],
    "cleaning": ["yes", 0],
    "queen_trick": ["any", None],
    "dirty_winner": ["nobody", True],
    "dirty_loss_points": [0, 3, True, "1"],
    "sweep_points": [0, 3, 2.0, "2"],
    "tie_carry": [1, "false"],
    "scoring": ["points", None, ["cumulative"]],
    "wipe_on_zero": [0, "true"],
    "target": [0, 1001, -1, "7", 7.0, True, None],
}
GAME_POINTS_ONLY = {"cleaning", "queen_trick", "dirty_winner", "dirty_loss_points", "sweep_points", "tie_carry"}
CUMULATIVE_ONLY = {"wipe_on_zero"}
BASE = {
    "ristikontra": "game-points",
    "ristikontra-fi": "game-points",
    "ristiklappi": "game-points",
    "alga-b": "cumulative",
    "alga-a": "cumulative",
}
"""Preset → its scoring, by the table of rulesets."""


def allowed(option: str, value: Any) -> bool:
    if option == "target" and type(value) is int:
        return 1 <= value <= 1000
    return any(type(value) is type(one) and value == one for one in WORDS[option])


def stated_faults(name: str, options: dict[str, Any]) -> set[str]:
    """Where the rules' text finds fault, as paths below the log's ``rules``."""
    scoring = options.get("scoring", BASE[name])
    known = scoring in ("game-points", "cumulative")
    faults = set()
    for option, value in options.items():
        useless = GAME_POINTS_ONLY if scoring == "cumulative" else CUMULATIVE_ONLY
        if not allowed(option, value) or (known and option in useless):
            faults.add(f"options/{option}")
    if not faults and "scoring" in options and "target" not in options:
        faults.add("options")
    return faults


def stated_settings(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """What valid options come to: the preset's values, those of a scoring that was overridden, and the options."""
    preset = settings(PRESETS[name, 1])
    scoring = options.get("scoring", BASE[name])
    if scoring == BASE[name]:
        return preset | options
    useless = GAME_POINTS_ONLY if scoring == "cumulative" else CUMULATIVE_ONLY
    kept = {option: value for option, value in preset.items() if option not in useless}
    if scoring == "cumulative":
        return kept | {"wipe_on_zero": True} | options
    ristikontra = settings(PRESETS["ristikontra", 1])
    return kept | {option: ristikontra[option] for option in GAME_POINTS_ONLY} | options


def compare(name: str, options: dict[str, Any]) -> bool:
    rules, faults = resolve(name, 1, options)
    assert {fault.where for fault in faults} == stated_faults(name, options), (name, options)
    assert (rules is None) == bool(faults)
    if rules is not None:
        assert settings(rules) == stated_settings(name, options), (name, options)
    for fault in faults:
        assert fault.reason[0].islower()
        assert len(fault.reason) < 400
    return rules is not None


def one_or_two(values: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    yield {}
    for option, domain in values.items():
        for value in domain:
            yield {option: value}
    for one, other in itertools.combinations(values, 2):
        for value, another in itertools.product(values[one], values[other]):
            yield {one: value, other: another}


@pytest.mark.parametrize("name", BASE)
def test_every_option_and_every_pair_of_options(name: str) -> None:
    valid = [compare(name, options) for options in one_or_two(WORDS)]
    assert len(valid) > 800
    assert {True, False} == set(valid)


@pytest.mark.parametrize("name", BASE)
def test_every_wrong_value_alone_and_beside_another_option(name: str) -> None:
    for option, domain in WRONG.items():
        for value in domain:
            assert not compare(name, {option: value})
            for other in WORDS:
                if other != option:
                    compare(name, {option: value, other: WORDS[other][-1]})


def test_whole_combinations() -> None:
    source = random.Random("whole combinations")
    valid = faulty = 0
    for _ in range(6000):
        name = source.choice(sorted(BASE))
        chosen = source.sample(sorted(WORDS), source.randrange(len(WORDS) + 1))
        values = WORDS if source.random() < 0.9 else {option: WORDS[option] + WRONG[option] for option in WORDS}
        options = {option: source.choice(values[option]) for option in chosen}
        if source.random() < 0.5:  # most would mean nothing under their scoring
            useless = CUMULATIVE_ONLY if options.get("scoring", BASE[name]) == "game-points" else GAME_POINTS_ONLY
            options = {option: value for option, value in options.items() if option not in useless}
        if compare(name, options):
            valid += 1
        else:
            faulty += 1
    assert valid > 1500
    assert faulty > 1500


def test_the_order_of_options_does_not_matter() -> None:
    source = random.Random("order")
    for _ in range(300):
        name = source.choice(sorted(BASE))
        options = {option: source.choice(WORDS[option]) for option in source.sample(sorted(WORDS), 6)}
        shuffled = dict(source.sample(list(options.items()), len(options)))
        rules, faults = resolve(name, 1, options)
        again, others = resolve(name, 1, shuffled)
        assert rules == again
        assert sorted(fault.where for fault in faults) == sorted(fault.where for fault in others)


def test_the_table_of_values_is_whole() -> None:
    for name in BASE:
        assert settings(PRESETS[name, 1]).keys() <= WORDS.keys()
    assert set(BASE) == {name for name, _ in PRESETS}


# ---- what is said


def said(options: dict[str, Any], name: str = "ristikontra", version: Any = 1) -> str:
    rules = {"name": name, "version": version, "options": options}
    messages = [one.message for one in judge(changed(ONE, "/rules", rules)).findings if one.code == "F106"]
    (message,) = messages
    return message


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ristikonta", "ristikontra"),
        ("Ristikontra", "ristikontra"),
        ("RISTIKLAPPI", "ristiklappi"),
        ("ristikontra_fi", "ristikontra-fi"),
        ("alga b", "alga-b"),
        ("Alga-A", "alga-a"),
    ],
)
def test_a_name_that_is_nearly_right(written: str, meant: str) -> None:
    assert said({}, name=written) == f'no ruleset is called "{written}"; did you mean "{meant}"?'


def test_a_name_that_is_nothing_like_one_gets_the_list() -> None:
    assert said({}, name="poker").endswith("there are ristikontra, ristikontra-fi, ristiklappi, alga-b, alga-a")


@pytest.mark.parametrize("version", [0, 2, -1, 2**53 - 1])
def test_a_version_that_is_not_known(version: int) -> None:
    assert said({}, version=version) == f"version {version} of ristikontra is not known, only 1"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("lead_limits", "lead_limit"),
        ("leadLimit", "lead_limit"),
        ("lead-limit", "lead_limit"),
        ("cleanin", "cleaning"),
        ("FOURTH_KING_BAN", "fourth_king_ban"),
        ("tie carry", "tie_carry"),
        ("queen_tricks", "queen_trick"),
    ],
)
def test_an_option_that_is_nearly_right(written: str, meant: str) -> None:
    assert said({written: True}) == f'no option is called "{written}"; did you mean "{meant}"?'


@pytest.mark.parametrize(
    ("option", "written", "shown", "meant"),
    [
        ("dark_lead_when_barred", "forbit", '"forbit"', '"forbid"'),
        ("dark_lead_when_barred", "Allow", '"Allow"', '"allow"'),
        ("dark_lead_when_barred", "forbid_if_unplayed", '"forbid_if_unplayed"', '"forbid-if-unplayed"'),
        ("draw", "after trick", '"after trick"', '"after-trick"'),
        ("queen_trick", "any queen", '"any queen"', '"any-queen"'),
        ("card_values", "B", '"B"', '"b"'),
        ("lead_limit", "3", '"3"', "3"),
        ("lead_limit", 3.0, "3.0", "3"),
        ("lead_limit", "null", '"null"', "null"),
        ("lead_limit", "none", '"none"', "null"),
        ("hand_size", "6", '"6"', "6"),
        ("hand_size", 6.0, "6.0", "6"),
        ("target", "120", '"120"', "120"),
        ("dark_play", "true", '"true"', "true"),
        ("dark_play", "False", '"False"', "false"),
        ("dark_play", "yes", '"yes"', "true"),
        ("dark_play", 0, "0", "false"),
        ("dark_play", 1, "1", "true"),
        ("sweep_points", "2", '"2"', "2"),
    ],
)
def test_a_value_that_is_nearly_right(option: str, written: Any, shown: str, meant: str) -> None:
    message = said({option: written})
    assert message.startswith(f"{option} takes ")
    assert message.endswith(f", not {shown}; did you mean {meant}?")


@pytest.mark.parametrize(
    ("option", "written"),
    [
        ("lead_limit", 4),
        ("lead_limit", 0),
        ("lead_limit", False),
        ("lead_limit", 2.5),
        ("hand_size", 60),
        ("hand_size", True),
        ("target", 0),
        ("target", "seven"),
        ("target", "1" * 5000),
        ("dark_play", None),
        ("dark_play", 2),
        ("card_values", "c"),
        ("draw", "never"),
        ("draw", ["immediate"]),
        ("scoring", {"game-points": True}),
    ],
)
def test_a_value_that_is_nothing_like_one(option: str, written: Any) -> None:
    message = said({option: written})
    assert message.startswith(f"{option} takes ")
    assert "did you mean" not in message
    assert len(message) < 200


@pytest.mark.parametrize("option", sorted(GAME_POINTS_ONLY))
def test_what_means_nothing_under_running_totals(option: str) -> None:
    value = WORDS[option][0]
    assert said({option: value}, name="alga-a") == f"{option} means nothing under cumulative scoring"
    both = {"scoring": "cumulative", "target": 9, option: value}
    assert said(both) == f"{option} means nothing under cumulative scoring"


def test_many_faults_are_named_up_to_a_limit() -> None:
    options = {f"option-{number}": number for number in range(3 * MAX_FAULTS)}
    _, faults = resolve("ristikontra", 1, options)
    assert len(faults) == MAX_FAULTS
