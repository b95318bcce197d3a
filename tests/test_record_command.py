"""`ristilog record`: what is typed, what it does, and whole games recorded on a real terminal."""

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from ristilog import Recorder, simulate, verify
from ristilog.cli.terminal.talk.carry import carry_out
from ristilog.cli.terminal.talk.commands import (
    WORDS,
    Begin,
    Cards,
    Command,
    End,
    Fix,
    Hand,
    Note,
    Typed,
    Unclear,
    Undo,
    Void,
    Word,
)
from ristilog.cli.terminal.talk.ending import log_path, recording_path
from ristilog.cli.terminal.talk.help import help_lines
from ristilog.cli.terminal.talk.parse import card_of, parse
from ristilog.cli.terminal.talk.setup import names_of, seat_words
from ristilog.cli.terminal.talk.state import Answer, Talk, talk_of
from ristilog.format.write import pretty
from ristilog.game.cards import PACK
from ristilog.game.log import ACTIONS, GameLog
from ristilog.teach.language import LANGUAGES, language
from tests.helpers import ROOT
from tests.terminal import KEYS, Terminal
from tests.test_cli import lines
from tests.test_cli import ristilog as run

CLEARED = "\x1b[H\x1b[2J"
NAMES = "Aino,Eero,Kaisa,Ville"
GIVEN = ("--players", NAMES, "--dealer", "W", "--rules", "ristikontra", "--view", "table")


def ristilog(*arguments: object, cwd: Path | None = None, stdin: bytes = b"") -> Any:
    """Run the command that is tested here, in whatever folder."""
    return run(*arguments, cwd=cwd, stdin=stdin, PYTHONPATH=str(ROOT))


def typed_tricks(log: GameLog) -> list[str]:
    """A match as somebody would type it who saw only the plays: a trick a line."""
    return [
        " ".join(f"{'*' if play.kind == 'dark' else ''}{play.card}" for play in plays_of(trick))
        for deal in log.deals
        for trick in deal.tricks or ()
    ]


def plays_of(trick: Any) -> list[Any]:
    return [action for text in trick.actions if (action := ACTIONS[text]).kind != "draw"]


def plays(log: GameLog) -> list[str]:
    """Every play of a log, without the draws."""
    tricks = [trick for deal in log.deals for trick in deal.tricks or ()]
    return [str(play) for trick in tricks for play in plays_of(trick)]


def on_record(path: Path) -> GameLog:
    log = verify(path).log
    assert log is not None
    return log


# ---- a typed line


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("7h", Cards((Typed("7h"),))),
        ("7H", Cards((Typed("7h"),))),
        ("10h", Cards((Typed("Th"),))),
        ("tH", Cards((Typed("Th"),))),
        ("h7", Cards((Typed("7h"),))),
        ("10♠", Cards((Typed("Ts"),))),
        ("4s* 4c qc QD", Cards((Typed("4s", "dark"), Typed("4c"), Typed("Qc"), Typed("Qd")))),
        ("4s, 4c", Cards((Typed("4s"), Typed("4c")))),
        ("dark Kd", Cards((Typed("Kd", "dark"),))),
        ("d kd", Cards((Typed("Kd", "dark"),))),
        ("*Kd", Cards((Typed("Kd", "dark"),))),
        ("* Kd", Cards((Typed("Kd", "dark"),))),
        ("pimeä Kd", Cards((Typed("Kd", "dark"),))),
        ("p Kd", Cards((Typed("Kd", "dark"),))),
        ("dark", Cards((Typed(None, "dark"),))),
        ("draw 2s", Cards((Typed("2s", "draw"),))),
        ("nosto ?", Cards((Typed("??", "draw"),))),
        ("7h +2s 8h", Cards((Typed("7h"), Typed("2s", "draw"), Typed("8h")))),
        ("E 7h", Cards((Typed("7h", None, "E"),))),
        ("e *7h s 8h", Cards((Typed("7h", "dark", "E"), Typed("8h", None, "S")))),
        ("Aino 7h", Cards((Typed("7h", None, "N"),))),
        ("itä 7h", Cards((Typed("7h", None, "E"),))),
        ("", Word("")),
        ("  ?", Word("help")),
        ("Undo", Undo(None)),
        ("peru 3", Undo(3)),
        ("fix 9c", Fix(None, "9c", None)),
        ("korjaa 3.2 9c", Fix("3.2", "9c", None)),
        ("fix 1.3.2 dark 9c", Fix("1.3.2", "9c", "dark")),
        ("fix *9c", Fix(None, "9c", "dark")),
        ("note Well, played", Note(None, "Well, played")),
        ("huomautus 2.3 hieno", Note("2.3", "hieno")),
        ("hylkää kortit putosivat", Void("kortit putosivat")),
        ("void", Void("")),
        ("deal", Begin()),
        ("jako kaisa", Begin("S")),
        ("deal N seed Kotka 1", Begin("N", seed="Kotka 1")),
        ("deal 7h 8h", Begin(None, ("7h", "8h"))),
        ("hand 7h 10d", Hand(None, ("7h", "Td"))),
        ("käsi kaisa 7h", Hand("S", ("7h",))),
        ("hand", Unclear("hand")),
        ("hand N", Unclear("hand")),
        ("end adjourned", End("adjourned")),
        ("lopeta kesken", End("adjourned")),
        ("end forfeit NS", End("forfeit", "NS")),
        ("end", End(None)),
        ("quit", Word("quit")),
        ("jää", Word("stand")),
        ("undp", Unclear("word", "undp", "undo")),
        ("Koraja 9c", Unclear("word", "Koraja", "korjaa")),
        ("xyzzyx", Unclear("word", "xyzzyx")),
        ("7x", Unclear("card", "7x")),
        ("7h 1h", Unclear("card", "1h")),
        ("7h E", Unclear("card", "E")),
        ("undo -1", Unclear("number", "-1")),
        ("undo 0", Unclear("number", "0")),
        ("fix", Unclear("fix")),
        ("fix 3.2", Unclear("fix")),
        ("fix 3.2.1.1 9c", Unclear("fix", "3.2.1.1")),
        ("fix 9c 9d", Unclear("fix")),
        ("note", Unclear("note")),
        ("deal seed", Unclear("deal")),
        ("deal 7x", Unclear("card", "7x")),
        ("end soon", Unclear("end", "soon")),
        ("end forfeit", Unclear("end", "forfeit")),
        ("score 3", Unclear("words", "score")),
    ],
)
def test_a_line_and_what_it_means(line: str, meant: Command) -> None:
    assert parse(line, seat_words(names_of(NAMES))) == meant


