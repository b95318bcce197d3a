"""The program's own notes: each claim against the plain reading of a log's text, and what annotating does to a log."""

import json
from collections import Counter
from typing import Any

import pytest

from ristilog import annotate, simulate
from ristilog.format.write import pretty
from ristilog.game.log import Annotation
from ristilog.referee.verify import verify
from ristilog.teach.claims import CODES
from tests.helpers import GOOD, changed, errors, load, without

VALUES = {"b": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, "a": {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2}}
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
PARTNERS = {"N": "S", "S": "N", "E": "W", "W": "E"}


def notes_of(tree: Any) -> list[dict[str, Any]]:
    """The notes that the program writes into a log."""
    made = annotate(json.dumps(tree).encode())
    assert made.log is not None, made.findings
    notes: list[dict[str, Any]] = json.loads(pretty(made.log)).get("annotations", [])
    return notes


def hand_before(deal: Any, trick: int, place: int, seat: str) -> list[str]:
    """The cards in a hand before a play, from the log's text."""
    held: list[str] = deal["hands"][seat].split()
    plays = 0
    for number, one in enumerate(deal["tricks"][:trick], start=1):
        plays = 0
        for action in one["actions"]:
            who, kind, card = action.split()
            plays += kind != "draw"
            if number == trick and plays == place:
                return held
            if who == seat and kind == "draw":
                held.append(card)
            if who == seat and kind == "play":
                held.remove(card)
    raise AssertionError("there is no such play")


def plainly(tree: Any) -> Counter[str]:
    """What can be read off a log's text, card by card, without the engine: ``ADDRESS code args``."""
    alga, klappi = tree["rules"]["name"].startswith("alga"), tree["rules"]["name"] == "ristiklappi"
    values = VALUES["a" if tree["rules"]["name"] == "alga-a" else "b"]
    pack = 4 * sum(values.values())
    found: Counter[str] = Counter()
    total = {"NS": 0, "EW": 0}

    def say(at: str, code: str, **args: Any) -> None:
        found[f"{at} {code} {json.dumps(args, sort_keys=True)}"] += 1

    for number, deal in enumerate(tree["deals"], start=1):
        points = {"NS": 0, "EW": 0}
        stock = len(deal["stock"].split())
        out: list[str] = []
        clean = {"NS": True, "EW": True}
        for index, trick in enumerate(deal["tricks"], start=1):
            plays = [action.split() for action in trick["actions"] if " draw " not in action]
            led, holder, worth = plays[0][2][0], plays[0][0], 0
            for place, (seat, kind, card) in enumerate(plays, start=1):
                at, value = f"{number}.{index}.{place}", values.get(card[0], 0)
                worth += value
                if place > 1 and card[0] == led and SIDES[holder] != SIDES[seat]:
                    say(at, "steal" if kind == "play" else "dark-hit", **{"from": holder, "points": worth})
                if kind == "dark" and value >= 4 and SIDES[trick["winner"]] != SIDES[seat]:
                    say(at, "dark-gift", to=trick["winner"], points=value)
                if kind == "play" and place > 1 and card[0] != led and holder == PARTNERS[seat]:
                    dirty = klappi and stock and card[0] == "Q"
                    if place == 4 and value and not dirty:
                        say(at, "safe-last", to=holder, points=value)
                    seen = [*out, *(played for _, _, played in plays[: place - 1])]
                    seen += hand_before(deal, index, place, seat)
                    closed = sum(one[0] == led for one in set(seen)) == 4
                    if place < 4 and value >= 4 and SIDES[trick["winner"]] == SIDES[seat] and not closed:
                        say(at, "gift-to-partner", to=holder, points=value)
                if card[0] == led:
                    holder = seat
            last = f"{number}.{index}.{len(plays)}"
            if worth * 24 >= pack * 5:
                say(f"{number}.{index}", "rich-trick", winner=holder, points=worth)
            out += [card for _, _, card in plays]
            before = stock
            stock -= 4 if stock else 0
            if before and not stock:
                say(last, "stock-out", tricks=13 - index)
            side, ranks = SIDES[holder], [card[0] for _, _, card in plays]
            if points[side] * 2 <= pack < (points[side] + worth) * 2:
                say(last, "deal-decided", side=side, points=points[side] + worth)
            points[side] += worth
            if klappi and before and "Q" in ranks and clean[side]:
                clean[side] = False
                say(last, "dirty", side=side)
            if klappi and not before and "K" in ranks and led != "Q" and not clean[side]:
                clean[side] = True
                say(last, "cleaned", side=side)
        for side, other in (("NS", "EW"), ("EW", "NS")):
            if points[side] == pack:
                say(str(number), "sweep", side=side)
            if alga and points[side] == 0 and total[side] > 0:
                say(str(number), "wiped", side=side, lost=total[side])
            total[side] = total[side] + points[side] if points[side] else 0
            if klappi and points[side] > points[other]:
                say(str(number), "honour", side=side, clean=clean[side], others_clean=clean[other])
    return found


READ_OFF = {"steal", "dark-hit", "dark-gift", "gift-to-partner", "safe-last", "rich-trick", "stock-out"}
READ_OFF |= {"deal-decided", "sweep", "wiped", "dirty", "cleaned", "honour"}


