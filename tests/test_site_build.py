"""Building a site: what is read, what is replaced, what is left alone, and what the command says."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from ristilog.game.errors import RistilogError
from ristilog.site.collect import collect
from ristilog.site.lesson import slug_of
from tests.site import SAMPLES, build, contents, made, parse, run, write


def test_the_same_input_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = build(tmp_path / "again", SAMPLES)
    assert contents(again) == contents(site)


def test_what_a_build_made_is_replaced_as_a_whole(tmp_path: Path) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    build(out, SAMPLES / "club-saturday.json")
    assert sorted(path.name for path in (out / "games").iterdir()) == ["club-saturday"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    fresh = build(tmp_path / "fresh", SAMPLES / "club-saturday.json")
    assert contents(out) == contents(fresh)


@pytest.mark.parametrize("name", ["notes.txt", "games/mine.html", ".htaccess"])
def test_a_folder_with_anything_else_in_it_is_left_alone(tmp_path: Path, name: str) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    (out / name).write_text("mine")
    before = contents(out)
    with pytest.raises(RistilogError, match="no build made this"):
        build(out, SAMPLES / "club-saturday.json")
    assert contents(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_a_build_that_fails_leaves_the_old_site_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    before = contents(out)
    real = os.replace

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(RistilogError, match="No space left"):
            build(out, SAMPLES / "club-saturday.json")
    assert contents(out) == before
    calls = []

    def second_fails(source: Any, target: Any) -> None:
        calls.append(source)
        if len(calls) == 2:
            raise OSError(5, "Input/output error")
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", second_fails)
        with pytest.raises(RistilogError, match="Input/output"):
            build(out, SAMPLES / "club-saturday.json")
    assert contents(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(RistilogError, match="there is a file of that name"):
        build(tmp_path / "out", SAMPLES / "first-game.json")
    assert (tmp_path / "out").read_text() == "mine"


def test_two_logs_of_one_id_are_both_named(tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        shutil.copy(SAMPLES / "first-game.json", tmp_path / name)
    with pytest.raises(RistilogError, match=r"one\.json and .*two\.json both want the id 'first-game'"):
        collect([str(tmp_path)])


def test_nothing_to_show_is_said(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"not": "a log"}')
    with pytest.raises(RistilogError, match="no game log and no page"):
        collect([str(tmp_path)])
    with pytest.raises(RistilogError, match="No such file"):
        collect([str(tmp_path / "missing.json")])


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Lauantain peli", "lauantain-peli"),
        ("Äijänkangas Öö", "aijankangas-oo"),
        ("../../etc/passwd", "etc-passwd"),
        ("x" * 99, "x" * 64),
    ],
)
def test_file_names_become_addresses(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_names_in_other_scripts_get_addresses_of_their_own() -> None:
    assert len({slug_of("日本"), slug_of("漢字"), slug_of("...")}) == 3


def test_an_interrupt_between_the_renames_brings_the_old_site_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    before, real, calls = contents(out), os.replace, []

    def interrupted(source: Any, target: Any) -> None:
        calls.append(source)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            build(out, SAMPLES / "club-saturday.json")
    assert contents(out) == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_site_inside_its_source_is_no_source(tmp_path: Path) -> None:
    write(tmp_path / "saturday.json", made(deals=1))
    for _ in range(3):
        site = build(tmp_path / "site", tmp_path)
        assert [path.name for path in (site / "games").iterdir()] == ["saturday"]
    (tmp_path / "saturday.json").unlink()
    with pytest.raises(RistilogError, match="no game log and no page"):
        collect([str(tmp_path)])


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    build(tmp_path / "link", SAMPLES / "first-game.json")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real/index.html").is_file()


@pytest.mark.parametrize("kind", ["link", "folder"])
def test_links_and_folders_that_no_build_made_are_left_alone(tmp_path: Path, kind: str) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    (tmp_path / "keep").mkdir()
    if kind == "link":
        (out / "mine").symlink_to("../keep")
    else:
        (out / "mine").mkdir()
    with pytest.raises(RistilogError, match="no build made this"):
        build(out, SAMPLES / "first-game.json")
    assert (out / "mine").exists()


def test_the_folder_one_stands_in_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    monkeypatch.chdir(out / "games")
    with pytest.raises(RistilogError, match="build from outside"):
        build(out, SAMPLES / "first-game.json")


def test_a_mask_holds_for_the_whole_site(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        out = build(tmp_path / "out", SAMPLES / "first-game.json")
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o077 for path in (out, *out.rglob("*"))} == {0}


def test_what_is_no_plain_file_is_left_alone(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    (source / "page.md").write_text("# Page\n\n![gone](gone.png) ![pipe](pipe.png) ![out](out.png)\n")
    (source / "gone.png").symlink_to("nowhere.png")
    (source / "out.png").symlink_to("/etc/hostname")
    (source / ".#page.md").symlink_to("someone@somewhere")
    os.mkfifo(source / "pipe.png")
    os.mkfifo(source / "pipe.md")
    (source / "folder.md").mkdir()
    (source / "folder.md" / "inside.md").write_text("# Inside\n")
    site = build(tmp_path / "out", source)
    assert sorted(path.name for path in (site / "learn").iterdir() if path.is_dir()) == ["inside", "page"]
    assert not (site / "images").exists()
    assert "gone pipe out" in parse(site / "learn/page/index.html").text


def test_a_list_of_files_that_no_build_wrote_is_refused(tmp_path: Path) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    (out / ".ristilog-site.json").write_text("[" * 100_000)
    with pytest.raises(RistilogError, match="not what a build wrote"):
        build(out, SAMPLES / "first-game.json")


def test_readmes_in_any_language_are_no_pages(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    (tmp_path / "README.fi.md").write_text("# Lue minut\n")
    assert not (build(tmp_path / "out", tmp_path) / "fi/learn").exists()


def test_a_readme_is_no_page(site: Path) -> None:
    assert not (site / "learn/readme").exists()


def test_the_command_says_what_it_left_out(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"not": "a log"}')
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    answer = run(tmp_path, "-o", tmp_path / "out")
    assert answer.exit_code == 0
    assert "1 JSON file that names no version of the game log was left out" in answer.stderr


def test_the_command_says_what_it_built_and_what_to_open(tmp_path: Path) -> None:
    answer = run(SAMPLES / "first-game.json", "-o", tmp_path / "out")
    assert answer.exit_code == 0
    assert "1 game, 2 deals" in answer.output
    assert f"Open {tmp_path / 'out/index.html'}" in answer.output
