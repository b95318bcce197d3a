"""Carrying out what was typed: each command does one thing to the recorder and says what came of it."""

from msgspec import structs

from ristilog.cli.terminal.talk.commands import (
    Begin,
    Cards,
    Command,
    End,
    Fix,
    Hand,
    Note,
    Typed,
    Unclear,
    Undo,
    Void,
    Word,
)
from ristilog.cli.terminal.talk.dealing import begin, hand, with_cards
from ristilog.cli.terminal.talk.help import help_lines, legal_lines
from ristilog.cli.terminal.talk.reasons import in_words, when_played, why_refused
from ristilog.cli.terminal.talk.state import REDRAW, Answer, Talk, view_of
from ristilog.cli.terminal.talk.told import (
    acted,
    bans,
    card_name,
    deal_over,
    score_lines,
    spoken,
    told_actions,
    where,
)
from ristilog.cli.terminal.talk.unclear import unclear
from ristilog.game.cards import HIDDEN
from ristilog.game.errors import Refused, RistilogError
from ristilog.game.log import Play
from ristilog.record.recorder import Recorder
from ristilog.teach.language import message

Done = tuple[Talk, Answer]


def carry_out(recorder: Recorder, talk: Talk, command: Command) -> Done:
    """Do what was typed; what was refused before is forgotten with it, unless it is let stand now."""
    pending, talk = talk.refused, structs.replace(talk, refused=())
    try:
        match command:
            case Cards():
                return _cards(recorder, talk, command)
            case Word():
                return _word(recorder, structs.replace(talk, refused=pending), command)
            case Undo():
                return _undo(recorder, talk, command)
            case Fix():
                return _fix(recorder, talk, command)
            case Note():
                return _note(recorder, talk, command)
            case Void():
                return _void(recorder, talk, command)
            case Begin():
                return begin(recorder, talk, command)
            case Hand():
                return hand(recorder, talk, command)
            case End():
                return _end(recorder, talk, command)
            case Unclear():
                return structs.replace(talk, refused=pending), unclear(talk, command)
    except Refused as error:
        return talk, _no(in_words(talk.language, talk.people, error.finding), error.finding.code)
    except RistilogError as error:
        return talk, Answer((f"{error}.",), refused=True)


def _no(text: str, code: str = "") -> Answer:
    return Answer((f"{text} ({code})" if code else text,), refused=True)


def _word(recorder: Recorder, talk: Talk, command: Word) -> Done:
    match command.name:
        case "help":
            return talk, Answer(tuple(help_lines(talk.language, view_of(recorder.log))), instead="words")
        case "legal":
            return talk, Answer(tuple(legal_lines(recorder, talk.language, talk.people)))
        case "score":
            return talk, Answer(tuple(score_lines(recorder, talk.language, talk.people)), instead="tricks")
        case "table":
            return talk, REDRAW
        case "quit":
            return talk, Answer(leave="finish" if recorder.expects == "nothing" else "quit")
        case "stand":
            return _stand(recorder, talk)
        case "":
            if recorder.expects == "nothing":
                return talk, Answer(leave="finish")
            if recorder.expects == "deal":
                return begin(recorder, talk, Begin())
    return talk, REDRAW


def _cards(recorder: Recorder, talk: Talk, command: Cards) -> Done:
    """Cards that were played one after the other; a first lead begins the deal, where nothing else has to be known."""
    typed = command.typed
    if recorder.expects == "nothing":
        return talk, _no(talk.language.say("The match has been won: undo takes plays back, Enter finishes."))
    said: tuple[str, ...] = ()
    if recorder.expects == "deal":
        if view_of(recorder.log) != "table":
            if any(one.kind or one.seat for one in typed):
                return talk, _no(talk.language.say("First the cards of the deal."))
            return with_cards(recorder, talk, tuple(one.card for one in typed if one.card))
        talk, answer = begin(recorder, talk, Begin(talk.dealer))
        if answer.refused:
            return talk, answer
        said = answer.said[:1]
    return _played(recorder, talk, typed, said, is_stood=False)


