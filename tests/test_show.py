"""`ristilog show`: the whole game as text, one step of it, and the walk through it on a real terminal."""

import gzip
import json
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from ristilog import replay, simulate, verify
from ristilog.cli.terminal.keyboard import keys_in
from ristilog.cli.terminal.prose import paragraphs
from ristilog.cli.terminal.signs import signs_of
from ristilog.format.write import pretty
from ristilog.teach.language import LANGUAGES, language
from tests.helpers import FILES, GOOD, ROOT, changed, load
from tests.site import score_only, write
from tests.terminal import Terminal
from tests.test_cli import lines, ristilog

KOTKA = ROOT / "samples" / "kotka-final.json"
SAMPLES = sorted((ROOT / "samples").glob("*.json"))
BAD = FILES / "bad" / "P302-not-in-hand.json"


MARKDOWN = """# Head

A **bold** *word*, `code`,
and [a link](https://example.org/x).

1. one
2. two

> said

```
a  b
```

\x1b[2J ![an image](x.png)
"""


def shown(*arguments: object, stdin: bytes = b"") -> list[str]:
    done = ristilog("show", *arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return lines(done.stdout)


# ---- as text


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("path", [*SAMPLES, *GOOD[::12]], ids=lambda path: path.stem)
def test_a_game_as_text_tells_every_step_of_every_deal(path: Path, tag: str) -> None:
    text = shown(path, "--lang", tag)
    log = verify(path).log
    assert log is not None
    say = language(tag).say
    tricks = [line for line in text if re.fullmatch(rf"{say('Trick {number}', number='')}[0-9]+\.[0-9]+", line)]
    deals = [deal for deal in replay(log) if deal is not None]
    assert len(tricks) == sum(step.play == 1 for deal in deals for step in deal.steps)
    headings = [line for line in text if re.fullmatch(rf"{say('Deal {number}', number='')}[0-9]+", line)]
    assert len(headings) == len(log.deals)
    assert not [line for line in text if re.search(r"[{}\x00-\x1f]|None", line)]


def test_one_step_as_text() -> None:
    assert shown(KOTKA, "--at", "1.1.2") == [
        "Kotka open, final",
        "1.1.2",
        "Aino plays in the dark: the queen of hearts turns up, 3 points. Ville is still winning.",
        "",
        "Deal 1. Trick 1.",
        "Aino holds: three of spades, eight of diamonds, five of hearts, ten of diamonds, ace of spades, jack of "
        "diamonds.",
        "Eero holds: jack of hearts, king of hearts, two of spades, four of diamonds, queen of clubs, six of hearts.",
        "Helmi holds: two of hearts, queen of diamonds, ace of diamonds, four of clubs, ten of hearts, queen of "
        "spades.",
        "Ville holds: nine of hearts, nine of spades, three of hearts, ace of clubs, king of clubs, six of clubs.",
        "In the trick, 3 points:",
        "1. Ville: nine of diamonds, winning",
        "2. Aino: queen of hearts, dark",
        "26 cards in the stock.",
        "Card points: North–South 0, East–West 0.",
        "The match: North–South 0, East–West 0.",
        "Eero is next.",
        "",
        "Eero is next and could play:",
        "jack of hearts: puts 2 points into the trick",
        "king of hearts: puts 4 points into the trick",
        "two of spades, four of diamonds, six of hearts: changes nothing",
        "queen of clubs: puts 3 points into the trick",
        "dark: turns up the top of the stock, unseen",
    ]
    finnish = shown(KOTKA, "--at", "1.2.2", "--lang", "fi")
    assert (
        "Huomio, pysähdyksen arvoinen: Pimeässä kortissa on riskinsä: pakasta kääntyi 11 pistettä, ja ne voivat "
        in (" ".join(finnish))
    )
    assert "Vuorossa on Eero. Vaihtoehdot:" in finnish


@pytest.mark.parametrize(("at", "first"), [("2", "2"), ("2.5", "2.5.1"), ("2.5.3", "2.5.3")])
def test_an_address_opens_its_step(at: str, first: str) -> None:
    assert shown(KOTKA, "--at", at)[1] == first


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("99", "there is no step 99 to show"),
        ("1.14", "there is no step 1.14"),
        ("x", "'x' is no address; write deal, deal.trick or deal.trick.play"),
        ("1.1.5", "is no address"),
        ("", "'' is no address"),
    ],
)
def test_an_address_that_names_nothing(at: str, words: str) -> None:
    done = ristilog("show", KOTKA, "--at", at)
    assert done.returncode == 2
    assert words in done.stderr.decode()
    assert done.stdout == b""