def said(notes: list[dict[str, Any]]) -> Counter[str]:
    return Counter(
        f"{note['at']} {note['code']} {json.dumps(note.get('args', {}), sort_keys=True)}"
        for note in notes
        if note["code"] in READ_OFF
    )


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_claims_of_the_good_games(path: Any) -> None:
    tree = json.loads(path.read_text())
    assert said(notes_of(tree)) == plainly(tree)


@pytest.mark.parametrize("rules", ["ristikontra", "ristiklappi", "alga-a", "alga-b", "ristikontra-fi"])
def test_claims_of_made_games(rules: str) -> None:
    for number in range(3):
        tree = json.loads(pretty(simulate(rules, f"claims-{number}")))
        assert said(notes_of(tree)) == plainly(tree)


def test_every_claim_is_made_somewhere() -> None:
    made = Counter(note["code"] for path in GOOD for note in notes_of(json.loads(path.read_text())))
    assert set(made) == set(CODES)


def test_a_barred_lead_is_noted_where_it_bites() -> None:
    tree = load("good/ristikontra-barred.json")
    barred = [note for note in notes_of(tree) if note["code"] == "lead-barred"]
    assert barred
    for note in barred:
        deal, trick, play = map(int, note["at"].split("."))
        leads = [one["actions"][0][7] for one in tree["deals"][deal - 1]["tricks"]]
        assert play == 1
        assert leads[trick - 4 : trick - 1] == [note["args"]["rank"]] * 3
        assert leads[trick - 1] != note["args"]["rank"]


def test_a_withheld_match_is_in_hand() -> None:
    tree = load("good/ristikontra-match.json")
    notes = [note for note in notes_of(tree) if note["code"] == "withheld-match"]
    assert notes
    for note in notes:
        deal, trick, play = map(int, note["at"].split("."))
        tricks = tree["deals"][deal - 1]["tricks"]
        plays = [text for text in tricks[trick - 1]["actions"] if " draw " not in text]
        seat, rank = plays[play - 1][0], note["args"]["rank"]
        assert plays[0][7] == rank
        later = [
            text for one in tricks[trick - 1 :] for text in one["actions"] if text.startswith(f"{seat} play {rank}")
        ]
        assert later, "a card kept in hand is played later"


def test_annotating_twice_changes_nothing_and_the_game_stays() -> None:
    data = (GOOD[-1]).read_bytes()
    once = annotate(data).log
    assert once is not None
    assert annotate(pretty(once)).log == once
    assert verify(once).ok
    assert verify(once).game == verify(data).game
    assert verify(once).record == verify(data).record


def test_a_person_s_notes_are_never_touched() -> None:
    tree = load("good/ristikontra-one-deal.json")
    mine = [
        {
            "at": "1.3.2",
            "text": {"en": "Bad *luck*.", "fi": "Huonoa tuuria."},
            "by": "Aino",
            "glyph": "?",
            "ext": {"a": 1},
        },
        {"at": "1", "code": "somebody-s-own", "args": {"x": [1]}},
        {"at": "1.1.1", "code": "steal", "auto": True, "args": {"points": 99}},
    ]
    notes = notes_of({**tree, "annotations": mine})
    assert notes[:2] == mine[:2]
    assert all(note["auto"] is True for note in notes[2:])
    assert mine[2] not in notes


def test_a_note_by_hand() -> None:
    data = (GOOD[-1]).read_bytes()
    note = Annotation(at="1.3.2", text={"fi": "Hyvä."}, by="Aino", stop=True)
    made = annotate(data, note)
    assert made.log is not None
    assert made.log.annotations == (note,)
    with_program = annotate(pretty(made.log)).log
    assert with_program is not None
    another = annotate(pretty(with_program), Annotation(at="1", text={"en": "A second one."})).log
    assert another is not None
    assert another.annotations
    assert [one.at for one in another.annotations if one.auto is not True] == ["1.3.2", "1"]


def test_a_note_on_nothing_is_refused() -> None:
    made = annotate((GOOD[-1]).read_bytes(), Annotation(at="99", text={"en": "?"}))
    assert made.log is None
    assert [one.code for one in made.findings] == ["A501"]


def test_a_wrong_log_is_not_annotated() -> None:
    made = annotate(json.dumps(changed(load("good/ristikontra-one-deal.json"), "/deals/0/score/held", 3)).encode())
    assert made.log is None
    assert [one.code for one in made.findings] == ["S405"]


def test_notes_on_a_deal_at_fault_are_left_alone() -> None:
    tree = load("good/ristikontra-match.json")
    tree["annotations"] = notes_of(tree)
    broken = changed(tree, "/deals/1/tricks/2/actions/0", "N play 2c")
    assert [code for code, _ in errors(verify(json.dumps(broken).encode()))] == ["P302"]


def test_views_and_tables_are_annotated_as_far_as_they_show() -> None:
    tree = json.loads((GOOD[0].parent.parent.parent.parent / "samples/club-saturday.json").read_text())
    notes = notes_of(tree)
    assert notes
    assert "withheld-match" not in {note["code"] for note in notes}
    tree["annotations"] = notes
    assert verify(json.dumps(tree).encode()).ok
    assert notes_of(without(tree, "/annotations")) == notes
