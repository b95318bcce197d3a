"""One game in every kind of writing, and every command that takes a game takes any of them."""

import json
import os
import re
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ristilog.cli.main import ristilog
from ristilog.format.read import read
from ristilog.format.write import canonical, game_hash, pretty, record_hash
from ristilog.game.log import GameLog
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.record.documents import KINDS, Kind, document_of, kind_of, written
from ristilog.record.simulate import simulate
from ristilog.referee.verify import verify
from tests.helpers import BAD, FILES, GOOD, ROOT

OF_ALL_KINDS = [*GOOD, *BAD, *sorted((FILES / "kit").glob("*.json")), *sorted((ROOT / "samples").glob("*.json"))]
SAMPLE = ROOT / "samples" / "kotka-final.json"


def run(*args: object, text: bytes | None = None) -> Result:
    return CliRunner().invoke(ristilog, [str(one) for one in args], input=text)


def keeps_its_form(path: Path) -> bool:
    return not any(one.code[0] == "F" for one in verify(path).findings)


def same_again(log: GameLog, kind: Kind) -> GameLog:
    document = document_of(written(log, kind))
    assert document.kind == kind and not document.findings and document.text is not None
    back = read(document.text).log
    assert back is not None
    return back


@pytest.mark.parametrize("path", [path for path in OF_ALL_KINDS if keeps_its_form(path)], ids=lambda path: path.stem)
def test_no_kind_loses_anything(path: Path) -> None:
    log = read(path.read_bytes()).log
    assert log is not None
    for kind in ("json", "stream", "text"):
        back = same_again(log, kind)
        assert record_hash(back) == record_hash(log)
        assert canonical(back) == canonical(log), "the notes too"
    assert game_hash(same_again(log, "token")) == game_hash(log)


@pytest.mark.parametrize("rules", PRESET_NAMES)
@pytest.mark.parametrize("options", [{}, {"draw": "after-trick"}, {"dark_play": False}], ids=str)
def test_made_games_go_round(rules: str, options: dict[str, object]) -> None:
    for number in range(6):
        log = simulate(rules, f"round/{number}", options=options, deals=3)
        for kind in KINDS:
            back = same_again(log, kind)
            assert game_hash(back) == game_hash(log)
            assert kind == "token" or canonical(back) == canonical(log)
        # from one kind to the next and home again
        there = same_again(same_again(same_again(log, "stream"), "text"), "json")
        assert canonical(there) == canonical(log)


def test_on_the_command_line_the_file_s_name_says_into_what(tmp_path: Path) -> None:
    previous = SAMPLE
    for name in ("a.txt", "b.ristilog.jsonl", "c.json"):
        done = run("convert", previous, "-o", tmp_path / name)
        assert (done.exit_code, done.output) == (0, "")
        previous = tmp_path / name
    assert previous.read_bytes() == pretty(read(SAMPLE.read_bytes()).log)  # type: ignore[arg-type]
    assert [kind_of((tmp_path / name).read_bytes()) for name in ("a.txt", "b.ristilog.jsonl")] == ["text", "stream"]


def test_a_token_is_taken_from_a_file_from_standard_input_and_as_it_is(tmp_path: Path) -> None:
    token = run("convert", SAMPLE, "--to", "token")
    assert token.exit_code == 0 and "not the names, titles and notes" in token.stderr
    line = token.stdout.strip()
    (tmp_path / "game.token").write_text(line + "\n")
    ways = [("convert", line), ("convert", tmp_path / "game.token"), ("convert", "-")]
    logs = [run(*way, "--to", "json", text=line.encode()).stdout for way in ways]
    assert logs[0] == logs[1] == logs[2]
    verdict = verify(logs[0].encode())
    assert verdict.verdict == "good" and verdict.game == verify(SAMPLE).game


def test_a_mistyped_token_is_refused(tmp_path: Path) -> None:
    line = run("convert", SAMPLE, "--to", "token").stdout.strip()
    done = run("convert", line[:-1] + ("A" if line[-1] != "A" else "B"), "--to", "json")
    assert done.exit_code == 1 and not done.stdout
    assert done.stderr.startswith("-:1:") and "F101" in done.stderr


def test_faults_in_the_notation_are_named_where_they_stand(tmp_path: Path) -> None:
    text = run("convert", FILES / "good" / "ristikontra-one-deal.json", "--to", "text").stdout
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines) if line.split()[:1] == ["3"])
    path = tmp_path / "typed.txt"

    lines[number] = lines[number].replace(lines[number].split()[2], "1x", 1)
    path.write_text("\n".join(lines))
    done = run("convert", path, "--to", "json")
    assert done.exit_code == 1 and not done.stdout
    assert f"{path}:{number + 1}:{lines[number].index('1x') + 1}: F101" in done.stderr


def test_fill_says_of_what_was_typed_which_card_cannot_have_been_played(tmp_path: Path) -> None:
    path = tmp_path / "typed.txt"
    path.write_text(
        "ristilog 1.0\nrules ristikontra\nview table\n\ndeal 1 dealer S\n1 W 4s 4c Qc Qd\n2 N 7h 2d 4s Ks\n"
    )
    done = run("fill", path, "-o", tmp_path / "typed.json")
    assert done.exit_code == 1 and not (tmp_path / "typed.json").exists()
    assert f"{path}:7:11: P302 card-not-in-hand [1.2.3] S does not hold 4s" in done.stderr


