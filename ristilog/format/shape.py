"""What one field asks of another, beyond what a type can say; the same checks for quick and careful reading."""

import datetime
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct

from ristilog.format.positions import MAX_DEPTH
from ristilog.game.cards import HIDDEN, is_card_list
from ristilog.game.findings import bounded, quoted
from ristilog.game.log import ACTIONS, DATE, Deal, GameLog, Shuffle, Trick
from ristilog.game.table import SEATS

MAX_SEED: int = 256
"""Bytes of UTF-8 in a seed."""


_TABLE = 'a record made at a real table says "view": "table"'


class Flaw(Struct, frozen=True):
    """Something ill formed: where, why, and for a missing field its name in `expected` (then `missing` is true)."""

    pointer: str
    reason: str
    expected: Any = None
    found: Any = None
    missing: bool = False


def strings_are_well_formed(log: GameLog) -> bool:
    """Whether every action and card list is written as the format has it (types check all the rest)."""
    return all(map(deal_is_well_formed, log.deals))


def deal_is_well_formed(deal: Deal) -> bool:
    """Whether a deal's actions and card lists are written as the format has them."""
    if not all(map(trick_is_well_formed, deal.tricks or ())):
        return False
    lists = [deal.stock or ""]
    if deal.hands:
        lists += [deal.hands.of(seat) or "" for seat in SEATS]
    return all(map(is_card_list, lists))


def trick_is_well_formed(trick: Trick) -> bool:
    """Whether a trick's actions are written as the format has them."""
    return ACTIONS.keys() >= set(trick.actions)


def cross_flaws(log: GameLog, *, hides: bool = True) -> Iterator[Flaw]:
    """Everything ill formed that only shows when fields are held against each other, or against the calendar.

    `hides` is False if the log is known to have no ``??``.
    """
    if log.meta and "date" in log.meta and not _is_date(log.meta["date"]):
        date = log.meta["date"]
        yield Flaw("/meta/date", f"{quoted(date)} is no date of the calendar, written YYYY-MM-DD", None, bounded(date))
    for number, deal in enumerate(log.deals):
        if hides or not _is_usual(deal):
            yield from _deal_flaws(f"/deals/{number}", deal, log.open)
        if hides and log.open:
            yield from _hidden_flaws(f"/deals/{number}", deal)
    if log.result:
        ended, where = log.result.ended, "/result"
        if ended in ("complete", "forfeit"):
            if not log.result.winner:
                yield _missing(where, "winner", f"a {ended} match names its winner")
            if ended == "complete" and not log.result.score:
                yield _missing(where, "score", "a complete match gives its score")
        elif log.result.winner:
            reason = f"an {ended} match has no winner"
            yield Flaw(f"{where}/winner", reason, None, log.result.winner)
    for number, note in enumerate(log.annotations or ()):
        if not note.code and not note.text:
            yield _missing(f"/annotations/{number}", "text", "a note needs a code or a text")
    yield from _free_flaws(log)


def _is_usual(deal: Deal) -> bool:
    """Whether a deal is one of most deals: all its cards, one seed, no times; then nothing can be wrong here."""
    hands, shuffle = deal.hands, deal.shuffle
    if not hands or not shuffle or deal.stock is UNSET or deal.tricks is UNSET:
        return False
    if UNSET in (hands.N, hands.E, hands.S, hands.W) or shuffle.parts is not UNSET:
        return False
    seed = shuffle.seed
    return (not seed or seed.isascii()) and not any([trick.times is not UNSET for trick in deal.tricks])


def _deal_flaws(where: str, deal: Deal, is_open: bool) -> Iterator[Flaw]:
    if deal.shuffle:
        yield from _seed_flaws(f"{where}/shuffle", deal.shuffle)
    if deal.tricks and any([trick.times is not UNSET for trick in deal.tricks]):
        yield from _times_flaws(where, deal.tricks)
    if isinstance(deal.void, str):
        return
    if not isinstance(deal.tricks, tuple):
        if not deal.score:
            yield _missing(where, "tricks", "a deal has tricks, unless it is void or only its score is known")
    elif is_open:
        yield from _open_flaws(where, deal)


def _times_flaws(where: str, tricks: Sequence[Trick]) -> Iterator[Flaw]:
    last = 0
    for number, trick in enumerate(tricks):
        if trick.times is UNSET:
            continue
        reason = None
        if len(trick.times) != len(trick.actions):
            reason = f"{len(trick.actions)} actions have {len(trick.actions)} times, not {len(trick.times)}"
        elif any(after < before for before, after in zip((last, *trick.times), trick.times, strict=False)):
            reason = "the times of a deal never fall"
        last = trick.times[-1] if trick.times else last
        if reason is not None:
            yield Flaw(f"{where}/tricks/{number}/times", reason)


