"""Making logs: simulated matches, and what a hand-written log lacks."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ristilog import RistilogError, fill, simulate
from ristilog.format.write import game_hash, pretty
from ristilog.game.log import ACTIONS
from ristilog.game.ruleset import PRESET_NAMES, PRESETS
from ristilog.game.table import SIDE
from ristilog.referee.verify import verify
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import deal_points
from ristilog.replay.shuffle import deal_out, shuffled
from ristilog.replay.state import after, first_position
from ristilog.teach.solver.policies import sensible
from tests.helpers import GOOD, changed, errors, load, without
from tests.test_reference import agreements


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_made_matches_are_complete_and_good(rules: str) -> None:
    for seed in ("a", "ä♠", "3"):
        log = simulate(rules, seed)
        verdict = verify(log)
        assert verdict.ok
        assert not verdict.findings
        assert verdict.winner is not None
        assert log == simulate(rules, seed)
        for number, deal in enumerate(log.deals, start=1):
            dealt = deal_out(shuffled(f"{seed}/{number}"), deal.dealer, 5 if rules == "ristiklappi" else 6)
            assert deal.stock == " ".join(dealt.stock)


@settings(max_examples=60, deadline=None)
@given(agreements(), st.integers(0, 2**32), st.sampled_from("NESW"))
def test_any_agreement_makes_good_matches(agreement: tuple[str, dict[str, Any]], seed: int, dealer: Any) -> None:
    rules, options = agreement
    log = simulate(rules, str(seed), options=options, deals=2, dealer=dealer)
    verdict = verify(log)
    assert verdict.ok, verdict.findings
    assert log.deals[0].dealer == dealer
    assert log.result
    assert log.result.ended == ("complete" if verdict.winner else "adjourned")


def test_the_players_are_sensible() -> None:
    """They match for points, throw points on a partner's sure trick, and go dark rather than spoil a hand."""
    kinds: Counter[str] = Counter()
    points = Counter[str]()
    for number in range(40):
        for deal in simulate("ristikontra", f"sense-{number}", deals=1).deals:
            for trick in deal.tricks or ():
                plays = [ACTIONS[text] for text in trick.actions if " draw " not in text]
                kinds.update(play.kind for play in plays)
                rich = isinstance(trick.points, int) and trick.points >= 10
                if rich:
                    points["led" if trick.winner == plays[0].seat else "taken"] += 1
    assert 0.02 < kinds["dark"] / kinds.total() < 0.3
    assert points["taken"] > 0.25 * points.total()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rules": "ristikonta", "seed": "a"}, 'did you mean "ristikontra"'),
        ({"rules": "ristikontra", "seed": ""}, "1 to 256 bytes"),
        ({"rules": "ristikontra", "seed": "x" * 255}, "1 to 256 bytes"),
        ({"rules": "ristikontra", "seed": "a", "options": {"hand_size": 10}}, "from 4 to 9"),
        ({"rules": "ristikontra", "seed": "a", "options": {"scoring": "cumulative"}}, "target"),
    ],
)
def test_what_cannot_be_simulated(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(RistilogError, match=words):
        simulate(**arguments)


def bare(tree: Any) -> Any:
    """The log as a person might write it: the actions, and nothing that follows from them."""
    tree = {key: value for key, value in tree.items() if key != "result"}
    tree["deals"] = [
        {key: value for key, value in deal.items() if key != "score"}
        | {"tricks": [{"actions": [a for a in trick["actions"] if " draw " not in a]} for trick in deal["tricks"]]}
        for deal in tree["deals"]
    ]
    return tree


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_filling_gives_back_what_was_left_out(path: Any) -> None:
    tree = json.loads(path.read_text())
    filled = fill(json.dumps(bare(tree)).encode())
    assert filled.findings == ()
    assert filled.log is not None
    assert json.loads(pretty(filled.log)) == tree
    assert fill(pretty(filled.log)).log == filled.log


def test_filling_keeps_what_is_written() -> None:
    tree = load("good/ristikontra-one-deal.json")
    tree |= {"id": "kept", "meta": {"title": "ä"}, "ext": {"mine": 1}}
    tree = without(tree, "/deals/0/tricks/3/winner")
    filled = fill(json.dumps(tree).encode()).log
    assert filled is not None
    assert json.loads(pretty(filled)) == changed(tree, "/deals/0/tricks/3/winner", "S")


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        ("/deals/0/tricks/3/points", 9, "S402"),
        ("/deals/0/tricks/3/actions/0", "E play 2c", "P302"),
        ("/deals/0/hands/N", "Jd Jh Th 6d Kd", "D202"),
        ("/rules/name", "bridge", "F106"),
        ("/deals/0/dealer", 5, "F104"),
    ],
)
def test_a_wrong_log_is_not_touched(pointer: str, value: Any, code: str) -> None:
    filled = fill(json.dumps(changed(load("good/ristikontra-one-deal.json"), pointer, value)).encode())
    assert filled.log is None
    assert [one.code for one in filled.findings] == [code]
    assert all(one.line == 1 for one in filled.findings)


