"""The exact value of any position with all cards known: the plain search, which always works.

The whole tree is gone through here where stock is left, and where cleaning decides what a deal is worth; card points
without stock are left to `ristilog.teach.solver.endgame`.
"""

from ristilog.teach.solver.board import Board, Terms
from ristilog.teach.solver.tree import Tree


class Search:
    """Values of positions under some terms; its tables are kept from one question to the next.

    Not to be used by two threads at once.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._points = Tree(terms, game=False)
        self._game = Tree(terms, game=True) if terms.cleaning else None

    @property
    def nodes(self) -> int:
        """Starts of tricks that were looked at so far."""
        return self._points.nodes + (self._game.nodes if self._game else 0)

    def value(self, board: Board, game: bool = False) -> int:
        """What the deal comes to if both sides play best: the card points of North–South at its end.

        With `game`, what it brings North–South more than East–West (see `Terms.worth`). ValueError if somebody comes
        to have no legal play, or for a board whose cards are not the 52 of a pack.
        """
        if game and self._game:
            return self._game.value(board)
        return self._worth(board, self._points.value(board), game)

    def values(self, board: Board, game: bool = False) -> dict[int, int]:
        """The same behind every legal move of the seat to act; nothing if the deal is over."""
        if game and self._game:
            return self._game.values(board)
        return {move: self._worth(board, value, game) for move, value in self._points.values(board).items()}

    def _worth(self, board: Board, points: int, game: bool) -> int:
        # Without cleaning, more points are never worth less: the best play for points is the best play.
        return self._terms.worth[board.dirty * (self._terms.pack + 1) + points] if game else points
