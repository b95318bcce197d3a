"""The built site as files: what is there, where links lead, what is kept out, and what a build leaves alone."""

import json
import os
import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from ristilog import annotate, pretty, simulate
from ristilog.cli.build_site import command
from ristilog.format.write import game_hash
from ristilog.game.errors import RistilogError
from ristilog.game.ruleset import PRESETS
from ristilog.referee.verify import verify
from ristilog.site.collect import collect
from ristilog.site.config import Config, config_of
from ristilog.site.document_schema import replay_schema
from ristilog.site.drawing import MOON, SUITS
from ristilog.site.interface import interface_words
from ristilog.site.lesson import slug_of
from ristilog.teach.language import language
from tests.helpers import BAD, ROOT, changed, load
from tests.site import Tag, build, contents, parse, targets, write

SAMPLES = ROOT / "samples"
GAMES = sorted(path.stem for path in SAMPLES.glob("*.json"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("built") / "site", SAMPLES)


def pages(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(command, [str(one) for one in arguments])


# ---- what is there


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


# ---- the build


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


# ---- logs that do not verify


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


@pytest.mark.parametrize(
    "path", [path for path in BAD if not path.name.endswith(".expected.json")], ids=lambda path: path.stem
)
def test_whatever_is_wrong_with_a_log_it_is_shown_or_refused(path: Path, tmp_path: Path) -> None:
    assert collect([str(path)]).refused or verify(path).ok
    shown = collect([str(path)], allow_unverified=True)
    if shown.refused:
        assert shown.refused[0].findings
        return
    site = build(tmp_path / "out", path, allow_unverified=True)
    assert parse(site / f"games/{shown.games[0].id}/index.html").all("section", class_="warning") or verify(path).ok


# ---- settings and pages


def test_settings_are_followed(tmp_path: Path) -> None:
    (tmp_path / "ristilog.toml").write_text(
        """
        title = {en = "Kotka club", fi = "Kotkan kerho"}
        site_url = "https://example.org/cards"
        languages = ["fi", "en"]
        license = "CC BY 4.0"
        footer = "Ask **Aino**. <script>alert(1)</script>"
        nav = [{title = "Club", url = "https://example.org/"}]
        [theme]
        accent = "#115599"
        four_colour = true
        """
    )
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    site = build(tmp_path / "out", tmp_path)
    home = parse(site / "index.html")
    assert home.all("html")[0].attributes["lang"] == "fi"
    assert home.all("h1")[0].text == "Kotkan kerho"
    assert parse(site / "en/index.html").all("h1")[0].text == "Kotka club"
    assert home.all("link", rel="canonical")[0].attributes["href"] == "https://example.org/cards/"
    assert {one.attributes["href"] for one in home.all("link", rel="alternate")} == {
        "https://example.org/cards/",
        "https://example.org/cards/en/",
    }
    assert "Ask Aino." in home.all("footer")[0].text
    assert not [tag for tag in home.all("script") if "src" not in tag.attributes]
    assert "https://example.org/" in [one.attributes["href"] for one in home.all("a")]
    assert b"--ristilog-accent: #115599" in next((site / "assets").glob("site.*.css")).read_bytes()
    assert parse(site / "games/first-game/index.html").all("ristilog-replay")[0].attributes["suits"] == "four"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('titel = "x"', "unknown field `titel`"),
        ('languages = ["sv"]', "no language 'sv'"),
        ('default_language = "fi"\nlanguages = ["en"]', "one of the languages"),
        ("analytics = true", "no analytics"),
        ('[theme]\naccent = "red; } body { background: url(x)"', r"theme\.accent"),
        ('site_url = "javascript:alert(1)"', "site_url"),
        ('nav = [{title = "x", url = "javascript:alert(1)"}]', "nav"),
        ('title = "a\n', "line 1"),
    ],
)
def test_settings_at_fault_are_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ristilog.toml").write_text(text)
    with pytest.raises(RistilogError, match=said) as error:
        collect([str(tmp_path)])
    assert "ristilog.toml" in str(error.value)


def test_settings_need_none() -> None:
    assert config_of({}) == Config()


