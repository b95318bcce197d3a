"""Corpora: one log a line, packed or not, from files, folders and standard input, in one process and in several."""

import gzip
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.helpers import FILES, load
from tests.test_cli import lines, ristilog

GOOD = json.dumps(load("good/ristikontra-one-deal.json"))
BAD = json.dumps(load("bad/P302-not-in-hand.json"))
CORPUS = f"{GOOD}\n\n{BAD}\n{GOOD}\n".encode()
PACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}


@pytest.fixture(params=PACK, ids=lambda ending: ending or "plain")
def corpus(request: Any, tmp_path: Path) -> Path:
    path = tmp_path / f"games.jsonl{request.param}"
    path.write_bytes(PACK[request.param](CORPUS))
    return path


def test_findings_have_the_line_of_the_corpus(corpus: Path) -> None:
    done = ristilog("verify", corpus)
    assert done.returncode == 1
    assert done.stderr == b""
    out = lines(done.stdout)
    assert f"{corpus}:3:{BAD.index('N play 2c')}: P302 card-not-in-hand [1.1.2] N does not hold 2c" in out
    assert out[-2:] == [f"{corpus}:3: bad. 1 error, 2 notes", "3 files: 2 good, 1 bad."]
    assert not any(": good." in line for line in out)


def test_a_corpus_as_json(corpus: Path) -> None:
    report = json.loads(ristilog("verify", corpus, "--output-format", "json").stdout)
    assert [(one["path"], one["entry"], one["ok"]) for one in report["files"]] == [
        (str(corpus), 1, True),
        (str(corpus), 3, False),
        (str(corpus), 4, True),
    ]
    assert {found["line"] for one in report["files"] for found in one["findings"]} == {1, 3, 4}


@pytest.mark.parametrize("ending", PACK)
def test_a_corpus_on_standard_input(ending: str) -> None:
    done = ristilog("verify", "-", stdin=PACK[ending](CORPUS))
    assert lines(done.stdout)[-1] == "3 files: 2 good, 1 bad."
    assert "-:3: bad. 1 error, 2 notes" in lines(done.stdout)


@pytest.mark.parametrize(
    "text", [GOOD, GOOD + "\n", GOOD + "\n\n \n", "\n\n" + GOOD, json.dumps(json.loads(GOOD), indent=1)]
)
@pytest.mark.parametrize("ending", PACK)
def test_one_log_on_standard_input_is_no_corpus(text: str, ending: str) -> None:
    done = ristilog("verify", "-", stdin=PACK[ending](text.encode()))
    assert (done.returncode, len(lines(done.stdout))) == (0, 2), done.stdout
    assert lines(done.stdout)[-1] == "-: good. ristikontra, 1 deal, not over, NS 0, EW 1"


