"""Why something was not recorded, in words: the referee's finding in the language of the table."""

from ristilog.game.errors import Refused
from ristilog.game.findings import Finding
from ristilog.game.log import ACTIONS, GameLog, Play
from ristilog.game.table import SEATS, Seat
from ristilog.record.recorder import Recorder
from ristilog.replay.legality import why_not
from ristilog.replay.state import Position
from ristilog.teach.choices import refusal
from ristilog.teach.language import Language, message
from ristilog.teach.people import People


def why_refused(language: Language, people: People, recorder: Recorder, action: Play, refused: Refused) -> str:
    """The reason against an action in the position in which it was tried."""
    found, position = refused.finding, recorder.position
    reason = why_not(position, action) if position is not None else None
    if position is None or reason is None or reason.code != found.code:
        return _afterwards(language, found)
    say, who = language.say, people.of(action.seat)
    turn = position.to_act
    match found.code:
        case "P301" if turn is not None:
            return say("It is {who}’s turn, not {other}’s.", who=people.of(turn), other=who)
        case "P302" | "P305" | "P307":
            return _elsewhere(language, people, recorder.log, position, action)
        case "P303" if turn is not None:
            return say("{who} has to draw first: draw and the card, or draw ? if nobody saw it.", who=people.of(turn))
        case "P304":
            return say("No draw is due now.")
        case "P306" if not position.rules.dark_play:
            return say("Dark play is not part of the rules that were agreed on.")
        case "P306" | "P308" | "P309" | "P310":
            text = refusal(language, position, action, reason)
            return f"{text[0].upper()}{text[1:]}."
        case "P312":
            return say("All the cards of the deal have been played.")
    return in_words(language, people, found)


def in_words(language: Language, people: People, found: Finding) -> str:
    """A finding that is not about an action: on the cards of a deal, its dealer, a note."""
    say, nouns = language.say, language.nouns
    if found.code == "D201" and found.found in nouns.cards:
        return say("{card:bare} stands twice.", card=nouns.cards[found.found])
    if found.code == "D202":
        text = message("{wanted} cards belong here, but there are {number}.")
        return say(text, wanted=found.expected, number=found.found)
    if found.code == "D206" and found.expected in SEATS:
        return say("It is for {who} to deal.", who=people.of(found.expected))
    if language.tag == "en":
        return f"{found.message[0].upper()}{found.message[1:]}."
    return say("This is against the rules or the format: {name}.", name=found.name)


def when_played(log: GameLog, card: str) -> tuple[str, Seat] | None:
    """Where in the deal in hand a card was played, ``3.2`` for trick 3, card 2, and by whom; None if it was not."""
    for number, trick in enumerate(log.deals[-1].tricks or (), start=1):
        plays = [ACTIONS[text] for text in trick.actions if text[2:6] != "draw"]
        for place, play in enumerate(plays, start=1):
            if play.card == card:
                return f"{number}.{place}", play.seat
    return None


def _elsewhere(language: Language, people: People, log: GameLog, position: Position, action: Play) -> str:
    """Where a card is that cannot have been played or drawn."""
    say, card = language.say, language.nouns.cards[action.card]
    played = when_played(log, action.card)
    if played is not None:
        at, seat = played
        text = message(
            "It was played already by {who}. If that was another card, mend it first: fix {at} and the card."
        )
        return say(text, who=people.of(seat), at=at)
    for seat in SEATS:
        if seat != action.seat and action.card in position.hand(seat).known:
            return _upper(say("{card:bare} is in the hand of {who}.", card=card, who=people.of(seat)))
    if action.kind != "play":
        if position.stock and position.stock[0] in language.nouns.cards:
            top = language.nouns.cards[position.stock[0]]
            return say("On top of the stock is another card: {card:bare}.", card=top)
        return _upper(say("{card:bare} is not in the stock.", card=card))
    return say("{who} does not hold that card: {card:bare}.", who=people.of(action.seat), card=card)


def _afterwards(language: Language, found: Finding) -> str:
    """What only comes out now: an earlier lead that was no exception."""
    if found.code == "P308":
        text = message("With this card it turns out that {at} was not allowed: the hand held other ranks too.")
        return language.say(text, at=found.at)
    if language.tag == "en":
        return f"{found.message[0].upper()}{found.message[1:]}."
    return language.say("This is against the rules or the format: {name}.", name=found.name)


def _upper(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