def test_a_view_hides_what_its_viewer_does_not_see() -> None:
    everything, seen, public = (" ".join(shown(KOTKA, "--view", view)) for view in ("open", "W", "public"))
    assert "Ville draws the six of clubs." in everything
    assert "Ville draws the six of clubs." in seen
    assert "Ville draws a card." in public
    assert "Eero draws a card." in seen
    assert "Eero holds: 6 hidden cards." in seen
    assert "saves it for later" in everything
    assert "saves it for later" not in public
    assert not re.search(r"holds: [a-z]+ of", public)
    choices = shown(KOTKA, "--view", "W", "--at", "1.1.1")
    assert "Aino is next. The hand is not shown." in choices
    assert not any("changes nothing" in line for line in choices)


def test_a_log_that_is_a_view_stays_as_it_is() -> None:
    views = [one for one in (FILES / "kit").glob("*.json") if json.loads(one.read_text()).get("view", "open") == "N"]
    assert views
    for one in views:
        assert shown(one, "--view", "E") == shown(one, "--view", "open")


def test_a_log_from_standard_input_and_a_packed_one(tmp_path: Path) -> None:
    text = shown(KOTKA, "--plain")
    assert shown("-", stdin=KOTKA.read_bytes()) == text
    packed = tmp_path / "kotka.json.gz"
    packed.write_bytes(gzip.compress(KOTKA.read_bytes()))
    assert shown(packed) == text


def test_a_corpus_is_more_than_one_game(tmp_path: Path) -> None:
    line = json.dumps(json.loads(KOTKA.read_text()))
    path = tmp_path / "games.jsonl"
    path.write_text(f"{line}\n{line}\n")
    done = ristilog("show", path)
    assert done.returncode == 2
    assert "this is a corpus" in done.stderr.decode()


def test_a_log_with_errors_is_shown_as_far_as_it_is_sound() -> None:
    done = ristilog("show", BAD)
    assert done.returncode == 1
    (error,) = lines(done.stderr)
    assert error == f"{BAD}:26:7: P302 card-not-in-hand [1.1.2] N does not hold 2c"
    assert "Trick 1.1" in lines(done.stdout)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff", b'{"ristilog": "1.0", "rules": {"name": "x"}}'])
