"""What every page has around its own matter: its head, the links of the site, its foot."""

from typing import Any, Final

from markupsafe import Markup

from ristilog.site.address import link, link_to
from ristilog.site.markup import html_of, tree_of_markdown
from ristilog.site.plan import Plan
from ristilog.teach.language import language
from ristilog.teach.people import plain

NAMES: Final = {"en": "English", "fi": "Suomi"}
"""Languages by their own names."""


def frame(
    plan: Plan, tag: str, here: str, title: str, others: dict[str, str], *, description: str = "", player: bool = False
) -> dict[str, Any]:
    """The frame of the page at a path; `others` are the paths of the same page by language, its own among them."""
    base = plan.config.site_url.rstrip("/")
    footer = plan.text(plan.config.footer, tag)
    return {
        "site": {
            "title": plan.text(plan.config.title, tag),
            "description": plan.text(plan.config.description, tag),
            "license": plan.text(plan.config.license, tag),
            "footer": Markup(html_of(tree_of_markdown(footer, lambda _: None))) if footer else "",
        },
        "head": {
            "title": title,
            "description": description,
            "icon": link(here, plan.assets.icon),
            "style": link(here, plan.assets.style),
            "player": link(here, plan.assets.player) if player else "",
            "home": link(here, plan.addresses.home(tag)),
            "canonical": _absolute(base, here) if base else "",
            "nav": _nav(plan, tag, here),
            "languages": [
                {
                    "tag": other,
                    "name": NAMES[other],
                    "href": link(here, path),
                    "absolute": _absolute(base, path) if base else link(here, path),
                }
                for other, path in (others if len(others) > 1 else {}).items()
            ],
            "all_replayed": bool(plan.games) and all(game.replayed for game in plan.games),
        },
    }


def lesson_links(plan: Plan, tag: str, here: str) -> list[dict[str, str]]:
    """The pages of a language, in their order."""
    return [
        {
            "title": plain(one.title),
            "description": plain(one.description, 300),
            "href": link(here, plan.addresses.lesson(tag, one.slug)),
        }
        for one in plan.lessons[tag]
    ]


def _nav(plan: Plan, tag: str, here: str) -> list[dict[str, Any]]:
    say = language(tag).say
    links = [(say("Games"), plan.addresses.home(tag))]
    if plan.lessons[tag]:
        links.append((say("Lessons"), plan.addresses.lessons(tag)))
    if plan.rulesets:
        links.append((say("Rules"), plan.addresses.rules(tag, plan.rulesets[0][0])))
    made = [{"title": title, "href": link(here, path), "current": path == here} for title, path in links]
    for one in plan.config.nav:
        absolute = one.url.startswith(("http://", "https://"))
        href = one.url if absolute else link_to(here, one.url)
        made.append({"title": plan.text(one.title, tag), "href": href, "current": False})
    return made


def _absolute(base: str, path: str) -> str:
    return f"{base}/{path.removesuffix('index.html')}"
