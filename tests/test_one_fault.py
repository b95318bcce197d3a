"""How faults are told from their consequences, and what is judged of the rest."""

import copy
import json
from typing import Any

import pytest

from ristilog.format.write import pretty
from ristilog.game.table import AFTER
from ristilog.record.simulate import simulate
from ristilog.referee.verify import verify
from ristilog.replay.shuffle import commitment, deal_out, shuffled
from tests.helpers import changed, codes, damaged, errors, judge, load, only, without

ONE = load("good/ristikontra-one-deal.json")
MATCH = load("good/ristikontra-match.json")
KLAPPI = load("good/ristiklappi-match.json")
ALGA = load("good/alga-b-match.json")


def test_a_finding_says_where_it_is() -> None:
    found = only(judge(changed(ONE, "/deals/0/tricks/4/actions/2", "W play 9d")))
    assert (found.code, found.at, found.pointer) == ("P302", "1.5.2", "/deals/0/tricks/4/actions/2")
    assert (found.name, found.found) == ("card-not-in-hand", "9d")


def test_line_and_column_count_characters() -> None:
    text = '{"ristilog": "1.0",\r\n "meta": {"title": "ääni"}, "rules":\t{"name": "nope", "version": 1}, "deals": []}'
    (found,) = verify(text.encode()).findings
    assert (found.line, found.column) == (2, text.splitlines()[1].index('"nope"') + 1)


def test_a_stopped_deal_is_noted_once_and_the_next_is_judged() -> None:
    tree = changed(MATCH, "/deals/1/tricks/2/actions/0", "N play 2c")
    tree = changed(tree, "/deals/6/score/points/NS", 1)
    verdict = judge(tree)
    assert [code for code, _ in errors(verdict)][1:] == ["S403"]
    assert codes(verdict).count("W606") == 1


def test_claims_before_the_stop_are_judged_and_those_after_it_are_not() -> None:
    tree = changed(ONE, "/deals/0/tricks/6/actions/1", "E draw 2c")
    tree = changed(tree, "/deals/0/tricks/1/points", 5)
    tree = changed(tree, "/deals/0/tricks/9/points", 5)
    assert errors(judge(tree)) == [("S402", "/deals/0/tricks/1/points"), ("P305", "/deals/0/tricks/6/actions/1")]


def test_the_score_of_a_stopped_deal_stands_in() -> None:
    tree = changed(MATCH, "/deals/1/tricks/2/actions/0", "N play 2c")
    wrong = changed(tree, "/deals/2/score/match/EW", 5)
    assert errors(judge(wrong))[1:] == [("S406", "/deals/2/score/match/EW")]


def test_without_its_score_the_standing_is_unknown_until_a_deal_states_it() -> None:
    tree = without(changed(MATCH, "/deals/1/tricks/2/actions/0", "N play 2c"), "/deals/1/score")
    tree = changed(tree, "/deals/2/score/award/NS", 5)  # not judged: nobody knows from where it was counted
    tree = changed(tree, "/deals/4/score/award/NS", 5)  # judged from what deal 3 states
    assert [code for code, _ in errors(judge(tree))] == ["P302", "S404"]
    assert errors(judge(tree))[1] == ("S404", "/deals/4/score/award/NS")


def test_a_void_deal_is_not_judged_and_the_same_seat_deals_again() -> None:
    first = {"dealer": "S", "void": "a card was turned up in the deal", "tricks": [{"actions": ["N play 2c"]}]}
    tree = {**MATCH, "deals": [first, *MATCH["deals"]]}
    verdict = judge(tree)
    assert verdict.ok
    assert verdict.winner == "NS"


def test_faults_of_form_in_a_void_deal_are_faults() -> None:
    first = {"dealer": "S", "void": "misdeal", "stock": "2x"}
    assert errors(judge({**MATCH, "deals": [first, *MATCH["deals"]]})) == [("F104", "/deals/0/stock")]


