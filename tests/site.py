"""Sites for the tests: built into a folder, read back as trees, their links followed."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from click.testing import CliRunner

from ristilog import pretty, simulate
from ristilog.cli.build_site import command
from ristilog.site.build import write_site
from ristilog.site.collect import collect
from ristilog.site.config import Config
from ristilog.site.pages import site_files
from tests.helpers import ROOT

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Tag:
    """One tag of a page with what is in it."""

    def __init__(self, name: str, attributes: dict[str, str], above: "Tag | None") -> None:
        self.name, self.attributes, self.above = name, attributes, above
        self.children: list[Tag | str] = []

    def walk(self) -> Iterator["Tag"]:
        """Itself and every tag below, in the order of the page."""
        yield self
        for child in self.children:
            if isinstance(child, Tag):
                yield from child.walk()

    def all(self, name: str, **attributes: str) -> list["Tag"]:
        """The tags of a name with these attributes (``class_`` is one of its classes)."""
        wanted = attributes.pop("class_", None)
        return [
            tag
            for tag in self.walk()
            if tag.name == name
            and all(tag.attributes.get(key.replace("_", "-")) == value for key, value in attributes.items())
            and (wanted is None or wanted in tag.attributes.get("class", "").split())
        ]

    @property
    def text(self) -> str:
        """All the text in it, its white space single."""
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return " ".join("".join(f"{part}" for part in parts).split())


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Tag("", {}, None)
        self.here = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Tag(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(made)
        if tag not in VOID:
            self.here = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.children.append(Tag(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_endtag(self, tag: str) -> None:
        assert self.here.name == tag, f"</{tag}> closes <{self.here.name}>"
        assert self.here.above is not None
        self.here = self.here.above

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def parse(path: Path) -> Tag:
    """A page as a tree; tags that do not nest are an assertion."""
    parser = _Parser()
    parser.feed(path.read_text())
    parser.close()
    assert parser.here is parser.root
    return parser.root


def build(out: Path, *sources: str | Path, config: Config | None = None, allow_unverified: bool = False) -> Path:
    """Build a site and return its folder."""
    collected = collect([str(source) for source in sources], config, allow_unverified=allow_unverified)
    assert not collected.refused, collected.refused
    write_site(site_files(collected), out)
    return out


def write(path: Path, tree: Any) -> Path:
    """A tree as a JSON file."""
    path.write_text(json.dumps(tree))
    return path


def targets(page: Path) -> Iterator[tuple[str, Path, str]]:
    """Every relative address in a page: as written, the file it names, and the fragment."""
    for tag in parse(page).walk():
        for name in ("href", "src"):
            address = tag.attributes.get(name)
            if address is None or address.startswith(("http://", "https://", "mailto:")):
                continue
            path, _, fragment = address.partition("#")
            yield address, (page.parent / unquote(path)).resolve() if path else page, fragment


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


SAMPLES = ROOT / "samples"
GAMES = sorted(path.stem for path in SAMPLES.glob("*.json"))


def pages(folder: Path) -> list[Path]:
    """Every page of a site."""
    return sorted(folder.rglob("*.html"))


def run(*arguments: str | Path) -> Any:
    """What `ristilog build-site` says and how it ends."""
    return CliRunner().invoke(command, [str(one) for one in arguments])


def made(rules: str = "ristikontra", seed: str = "attack", deals: int = 2, **options: Any) -> Any:
    """A made match as a tree."""
    return json.loads(pretty(simulate(rules, seed, deals=deals, options=options)))


def game_page(out: Path, tree: Any, **more: Any) -> Tag:
    """The page of the one game on a site."""
    write(out.parent / "game.json", tree)
    site = build(out, out.parent / "game.json", **more)
    return parse(next((site / "games").glob("*/index.html")))


def sheet(page: Tag) -> list[list[str]]:
    """The cells of the score sheet, row by row."""
    (table,) = page.all("table", class_="sheet")
    return [[cell.text for cell in row.all("td")] for row in table.all("tbody")[0].all("tr")]


def score_only(rules: str, **score: Any) -> Any:
    """A log of one deal of which only the score is known."""
    deal = {"dealer": "S", "score": score}
    return {"ristilog": "1.0", "rules": {"name": rules, "version": 1}, "view": "table", "deals": [deal]}


def first_notes(page: Tag) -> list[Tag]:
    """The notes at the first deal dealt."""
    return next(tag for tag in page.walk() if tag.attributes.get("data-at") == "1").all("div", class_="note")


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
    """A log in which every text is this one."""
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
