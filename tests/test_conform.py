"""The conformance kit and ``ristilog conform``: implementations right, wrong and dead; and the example logger."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ristilog.referee.conformance import Case, graded, read_kit
from ristilog.referee.verify import verify
from ristilog.replay.shuffle import deal_out, shuffled
from tests.helpers import ROOT, node

KIT = read_kit(ROOT / "schemas/conformance")
OWN = f"{sys.executable} -m tests.own_adapter"


def conform(*arguments: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "ristilog", "conform", *arguments], capture_output=True, check=False, cwd=ROOT, text=True
    )


def script(tmp_path: Path, body: str) -> str:
    """A program that does something for every question it reads."""
    path = tmp_path / "program.py"
    path.write_text(f"import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n    {body}\n")
    return f"{sys.executable} {path}"


def test_this_program_conforms() -> None:
    done = conform("--cmd", OWN, "--json")
    assert done.returncode == 0, done.stdout
    tally = json.loads(done.stdout)["tally"]
    assert {"good", "damaged", "options", "reading", "notes", "streams", "hash", "shuffle"} == set(tally)
    assert all(grades["right"] == sum(grades.values()) > 0 for grades in tally.values())


def test_the_ids_of_the_kit_are_unique() -> None:
    assert len({case.id for case in KIT}) == len(KIT) > 500


def test_no_question_gives_its_answer_away() -> None:
    assert not any({"expect", "group"} & case.question.keys() for case in KIT)


@pytest.mark.parametrize(
    ("errors", "grade"),
    [
        ([["P301", "/a"]], "right"),
        ([["P301", "/b"]], "misplaced"),
        ([["P302", "/a"]], "wrong"),
        ([], "wrong"),
        ([["P301", "/a"], ["P301", "/a"]], "wrong"),
        ("P301", "wrong"),
        ([["P301"]], "wrong"),
        (None, "wrong"),
    ],
)
def test_what_an_answer_is_worth(errors: Any, grade: str) -> None:
    case = Case("x", "damaged", "verify", {"errors": [["P301", "/a"]]}, text="{}")
    assert graded(case, {"errors": errors}).grade == grade


def test_an_answer_that_is_none() -> None:
    case = Case("x", "shuffle", "commit", {"commitment": "sha256:0"}, seed="a")
    assert graded(case, ["sha256:0"]).grade == "wrong"
    assert graded(case, {"unsupported": "no hashes here"}).grade == "unsupported"
    assert graded(case, {"commitment": "sha256:0", "more": 1}).grade == "right"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("print('{}', flush=True)", "answered  {}"),
        ("print('so what', flush=True)", "the answer is no JSON"),
        ("print('[]', flush=True)", "the answer is no JSON object"),
        ("sys.exit('out of ideas')", "the program ended with status 1: out of ideas"),
        ("time.sleep(60)", "no answer in 0.5 seconds"),
        ("import os; os.close(1); time.sleep(60)", "answer"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "the program ended with status -9"),
        ("print('[' * 200000, flush=True)", "the answer is no JSON"),
        ("import subprocess; subprocess.Popen(['sleep', '9'], start_new_session=True); sys.exit(3)", "answer"),
    ],
)
def test_a_program_that_does_not_answer(tmp_path: Path, body: str, words: str) -> None:
    done = conform("--cmd", script(tmp_path, body), "--group", "notes", "--seconds", "0.5")
    assert done.returncode == 1
    assert words in done.stdout
    count = str(sum(case.group == "notes" for case in KIT))
    assert done.stdout.splitlines()[-1].split() == ["notes", count, "0", "0", count, "0"]
    assert done.stderr == ""


def test_what_a_program_cannot_do_is_counted_apart(tmp_path: Path) -> None:
    done = conform("--cmd", script(tmp_path, """print('{"unsupported": "x"}', flush=True)"""), "--group", "hash")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].split()[-1] == done.stdout.splitlines()[-1].split()[1]


def test_long_questions_that_nobody_reads_do_not_hang() -> None:
    command = f'{sys.executable} -c "import time; time.sleep(60)"'
    done = conform("--cmd", command, "--group", "good", "--seconds", "0.2")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--cmd", "no-such-program-anywhere"], "No such file"),
        (["--cmd", ""], "name a program"),
        (["--cmd", OWN, "--seconds", "nan"], "no time to wait"),
        (["--cmd", OWN, "--seconds", "-1"], "no time to wait"),
        (["--cmd", "'"], "No closing quotation"),
        (["--cmd", OWN, "--group", "bade"], "there is no group 'bade'"),
        (["--cmd", OWN, "--kit", "docs"], "no conformance kit here"),
        ([], "--cmd"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    done = conform(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("secret", ["first", "second", "third", "ä♠"])
def test_the_example_logger_writes_logs_that_prove_themselves(secret: str) -> None:
    logger = ROOT / "docs/examples/logger.js"
    assert len(logger.read_text().splitlines()) <= 100
    made = subprocess.run([*node(), str(logger), secret], capture_output=True, check=True).stdout
    verdict = verify(made)
    assert verdict.findings == ()
    assert verdict.winner is not None


def test_the_worked_shuffle_of_the_format_is_so() -> None:
    text = (ROOT / "docs/format.md").read_text()
    worked = " ".join(text[text.index("**Worked.**") : text.index("**Commitment.**")].split())
    pack = shuffled("kotka-2026/1")
    assert " ".join(pack) in worked
    dealt = deal_out(pack, "S", 6)
    for seat, name in (("W", "West gets"), ("N", "North"), ("E", "East"), ("S", "South")):
        assert f"{name} `{' '.join(dealt.hands[seat])}`" in worked  # type: ignore[index]
    start = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for i, _, j, first, second in re.findall(r"\| (\d+) \| (\d+) \| (\d+) \| `(..)` and `(..)` \|", worked):
        assert {start[int(i)], start[int(j)]} == {first, second}
        start[int(i)], start[int(j)] = start[int(j)], start[int(i)]


def test_a_program_that_is_always_too_slow_is_asked_no_more() -> None:
    done = conform("--cmd", "sleep 77", "--seconds", "0.05", "--group", "good", "--all")
    assert done.returncode == 1
    assert done.stdout.count("no answer in 0.05 seconds") == 5
    assert "not asked" in done.stdout


def test_ended_it_ends_the_program_too(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = script(tmp_path, f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    with subprocess.Popen([sys.executable, "-m", "ristilog", "conform", "--cmd", command], cwd=ROOT) as process:
        while not pid.exists() or not pid.read_text():
            assert process.poll() is None
        process.terminate()
        assert process.wait() == 128 + 15
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