def test_a_page_shows_replays_of_the_sites_games(site: Path) -> None:
    for prefix, lang in (("", "en"), ("fi/", "fi")):
        tree = parse(site / f"{prefix}learn/three-moments/index.html")
        replays = tree.all("ristilog-replay")
        assert [one.attributes["at"] for one in replays] == ["1.6.2", "1.2.2", "1.7.2"]
        for one in replays:
            document = json.loads("".join(child for child in one.all("script")[0].children if isinstance(child, str)))
            assert document["lang"] == lang
            assert [deal["deal"] for deal in document["deals"]] == [1]
            assert all(step["say"] for step in document["deals"][0]["steps"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('# A\n\n<ristilog-replay src="nothing#1.1.1"></ristilog-replay>', r"page\.md:3: there is no game 'nothing'"),
        ('<ristilog-replay src="first-game#9"></ristilog-replay>', r"page\.md:1: first-game has no step 9"),
        ("---\ntitel: x\n---\n", r"page\.md:2: the head of a page takes title"),
        ("---\ntitle: x\n", r"page\.md:1: the head of the page has no end"),
        ("---\norder: first\n---\n", "order is a whole number"),
    ],
)
def test_pages_at_fault_are_named_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "page.md").write_text(text)
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    with pytest.raises(RistilogError, match=said):
        build(tmp_path / "out", tmp_path)


def test_images_come_from_the_site_alone(tmp_path: Path) -> None:
    (tmp_path / "pics").mkdir()
    (tmp_path / "pics/a table.png").write_bytes(b"\x89PNG not really")
    (tmp_path.parent / "outside.png").write_bytes(b"secret")
    (tmp_path / "page.md").write_text(
        "# Page\n\n![Our table](pics/a%20table.png) ![out](../outside.png) ![far](https://example.org/x.png)\n"
        "![data](data:image/png;base64,AAAA)\n"
    )
    answer = run(tmp_path, "-o", tmp_path / "out")
    assert answer.exit_code == 0, answer.output
    page = tmp_path / "out/learn/page/index.html"
    (image,) = parse(page).all("img")
    assert (page.parent / image.attributes["src"]).resolve().read_bytes() == b"\x89PNG not really"
    assert image.attributes["alt"] == "Our table"
    assert {"out", "far", "data"} <= set(parse(page).text.split())
    assert answer.stderr.count("there is no image") == 3
    assert "secret" not in str(contents(tmp_path / "out"))


def test_a_readme_is_no_page(site: Path) -> None:
    assert not (site / "learn/readme").exists()


# ---- hostile logs


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "../../../etc/passwd",
    "\x1b[31mred\x1b]0;title\x07",
    "</script><script>alert(1)</script><!--",
    "{{ 7 * 7 }} {% raw %}",
    "javascript:alert(1)",
    "\u202egnol \u2066",
    "x" * 5000,
]


def hostile(text: str) -> Any:
    tree = json.loads(pretty(simulate("ristikontra", "hostile", deals=1)))
    tree["meta"] = dict.fromkeys(("title", "event", "round", "place", "recorder", "source", "license"), text)
    tree["players"] = {seat: {"name": text} for seat in "NESW"}
    tree["pairs"] = {"NS": text, "EW": text}
    markdown = f"{text}\n\n[link]({text}) ![image]({text}) <a href='javascript:alert(1)'>x</a> <b onclick=a>b</b>"
    tree["annotations"] = [
        {"at": "1.1.1", "text": {"en": markdown, "fi": text}, "by": text, "level": text, "id": text, "stop": True},
        {"at": "1", "text": {text: text}},
    ]
    return tree


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


# ---- the command


def test_the_command_says_what_it_left_out(tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"not": "a log"}')
    shutil.copy(SAMPLES / "first-game.json", tmp_path)
    answer = run(tmp_path, "-o", tmp_path / "out")
    assert answer.exit_code == 0
    assert "1 JSON file that names no version of the game log was left out" in answer.stderr


def test_pages_and_player_have_the_same_words_and_shapes(site: Path) -> None:
    script = (site / "ristilog-player.js").read_text()
    words = interface_words(language("en"), PRESETS["ristikontra", 1])
    named = set(re.findall(r"words\??\.([a-z]+)", script)) - {"replace"}  # which is a string's own
    buttons = set(
        re.findall(r"^    (\w+): ", script[script.index("ICONS") : script.index("function el")], re.MULTILINE)
    )
    assert named | buttons == set(words)
    assert all(path in script for path in (*SUITS.values(), MOON))


def test_the_command_says_what_it_built_and_what_to_open(tmp_path: Path) -> None:
    answer = run(SAMPLES / "first-game.json", "-o", tmp_path / "out")
    assert answer.exit_code == 0
    assert "1 game, 2 deals" in answer.output
    assert f"Open {tmp_path / 'out/index.html'}" in answer.output
