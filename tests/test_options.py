"""Every option decides something: logs that are right with one value of it and wrong with every other that is stricter.

``files/options/OPTION-VALUE.json`` is a good log; beside it stands, by the other values of the option, which codes the
verifier then gives. The slow reference, which knows nothing of the verifier, has to accept and refuse the same.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ristilog.format.write import pretty
from ristilog.game.log import GameLog
from ristilog.game.ruleset import OPTIONS, in_domain
from ristilog.record import simulate
from ristilog.replay.legality import legal_actions
from ristilog.replay.state import Position
from ristilog.teach.solver.policies import POLICIES
from tests.helpers import FILES, changed, errors, judge
from tests.reference.reference import ReferenceDeal, match_winner, rules_for, score_deal

SAMPLES = sorted(path for path in (FILES / "options").glob("*.json") if ".expected" not in path.name)

LAXER: dict[str, list[Any]] = {
    "lead_limit": [2, 3, None],
    "dark_play": [False, True],
    "dark_lead_when_barred": ["forbid", "forbid-if-unplayed", "allow"],
    "fourth_king_ban": [True, False],
    "fourth_king_dark": ["forbid", "stands"],
}
"""Options that only forbid: each value allows all that those before it allow, so nothing is wrong with a later one."""


def spelt(value: Any) -> str:
    return json.dumps(value).strip('"')


def value_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def parts(path: Path) -> tuple[Any, str, Any]:
    """Log, option and value of a sample."""
    option, _, value = path.stem.partition("-")
    return json.loads(path.read_text()), option, value_of(value)


def expected(path: Path) -> dict[str, list[str]]:
    codes: dict[str, list[str]] = json.loads(path.with_name(f"{path.stem}.expected.json").read_text())
    return codes


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_good_as_it_is_and_wrong_with_another_value(path: Path) -> None:
    tree, option, value = parts(path)
    assert tree["rules"]["options"][option] == value
    assert judge(tree).verdict == "good"
    assert reference_accepts(tree)
    assert expected(path)
    for other, codes in expected(path).items():
        assert in_domain(option, value_of(other))
        flipped = changed(tree, f"/rules/options/{option}", value_of(other))
        assert codes
        assert [code for code, _ in errors(judge(flipped))] == codes
        assert not reference_accepts(flipped)


def test_every_value_of_every_option_decides_something() -> None:
    there: dict[str, dict[str, set[str]]] = {option: {} for option in OPTIONS}
    for path in SAMPLES:
        _, option, value = parts(path)
        there[option][spelt(value)] = set(expected(path))
    for option, domain in OPTIONS.items():
        if option == "target":  # one that is lower and one that is higher, under both ways of scoring
            assert set(there[option]) == {"7", "120"}
            for value, others in there[option].items():
                assert any(int(other) < int(value) for other in others)
                assert any(int(other) > int(value) for other in others)
            continue
        for value in domain:
            stricter = LAXER.get(option, list(domain))
            stricter = stricter[: stricter.index(value)] if option in LAXER else stricter
            others = {spelt(one) for one in stricter if one is not value}
            assert there[option].get(spelt(value), set()) == others, (option, value)


@pytest.mark.parametrize("option", LAXER)
def test_what_a_stricter_value_allows_a_laxer_one_allows(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, "anything", anything)
    base: dict[str, Any] = {"fourth_king_ban": True} if option == "fourth_king_dark" else {}
    for strict, lax in zip(LAXER[option], LAXER[option][1:], strict=False):
        for seed in range(6):
            log: GameLog = simulate.simulate(
                "ristikontra", f"lax-{seed}", options={**base, option: strict}, deals=2, policy="anything"
            )
            tree = json.loads(pretty(log))
            assert judge(tree).ok
            assert judge(changed(tree, f"/rules/options/{option}", lax)).ok


def anything(position: Position, random: Random) -> Any:
    """A policy that leads one rank again where it can, and else does whatever is allowed."""
    choices = legal_actions(position)
    again = [one for one in choices if not position.trick and position.leads and one.card[0] == position.leads[-1]]
    return random.choice(again or choices)


def reference_accepts(tree: Any) -> bool:
    """Whether the reference plays a log of one deal to its end and comes to the same claims."""
    rules = rules_for(tree["rules"]["name"], tree["rules"]["options"])
    start = tree.get("start", {"match": {"NS": 0, "EW": 0}, "held": 0})
    (deal,) = tree["deals"]
    hands = {seat: cards.split() for seat, cards in deal["hands"].items()}
    if any(len(cards) != rules["hand_size"] for cards in hands.values()) or match_winner(rules, start["match"]):
        return False
    order = "NESWNESW"["NESW".index(deal["dealer"]) + 1 :][:4]
    pack = [cards[place] for place in range(len(hands["N"])) for cards in (hands[seat] for seat in order)]
    slow = ReferenceDeal(rules, deal["dealer"], pack + deal["stock"].split())
    for number, trick in enumerate(deal["tricks"]):
        written = list(trick["actions"])
        while written:
            choice = "dark" if " dark " in written[0] else written[0][2:]
            if choice not in slow.legal():
                return False
            done = slow.act(choice)
            if written[: len(done)] != done:
                return False
            del written[: len(done)]
        if "winner" in trick:
            facts = slow.tricks()[number]
            if (facts["winner"], facts["points"]) != (trick["winner"], trick["points"]):
                return False
    if "score" not in deal:
        return True
    score = deal["score"]
    result = score_deal(rules, slow.points(), slow.clean(), start["match"], start["held"])
    return bool(
        score["points"] == slow.points()
        and score.get("clean", {"NS": True, "EW": True}) == slow.clean()
        and all(score[claim] == result[claim] for claim in ("award", "held", "match"))
        and tree["result"]["score"] == score["match"]
        and tree["result"].get("winner") == match_winner(rules, score["match"])
    )
