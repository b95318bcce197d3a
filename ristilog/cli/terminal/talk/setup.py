"""What has to be known before the first deal, asked for in plain questions as far as it was not given."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, structs

from ristilog.game.nearest import nearest_name
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.game.table import SEATS, Seat
from ristilog.teach.agreement import ruleset_line
from ristilog.teach.language import LANGUAGES, Language, language
from ristilog.teach.people import plain

Ask = Callable[[str], str | None]
Tell = Callable[[str], None]
_NUMBERS: Final = tuple(map(str, range(1, len(PRESET_NAMES) + 1)))


class Setup(Struct, frozen=True, kw_only=True):
    """How a recording begins; None for what was not given."""

    rules: str | None = None
    options: Mapping[str, Any] = {}
    players: Mapping[Seat, str] | None = None
    dealer: Seat | None = None
    view: str | None = None
    about: Mapping[str, str] = {}
    """Title, date and place."""


def names_of(text: str) -> dict[Seat, str]:
    """Four names with commas between them, North first; an empty one is nobody's. ValueError if there are not four."""
    names = [name.strip() for name in text.split(",")]
    if len(names) != len(SEATS):
        raise ValueError(f"there are four seats, N, E, S and W, and {len(names)} names here")
    return {seat: name for seat, name in zip(SEATS, names, strict=True) if name}


def seat_words(players: Mapping[Seat, str]) -> dict[str, Seat]:
    """Other words for the seats, in small letters: their names in every language, and the players' names."""
    words = {language(tag).nouns.seats[seat].casefold(): seat for tag in LANGUAGES for seat in SEATS}
    given: dict[str, set[Seat]] = {}
    for seat, name in players.items():
        for word in {name.casefold(), *name.casefold().split()[:1]}:
            given.setdefault(word, set()).add(seat)
    return words | {word: next(iter(seats)) for word, seats in given.items() if len(seats) == 1}


def completed(setup: Setup, say: Language, ask: Ask, tell: Tell) -> Setup | None:
    """Ask for what was not given; None if whoever was asked has left."""
    for question in (_rules, _players, _dealer, _view):
        answered = question(setup, say, ask, tell)
        if answered is None:
            return None
        setup = answered
    return setup


def _rules(setup: Setup, language: Language, ask: Ask, tell: Tell) -> Setup | None:
    if setup.rules is not None:
        return setup
    tell(language.say("Which rules are played?"))
    for number, name in enumerate(PRESET_NAMES, start=1):
        tell(f"{number}  {name}: {ruleset_line(name, language)}")
    while (answer := ask(language.say("Number or name [1]") + ": ")) is not None:
        text = answer.strip() or "1"
        chosen = PRESET_NAMES[int(text) - 1] if text in _NUMBERS else text.casefold()
        if chosen in PRESET_NAMES:
            return structs.replace(setup, rules=chosen)
        close = nearest_name(text, PRESET_NAMES)
        tell(
            language.say("No rules are called “{word}”. Was {meant} meant?", word=plain(text, 40), meant=close)
            if close
            else language.say("No rules are called “{word}”.", word=plain(text, 40))
        )
    return None


def _players(setup: Setup, language: Language, ask: Ask, tell: Tell) -> Setup | None:
    if setup.players is not None:
        return setup
    tell(language.say("Who plays? One name after the other, or all four with commas. Enter leaves a seat without one."))
    players: dict[Seat, str] = {}
    for seat in SEATS:
        answer = ask(f"{language.nouns.seats[seat]} ({seat}): ")
        if answer is None:
            return None
        if seat == "N" and answer.count(",") == len(SEATS) - 1:
            return structs.replace(setup, players=names_of(answer))
        if answer.strip():
            players[seat] = answer.strip()
    return structs.replace(setup, players=players)


def _dealer(setup: Setup, language: Language, ask: Ask, tell: Tell) -> Setup | None:
    if setup.dealer is not None:
        return setup
    seat = _seat(setup, language, ask, tell, language.say("Who deals first? N, E, S, W or a name [S]") + ": ")
    return None if seat is None else structs.replace(setup, dealer=seat)


def _seat(setup: Setup, language: Language, ask: Ask, tell: Tell, question: str, default: str = "s") -> Seat | None:
    words = seat_words(setup.players or {}) | {seat.casefold(): seat for seat in SEATS}
    while (answer := ask(question)) is not None:
        word = answer.strip().casefold() or default
        if word in words:
            return words[word]
        tell(language.say("Nobody here is called “{word}”.", word=plain(answer, 40)))
    return None


def _view(setup: Setup, language: Language, ask: Ask, tell: Tell) -> Setup | None:
    if setup.view is not None:
        return setup
    for line in _views(language):
        tell(line)
    while (answer := ask(language.say("Number [1]") + ": ")) is not None:
        match answer.strip() or "1":
            case "1":
                return structs.replace(setup, view="table")
            case "2":
                seat = _seat(setup, language, ask, tell, language.say("Whose hand? N, E, S, W or a name [S]") + ": ")
                return None if seat is None else structs.replace(setup, view=seat)
            case "3":
                return structs.replace(setup, view="open")
        tell(language.say("1, 2 or 3."))
    return None


def _views(language: Language) -> Iterator[str]:
    say = language.say
    yield say("Which cards are seen while you record?")
    yield "1  " + say("only those that are played")
    yield "2  " + say("one hand too, as it is dealt and draws")
    yield "3  " + say("all of them: every hand and the stock are typed, or made from a seed")
