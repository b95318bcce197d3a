"""The words of the player's buttons and labels in one language, which the replay document carries."""

from ristilog.game.ruleset import Ruleset
from ristilog.teach.language import Language


def interface_words(language: Language, rules: Ruleset) -> dict[str, str]:
    """Key → words; the player knows the keys and no language. Curly places are the player's to fill."""
    say = language.say
    return {
        "replay": say("Replay"),
        "table": say("The table"),
        "first": say("First step of all"),
        "previous": say("One step back"),
        "play": say("Play"),
        "pause": say("Pause"),
        "next": say("Next step"),
        "last": say("Last step of all"),
        "stop": say("Next stop"),
        "deal": say("Deal"),
        "step": say("Step of the deal"),
        "dealt": say("dealt"),
        "place": say("trick {trick}, card {card}", trick="{trick}", card="{card}"),
        "turn": say("next"),
        "hands": say("Hands shown"),
        "all": say("all"),
        "stock": say("stock"),
        "endgame": say("endgame"),
        "dark": say("dark"),
        "choices": say("{who} is next and could play:", who="{who}"),
        "hidden": say("{who} is next. The hand is not shown.", who="{who}"),
        "draws": say("{who} has to draw.", who="{who}"),
        "winning": say("winning"),
        "worth": say("in the trick"),
        "match": say("in all") if rules.scoring == "cumulative" else say("match"),
        "points": say("points"),
        "held": say("held"),
        "barred": say("barred"),
        "whatif": say("What if"),
        "by": say("by {who}", who="{who}"),
        "newer": say("This replay was made for a newer player."),
    }
