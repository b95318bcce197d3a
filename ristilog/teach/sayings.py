"""The sentence of every coded claim."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from ristilog.game.ruleset import Ruleset
from ristilog.game.table import OTHER_SIDE, Seat
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.language import Language, message
from ristilog.teach.people import People

Args = dict[str, Any]


class _Said(Struct, frozen=True):
    """What a claim's sentence may speak of."""

    language: Language
    people: People
    rules: Ruleset
    step: Step | None
    """The play at the claim's address; None for a claim about a trick or deal."""
    args: Args

    @property
    def who(self) -> str:
        """Whose play it was."""
        assert self.step is not None
        return self.people.of(self.step.action.seat)

    def person(self, arg: str) -> str:
        """The player in an argument."""
        seat: Seat = self.args[arg]
        return self.people.of(seat)

    def side(self, arg: str = "side") -> str:
        """The side in an argument."""
        return self.people.sides[self.args[arg]]

    @property
    def points(self) -> str:
        """The points in the arguments."""
        return self.language.card_points(self.args["points"])


def claim_sentence(
    language: Language, people: People, rules: Ruleset, deal: DealSteps, at: str, code: str, args: Args
) -> str | None:
    """What a claim says, its arguments being true; None for a code that this version does not know."""
    say = SAYINGS.get(code)
    if say is None:
        return None
    where = tuple(int(part) for part in at.split("."))[1:]
    step = next((one for one in deal.steps if (one.trick, one.play) == where), None)
    return say(_Said(language, people, rules, step, args))


def _steal(said: _Said) -> str:
    assert said.step is not None
    text = message("The led rank again: {who} takes the trick over from {other}. So far it holds {points}.")
    if not said.args["points"]:
        text = message("The led rank again: {who} takes the trick over from {other}, though so far it holds nothing.")
    if said.step.play == 4:
        text = message("The led rank, with the very last card: {who} takes the trick from {other}.")
    return said.language.say(text, who=said.who, other=said.person("from"), points=said.points)


def _dark_hit(said: _Said) -> str:
    assert said.step is not None
    return said.language.say(
        "The stock is kind: {rank:a} turns up, the led rank, and {who} takes the trick over from {other}.",
        rank=said.language.nouns.ranks[said.step.action.card[0]],
        who=said.who,
        other=said.person("from"),
    )


def _dark_gift(said: _Said) -> str:
    text = message("That is the risk of the dark: {points} turn up, and the other side may get them.")
    return said.language.say(text, points=said.points)


def _gift_to_partner(said: _Said) -> str:
    text = message("{partner} is winning, and {who} adds {points}, though the trick is not safe yet.")
    return said.language.say(text, partner=said.person("to"), who=said.who, points=said.points)


def _safe_last(said: _Said) -> str:
    text = message("Nobody plays after {who}, and {partner} has the trick: {points} can be added without any risk.")
    return said.language.say(text, partner=said.person("to"), who=said.who, points=said.points)


def _withheld_match(said: _Said) -> str:
    return said.language.say(
        "{who} holds {rank:a} and could have taken the trick over, but saves it for later.",
        who=said.who,
        rank=said.language.nouns.ranks[said.args["rank"]],
    )


def _lead_barred(said: _Said) -> str:
    return said.language.say(
        "No {rank:pl} here: the last {number} tricks were all led with them, and {who} has to lead something else.",
        rank=said.language.nouns.ranks[said.args["rank"]],
        number=said.language.nouns.number(said.rules.lead_limit or 0),
        who=said.who,
    )


def _king_barred(said: _Said) -> str:
    text = message("Three kings are out. While there is stock, nobody may play the fourth, nor play in the dark.")
    if said.rules.fourth_king_dark == "stands":
        text = message("Three kings are out. While there is stock, nobody may play the fourth from hand.")
    return said.language.say(text)


def _dirty(said: _Said) -> str:
    text = message(
        "{side} win a queen while there is stock, and are dirty. Only a king won in the endgame cleans them."
    )
    return said.language.say(text, side=said.side())


def _cleaned(said: _Said) -> str:
    return said.language.say("{side} win a king in the endgame, and are clean again.", side=said.side())


def _deal_decided(said: _Said) -> str:
    text = message("{side} now have {points} of {pack}, more than half of all.")
    if said.rules.scoring == "game-points":
        text = message("{side} now have {points} of {pack}: the deal is decided.")
        if said.rules.cleaning:
            text = message("{side} now have {points} of {pack}: the deal is theirs, if they end it clean.")
    return said.language.say(text, side=said.side(), points=said.args["points"], pack=said.rules.pack_points)


def _stock_out(said: _Said) -> str:
    number = said.language.nouns.number(said.args["tricks"])
    return said.language.say("The stock is gone. The last {number} tricks are played from hand.", number=number)


def _rich_trick(said: _Said) -> str:
    return said.language.say("A rich trick: {winner} wins {points}.", winner=said.person("winner"), points=said.points)


def _sweep(said: _Said) -> str:
    return said.language.say("{side} have won every single card point.", side=said.side())


def _tie_held(said: _Said) -> str:
    waiting = said.language.game_points(said.args["held"])
    return said.language.say("An even split. The next side to win a deal gets {waiting} on top.", waiting=waiting)


def _wiped(said: _Said) -> str:
    text = message("{side} have not won one card point, which costs them all {lost} they had.")
    return said.language.say(text, side=said.side(), lost=said.language.card_points(said.args["lost"]))


def _honour(said: _Said) -> str:
    side, others = said.side(), said.people.sides[OTHER_SIDE[said.args["side"]]]
    if said.args["clean"]:
        text = message("{side} are clean and win with honour. {others} end dirty, and lose without it.")
        if said.args["others_clean"]:
            text = message("Both sides are clean: {side} win with honour, and {others} lose with honour.")
    else:
        text = message("{side} have more points, but end dirty. So do {others}.")
        if said.args["others_clean"]:
            text = message("{side} have more points, but end dirty. {others} are clean.")
    return said.language.say(text, side=side, others=others)


SAYINGS: Final[dict[str, Callable[[_Said], str]]] = {
    "lead-barred": _lead_barred,
    "steal": _steal,
    "dark-hit": _dark_hit,
    "dark-gift": _dark_gift,
    "gift-to-partner": _gift_to_partner,
    "safe-last": _safe_last,
    "withheld-match": _withheld_match,
    "king-barred": _king_barred,
    "dirty": _dirty,
    "cleaned": _cleaned,
    "deal-decided": _deal_decided,
    "stock-out": _stock_out,
    "rich-trick": _rich_trick,
    "sweep": _sweep,
    "tie-held": _tie_held,
    "wiped": _wiped,
    "honour": _honour,
}
"""Code → its sentence."""
