"""The lines before the first deal: who played what, when and by which rules."""

import re
from collections.abc import Callable
from typing import Any, Final

from ristilog.format.positions import escape
from ristilog.game.log import VERSION
from ristilog.game.table import SEATS, SIDES
from ristilog.record.notation.cursor import Cursor
from ristilog.record.notation.sheet import Place, Sheet

META: Final = ("title", "date", "event", "round", "place", "recorder", "language", "license", "source")
"""What is known of most matches, each by its own word."""
VIEWS: Final = ("open", "N", "E", "S", "W", "public", "table")
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}(?!\S)")
_ENDS: Final = ("complete", "abandoned", "adjourned", "forfeit")

Reads = Callable[[Sheet, Cursor, Place], None]
"""Reads what stands behind a word; the place is the word's."""


def _version(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    where, version = cursor.place, cursor.peek()
    if not re.match(VERSION, version) or version.partition(".")[0] != "1":
        cursor.expect("the version of the format", "1.0")
    cursor.word()
    cursor.close()
    sheet.put(sheet.tree, "ristilog", version, "/ristilog", where)


def _id(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    where, found = cursor.place, cursor.matched(_ID)
    if found is None:
        cursor.expect("a name for paths", "at most 64 small letters, digits and hyphens")
    cursor.close()
    sheet.put(sheet.tree, "id", found[0], "/id", where)


def _text(field: str) -> Reads:
    def read(sheet: Sheet, cursor: Cursor, place: Place) -> None:
        where = cursor.text_place
        sheet.put(sheet.tree, field, cursor.line_text("a text"), f"/{escape(field)}", where)

    return read


def _known_meta(key: str) -> Reads:
    def read(sheet: Sheet, cursor: Cursor, place: Place) -> None:
        _put_meta(sheet, cursor, key)

    return read


def _meta(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    if cursor.take("{}"):
        cursor.close()
        sheet.put(sheet.tree, "meta", {}, "/meta", place)
        return
    _put_meta(sheet, cursor, cursor.string("a name with a text behind it"))


def _put_meta(sheet: Sheet, cursor: Cursor, key: str) -> None:
    place = cursor.text_place
    meta = sheet.tree.setdefault("meta", {})
    sheet.places.setdefault("/meta", place)
    sheet.put(meta, key, cursor.line_text("a text"), f"/meta/{escape(key)}", place)


def _player(seat: str, field: str) -> Reads:
    def read(sheet: Sheet, cursor: Cursor, place: Place) -> None:
        pointer = f"/players/{seat}"
        player = sheet.tree.setdefault("players", {}).setdefault(seat, {})
        sheet.places.setdefault("/players", place)
        sheet.places.setdefault(pointer, place)
        where = cursor.text_place
        value = cursor.object(3) if field == "ext" else cursor.line_text("a text")
        sheet.put(player, field, value, f"{pointer}/{field}", where)

    return read


def _empty(field: str, spelt: str) -> Reads:
    """Reads what is there, but has nothing in it."""

    def read(sheet: Sheet, cursor: Cursor, place: Place) -> None:
        cursor.exactly(spelt)
        sheet.put(sheet.tree, field, [] if spelt == "[]" else {}, f"/{field}", place)

    return read


def _pair(side: str) -> Reads:
    def read(sheet: Sheet, cursor: Cursor, place: Place) -> None:
        where = cursor.text_place
        pairs = sheet.tree.setdefault("pairs", {})
        sheet.places.setdefault("/pairs", place)
        sheet.put(pairs, side, cursor.line_text("a text"), f"/pairs/{side}", where)

    return read


def _rules(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    where = cursor.place
    name = cursor.string("the name of a ruleset")
    cursor.take("version")
    version_at = cursor.place
    version = 1 if cursor.done else cursor.integer("the version of the ruleset")
    cursor.close()
    rules = sheet.tree.setdefault("rules", {})
    sheet.put(rules, "name", name, "/rules/name", where)
    sheet.put(rules, "version", version, "/rules/version", where if version_at[1] > len(cursor.text) else version_at)
    sheet.places["/rules"] = place


def _set(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    rules = sheet.tree.setdefault("rules", {})
    options = rules.setdefault("options", {})
    sheet.places.setdefault("/rules", place)
    sheet.places.setdefault("/rules/options", place)
    for option, (value, where) in cursor.pairs("options", 3).items():
        sheet.put(options, option, value, f"/rules/options/{escape(option)}", where)


def _view(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    where = cursor.place
    view = cursor.one_of("the view", VIEWS)
    cursor.close()
    sheet.put(sheet.tree, "view", view, "/view", where)


def _start(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    start: dict[str, Any] = {}
    sheet.put_numbers(start, "match", "/start/match", cursor, "the standing")
    start["held"] = 0
    sheet.places["/start/held"] = cursor.place if not cursor.done else place
    if cursor.take("held"):
        sheet.places["/start/held"] = cursor.place
        start["held"] = cursor.integer("the number of game points held", 0)
    cursor.close()
    sheet.put(sheet.tree, "start", start, "/start", place)


def _result(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    result: dict[str, Any] = {}
    where = cursor.place
    sheet.put(result, "ended", cursor.one_of("the way it ended", _ENDS), "/result/ended", where)
    while not cursor.done:
        before, where, side = cursor.at, cursor.place, cursor.side_next()
        if side is not None:
            cursor.at += 2
            if cursor.take("won", "wins"):
                sheet.put(result, "winner", side, "/result/winner", where)
                continue
            cursor.at = before
        sheet.put_numbers(result, "score", "/result/score", cursor, "the standing")
    sheet.put(sheet.tree, "result", result, "/result", place)


def _ext(sheet: Sheet, cursor: Cursor, place: Place) -> None:
    where = cursor.place
    sheet.put(sheet.tree, "ext", cursor.object(), "/ext", where)


HEAD: Final[dict[str, Reads]] = {
    "ristilog": _version,
    "schema": _text("$schema"),
    "id": _id,
    **{key: _known_meta(key) for key in META},
    "meta": _meta,
    **{seat.lower(): _player(seat, "name") for seat in SEATS},
    **{f"{seat.lower()}.{field}": _player(seat, field) for seat in SEATS for field in ("id", "agent", "ext")},
    "players": _empty("players", "{}"),
    **{side.lower(): _pair(side) for side in SIDES},
    "pairs": _empty("pairs", "{}"),
    "rules": _rules,
    "set": _set,
    "view": _view,
    "start": _start,
    "ext": _ext,
}
"""Word → how to read what stands behind it, in the lines before the first deal."""

ANYWHERE: Final[dict[str, Reads]] = {"result": _result, "notes": _empty("annotations", "[]")}
"""Words that may also stand behind deals."""


def seatless(sheet: Sheet) -> list[str]:
    """Seats of which something was written, but no name."""
    players: dict[str, dict[str, Any]] = sheet.tree.get("players", {})
    return [seat for seat, player in players.items() if "name" not in player]
