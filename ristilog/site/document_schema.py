"""The JSON Schema of replay documents, for programs that make or read them."""

from typing import Any, Final

from ristilog.game.table import SEATS, SIDES

_SEAT: Final = {"enum": list(SEATS)}
_SEAT_OR_NONE: Final = {"enum": [*SEATS, None]}
_SIDE: Final = {"enum": list(SIDES)}
_COUNT: Final = {"type": "integer", "minimum": 0}
_TEXT: Final = {"type": "string"}
_CARD: Final = "([23456789TJQKA][cdhs]|\\?\\?)"
_ACTION: Final = {"type": "string", "pattern": f"^[NESW] (play|dark|draw) {_CARD}$"}
_PAIR: Final = {
    "type": "object",
    "required": list(SIDES),
    "properties": {side: {"type": "integer"} for side in SIDES},
    "additionalProperties": False,
}


def replay_schema() -> dict[str, Any]:
    """The schema; a step's fields are each absent where they are as in the step before."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ristilog:schema:ristilog-replay-1",
        "title": "Ristilog replay document 1",
        "description": "What the replay player reads: cards to move, and every sentence it shows.",
        **_object(
            {
                "ristilog-replay": {"type": "string", "pattern": "^1\\.[0-9]+$"},
                "lang": {**_TEXT, "description": "The language of its texts."},
                "id": {**_TEXT, "description": "The match, as in paths and in #id:address."},
                "title": _TEXT,
                "rules": {**_TEXT, "description": "The ruleset's name."},
                "view": {"enum": ["open", "public", "table", *SEATS], "description": "Who sees what in the record."},
                "seats": _map(
                    SEATS, _object({"name": _TEXT, "seat": _TEXT, "about": _TEXT, "side": {"enum": list(SIDES)}})
                ),
                "sides": _map(SIDES, _TEXT),
                "values": {"type": "object", "additionalProperties": _COUNT, "description": "Rank to card points."},
                "cards": {"type": "object", "additionalProperties": _TEXT, "description": "Card to its spoken name."},
                "words": {"type": "object", "additionalProperties": _TEXT, "description": "The player's own words."},
                "deals": {"type": "array", "items": _deal()},
                "texts": {"type": "array", "items": _TEXT, "description": "What choices would do, by number."},
                "transcript": {**_TEXT, "description": "The id of the element that holds the sentences, if any does."},
            },
            optional=("transcript",),
        ),
    }


def _deal() -> dict[str, Any]:
    cards = {"type": "string", "pattern": f"^({_CARD}( {_CARD})*)?$"}
    return _object(
        {
            "deal": {"type": "integer", "minimum": 1},
            "dealer": _SEAT,
            "hands": {**_map(SEATS, cards), "description": "As dealt; empty where nothing can be shown."},
            "stock": {**_COUNT, "description": "How many cards it has."},
            "steps": {"type": "array", "items": _step(), "minItems": 1},
        }
    )


def _step() -> dict[str, Any]:
    fields: dict[str, Any] = {
        "at": {"type": "string", "pattern": "^[1-9][0-9]*(\\.[1-9][0-9]?\\.[1-4])?$"},
        "do": {"type": "array", "items": _ACTION, "minItems": 1, "description": "The play, then the draws."},
        "winning": {**_SEAT_OR_NONE, "description": "Who is winning the trick, or has won it."},
        "matches": {"type": "boolean", "description": "Whether the card played is of the led rank."},
        "worth": {**_COUNT, "description": "Card points in the trick."},
        "toAct": {**_SEAT_OR_NONE, "description": "Who is next."},
        "due": {"type": "boolean", "description": "Whether a draw is due, where the record stops before it."},
        "points": {**_PAIR, "description": "Card points won in the deal."},
        "match": {**_PAIR, "description": "The standing of the match."},
        "held": _COUNT,
        "barred": {"type": ["string", "null"], "description": "The rank that may not be led."},
        "why": {"type": ["string", "null"], "description": "Why, in words."},
        "over": {"enum": ["deal", "match", None]},
        "choices": {
            "type": "array",
            "description": "What the next player could do: card or dark, text, and 0 if it is not allowed.",
            "items": {
                "type": "array",
                "prefixItems": [{"type": "string", "pattern": f"^({_CARD}|dark)$"}, _COUNT, {"const": 0}],
                "items": False,
                "minItems": 2,
            },
        },
        "stop": {"const": True, "description": "The walkthrough halts here."},
        "say": {**_TEXT, "description": "What happened."},
        "drew": {**_TEXT, "description": "The draws, for those who may see the hand."},
        "result": {**_TEXT, "description": "What the deal came to."},
        "notes": {"type": "array", "items": _note()},
    }
    return _object(fields, optional=tuple(name for name in fields if name != "at"))


def _note() -> dict[str, Any]:
    line = _object({"plays": {"type": "array", "items": _ACTION, "minItems": 1}, "text": _TEXT})
    fields = {
        "body": {
            "type": "array",
            "description": "Strings, and [tag, {attributes}, child …].",
            "items": {"type": ["string", "array"]},
        },
        "lang": {**_TEXT, "description": "The note's language, if it is another."},
        "code": _TEXT,
        "glyph": _TEXT,
        "by": _TEXT,
        "stop": {"const": True},
        "reveals": {**_SEAT, "description": "Whose hand it tells of."},
        "lines": {"type": "array", "items": line, "description": "What-ifs."},
    }
    return _object(fields, optional=tuple(name for name in fields if name != "body"))


def _object(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "required": [name for name in properties if name not in optional],
        "properties": properties,
        "additionalProperties": False,
    }


def _map(keys: tuple[str, ...], value: dict[str, Any]) -> dict[str, Any]:
    return _object(dict.fromkeys(keys, value))
