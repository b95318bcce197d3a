"""A told log as a way of steps, for walking along it: where a step is, what lies before and behind it."""

from msgspec import Struct, structs

from ristilog.cli.terminal.table import Scene
from ristilog.game.cards import HIDDEN
from ristilog.game.log import GameLog
from ristilog.game.table import SEATS, Seat
from ristilog.site.collect import Game
from ristilog.teach.language import Language
from ristilog.teach.people import People, people_of, plain
from ristilog.teach.tell import ToldDeal, ToldNote, ToldStep, tell
from ristilog.teach.words import drew

VIEWS = ("open", *SEATS, "public")


class Walk(Struct, frozen=True, kw_only=True):
    """A game told in one language, all its steps in a row."""

    title: str
    log: GameLog
    language: Language
    people: People
    deals: tuple[ToldDeal, ...]
    steps: tuple[ToldStep, ...]
    places: tuple[int, ...]
    """Of every step its deal's place in `deals`."""
    views: tuple[str, ...]
    """The views there are of it; of a log that is a view itself, only the whole of what it shows."""
    sound: bool
    """Whether the log verifies."""

    def deal(self, index: int) -> ToldDeal:
        """The deal of a step."""
        return self.deals[self.places[index]]

    def bounds(self, index: int) -> tuple[int, int]:
        """The first and the last step of a step's deal."""
        first = self.places.index(self.places[index])
        return first, first + len(self.deal(index).steps) - 1

    def find(self, address: str) -> int | None:
        """The step with an address; of a trick's its first card, None if there is no such step."""
        for wanted in (address, f"{address}.1"):
            for index, step in enumerate(self.steps):
                if step.at == wanted:
                    return index
        return None

    def by_trick(self, index: int, way: int) -> int:
        """The first card of the trick behind (way 1) or before (way -1), or a deal's beginning."""
        index += way
        while 0 < index < len(self.steps) - 1 and not self._begins(index):
            index += way
        return self._within(index)

    def by_deal(self, index: int, way: int) -> int:
        """The beginning of the next deal; backwards that of this one, or from there of the one before."""
        first, last = self.bounds(index)
        if way > 0:
            return self._within(last + 1)
        return first if index > first else self.bounds(max(0, first - 1))[0]

    def next_stop(self, index: int) -> int:
        """The next step with a note that halts, else the last of all."""
        for number in range(index + 1, len(self.steps)):
            if is_stop(self.steps[number]):
                return number
        return len(self.steps) - 1

    def _begins(self, index: int) -> bool:
        step = self.steps[index].step
        return step is None or step.play == 1

    def _within(self, index: int) -> int:
        return max(0, min(index, len(self.steps) - 1))


def walk_of(game: Game, language: Language) -> Walk:
    """The way through a game in one language."""
    log, people = game.log, people_of(game.log, language)
    deals = tell(log, game.rules, game.deals, language)
    names = people.names
    players = f"{names['N']} & {names['S']} – {names['E']} & {names['W']}"
    return Walk(
        title=plain((log.meta or {}).get("title", ""), 120) or players,
        log=log,
        language=language,
        people=people,
        deals=deals,
        steps=tuple(step for deal in deals for step in deal.steps),
        places=tuple(place for place, deal in enumerate(deals) for _ in deal.steps),
        views=VIEWS if log.open else ("open",),
        sound=not game.findings,
    )


def seats_of(view: str) -> frozenset[Seat]:
    """Whose hands a view shows."""
    return frozenset(seat for seat in SEATS if view in ("open", seat))


def is_stop(step: ToldStep) -> bool:
    """Whether the walkthrough halts at a step."""
    return any(note.stop for note in step.notes)


def scene_at(walk: Walk, index: int, view: str) -> Scene | None:
    """The table at a step; None in a deal of which no play is known."""
    step, deal = walk.steps[index], walk.deal(index).deal
    if deal.void or deal.score_only:
        return None
    return Scene(
        position=step.after,
        people=walk.people,
        language=walk.language,
        standing=deal.standing if step.after.over else deal.before,
        deal=deal.number,
        shown=seats_of(view),
    )


def drawn_at(walk: Walk, index: int, view: str) -> str:
    """What was drawn after a play, the cards hidden of those whose hands are not shown."""
    told = walk.steps[index]
    if told.step is None or view == "open":
        return told.drew
    shown = seats_of(view)
    draws = tuple(draw if draw.seat in shown else structs.replace(draw, card=HIDDEN) for draw in told.step.draws)
    return drew(walk.language, walk.people, structs.replace(told.step, draws=draws))


def notes_at(walk: Walk, index: int, view: str) -> tuple[ToldNote, ...]:
    """The notes at a step without those, and their what-ifs, that tell of a hand that is not shown."""
    shown = seats_of(view)
    return tuple(
        structs.replace(note, lines=tuple(one for one in note.lines if {play.seat for play in one.plays} <= shown))
        for note in walk.steps[index].notes
        if note.reveals is None or note.reveals in shown
    )
