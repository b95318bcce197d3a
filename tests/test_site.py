"""The built site: what is there, where links lead, and that its pages say what the logs say."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ristilog import annotate, pretty, simulate
from ristilog.format.write import game_hash
from ristilog.game.ruleset import PRESETS
from ristilog.referee.verify import verify
from ristilog.site.collect import collect
from ristilog.site.config import Config
from ristilog.site.document_schema import replay_schema
from ristilog.site.drawing import MOON, SUITS
from ristilog.site.interface import interface_words
from ristilog.teach.language import language
from tests.site import (
    GAMES,
    SAMPLES,
    build,
    contents,
    game_page,
    made,
    pages,
    parse,
    score_only,
    sheet,
    targets,
    write,
)


def test_every_page_is_where_the_documentation_says(site: Path) -> None:
    made = set(contents(site))
    for prefix in ("", "fi/"):
        assert f"{prefix}index.html" in made
        for name in ("ristikontra", "ristikontra-fi", "ristiklappi", "alga-b", "alga-a"):
            assert f"{prefix}rules/{name}/index.html" in made
        for game in GAMES:
            assert f"{prefix}games/{game}/index.html" in made
        assert f"{prefix}learn/three-moments/index.html" in made
    for game in GAMES:
        assert {f"games/{game}/game.json", f"games/{game}/replay.en.json", f"games/{game}/replay.fi.json"} <= made
    assert {"ristilog-player.js", "ristilog-player.css"} <= made


def test_links_lead_somewhere_and_stay_inside(site: Path) -> None:
    ids = {page: {tag.attributes["id"] for tag in parse(page).walk() if "id" in tag.attributes} for page in pages(site)}
    for page in pages(site):
        for address, file, fragment in targets(page):
            assert not address.startswith("/"), f"{page}: {address}"
            assert file.is_file(), f"{page}: {address}"
            assert file.is_relative_to(site)
            if fragment and file.suffix == ".html":
                assert fragment in ids[file], f"{page}: {address}"


def test_ids_are_unique_and_headings_do_not_skip(site: Path) -> None:
    for page in pages(site):
        tree = parse(page)
        ids = [tag.attributes["id"] for tag in tree.walk() if "id" in tag.attributes]
        assert len(ids) == len(set(ids)), page
        levels = [int(tag.name[1]) for tag in tree.walk() if tag.name in ("h1", "h2", "h3", "h4", "h5", "h6")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), page


def test_nothing_is_inline_and_everything_is_under_a_policy(site: Path) -> None:
    for page in pages(site):
        tree = parse(page)
        (policy,) = tree.all("meta", http_equiv="Content-Security-Policy")
        assert "default-src 'none'" in policy.attributes["content"]
        assert "unsafe" not in policy.attributes["content"]
        assert not tree.all("style")
        for tag in tree.walk():
            assert not [name for name in tag.attributes if name == "style" or name.startswith("on")]
        for script in tree.all("script"):
            assert script.attributes.get("type") == "application/json" or script.attributes.get("src")


def test_languages_lead_to_one_another(site: Path) -> None:
    for page in pages(site):
        tree = parse(page)
        own = tree.all("html")[0].attributes["lang"]
        assert own == ("fi" if page.is_relative_to(site / "fi") else "en")
        (other,) = [one for one in tree.all("a") if "hreflang" in one.attributes]
        there = parse((page.parent / other.attributes["href"]).resolve())
        assert there.all("html")[0].attributes["lang"] == other.attributes["lang"] != own


@pytest.mark.parametrize("lang", ["en", "fi"])
@pytest.mark.parametrize("game", GAMES)
def test_without_javascript_every_play_and_note_can_be_read(site: Path, game: str, lang: str) -> None:
    tree = parse(site / ("" if lang == "en" else lang) / f"games/{game}/index.html")
    log = json.loads((site / f"games/{game}/game.json").read_text())
    document = json.loads((site / f"games/{game}/replay.{lang}.json").read_text())
    entries = {tag.attributes["data-at"]: tag for tag in tree.walk() if "data-at" in tag.attributes}
    plays = [
        f"{number}.{trick}.{play}"
        for number, deal in enumerate(log["deals"], start=1)
        if not deal.get("void")
        for trick, one in enumerate(deal.get("tricks", []), start=1)
        for play in range(1, sum(" draw " not in action for action in one["actions"]) + 1)
    ]
    assert sorted(set(entries) - {str(number + 1) for number in range(len(log["deals"]))}) == sorted(plays)
    notes = 0
    for deal in document["deals"]:
        for step in deal["steps"]:
            entry = entries[step["at"]]
            assert step["say"] in entry.text
            assert step.get("drew", "") in entry.text
            assert step.get("result", "") in entry.text
            assert len(entry.all("div", class_="note")) == len(step.get("notes", []))
            for note, shown in zip(step.get("notes", []), entry.all("div", class_="note"), strict=True):
                assert text_of(note["body"]) in shown.text
                notes += 1
    assert notes == len({json.dumps(note) for note in log.get("annotations", [])})


def test_every_replay_document_fits_its_schema(site: Path) -> None:
    validator = jsonschema.Draft202012Validator(replay_schema())
    count = 0
    for path in site.rglob("replay.*.json"):
        validator.validate(json.loads(path.read_text()))
        count += 1
    for page in pages(site):
        for one in parse(page).all("script", type="application/json"):
            validator.validate(json.loads("".join(child for child in one.children if isinstance(child, str))))
            count += 1
    assert count == 12 + 12 + 6


def text_of(nodes: list[Any]) -> str:
    return " ".join("".join(node if isinstance(node, str) else text_of(node[2:]) for node in nodes).split())


def test_the_log_to_download_is_the_one_that_was_read(site: Path) -> None:
    for game in GAMES:
        assert (site / f"games/{game}/game.json").read_bytes() == (SAMPLES / f"{game}.json").read_bytes()


def test_the_score_sheet_shows_what_is_out_of_the_ordinary(site: Path) -> None:
    def remarks(game: str) -> list[str]:
        return [cell.text for cell in parse(site / f"games/{game}/index.html").all("td", class_="remark")]

    kotka = remarks("kotka-final")
    assert "tie, 1 held" in kotka
    assert "1 held, now paid out" in kotka
    assert any("all points" in one for one in kotka)
    assert "all points, East–West fall to nought" in remarks("first-game")
    assert any("dirty" in one for one in remarks("rovaniemi-klappi"))
    club = remarks("club-saturday")
    assert [club[1], club[2], club[4]] == ["misdeal", "score only", "unfinished"]


def test_the_score_sheet_holds_the_logs_figures(site: Path) -> None:
    log = json.loads((SAMPLES / "kotka-final.json").read_text())
    (sheet,) = parse(site / "games/kotka-final/index.html").all("table", class_="sheet")
    rows = [[cell.text for cell in row.all("td")][:4] for row in sheet.all("tbody")[0].all("tr")]
    for row, deal in zip(rows, log["deals"], strict=True):
        score = deal["score"]
        figures = [*score["points"].values(), *score["match"].values()]
        assert row == [str(figure) for figure in figures]


def test_the_trick_table_holds_the_logs_tricks(site: Path) -> None:
    log = json.loads((SAMPLES / "kotka-final.json").read_text())
    tables = parse(site / "games/kotka-final/index.html").all("table", class_="tricks")
    assert len(tables) == len(log["deals"])
    names = {seat: player["name"] for seat, player in log["players"].items()}
    for table, deal in zip(tables, log["deals"], strict=True):
        for row, trick in zip(table.all("tbody")[0].all("tr"), deal["tricks"], strict=True):
            cells = row.all("td")
            plays = [action.split() for action in trick["actions"] if " draw " not in action]
            shown = ["".join(cell.text.split()[:1]).replace("10", "T")[0] for cell in cells[:4]]
            assert shown == [card[0] for _, _, card in plays]
            assert [bool(cell.all("svg", class_="moon")) for cell in cells[:4]] == [
                kind == "dark" for _, kind, _ in plays
            ]
            assert [cell.text for cell in cells[4:]] == [names[trick["winner"]], str(trick["points"])]


def test_house_rules_are_named(tmp_path: Path) -> None:
    log = simulate("ristikontra", "house", deals=1, options={"lead_limit": 2, "dark_play": False, "hand_size": 5})
    write(tmp_path / "game.json", json.loads(pretty(log)))
    tree = parse(build(tmp_path / "out", tmp_path / "game.json") / "games/game/index.html")
    items = {item.text for item in tree.all("li")}
    assert {"Leads of one rank in a row: 2", "Dark play: no", "Cards in hand: 5"} <= items


def test_notes_beside_a_log_are_shown_and_what_ifs_are_played_out(tmp_path: Path) -> None:
    log = simulate("ristikontra", "beside", deals=1)
    (tmp_path / "game.json").write_bytes(pretty(log))
    seat = json.loads(pretty(log))["deals"][0]["tricks"][0]["actions"][0][0]
    card = getattr(log.deals[0].hands, seat).split()[0]
    note = {"at": "1.1.1", "text": {"en": "Look **here**."}, "lines": [[f"{seat} play {card}"]], "by": "Aino"}
    notes = {"ristilog-notes": "1.0", "game": game_hash(log), "annotations": [note]}
    write(tmp_path / "game.notes.json", notes)
    site = build(tmp_path / "out", tmp_path)
    entry = next(
        tag for tag in parse(site / "games/game/index.html").walk() if tag.attributes.get("data-at") == "1.1.1"
    )
    assert "Look here." in entry.text
    assert "by Aino" in entry.text
    assert "would be winning." in entry.text
    notes["game"] = "sha256:" + "0" * 64
    write(tmp_path / "game.notes.json", notes)
    assert [one.findings[0].code for one in collect([str(tmp_path / "game.json")]).refused] == ["A504"]


def test_a_log_without_the_programs_notes_gets_them(tmp_path: Path) -> None:
    log = simulate("ristikontra", "auto", deals=1)
    (tmp_path / "game.json").write_bytes(pretty(log))
    made = annotate(pretty(log)).log
    assert made is not None
    with_notes = parse(build(tmp_path / "a", tmp_path / "game.json") / "games/game/index.html")
    without = build(tmp_path / "b", tmp_path / "game.json", config=Config(auto_notes=False))
    assert len(with_notes.all("div", class_="note")) == len(made.annotations or ())
    assert not parse(without / "games/game/index.html").all("div", class_="note")


def test_pages_and_player_have_the_same_words_and_shapes(site: Path) -> None:
    script = (site / "ristilog-player.js").read_text()
    words = interface_words(language("en"), PRESETS["ristikontra", 1])
    named = set(re.findall(r"words\??\.([a-z]+)", script)) - {"replace"}  # which is a string's own
    buttons = set(
        re.findall(r"^    (\w+): ", script[script.index("ICONS") : script.index("function el")], re.MULTILINE)
    )
    assert named | buttons == set(words)
    assert all(path in script for path in (*SUITS.values(), MOON))


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


def test_names_that_are_seats_and_pairs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["players"] = {"E": {"name": "North"}}
    tree["pairs"] = {"NS": "X", "EW": "X"}
    page = game_page(tmp_path / "out", tree)
    assert "North (East) plays" in page.text
    assert "X (North–South)" in page.text
    assert "X (East–West)" in page.text
