"""The recorder: what it writes is what was played, nothing else gets in, and what is taken back is gone everywhere."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ristilog import Recorder, Refused, RistilogError, read, simulate, verify
from ristilog.game.cards import HIDDEN, PACK
from ristilog.game.findings import Finding
from ristilog.game.log import ACTIONS, Annotation, Shuffle
from ristilog.game.table import SEATS
from ristilog.record import journal
from ristilog.replay.legality import why_not
from tests.recorded import RULES, VIEWS, Driver, actions, begin, begin_deal, made, said, same, tell

EVERY_STEP = {("ristikontra", view) for view in VIEWS} | {(rules, "open") for rules in RULES}


def in_file(path: Path, recorder: Recorder) -> bool:
    return same(read(path.read_bytes()).log, recorder.log)


# What was played is what is on record


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_recorded_as_it_was_played(rules: str, view: str, tmp_path: Path) -> None:
    log, path = made(rules, view, 1), tmp_path / "game.jsonl"
    step = 1 if (rules, view) in EVERY_STEP else 9
    with begin(log, path) as recorder:
        begin_deal(recorder, log, 0)
        for number, text in enumerate(actions(log, 0)):
            assert tell(recorder, text) or " draw " in text
            if number % step == 0:
                verdict = verify(path)
                assert verdict.ok, verdict.findings
                assert verdict.verdict == "good" if view == "open" else verdict.verdict in ("good", "good-as-seen")
                assert in_file(path, recorder)
        assert recorder.expects in ("deal", "nothing")
        if recorder.expects == "deal":
            recorder.close("adjourned")
    assert same(recorder.log, log)
    assert same(read(path.read_bytes()).log, log)
    assert verify(path).ok


@pytest.mark.parametrize("rules", RULES)
def test_a_match_goes_on_until_it_is_won(rules: str, tmp_path: Path) -> None:
    log, path = made(rules, "open", None), tmp_path / "match.jsonl"
    recorder = begin(log, path)
    for number in range(len(log.deals)):
        assert recorder.expects == "deal"
        begin_deal(recorder, log, number)
        for text in actions(log, number):
            tell(recorder, text)
    assert recorder.expects == "nothing"
    assert recorder.to_act is None
    assert recorder.legal() == ()
    assert same(recorder.close(), log)
    assert same(read(path.read_bytes()).log, log)
    with pytest.raises(RistilogError, match="has been won"):
        Recorder.resume(path).deal(seed="one more")


def test_thirty_lines_play_a_match() -> None:
    recorder, choose = Recorder("ristiklappi", {seat: f"bot {seat}" for seat in SEATS}, "E"), random.Random(1)
    while recorder.expects != "nothing":
        if recorder.expects == "deal":
            recorder.deal(seed=f"bots/{len(recorder.log.deals) + 1}")
        else:
            recorder.act(choose.choice(recorder.legal()))
    log = recorder.close()
    assert log.result
    assert log.result.ended == "complete"
    assert verify(log).verdict == "good"


def test_it_begins_with_what_is_known_of_the_match(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    about = {"id": "kotka-final", "meta": {"title": "Kotka", "language": "fi"}, "ext": {"app": [1, None]}}
    with Recorder("ristikontra", {"N": "Väinö"}, "W", about=about, path=path) as recorder:
        recorder.deal(seed="kotka/1")
        recorder.note("Hyvä.", at="1")
    log = read(path.read_bytes()).log
    assert log is not None
    assert (log.id, log.meta, log.ext) == (about["id"], about["meta"], about["ext"])
    assert log.deals[0].dealer == "W"
    assert log.annotations == (Annotation(at="1", text={"fi": "Hyvä."}),)


# What is taken back


def a_deal(path: Path | None = None, seed: str = "taken/1", **more: Any) -> Recorder:
    recorder = Recorder(path=path, **more)
    recorder.deal(seed=seed)
    return recorder


def play_on(recorder: Recorder, plays: int, seed: int = 0) -> None:
    choose = random.Random(seed)
    for _ in range(plays):
        recorder.act(choose.choice(recorder.legal()))


def test_what_is_taken_back_was_never_there(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    logs = []
    for number in range(52):
        logs.append((recorder.log, recorder.position))
        play_on(recorder, 1, number)
    while logs:
        log, position = logs.pop()
        recorder.undo()
        assert (recorder.log, recorder.position) == (log, position)
        assert in_file(path, recorder)
        assert verify(path).ok
    assert recorder.log.deals[0].tricks == ()
    with pytest.raises(RistilogError, match="nothing has been played"):
        recorder.undo()


def test_a_deal_and_a_void_are_taken_back_with_nought(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    play_on(recorder, 52)
    scored = recorder.log
    recorder.undo(0)
    assert recorder.log is scored  # there is nothing to take back
    recorder.deal(seed="taken/2")
    recorder.undo(0)
    assert recorder.log == scored
    assert in_file(path, recorder)
    recorder.deal(seed="taken/2")
    play_on(recorder, 3)
    dealt = recorder.log
    recorder.void("a card was seen")
    recorder.deal(seed="taken/3")
    recorder.undo(0)
    assert recorder.log == dealt
    assert in_file(path, recorder)
    recorder.undo(3)
    assert recorder.log.deals[1].tricks == ()  # the deal stands, of which the first play was taken back
    recorder.undo(1)
    assert len(recorder.log.deals) == 1
    assert recorder.address == "1.13.3"
    assert in_file(path, recorder)


def test_how_it_ended_is_taken_back_with_nought_and_goes_when_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    play_on(recorder, 7)
    recorder.close("abandoned")
    ways: list[Callable[[Recorder], None]] = [
        lambda one: one.undo(0),
        lambda one: play_on(one, 1),
        lambda one: one.undo(1),
    ]
    for go_on in ways:
        recorder = Recorder.resume(path)
        assert recorder.log.result
        go_on(recorder)
        assert not recorder.log.result
        assert in_file(path, recorder)
        recorder.close("abandoned")


def test_notes_stay_as_long_as_what_they_are_about(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    play_on(recorder, 6)
    recorder.note("The second play of the second trick.")
    recorder.note("The first trick.", at="1.1")
    recorder.note("The second trick.", at="1.2")
    recorder.undo(1)
    assert [note.at for note in recorder.log.annotations or ()] == ["1.1", "1.2"]
    assert in_file(path, recorder)
    recorder.undo(1)
    assert [note.at for note in recorder.log.annotations or ()] == ["1.1"]
    assert in_file(path, recorder)


# What is mended


def test_a_card_is_mended_with_all_behind_it_standing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(view="table", path=path)
    recorder.deal()
    for card in ("8c", "8d", "2c", "Tc", "Ah", "9d"):
        recorder.play(card)
    recorder.note("A good nine.", at="1.2.2")
    assert recorder.log.deals[0].tricks
    assert recorder.log.deals[0].tricks[0].winner == "N"
    recorder.correct("1.1.3", "Kc")
    mended = recorder.log.deals[0].tricks
    assert mended
    assert mended[0].actions[4] == "E play Kc"
    assert (mended[0].winner, mended[0].points) == ("N", 14)
    assert mended[1].actions == ("N play Ah", "N draw ??", "E play 9d", "E draw ??")
    assert [note.at for note in recorder.log.annotations or ()] == ["1.2.2"]
    assert in_file(path, recorder)


def test_a_mended_card_that_makes_another_turn_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(view="table", path=path)
    recorder.deal()
    for card in ("8c", "8d", "2c", "Tc", "Ah"):
        recorder.play(card)
    before, log = path.read_bytes(), recorder.log
    with pytest.raises(Refused, match="it is W's turn, not N's"):
        recorder.correct("1.1.2", "7d")
    with pytest.raises(RistilogError, match=r"no play at 1\.9\.1"):
        recorder.correct("1.9.1", "7d")
    with pytest.raises(RistilogError, match=r"no draw at 1\.1\.1"):
        recorder.correct("1.1.1", "7d", "draw")
    with pytest.raises(ValueError, match="no card of a play"):
        recorder.correct("1.1.1", "7x")
    assert (path.read_bytes(), recorder.log) == (before, log)


def test_the_first_card_of_a_deal_is_mended_too(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(view="table", path=path)
    recorder.deal()
    recorder.play("8c")
    recorder.note("It was the eight of diamonds.", at="1.1.1")
    recorder.correct("1.1.1", "8d")
    assert recorder.log.deals[0].tricks
    assert recorder.log.deals[0].tricks[0].actions == ("W play 8d", "W draw ??")
    assert [note.at for note in recorder.log.annotations or ()] == ["1.1.1"]
    assert in_file(path, recorder)


def test_a_draw_that_was_told_is_mended(tmp_path: Path) -> None:
    log, path = made("draws after the trick", "hands", 1), tmp_path / "game.jsonl"
    recorder = begin(log, path)
    begin_deal(recorder, log, 0)
    told = list(actions(log, 0))
    for text in told[:20]:
        tell(recorder, text)
    first = next(text for text in told if " draw " in text)
    play = next(number for number, text in enumerate(told[:4], start=1) if text[0] == first[0])
    held = {
        card for deal in [log.deals[0]] if deal.hands for seat in SEATS for card in str(deal.hands.of(seat)).split()
    }
    other = next(card for card in PACK if card not in held and not any(card in text for text in told[:20]))
    recorder.correct(f"1.1.{play}", other, "draw")
    assert recorder.log.deals[0].tricks
    assert f"{first[:7]}{other}" in recorder.log.deals[0].tricks[0].actions
    assert in_file(path, recorder)


def test_what_was_irregular_and_is_mended_is_so_no_more(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    assert recorder.position is not None
    foreign = next(card for card in recorder.position.hand("N").known)
    own = recorder.position.hand("W").known[0]
    recorder.play(foreign, force=True)
    assert not verify(path).ok
    recorder.correct("1.1.1", own)
    assert verify(path).ok
    assert not recorder.log.annotations
    assert in_file(path, recorder)


# What is refused


REFUSED_DEALS: dict[str, tuple[str, Callable[[Recorder], None]]] = {
    "one card twice": (
        "D201",
        lambda one: one.deal(hands=dict.fromkeys(SEATS, "2c 3c 4c 5c 6c 7c"), stock="8c " * 27 + "8c"),
    ),
    "too few cards": ("D202", lambda one: one.deal(hands={"N": "2c", "E": "", "S": "", "W": ""}, stock="")),
    "another's turn to deal": ("D206", lambda one: one.deal(seed="refused/2", dealer="S")),
    "another seed": (
        "D204",
        lambda one: one.deal(
            seed="refused/3", hands={seat: " ".join(PACK[at::4][:6]) for at, seat in enumerate(SEATS)}, stock=PACK[24:]
        ),
    ),
    "another commitment": ("D205", lambda one: one.deal(seed="refused/2", commitment="sha256:" + "0" * 64)),
    "hidden cards": ("F104", lambda one: one.deal(hands={"N": "?? ?? ?? ?? ?? ??"}, stock="")),
    "no cards": ("F104", lambda one: one.deal()),
    "what cannot be written": ("F101", lambda one: one.deal(seed="refused/2", ext={"a": "\ud800"})),
    "nested too deep": ("F101", lambda one: one.deal(seed="refused/2", ext=json.loads('{"a":' * 40 + "1" + "}" * 40))),
}


@pytest.mark.parametrize("what", REFUSED_DEALS)
def test_a_deal_that_the_referee_would_name_is_refused(what: str, tmp_path: Path) -> None:
    code, deal = REFUSED_DEALS[what]
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path, "refused/1")
    play_on(recorder, 52)
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        deal(recorder)
    assert refused.value.finding.code == code
    assert path.read_bytes() == before
    recorder.deal(seed="refused/2")
    assert verify(path).ok


def test_a_seed_is_refused_in_a_view(tmp_path: Path) -> None:
    recorder = Recorder(view="N")
    with pytest.raises(Refused) as refused:
        recorder.deal(seed="seen")
    assert refused.value.finding.code == "D207"
    recorder.deal(shuffle=Shuffle(method="hmac-sha256-1", commitment="sha256:" + "0" * 64))
    assert recorder.expects == "play"


NOTES: dict[str, tuple[str, dict[str, Any]]] = {
    "at nothing": ("A501", {"text": "Where?", "at": "1.5.1"}),
    "at a deal to come": ("A501", {"text": "Where?", "at": "2"}),
    "at no address": ("F104", {"text": "Where?", "at": "first"}),
    "a false claim": ("A503", {"code": "steal", "at": "1.1.1"}),
    "nothing said": ("F104", {}),
    "what cannot be written": ("F101", {"text": "\ud800"}),
    "too much": ("F105", {"text": "a" * 2**24}),
    "no mark": ("F104", {"text": "Why?", "glyph": "???"}),
}


@pytest.mark.parametrize("irregular", [False, True])
@pytest.mark.parametrize("what", NOTES)
def test_a_note_that_the_referee_would_name_is_refused(what: str, irregular: bool, tmp_path: Path) -> None:
    code, fields = NOTES[what]
    if irregular and code == "A503":
        return  # claims about such a deal are not judged
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    assert recorder.position is not None
    recorder.act(f"W play {recorder.position.hand('N' if irregular else 'W').known[0]}", force=irregular)
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        recorder.note(**fields)
    assert refused.value.finding.code == code
    assert path.read_bytes() == before
    recorder.note("Näin.")
    assert in_file(path, recorder)


def test_other_things_that_could_not_be_read_again_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    card = recorder.legal()[0].card
    before = path.read_bytes()
    with pytest.raises(Refused):
        recorder.void("\ud800")
    for t in (-1, 2**53, 1.5, True):
        with pytest.raises(ValueError, match="whole milliseconds"):
            recorder.play(card, t=t)  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        recorder.close("complete", "NS")
    assert refused.value.finding.code == "S408"
    with pytest.raises(Refused) as refused:
        recorder.close("forfeit")
    assert refused.value.finding.code == "F104"
    with pytest.raises(ValueError, match="every card is named"):
        recorder.act("W draw ??", force=True)
    assert path.read_bytes() == before
    recorder.play(card, t=5)
    with pytest.raises(ValueError, match="never fall"):
        recorder.act(recorder.legal()[0], t=4)
    with pytest.raises(ValueError, match="all actions of a trick have a time"):
        recorder.act(recorder.legal()[0])
    assert verify(path).ok


def test_a_recording_does_not_grow_beyond_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    monkeypatch.setattr(journal, "MAX_BYTES", path.stat().st_size + 100)
    before = path.read_bytes()
    with pytest.raises(RistilogError, match="at most"):
        recorder.note("a" * 100)
    assert path.read_bytes() == before
    play_on(recorder, 1)
    assert in_file(path, recorder)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Recorder(dealer="X"), "a dealer is"),  # type: ignore[arg-type]
        (lambda: Recorder(about={"id": "Not an id"}), "/id"),
        (lambda: Recorder(view="somebody"), "/view"),
        (lambda: a_deal().play("1c"), "no card"),
        (lambda: a_deal().act("W plays 2c"), "no action"),
        (lambda: a_deal().undo(-1), "cannot be taken back"),
        (lambda: a_deal().deal(seed="a", shuffle=Shuffle(method="hmac-sha256-1")), "not both"),
        (lambda: Recorder().deal(seed="a", dealer="X"), "a dealer is"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_bug_of_the_caller_is_a_value_error(call: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_what_cannot_be_done_now_is_said(tmp_path: Path) -> None:
    recorder = Recorder()
    for what in ("play", "dark", "draw"):
        with pytest.raises(RistilogError, match="no deal has begun"):
            getattr(recorder, what)("2c")
    with pytest.raises(RistilogError, match="no deal in hand"):
        recorder.void("why")
    recorder.deal(seed="a")
    with pytest.raises(RistilogError, match="deal 1 is not over"):
        recorder.deal(seed="b")
    with pytest.raises(RistilogError, match="bridge"):
        Recorder("bridge")


# What the table lets stand


def every_action() -> list[str]:
    return [text for text in ACTIONS if HIDDEN not in text]


SITUATIONS: dict[str, tuple[str, str, str]] = {
    "wrong turn": ("P301", "ristikontra", "open"),
    "wrong turn, plays alone": ("P301", "draws after the trick", "plays"),
    "another draws": ("P301", "ristikontra", "hands"),
    "card not in hand": ("P302", "ristiklappi", "open"),
    "card not in hand, plays alone": ("P302", "ristikontra", "plays"),
    "missing draw": ("P303", "ristikontra", "hands"),
    "missing draws": ("P303", "draws after the trick", "hands"),
    "draw not due": ("P304", "alga-b", "open"),
    "draw not due, seen by North": ("P304", "ristikontra", "N"),
    "wrong draw": ("P305", "ristikontra", "hands"),
    "wrong draw after the trick": ("P305", "draws after the trick", "hands"),
    "dark play not agreed": ("P306", "no dark play", "open"),
    "dark play without stock": ("P306", "ristikontra", "public"),
    "wrong dark": ("P307", "alga-a", "open"),
    "barred lead": ("P308", "draws after the trick", "open"),
    "barred dark lead": ("P309", "draws after the trick", "open"),
    "barred king": ("P310", "ristikontra-fi", "open"),
    "barred king, seen by East": ("P310", "ristiklappi", "E"),
}


def go_on(recorder: Recorder, choose: random.Random) -> None:
    """Do what is allowed, as far as anybody knows, taking cards that are nowhere on record where they are hidden."""
    position = recorder.position
    assert position is not None
    choices = [str(one) for one in recorder.legal()]
    seen = {*position.out, *position.stock, *(card for held in position.hands for card in held.known)}
    unseen = [card for card in PACK if card not in seen]
    seat = recorder.to_act
    if seat is not None and not position.due and position.hand(seat).hidden:
        choices += [f"{seat} play {card}" for card in unseen]
    choices = [one.replace(HIDDEN, choose.choice(unseen or PACK)) for one in choices if HIDDEN not in one or unseen]
    for text in choose.sample(choices, len(choices)):
        try:
            recorder.act(text)
        except Refused:
            continue
        return
    raise AssertionError(f"nothing is allowed: {position}")


def find(code: str, rules: str, view: str, path: Path) -> tuple[Recorder, str]:
    """A recording in which an action is refused with a code, and that action."""
    for seed in range(400):
        choose = random.Random(seed)
        log = made(rules, view, 1, f"situation/{seed % 40}")
        recorder = begin(log)
        begin_deal(recorder, log, 0)
        for done in range(60):
            if recorder.position is None:
                break
            pool = [
                text
                for text in every_action()
                if (reason := why_not(recorder.position, ACTIONS[text])) is not None and reason.code == code
            ]
            if pool and done > seed % 3:
                action = choose.choice(pool)
                tail = recorder.log
                again = begin(tail, path)
                begin_deal(again, log, 0)
                for text in actions(tail, 0):
                    tell(again, text)
                return again, action
            go_on(recorder, choose)
    raise AssertionError(f"{code} never comes up")


def only_error(path: Path) -> Finding:
    (error,) = [one for one in verify(path).findings if one.severity == "error"]
    return error


@pytest.mark.parametrize("what", SITUATIONS)
def test_what_the_table_let_stand_is_recorded_and_named(what: str, tmp_path: Path) -> None:
    code, rules, view = SITUATIONS[what]
    path = tmp_path / "game.jsonl"
    recorder, action = find(code, rules, view, path)
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        recorder.act(action)
    assert refused.value.finding.code == code
    assert path.read_bytes() == before

    recorder.act(action, force=True)
    assert said(only_error(path)) == said(refused.value.finding)
    (note,) = recorder.log.annotations or ()
    assert note.text
    assert set(note.text) == {"en", "fi"}
    assert all(f"({code})" in text for text in note.text.values())
    assert refused.value.finding.message in note.text["en"]
    assert any(action in trick.actions for trick in recorder.log.deals[0].tricks or ())
    assert in_file(path, recorder)
    recorder.undo()
    assert not recorder.log.annotations
    assert verify(path).ok
    recorder.act(action, force=True)

    choose = random.Random(7)
    while recorder.position is not None:
        if choose.random() < 0.1:
            recorder.close()
            other = Recorder.resume(path)
            assert (other.log, other.position, other.standing) == (recorder.log, recorder.position, recorder.standing)
            recorder = other
        go_on(recorder, choose)
        assert said(only_error(path)) == said(refused.value.finding)
    deal = recorder.log.deals[0]
    assert deal.score
    assert deal.score.match == recorder.standing.match
    assert len(deal.tricks or ()) == 13
    if recorder.expects == "deal":
        dealt = simulate(*RULES[rules][:1], "next", options=RULES[rules][1], deals=1, dealer=recorder.dealer).deals[0]
        hands = {seat: dealt.hands.of(seat) for seat in SEATS if dealt.hands and view in ("open", "hands", seat)}
        recorder.deal(
            hands=hands or None,  # type: ignore[arg-type]
            stock=dealt.stock or None if view == "open" else None,
            shuffle=dealt.shuffle or None if view == "open" else None,
        )
        while recorder.position is not None:
            go_on(recorder, choose)
    assert said(only_error(path)) == said(refused.value.finding)
    assert in_file(path, recorder)


def test_nothing_is_forced_into_a_view_that_it_does_not_show() -> None:
    recorder = Recorder(view="E")
    recorder.deal()
    with pytest.raises(ValueError, match="does not show what N drew"):
        recorder.act("N draw 2c", force=True)
    recorder.act("N draw ??", force=True)
    recorder.act("E draw 2c", force=True)
    assert [one.code for one in verify(recorder.log).findings if one.severity == "error"] == ["P304"]


def test_what_later_plays_give_away_is_named_where_it_was(tmp_path: Path) -> None:
    """A barred rank led from a hidden hand may have been a waived ban, until the hand plays something else."""
    path = tmp_path / "game.jsonl"
    for seed in range(300):
        choose = random.Random(seed)
        recorder = Recorder("ristikontra", options={"lead_limit": 2}, view="table")
        recorder.deal()
        try:
            play_to_waiver(recorder, choose)
        except (AssertionError, Refused):
            continue
        break
    again = Recorder("ristikontra", options={"lead_limit": 2}, view="table", path=path)
    again.deal()
    for text in actions(recorder.log, 0):
        tell(again, text)
    assert verify(path).ok
    out = again.position.out if again.position else frozenset[str]()
    led = (again.log.deals[0].tricks or ())[11].actions[0]
    wrong = next(card for card in PACK if card not in out and card[0] != led[7])
    while again.to_act != led[0]:
        again.play(next(card for card in PACK if card not in out and card not in wrong))
        out = again.position.out if again.position else out
    with pytest.raises(Refused) as refused:
        again.play(wrong)
    assert said(refused.value.finding)[:2] == ("P308", "1.12.1")
    again.play(wrong, force=True)
    assert said(only_error(path)) == said(refused.value.finding)
    again.undo()
    assert verify(path).ok
    assert not again.log.annotations


def play_to_waiver(recorder: Recorder, choose: random.Random) -> None:
    """Two leads of one rank, then a third in the twelfth trick, which may have been all that the hand held."""
    plain = [card for card in PACK if card[0] not in "7"]
    choose.shuffle(plain)
    for trick in range(13):
        for place in range(4):
            if trick in (9, 10, 11) and place == 0:
                recorder.play(f"7{'cdh'[trick - 9]}")
                if trick == 11:
                    return
            else:
                recorder.play(plain.pop())


# Files and locks


def test_a_second_writer_is_told_who_is_recording(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with a_deal(path):
        before = path.read_bytes()
        with pytest.raises(RistilogError, match=f"process {os.getpid()} is recording there"):
            Recorder(path=path)
        with pytest.raises(RistilogError, match=f"process {os.getpid()} is recording there"):
            Recorder.resume(path)
        script = f"import ristilog; ristilog.Recorder.resume({str(path)!r})"
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert run.returncode == 1
        assert f"process {os.getpid()} is recording there" in run.stderr
        assert path.read_bytes() == before
    assert Recorder.resume(path).recovered.left_by is None


def test_the_lock_is_let_go_whatever_happens(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = a_deal(path)
    recorder.close()
    recorder.close()
    with pytest.raises(RistilogError, match="closed"):
        play_on(recorder, 1)
    with pytest.raises(RistilogError, match="something in this file"):
        Recorder(path=path)
    with pytest.raises(KeyError), Recorder.resume(path):
        raise KeyError
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(b"no recording\n")
    with pytest.raises(RistilogError, match="no recording"):
        Recorder.resume(torn)
    Recorder.resume(path).close()
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith((".lock", ".new"))] == []


def test_files_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    with pytest.raises(RistilogError, match="No such file"):
        Recorder.resume(tmp_path / "nothing.jsonl")
    with pytest.raises(RistilogError, match="No such file"):
        Recorder(path=tmp_path / "no folder" / "game.jsonl")
    with pytest.raises(RistilogError, match="directory"):
        Recorder(path=tmp_path)
    path = tmp_path / "game.jsonl"
    a_deal(path).close()
    data = path.read_bytes()
    path.write_bytes(data + b'{"action": "W play 2x"}\n')
    with pytest.raises(RistilogError, match=r"game\.jsonl:3: F104"):
        Recorder.resume(path)
    data += b'{"action": "W dark Ah"}\n{"score": {}}\n'
    path.write_bytes(data)
    with pytest.raises(RistilogError, match="deal 1 is on record as no recorder writes it"):
        Recorder.resume(path)
    assert path.read_bytes() == data


@pytest.mark.parametrize("seed", range(24))
def test_anything_that_is_done_leaves_a_sound_recording(seed: int, tmp_path: Path) -> None:
    driver = Driver(tmp_path, seed, rules=[*RULES][seed % len(RULES)], view=VIEWS[seed % len(VIEWS)])
    driver.run(120)
    assert driver.steps == 120