def test_every_card_may_be_typed_in_several_ways() -> None:
    for card in PACK:
        ways = {card, card.lower(), card.upper(), card[::-1], card.replace("T", "10")}
        assert {card_of(way) for way in ways} == {card}
    assert [card_of(word) for word in ("", "7", "h", "1h", "11h", "7hh", "??", "77", "hh")] == [None] * 9


def test_names_that_two_players_share_are_no_words_for_a_seat() -> None:
    words = seat_words({"N": "Aino Aalto", "E": "Aino Berg", "S": "Kaisa", "W": "Ville"})
    assert "aino" not in words
    assert (words["aino aalto"], words["kaisa"], words["länsi"], words["west"]) == ("N", "S", "W", "W")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_help_is_half_a_screen_and_what_it_names_can_be_typed(tag: str) -> None:
    said = list(help_lines(language(tag), "S"))
    assert len(said) <= 16
    assert max(map(len, said)) <= 78
    named = {WORDS[word] for line in said for word in re.findall(r"[\w?]+", line) if word in WORDS}
    assert named == set(WORDS.values())


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("saturday", "saturday.ristilog.jsonl"),
        ("saturday.json", "saturday.ristilog.jsonl"),
        ("a/b.ristilog.jsonl", "a/b.ristilog.jsonl"),
        ("other.jsonl", "other.jsonl"),
    ],
)
def test_the_name_of_a_recording(given: str, made: str) -> None:
    assert recording_path(given) == Path(made)


# ---- what a command does


class Table:
    """A conversation without a terminal or a file."""

    def __init__(self, tag: str = "en", rules: str = "ristikontra", view: str = "table", **more: Any) -> None:
        self.recorder = Recorder(rules, names_of(NAMES), "W", view=view, **more)
        self.talk: Talk = talk_of(self.recorder, language(tag))
        self.answer = Answer()

    def type(self, *typed: str) -> str:
        """Type lines; what is said to the last."""
        names = seat_words(names_of(NAMES))
        for line in typed:
            self.talk, self.answer = carry_out(self.recorder, self.talk, parse(line, names))
        return "\n".join(self.answer.said)

    @property
    def tricks(self) -> list[list[str]]:
        return [[str(play) for play in plays_of(trick)] for trick in self.recorder.log.deals[-1].tricks or ()]


