"""`ristilog simulate`: who plays how, many games, where they go, and the same games in however many processes."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zstandard

from ristilog import legal_actions, replay, simulate, verify
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.game.table import SEATS
from ristilog.record.many import Games, games_written
from ristilog.record.simulate import policies_by_seat
from ristilog.teach.solver.policies import POLICIES
from tests.terminal import Terminal
from tests.test_cli import lines, ristilog, shell

ONE = ("simulate", "--rules", "ristikontra", "--seed", "many", "--deals", "1")


def made(*arguments: object) -> bytes:
    done = ristilog(*ONE, *arguments)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    data: bytes = done.stdout
    return data


def _zstandard(packed: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompressobj().decompress(packed)


def agents(tree: Any) -> list[str]:
    return [tree["players"][seat]["agent"] for seat in SEATS]


# ---- policies


@pytest.mark.parametrize("rules", PRESET_NAMES)
@pytest.mark.parametrize("policy", ["random", {"N": "random", "E": "sensible", "S": "random", "W": "sensible"}])
def test_games_of_every_policy_verify_and_are_the_same_each_time(rules: str, policy: Any) -> None:
    log = simulate(rules, "policies", policy=policy, deals=6)
    assert not [one for one in verify(log).findings if one.severity != "note"]
    assert log == simulate(rules, "policies", policy=policy, deals=6)
    for seat, name in policies_by_seat(policy).items():
        assert log.players
        player = getattr(log.players, seat)
        assert (player.name, player.agent) == (f"{seat} ({name})", f"ristilog {name} 1")


def test_the_random_player_takes_every_legal_action_as_often() -> None:
    first = replay(simulate("ristikontra", "dice", deals=1))[0]
    assert first is not None
    position, random = first.first, Random("dice")
    counts = Counter(str(POLICIES["random"](position, random)) for _ in range(7000))
    assert set(counts) == set(map(str, legal_actions(position)))
    assert all(800 < number < 1200 for number in counts.values())


def test_the_seat_s_own_policy_is_asked() -> None:
    """What sensible players win against random ones shows who plays how."""

    def won(policy: dict[Any, str]) -> int:
        log = simulate("ristikontra", "duel", policy=policy, deals=40)
        return sum(bool(deal.score and deal.score.award and deal.score.award.NS) for deal in log.deals)

    good, bad = {"N": "sensible", "S": "sensible"}, {"N": "random", "S": "random"}
    assert won(good | {"E": "random", "W": "random"}) > won(bad | {"E": "sensible", "W": "sensible"})


@pytest.mark.parametrize("policy", ["strongest", {"N": "random"}, dict.fromkeys(SEATS, "none")])
def test_an_unknown_policy_is_a_callers_bug(policy: Any) -> None:
    with pytest.raises(ValueError, match="there is no policy"):
        simulate("ristikontra", "x", policy=policy)


@pytest.mark.parametrize(
    ("players", "policies"),
    [
        ("random", "random random random random"),
        ("random,sensible,random,sensible", "random sensible random sensible"),
        ("N=random, S=random", "random sensible random sensible"),
        ("W=sensible,N=random,E=random,S=sensible", "random random sensible sensible"),
    ],
)
def test_who_plays_how(players: str, policies: str) -> None:
    assert agents(json.loads(made("--players", players))) == [f"ristilog {one} 1" for one in policies.split()]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ("clever", "there is no policy 'clever', only random, sensible"),
        ("random,sensible", "neither one policy nor four"),
        ("N=random,sensible", "neither one policy nor four"),
        ("N=random,N=sensible", "'N' is named twice"),
        ("X=random", "'X' is no seat; the seats are N, E, S, W"),
        ("N=", "there is no policy ''"),
        ("", "there is no policy ''"),
    ],
)
def test_players_that_there_are_not(players: str, words: str) -> None:
    done = ristilog(*ONE, "--players", players)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.decode().split())


# ---- many games


def test_one_game_is_what_it_always_was() -> None:
    log = json.loads(made())
    assert [deal["shuffle"]["seed"] for deal in log["deals"]] == ["many/1"]
    assert made("--games", "1") == made("--players", "sensible") == made("--jobs", "2") == made()


def test_many_games_are_a_corpus_of_seeded_games() -> None:
    corpus = made("--games", "3", "--players", "random")
    logs = [json.loads(line) for line in corpus.splitlines()]
    assert [log["deals"][0]["shuffle"]["seed"] for log in logs] == ["many/1/1", "many/2/1", "many/3/1"]
    assert ristilog("verify", "-", stdin=corpus).returncode == 0
    single = ristilog("simulate", "--rules", "ristikontra", "--seed", "many/2", "--deals", "1", "--players", "random")
    assert json.loads(single.stdout) == logs[1]


def test_the_number_of_processes_changes_nothing() -> None:
    assert made("--games", "9", "--jobs", "3") == made("--games", "9") == made("--games", "9", "--jobs", "0")


@pytest.mark.parametrize(
    ("name", "unpacked"), [("g.jsonl", bytes), ("g.jsonl.gz", gzip.decompress), ("g.jsonl.zst", _zstandard)]
)
def test_a_corpus_is_packed_as_its_name_says(tmp_path: Path, name: str, unpacked: Any) -> None:
    path = tmp_path / name
    path.write_text("what was there")
    assert made("--games", "3", "-o", path) == b""
    data = path.read_bytes()
    assert unpacked(data) == made("--games", "3")
    made("--games", "3", "--jobs", "2", "-o", path)
    assert path.read_bytes() == data
    report = json.loads(ristilog("verify", path, "--output-format", "json").stdout)
    assert report["summary"]["ok"] == 3
    assert os.listdir(tmp_path) == [name]


def test_one_game_into_a_file(tmp_path: Path) -> None:
    made("-o", tmp_path / "game.json")
    assert (tmp_path / "game.json").read_bytes() == made()
    made("-o", tmp_path / "game.json.gz")
    assert gzip.decompress((tmp_path / "game.json.gz").read_bytes()) == made()
    made("-o", tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").read_bytes().count(b"\n") == 1


def test_a_folder_with_a_file_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    made("--games", "3", "-o", f"{folder}/")
    assert sorted(os.listdir(folder)) == ["many-0001.json", "many-0002.json", "many-0003.json"]
    log = json.loads((folder / "many-0002.json").read_text())
    assert log["deals"][0]["shuffle"]["seed"] == "many/2/1"
    assert ristilog("verify", folder).returncode == 0
    before = {path: path.read_bytes() for path in folder.iterdir()}
    again = ristilog(*ONE, "--games", "5", "-o", folder)
    assert again.returncode == 2
    assert f"{folder}/many-0001.json is there already" in again.stderr.decode()
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    other = ristilog("simulate", "--rules", "alga-b", "--seed", "ä/ /..", "--deals", "1", "-o", folder)
    assert other.returncode == 0
    assert "game-0001.json" in os.listdir(folder)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "2", "-o", "game.json"], "name a corpus, *.jsonl, or a folder"),
        (["--games", "0"], "--games"),
        (["--games", "x"], "--games"),
        (["--games", "2", "-o", "no/folder.jsonl"], "no/folder.jsonl: No such file or directory"),
        (["-o", "no/game.json"], "no/game.json: No such file or directory"),
        (["--games", "2", "-o", "file/games/"], "file/games/: Not a directory"),
        (["--games", "2", "--seed", "x" * 253], "1 to 256 bytes"),
        (["--games", "2", "--set", "lead_limit=9", "-o", "out.jsonl"], "lead_limit"),
    ],
)
def test_what_cannot_be_made_or_written(tmp_path: Path, arguments: list[str], words: str) -> None:
    (tmp_path / "file").write_text("")
    done = ristilog(*ONE, *arguments, cwd=tmp_path, PYTHONPATH=os.pathsep.join(sys.path))
    assert done.returncode == 2
    assert words in " ".join(done.stderr.decode().split())
    assert b"Traceback" not in done.stderr
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("script", "status", "words"),
    [
        ("ristilog simulate --rules alga-b --seed x --games 40 --deals 1 {} > /dev/full", 2, "No space left on device"),
        ("ristilog simulate --rules alga-b --seed x --games 40 --deals 1 {} >&-", 2, "standard output is closed"),
        (
            "ristilog simulate --rules alga-b --seed x --games 400 --deals 1 {} | head -n 1 > /dev/null; "
            "exit ${{PIPESTATUS[0]}}",
            141,
            "",
        ),
        (
            "cd $(mktemp -d); trap '' XFSZ; ulimit -f 8; "
            "ristilog simulate --rules alga-b --seed x --games 40 --deals 1 {} -o full.jsonl; "
            "status=$?; ls -A >&2; exit $status",
            2,
            "full.jsonl: File too large",
        ),
    ],
)
def test_where_nothing_more_can_be_written(jobs: int, script: str, status: int, words: str) -> None:
    done = shell(script.format(f"--jobs {jobs}"), PYTHONPATH=os.pathsep.join(sys.path))
    assert done.returncode == status, done.stderr
    assert words in done.stderr.decode()
    assert len(lines(done.stderr)) == (1 if words else 0)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("output", ["games.jsonl", "games/"])
def test_interrupted_it_ends_cleanly(tmp_path: Path, jobs: str, output: str) -> None:
    words = ("--seed", "x", "--games", "100000", "--jobs", jobs, "-o", output)
    with Terminal("simulate", "--rules", "ristikontra", *words, cwd=tmp_path) as terminal:
        terminal.wait_for(" of 100,000 games, ")
        terminal.send("ctrl-c")
        assert terminal.wait() == 130
        assert "Traceback" not in terminal.raw
        assert not [line for line in terminal.lines if "games/s" in line]
    if output == "games.jsonl":
        assert os.listdir(tmp_path) == []  # whole or not at all
    else:
        whole = sorted((tmp_path / "games").iterdir())
        assert whole
        assert all(re.fullmatch(r"x-[0-9]{6}\.json", path.name) for path in whole)
        assert verify(whole[-1]).ok


def test_interrupted_without_a_terminal_too() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ristilog", *ONE, "--games", "100000", "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # who runs the tests may have it ignored
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        errors = process.stderr.read()
        assert process.wait() == 130
    assert errors.strip() == b""


def test_many_games_for_a_program() -> None:
    games = Games(rules="ristikontra", seed="many", number=2, deals=1)
    written = list(games_written(games, lines=True))
    assert [one.deals for one in written] == [1, 1]
    assert verify(written[1].data).log == games.game(2) == simulate("ristikontra", "many/2", deals=1)
    with pytest.raises(ValueError, match="at least one game"):
        games_written(Games(rules="ristikontra", seed="many", number=0), lines=True)