def test_what_is_no_log_is_said(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "none.json"
    path.write_bytes(data)
    done = ristilog("show", path)
    assert done.returncode == 1
    assert "cannot be read as a game log" in lines(done.stderr)[-1]
    assert done.stdout == b""


def test_a_path_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        done = ristilog("show", path)
        assert done.returncode == 2
        assert str(path) in done.stderr.decode()


def test_misdeals_bare_scores_and_logs_without_a_deal(tmp_path: Path) -> None:
    tree = load("good/ristikontra-one-deal.json")
    tree["deals"].insert(0, {"dealer": tree["deals"][0]["dealer"], "void": "a card too \x1b[31mfew"})
    (tmp_path / "void.json").write_text(json.dumps(tree))
    text = shown(tmp_path / "void.json")
    assert "The record says: “a card too [31mfew”" in " ".join(text)
    assert not [line for line in text if "\x1b" in line]
    bare = write(tmp_path / "score.json", score_only("ristikontra", match={"NS": 1, "EW": 0}, held=0))
    assert any("Of this deal only the score was written down." in line for line in shown(bare))
    (tmp_path / "none.json").write_text(json.dumps(changed(tree, "/deals", []) | {"result": {"ended": "abandoned"}}))
    assert shown(tmp_path / "none.json")[-1] == "The match was abandoned."


def test_text_for_a_terminal_without_suits() -> None:
    done = ristilog("show", KOTKA, "--at", "1.1.2", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"North-South 0" in done.stdout


# ---- notes


def test_markdown_becomes_plain() -> None:
    made = paragraphs(MARKDOWN)
    assert [one.plain for one in made] == [
        "Head",
        "A bold word, code, and a link (https://example.org/x).",
        "1. one",
        "2. two",
        "> said",
        "a  b",
        " [2J an image",
    ]
    styles = {made[1].plain[span.start : span.end]: str(span.style) for span in made[1].spans}
    assert styles == {"bold": "bold", "word": "italic", "code": "bold"}


def test_notes_cannot_command_a_terminal(tmp_path: Path) -> None:
    log = json.loads(pretty(simulate("ristikontra", "hostile", deals=1)))
    log["annotations"] = [{"at": "1.1.1", "text": {"en": "[red]a\x1b[2J\x9b31mb\u202ec[/red]"}, "by": "\x07x\n"}]
    log["players"]["N"]["name"] = "[bold]\x1b]0;x\x07"
    log["meta"] = {"title": "t\x1b[2J"}
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(log))
    text = shown(path, "--at", "1.1.1")
    assert text[0] == "t [2J"
    assert any("[red]a" in line for line in text)
    assert all(line.isprintable() for line in text)
    with Terminal("show", path, "--at", "1.1.1") as terminal:
        screen = terminal.wait_for("q quit")
        assert "[red]a" in screen
        assert "[bold]" in screen
        assert "\x1b[2J" not in terminal.raw
        assert "\x07" not in terminal.raw


# ---- keys


@pytest.mark.parametrize(
    ("typed", "keys", "rest"),
    [
        ("n", ["n"], ""),
        ("\x1b[A\x1bOB\x1b[C\x1b[D", ["up", "down", "right", "left"], ""),
        ("\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[5~\x1b[6~", ["home", "end", "home", "end", "pageup", "pagedown"], ""),
        ("\x1b[1;2C\x1b[1;2D\x1b[1;5C", ["shift-right", "shift-left", "right"], ""),
        ("\t\r \x7f", ["tab", "enter", " ", "backspace"], ""),
        ("a\x1b[", ["a"], "\x1b["),
        ("\x1b", [], "\x1b"),
        ("\x1b[99~ä", ["ä"], ""),
    ],
)
def test_what_a_terminal_sends_are_keys(typed: str, keys: list[str], rest: str) -> None:
    assert keys_in(typed) == (keys, rest)


# ---- on a terminal


def at(terminal: Terminal, address: str) -> str:
    """Wait until a step is shown whole: its address above, the last key of the last line below."""
    return terminal.wait_until(
        lambda: terminal.lines[0].endswith(f" {address}") and terminal.lines[-1].strip().endswith(("quit", "lopetus")),
        f"step {address}",
    )


def test_the_keys_walk_through_a_game() -> None:
    with Terminal("show", KOTKA) as terminal:
        screen = at(terminal, "1")
        assert "Kotka open, final" in screen
        assert "Helmi deals. Ville leads the" in screen
        for key, address in [
            ("right", "1.1.1"),
            (" ", "1.1.2"),
            ("n", "1.1.3"),
            ("left", "1.1.2"),
            ("p", "1.1.1"),
            ("down", "1.2.1"),
            ("pagedown", "1.3.1"),
            ("up", "1.2.1"),
            ("pageup", "1.1.1"),
            ("s", "1.2.2"),
            ("tab", "1.4.1"),
            ("]", "2"),
            ("[", "1"),
            ("end", "11.13.4"),
            ("[", "11"),
            ("[", "10"),
            ("home", "1"),
            ("G", "11.13.4"),
            ("right", "11.13.4"),
            ("g", "1"),
            ("left", "1"),
        ]:
            terminal.send(key)
            at(terminal, address)
        terminal.send("nnn", "right")
        at(terminal, "1.1.4")


def test_a_screen_as_it_is_seen() -> None:
    with Terminal("show", KOTKA, "--at", "1.3.4") as terminal:
        at(terminal, "1.3.4")
        left = [line[:44].rstrip() for line in terminal.lines[1:18]]
    assert left == [
        " Deal 1 · Trick 3                 barred: 9",
        "",
        "                    Aino",
        "             3♠ 8♦ 5♥ 10♦ A♠ J♦",
        "                  ╭dark─╮",
        " ▶ Ville          │ 5♦  │             Eero",
        " 9♠ 3♥   ╔═════╗  ╰──2──╯  ╭─────╮    J♥ 2♠",
        " A♣ K♣   ║ 9♣  ║ stock 16  │ K♥  │    4♦ 6♥",
        " 6♣ 3♣   ╚══1══╝  ╭dark─╮  ╰──3──╯    8♠ 7♦",
        "                  │ 8♥  │",
        "                  ╰──4──╯",
        "             2♥ Q♦ A♦ 4♣ 10♥ Q♠",
        "                   Helmi",
        "",
        " North–South             0 points   match 0",
        " East–West              29 points   match 0",
        "                      in the trick 4 points",
    ]


def test_leaving_gives_the_terminal_back() -> None:
    with Terminal("show", KOTKA) as terminal:
        at(terminal, "1")
        assert terminal.is_other_screen
        assert terminal.modes != terminal.modes_before
        terminal.send("q")
        assert terminal.wait() == 0
        assert not terminal.is_other_screen
        assert terminal.modes == terminal.modes_before
        assert terminal.text.strip() == ""
        assert terminal.raw.rstrip().endswith("\x1b[?25h\x1b[?1049l")


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (lambda terminal: terminal.send("ctrl-c"), 130),
        (lambda terminal: terminal.signal(signal.SIGTERM), 143),
        (lambda terminal: terminal.signal(signal.SIGHUP), 129),
    ],
)
def test_interrupted_it_gives_the_terminal_back_too(end: Any, status: int) -> None:
    with Terminal("show", KOTKA) as terminal:
        at(terminal, "1")
        end(terminal)
        assert terminal.wait() == status
        assert not terminal.is_other_screen
        assert terminal.modes == terminal.modes_before
        assert "Traceback" not in terminal.raw


