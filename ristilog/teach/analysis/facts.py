"""What the analysis of a play and of a deal says, as data."""

from typing import Literal

from msgspec import Struct

from ristilog.game.log import SideNumbers
from ristilog.game.table import Seat, Side
from ristilog.teach.solver.estimate import Estimate


class Settings(Struct, frozen=True, kw_only=True):
    """How much is looked into, and how."""

    exact_from: int | None = None
    """The trick from which on plays are solved; None: the first one without stock."""
    samples: int = 100
    """How many rollouts each choice gets before that, or a fifth as many solved worlds from there on."""
    seconds: float | None = None
    """For each estimate; what is not done by then is left."""
    seed: str = "0"
    """Of what is drawn by lot: the same seed gives the same figures."""
    foresight: bool = False
    """Whether every play is looked at from its seat, and not the dark plays alone."""


class Worth(Struct, frozen=True):
    """What a choice is worth to the side that makes it, if from there on all play best, with all cards known."""

    points: int
    """The side's card points at the deal's end."""
    game: int
    """What the deal brings the side more than the other: game points, or card points under cumulative scoring."""


class OpenCards(Struct, frozen=True, kw_only=True):
    """What the choices of a play were worth with all cards known, solved to the end of the deal."""

    choices: dict[str, Worth]
    """By action, as a log writes it."""
    best: tuple[str, ...]
    """The choices that bring the most card points; all of them, where they are equal."""
    loss: int
    """How many card points the play made falls short of them."""
    game_loss: int
    """The same in what the deal brings, against the best choice for that."""
    line: tuple[str, ...]
    """The first of the best choices and best play behind it, to the deal's end, without draws; empty if the play
    made was among the best."""


class PlayAnalysis(Struct, frozen=True, kw_only=True):
    """What is known of one play or dark play."""

    at: str
    seat: Seat
    action: str
    open: OpenCards | None = None
    """None if it was not solved: there was too much stock, or not all cards are on record."""
    hindsight: Estimate | None = None
    """What each choice comes to in this very deal, if a policy plays it to its end; of dark plays that were not
    solved, and of a play that was asked for by itself."""
    foresight: Estimate | None = None
    """What each choice is worth by what its player could know."""


Winner = Side | Literal["nobody"]


class Turn(Struct, frozen=True):
    """A play that changed who would win the deal, if all play best from there on, with all cards known."""

    at: str
    before: Winner
    after: Winner


class DealAnalysis(Struct, frozen=True, kw_only=True):
    """What is known of the plays of one deal."""

    number: int
    exact_from: str | None
    """The address of the first play that was solved; all behind it were too."""
    plays: tuple[PlayAnalysis, ...]
    """Those that were looked into, in their order."""
    losses: SideNumbers | None
    """The card points that the plays of each side fell short of the best, from `exact_from` on; None if nothing was
    solved, or not all of the deal was looked into."""
    best: SideNumbers | None
    """What best play from `exact_from` on would have brought the two sides."""
    turns: tuple[Turn, ...]
    """The plays that changed who would win, from `exact_from` on; the last is where the deal turned for good."""
