"""A deal begins: by itself where only plays are seen, else with the cards that are known, typed or by a seed."""

from msgspec import structs

from ristilog.cli.terminal.talk.commands import Begin, Hand
from ristilog.cli.terminal.talk.reasons import in_words
from ristilog.cli.terminal.talk.state import Answer, Talk, view_of, wanted
from ristilog.game.errors import Refused
from ristilog.game.table import AFTER, SEATS, Seat
from ristilog.record.recorder import Recorder
from ristilog.teach.language import message

Done = tuple[Talk, Answer]


def begin(recorder: Recorder, talk: Talk, command: Begin) -> Done:
    """Begin the next deal, or ask for its cards first."""
    say, number = talk.language.say, len(recorder.log.deals)
    if recorder.position is not None:
        return talk, _no(say("Deal {number} is not over yet. If it does not count, type void and why.", number=number))
    if recorder.expects == "nothing":
        return talk, _no(say("The match has been won: undo takes plays back, Enter finishes."))
    talk = structs.replace(talk, dealer=command.dealer or talk.dealer)
    if command.seed is not None:
        return _dealt(recorder, talk, seed=command.seed)
    if command.cards:
        return with_cards(recorder, structs.replace(talk, cards=()), command.cards)
    if wanted(recorder.log, recorder.rules, len(talk.cards)) is not None:
        return talk, Answer((asked_for(recorder, talk),))
    return _dealt(recorder, talk)


def hand(recorder: Recorder, talk: Talk, command: Hand) -> Done:
    """The hand that was dealt was another than was typed; all that was played stays."""
    say, view = talk.language.say, view_of(recorder.log)
    seat = command.seat or next((one for one in SEATS if one == view), None)
    if recorder.position is None or seat is None or view not in (seat, "open"):
        return talk, _no(say("There is no hand on record here that could be mended."))
    try:
        recorder.redeal({seat: command.cards})
    except Refused as error:
        why = in_words(talk.language, talk.people, error.finding)
        text = message("Not mended: with those cards {at} would not be by the rules. {why} ({code})")
        said = say(text, at=error.finding.at, why=why, code=error.finding.code)
        return talk, Answer((said,), refused=True)
    return talk, Answer((say("Mended: the hand that {who} was dealt.", who=talk.people.of(seat)),))


def with_cards(recorder: Recorder, talk: Talk, cards: tuple[str, ...]) -> Done:
    """Take in cards that a deal needs; with the last of them it begins."""
    say = talk.language.say
    want = wanted(recorder.log, recorder.rules, len(talk.cards))
    if want is None:
        return talk, _no(say("No cards are asked for here: only those that are played are seen."))
    if len(cards) > want.number:
        text = message("That is {given} cards, and only {number} are asked for. Nothing of it was taken.")
        return talk, _no(say(text, given=len(cards), number=want.number))
    seen = list(talk.cards)
    for card in cards:
        if card in seen:
            twice = say("{card:bare} stands twice.", card=talk.language.nouns.cards[card])
            return talk, _no(f"{twice[0].upper()}{twice[1:]} " + say("Nothing of it was taken."))
        seen.append(card)
    talk = structs.replace(talk, cards=tuple(seen))
    if wanted(recorder.log, recorder.rules, len(seen)) is not None:
        return talk, Answer((asked_for(recorder, talk),))
    return _dealt(recorder, talk)


def asked_for(recorder: Recorder, talk: Talk) -> str:
    """The cards that have to be typed next, in a sentence."""
    want = wanted(recorder.log, recorder.rules, len(talk.cards))
    assert want is not None
    language, number = talk.language, want.number
    if want.of == "stock":
        return language.say("Cards of the stock to be typed, top first: {number}.", number=number)
    who = talk.people.of(want.of)
    if number < recorder.rules.hand_size:
        return language.say("Cards that {who} holds besides: {number}.", who=who, number=number)
    text = message("The {number} cards that {who} was dealt, in one line: 7h Qs 10d ...")
    return language.say(text, number=language.nouns.number(number), who=who)


def _dealt(recorder: Recorder, talk: Talk, seed: str | None = None) -> Done:
    view, cards = view_of(recorder.log), talk.cards
    size = recorder.rules.hand_size
    talk = structs.replace(talk, cards=())
    hands: dict[Seat, tuple[str, ...]] = {}
    if cards and seed is None:
        seats = SEATS if view == "open" else tuple(seat for seat in SEATS if seat == view)
        hands = {seat: cards[size * place : size * (place + 1)] for place, seat in enumerate(seats)}
    try:
        recorder.deal(
            seed=seed,
            hands=hands or None,
            stock=cards[4 * size :] if hands and view == "open" else None,
            dealer=talk.dealer,
        )
    except Refused as error:
        why = in_words(talk.language, talk.people, error.finding)
        text = message("The deal has not begun. {why} ({code})")
        said = talk.language.say(text, why=why, code=error.finding.code)
        return structs.replace(talk, dealer=None), Answer((said,), refused=True)
    except ValueError as error:
        return structs.replace(talk, dealer=None), _no(f"{error}.")
    said = talk.language.say(
        "Deal {number}: {dealer} deals, {leader} leads.",
        number=len(recorder.log.deals),
        dealer=talk.people.of(recorder.dealer),
        leader=talk.people.of(AFTER[recorder.dealer]),
    )
    return structs.replace(talk, dealer=None), Answer((said,))


def _no(text: str) -> Answer:
    return Answer((text,), refused=True)
