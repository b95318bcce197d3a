"""What a position is worth if everybody sees all cards and plays best, exactly."""

from msgspec import Struct

from ristilog.game.log import Play
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import NOUGHT, Standing
from ristilog.replay.state import Position, after, played
from ristilog.teach.solver.board import board_of, move_of, terms_of
from ristilog.teach.solver.core import Search, Searcher


class Value(Struct, frozen=True):
    """What a deal comes to at its end, from North–South's side."""

    points: int
    """The card points of North–South; those of East–West are the rest of the pack's."""
    game: int
    """What the deal brings North–South more than East–West: game points, or under cumulative scoring card points."""


class Solution(Struct, frozen=True):
    """What a position is worth with all cards known, if from here on both sides play best.

    Points and game points are two questions, each played best for itself: where cleaning decides, the play that wins
    the deal need not be the play that brings the most card points.
    """

    value: Value
    choices: dict[str, Value]
    """By action, as a log writes it: what the deal comes to behind it. The due draw alone where one is due; nothing
    when the deal is over."""
    line: tuple[str, ...]
    """A best play for card points to the deal's end, without the draws, which follow from it."""
    nodes: int
    """Starts of tricks that the search looked at, for everything here."""


def solve(
    position: Position, before: Standing | None = None, *, search: Searcher | None = None, line: bool = True
) -> Solution:
    """Solve a position of which all cards are known, under its rules, from the standing before its deal (nought).

    `search` keeps what was found from one position to the next; it has to be made for the same rules and standing.
    Without `line` none is looked for, which is quicker. ValueError if a card is hidden, if the hands and the stock
    cannot be played to an end, or if somebody comes to have no legal play. With much stock left this takes long: see
    docs/analysis.md for how long.
    """
    if search is None:
        search = Search(terms_of(position.rules, before or Standing(NOUGHT, 0)))
    start = search.nodes
    board = board_of(position)
    value = Value(search.value(board), search.value(board, game=True))
    choices = values_of(position, search)
    found = best_line(position, search) if line else ()
    return Solution(value, choices, found, search.nodes - start)


def values_of(position: Position, search: Searcher) -> dict[str, Value]:
    """What the deal comes to behind every legal action, by a search that is made for the rules and the standing."""
    board = board_of(position)
    actions = legal_actions(position)
    if position.due:
        return {str(actions[0]): Value(search.value(board), search.value(board, game=True))}
    if position.over:
        return {}
    points, game = search.values(board), search.values(board, game=True)
    return {str(action): Value(points[move_of(action)], game[move_of(action)]) for action in actions}


def best_line(position: Position, search: Searcher) -> tuple[str, ...]:
    """A best play for card points from a position to the deal's end; of plays that are as good, the first in hand."""
    line: list[str] = []
    while position.due:
        position = after(position, Play(position.due[0], "draw", position.stock[0]))
    while not position.over:
        actions = legal_actions(position)
        chosen = actions[0]
        if len(actions) > 1:
            points = search.values(board_of(position))
            sign = 1 if chosen.seat in ("N", "S") else -1
            worth = [sign * points[move_of(action)] for action in actions]
            chosen = actions[worth.index(max(worth))]
        line.append(str(chosen))
        position = played(position, chosen)
    return tuple(line)