def test_stopped_for_a_while_it_comes_back() -> None:
    with Terminal(command=("bash", "--norc", "-i"), cwd=ROOT, PS1="ready> ") as terminal:
        terminal.wait_for("ready>")
        terminal.send(f"{sys.executable} -m ristilog show samples/kotka-final.json\n")
        at(terminal, "1")
        terminal.send("n")
        at(terminal, "1.1.1")
        terminal.send("ctrl-z")
        terminal.wait_for("Stopped")
        assert not terminal.is_other_screen
        terminal.send("fg\n")
        at(terminal, "1.1.1")
        assert terminal.is_other_screen
        terminal.send("n")
        at(terminal, "1.1.2")
        terminal.send("q")
        terminal.wait_until(lambda: not terminal.is_other_screen, "the first screen")
        terminal.send("exit\n")
        assert terminal.wait() == 0


def test_a_window_of_another_size_is_filled_anew() -> None:
    with Terminal("show", KOTKA, "--at", "1.3.4") as terminal:
        at(terminal, "1.3.4")
        assert "│ Helmi plays in the dark: the" in terminal.text
        terminal.resize(60, 24)
        terminal.wait_for(" Helmi plays in the dark: the eight of hearts turns up.")
        assert "│ Helmi" not in terminal.text
        at(terminal, "1.3.4")
        terminal.resize(120, 40)
        terminal.wait_for("│ Helmi plays in the dark: the eight of hearts turns up.")
        at(terminal, "1.3.4")
        assert len(terminal.lines[0]) == 119
        terminal.resize(20, 8)
        terminal.wait_for("Kotka")
        terminal.send("q")
        assert terminal.wait() == 0


def test_views_choices_and_the_keys_themselves() -> None:
    with Terminal("show", KOTKA, "--at", "1.1.1", columns=120, lines=40) as terminal:
        at(terminal, "1.1.1")
        terminal.send("o")
        terminal.wait_for("Aino is next and could play:")
        assert "changes nothing" in terminal.text
        terminal.send("v")
        terminal.wait_for("hands: Aino")
        assert terminal.text.count("▒▒") == 18
        assert "Ville draws a card." in terminal.text
        terminal.send("v")
        terminal.wait_for("hands: Eero")
        assert "Aino is next. The hand is not shown." in terminal.text
        terminal.send("vvv")
        terminal.wait_for("hands: none")
        assert terminal.text.count("▒▒") == 24
        terminal.send("v")
        terminal.wait_for("hands: all")
        terminal.send("?")
        terminal.wait_for("what the next player could do")
        assert "Aino is next" not in terminal.text
        terminal.send("escape")
        terminal.wait_for("Aino is next and could play:")
        terminal.send("o")
        terminal.wait_for_no("Aino is next and could play:")