def _played(recorder: Recorder, talk: Talk, typed: tuple[Typed, ...], said: tuple[str, ...], *, is_stood: bool) -> Done:
    say, alone = talk.language.say, len(typed) == 1
    for number, one in enumerate(typed):
        before, standing, deals = recorder.position, recorder.standing, len(recorder.log.deals)
        if before is None:
            left = ", ".join(card_name(talk.language, rest.card or HIDDEN) for rest in typed[number:])
            said += (say("Not recorded, since the deal is over: {cards}.", cards=left),)
            return talk, Answer(said, refused=True)
        action = _action(recorder, one, alone=alone)
        if action is None:
            return talk, Answer((*said, say("Which card was turned up? Type dark and the card.")), refused=True)
        try:
            recorder.act(action, force=is_stood and number == 0)
        except Refused as refused:
            return _refused(recorder, talk, action, refused, typed[number:], said)
        said += (acted(recorder, talk.language, talk.people, action, before),)
        if is_stood and number == 0:
            said += (say("Recorded as it happened. The record says that it was let stand."),)
        if recorder.position is None and len(recorder.log.deals) == deals:
            said += deal_over(recorder, talk.language, talk.people, standing)
            said += () if recorder.expects == "nothing" else (where(recorder, talk.language, talk.people),)
        elif recorder.position is not None and not recorder.position.trick:
            said += tuple(bans(recorder, talk.language, talk.people))
    return talk, Answer(said)


def _action(recorder: Recorder, one: Typed, *, alone: bool) -> Play | None:
    """What a typed card stands for; None for a dark play of which the card is not known.

    A card by itself is the draw where a draw has to be told. Among others it is a play, and a forgotten draw is missed.
    """
    position = recorder.position
    assert position is not None
    assert position.to_act is not None  # or the deal would be over
    kind = one.kind or ("draw" if alone and one.seat is None and recorder.expects == "draw" else "play")
    card = one.card or (position.stock[0] if position.stock else None)
    if card is None or (card == HIDDEN and kind != "draw"):
        return None
    return Play(one.seat or position.to_act, kind, card)


def _refused(
    recorder: Recorder,
    talk: Talk,
    action: Play,
    refused: Refused,
    typed: tuple[Typed, ...],
    said: tuple[str, ...],
) -> Done:
    say, language = talk.language.say, talk.language
    why = why_refused(language, talk.people, recorder, action, refused)
    what = spoken(language, talk.people, action)
    lines = [say("Not recorded: {what}. {why} ({code})", what=what, why=why, code=refused.finding.code)]
    if len(typed) > 1:
        rest = ", ".join(card_name(language, one.card or HIDDEN) for one in typed[1:])
        lines.append(say("Nor what stands behind it: {cards}.", cards=rest))
    if when_played(recorder.log, action.card) is None:  # or that is most unlikely
        if view_of(recorder.log) != "table" and refused.finding.code == "P302":
            lines.append(say("If the hand was typed wrong, type hand and its cards as they were dealt."))
        lines.append(say("If it was played so and let stand, type stand."))
    return structs.replace(talk, refused=typed), Answer((*said, *lines), refused=True)


def _stand(recorder: Recorder, talk: Talk) -> Done:
    typed, talk = talk.refused, structs.replace(talk, refused=())
    if not typed or recorder.position is None:
        return talk, _no(talk.language.say("Nothing was refused just now that could be let stand."))
    return _played(recorder, talk, typed, (), is_stood=True)


