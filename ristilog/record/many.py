"""Many made matches: each from a seed of its own, the same whatever made them, in their order."""

from collections.abc import Generator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ristilog.format.write import one_line, pretty
from ristilog.game.log import GameLog
from ristilog.game.table import Seat
from ristilog.record.simulate import checked, simulate


class Games(Struct, frozen=True, kw_only=True):
    """What matches are to be made."""

    rules: str
    seed: str
    number: int = 1
    """How many."""
    options: Mapping[str, Any] = {}
    deals: int | None = None
    dealer: Seat = "S"
    policy: str | Mapping[Seat, str] = "sensible"

    def seed_of(self, game: int) -> str:
        """The seed of a match, counted from 1: ``SEED/g``; of the only one the seed itself."""
        return self.seed if self.number == 1 else f"{self.seed}/{game}"

    def game(self, game: int) -> GameLog:
        """One of the matches, counted from 1."""
        seed, options = self.seed_of(game), self.options
        return simulate(self.rules, seed, options=options, deals=self.deals, dealer=self.dealer, policy=self.policy)


class Written(Struct, frozen=True):
    """A made match as it is written."""

    data: bytes
    deals: int


def games_written(games: Games, *, lines: bool, jobs: int = 1) -> Generator[Written]:
    """Make all matches, in their order, in so many processes: each a line of a corpus, or in the form for people.

    Raises at once what `ristilog.record.simulate.simulate` raises for any of them.
    """
    if games.number < 1:
        raise ValueError("there is at least one game")
    last = games.seed_of(games.number)
    checked(games.rules, last, games.options, games.deals, games.dealer, games.policy)
    return _written(games, lines, jobs)


def _written(games: Games, lines: bool, jobs: int) -> Generator[Written]:
    numbers, work = range(1, games.number + 1), partial(_made, games, lines)
    if jobs == 1 or games.number == 1:
        yield from map(work, numbers)
        return
    from ristilog.referee.parallel import in_order  # brings in what runs processes

    yield from in_order(min(jobs, games.number), work, numbers, "made matches")


def _made(games: Games, lines: bool, number: int) -> Written:
    log = games.game(number)
    return Written(one_line(log) if lines else pretty(log), len(log.deals))
