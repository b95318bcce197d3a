"""The commands in half a screen, and what the next seat may do."""

from collections.abc import Iterator

from ristilog.cli.terminal.table import plain_bans
from ristilog.cli.terminal.talk.told import scene_of
from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.record.recorder import Recorder
from ristilog.replay.legality import why_not
from ristilog.teach.choices import choices_of, refusal
from ristilog.teach.language import Language
from ristilog.teach.people import People


def help_lines(language: Language, view: str) -> Iterator[str]:
    """What can be typed, a line each."""
    say = language.say
    yield say("7h, 10s, Td: the next seat plays it (c clubs, d diamonds, h hearts, s spades)")
    yield say("7h 4c Qc Qd: several cards in a row, a whole trick")
    yield say("*7h or dark 7h: turned up from the stock and played")
    if view not in ("table", "open"):
        yield say("+2s or draw 2s: the card that was drawn; draw ? if it is not known")
        yield say("hand 7h Qs ...: the hand that was dealt was another; what was played stays")
    yield say("E 7h: East played it, whoever’s turn it was")
    yield say("undo, undo 3: take back the last play, the last three")
    yield say("fix 9c: the last play was another card; fix 3.2 9c: trick 3, card 2 was")
    yield say("legal: what may be played now, what not, and why")
    yield say("stand: record what was refused, since it was let stand at the table")
    yield say("note TEXT: a remark on the last play; void REASON: a misdeal")
    yield say("score: the tricks and points so far; table: the table again")
    yield say("deal: begin the next deal; deal N: North deals; deal seed SEED")
    yield say("end adjourned, end abandoned, end forfeit NS: the match ends here")
    yield say("quit: leave, and go on later; Ctrl-C takes a line back")


def legal_lines(recorder: Recorder, language: Language, people: People) -> Iterator[str]:
    """What may be played now and what not, as far as it is known."""
    say, position = language.say, recorder.position
    if position is None or position.to_act is None:
        yield say("Nothing can be played before the next deal has begun.")
        return
    who = people.of(position.to_act)
    if position.due:
        yield say("{who} has to draw.", who=who)
        return
    choices = choices_of(language, position)
    if choices:
        yield say("{who} is next and could play:", who=who)
        groups: dict[str, list[str]] = {}
        for choice in choices:
            card = say("dark") if choice.card is None else f"{language.nouns.cards[choice.card]:bare}"
            groups.setdefault(choice.text, []).append(card)
        yield from (f"{', '.join(cards)}: {text}." for text, cards in groups.items())
        return
    scene = scene_of(recorder, language, people)
    assert scene is not None
    yield say("{who} is next. The hand is not seen, so any card may be in it.", who=who)
    reasons = list(plain_bans(scene))
    yield from reasons or (say("No rank is barred."),)
    if not position.rules.dark_play:
        yield say("Dark play is not part of the rules that were agreed on.")
        return
    dark = Play(position.to_act, "dark", position.stock[0] if position.stock else HIDDEN)
    reason = why_not(position, dark)
    if reason is None:
        yield say("Dark play is allowed.")
    else:
        yield say("Dark play: {why}.", why=refusal(language, position, dark, reason))
