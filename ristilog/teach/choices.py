"""What the next player could do, in words: each card and the dark play, what it would do, or why it is not allowed."""

from msgspec import Struct

from ristilog.game.log import Play
from ristilog.game.table import SIDE, Seat
from ristilog.replay.legality import Reason, barred_now, why_not
from ristilog.replay.scoring import trick_winner
from ristilog.replay.state import Position
from ristilog.teach.language import Language


class Choice(Struct, frozen=True):
    """One thing the next player might do."""

    card: str | None
    """The card from hand, or None for the dark play."""
    text: str
    """What it would do; or why it may not be done."""
    allowed: bool


def choices_of(language: Language, position: Position) -> tuple[Choice, ...]:
    """Every card known to be in the hand that is next, and the dark play where the rules have it.

    Empty when the deal is over, when not all of the hand is known, and when a draw is due, which is no choice.
    """
    seat = position.to_act
    if seat is None or position.due or position.hand(seat).hidden:
        return ()
    choices = [_choice(language, position, Play(seat, "play", card)) for card in position.hand(seat).known]
    if position.rules.dark_play and position.rules.stock_size:
        top = position.stock[0] if position.stock else "??"
        choices.append(_choice(language, position, Play(seat, "dark", top)))
    return tuple(choices)


def barred_text(language: Language, position: Position) -> str | None:
    """Why a rank may not be led now, None if none is barred."""
    rank, limit = barred_now(position), position.rules.lead_limit
    if rank is None or limit is None:
        return None
    return language.say(
        "The last {number} tricks were all led with {rank:pl}, so {rank:a} may not be led now.",
        number=language.nouns.number(limit),
        rank=language.nouns.ranks[rank],
    )


def _choice(language: Language, position: Position, play: Play) -> Choice:
    card = play.card if play.kind == "play" else None
    reason = why_not(position, play)
    if reason is not None:
        return Choice(card, refusal(language, position, play, reason), False)
    if card is None:
        return Choice(None, language.say("turns up the top of the stock, unseen"), True)
    return Choice(card, _effect(language, position, play.seat, card), True)


def _effect(language: Language, position: Position, seat: Seat, card: str) -> str:
    """What a card from hand would do."""
    worth = position.rules.values.get(card[0], 0)
    points = language.card_points(worth)
    if not position.trick:
        rank = language.nouns.ranks[card[0]]
        if worth:
            return language.say("leads {rank:a}, {points}", rank=rank, points=points)
        return language.say("leads {rank:a}", rank=rank)
    holder = trick_winner(position.trick)
    last = len(position.trick) == 3
    if card[0] == position.trick[0].card[0]:
        if SIDE[holder] == SIDE[seat]:
            return language.say("takes it over from the partner")
        return language.say("wins the trick") if last else language.say("would be winning now")
    if worth == 0:
        return language.say("changes nothing")
    if not last:
        return language.say("puts {points} into the trick", points=points)
    if SIDE[holder] == SIDE[seat]:
        return language.say("gives the partner {points}", points=points)
    return language.say("gives the opponents {points}", points=points)


def refusal(language: Language, position: Position, play: Play, reason: Reason) -> str:
    """Why a choice is not allowed."""
    if reason.code == "P306":
        return language.say("not now: the stock is gone")
    if reason.code == "P310":
        if play.kind == "dark":
            return language.say("not allowed: nobody may play in the dark while the fourth king is barred")
        return language.say("not allowed: three kings are out, and there is still stock")
    assert reason.code in ("P308", "P309"), reason
    rank = language.nouns.ranks[reason.details["rank"]]
    if play.kind == "dark":
        return language.say("not allowed: nobody may lead in the dark while a rank is barred")
    number = language.nouns.number(position.rules.lead_limit or 0)
    return language.say("not allowed: the last {number} tricks were led with {rank:pl}", number=number, rank=rank)