@pytest.mark.parametrize("ending", PACK)
def test_a_packed_log(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"game.json{ending}"
    path.write_bytes(PACK[ending](GOOD.encode()))
    assert lines(ristilog("verify", path).stdout)[-1].startswith(f"{path}: good.")


def test_corpora_in_folders(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(CORPUS))
    (tmp_path / "b.json").write_text(GOOD)
    (tmp_path / "c.jsonl").write_text('{"name": 1}\n{"name": 2}\n')
    done = ristilog("verify", tmp_path)
    assert lines(done.stdout)[-1] == "4 files: 3 good, 1 bad, 1 other JSON file passed over."


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_damaged_pack_is_unreadable_from_there_on(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.jsonl{ending}"
    noise = "".join(f"{json.dumps({**json.loads(GOOD), 'ext': {'n': os.urandom(200).hex()}})}\n" for _ in range(50))
    packed = PACK[ending](noise.encode())
    path.write_bytes(packed[: len(packed) // 2])
    done = ristilog("verify", path, GOOD_FILE)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert f"{GOOD_FILE}: good." in done.stdout.decode()
    assert f"{path}: cannot be unpacked: " in done.stderr.decode()


@pytest.mark.parametrize("data", [b"\x1f\x8b\x08nonsense that is no deflate", b"\x28\xb5\x2f\xfd\xff\xff\xff", b""])
def test_what_looks_packed_and_is_not(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(data)
    done = ristilog("verify", path)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_packs_one_behind_the_other(tmp_path: Path) -> None:
    for ending in (".gz", ".zst"):
        path = tmp_path / f"games.jsonl{ending}"
        path.write_bytes(PACK[ending](CORPUS) + PACK[ending](CORPUS))
        assert lines(ristilog("verify", path).stdout)[-1] == "6 files: 4 good, 2 bad."


GOOD_FILE = FILES / "good" / "ristikontra-one-deal.json"


def test_lines_that_are_too_long_or_no_logs(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{GOOD}\n{'[' * 50_000}\nnonsense\n{GOOD}")
    report = json.loads(ristilog("verify", path, "--max-size", "20k", "--output-format", "json").stdout)
    found = [(one["entry"], [finding["code"] for finding in one["findings"]]) for one in report["files"]]
    assert found == [(1, ["W602"]), (2, ["F105"]), (3, ["F101"]), (4, ["W602"])]


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
def test_many_processes_say_what_one_says(tmp_path: Path, form: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(CORPUS * 60)
    one = ristilog("verify", path, GOOD_FILE, "--output-format", form)
    many = ristilog("verify", path, GOOD_FILE, "--output-format", form, "--jobs", "2")
    assert many.stdout == one.stdout
    assert (many.returncode, many.stderr) == (one.returncode, one.stderr) == (1, b"")


def test_options_that_pick_findings(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(CORPUS)
    assert ristilog("verify", path, "--ignore", "card-not-in-hand,W").returncode == 0
    assert ristilog("verify", path, "--select", "P3", "-q").stdout.decode().count("P302") == 1
    assert lines(ristilog("verify", path, "--statistics").stdout) == [
        "3  W602 unfinished-log",
        "1  P302 card-not-in-hand",
        "1  W606 rest-not-checked",
        "3 files: 2 good, 1 bad.",
    ]
    assert "5 not shown" not in ristilog("verify", path, "--max-findings", "1").stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--select", "P99"], "there is no finding"),
        (["--ignore", "wrong-trun"], "did you mean wrong-turn?"),
        (["--max-size", "0"], "is no size"),
        (["--max-size", "many"], "is no size"),
        (["--statistics", "--output-format", "json"], "is for people"),
        (["--output-format", "xml"], "junit"),
        (["--jobs", "-1"], "--jobs"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    done = ristilog("verify", GOOD_FILE, *arguments)
    assert done.returncode == 2
    assert words in done.stderr.decode()


def test_an_unreadable_path_in_every_report(tmp_path: Path) -> None:
    missing = tmp_path / "none.json"
    for form in ("text", "json", "jsonl", "github", "sarif", "junit"):
        done = ristilog("verify", missing, GOOD_FILE, "--output-format", form)
        assert done.returncode == 2
        assert str(missing) in done.stderr.decode()
        if form in ("github", "sarif", "junit"):
            assert "No such file" in done.stdout.decode()


def terminal(*arguments: object, **environment: str) -> str:
    """What the command shows on a terminal."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "ristilog", *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm", **environment},
    ) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # the other side has been closed
                break
            if not part:
                break
            shown += part
        process.wait()
    os.close(master)
    return shown.decode()


def test_on_a_terminal_it_is_coloured_unless_that_is_not_wanted() -> None:
    path = FILES / "bad/P302-not-in-hand.json"
    coloured = terminal("verify", path)
    assert "\x1b[31m\x1b[1mP302 card-not-in-hand\x1b[0m" in coloured
    assert "ristilog explain P302" in coloured
    assert "\x1b[31m" not in terminal("verify", path, NO_COLOR="1")
    assert "\x1b[31m" not in terminal("verify", path, "--color", "never")
    assert b"\x1b[31m" in ristilog("verify", path, "--color", "always").stdout


def test_a_long_run_shows_how_far_it_has_come(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes((GOOD + "\n").encode() * 16_000)
    shown = terminal("verify", path)
    assert "logs judged, 0 bad" in shown
    assert shown.rstrip().splitlines()[-1].endswith("16,000 files: 16,000 good.")
    assert b"judged" not in ristilog("verify", path).stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_in_a_corpus_it_ends_without_a_traceback(jobs: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "ristilog", "verify", "-", "--jobs", jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # who runs the tests may have it ignored
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write((GOOD + "\n").encode() * 500)  # more than a pipe holds: written when it is being read
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        process.wait()
        process.stdin.close()
        assert process.returncode == 130
        assert b"Traceback" not in process.stderr.read()


def test_what_is_meant_for_a_log_is_not_passed_over_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"Ristilog": "1.0"}')
    (tmp_path / "b.jsonl").write_text(f'{GOOD}\n[]\n{{"a": 1}}\n')
    assert lines(ristilog("verify", tmp_path).stdout)[-1] == "4 files: 1 good, 3 bad."


def test_notes_do_not_go_with_a_corpus(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(CORPUS)
    done = ristilog("verify", path, "--notes", path)
    assert done.returncode == 2
    assert "this is a corpus" in done.stderr.decode()


def test_a_line_too_long_on_standard_input_is_one_line() -> None:
    long = json.dumps({**json.loads(GOOD), "ext": {"x": " " * 30_000}})
    data = f"{GOOD}\n{long}\n{GOOD}\n".encode()
    report = json.loads(ristilog("verify", "-", "--max-size", "20k", "--output-format", "json", stdin=data).stdout)
    assert [(one["entry"], one["ok"]) for one in report["files"]] == [(1, True), (2, False), (3, True)]


def test_a_pack_that_comes_byte_by_byte(tmp_path: Path) -> None:
    path = tmp_path / "k.gz"
    path.write_bytes(gzip.compress(GOOD.encode()))
    script = f'(head -c1 "{path}"; tail -c+2 "{path}") | "{sys.executable}" -m ristilog verify -'
    assert subprocess.run(["bash", "-c", script], check=False, capture_output=True).returncode == 0


def test_carriage_returns_in_a_line_of_a_corpus(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"ristilog":"1.0",\r"rules":{"name":"ristikontra","version":1},\r"deals":[],"zzzz":1}\n')
    out = lines(ristilog("verify", path).stdout)
    (at,) = [number for number, line in enumerate(out) if "F104" in line]
    assert out[at + 1][out[at + 2].index("^") :].startswith('"zzzz"')


def test_standard_error_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    script = f'"{sys.executable}" -m ristilog verify "{GOOD_FILE}" nosuch "{GOOD_FILE}" 2>/dev/full'
    done = subprocess.run(["bash", "-c", script], check=False, capture_output=True)
    assert done.returncode == 2
    assert done.stdout.count(b"good. ristikontra") == 2


def test_nothing_printed_is_a_command_to_a_build_server(tmp_path: Path) -> None:
    path = tmp_path / "::error file=x::pwn.json"
    path.write_text('{"ristilog": "1.0", "##vso[task.x]": 1, "##[group]": 2, "rules": 3}')
    for form in ("text", "concise", "github"):
        done = ristilog("verify", path.name, "##[add-mask]x", "--output-format", form, cwd=tmp_path)
        for line in (*lines(done.stdout), *lines(done.stderr)):
            assert "##[" not in line
            assert "##vso[" not in line
            assert form == "github" or not line.startswith("::")


def test_one_long_line_with_many_faults_is_soon_shown(tmp_path: Path) -> None:
    tree = json.loads(GOOD)
    tree["annotations"] = [{"at": "9", "text": {"en": "x" * 500}} for _ in range(900)]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(tree))
    out = lines(ristilog("verify", path).stdout)
    assert sum("A501" in line for line in out) == 900
    assert all(len(line) <= 80 for line in out if line.startswith(("1 | ", "  | ")))
