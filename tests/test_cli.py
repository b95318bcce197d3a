"""The command line as people use it: what it prints, where, and with which exit status."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ristilog.cli.main import COMMANDS
from tests.helpers import FILES, load
from tests.site import score_only, write

GOOD = FILES / "good" / "ristikontra-match.json"
BAD = FILES / "bad" / "P302-not-in-hand.json"


def ristilog(*arguments: object, stdin: bytes = b"", cwd: Path | None = None, **environment: str) -> Any:
    """Run the command in a process of its own; output and errors as text."""
    return subprocess.run(
        [sys.executable, "-m", "ristilog", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env=os.environ | environment,
    )


def lines(data: bytes) -> list[str]:
    return data.decode().splitlines()


def test_a_good_log() -> None:
    done = ristilog("verify", GOOD)
    assert done.returncode == 0
    assert lines(done.stdout) == [f"{GOOD}: good. ristikontra, 10 deals, NS won 7–3"]
    assert done.stderr == b""


def test_a_bad_log() -> None:
    done = ristilog("verify", BAD)
    assert done.returncode == 1
    assert f"{BAD}:26:7: P302 card-not-in-hand [1.1.2] N does not hold 2c" in lines(done.stdout)
    assert lines(done.stdout)[-1] == f"{BAD}: bad. 1 error, 2 notes"


def test_json_and_the_exit_status() -> None:
    done = ristilog("verify", GOOD, BAD, "--output-format", "json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert [one["ok"] for one in report["files"]] == [True, False]
    assert report["files"][0]["winner"] == "NS"
    assert report["files"][0]["game"].startswith("sha256:")
    codes = {"P302": 1, "W602": 1, "W606": 1}
    assert report["summary"] == {"files": 2, "ok": 1, "skipped": 0, "findings": 3, "codes": codes}


def test_a_missing_path_does_not_stop_the_others(tmp_path: Path) -> None:
    done = ristilog("verify", tmp_path / "no.json", GOOD)
    assert done.returncode == 2
    assert "good. ristikontra" in done.stdout.decode()
    assert lines(done.stderr) == [f"ristilog: {tmp_path / 'no.json'}: No such file or directory"]


def test_standard_input() -> None:
    done = ristilog("verify", "-", stdin=GOOD.read_bytes())
    assert lines(done.stdout) == ["-: good. ristikontra, 10 deals, NS won 7–3"]


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "game.json").write_bytes(GOOD.read_bytes())
    (tmp_path / "a.json").write_bytes(BAD.read_bytes())
    (tmp_path / "package.json").write_text('{"name": "not a log"}')
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "readme.txt").write_text("nothing")
    done = ristilog("verify", tmp_path)
    assert done.returncode == 1
    assert lines(done.stdout)[-3:] == [
        f"{tmp_path / 'a.json'}: bad. 1 error, 2 notes",
        f"{tmp_path / 'b' / 'game.json'}: good. ristikontra, 10 deals, NS won 7–3",
        "2 files: 1 good, 1 bad, 2 other JSON files passed over.",
    ]


def test_a_folder_without_logs_proves_nothing(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")
    done = ristilog("verify", tmp_path)
    assert done.returncode == 2
    assert "there is no game log in this folder" in done.stderr.decode()


def test_a_broken_file_in_a_folder_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "crashed.json").write_bytes(b"")
    done = ristilog("verify", tmp_path)
    assert done.returncode == 1
    assert "F101" in done.stdout.decode()


def test_a_file_named_outright_is_judged_whatever_it_is(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}")
    done = ristilog("verify", tmp_path / "package.json")
    assert done.returncode == 1
    assert "F103" in done.stdout.decode()


def test_no_path_is_wrong_usage() -> None:
    done = ristilog("verify")
    assert done.returncode == 2
    assert "name a log" in done.stderr.decode()


def test_warnings_fail_if_asked(tmp_path: Path) -> None:
    weak = FILES / "good" / "alga-a-sweep.json"
    assert ristilog("verify", weak).returncode == 0
    done = ristilog("verify", weak, "--fail-on", "warning")
    assert done.returncode == 1
    assert "not good enough" in done.stdout.decode()


def notes_beside(path: Path, **changes: Any) -> None:
    """Write a log's own notes into the file of notes beside it."""
    done = ristilog("annotate", path)
    game = json.loads(ristilog("verify", path, "--output-format", "json").stdout)["files"][0]["game"]
    notes = {"ristilog-notes": "1.0", "game": game, "annotations": json.loads(done.stdout)["annotations"]}
    path.with_suffix(".notes.json").write_text(json.dumps(notes | changes))


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ({}, None),
        ({"annotations": [{"at": "1.1.1", "code": "steal"}]}, "A503"),
        ({"annotations": [{"at": "44", "text": {"en": "?"}}]}, "A501"),
        ({"annotations": [{"at": 1}]}, "F104"),
        ({"annotation": []}, "F104"),
        ({"game": "sha256:" + "0" * 64}, "A504"),
        ({"game": 5}, "F104"),
        ({"ristilog-notes": "2.0"}, "F103"),
        ({"ristilog-notes": "1.4", "more": 1}, "W601"),
    ],
)
def test_notes_in_a_file_of_their_own(tmp_path: Path, changes: Any, finding: str | None) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(GOOD.read_bytes())
    notes_beside(path, **changes)
    for target in (path, tmp_path):
        report = json.loads(ristilog("verify", target, "--output-format", "json").stdout)
        game, notes = report["files"]
        assert game["ok"]
        assert notes["path"] == str(path.with_suffix(".notes.json"))
        assert [one["code"] for one in notes["findings"]] == ([finding] if finding else [])
        assert all(one["line"] == 1 for one in notes["findings"])
        assert report["summary"]["skipped"] == 0