def test_a_fault_behind_a_missing_draw_is_found_too() -> None:
    tree = bare(load("good/ristikontra-one-deal.json"))
    tree["deals"][0]["tricks"][7]["actions"][2] = "W play 2c"
    filled = fill(json.dumps(tree).encode())
    assert filled.log is None
    assert [(one.code, one.at) for one in filled.findings] == [("P302", "1.8.3")]
    (found,) = filled.findings
    text = json.dumps(tree)
    assert (found.line, found.column) == (1, text.rindex('"W play 2c"') + 1)
    assert found.pointer == "/deals/0/tricks/7/actions/2"


def test_a_table_record_is_filled_with_hidden_draws() -> None:
    tree = bare(load("good/ristiklappi-one-deal.json")) | {"view": "table"}
    tree["deals"] = [{"dealer": deal["dealer"], "tricks": deal["tricks"]} for deal in tree["deals"]]
    filled = fill(json.dumps(tree).encode())
    assert filled.log is not None, filled.findings
    verdict = verify(filled.log)
    assert verdict.verdict == "good-as-seen"
    full = load("good/ristiklappi-one-deal.json")
    assert json.loads(pretty(filled.log))["deals"][0]["score"] == full["deals"][0]["score"]


def test_an_unfinished_log_stays_unfinished() -> None:
    tree = bare(load("good/ristikontra-one-deal.json"))
    tree["deals"][0]["tricks"] = [*tree["deals"][0]["tricks"][:2], {"actions": ["E play 5h"]}]
    filled = fill(json.dumps(tree).encode())
    assert filled.log is not None, filled.findings
    tricks = filled.log.deals[0].tricks
    assert tricks
    assert [trick.winner for trick in tricks[:2]] == ["W", "E"]
    assert tricks[2].actions == ("E play 5h", "E draw 4h")
    assert not filled.log.deals[0].score
    assert not filled.log.result


def test_times_go_with_the_draws_put_in() -> None:
    tree = load("good/ristikontra-one-deal.json")
    tree["deals"][0]["tricks"][0]["actions"].pop(1)
    tree["deals"][0]["tricks"][0]["times"] = [1, 2, 3, 4, 5, 6]
    filled = fill(json.dumps(tree).encode()).log
    assert filled is not None
    assert filled.deals[0].tricks
    assert filled.deals[0].tricks[0].times == (1, 1, 2, 3, 4, 5, 6)


def test_a_newer_format_is_not_rewritten() -> None:
    tree = load("good/ristikontra-one-deal.json") | {"ristilog": "1.3"}
    with pytest.raises(RistilogError, match="newer program"):
        fill(json.dumps(tree).encode())


def test_the_game_hash_knows_only_the_game() -> None:
    log = simulate("ristikontra", "hash", deals=1)
    tree = json.loads(pretty(log))
    for pointer, value in [
        ("/players", {}),
        ("/meta", {"title": "x"}),
        ("/id", "x"),
        ("/deals/0/shuffle", {"method": "hmac-sha256-1"}),
        ("/deals/0/tricks/0/times", list(range(len(tree["deals"][0]["tricks"][0]["actions"])))),
        ("/start", {"match": {"NS": 0, "EW": 0}, "held": 0}),
        ("/rules/options", {"lead_limit": 3}),
    ]:
        verdict = verify(json.dumps(changed(tree, pointer, value)).encode())
        assert verdict.game == game_hash(log), pointer
        assert verdict.record != verify(log).record, pointer
    assert not errors(verify(log))


def test_sensible_play_beats_random_play() -> None:
    rules = PRESETS["ristikontra", 1]
    total = 0
    for number in range(12):
        seed = f"strength-{number}"
        dealt = deal_out(shuffled(seed), "S", 6)
        position, source = first_position(rules, "S", dealt.hands, dealt.stock), Random(seed)
        while not position.over:
            choices = legal_actions(position)
            by_sense = SIDE[choices[0].seat] == "NS"
            position = after(position, sensible(position, source) if by_sense else source.choice(choices))
        total += deal_points(position.tricks).NS
    assert total > 12 * 80