def test_a_score_only_deal_is_checked_against_itself_and_the_match() -> None:
    deals = [{key: value for key, value in deal.items() if key in ("dealer", "score")} for deal in MATCH["deals"]]
    tree = {**MATCH, "deals": deals}
    verdict = judge(tree)
    assert verdict.ok
    assert codes(verdict) == ["W605"] * 10
    assert verdict.winner == "NS"
    wrong = changed(tree, "/deals/3/score/points/NS", deals[3]["score"]["points"]["NS"] + 1)
    assert errors(judge(wrong)) == [("S403", "/deals/3/score/points")]
    wrong = changed(tree, "/deals/3/score/award", {"NS": 0, "EW": 0})
    assert [code for code, _ in errors(judge(wrong))] == ["S404"]


def test_claims_may_be_missing_only_at_the_end() -> None:
    tree = without(ONE, "/deals/0/score")
    for name in ("winner", "points"):
        tree = without(tree, f"/deals/0/tricks/12/{name}")
    assert judge(tree).ok
    assert errors(judge(without(tree, "/deals/0/tricks/11/winner"))) == [("S410", "/deals/0/tricks/11")]


@pytest.mark.parametrize("ended", ["abandoned", "adjourned", "forfeit"])
def test_a_match_may_end_at_any_action(ended: str) -> None:
    tree = {**ONE, "result": {"ended": ended} | ({"winner": "EW"} if ended == "forfeit" else {})}
    assert codes(judge(tree)) == []
    unscored = without(tree, "/deals/0/score")
    for length in range(1, 13):
        cut = changed(unscored, "/deals/0/tricks", unscored["deals"][0]["tricks"][:length])
        assert codes(judge(cut)) == []
    # A result follows the deal, so what the deal came to must be there.
    assert errors(judge(unscored)) == [("S410", "/deals/0")]


def test_every_prefix_is_good() -> None:
    deal = ONE["deals"][0]
    for number, trick in enumerate(deal["tricks"]):
        for length in range(1, len(trick["actions"]) + 1):
            last = {"actions": trick["actions"][:length]}
            tree = {**ONE, "deals": [{**deal, "tricks": [*deal["tricks"][:number], last]}]}
            tree = without(tree, "/deals/0/score")
            verdict = judge(tree)
            assert verdict.ok, verdict.findings
            assert codes(verdict) == ["W602"]


def test_a_start_is_counted_from() -> None:
    tree = {**ONE, "start": {"match": {"NS": 6, "EW": 6}, "held": 2}}
    score = {**ONE["deals"][0]["score"], "award": {"NS": 0, "EW": 3}, "match": {"NS": 6, "EW": 9}}
    tree = changed(tree, "/deals/0/score", score)
    tree["result"] = {"ended": "complete", "winner": "EW", "score": {"NS": 6, "EW": 9}}
    verdict = judge(tree)
    assert verdict.ok, verdict.findings
    assert verdict.winner == "EW"


def test_nothing_is_held_at_the_start_where_nothing_can_be() -> None:
    tree = {**ALGA, "start": {"match": {"NS": 0, "EW": 0}, "held": 1}}
    assert errors(judge(tree)) == [("F104", "/start/held")]


def test_a_newer_minor_is_judged_as_far_as_known() -> None:
    tree = {**ONE, "ristilog": "1.7", "mood": "merry"}
    tree["deals"] = [{**ONE["deals"][0], "weather": "rain"}]
    verdict = judge(tree)
    assert verdict.ok
    assert verdict.verdict == "good"
    assert sorted(codes(verdict)) == ["W601", "W602"]
    assert verdict.game == judge(ONE).game
    assert verdict.record != judge(ONE).record
    tree["deals"][0]["tricks"] = [*ONE["deals"][0]["tricks"][:12], {"actions": ["N play 2c"]}]
    assert [code for code, _ in errors(judge(tree))] == ["P301"]


def test_what_is_yours_goes_into_ext() -> None:
    tree = {**ONE, "ext": {"app": [1.5, None, {"deep": "ä"}]}}
    tree = changed(tree, "/deals/0/tricks/0/ext", {"clock": 1e300})
    verdict = judge(tree)
    assert verdict.ok
    assert verdict.game == judge(ONE).game
    assert verdict.record != judge(ONE).record
    assert errors(judge(changed(tree, "/deals/0/tricks/0/ext", {"clock": [10**400]}))) == [
        ("F104", "/deals/0/tricks/0/ext")
    ]