def test_notes_given_by_name(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(GOOD.read_bytes())
    notes_beside(path)
    named = path.with_suffix(".notes.json").rename(tmp_path / "other.json")
    assert lines(ristilog("verify", path).stdout)[-1] == f"{path}: good. ristikontra, 10 deals, NS won 7–3"
    assert f"{named}: good. notes" in lines(ristilog("verify", path, "--notes", named).stdout)
    assert ristilog("verify", tmp_path, "--notes", named).returncode == 2
    assert ristilog("verify", path, "--notes", tmp_path / "none.json").returncode == 2


def test_names_cannot_play_tricks_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m\nb.json"
    tree = load("good/ristikontra-one-deal.json")
    tree["rules"]["name"] = "\x1b[2J"
    path.write_text(json.dumps(tree))
    done = ristilog("verify", path)
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout
    assert len(lines(done.stdout)) == 4
    missing = ristilog("verify", tmp_path / "\x1b]0;x\x07.json")
    assert b"\x1b" not in missing.stderr


def test_an_undecodable_path_is_named(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/p\xe4iv\xe4.json"
    with open(path, "wb") as file:
        file.write(GOOD.read_bytes())
    for form in ("text", "json"):
        done = ristilog("verify", os.fsdecode(path), "--output-format", form)
        assert done.returncode == 0, done.stderr
        assert b"p\\udce4iv" in done.stdout.replace(b"\\\\", b"\\")


def test_a_narrow_terminal_encoding_is_no_traceback() -> None:
    done = ristilog("verify", GOOD, PYTHONIOENCODING="latin-1")
    assert done.returncode == 0
    assert b"NS won 7\\u20133" in done.stdout


def test_simulate_makes_what_verify_proves() -> None:
    made = ristilog("simulate", "--rules", "ristiklappi", "--seed", "cli", "--deals", "2", "--dealer", "N")
    assert made.returncode == 0
    assert ristilog("verify", "-", stdin=made.stdout).returncode == 0
    assert json.loads(made.stdout)["deals"][0]["dealer"] == "N"


def test_simulate_with_house_rules() -> None:
    made = ristilog("simulate", "--rules", "alga-b", "--seed", "x", "--set", "target=40", "--set", "draw=after-trick")
    log = json.loads(made.stdout)
    assert log["rules"]["options"] == {"target": 40, "draw": "after-trick"}
    assert ristilog("verify", "-", stdin=made.stdout).returncode == 0


@pytest.mark.parametrize("setting", ["lead_limits=2", "lead_limit=7", "lead_limit", "cleaning=yes"])
def test_simulate_refuses_unknown_rules(setting: str) -> None:
    done = ristilog("simulate", "--rules", "ristikontra", "--seed", "x", "--set", setting)
    assert done.returncode == 2
    assert done.stdout == b""
    assert "lead_limit" in done.stderr.decode() or "cleaning" in done.stderr.decode()


def hand_written(path: Path) -> None:
    tree = load("good/ristikontra-one-deal.json")
    del tree["deals"][0]["score"]
    for trick in tree["deals"][0]["tricks"]:
        del trick["winner"]
    path.write_text(json.dumps(tree))


def test_fill_to_standard_output_a_file_and_in_place(tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "full.json"
    hand_written(path)
    before = path.read_bytes()
    done = ristilog("fill", path)
    assert done.returncode == 0
    assert path.read_bytes() == before
    assert json.loads(done.stdout) == load("good/ristikontra-one-deal.json")
    assert ristilog("fill", path, "-o", out).stdout == b""
    assert out.read_bytes() == done.stdout
    path.chmod(0o640)
    assert ristilog("fill", path, "--in-place").returncode == 0
    assert path.read_bytes() == done.stdout
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["full.json", "game.json"]


def test_fill_says_what_is_not_finished(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    tree = load("good/ristikontra-one-deal.json")
    tree["deals"][0]["tricks"].pop()
    del tree["deals"][0]["score"]
    path.write_text(json.dumps(tree))
    done = ristilog("fill", path, "--in-place")
    assert done.returncode == 0
    assert lines(done.stderr) == [f"{path}: the log stops in deal 1, after 48 of 52 plays"]


def test_fill_refuses_a_wrong_log_and_leaves_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(BAD.read_bytes())
    done = ristilog("fill", path, "--in-place")
    assert done.returncode == 1
    assert done.stdout == b""
    assert "P302" in done.stderr.decode()
    assert path.read_bytes() == BAD.read_bytes()


def test_annotate_by_the_program_and_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(GOOD.read_bytes())
    assert ristilog("annotate", path, "--in-place").returncode == 0
    by_hand = ["--at", "1.3.2", "--text", "Well *done*.", "--lang", "en", "--text", "Hyvin tehty.", "--lang", "fi"]
    done = ristilog("annotate", path, *by_hand, "--glyph", "!", "--stop", "--by", "Aino")
    assert done.returncode == 0
    notes = json.loads(done.stdout)["annotations"]
    assert notes[0] == {
        "at": "1.3.2",
        "stop": True,
        "glyph": "!",
        "text": {"en": "Well *done*.", "fi": "Hyvin tehty."},
        "by": "Aino",
    }
    assert len(notes) > 100
    assert (
        ristilog("verify", "-", stdin=done.stdout).stdout == b"-: good. ristikontra, 10 deals, NS won 7\xe2\x80\x933\n"
    )


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--at", "1.3.2"], 2, "needs a --text"),
        (["--text", "x"], 2, "go with --at"),
        (["--at", "1.3.2.1", "--text", "x"], 2, "is no address"),
        (["--at", "1", "--text", "x", "--text", "y"], 2, "a --lang of its own"),
        (["--at", "77", "--text", "x"], 1, "A501 bad-address there is nothing at 77"),
        (["--in-place", "-o", "x.json"], 2, "without --output"),
    ],
)
def test_annotate_refuses(arguments: list[str], status: int, words: str) -> None:
    done = ristilog("annotate", GOOD, *arguments)
    assert done.returncode == status
    assert words in done.stderr.decode()
    assert done.stdout == b""


def test_fill_where_nothing_can_be_written(tmp_path: Path) -> None:
    done = ristilog("fill", GOOD, "-o", tmp_path / "no" / "folder.json")
    assert done.returncode == 2
    assert "No such file or directory" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [[], *([name] for name in COMMANDS), ["seed", "new"], ["seed", "check"], ["seed", "deal"]],
    ids=" ".join,
)
def test_help_shows_an_example(command: list[str]) -> None:
    done = ristilog(*command, "--help")
    assert done.returncode == 0
    assert "ristilog " in done.stdout.decode()
    assert max(map(len, lines(done.stdout))) <= 80


def test_version() -> None:
    done = ristilog("--version")
    assert done.stdout.decode().startswith("ristilog 0.")


def test_an_unknown_command() -> None:
    assert ristilog("verifi").returncode == 2


def test_every_kind_of_bad_input_has_no_traceback(tmp_path: Path) -> None:
    for name, data in {
        "empty": b"",
        "binary": bytes(range(256)) * 40,
        "windows-1252": "ääkköset".encode("cp1252"),
        "brackets": b"[" * 1_000_000,
        "digits": b"9" * 5_000,
        "nan": b"[NaN]",
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        done = ristilog("verify", path)
        assert (done.returncode, done.stderr) == (1, b""), name


def shell(script: str, **environment: str) -> Any:
    """Run a shell script in which ``ristilog`` is the command."""
    command = f'ristilog() {{ "{sys.executable}" -m ristilog "$@"; }}\n{script}'
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, check=False, env=os.environ | {"GOOD": str(GOOD)} | environment
    )


@pytest.mark.parametrize(
    ("script", "status"),
    [
        ('ristilog verify "$GOOD" | head -c 0; exit ${PIPESTATUS[0]}', 141),
        ('ristilog verify "$GOOD" > /dev/full', 2),
        ("ristilog simulate --rules ristikontra --seed x > /dev/full", 2),
        ("ristilog verify - <&-", 2),
        ('ristilog verify "$GOOD" >&-', 2),
        ("ristilog simulate --rules ristikontra --seed x >&-", 2),
        ("ristilog simulate --rules ristikontra --seed $'\\xff'", 2),
        ('ristilog simulate --rules ristikontra --seed x --set "target=$(printf %0100000d 0 | tr 0 [)"', 2),
        ('ristilog fill "$GOOD" -o - | ristilog verify -', 0),
    ],
)
def test_exit_statuses_where_the_streams_are_at_fault(script: str, status: int) -> None:
    done = shell(script)
    assert done.returncode == status, done.stderr
    assert b"Traceback" not in done.stderr


def test_interrupted_it_ends_as_interrupted() -> None:
    command = [sys.executable, "-m", "ristilog", "verify", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # who runs the tests may have it ignored
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"{" + b" " * 200_000)  # more than a pipe holds: written when it is being read
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        process.stdin.close()  # a read that goes on for the rest of the input does not look at signals in between
        errors = process.stderr.read()
        assert process.wait() == 130
    assert b"Traceback" not in errors


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    assert ristilog("fill", GOOD, "-o", pipe).returncode == 0
    written, _ = reader.communicate()
    assert json.loads(written) == json.loads(GOOD.read_text())
    assert pipe.is_fifo()


def test_a_folder_s_gate_lets_nothing_broken_through(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(GOOD.read_bytes())
    (tmp_path / "no-rules.json").write_text('{"ristilog": "1.0", "deals": []}')
    (tmp_path / "no-deals.json").write_text('{"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}}')
    os.mkfifo(tmp_path / "pipe.json")
    done = ristilog("verify", tmp_path)
    assert done.returncode == 1
    assert lines(done.stdout)[-1] == "3 files: 1 good, 2 bad."


def test_json_is_utf_8_whatever_the_terminal_takes(tmp_path: Path) -> None:
    path = tmp_path / "Ä\u00a0😀.json"
    path.write_bytes(GOOD.read_bytes())
    done = ristilog("verify", path, "--output-format", "json", PYTHONIOENCODING="cp1252")
    assert json.loads(done.stdout.decode("utf-8"))["files"][0]["path"] == str(path)


def test_the_report_of_a_score_without_points_is_written(tmp_path: Path) -> None:
    path = write(tmp_path / "score.json", score_only("ristikontra", match={"NS": 1, "EW": 0}, held=0))
    answer = ristilog("verify", "--output-format", "json", path)
    assert json.loads(answer.stdout)["files"][0]["game"].startswith("sha256:")
