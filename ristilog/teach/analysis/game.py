"""The analysis of a whole game: which deals, and what is printed of them as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct, to_builtins

from ristilog.game.errors import RistilogError
from ristilog.replay.steps import DealSteps
from ristilog.teach.analysis.deal import Question, questions_of
from ristilog.teach.analysis.facts import DealAnalysis, Settings

VERSION: Final = "1.0"
"""Of the analysis as JSON: fields are only added to it."""


class Asked(Struct, frozen=True):
    """A deal, and what is asked about it."""

    deal: DealSteps
    questions: tuple[Question, ...]


def asked_about(deals: Iterable[DealSteps | None], settings: Settings, at: str | None = None) -> list[Asked]:
    """What is to be asked about a game, or about the one deal, trick or play of it at an address.

    Deals without plays are left out. RistilogError if nothing that can be analysed stands at the address.
    """
    number, trick, play = _parts(at)
    asked = []
    for place, deal in enumerate(deals, start=1):
        if number not in (0, place) or deal is None or not deal.steps:
            continue
        try:
            asked.append(Asked(deal, tuple(questions_of(deal, settings, trick, play))))
        except ValueError as error:
            raise RistilogError(f"there is no play at {at} in this game") from error
    if number and not asked:
        raise RistilogError(f"there is no deal {number} with plays on record in this game")
    return asked


def as_json(path: str, game: str, settings: Settings, analyses: Sequence[DealAnalysis]) -> dict[str, Any]:
    """An analysis as plain data, to be written as JSON; docs/analysis.md says what its fields mean."""
    return {
        "ristilog-analysis": VERSION,
        "path": path,
        "game": game,
        "settings": to_builtins(settings),
        "deals": [to_builtins(one) for one in analyses],
    }


def _parts(at: str | None) -> tuple[int, int, int]:
    parts = [int(part) for part in at.split(".")] if at else []
    number, trick, play = (*parts, 0, 0, 0)[:3]
    return number, trick, play
