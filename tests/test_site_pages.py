"""Settings, Markdown pages, the replays in them, and images."""

import json
import shutil
from pathlib import Path

import pytest

from ristilog.game.errors import RistilogError
from ristilog.site.collect import collect
from ristilog.site.config import Config, config_of
from tests.site import SAMPLES, build, contents, parse, run


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


def test_a_page_that_chokes_markdown_is_named(tmp_path: Path) -> None:
    (tmp_path / "deep.md").write_text("# Deep\n\n" + "- " * 130 + "x\n")
    with pytest.raises(RistilogError, match=r"deep\.md: .*too deep"):
        build(tmp_path / "out", tmp_path)


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