def _undo(recorder: Recorder, talk: Talk, command: Undo) -> Done:
    say, before = talk.language.say, told_actions(recorder)
    if command.plays is None and talk.cards:
        return structs.replace(talk, cards=()), Answer((say("The cards of this deal are asked for again."),))
    deals, position = recorder.log.deals, recorder.position
    if command.plays is None and deals:
        if position is None and deals[-1].void:
            recorder.undo(0)
            return talk, Answer((say("The deal counts again."), where(recorder, talk.language, talk.people)))
        if position is not None and not position.tricks and not position.trick and not position.due:
            recorder.undo(0)
            return talk, Answer((say("The deal is taken back."), where(recorder, talk.language, talk.people)))
    if not before:
        return talk, _no(say("Nothing has been played that could be taken back."))
    try:
        recorder.undo(command.plays or 1)
    except RistilogError:
        if len(told_actions(recorder)) >= (command.plays or 1):
            raise
        return talk, _no(say("So many plays have not been made."))
    gone = [one for one in before[len(told_actions(recorder)) :] if one.card != HIDDEN]
    what = ", ".join(spoken(talk.language, talk.people, one) for one in gone)
    said = say("Taken back: {cards}.", cards=what)
    return talk, Answer((said, where(recorder, talk.language, talk.people)))


def _fix(recorder: Recorder, talk: Talk, command: Fix) -> Done:
    say, deals = talk.language.say, recorder.log.deals
    if not deals or not told_actions(recorder):
        return talk, _no(say("Nothing has been played that could be mended."))
    at = command.at or recorder.address
    if at.count(".") == 1:
        at = f"{len(deals)}.{at}"
    if at.count(".") != 2:
        return talk, unclear(talk, Unclear("fix", at))
    was = _played_at(recorder, at)
    if was is None:
        return talk, _no(say("There is no play at {at}.", at=at))
    try:
        recorder.correct(at, command.card, command.kind)
    except Refused as error:
        found = error.finding
        why = in_words(talk.language, talk.people, found)
        if found.code == "P302" or found.code == "P307":
            why = say("{card} is somewhere else in the deal.", card=talk.language.nouns.cards[command.card])
            why = f"{why[0].upper()}{why[1:]}"
        text = message("Not mended: with that card {at} would not be by the rules. {why} ({code})")
        return talk, Answer((say(text, at=found.at or at, why=why, code=found.code),), refused=True)
    except RistilogError:
        return talk, _no(say("There is no play at {at} that could be mended so.", at=at))
    now = _played_at(recorder, at) or was
    if command.kind == "draw":
        return talk, Answer((say("Mended: the card drawn after {at}.", at=at),))
    old, new = spoken(talk.language, talk.people, was), spoken(talk.language, talk.people, now)
    said = say("Mended, {at}: not {old}, but {new}.", at=at, old=old, new=new)
    return talk, Answer((said, where(recorder, talk.language, talk.people)))


def _played_at(recorder: Recorder, at: str) -> Play | None:
    """The play at an address in full."""
    deal, trick, play = map(int, at.split("."))
    deals = recorder.log.deals
    tricks = (deals[deal - 1].tricks or ()) if 0 < deal <= len(deals) else ()
    if not 0 < trick <= len(tricks):
        return None
    plays = [text for text in tricks[trick - 1].actions if text[2:6] != "draw"]
    if not 0 < play <= len(plays):
        return None
    seat, kind, card = plays[play - 1].split(" ")
    return Play(seat, kind, card)  # type: ignore[arg-type]  # as a log has them


def _note(recorder: Recorder, talk: Talk, command: Note) -> Done:
    say = talk.language.say
    if not recorder.log.deals:
        return talk, _no(say("A note needs a deal that it is about."))
    at = command.at or recorder.address
    recorder.note(command.text, at=at)
    return talk, Answer((say("Noted at {at}.", at=at),))


def _void(recorder: Recorder, talk: Talk, command: Void) -> Done:
    say = talk.language.say
    if recorder.position is None:
        return talk, _no(say("There is no deal in hand. After undo the last one is in hand again."))
    number, dealer = len(recorder.log.deals), talk.people.of(recorder.dealer)
    recorder.void(command.reason or say("misdeal"))
    said = say("Deal {number} does not count. {dealer} deals again.", number=number, dealer=dealer)
    return talk, Answer((said,))


def _end(recorder: Recorder, talk: Talk, command: End) -> Done:
    if recorder.expects == "nothing":
        return talk, Answer(leave="finish")
    if command.how is None:
        return talk, unclear(talk, Unclear("end"))
    recorder.close(command.how, command.winner)
    return talk, Answer(leave="finish")