def table(tree: dict[str, Any], **hidden: Any) -> dict[str, Any]:
    """The same deal as a table might have noted it: no seed, and other things hidden."""
    deal = {key: value for key, value in tree["deals"][0].items() if key not in ("shuffle", *hidden.get("drop", ()))}
    return {**tree, "view": "table", "deals": [{**deal, **hidden.get("put", {})}]}


def test_a_table_record_of_plays_alone_is_good_as_seen() -> None:
    tricks = [
        {**trick, "actions": [text if " draw " not in text else text[:7] + "??" for text in trick["actions"]]}
        for trick in ONE["deals"][0]["tricks"]
    ]
    tree = table(ONE, drop=("hands", "stock"), put={"tricks": tricks})
    verdict = judge(tree)
    assert verdict.ok, verdict.findings
    assert verdict.verdict == "good-as-seen"
    twice = tricks[5]["actions"][0][-2:]
    again = changed(tree, "/deals/0/tricks/7/actions/0", f"{tricks[7]['actions'][0][:7]}{twice}")
    assert errors(judge(again)) == [("P302", "/deals/0/tricks/7/actions/0")]


def test_a_table_record_with_all_cards_is_proved() -> None:
    assert judge(table(ONE)).verdict == "good"


def test_a_seed_fills_in_what_a_table_did_not_see() -> None:
    tree = table(ONE, drop=("hands", "stock"), put={"shuffle": ONE["deals"][0]["shuffle"]})
    assert judge(tree).verdict == "good"


@pytest.mark.parametrize("seat", ["N", "E", "S", "W"])
def test_one_seat_s_view_is_good_as_seen(seat: str) -> None:
    deal = ONE["deals"][0]
    tricks = [
        {**trick, "actions": [a if a[0] == seat or " draw " not in a else a[:7] + "??" for a in trick["actions"]]}
        for trick in deal["tricks"]
    ]
    seen = {"dealer": deal["dealer"], "hands": {seat: deal["hands"][seat]}, "tricks": tricks, "score": deal["score"]}
    tree = {**ONE, "view": seat, "deals": [seen]}
    verdict = judge(tree)
    assert (verdict.ok, verdict.verdict) == (True, "good-as-seen"), verdict.findings
    where, text = next(
        (f"/deals/0/tricks/{number}/actions/{index}", text)
        for number, trick in enumerate(tricks)
        for index, text in enumerate(trick["actions"])
        if text.startswith(f"{seat} play")
    )
    shown = {text[-2:] for trick in tricks for text in trick["actions"] if text.startswith(seat)}
    foreign = next(card for one in deal["hands"] for card in deal["hands"][one].split() if card not in shown)
    assert errors(judge(changed(tree, where, f"{text[:7]}{foreign}"))) == [("P302", where)]


