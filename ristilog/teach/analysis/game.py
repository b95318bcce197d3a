"""The analysis of a whole game: which deals, and what is printed of them as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from ristilog.game.errors import RistilogError
from ristilog.replay.steps import DealSteps
from ristilog.teach.analysis.deal import Question, questions_of
from ristilog.teach.analysis.facts import DealAnalysis, Settings


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


class Analysis(Struct, frozen=True, kw_only=True, rename={"version": "ristilog-analysis"}):
    """What ``ristilog analyse --json`` prints; docs/analysis.md says what the fields mean."""

    version: Literal["1.0"] = "1.0"
    """Fields are only added to it."""
    path: str
    """The game's path as given, ``-`` for standard input."""
    game: str
    """The game hash."""
    settings: Settings
    deals: tuple[DealAnalysis, ...]


def as_json(path: str, game: str, settings: Settings, analyses: Sequence[DealAnalysis]) -> bytes:
    """An analysis as JSON, in one line without its end."""
    path = path.encode("utf-8", "backslashreplace").decode()  # bytes that are no UTF-8, as `verify` reports them
    return msgspec.json.encode(Analysis(path=path, game=game, settings=settings, deals=tuple(analyses)))


def analysis_schema() -> dict[str, Any]:
    """The JSON Schema of the analysis."""
    (ref,), parts = msgspec.json.schema_components([Analysis], ref_template="#/$defs/{name}")
    root = parts.pop(ref["$ref"].rpartition("/")[2])
    root["required"] = list(root["properties"])  # the version too, which a program does not have to name
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ristilog:schema:ristilog-analysis-1",
        **root,
        "title": "Ristilog analysis 1",
        "$defs": dict(sorted(parts.items())),
    }


def _parts(at: str | None) -> tuple[int, int, int]:
    parts = [int(part) for part in at.split(".")] if at else []
    number, trick, play = (*parts, 0, 0, 0)[:3]
    return number, trick, play
