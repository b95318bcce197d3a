"""Log → bytes: the canonical form (RFC 8785), the two hashes, and the form for people."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

from ristilog.game.log import MAX_INTEGER, GameLog
from ristilog.game.ruleset import overrides

_SORTED = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """Write any JSON value (or a part of a log) in the canonical form of RFC 8785.

    Numbers are taken as doubles, as the RFC has it. Raises ValueError for one beyond the range of a double.
    """
    return b"".join(_canonical_parts(value))


def canonical_log(log: GameLog) -> bytes:
    """Write a log in canonical form; the quick way where msgspec's own sorted form is the same."""
    return _SORTED.encode(log) if is_plain(log) else canonical(log)


def is_plain(log: GameLog) -> bool:
    """Whether nothing in the log can be ordered or written in two ways: no `ext`, no `args`, all keys ASCII."""
    if log.ext or log.annotations or (log.meta and not all(map(str.isascii, log.meta))):
        return False
    if log.players and any(player and player.ext for player in _values(log.players)):
        return False
    if log.rules.options and not all(map(str.isascii, log.rules.options)):
        return False
    return not any(deal.ext or (deal.tricks and any([trick.ext for trick in deal.tricks])) for deal in log.deals)


def record_hash(log: GameLog) -> str:
    """Hash the whole record but for `$schema`, the annotations and the top-level `ext`: ``sha256:`` + hex."""
    record = structs.replace(log, schema_=UNSET, annotations=UNSET, ext=UNSET)
    return _hash([_SORTED.encode(record)] if is_plain(record) else _canonical_parts(record))


def record_hash_of_tree(tree: dict[str, Any]) -> str:
    """The record hash of a parsed log that may have fields this version does not know."""
    left_out = ("$schema", "annotations", "ext")
    return _hash(_canonical_parts({key: value for key, value in tree.items() if key not in left_out}))


def game_hash(log: GameLog) -> str:
    """Hash the game as played, whatever its record says beside: ``sha256:`` + hex.

    Names, claims, times, seeds and notes do not touch it. The rules are taken as known (`ristilog.game.ruleset`).
    """
    options = overrides(log.rules.name, log.rules.version, log.rules.options or {})
    start = log.start or None
    # Every key and string below is ASCII, so msgspec's sorted form is the canonical one.
    game = {
        "deals": [_played(deal) for deal in log.deals if deal.void is UNSET],
        "ristilog-game": 1,
        "rules": {"name": log.rules.name, "options": options, "version": log.rules.version},
        "start": {
            "held": start.held if start else 0,
            "match": start.match if start else {"EW": 0, "NS": 0},
        },
    }
    return _hash([_SORTED.encode(game)])


def one_line(log: GameLog) -> bytes:
    """Write a log as a line of a corpus, its fields in the format's order."""
    return msgspec.json.encode(log) + b"\n"


def pretty(log: GameLog) -> bytes:
    """Write a log for people: two spaces, fields in the format's order, short lists on one line.

    A log made by hand that holds what JSON has no form for is a ValueError.
    """
    try:
        text = _pretty(msgspec.to_builtins(log), 0)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError(f"this log cannot be written as JSON: {error}") from error
    # A lone surrogate cannot be UTF-8; as an escape it can be written, and the reader names it.
    return (text + "\n").encode("utf-8", "backslashreplace")


def _played(deal: Any) -> dict[str, Any]:
    if deal.tricks is UNSET:
        points = deal.score.points if deal.score else UNSET
        return {"dealer": deal.dealer} if points is UNSET else {"dealer": deal.dealer, "points": points}
    played = {"dealer": deal.dealer, "tricks": [trick.actions for trick in deal.tricks]}
    if deal.hands is not UNSET:
        played["hands"] = deal.hands
    if deal.stock is not UNSET:
        played["stock"] = deal.stock
    return played


def _hash(parts: Iterable[bytes]) -> str:
    made = hashlib.sha256()
    for part in parts:
        made.update(part)
    return "sha256:" + made.hexdigest()


def _values(part: Any) -> list[Any]:
    return [getattr(part, name) for name in part.__struct_fields__]


def _canonical_parts(value: Any) -> Iterator[bytes]:
    """The canonical form bit by bit, so that what is large is neither copied nor written whole."""
    if isinstance(value, Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        value = {key: part for key, name in names if (part := getattr(value, name)) is not UNSET}
    if isinstance(value, dict):
        between = b"{"
        for key in sorted(value, key=_utf_16):
            yield between + _SORTED.encode(key) + b":"
            yield from _canonical_parts(value[key])
            between = b","
        yield b"}" if value else b"{}"
    elif isinstance(value, list | tuple):
        between = b"["
        for one in value:
            yield between
            yield from _canonical_parts(one)
            between = b","
        yield b"]" if value else b"[]"
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > MAX_INTEGER):
        import rfc8785  # no number of the format needs it

        yield rfc8785.dumps(float(value))
    else:
        yield _SORTED.encode(value)


def _utf_16(key: str) -> bytes:
    return key.encode("utf-16-be")


def _pretty(value: Any, indent: int) -> str:
    flat = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, dict | list | tuple) or not value or len(flat) + indent <= 100:
        return flat
    if isinstance(value, list | tuple) and not any(isinstance(one, dict | list | tuple) for one in value):
        return flat  # a trick's actions read best on one line, however long
    pad = "  " * (indent // 2 + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_pretty(one, indent + 2)}" for key, one in value.items()]
        return "{\n" + ",\n".join(pad + part for part in parts) + "\n" + pad[2:] + "}"
    return "[\n" + ",\n".join(pad + _pretty(one, indent + 2) for one in value) + "\n" + pad[2:] + "]"
