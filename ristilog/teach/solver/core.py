"""The search and the rollouts that are used: the compiled ones where they could be built, else the plain ones.

Both give the same to the last bit; the compiled ones take a fiftieth of the time. The environment variable
``RISTILOG_SOLVER=plain`` has the plain ones used where both are there.
"""

import os
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from ristilog.teach.solver.board import Board, Terms

FORCED: Final = os.environ.get("RISTILOG_SOLVER") == "plain"
"""Whether the user asked for the plain ones."""

try:
    if FORCED:
        raise ImportError
    from ristilog.teach.solver._core import Search as _Search
    from ristilog.teach.solver._core import rollouts as _rollouts
except ImportError:  # there was no compiler; only then the plain one's tables are made
    from ristilog.teach.solver.rollout import rollouts as _rollouts
    from ristilog.teach.solver.search import Search as _Search  # type: ignore[assignment]


class Searcher(Protocol):
    """What the plain and the compiled search have in common; see `ristilog.teach.solver.search.Search`."""

    @property
    def nodes(self) -> int:
        """How much has been searched so far: starts of tricks."""

    def value(self, board: Board, game: bool = False) -> int:
        """What the deal comes to if both sides play best."""

    def values(self, board: Board, game: bool = False) -> dict[int, int]:
        """The same behind every legal move."""


CORE: Final = "compiled" if _Search.__module__.endswith("._core") else "plain"
"""Which ones are used."""

Search: Final[Callable[[Terms], Searcher]] = _Search
"""Makes a search."""

rollouts: Final[Callable[[Board, Terms, Sequence[int], int, int], list[int]]] = _rollouts
"""See `ristilog.teach.solver.rollout.rollouts`."""
