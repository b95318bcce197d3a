"""The conversation between two lines: what stays in mind, and what was answered."""

from typing import Final, Literal

from msgspec import Struct

from ristilog.cli.terminal.talk.commands import Typed
from ristilog.game.log import GameLog
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SEATS, Seat
from ristilog.record.recorder import Recorder
from ristilog.teach.language import Language
from ristilog.teach.people import People, people_of

Leave = Literal["", "quit", "finish"]


class Talk(Struct, frozen=True, kw_only=True):
    """What is kept in mind from one line to the next."""

    language: Language
    people: People
    refused: tuple[Typed, ...] = ()
    """What was refused last, and the cards that stood behind it on the line."""
    cards: tuple[str, ...] = ()
    """The cards of the next deal that have been given so far."""
    dealer: Seat | None = None
    """Who deals it, if that was said."""


class Answer(Struct, frozen=True):
    """What is said to a line, and what follows from it."""

    said: tuple[str, ...] = ()
    refused: bool = False
    """Whether the line, or a part of it, was not carried out."""
    leave: Leave = ""
    instead: Literal["", "words", "tricks"] = ""
    """What stands in the place of the table: the answer alone, or the tricks of the deal above it."""
    page: int = 0
    """How many screens of a long answer have been read."""


class Wanted(Struct, frozen=True):
    """The cards that have to be given next, before a deal can begin."""

    of: Seat | Literal["stock"]
    number: int


REDRAW: Final = Answer()


def talk_of(recorder: Recorder, language: Language) -> Talk:
    """The beginning of a conversation."""
    return Talk(language=language, people=people_of(recorder.log, language))


def line_taken_back(talk: Talk) -> Answer:
    """What is said to Ctrl-C."""
    return Answer((talk.language.say("The line is taken back. Ctrl-C once more leaves."),))


def view_of(log: GameLog) -> str:
    """Who sees what."""
    return log.view or "open"


def wanted(log: GameLog, rules: Ruleset, given: int) -> Wanted | None:
    """The cards that are asked for before the next deal, when so many have been given; None if no more are."""
    view = view_of(log)
    size = rules.hand_size
    if view == "open":
        if given < 4 * size:
            return Wanted(SEATS[given // size], size - given % size)
        return Wanted("stock", 52 - given) if given < 52 else None
    if view in SEATS and given < size:
        return Wanted(next(seat for seat in SEATS if seat == view), size - given)
    return None
