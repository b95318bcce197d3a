"""What a log's rules change in their preset, in a few words each."""

from typing import Any

from ristilog.game.log import GameLog
from ristilog.game.ruleset import overrides
from ristilog.teach.language import Language


def house_rules(log: GameLog, language: Language) -> list[tuple[str, str]]:
    """Name and value of every option that differs from the preset."""
    names, rules = _names(language), log.rules
    changed = overrides(rules.name, rules.version, rules.options or {})
    return [(names[option], _value(value, language)) for option, value in changed.items()]


def _value(value: Any, language: Language) -> str:
    say = language.say
    words: dict[Any, str] = {
        "forbid": say("not allowed"),
        "allow": say("allowed"),
        "forbid-if-unplayed": say("only when the rank is all out"),
        "stands": say("a card turned up stands"),
        "immediate": say("at once"),
        "after-trick": say("after the trick"),
        "led": say("led with a queen"),
        "any-queen": say("with any queen in it"),
        "no-point": say("nobody"),
        "opponents": say("the opponents"),
        "game-points": say("game points"),
        "cumulative": say("running totals"),
    }
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if value is None:
        return say("no limit")
    return words.get(value, str(value).upper())


def _names(language: Language) -> dict[str, str]:
    say = language.say
    return {
        "hand_size": say("Cards in hand"),
        "card_values": say("Table of card points"),
        "lead_limit": say("Leads of one rank in a row"),
        "dark_play": say("Dark play"),
        "dark_lead_when_barred": say("Dark lead while a rank is barred"),
        "draw": say("Drawing"),
        "fourth_king_ban": say("Fourth king barred"),
        "fourth_king_dark": say("Dark play while the king is barred"),
        "cleaning": say("Cleaning"),
        "queen_trick": say("A king does not clean in a trick"),
        "dirty_winner": say("If a dirty side has the most points, the game point goes to"),
        "dirty_loss_points": say("Game points against a dirty side"),
        "sweep_points": say("Game points for all the card points"),
        "tie_carry": say("A tie holds a game point"),
        "scoring": say("Scoring"),
        "wipe_on_zero": say("No points: the total falls to nought"),
        "target": say("The match is played to"),
    }
