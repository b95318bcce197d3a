"""What files a site has, and what is in each: pure, everything read before and nothing written."""

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markupsafe import Markup
from msgspec import Struct

from ristilog.game.errors import RistilogError
from ristilog.game.ruleset import PRESETS
from ristilog.site.address import Addresses, link
from ristilog.site.agreement import ruleset_title
from ristilog.site.assets import Assets, make_assets, named_by_content
from ristilog.site.collect import Collected, Game
from ristilog.site.config import Config, text_in
from ristilog.site.document import Told, replay_document
from ristilog.site.game_page import about, game_context, players_line, score_of
from ristilog.site.lesson import Embedded, Lesson
from ristilog.site.markup import NOTE_TAGS, PAGE_TAGS, ImageFilter, html_of, tree_of_markdown
from ristilog.site.render import data_block, page, rules_text
from ristilog.teach.language import Language, language
from ristilog.teach.people import people_of, plain
from ristilog.teach.tell import tell

NAMES = {"en": "English", "fi": "Suomi"}
"""Languages by their own names."""


class Files(Struct, frozen=True):
    """A site as it will be written."""

    made: dict[str, bytes]
    """Path → content."""
    copied: dict[str, Path]
    """Path → the file it is copied from."""
    warnings: tuple[str, ...]
    """What was left out, and why."""


def site_files(collected: Collected) -> Files:
    """Every file of the site."""
    return _Site(collected).files()