def test_several_parties_make_one_seed() -> None:
    parts = [{"by": seat, "seed": f"{seat} thought of this long sentence"} for seat in "NE"]
    seed = "\n".join(part["seed"] for part in parts)
    dealt = deal_out(shuffled(seed), "S", 6)
    shuffle: dict[str, Any] = {"method": "hmac-sha256-1", "parts": parts, "commitment": commitment(seed)}
    deal = {
        "dealer": "S",
        "hands": {one: " ".join(cards) for one, cards in dealt.hands.items()},
        "stock": " ".join(dealt.stock),
        "shuffle": shuffle,
        "tricks": [],
    }
    tree = {"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "deals": [deal]}
    assert judge(tree).ok
    parts[1]["commitment"] = "sha256:" + "0" * 64
    assert errors(judge(tree)) == [("D205", "/deals/0/shuffle/parts/1/commitment")]


def test_a_guessable_seed_beside_a_commitment_is_a_warning() -> None:
    seed = ONE["deals"][0]["shuffle"]["seed"]
    verdict = judge(changed(ONE, "/deals/0/shuffle/commitment", commitment(seed)))
    assert codes(verdict) == ["W602", "W604"]
    assert verdict.ok


def test_a_deal_without_a_seed_is_noted() -> None:
    verdict = judge(without(MATCH, "/deals/2/shuffle"))
    assert [(one.code, one.pointer) for one in verdict.findings] == [("W603", "/deals/2")]


def test_one_rank_led_too_often_is_a_matter_of_the_rules() -> None:
    barred = next(log for _, log, code, _ in damaged() if code == "P308")
    where = only(judge(barred)).pointer
    assert errors(judge(barred)) == [("P308", where)]
    free = changed(barred, "/rules", {**barred["rules"], "options": {"lead_limit": None}})
    assert "P308" not in codes(judge(free))


def test_the_value_and_the_file_give_one_verdict() -> None:
    log = simulate("ristiklappi", "value", deals=2)
    assert verify(log).game == verify(pretty(log)).game
    assert verify(log).ok


@pytest.mark.parametrize("start", [0, 3])
@pytest.mark.parametrize("seeded", [True, False])
def test_a_dealer_s_slip_carried_forward_is_one_finding(start: int, seeded: bool) -> None:
    tree = copy.deepcopy(MATCH)
    for deal in tree["deals"][start:]:
        deal["dealer"] = AFTER[deal["dealer"]]
    for deal in tree["deals"]:
        if not seeded:
            del deal["shuffle"]
    if start or seeded:
        assert errors(judge(tree)) == [("D206", f"/deals/{start}/dealer")]
    else:
        assert errors(judge(tree)) == [("P301", "/deals/0/tricks/0/actions/0")]


def test_a_trick_with_a_fault_in_its_play_has_no_false_claims() -> None:
    tree = copy.deepcopy(ONE)
    tree["deals"][0]["tricks"][7]["actions"].insert(3, "N play 9c")
    assert errors(judge(tree)) == [("P311", "/deals/0/tricks/7/actions")]


def test_one_wrong_time_is_one_fault() -> None:
    tree = copy.deepcopy(ONE)
    time = 0
    for trick in tree["deals"][0]["tricks"]:
        trick["times"] = [time := time + 100 for _ in trick["actions"]]
    assert judge(tree).ok
    tree["deals"][0]["tricks"][0]["times"][-1] = 99999
    assert errors(judge(tree)) == [("F104", "/deals/0/tricks/1/times")]


def test_a_lost_action_does_not_make_its_times_a_fault() -> None:
    tree = copy.deepcopy(ONE)
    tree["deals"][0]["tricks"][0]["times"] = list(range(7))
    del tree["deals"][0]["tricks"][0]["actions"][1]
    assert errors(judge(tree)) == [("P303", "/deals/0/tricks/0/actions/1")]


VOID = {"dealer": "S", "void": "misdealt", "tricks": [{"actions": ["W dark 2c"]}]}


@pytest.mark.parametrize(
    ("deal", "fault"),
    [
        ({"dealer": "S", "viod": "misdealt"}, ("F104", "/deals/0/viod")),
        ({**{key: VOID[key] for key in ("dealer", "tricks")}, "viod": "misdealt"}, ("F104", "/deals/0/viod")),
        ({**VOID, "void": True}, ("F104", "/deals/0/void")),
        ({"dealer": "S"}, ("F104", "/deals/0")),
        (None, ("F104", "/deals/0")),
    ],
)
def test_a_void_deal_at_fault_does_not_upset_the_rotation(deal: Any, fault: tuple[str, str]) -> None:
    assert errors(judge({**MATCH, "deals": [deal, *MATCH["deals"]]})) == [fault]


def test_a_void_that_lost_its_mark_is_one_fault() -> None:
    deal = {**MATCH["deals"][0], "tricks": MATCH["deals"][0]["tricks"][:3]}
    del deal["score"]
    assert errors(judge({**MATCH, "deals": [deal, *MATCH["deals"]]})) == [("P313", "/deals/0")]


@pytest.mark.parametrize(
    ("pointer", "written"),
    [("/start", "strat"), ("/view", "veiw"), ("/rules/options", "option"), ("/deals/0/stock", "stok")],
)
def test_a_misspelt_field_is_read_as_the_one_that_was_meant(pointer: str, written: str) -> None:
    tree = simulated_with_everything()
    value: Any = tree
    for part in pointer.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    owner = pointer.rpartition("/")[0]
    found = only(judge(changed(without(tree, pointer), f"{owner}/{written}", value)))
    assert (found.code, found.pointer) == ("F104", f"{owner}/{written}")
    assert found.line is not None


def simulated_with_everything() -> Any:
    tree = json.loads(pretty(simulate("ristikontra", "everything", options={"hand_size": 5}, deals=1)))
    tree |= {"view": "table", "start": {"match": {"NS": 2, "EW": 1}, "held": 1}}
    del tree["result"]
    score = tree["deals"][0]["score"]
    winner = "NS" if score["award"]["NS"] else "EW"
    score["award"][winner] += 1
    score["match"] = {"NS": 2 + score["award"]["NS"], "EW": 1 + score["award"]["EW"]}
    tree["deals"][0]["stock"] = tree["deals"][0]["stock"].replace(tree["deals"][0]["stock"][:2], "??", 1)
    return tree


def test_a_fault_inside_a_misspelt_field_is_found_where_it_stands() -> None:
    tree = {key: value for key, value in MATCH.items() if key != "result"}
    tree["resultt"] = {**MATCH["result"], "winner": "EW"}
    assert errors(judge(tree)) == [("F104", "/resultt"), ("S408", "/resultt/winner")]


def test_the_address_of_an_ill_formed_action() -> None:
    found = only(judge(changed(ONE, "/deals/0/tricks/7/actions/3", "N play")))
    assert (found.code, found.at) == ("F104", "1.8.4")


def test_an_ill_formed_score_of_a_score_only_deal() -> None:
    deals = [{"dealer": deal["dealer"], "score": deal["score"]} for deal in MATCH["deals"]]
    deals[3]["score"] = 5
    assert errors(judge({**MATCH, "deals": deals})) == [("F104", "/deals/3/score")]


def test_cards_exchanged_in_the_record_are_the_record_s_fault() -> None:
    hands = ONE["deals"][0]["hands"]
    tree = changed(ONE, "/deals/0/hands/N", hands["N"].replace("6d", "7d"))
    tree = changed(tree, "/deals/0/hands/E", hands["E"].replace("7d", "6d"))
    assert errors(judge(tree)) == [("D204", "/deals/0/shuffle/seed")]


def test_another_deal_s_seed_beside_unseen_cards() -> None:
    tree = table(ONE, drop=("hands", "stock"), put={"shuffle": {"method": "hmac-sha256-1", "seed": "another"}})
    assert errors(judge(tree)) == [("D204", "/deals/0/shuffle/seed")]


def test_a_deal_after_the_match_owes_no_running_values() -> None:
    tree = load("bad/S409-one-deal-more.json")
    for name in ("award", "held", "match"):
        tree = without(tree, f"/deals/10/score/{name}")
    assert errors(judge(tree)) == [("S409", "/deals/10")]


def test_a_points_slip_carried_into_the_total_is_one_finding() -> None:
    tree = copy.deepcopy(ALGA)
    del tree["result"]
    tree["deals"] = tree["deals"][:1]
    for name in ("points", "award", "match"):
        tree["deals"][0]["score"][name]["NS"] += 3
    assert errors(judge(tree)) == [("S403", "/deals/0/score/points/NS")]


@pytest.mark.parametrize(
    ("owner", "field", "value"),
    [
        ("", "strat", {"match": {"NS": 0, "EW": 0}, "held": 0, "more": 1}),
        ("", "strat", {"match": {"NS": 0, "EW": "0"}, "held": 0}),
        ("", "strat", 7),
        ("", "resultt", {"ended": "won", "winer": "NS"}),
        ("/deals/1", "hand", {"N": 5}),
        ("/deals/1", "trick", [{"actoins": ["N play 2c"]}, 4]),
        ("/deals/1/score", "point", {"NS": 0, "EW": 0, "WE": 1}),
        ("/rules", "option", [1]),
    ],
)
def test_what_a_misspelt_field_holds_may_be_anything(owner: str, field: str, value: Any) -> None:
    tree = copy.deepcopy(MATCH)
    place: Any = tree
    for part in owner.split("/")[1:]:
        place = place[int(part)] if isinstance(place, list) else place[part]
    meant = {"strat": "start", "resultt": "result", "hand": "hands", "trick": "tricks", "point": "points"}.get(field)
    place.pop(meant, None)
    place[field] = value
    assert errors(judge(tree))[0] == ("F104", f"{owner}/{field}")
    assert {code for code, _ in errors(judge(tree))} == {"F104"}