def test_a_long_text_is_read_page_by_page(tmp_path: Path) -> None:
    tree = load("good/ristikontra-one-deal.json")
    words = " ".join(f"word{number}" for number in range(400))
    tree["annotations"] = [{"at": "1.1.1", "text": {"en": words}}]
    path = write(tmp_path / "long.json", tree)
    with Terminal("show", path, "--at", "1.1.1") as terminal:
        at(terminal, "1.1.1")
        seen = set(re.findall(r"word\d+", terminal.text))
        pages = int(re.findall(r"m more \(1/(\d+)\)", terminal.text)[0])
        for page in range(2, pages + 1):
            terminal.send("m")
            terminal.wait_for(f"m more ({page}/{pages})")
            at(terminal, "1.1.1")
            seen |= set(re.findall(r"word\d+", terminal.text))
        assert len(seen) == 400
        terminal.send("m")
        terminal.wait_for(f"m more (1/{pages})")


def test_it_goes_on_by_itself_to_the_end() -> None:
    path = FILES / "good" / "ristikontra-one-deal.json"
    with Terminal("show", path, "--play", "--speed", "100") as terminal:
        at(terminal, "1.13.4")
        terminal.send("q")
        assert terminal.wait() == 0


def test_a_key_halts_what_goes_on_by_itself() -> None:
    with Terminal("show", KOTKA, "--play", "--speed", "0.1") as terminal:
        terminal.wait_for("any key halts it")
        terminal.send("x")
        at(terminal, "1")
        terminal.send("a")
        terminal.wait_for("any key halts it")
        terminal.send("q")
        assert terminal.wait() == 0


def test_a_finnish_screen() -> None:
    with Terminal("show", KOTKA, "--lang", "fi", "--at", "1.2.2") as terminal:
        screen = at(terminal, "1.2.2")
        for words in ("Jako 1 · Tikki 2", "╭pimeä╮", "pakka 22", "tikissä 11 p.", "n p siirto", "● Pimeässä kortissa"):
            assert words in screen


@pytest.mark.parametrize("columns", [40, 60, 76, 80, 200])
def test_every_width_shows_table_and_words(columns: int) -> None:
    with Terminal("show", KOTKA, "--at", "1.1.2", columns=columns, lines=30) as terminal:
        terminal.wait_for("q quit")
        for words in ("Deal 1 · Trick 1", "╭dark─╮", "Helmi", "East–West", "Aino plays"):
            assert words in terminal.text
        assert all(len(line) <= columns for line in terminal.lines)


def test_colours_are_left_out_where_none_are_wanted() -> None:
    with Terminal("show", KOTKA) as terminal:
        at(terminal, "1")
        assert re.search(r"\x1b\[[0-9;]*31m", terminal.raw)
    with Terminal("show", KOTKA, NO_COLOR="1") as terminal:
        at(terminal, "1")
        assert not re.search(r"\x1b\[([0-9]+;)*[349][0-7]m", terminal.raw)


def test_a_terminal_without_suits_gets_letters() -> None:
    with Terminal("show", KOTKA, "--at", "1.1.2", PYTHONIOENCODING="ascii", PYTHONUTF8="0") as terminal:
        at(terminal, "1.1.2")
        assert "# 9d  #" in terminal.text
        assert "+dark-+" in terminal.text
        assert terminal.raw.isascii()


@pytest.mark.parametrize(("arguments", "kind"), [(["--plain"], "xterm"), ([], "dumb"), ([], "")])
def test_where_no_cursor_can_be_moved_it_is_text(arguments: list[str], kind: str) -> None:
    path = FILES / "good" / "ristikontra-one-deal.json"
    with Terminal("show", path, *arguments, lines=400, TERM=kind) as terminal:
        assert terminal.wait() == 0
        assert "\x1b" not in terminal.raw
        assert "Trick 1.13" in terminal.text


def test_a_stream_that_is_no_terminal_makes_it_text(tmp_path: Path) -> None:
    with Terminal("show", KOTKA, stdout=tmp_path / "out.txt") as terminal:
        assert terminal.wait() == 0
    assert "Trick 1.13" in (tmp_path / "out.txt").read_text().splitlines()
    with Terminal("show", "-", stdin=KOTKA, lines=50) as terminal:
        assert terminal.wait() == 0
        assert "\x1b" not in terminal.raw


def test_findings_are_said_and_stay_when_it_is_left() -> None:
    with Terminal("show", BAD, columns=120) as terminal:
        at(terminal, "1")
        assert "This record does not verify." in terminal.text
        terminal.send("q")
        assert terminal.wait() == 1
        assert "P302" in terminal.text


def test_the_signs_of_a_terminal() -> None:
    assert signs_of("UTF-8").card("Th") == "10♥"
    assert signs_of("iso-8859-1").card("Th") == "10h"