SEVENS = ("7c 2c 3c 4c", "7d 2d 3d 4d", "7h 2h 3h 4h")


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "rules", "before", "line"),
    [
        ("P301", {}, ("7h",), "S 8h"),
        ("P302", {}, ("7h",), "7h"),
        ("P304", {}, ("7h",), "draw 2s"),
        ("P306", {"options": {"dark_play": False}}, ("7h",), "*8h"),
        ("P307", {}, ("7h",), "*7h"),
        ("P308", {}, SEVENS, "7s"),
        ("P309", {}, SEVENS, "*8s"),
        ("P310", {"rules": "ristiklappi"}, ("kc kd ks",), "kh"),
        ("P310", {"rules": "ristiklappi"}, ("kc kd ks",), "*2h"),
        ("P302", {"view": "N"}, ("7h 8h 9h Th Jh Qh",), "2c"),
        ("P303", {"view": "N"}, ("7h 8h 9h Th Jh Qh", "7h"), "2c 3c"),
        ("P302", {"view": "N"}, ("7h 8h 9h Th Jh Qh", "7h +2c"), "8h"),
        ("P305", {"view": "N"}, ("7h 8h 9h Th Jh Qh", "7h"), "draw 8h"),
        ("D201", {"view": "N"}, (), "deal 7h 7h 9h Th Jh Qh"),
        ("D202", {"view": "N"}, (), "deal 7h 8h"),
        ("D206", {}, tuple(typed_tricks(simulate("ristikontra", "a", deals=1))), "deal E"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(
    tag: str, code: str, rules: Any, before: tuple[str, ...], line: str
) -> None:
    table = Table(tag, **rules)
    table.type(*before)
    assert not table.answer.refused
    log = table.recorder.log
    said = table.type(line)
    if code in ("D201", "D202"):  # more cards are asked for, or none of the line taken, before there is a finding
        assert table.recorder.position is None
        return
    assert table.answer.refused
    assert code in said
    assert table.recorder.log == log
    if tag == "fi":  # no name of a finding, which would be English
        assert not re.search(r"[a-z]+-[a-z]+-[a-z]+", said)


def test_a_card_that_lies_already_names_the_play_to_mend() -> None:
    table = Table()
    said = table.type("7h 8c 9c 2s", "8c 7h")
    assert "fix 1.2" in said
    assert "type stand" not in said
    assert "Mended, 1.1.2" in table.type("fix 1.2 8d")
    assert table.tricks[0][1] == "E play 8d"


def test_part_of_a_line_is_refused_and_the_rest_with_it() -> None:
    table = Table()
    said = table.type("7h 8h 7h 9h")
    assert "Not recorded: seven of hearts (Kaisa)" in said
    assert "nine of hearts" in said
    assert table.tricks == [["N play 7h", "E play 8h"]]


def test_what_was_let_stand_is_recorded_with_what_stood_behind_it() -> None:
    table = Table()
    assert "type stand" in table.type(*SEVENS, "7s 8c 9c")
    assert "let stand" in table.type("stand")
    assert table.tricks[-1] == ["N play 7s", "E play 8c", "S play 9c"]
    (note,) = table.recorder.log.annotations or ()
    assert "P308" in (note.text or {})["en"]
    assert table.answer.refused is False
    assert "Nothing was refused" in table.type("stand")


def test_a_play_out_of_turn_that_was_let_stand() -> None:
    table = Table()
    assert "It is Eero’s turn, not Kaisa’s." in table.type("7h", "kaisa 8h")
    table.type("stand")
    assert table.tricks == [["N play 7h", "S play 8h"]]
    assert table.recorder.to_act == "W"


def test_help_and_a_mistyped_word_do_not_forget_what_was_refused() -> None:
    table = Table()
    table.type("7h", "S 8h", "?", "stadn")
    assert table.answer.refused
    table.type("stand")
    assert table.tricks == [["N play 7h", "S play 8h"]]


def test_undo_takes_back_plays_a_deal_and_a_misdeal() -> None:
    table = Table()
    assert table.type("undo") == "Nothing has been played that could be taken back."
    assert "eight of hearts (Eero, dark)" in table.type("7h *8h", "undo")
    assert table.tricks == [["N play 7h"]]
    table.type("undo")
    assert table.type("undo").startswith("The deal is taken back.")
    assert table.recorder.expects == "deal"
    table.type("7h", "void too early", "8h", "undo")
    assert [deal.void for deal in table.recorder.log.deals] == ["too early", UNSET]
    table.type("undo", "undo", "undo")
    table.type("7h 8h", "void the cards fell")
    assert table.recorder.log.deals[0].void == "the cards fell"
    assert "counts again" in table.type("undo")
    assert table.type("undo 9") == "So many plays have not been made."


def test_what_cannot_be_mended_is_said() -> None:
    table = Table()
    assert "Nothing has been played" in table.type("fix 9c")
    table.type("7h 8h 9h 2h", "3h 4h")
    assert table.type("fix 5.1 9c") == "There is no play at 1.5.1."
    assert "P302" in table.type("fix 1.2 7h")
    assert table.answer.refused
    assert table.tricks[0][1] == "E play 8h"
    assert table.type("fix 1.2 draw 9c") == "There is no play at 1.1.2 that could be mended so."
    assert "not eight of hearts (Eero), but eight of clubs (Eero, dark)" in table.type("fix 1.2 *8c")


def test_the_first_card_of_a_deal_is_mended() -> None:
    table = Table()
    assert "Mended, 1.1.1" in table.type("7h 8h", "fix 1.1 9c")
    assert table.tricks == [["N play 9c", "E play 8h"]]


def test_notes_and_the_score() -> None:
    table = Table()
    assert "needs a deal" in table.type("note early")
    table.type("kh 8h 9h 2h", "note A bold lead", "note 1.1 Only a trick", "note 9.9 nowhere")
    assert table.answer.refused
    notes = [(note.at, note.text) for note in table.recorder.log.annotations or ()]
    assert notes == [("1.1.4", {"en": "A bold lead"}), ("1.1", {"en": "Only a trick"})]
    said = table.type("score")
    assert "North–South: 1 trick, 4 points." in said
    assert "The match: North–South 0, East–West 0." in said


def test_what_may_be_played() -> None:
    table = Table()
    assert "next deal" in table.type("legal")
    table.type(*SEVENS)
    said = table.type("legal")
    assert "a seven may not be led now" in said
    assert "Dark play: not allowed: nobody may lead in the dark while a rank is barred." in said
    assert "Dark play is allowed." in table.type("8h", "legal")
    for hand in Table(options={"dark_play": False}), Table("fi", options={"dark_play": False}):
        assert hand.type("7h", "legal").count("\n") == 2
    own = Table("fi", view="N")
    own.type("7h 8h 9h Th Jh Qh")
    said = own.type("mahdolliset")
    assert "herttaseitsemän, herttakahdeksan, herttayhdeksän: aloitusarvoksi" not in said
    assert "herttakuningatar: aloitusarvoksi kuningatar, 3 pistettä." in said
    assert own.type("7h", "mahdolliset") == "Nostovuorossa on Aino."


def test_the_own_hand_is_asked_for_in_every_deal() -> None:
    table = Table(view="S")
    assert "that Kaisa was dealt" in table.type("")
    assert "besides: 2" in table.type("7h 8h 9h Th")
    assert "only 2 are asked for" in table.type("Jh Qh Kh")
    assert "stands twice" in table.type("7h")
    table.type("undo", "7h 8h 9h Th", "Jh Qh")
    hands = table.recorder.log.deals[0].hands
    assert hands and hands.S == "7h 8h 9h Th Jh Qh"
    table.type("2c 3c 7h")
    assert table.recorder.expects == "draw"
    assert table.type("2s") == "Kaisa draws the two of spades."
    assert table.tricks == [["N play 2c", "E play 3c", "S play 7h"]]


def test_a_hand_that_was_typed_wrong_is_mended_and_the_plays_stay(tmp_path: Path) -> None:
    table = Table(view="S", path=tmp_path / "club.ristilog.jsonl")
    assert "no hand on record" in table.type("hand 7h 8h 9h Th Jh Qh")
    table.type("7h 8h 9h Th Jh Qh", "2c 3c 7h +2s 4c", "note a good start", "5c 6c")
    said = table.type("Qs")
    assert "type hand and its cards" in said
    plays_before, notes = table.tricks, table.recorder.log.annotations
    assert "D202" in table.type("hand 7h 8h 9h Th Jh")
    assert "P302" in table.type("hand 6h 8h 9h Th Jh Qs")
    assert table.answer.refused
    assert table.tricks == plays_before
    assert table.type("hand 7h 8h 9h Th Jh Qs") == "Mended: the hand that Kaisa was dealt."
    assert (table.tricks, table.recorder.log.annotations) == (plays_before, notes)
    table.type("Qs")
    assert table.tricks[-1][-1] == "S play Qs"
    log = table.recorder.close()
    assert on_record(tmp_path / "club.ristilog.jsonl") == log
    with Recorder.resume(tmp_path / "club.ristilog.jsonl") as again:
        assert again.log == log
    misdeal = Table(view="S", path=tmp_path / "other.ristilog.jsonl")
    misdeal.type(
        "7h 8h 9h Th Jh Qh", "2c", "void dropped", "7h 8h 9h Th Jh Kh", "2d 3d 7h +2s", "hand 7h 8h 9h Th Jh Qh"
    )
    log = misdeal.recorder.close()
    assert [deal.void for deal in log.deals] == ["dropped", UNSET]
    assert on_record(tmp_path / "other.ristilog.jsonl") == log
    no_hand = Table()
    no_hand.type("7h")
    assert "no hand on record" in no_hand.type("hand S 7h 8h 9h Th Jh Qh")


def test_a_hand_mended_behind_a_finished_deal_leaves_that_as_it_was(tmp_path: Path) -> None:
    recorder = Recorder(path=tmp_path / "club.ristilog.jsonl")
    recorder.deal(seed="one")
    while recorder.expects == "play":
        recorder.act(recorder.legal()[0])
    recorder.deal(seed="two")
    recorder.act(recorder.legal()[0])
    before = recorder.log
    dealt = before.deals[1].hands
    recorder.redeal({"N": dealt.N or ""} if dealt else {})
    assert recorder.close() == before
    assert on_record(tmp_path / "club.ristilog.jsonl") == before


def test_an_open_deal_is_typed_or_comes_from_a_seed() -> None:
    table = Table(view="open")
    for start in range(0, 24, 6):
        table.type(" ".join(PACK[start : start + 6]))
    table.type(" ".join(PACK[24:40]), " ".join(PACK[40:]))
    deal = table.recorder.log.deals[0]
    assert deal.hands and deal.hands.W == " ".join(PACK[18:24])
    assert deal.stock == " ".join(PACK[24:])
    assert "Which card" not in table.type("dark")
    assert table.tricks == [[f"N dark {PACK[24]}"]]
    seeded = Table(view="open")
    seeded.type("deal E seed Kotka 1")
    assert seeded.recorder.log.deals[0].dealer == "E"
    assert verify(seeded.recorder.log).verdict == "good"


def test_what_cannot_be_done_between_and_in_deals() -> None:
    table = Table()
    assert "no deal in hand" in table.type("void slipped")
    assert "Deal 1: Ville deals, Aino leads." in table.type("")
    assert "Deal 1 is not over yet" in table.type("deal")
    assert "Which card was turned up" in table.type("dark")
    assert "end takes how" in table.type("end")
    assert table.type("end forfeit NS") == ""
    assert table.answer.leave == "finish"
    assert table.recorder.log.result and table.recorder.log.result.winner == "NS"


def test_the_end_of_a_deal_is_told_and_the_next_begins_with_a_card() -> None:
    table = Table()
    log = simulate("ristikontra", "demo", dealer="W")
    tricks = typed_tricks(log)
    said = table.type(*tricks[:13])
    assert "The deal is over" in said
    assert "Deal 2 comes next: Aino deals, Eero leads." in said
    table.type(tricks[13])
    assert table.recorder.log.deals[1].dealer == "N"
    too_many = Table()
    said = too_many.type(*tricks[:12], f"{tricks[12]} {tricks[13]}")
    assert "since the deal is over" in said
    assert len(too_many.recorder.log.deals) == 1
    won = Table()
    assert "win the match" in won.type(*tricks)
    assert "has been won" in won.type("7h")
    assert (won.type("quit"), won.answer.leave) == ("", "finish")


# ---- from a file or a pipe


def test_a_match_from_a_pipe_is_recorded_and_written(tmp_path: Path) -> None:
    log = simulate("ristiklappi", "pipe", dealer="S")
    done = ristilog(
        "record", "club", "--rules", "ristiklappi", stdin="\n".join(typed_tricks(log)).encode(), cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    said = lines(done.stdout)
    assert said[0] == "The recording is club.ristilog.jsonl."
    assert "The record verifies. It is in club.json." in said
    assert said[-2:] == ["  ristilog annotate club.json --in-place", "  ristilog build-site club.json -o site"]
    assert not [line for line in said if line.endswith(": ")]
    made = on_record(tmp_path / "club.json")
    assert plays(made) == plays(log)
    assert [deal.score for deal in made.deals] == [deal.score for deal in log.deals]
    assert verify(tmp_path / "club.json").verdict == "good-as-seen"
    assert on_record(tmp_path / "club.ristilog.jsonl") == made
    built = ristilog("build-site", "club.json", "-o", "site", cwd=tmp_path)
    assert built.returncode == 0
    assert (tmp_path / "site" / "index.html").exists()


def test_a_pipe_that_ends_early_leaves_the_recording_to_be_gone_on_with(tmp_path: Path) -> None:
    done = ristilog("record", "club", *GIVEN, stdin=b"7h 8h 9h 2h\n3h", cwd=tmp_path)
    assert done.returncode == 0
    assert lines(done.stdout)[-1] == "To go on: ristilog record club.ristilog.jsonl"
    done = ristilog("record", "club.ristilog.jsonl", stdin=b"4h\nquit\n", cwd=tmp_path)
    assert "This recording is gone on with. Deal 1, trick 2: Eero is next." in lines(done.stdout)
    assert plays(on_record(tmp_path / "club.ristilog.jsonl"))[4:] == ["N play 3h", "E play 4h"]
    assert not (tmp_path / "club.json").exists()


def test_a_pipe_stops_at_a_refused_line_unless_it_is_let_stand(tmp_path: Path) -> None:
    moves = "7h 8h\n8h\n9h 2h\n"
    done = ristilog("record", "club", *GIVEN, stdin=moves.encode(), cwd=tmp_path)
    assert done.returncode == 1
    assert b"line 2 was refused; nothing from there on was recorded" in done.stderr
    assert plays(on_record(tmp_path / "club.ristilog.jsonl")) == ["N play 7h", "E play 8h"]
    done = ristilog("record", "other", *GIVEN, stdin=b"7h\nS 8h\nstand\n9h\n", cwd=tmp_path)
    assert done.returncode == 0
    assert plays(on_record(tmp_path / "other.ristilog.jsonl")) == ["N play 7h", "S play 8h", "W play 9h"]
    done = ristilog("record", "third", *GIVEN, stdin=b"7h\nS 8h", cwd=tmp_path)
    assert done.returncode == 1


def test_an_adjourned_match_is_written_and_gone_on_with(tmp_path: Path) -> None:
    done = ristilog("record", "club", *GIVEN, stdin=b"7h 8h 9h 2h\nend adjourned\n", cwd=tmp_path)
    assert done.returncode == 0
    first = on_record(tmp_path / "club.json")
    assert first.result and first.result.ended == "adjourned"
    done = ristilog("record", "club", "--title", "Other", stdin=b"3h 4h\nend abandoned\n", cwd=tmp_path)
    assert b"is there already" in done.stderr
    assert b"It had been ended: The match was adjourned." in done.stdout
    assert len(plays(on_record(tmp_path / "club.json"))) == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == ["club.json", "club.ristilog.jsonl"]


def test_another_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "club.json").write_bytes(pretty(simulate("ristikontra", "x", deals=1)))
    (tmp_path / "club-2.json").write_text("a shopping list")
    before = (tmp_path / "club.json").read_bytes()
    done = ristilog("record", "club", *GIVEN, stdin=b"7h\nend abandoned\n", cwd=tmp_path)
    assert done.returncode == 0
    assert b"It is in club-3.json." in done.stdout
    assert (tmp_path / "club.json").read_bytes() == before
    assert log_path(tmp_path / "club.ristilog.jsonl", on_record(tmp_path / "club-3.json")).name == "club-3.json"


def test_what_was_let_stand_makes_a_log_that_does_not_verify(tmp_path: Path) -> None:
    done = ristilog("record", "club", *GIVEN, stdin=b"7h\nS 8h\nstand\nend abandoned\n", cwd=tmp_path)
    assert done.returncode == 1
    assert b"since something was let stand: P301 1.1.2" in done.stdout
    assert b"--allow-unverified" in done.stdout
    assert verify(tmp_path / "club.json").verdict == "bad"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "Aino,Eero"), "there are four seats"),
        (("--hand", "S", "--view", "N"), "--hand S is --view S"),
        (("--date", "yesterday"), "/meta/date"),
        (("--set", "target=0"), "target takes a whole number"),
        (("--rules", "bridge"), "is not one of"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = ristilog("record", "club", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_recording_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    (tmp_path / "b.jsonl").write_text("hello")
    for name in ("a", "b"):
        before = (tmp_path / f"{name}.jsonl").read_bytes()
        done = ristilog("record", f"{name}.jsonl", stdin=b"7h\n", cwd=tmp_path)
        assert done.returncode == 2
        assert (tmp_path / f"{name}.jsonl").read_bytes() == before
    done = ristilog("record", tmp_path / "no" / "such" / "folder", stdin=b"")
    assert done.returncode == 2
    assert b"No such file or directory" in done.stderr


def test_a_recording_that_another_process_has(tmp_path: Path) -> None:
    with Recorder(path=tmp_path / "club.ristilog.jsonl", view="table"):
        done = ristilog("record", "club", stdin=b"7h\n", cwd=tmp_path)
    assert done.returncode == 2
    assert f"process {os.getpid()} is recording there" in done.stderr.decode()


def test_a_torn_line_is_cut_off_and_said(tmp_path: Path) -> None:
    path = tmp_path / "club.ristilog.jsonl"
    ristilog("record", "club", *GIVEN, stdin=b"7h 8h\n", cwd=tmp_path)
    path.write_bytes(path.read_bytes() + b'{"play":"S pl')
    done = ristilog("record", "club", "--lang", "fi", stdin=b"9h\n", cwd=tmp_path)
    assert "Viimeinen rivi oli jäänyt kesken" in done.stdout.decode()
    assert plays(on_record(path)) == ["N play 7h", "E play 8h", "S play 9h"]


# ---- on a terminal


class Club(Terminal):
    """A terminal at which somebody records."""

    def type(self, line: str) -> str:
        """Type a line, and wait until the next is asked for; the screen then."""
        before = self.raw.count(CLEARED)
        self.send(line, "enter")
        return self.wait_until(lambda: self._is_asking(before), f"the answer to {line!r}")

    def begin(self) -> str:
        """Wait for the first table."""
        return self.wait_until(lambda: self._is_asking(0), "the first table")

    def interrupt(self, typed: str = "") -> str:
        """Press Ctrl-C with something typed, and wait until the next line is asked for."""
        before = self.raw.count(CLEARED)
        self.send(typed)  # seen before Ctrl-C throws away what has not yet been read
        self.wait_until(lambda: self.raw.endswith(f": {typed}"), repr(typed))
        return self.press_until("ctrl-c", lambda: self._is_asking(before), "the answer to Ctrl-C")

    def _is_asking(self, before: int) -> bool:
        return self.raw.count(CLEARED) > before and self.raw.rsplit(CLEARED, 1)[1].endswith(": ")


def mistakes(number: int, line: str) -> Iterator[str]:
    """A trick as it is typed now and then: with slips that are made good."""
    first, *rest = line.split()
    match number % 7:
        case 1:  # card by card
            yield from (first, *rest)
        case 2:  # the last card was another
            yield from (line, "undo", rest[-1])
        case 3:  # no card, no command
            yield from (line.replace(rest[0], "1x"), "undp", line)
        case 4:  # a card twice
            yield from (first, first.strip("*"), " ".join(rest))
        case 5:
            yield from (line, "undo 2", "?", "legal", f"{' '.join(rest[1:])}")
        case _:
            yield line.lower()


@pytest.mark.parametrize(("columns", "tag", "target"), [(80, "en", 7), (40, "fi", 2)])
def test_a_match_typed_with_mistakes_killed_and_resumed(tmp_path: Path, columns: int, tag: str, target: int) -> None:
    log = simulate("ristikontra-fi", "club night", dealer="W", options={"target": target})
    tricks = typed_tricks(log)
    half = len(tricks) // 2
    rules = ("--rules", "ristikontra-fi", "--set", f"target={target}")
    given = ("--players", NAMES, "--dealer", "W", *rules, "--view", "table", "--lang", tag)
    with Club("record", "saturday", *given, columns=columns, cwd=tmp_path) as club:
        club.begin()
        for number, line in enumerate(tricks[:half]):
            for typed in mistakes(number, line):
                club.type(typed)
        club.signal(signal.SIGKILL)
        assert club.wait() == -signal.SIGKILL
    recording = tmp_path / "saturday.ristilog.jsonl"
    assert plays(on_record(recording)) == plays(log)[: 4 * half]
    recording.write_bytes(recording.read_bytes() + b'{"play":')
    with Club("record", "saturday", "--lang", tag, columns=columns, cwd=tmp_path) as club:
        said = " ".join(club.begin().split())
        assert ("gone on with" if tag == "en" else "Kirjaus jatkuu") in said
        assert ("ended without closing it" if tag == "en" else "katkennut kesken") in said
        for number, line in enumerate(tricks[half:]):
            for typed in mistakes(number, line):
                club.type(typed)
        assert ("match is won" if tag == "en" else "Peli on voitettu") in club.text
        club.type("undo")
        club.type(tricks[-1].split()[-1])
        club.send("enter")
        assert club.wait() == 0
        assert "ristilog annotate saturday.json" in " ".join(club.text.split())
    made = tmp_path / "saturday.json"
    verdict = verify(made)
    assert (verdict.verdict, verdict.winner) == ("good-as-seen", verify(log).winner)
    assert plays(on_record(made)) == plays(log)
    assert [deal.score for deal in on_record(made).deals] == [deal.score for deal in log.deals]
    assert ristilog("build-site", made, "-o", tmp_path / "site").returncode == 0
    assert "Kaisa" in (tmp_path / "site" / "games" / "saturday" / "index.html").read_text()


def test_a_match_of_which_one_lead_was_let_stand(tmp_path: Path) -> None:
    with Club("record", "club", *GIVEN, cwd=tmp_path) as club:
        club.begin()
        for line in SEVENS:
            club.type(line)
        assert "barred: 7" in club.text
        assert "(P308)" in club.type("7s 5c 5d 5h")
        assert "Not allowed: the last three tricks were led with sevens." in " ".join(club.text.split())
        assert "The record says that it was let stand." in club.type("stand")
        assert "Trick 4" in club.text
        club.send("end abandoned", "enter")
        assert club.wait() == 1
    assert [one.code for one in verify(tmp_path / "club.json").findings if one.severity == "error"] == ["P308"]


def test_what_was_not_given_is_asked_for(tmp_path: Path) -> None:
    with Club("record", "club", cwd=tmp_path) as club:
        for asked, typed in (
            ("Number or name [1]: ", "ristklappi"),
            ("Was ristiklappi meant?", "3"),
            ("North (N): ", "Aino"),
            ("East (E): ", ""),
            ("South (S): ", "Kaisa"),
            ("West (W): ", "Ville"),
            ("Who deals first?", "pekka"),
            ("Nobody here is called “pekka”.", "kaisa"),
            ("Number [1]: ", "2"),
            ("Whose hand?", ""),
        ):
            club.wait_for(asked.rstrip())
            club.send(typed, "enter")
        assert "that Kaisa was dealt" in " ".join(club.begin().split())
        club.type("7h 8h 9h 10h jh")
        assert "7♥ 8♥ 9♥ 10♥ J♥" in club.text
        club.send("ctrl-d")
        assert club.wait() == 0
    log = on_record(tmp_path / "club.ristilog.jsonl")
    assert (log.rules.name, log.view, log.deals[0].dealer) == ("ristiklappi", "S", "S")
    assert log.players and not log.players.E
    assert log.players.W and log.players.W.name == "Ville"
    assert set(log.meta or {}) == {"date", "language"}


def test_leaving_while_asked_makes_no_file(tmp_path: Path) -> None:
    with Club("record", "club", cwd=tmp_path) as club:
        club.wait_for("Number or name")
        club.send("ctrl-d")
        assert club.wait() == 130
    assert list(tmp_path.iterdir()) == []


def test_four_names_on_one_line_in_finnish(tmp_path: Path) -> None:
    with Club("record", "club", "--lang", "fi", "--rules", "alga-b", columns=40, cwd=tmp_path) as club:
        club.wait_for("Pohjoinen (N):")
        club.send(NAMES, "enter")
        club.wait_for("Kuka jakaa ensin?")
        club.send("itä", "enter")
        club.wait_for("Numero [1]:")
        club.send("", "enter")
        club.begin()
        assert "Kaisa (S) aloittaa" in club.text
        assert "Ei kirjattu: herttaseitsemän (Ville)." in " ".join(club.type("7h 7h").split())
        assert "Tarkoititko peru?" in " ".join(club.type("peur").split())
        assert "Peruttu: herttaseitsemän (Kaisa)." in " ".join(club.type("peru").split())
        club.send("poistu", "enter")
        assert club.wait() == 0


def test_an_interrupt_takes_the_line_back_and_two_leave(tmp_path: Path) -> None:
    with Club("record", "club", *GIVEN, cwd=tmp_path) as club:
        club.begin()
        assert "The line is taken back." in club.interrupt("7h 8h 9")
        assert "Eero (E) plays:" in club.type("7h")
        club.interrupt()
        club.press_until("ctrl-c", lambda: club.process.poll() is not None, "the end after a second Ctrl-C")
        assert club.wait() == 0
    assert plays(on_record(tmp_path / "club.ristilog.jsonl")) == ["N play 7h"]


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_table_is_seen_whole_with_its_prompt(tmp_path: Path, columns: int, tag: str) -> None:
    tricks = typed_tricks(simulate("ristikontra", "demo", dealer="W"))
    with Club("record", "club", *GIVEN, "--lang", tag, columns=columns, cwd=tmp_path) as club:
        club.begin()
        for line in (*tricks[:20], tricks[20].split()[0]):
            club.type(line)
            assert max(map(len, club.lines)) <= columns
            assert sum(line.endswith(":") for line in club.lines) >= 1
        assert club.text.count("▒▒") >= 20
        for name in ("Aino", "Eero", "Kaisa", "Ville"):
            assert name in club.text
        assert club.lines[0].strip().startswith("Ristikontra")


def test_a_terminal_without_suits_or_dots_gets_letters(tmp_path: Path) -> None:
    given = ("--players", "Äijä,Eero,Kaisa,Ville", *GIVEN[2:], "--lang", "fi")
    with Club("record", "club", *given, cwd=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="ascii") as club:
        assert "Aija (N) aloittaa" in club.begin()
        assert "7h" in club.type("7h *kd")
        assert "Ei kirjattu" in club.type("7h")
        assert club.raw.isascii()


def test_earlier_lines_come_back_with_the_arrow_keys(tmp_path: Path) -> None:
    with Club("record", "club", *GIVEN, cwd=tmp_path) as club:
        club.begin()
        club.type("7h")
        club.type("nonsense")
        club.send("up", "up")
        club.wait_for("Eero (E) plays: 7h")
        club.send("backspace", "c", "enter")
        club.wait_for("Kaisa (S) plays:")
    assert plays(on_record(tmp_path / "club.ristilog.jsonl")) == ["N play 7h", "E play 7c"]


def test_a_match_that_was_won_can_still_be_mended_when_it_is_opened_again(tmp_path: Path) -> None:
    log = simulate("ristikontra", "short", dealer="S", options={"target": 1})
    moves = "\n".join(typed_tricks(log)).encode()
    assert ristilog("record", "club", "--set", "target=1", stdin=moves, cwd=tmp_path).returncode == 0
    before = (tmp_path / "club.json").read_bytes()
    last = plays_of((log.deals[-1].tricks or ())[-1])[-1]
    again = f"undo\n{last.card}\n".encode()
    done = ristilog("record", "club", stdin=again, cwd=tmp_path)
    assert b"The match has been won." in done.stdout
    assert b"It is in club.json." in done.stdout
    assert (tmp_path / "club.json").read_bytes() == before


def test_plain_is_sentences_without_one_escape(tmp_path: Path) -> None:
    tricks = typed_tricks(simulate("ristikontra", "demo", dealer="W"))
    with Terminal("record", "club", *GIVEN, "--plain", columns=80, cwd=tmp_path) as terminal:
        terminal.wait_for("Aino (N) leads, deal 1:")
        for line in tricks[:3]:
            terminal.send(line, "enter")
        terminal.send("table", "enter")
        terminal.wait_for("16 cards in the stock.")
        terminal.send("score", "enter")
        terminal.wait_for("The match:")
        terminal.send("quit", "enter")
        assert terminal.wait() == 0
        assert "\x1b" not in terminal.raw
        assert not re.search("[─│╭╔═║▒▶]", terminal.raw)
        assert "Aino" in terminal.raw
    assert len(plays(on_record(tmp_path / "club.ristilog.jsonl"))) == 12


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_cannot_be_cleared_gets_sentences(tmp_path: Path, term: str) -> None:
    with Terminal("record", "club", *GIVEN, cwd=tmp_path, TERM=term) as terminal:
        terminal.wait_for("Aino (N) leads, deal 1:")
        terminal.send("7h", KEYS["enter"])
        terminal.wait_for("Eero (E) plays:")
        terminal.send("ctrl-d")
        assert terminal.wait() == 0
        assert CLEARED not in terminal.raw


def test_the_events_are_of_the_match_that_was_typed(tmp_path: Path) -> None:
    ristilog("record", "club", *GIVEN, "--title", "Club", "--place", "Kotka", "--date", "2026-10-03", cwd=tmp_path)
    (first,) = lines((tmp_path / "club.ristilog.jsonl").read_bytes())
    head = json.loads(first)
    assert "2026-10-03" in json.dumps(head)
    log = on_record(tmp_path / "club.ristilog.jsonl")
    assert log.meta == {"title": "Club", "date": "2026-10-03", "place": "Kotka", "language": "en"}
