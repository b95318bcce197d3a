"""What a site will hold, and where: everything told in every language, before any page is made."""

from msgspec import Struct

from ristilog.game.ruleset import PRESETS
from ristilog.site.address import Addresses
from ristilog.site.assets import Assets, make_assets
from ristilog.site.collect import Collected, Game
from ristilog.site.config import Config, Text, text_in
from ristilog.site.document import Told
from ristilog.site.lesson import Lesson
from ristilog.teach.language import Language, language
from ristilog.teach.people import people_of, plain
from ristilog.teach.tell import tell


class Plan(Struct, frozen=True, kw_only=True):
    """A site as its pages see it."""

    config: Config
    addresses: Addresses
    assets: Assets
    games: tuple[Game, ...]
    """Newest first."""
    told: dict[tuple[str, str], Told]
    """By language and the game's id."""
    rulesets: tuple[tuple[str, int], ...]
    """Name and version of those that a game uses, in the order of the presets."""
    lessons: dict[str, tuple[Lesson, ...]]
    """By language, in their order."""

    def text(self, text: Text, tag: str) -> str:
        """A setting's text in a language."""
        return text_in(text, tag, self.config.root_language)


def plan_of(collected: Collected) -> Plan:
    """Tell every game in every language, and put everything in order."""
    config = collected.config
    used = {(game.log.rules.name, game.log.rules.version) for game in collected.games}
    return Plan(
        config=config,
        addresses=Addresses(config),
        assets=make_assets(config),
        games=tuple(sorted(collected.games, key=lambda game: (_date(game), game.id), reverse=True)),
        told={(tag, game.id): _told(game, language(tag)) for tag in config.languages for game in collected.games},
        rulesets=tuple(preset for preset in PRESETS if preset in used),
        lessons={tag: _lessons(collected, tag) for tag in config.languages},
    )


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


def _lessons(collected: Collected, tag: str) -> tuple[Lesson, ...]:
    lessons = (one for one in collected.lessons if one.language == tag)
    return tuple(sorted(lessons, key=lambda one: (one.order, one.title, one.slug)))


def _date(game: Game) -> str:
    return (game.log.meta or {}).get("date", "")
