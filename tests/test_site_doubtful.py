"""Logs that do not verify, and logs that mean harm."""

import json
import shutil
from pathlib import Path

import pytest

from ristilog import pretty, simulate
from ristilog.format.write import game_hash
from ristilog.referee.verify import verify
from ristilog.site.collect import collect
from tests.helpers import BAD, changed, load
from tests.site import (
    HOSTILE,
    SAMPLES,
    Tag,
    build,
    first_notes,
    game_page,
    hostile,
    made,
    pages,
    parse,
    run,
    write,
)


def test_a_bad_log_is_refused_with_its_findings_and_nothing_is_written(tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.json", changed(load("good/ristikontra-one-deal.json"), "/deals/0/tricks/0/winner", "E"))
    shutil.copy(SAMPLES / "first-game.json", tmp_path / "good.json")
    answer = run(tmp_path, "-o", tmp_path / "out")
    assert answer.exit_code == 1
    assert f"{bad}:" in answer.stderr
    assert "S401" in answer.stderr
    assert "Nothing was built" in answer.stderr
    assert not (tmp_path / "out").exists()


def test_a_bad_log_may_be_shown_with_a_warning(tmp_path: Path) -> None:
    tree = load("good/ristikontra-one-deal.json")
    tree["deals"][0]["tricks"][2]["actions"][2] = "N dark 2c"
    write(tmp_path / "bad.json", tree)
    answer = run(tmp_path / "bad.json", "-o", tmp_path / "out", "--allow-unverified")
    assert answer.exit_code == 0, answer.output
    page = parse(next((tmp_path / "out/games").glob("*/index.html")))
    (warning,) = page.all("section", class_="warning")
    code = next(one.code for one in verify(tmp_path / "bad.json").findings if one.severity == "error")
    assert "does not verify" in warning.text
    assert code in warning.text
    assert page.all("ol", class_="raw")
    assert "does not verify" in parse(tmp_path / "out/index.html").text


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_whatever_is_wrong_with_a_log_it_is_shown_or_refused(path: Path, tmp_path: Path) -> None:
    assert collect([str(path)]).refused or verify(path).ok
    shown = collect([str(path)], allow_unverified=True)
    if shown.refused:
        assert shown.refused[0].findings
        return
    site = build(tmp_path / "out", path, allow_unverified=True)
    assert parse(site / f"games/{shown.games[0].id}/index.html").all("section", class_="warning") or verify(path).ok


def test_notes_of_a_deal_that_cannot_be_shown_are_kept(tmp_path: Path) -> None:
    tree = made(deals=2)
    tree["annotations"] = [{"at": "1.12.1", "text": {"en": "behind the fault"}}, {"at": "2", "text": {"en": "no pack"}}]
    actions = tree["deals"][0]["tricks"][2]["actions"]
    index = next(index for index, action in enumerate(actions) if " draw " in action)
    actions[index] = actions[index][:-2] + tree["deals"][0]["hands"]["N"][:2]
    tree["deals"][1]["hands"]["N"] = tree["deals"][1]["hands"]["E"]
    page = game_page(tmp_path / "out", tree, allow_unverified=True)
    assert "behind the fault" in page.text
    assert "no pack" in page.text
    # The fault itself is what the unchecked rest begins with.
    assert page.all("ol", class_="raw")[0].all("li")[0].text.startswith(actions[index])


def test_faulty_notes_beside_a_log_leave_its_own_alone(tmp_path: Path) -> None:
    log = simulate("ristikontra", "attack", deals=1)
    tree = json.loads(pretty(log))
    tree["annotations"] = [{"at": "1", "text": {"en": "own nought"}}, {"at": "1", "text": {"en": "own one"}}]
    notes = [{"at": "99", "text": {"en": "nowhere"}}, {"at": "1", "text": {"en": "beside"}}]
    write(tmp_path / "game.notes.json", {"ristilog-notes": "1.0", "game": game_hash(log), "annotations": notes})
    page = game_page(tmp_path / "out", tree, allow_unverified=True)
    assert [note.text for note in first_notes(page)] == ["own nought", "own one", "beside"]
    assert "A501" in page.all("section", class_="warning")[0].text


def test_a_log_of_unknown_rules_is_said_to_be_unreadable(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["rules"]["name"] = "whist"
    answer = run(write(tmp_path / "game.json", tree), "-o", tmp_path / "out", "--allow-unverified")
    assert answer.exit_code == 1
    assert "cannot be read as a game log" in answer.stderr


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_log_becomes_markup(text: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    name = "".join(ch for ch in text[:40] if ch not in "/\0") + ".json"
    write(folder / name, hostile(text))
    site = build(tmp_path / "out", folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]
    for page in pages(site):
        tree = parse(page)
        for tag in tree.walk():
            assert_harmless(tag)
        for one in tree.all("script", type="application/json"):
            json.loads("".join(child for child in one.children if isinstance(child, str)))
    if text.startswith("<script>"):
        assert "<script>alert(1)</script>" in parse(site / "index.html").text


def assert_harmless(tag: Tag) -> None:
    assert tag.name != "img"
    assert not [name for name in tag.attributes if name.startswith("on") or name == "style"]
    for name in ("href", "src"):
        assert not tag.attributes.get(name, "").lower().startswith(("javascript:", "data:"))
    if tag.name == "script":
        assert tag.attributes.get("type") == "application/json" or tag.attributes["src"].endswith(".js")


def test_an_id_cannot_lead_outside(tmp_path: Path) -> None:
    tree = json.loads(pretty(simulate("ristikontra", "id", deals=1)))
    tree["id"] = "../../outside"
    write(tmp_path / "game.json", tree)
    assert collect([str(tmp_path / "game.json")]).refused
    build(tmp_path / "deep/er/out", tmp_path / "game.json", allow_unverified=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "game.json"]
    assert [path.name for path in (tmp_path / "deep/er/out/games").iterdir()] == ["game"]
