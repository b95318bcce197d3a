"""What files a site has, and what is in each; nothing is written here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from ristilog.game.errors import RistilogError
from ristilog.game.ruleset import PRESETS
from ristilog.site.address import link
from ristilog.site.collect import Collected, Game
from ristilog.site.document import replay_document
from ristilog.site.frame import frame, lesson_links
from ristilog.site.game_page import about, game_context, players_line, score_of
from ristilog.site.images import Images
from ristilog.site.lesson import Embedded, Lesson
from ristilog.site.markup import PAGE_TAGS, Element, TooIntricate, html_of, tree_of_markdown
from ristilog.site.plan import Plan, plan_of
from ristilog.site.render import data_block, page, rules_text
from ristilog.teach.agreement import ruleset_title
from ristilog.teach.language import language
from ristilog.teach.people import plain


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
    plan, images = plan_of(collected), Images(collected.images)
    made = dict(plan.assets.contents)
    for tag in plan.config.languages:
        made |= dict(_of_language(plan, images, tag))
    for game in plan.games:
        made[plan.addresses.log(game.id)] = game.data
    return Files(made, images.copied, tuple(images.warnings))


def _of_language(plan: Plan, images: Images, tag: str) -> Iterator[tuple[str, bytes]]:
    """Path and content of everything that there is in one language."""
    yield plan.addresses.home(tag), _home(plan, tag)
    for name, version in plan.rulesets:
        yield plan.addresses.rules(tag, name), _rules(plan, tag, name, version)
    if plan.lessons[tag]:
        yield plan.addresses.lessons(tag), _lesson_list(plan, tag)
    for lesson in plan.lessons[tag]:
        yield plan.addresses.lesson(tag, lesson.slug), _lesson(plan, images, lesson)
    for game in plan.games:
        yield plan.addresses.game(tag, game.id), _game(plan, images, tag, game)
        path = plan.addresses.replay(tag, game.id)
        document = replay_document(plan.told[tag, game.id], images.of(game.source, path))
        yield path, (json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _home(plan: Plan, tag: str) -> bytes:
    here, spoken = plan.addresses.home(tag), language(tag)
    games = []
    for game in plan.games:
        told = plan.told[tag, game.id]
        games.append(
            {
                "href": link(here, plan.addresses.game(tag, game.id)),
                "title": told.title,
                "about": [
                    *about(game.log, spoken, short=True),
                    ruleset_title(game.log.rules.name, spoken),
                    spoken.count("{n} deal", "{n} deals", len(game.log.deals)),
                ],
                "people": told.people,
                "score": score_of(game.log, game.deals),
                "verified": not game.findings,
            }
        )
    title, description = plan.text(plan.config.title, tag), plan.text(plan.config.description, tag)
    others = {one: plan.addresses.home(one) for one in plan.config.languages}
    return page(
        tag,
        "home.html",
        **frame(plan, tag, here, title, others, description=description),
        lessons=lesson_links(plan, tag, here),
        rules=_rules_links(plan, tag, here),
        games=games,
    )


def _rules(plan: Plan, tag: str, name: str, version: int) -> bytes:
    here, spoken = plan.addresses.rules(tag, name), language(tag)
    title = spoken.say("The rules of {name}", name=ruleset_title(name, spoken))
    others = {one: plan.addresses.rules(one, name) for one in plan.config.languages}
    return page(
        tag,
        "text.html",
        **frame(plan, tag, here, title, others),
        others=[one for one in _rules_links(plan, tag, here) if one["id"] != name],
        parts=[rules_text(spoken, name, PRESETS[name, version])],
    )


def _rules_links(plan: Plan, tag: str, here: str) -> list[dict[str, str]]:
    return [
        {
            "id": name,
            "name": ruleset_title(name, language(tag)),
            "href": link(here, plan.addresses.rules(tag, name)),
        }
        for name, _ in plan.rulesets
    ]


def _lesson_list(plan: Plan, tag: str) -> bytes:
    here = plan.addresses.lessons(tag)
    others = {one: plan.addresses.lessons(one) for one in plan.config.languages if plan.lessons[one]}
    title = language(tag).say("Lessons")
    return page(tag, "lessons.html", **frame(plan, tag, here, title, others), lessons=lesson_links(plan, tag, here))


def _lesson(plan: Plan, images: Images, lesson: Lesson) -> bytes:
    tag, here = lesson.language, plan.addresses.lesson(lesson.language, lesson.slug)
    same = [one for tag in plan.config.languages for one in plan.lessons[tag] if one.slug == lesson.slug]
    others = {one.language: plan.addresses.lesson(one.language, one.slug) for one in same}
    try:
        tree = tree_of_markdown(lesson.text, images.of(lesson.source, here), PAGE_TAGS)
    except TooIntricate as error:
        raise RistilogError(f"{lesson.source}: {error}") from error
    parts = []
    for node in tree:
        replay = lesson.replay_at(node.children[0]) if isinstance(node, Element) and node.children else None
        html = Markup(html_of([node])) if replay is None else _embedded(plan, images, lesson, replay, here)
        parts.append(html)
    title, description = plain(lesson.title), plain(lesson.description, 300)
    surround = frame(plan, tag, here, title, others, description=description, player=True)
    return page(tag, "text.html", **surround, others=[], parts=parts)


def _embedded(plan: Plan, images: Images, lesson: Lesson, part: Embedded, here: str) -> Markup:
    """A replay of one deal in a page, its document beside it in the page."""
    told = plan.told.get((lesson.language, part.game))
    if told is None:
        raise RistilogError(f"{lesson.source}:{part.line}: there is no game {part.game!r} on this site")
    at = part.at or (str(told.deals[0].deal.number) if told.deals else "1")
    deals = [deal for deal in told.deals if str(deal.deal.number) == at.split(".")[0]]
    steps = {step.at for deal in deals for step in deal.steps}
    at = at if at in steps else f"{at}.1"
    if at not in steps:
        raise RistilogError(f"{lesson.source}:{part.line}: {part.game} has no step {part.at or '1'}")
    source = next(game.source for game in plan.games if game.id == part.game)
    document = replay_document(told, images.of(source, here), deals=deals)
    href = f"{link(here, plan.addresses.game(lesson.language, part.game))}#{at}"
    return _replay(plan, lesson.language, document, at=at, href=href, title=told.title)


def _game(plan: Plan, images: Images, tag: str, game: Game) -> bytes:
    here, told = plan.addresses.game(tag, game.id), plan.told[tag, game.id]
    image = images.of(game.source, here)
    replay = None
    if told.deals:
        replay = _replay(plan, tag, replay_document(told, image, transcript="transcript"), hash=True)
    others = {one: plan.addresses.game(one, game.id) for one in plan.config.languages}
    return page(
        tag,
        "game.html",
        **frame(plan, tag, here, told.title, others, description=players_line(told.people), player=True),
        **game_context(
            game,
            told,
            image,
            download=link(here, plan.addresses.log(game.id)),
            rules_href=link(here, plan.addresses.rules(tag, game.log.rules.name)),
        ),
        replay=replay,
    )


def _replay(plan: Plan, tag: str, document: dict[str, Any], **more: Any) -> Markup:
    """The element of the player with its document in it."""
    shown = {"hash": False, "at": "", "href": "", "title": ""} | more
    four = plan.config.theme.four_colour
    return Markup(page(tag, "replay.html", data=data_block(document), four_colour=four, **shown).decode())