class _Site:
    """One site being put together; its parts share the addresses, the assets, and what images were asked for."""

    def __init__(self, collected: Collected) -> None:
        self.collected = collected
        self.config: Config = collected.config
        self.addresses = Addresses(collected.config)
        self.assets: Assets = make_assets(collected.config)
        self.told = {
            (tag, game.id): _told(game, language(tag)) for tag in self.config.languages for game in collected.games
        }
        self.games = sorted(collected.games, key=lambda game: (_date(game), game.id), reverse=True)
        used = {(game.log.rules.name, game.log.rules.version) for game in collected.games}
        self.rulesets = [preset for preset in PRESETS if preset in used]
        self.copied: dict[str, Path] = {}
        self.warnings: list[str] = []

    def files(self) -> Files:
        made: dict[str, bytes] = dict(self.assets.contents)
        for tag in self.config.languages:
            made[self.addresses.home(tag)] = self._home(tag)
            for name, version in self.rulesets:
                made[self.addresses.rules(tag, name)] = self._rules(tag, name, version)
            lessons = self._lessons(tag)
            if lessons:
                made[self.addresses.lessons(tag)] = self._lesson_list(tag, lessons)
            for lesson in lessons:
                made[self.addresses.lesson(tag, lesson.slug)] = self._lesson(lesson)
            for game in self.games:
                made[self.addresses.game(tag, game.id)] = self._game(tag, game)
                path = self.addresses.replay(tag, game.id)
                document = replay_document(self.told[tag, game.id], self._images(game.source, path))
                made[path] = (json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
        for game in self.games:
            made[self.addresses.log(game.id)] = game.data
        return Files(made, self.copied, tuple(dict.fromkeys(self.warnings)))

    # ---- pages

    def _home(self, tag: str) -> bytes:
        here = self.addresses.home(tag)
        games = []
        for game in self.games:
            told = self.told[tag, game.id]
            games.append(
                {
                    "href": link(here, self.addresses.game(tag, game.id)),
                    "title": told.title,
                    "about": [
                        *about(game.log, language(tag), short=True),
                        ruleset_title(game.log.rules.name, language(tag)),
                        _deals(language(tag), game),
                    ],
                    "people": told.people,
                    "score": score_of(game.log, game.deals),
                    "verified": not game.findings,
                }
            )
        title, description = self._text(self.config.title, tag), self._text(self.config.description, tag)
        others = {one: self.addresses.home(one) for one in self.config.languages}
        return page(
            tag,
            "home.html",
            **self._frame(tag, here, title, description, others),
            lessons=self._lesson_links(tag, here),
            rules=[
                {"name": ruleset_title(name, language(tag)), "href": link(here, self.addresses.rules(tag, name))}
                for name, _ in self.rulesets
            ],
            games=games,
        )

    def _rules(self, tag: str, name: str, version: int) -> bytes:
        here = self.addresses.rules(tag, name)
        spoken = language(tag)
        others = {one: self.addresses.rules(one, name) for one in self.config.languages}
        return page(
            tag,
            "text.html",
            **self._frame(tag, here, spoken.say("The rules of {name}", name=ruleset_title(name, spoken)), "", others),
            others=[
                {"name": ruleset_title(other, spoken), "href": link(here, self.addresses.rules(tag, other))}
                for other, _ in self.rulesets
                if other != name
            ],
            parts=[rules_text(spoken, name, PRESETS[name, version])],
        )

    def _lesson_list(self, tag: str, lessons: list[Lesson]) -> bytes:
        here = self.addresses.lessons(tag)
        others = {one: self.addresses.lessons(one) for one in self.config.languages if self._lessons(one)}
        frame = self._frame(tag, here, language(tag).say("Lessons"), "", others)
        return page(tag, "lessons.html", **frame, lessons=self._lesson_links(tag, here))

    def _lesson(self, lesson: Lesson) -> bytes:
        tag, here = lesson.language, self.addresses.lesson(lesson.language, lesson.slug)
        others = {one.language: self.addresses.lesson(one.language, one.slug) for one in self._translations(lesson)}
        image = self._images(lesson.source, here)
        parts = []
        for part in lesson.parts:
            if isinstance(part, Embedded):
                parts.append(self._embedded(lesson, part, here))
            else:
                parts.append(Markup(html_of(tree_of_markdown(part, image, PAGE_TAGS))))
        frame = self._frame(tag, here, plain(lesson.title), plain(lesson.description, 300), others, player=True)
        return page(tag, "text.html", **frame, others=[], parts=parts)

    def _embedded(self, lesson: Lesson, part: Embedded, here: str) -> Markup:
        """A replay of one deal in a page, its document beside it in the page."""
        told = self.told.get((lesson.language, part.game))
        if told is None:
            raise RistilogError(f"{lesson.source}:{part.line}: there is no game {part.game!r} on this site")
        number = int(part.at.split(".")[0] or 1) if part.at else told.deals[0].deal.number if told.deals else 0
        deals = [deal for deal in told.deals if deal.deal.number == number]
        steps = {step.at for deal in deals for step in deal.steps}
        if not deals or (part.at and part.at not in steps and f"{part.at}.1" not in steps):
            raise RistilogError(f"{lesson.source}:{part.line}: {part.game} has no step {part.at or '1'}")
        game = next(game for game in self.games if game.id == part.game)
        document = replay_document(told, self._images(game.source, here), deals=deals)
        href = link(here, self.addresses.game(lesson.language, part.game))
        return self._replay(lesson.language, document, at=part.at, href=f"{href}#{part.at}", title=told.title)

    def _game(self, tag: str, game: Game) -> bytes:
        here = self.addresses.game(tag, game.id)
        told = self.told[tag, game.id]
        image = self._images(game.source, here)
        replay = None
        if told.deals:
            document = replay_document(told, image, transcript="transcript")
            replay = self._replay(tag, document, hash=True)
        others = {one: self.addresses.game(one, game.id) for one in self.config.languages}
        description = players_line(told.people)
        return page(
            tag,
            "game.html",
            **self._frame(tag, here, told.title, description, others, player=True),
            **game_context(
                game,
                told,
                image,
                download=link(here, self.addresses.log(game.id)),
                rules_href=link(here, self.addresses.rules(tag, game.log.rules.name)),
            ),
            replay=replay,
        )

    # ---- what pages share

    def _replay(self, tag: str, document: dict[str, Any], **more: Any) -> Markup:
        shown = {"hash": False, "at": "", "href": "", "title": ""} | more
        four = self.config.theme.four_colour
        return Markup(page(tag, "replay.html", data=data_block(document), four_colour=four, **shown).decode())

    def _frame(
        self, tag: str, here: str, title: str, description: str, others: dict[str, str], *, player: bool = False
    ) -> dict[str, Any]:
        """What every page has: its head, its links, its foot."""
        base = self.config.site_url.rstrip("/")
        footer = self._text(self.config.footer, tag)
        site_title = self._text(self.config.title, tag)
        return {
            "site": {
                "title": site_title,
                "description": self._text(self.config.description, tag),
                "license": self._text(self.config.license, tag),
                "footer": Markup(html_of(tree_of_markdown(footer, lambda _: None, NOTE_TAGS))) if footer else "",
            },
            "head": {
                "title": title or site_title,
                "description": description,
                "icon": link(here, self.assets.icon),
                "style": link(here, self.assets.style),
                "player": link(here, self.assets.player) if player else "",
                "home": link(here, self.addresses.home(tag)),
                "canonical": _absolute(base, here) if base else "",
                "nav": self._nav(tag, here),
                "languages": [
                    {
                        "tag": other,
                        "name": NAMES[other],
                        "href": link(here, path),
                        "absolute": _absolute(base, path) if base else link(here, path),
                    }
                    for other, path in (others if len(others) > 1 else {}).items()
                ],
                "all_verified": not any(game.findings for game in self.games),
            },
        }

    def _nav(self, tag: str, here: str) -> list[dict[str, Any]]:
        spoken, home = language(tag), self.addresses.home(tag)
        links = [(spoken.say("Games"), home)]
        if self._lessons(tag):
            links.append((spoken.say("Lessons"), self.addresses.lessons(tag)))
        if self.rulesets:
            links.append((spoken.say("Rules"), self.addresses.rules(tag, self.rulesets[0][0])))
        made = [{"title": title, "href": link(here, path), "current": path == here} for title, path in links]
        for one in self.config.nav:
            absolute = one.url.startswith(("http://", "https://"))
            href = one.url if absolute else link(here, one.url.lstrip("/"))
            made.append({"title": self._text(one.title, tag), "href": href, "current": False})
        return made

    def _text(self, text: str | dict[str, str], tag: str) -> str:
        return text_in(text, tag, self.config.root_language)

    def _lessons(self, tag: str) -> list[Lesson]:
        lessons = [one for one in self.collected.lessons if one.language == tag]
        return sorted(lessons, key=lambda one: (one.order, one.title, one.slug))

    def _lesson_links(self, tag: str, here: str) -> list[dict[str, str]]:
        return [
            {
                "title": plain(one.title),
                "description": plain(one.description, 300),
                "href": link(here, self.addresses.lesson(tag, one.slug)),
            }
            for one in self._lessons(tag)
        ]

    def _translations(self, lesson: Lesson) -> Iterator[Lesson]:
        for tag in self.config.languages:
            yield from (one for one in self._lessons(tag) if one.slug == lesson.slug)

    def _images(self, source: str, here: str) -> ImageFilter:
        """Where the images are that a text names: files of the site, beside the text or below it."""
        folder = Path(source).parent

        def address(src: str) -> str | None:
            path = Path(posixpath.normpath(f"{folder.absolute().as_posix()}/{unquote(src)}"))
            there = self.collected.images.get(str(path))
            if there is None or "//" in src or ":" in src:
                self.warnings.append(f"{source}: there is no image {plain(src)!r} beside it, so its text is shown")
                return None
            name = f"images/{named_by_content(path.stem, path.suffix.lower(), there.read_bytes())}"
            self.copied[name] = there
            return link(here, name)

        return address


def _told(game: Game, spoken: Language) -> Told:
    title = (game.log.meta or {}).get("title", "")
    return Told(
        id=game.id,
        title=plain(title, 120) or game.id,
        log=game.log,
        rules=game.rules,
        language=spoken,
        people=people_of(game.log, spoken),
        deals=tell(game.log, game.rules, game.deals, spoken),
    )


def _date(game: Game) -> str:
    return (game.log.meta or {}).get("date", "")


def _deals(spoken: Language, game: Game) -> str:
    return spoken.count("{n} deal", "{n} deals", len(game.log.deals))


def _absolute(base: str, path: str) -> str:
    return f"{base}/{path.removesuffix('index.html')}"
