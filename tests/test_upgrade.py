"""Older formats: read, judged and written anew through migrations, which here are those of formats that never were."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ristilog import RistilogError, read, stream, verify
from ristilog.cli.upgrade import upgrade_paths
from ristilog.format.migrate import CURRENT, MIGRATIONS, Unfit, migrated
from ristilog.game.findings import Finding
from ristilog.record.upgrade import upgrade
from tests.helpers import BAD, FILES, GOOD, changed, load, without
from tests.migrations import INVENTED
from tests.test_cli import lines, ristilog

OLD = sorted(path for path in (FILES / "upgrade").glob("*.json") if ".expected" not in path.name)
ONE = load("upgrade/0.9-one-deal.json")


def as_bytes(tree: Any) -> bytes:
    return json.dumps(tree).encode()


def only(findings: tuple[Finding, ...]) -> Finding:
    (one,) = findings
    return one


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_frozen_logs_become_what_they_became(path: Path) -> None:
    made = upgrade(path.read_bytes(), migrations=INVENTED)
    assert [one.code for one in made.findings] == ["W602"]
    assert made.version == path.name[:3]
    assert not made.is_current
    assert made.data == path.with_suffix(".expected.json").read_bytes()
    again = upgrade(made.data, migrations=INVENTED)
    assert again.is_current
    assert again.data is made.data


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_old_logs_are_judged_without_being_upgraded(path: Path) -> None:
    verdict = verify(path, migrations=INVENTED)
    assert verdict.verdict == "good"
    expected = verify(path.with_suffix(".expected.json"))
    assert verdict.game == expected.game
    assert verdict.record == expected.record
    reading = read(path.read_bytes(), migrations=INVENTED)
    assert reading.upgraded
    assert reading.log == expected.log


def test_migrations_change_nothing_of_what_they_are_given() -> None:
    for path in OLD:
        tree = json.loads(path.read_text())
        before = copy.deepcopy(tree)
        migrated(tree, INVENTED)
        assert tree == before


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: path.stem)
def test_current_logs_are_left_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    codes = {one.code for one in read(data).findings}
    if json_object(data) and not codes & {"F101", "F102", "F103", "F105", "W601"}:
        made = upgrade(data)
        assert made.is_current
        assert made.data is data
        assert made.findings == ()


def test_recordings_of_current_logs_are_left_byte_for_byte() -> None:
    log = read((FILES / "good" / "ristikontra-one-deal.json").read_bytes()).log
    assert log is not None
    data = stream(log)
    assert upgrade(data).is_current and upgrade(data).data is data


def json_object(data: bytes) -> bool:
    try:
        return isinstance(json.loads(data), dict)
    except ValueError:
        return False


def test_what_is_wrong_stays_wrong_and_is_placed_in_the_upgraded_text() -> None:
    tree = changed(ONE, "/deals/0/tricks/3/moves/0", "E 2c")
    made = upgrade(as_bytes(tree), migrations=INVENTED)
    assert made.data is not None
    fault = next(one for one in made.findings if one.severity == "error")
    assert (fault.code, fault.pointer) == ("P302", "/deals/0/tricks/3/actions/0")
    assert fault.line is not None
    text = made.data.decode().splitlines()[fault.line - 1]
    assert text[(fault.column or 0) - 1 :].startswith('"E play 2c"')
    judged = verify(as_bytes(tree), migrations=INVENTED)
    assert [(one.code, one.line, one.column) for one in judged.findings if one.severity == "error"] == [
        ("P302", None, None)
    ]


@pytest.mark.parametrize(
    ("tree", "code", "words"),
    [
        (without(ONE, "/deals/0/stock"), "F104", "not well formed for format 0.9"),
        (changed(ONE, "/rules", {"name": "ristikontra"}), "F104", "not well formed for format 0.9"),
        (changed(ONE, "/deals/0/dealer", "X"), "F104", "one of E, N, S, W"),
        (ONE | {"surprise": 1}, "F104", "surprise"),
        (load("upgrade/0.8-one-deal.json") | {"variant": "solo"}, "F103", "a game for one has no place in format 0.9"),
        (ONE | {"ristilog": "0.7"}, "F103", "this is format 0.7, and of the older ones 0.8, 0.9 can be read"),
        (ONE | {"ristilog": "2.0"}, "F103", "this is format 2.0, and of the older ones 0.8, 0.9 can be read"),
        (ONE | {"ristilog": "9"}, "F103", "no version number"),
        (ONE | {"ristilog": ["0.9"]}, "F103", "no version number"),
        (without(ONE, "/ristilog"), "F103", "does not say that it is a game log"),
        ([ONE], "F104", "JSON object"),
    ],
)
def test_what_cannot_be_upgraded_is_refused(tree: Any, code: str, words: str) -> None:
    made = upgrade(as_bytes(tree), migrations=INVENTED)
    assert made.data is None
    one = only(made.findings)
    assert one.code == code
    assert words in one.message


def test_what_is_no_json_is_refused() -> None:
    made = upgrade(b'{"ristilog": "0.9",', migrations=INVENTED)
    assert made.data is None
    assert (only(made.findings).code, only(made.findings).line) == ("F101", 1)
    twice = upgrade(b'{"ristilog": "0.9", "ristilog": "0.9"}', migrations=INVENTED)
    assert only(twice.findings).code == "F102"


@pytest.mark.parametrize("version", ["1.1", "1.99"])
def test_a_newer_minor_is_never_rewritten(version: str) -> None:
    tree = load("good/ristikontra-one-deal.json") | {"ristilog": version}
    for data in (as_bytes(tree), as_bytes(tree | {"more": 1}), as_bytes({"ristilog": version})):
        with pytest.raises(RistilogError, match="newer program"):
            upgrade(data, migrations=INVENTED)


def test_the_table_that_is_shipped_is_empty() -> None:
    assert not MIGRATIONS
    (one,) = upgrade(as_bytes(ONE)).findings
    assert one.code == "F103"
    assert one.message == "this is format 0.9; this program reads format 1.0"


@pytest.mark.parametrize("leads_to", ["0.9", "0.8", "1.1", "0.95"])
def test_a_migration_that_leads_nowhere_is_a_bug(leads_to: str) -> None:
    with pytest.raises(ValueError, match=r"migration"):
        migrated(ONE, {"0.9": lambda tree: tree | {"ristilog": leads_to}})


def test_numbers_of_versions_are_numbers() -> None:
    steps: dict[str, Callable[[Any], Any]] = {
        "0.9": lambda tree: tree | {"ristilog": "0.10"},
        "0.10": lambda tree: tree | {"ristilog": CURRENT},
    }
    assert migrated({"ristilog": "0.9", "a": 1}, steps) == {"ristilog": "1.0", "a": 1}


def test_unfit_is_said_with_the_version_it_stopped_at() -> None:
    def never(tree: Any) -> Any:
        raise Unfit("it is only a test")

    found = migrated({"ristilog": "0.8", "rounds": []}, {"0.8": INVENTED["0.8"], "0.9": never})
    assert isinstance(found, Finding)
    assert found.message.startswith("this log of format 0.9 cannot be upgraded: it is only a test")


def test_the_command_leaves_current_logs_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD[0].read_bytes() + b"\n\n")
    before, data = path.stat(), path.read_bytes()
    done = ristilog("upgrade", path, "--in-place")
    assert done.returncode == 0
    assert lines(done.stdout) == [f"{path}: format 1.0 already, left as it is."]
    assert path.stat() == before
    printed = ristilog("upgrade", path)
    assert printed.stdout == data
    assert lines(printed.stderr) == [f"{path}: format 1.0 already, left as it is."]
    assert ristilog("upgrade", "-", stdin=data).stdout == data
    assert ristilog("upgrade", path, "-o", tmp_path / "copy.json").returncode == 0
    assert (tmp_path / "copy.json").read_bytes() == data
    assert ristilog("upgrade", path, path, "--check").returncode == 0


def old_files(folder: Path) -> list[str]:
    paths = []
    for path in OLD:
        (folder / path.name).write_bytes(path.read_bytes())
        paths.append(str(folder / path.name))
    return paths


def test_several_logs_are_upgraded_in_place(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    paths = old_files(tmp_path)
    assert upgrade_paths(paths, None, in_place=False, check=True, migrations=INVENTED) == 1
    assert f"{paths[0]}: format 0.8, would be upgraded to 1.0.\n" in capfd.readouterr().out
    assert [Path(path).read_bytes() for path in paths] == [path.read_bytes() for path in OLD]
    assert upgrade_paths(paths, None, in_place=True, check=False, migrations=INVENTED) == 0
    assert f"{paths[1]}: format 0.9, upgraded to 1.0.\n" in capfd.readouterr().out
    for path, old in zip(paths, OLD, strict=True):
        assert Path(path).read_bytes() == old.with_suffix(".expected.json").read_bytes()
    assert upgrade_paths(paths, None, in_place=False, check=True, migrations=INVENTED) == 0


def test_one_log_goes_to_standard_output_or_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, expected = str(OLD[0]), OLD[0].with_suffix(".expected.json").read_text()
    assert upgrade_paths([path], None, in_place=False, check=False, migrations=INVENTED) == 0
    assert capfd.readouterr().out == expected
    target = tmp_path / "new.json"
    assert upgrade_paths([path], str(target), in_place=False, check=False, migrations=INVENTED) == 0
    assert target.read_text() == expected


def test_a_refused_log_stays_and_does_not_stop_the_others(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "a.json"
    bad.write_bytes(as_bytes(without(ONE, "/deals/0/stock")))
    wrong = tmp_path / "b.json"
    wrong.write_bytes(as_bytes(changed(ONE, "/deals/0/tricks/3/moves/0", "E 2c")))
    paths = [str(bad), str(wrong), *old_files(tmp_path)]
    before = bad.read_bytes()
    assert upgrade_paths(paths, None, in_place=True, check=False, migrations=INVENTED) == 1
    out, err = capfd.readouterr()
    assert f"{bad}: not upgraded" in out
    assert bad.read_bytes() == before
    assert "P302" in err
    assert b"E play 2c" in wrong.read_bytes()
    assert upgrade_paths([str(tmp_path / "no.json"), *paths], None, in_place=True, check=False) == 2
    assert "No such file" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "PATH"),
        (["a.json", "b.json"], "--in-place"),
        (["a.json", "--in-place", "--check"], "exclude each other"),
        (["a.json", "-o", "b.json", "--check"], "exclude each other"),
        (["-", "--in-place"], "goes with files"),
        (["no such file.json"], "No such file"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    done = ristilog("upgrade", *arguments)
    assert done.returncode == 2
    assert words in done.stderr.decode()


def test_a_newer_log_is_not_touched_by_the_command(tmp_path: Path) -> None:
    path = tmp_path / "newer.json"
    path.write_bytes(as_bytes(load("good/ristikontra-one-deal.json") | {"ristilog": "1.2"}))
    before = path.read_bytes()
    done = ristilog("upgrade", path, "--in-place")
    assert done.returncode == 2
    assert f"{path}: the log is of format 1.2; only a newer program may rewrite it" in done.stderr.decode()
    assert path.read_bytes() == before