def _open_flaws(where: str, deal: Deal) -> Iterator[Flaw]:
    hands = deal.hands
    if not hands:
        yield _missing(where, "hands", f"an open log shows the hands; {_TABLE}")
    elif UNSET in (hands.N, hands.E, hands.S, hands.W):
        for seat in SEATS:
            if not isinstance(hands.of(seat), str):
                yield _missing(f"{where}/hands", seat, f"an open log shows all four hands; {_TABLE}")
    if not isinstance(deal.stock, str):
        yield _missing(where, "stock", f"an open log shows the stock; {_TABLE}")


def _hidden_flaws(where: str, deal: Deal) -> Iterator[Flaw]:
    if isinstance(deal.void, str) or not isinstance(deal.tricks, tuple):
        return
    reason = "an open log hides no card"
    texts = [(f"{where}/hands/{seat}", deal.hands.of(seat)) for seat in SEATS] if deal.hands else []
    texts.append((f"{where}/stock", deal.stock))
    for pointer, text in texts:
        if isinstance(text, str) and HIDDEN in text:
            yield Flaw(pointer, reason, None, bounded(text))
    for number, trick in enumerate(deal.tricks):
        for index, action in enumerate(trick.actions):
            if HIDDEN in action:
                yield Flaw(f"{where}/tricks/{number}/actions/{index}", reason, None, bounded(action))


def _seed_flaws(where: str, shuffle: Shuffle) -> Iterator[Flaw]:
    reason = f"a seed has at most {MAX_SEED} bytes"
    if shuffle.seed and not shuffle.seed.isascii() and len(shuffle.seed.encode()) > MAX_SEED:
        yield Flaw(f"{where}/seed", reason, MAX_SEED, len(shuffle.seed.encode()))
    if isinstance(shuffle.parts, tuple):
        if not shuffle.parts:
            yield Flaw(f"{where}/parts", "parts needs at least one part")
        joined = "\n".join(part.seed or "" for part in shuffle.parts)
        if len(joined.encode()) > MAX_SEED:
            yield Flaw(f"{where}/parts", f"{reason}, the parts together", MAX_SEED, len(joined.encode()))


def _free_flaws(log: GameLog) -> Iterator[Flaw]:
    """Values that no reader could hold in the parts of a log that may be anything."""
    for pointer, value in _free_parts(log):
        if value and not holds(value, pointer.count("/")):
            yield Flaw(pointer, "a number in it is larger than any reader can hold, or it is nested too deep")


def _free_parts(log: GameLog) -> Iterator[tuple[str, Any]]:
    yield "/ext", log.ext
    yield "/rules/options", log.rules.options
    for seat in _seated(log):
        yield f"/players/{seat}/ext", getattr(log.players, seat).ext
    for number, note in enumerate(log.annotations or ()):
        if note.ext:
            yield f"/annotations/{number}/ext", note.ext
        if note.args:
            yield f"/annotations/{number}/args", note.args
    for number, deal in enumerate(log.deals):
        if deal.ext:
            yield f"/deals/{number}/ext", deal.ext
        if deal.tricks and any([trick.ext for trick in deal.tricks]):
            for index, trick in enumerate(deal.tricks):
                yield f"/deals/{number}/tricks/{index}/ext", trick.ext


def _seated(log: GameLog) -> list[str]:
    return [seat for seat in SEATS if log.players and getattr(log.players, seat)]


def is_shallow(value: Any, depth: int = 0) -> bool:
    """Whether nothing is nested deeper than a log may be."""
    if not isinstance(value, dict | list):
        return True
    below = value.values() if isinstance(value, dict) else value
    return depth < MAX_DEPTH and all(is_shallow(one, depth + 1) for one in below if isinstance(one, dict | list))


def holds(value: Any, depth: int = 0) -> bool:
    """Whether every number is within a double's range and nothing is nested deeper than a log may be."""
    if isinstance(value, dict):
        return depth < MAX_DEPTH and all(holds(one, depth + 1) for one in value.values())
    if isinstance(value, list | tuple):
        return depth < MAX_DEPTH and all(holds(one, depth + 1) for one in value)
    if isinstance(value, int):
        return value.bit_length() < 1024
    return not isinstance(value, float) or math.isfinite(value)


def _is_date(text: str) -> bool:
    try:
        return re.match(DATE, text) is not None and bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _missing(pointer: str, name: str, reason: str) -> Flaw:
    return Flaw(pointer, f"{name} is missing: {reason}", name, None, missing=True)