def test_a_typed_game_is_filled_annotated_and_published(tmp_path: Path) -> None:
    log = read((FILES / "good" / "ristikontra-one-deal.json").read_bytes()).log
    assert log is not None
    full = written(log, "text").decode().splitlines()
    bare = [line[: line.index("  ", 20)] if line.split()[:1] and line.split()[0].isdecimal() else line for line in full]
    typed = "\n".join(line for line in bare if not line.strip().startswith(("score", "result")))
    (tmp_path / "saturday.txt").write_text(typed)
    assert run("fill", tmp_path / "saturday.txt", "-o", tmp_path / "saturday.json").exit_code == 0
    assert run("verify", tmp_path / "saturday.json").exit_code == 0
    assert run("annotate", tmp_path / "saturday.json", "--in-place").exit_code == 0
    done = run("build-site", tmp_path / "saturday.json", "-o", tmp_path / "site")
    assert done.exit_code == 0, done.output
    (page,) = (tmp_path / "site").glob("games/saturday/index.html")
    assert "<ristilog-replay" in page.read_text()


def test_the_game_typed_on_the_page_about_recording_can_be_filled(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "record.md").read_text()
    (typed,) = re.findall(r"^ *```text\n(.*?)^ *```$", page, re.MULTILINE | re.DOTALL)
    path = tmp_path / "saturday.txt"
    path.write_text(textwrap.dedent(typed))
    assert run("fill", path, "-o", tmp_path / "saturday.json").exit_code == 0
    verdict = verify(tmp_path / "saturday.json")
    assert verdict.verdict == "good-as-seen" and verdict.plays == 12


def test_of_a_game_that_only_lacks_claims_it_is_said_what_adds_them(tmp_path: Path) -> None:
    path = tmp_path / "typed.txt"
    path.write_text(
        "ristilog 1.0\nrules ristikontra\nview table\n\ndeal 1 dealer S\n1 W 4s 4c Qc Qd\n2 N 7h 2d 7c Ks\n"
    )
    done = run("annotate", path)
    assert done.exit_code == 1 and not done.stdout
    assert "S410" in done.stderr and "ristilog fill adds it" in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_a_recording_and_a_notation_are_published_as_they_are(tmp_path: Path) -> None:
    log = simulate("ristikontra", "published", deals=1)
    (tmp_path / "one.ristilog.jsonl").write_bytes(written(log, "stream"))
    (tmp_path / "two.txt").write_bytes(written(log, "text"))
    done = run("build-site", tmp_path / "one.ristilog.jsonl", tmp_path / "two.txt", "-o", tmp_path / "site")
    assert done.exit_code == 0, done.output
    for name in ("one", "two"):
        published = tmp_path / "site" / "games" / name / "game.json"
        assert read(published.read_bytes()).log == log


def test_what_is_no_json_is_not_written_over_by_a_command_that_writes_json(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(before := written(simulate("alga-a", "kept", deals=1), "text"))
    for command in ("fill", "annotate"):
        done = run(command, path, "--in-place")
        assert done.exit_code == 2 and "--output" in done.output
    assert path.read_bytes() == before


def test_a_text_that_is_not_utf_8_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes("ristilog 1.0\nrules ristikontra\nN Väinö\n".encode("latin-1"))
    done = run("convert", path, "--to", "json")
    assert done.exit_code == 1 and f"{path}:3:4: F101" in done.stderr and "UTF-8" in done.stderr


def test_what_to_write_has_to_be_said(tmp_path: Path) -> None:
    for args in ((), ("-o", tmp_path / "game.pgn")):
        done = run("convert", SAMPLE, *args)
        assert done.exit_code == 2 and "--to" in done.output
    assert list(tmp_path.iterdir()) == []


def test_a_log_of_a_newer_format_is_not_rewritten(tmp_path: Path) -> None:
    tree = json.loads(SAMPLE.read_text()) | {"ristilog": "1.7", "weather": "snow"}
    done = CliRunner().invoke(ristilog, ["convert", "-", "--to", "text"], input=json.dumps(tree))
    assert done.exit_code != 0 and not done.stdout


def test_the_note_on_the_page_about_recording_can_be_typed(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "record.md").read_text()
    typed = re.search(r"```text\n(.*?)```", page, re.DOTALL)
    note = re.search(r"`(note 1\.3\.2 [^`]*)`", page)
    assert typed and note
    (tmp_path / "saturday.txt").write_text(textwrap.dedent(typed[1]) + note[1] + "\n")
    done = run("fill", tmp_path / "saturday.txt")
    assert done.exit_code == 0, done.output
    assert "Second seat takes it." in done.stdout


@pytest.mark.parametrize("kind", ["stream", "text", "token"])
@pytest.mark.parametrize("command", ["fill", "annotate"])
def test_what_was_read_is_not_replaced_by_a_log_in_another_form(kind: Kind, command: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(written(simulate("ristikontra", "kotka", deals=1), kind))
    before = path.read_bytes()
    done = run(command, path, "-o", path)
    assert (done.exit_code, path.read_bytes()) == (2, before)
    assert "another file" in done.output


@pytest.mark.parametrize("name", ["", "-", "/"])
def test_a_recording_needs_a_name(name: str) -> None:
    done = run("record", name, text=b"")
    assert done.exit_code == 2
    assert "a file with a name" in done.output


def test_a_recording_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe.ristilog.jsonl"
    os.mkfifo(path)
    done = run("record", path, text=b"")
    assert done.exit_code != 0
    assert "no file" in f"{done.output}{done.exception}"
