"""Log → stream: the lines of a recording, one event each, as they are written while a game goes on."""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType, structs

from ristilog.game.log import Annotation, Deal, GameLog, Result, Score, Trick

STREAM: Final = "ristilog-stream"
"""The key of a stream's first line that says it is one."""
STREAM_VERSION: Final = "1.0"
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def stream(log: GameLog) -> bytes:
    """Write a whole log as a stream; reading it gives the same log, notes and all."""
    return b"".join(_lines(log))


def header(log: GameLog) -> bytes:
    """The first line: all of a log that is known before the first deal; its deals, notes and result are left out."""
    notes = log.annotations if log.annotations == () else UNSET  # that a list is there, though empty, is kept
    whole = _plain(structs.replace(log, deals=(), result=UNSET, annotations=notes))
    del whole["deals"]
    return line({STREAM: STREAM_VERSION} | whole)


def deal_line(deal: Deal) -> bytes:
    """A deal begins: who deals, and the cards as far as they are known."""
    begun = _plain(structs.replace(deal, tricks=UNSET, score=UNSET, void=UNSET))
    said_otherwise = deal.score is not UNSET or deal.void is not UNSET  # then no tricks are taken to be no record
    return line({"deal": begun | ({"tricks": []} if deal.tricks == () and said_otherwise else {})})


def action_line(action: str, t: int | None = None) -> bytes:
    """An action, by choice with its time in milliseconds from the deal's start."""
    return line({"action": action} if t is None else {"action": action, "t": t})


def trick_line(trick: Trick) -> bytes:
    """A trick is over: what it came to."""
    return line({"trick": _plain(structs.replace(trick, times=UNSET), but="actions")})


def score_line(score: Score) -> bytes:
    """A deal is over: what it came to."""
    return line({"score": _plain(score)})


def void_line(reason: str) -> bytes:
    """The deal does not count."""
    return line({"void": reason})


def note_line(note: Annotation) -> bytes:
    """A note."""
    return line({"note": _plain(note)})


def result_line(result: Result) -> bytes:
    """How the match ended."""
    return line({"result": _plain(result)})


def undo_line(actions: int) -> bytes:
    """The last so many actions are taken back, with all that was said since; 0: only what was."""
    return line({"undo": actions})


def line(event: dict[str, Any]) -> bytes:
    """One event as its line, the newline included that makes it count."""
    # A lone surrogate cannot be UTF-8; as an escape it can be written, and the reader names it.
    return (_ENCODER.encode(event) + "\n").encode("utf-8", "backslashreplace")


def _lines(log: GameLog) -> Iterator[bytes]:
    yield header(log)
    for deal in log.deals:
        yield deal_line(deal)
        yield from _trick_lines(deal.tricks or ())
        if deal.score is not UNSET:
            yield score_line(deal.score)
        if deal.void is not UNSET:
            yield void_line(deal.void)
    for note in log.annotations or ():
        yield note_line(note)
    if log.result is not UNSET:
        yield result_line(log.result)


def _trick_lines(tricks: tuple[Trick, ...]) -> Iterator[bytes]:
    for number, trick in enumerate(tricks, start=1):
        times: tuple[int | None, ...] = trick.times or (None,) * len(trick.actions)
        for action, t in zip(trick.actions, times, strict=True):
            yield action_line(action, t)
        says = any(_is_set(one) for one in (trick.winner, trick.points, trick.ext))
        if says or number < len(tricks):  # the next action would be taken for one of this trick
            yield trick_line(trick)


def _is_set(value: object) -> bool:
    return not isinstance(value, UnsetType)


def _plain(value: Any, but: str | None = None) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(value)
    return {key: part for key, part in made.items() if key != but}
