"""What attacks on the site builder found; each was wrong once."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ristilog import pretty, simulate
from ristilog.cli.verify import command as verify_command
from ristilog.format.write import game_hash
from ristilog.game.errors import RistilogError
from ristilog.referee.verify import verify
from ristilog.replay.legality import barred_now, barred_rank
from ristilog.site.collect import collect
from ristilog.teach.choices import barred_text
from ristilog.teach.language import language
from tests.helpers import ROOT
from tests.site import Tag, build, contents, parse, write
from tests.test_site import run
from tests.test_words import told

SAMPLES = ROOT / "samples"


def made(rules: str = "ristikontra", seed: str = "attack", deals: int = 2, **options: Any) -> Any:
    return json.loads(pretty(simulate(rules, seed, deals=deals, options=options)))


def game_page(out: Path, tree: Any, **more: Any) -> Tag:
    """The page of the one game on a site."""
    write(out.parent / "game.json", tree)
    site = build(out, out.parent / "game.json", **more)
    return parse(next((site / "games").glob("*/index.html")))


def sheet(page: Tag) -> list[list[str]]:
    (table,) = page.all("table", class_="sheet")
    return [[cell.text for cell in row.all("td")] for row in table.all("tbody")[0].all("tr")]


def score_only(rules: str, **score: Any) -> Any:
    deal = {"dealer": "S", "score": score}
    return {"ristilog": "1.0", "rules": {"name": rules, "version": 1}, "view": "table", "deals": [deal]}


# ---- deals of which only the score is known


@pytest.mark.parametrize(
    ("score", "row"),
    [
        ({"match": {"NS": 1, "EW": 0}, "held": 0}, ["–", "–", "1", "0", "score only"]),
        ({"award": {"NS": 0, "EW": 2}}, ["–", "–", "0", "2", "score only"]),
        ({}, ["–", "–", "–", "–", "score only"]),
        ({"points": {"NS": 70, "EW": 50}}, ["70", "50", "1", "0", "score only"]),
    ],
)
def test_a_score_without_points_is_hashed_and_shown(tmp_path: Path, score: Any, row: list[str]) -> None:
    tree = score_only("ristikontra", **score)
    path = write(tmp_path / "score.json", tree)
    verdict = verify(path)
    assert verdict.ok
    assert verdict.game is not None
    assert sheet(game_page(tmp_path / "out", tree)) == [row]


def test_a_dirty_winner_of_whom_only_the_score_is_known_is_believed(tmp_path: Path) -> None:
    nought = {"NS": 0, "EW": 0}
    tree = score_only("ristiklappi", points={"NS": 70, "EW": 50}, award=nought, held=0, match=nought)
    page = game_page(tmp_path / "out", tree)
    assert sheet(page) == [["70", "50", "0", "0", "score only"]]
    assert "clean" not in page.text.lower()
    assert "nobody gets a game point" in page.text
    unknown = score_only("ristiklappi", points={"NS": 70, "EW": 50})
    assert sheet(game_page(tmp_path / "more", unknown)) == [["70", "50", "–", "–", "score only"]]


def test_only_what_was_replayed_is_said_to_be(tmp_path: Path) -> None:
    said = "replayed card by card"
    assert said in game_page(tmp_path / "a", made()).text
    assert said not in game_page(tmp_path / "b", score_only("ristikontra", points={"NS": 70, "EW": 50})).text
    assert said not in game_page(tmp_path / "c", made() | {"deals": [], "result": {"ended": "abandoned"}}).text
    (tmp_path / "page.md").write_text("# Only a page\n")
    assert said not in parse(build(tmp_path / "d", tmp_path / "page.md") / "index.html").text


# ---- notes


@pytest.mark.parametrize(
    "text",
    ["- " * 123 + "x", "1. " * 123, "> " * 245 + "x", "*" * 6000 + "x" + "*" * 6000, "[" * 20000, "![a](" * 10000],
)
def test_a_note_that_chokes_markdown_is_shown_as_it_stands(tmp_path: Path, text: str) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1", "text": {"en": text}}]
    page = game_page(tmp_path / "out", tree)
    assert " ".join(text.split())[:200] in page.text


def test_a_page_that_chokes_markdown_is_named(tmp_path: Path) -> None:
    (tmp_path / "deep.md").write_text("# Deep\n\n" + "- " * 130 + "x\n")
    with pytest.raises(RistilogError, match=r"deep\.md: .*too deep"):
        build(tmp_path / "out", tmp_path)


def first_notes(page: Tag) -> list[Tag]:
    return next(tag for tag in page.walk() if tag.attributes.get("data-at") == "1").all("div", class_="note")


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        ({"en": ""}, []),
        ({"en": " "}, []),
        ({"en": "", "sv": "Hej"}, [("Hej", "sv")]),
        ({"fi": "Hei", "sv": "Hej"}, [("Hei", "fi")]),
    ],
)
def test_an_empty_text_is_none(tmp_path: Path, texts: Any, shown: Any) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1", "text": texts}]
    page = game_page(tmp_path / "out", tree)
    assert [(note.text, note.attributes.get("lang")) for note in first_notes(page)] == shown


def test_a_text_in_another_language_stands_beside_the_claim(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1.7.4", "code": "stock-out", "args": {"tricks": 6}, "text": {"sv": "Slut."}}]
    page = game_page(tmp_path / "out", tree)
    notes = next(tag for tag in page.walk() if tag.attributes.get("data-at") == "1.7.4").all("div", class_="note")
    texts = [note.text for note in notes]
    assert "Slut." in texts
    assert "The stock is gone. The last six tricks are played from hand." in texts


def test_notes_on_a_void_deal_and_its_tricks_are_kept(tmp_path: Path) -> None:
    tree = made(deals=1)
    void = json.loads(json.dumps(tree["deals"][0])) | {"void": "A card was turned up."}
    del void["score"]
    tree["deals"].insert(0, void)
    tree["annotations"] = [{"at": at, "text": {"en": f"note {at}"}} for at in ("1", "1.2", "1.2.1", "1.13.4")]
    page = game_page(tmp_path / "out", tree)
    assert [note.text for note in first_notes(page)] == ["note 1", "note 1.2", "note 1.2.1", "note 1.13.4"]
    assert len(page.all("ol", class_="raw")[0].all("li")) == 13
    assert not page.all("p", class_="warning")


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


# ---- sentences


def steps_of(out: Path, tree: Any) -> list[Any]:
    write(out.parent / "game.json", tree)
    site = build(out, out.parent / "game.json")
    document = json.loads(next((site / "games").glob("*/replay.en.json")).read_text())
    return [
        step | {"said": [document["texts"][one[1]] for one in step.get("choices", [])]}
        for deal in document["deals"]
        for step in deal["steps"]
    ]


def test_no_choices_are_offered_from_a_hand_that_is_not_all_known(tmp_path: Path) -> None:
    tree = made(deals=1)
    deal = tree["deals"][0]
    tree["view"] = "table"
    for field in ("hands", "stock", "shuffle"):
        deal.pop(field)
    known = [step for step in steps_of(tmp_path / "out", tree) if step.get("choices")]
    for step in known:
        assert "dark" not in [one[0] for one in step["choices"]] or len(step["choices"]) == 7
    tree["deals"][0]["tricks"] = deal["tricks"][:6]
    tree["deals"][0].pop("score")
    tree.pop("result", None)
    assert not [step for step in steps_of(tmp_path / "more", tree)[:8] if step.get("choices")]


def test_a_waived_ban_is_none() -> None:
    waived = 0
    for number in range(20, 40):
        _, deals = told(simulate("ristikontra", f"b{number}", deals=3, options={"lead_limit": 2}), "en")
        for step in (step for deal in deals for step in deal.steps):
            leader = step.after.to_act
            if leader is None or barred_rank(step.after) is None or barred_now(step.after) is not None:
                continue
            assert barred_text(language("en"), step.after) is None
            assert {one.card for one in step.choices if one.allowed} >= set(step.after.hand(leader).known)
            waived += 1
    assert waived


def test_what_may_not_be_done_is_said_without_guessing(tmp_path: Path) -> None:
    for rules in ("ristikontra", "ristikontra-fi"):
        steps = steps_of(tmp_path / rules, made(rules, "b0", deals=6))
        assert not [text for step in steps for text in step["said"] if "might" in text]


def test_names_that_are_seats_and_pairs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["players"] = {"E": {"name": "North"}}
    tree["pairs"] = {"NS": "X", "EW": "X"}
    page = game_page(tmp_path / "out", tree)
    assert "North (East) plays" in page.text
    assert "X (North–South)" in page.text
    assert "X (East–West)" in page.text


# ---- folders


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


# ---- settings and pages


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("/", "../../index.html"),
        ("", "../../index.html"),
        ("learn/", "../../learn/index.html"),
        ("rules/alga-b/#cleaning", "../../rules/alga-b/index.html#cleaning"),
        ("#x", "../../index.html#x"),
        ("https://example.org/?a=b", "https://example.org/?a=b"),
    ],
)
def test_links_of_the_settings_lead_there(tmp_path: Path, url: str, href: str) -> None:
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    (tmp_path / "ristilog.toml").write_bytes(b"\xef\xbb\xbf" + f'nav = [{{title = "There", url = "{url}"}}]'.encode())
    page = parse(build(tmp_path / "out", tmp_path) / "games/first-game/index.html")
    assert [link.attributes["href"] for link in page.all("a") if link.text == "There"] == [href]


@pytest.mark.parametrize("text", ["nav = [{title = 'x', url = '//evil.example'}]", "a=" + "[" * 5000])
def test_settings_that_cannot_be_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "ristilog.toml").write_text(text)
    with pytest.raises(RistilogError, match=r"ristilog\.toml"):
        collect([str(tmp_path)])


def test_a_list_of_files_that_no_build_wrote_is_refused(tmp_path: Path) -> None:
    out = build(tmp_path / "out", SAMPLES / "first-game.json")
    (out / ".ristilog-site.json").write_text("[" * 100_000)
    with pytest.raises(RistilogError, match="not what a build wrote"):
        build(out, SAMPLES / "first-game.json")


@pytest.mark.parametrize(
    "line",
    [
        '<ristilog-replay src="First-Game"></ristilog-replay>',
        '<ristilog-replay src="first-game"></ristilog-replay> and more',
        f'<ristilog-replay src="first-game#{"1" * 5000}"></ristilog-replay>',
    ],
)
def test_a_replay_that_is_not_written_right_is_named(tmp_path: Path, line: str) -> None:
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    (tmp_path / "page.md").write_text(f"# Page\n\n{line}\n")
    with pytest.raises(RistilogError, match=r"page\.md:3: a replay stands on a line of its own"):
        build(tmp_path / "out", tmp_path)


def test_a_page_is_one_text_around_its_replays(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    (tmp_path / "page.md").write_text(
        "# Page\n\n# Again\n\n##### Fifth\n\nA [link][1].\n\n"
        "<ristilog-replay src='first-game#1.2'></ristilog-replay>\n\n"
        '```html\n<ristilog-replay src="first-game"></ristilog-replay>\n```\n\n[1]: https://example.org/\n'
    )
    page = parse(build(tmp_path / "out", tmp_path) / "learn/page/index.html")
    (replay,) = page.all("ristilog-replay")
    assert replay.attributes["at"] == "1.2.1"
    assert replay.all("a")[0].attributes["href"].endswith("#1.2.1")
    assert "https://example.org/" in [link.attributes["href"] for link in page.all("a")]
    assert '<ristilog-replay src="first-game">' in page.all("pre")[0].text
    assert [len(page.all(name)) for name in ("h1", "h2", "h5")] == [1, 1, 1]


def test_headings_in_a_note_are_no_headings_of_the_page(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1", "text": {"en": "# Look\n\nHere."}}]
    (note,) = first_notes(game_page(tmp_path / "out", tree))
    assert [tag.text for tag in note.all("strong")] == ["Look"]
    assert not note.all("h1")


def test_readmes_in_any_language_are_no_pages(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    (tmp_path / "README.fi.md").write_text("# Lue minut\n")
    assert not (build(tmp_path / "out", tmp_path) / "fi/learn").exists()


def test_a_log_of_unknown_rules_is_said_to_be_unreadable(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["rules"]["name"] = "whist"
    answer = run(write(tmp_path / "game.json", tree), "-o", tmp_path / "out", "--allow-unverified")
    assert answer.exit_code == 1
    assert "cannot be read as a game log" in answer.stderr


def test_the_report_of_a_score_without_points_is_written(tmp_path: Path) -> None:
    path = write(tmp_path / "score.json", score_only("ristikontra", match={"NS": 1, "EW": 0}, held=0))
    answer = CliRunner().invoke(verify_command, ["--output-format", "json", str(path)])
    assert json.loads(answer.output)["files"][0]["game"].startswith("sha256:")
