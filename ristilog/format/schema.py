"""The JSON Schema of the format, made from the types; published under ``schemas/`` and tested against drift."""

from functools import cache
from typing import Any, Final

import msgspec

from ristilog.game.log import GameLog
from ristilog.game.ruleset import OPTIONS, PRESET_NAMES, PRESETS, describe_domain, settings
from ristilog.game.table import SIDES

SCHEMA_ID: Final = "urn:ristilog:schema:ristilog-1.0"
"""A URN and not an address on the web: nothing is ever fetched to validate a log."""


@cache
def shape_schema() -> dict[str, Any]:
    """The schema of every field by itself, without what one field asks of another; what the reader checks with."""
    (ref,), parts = msgspec.json.schema_components([GameLog], ref_template="#/$defs/{name}")
    root = parts.pop("GameLog")
    assert ref == {"$ref": "#/$defs/GameLog"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        **root,
        "title": "Ristilog 1.0",
        "$defs": dict(sorted(parts.items())),
    }


def log_schema() -> dict[str, Any]:
    """The published schema of a log: every field, what one asks of another, and the rulesets that are known.

    What no schema can say (the play, the sums, integers written as ``1.0``, duplicate keys) is left to the verifier.
    """
    schema: dict[str, Any] = msgspec.to_builtins(shape_schema())
    parts = schema["$defs"]
    rules = parts["Rules"]["properties"]
    rules["name"]["enum"] = list(PRESET_NAMES)
    rules["version"]["enum"] = sorted({version for _, version in PRESETS})
    rules["options"] |= {
        "properties": {option: _option_schema(option, domain) for option, domain in OPTIONS.items()},
        "additionalProperties": False,
    }
    not_below_nought = {"properties": {side: {"minimum": 0} for side in SIDES}}
    parts["Start"]["properties"]["match"]["allOf"] = [not_below_nought]
    parts["Deal"] |= {
        "if": {"not": {"anyOf": [{"required": ["void"]}, {"required": ["score"]}]}},
        "then": {"required": ["tricks"]},
    }
    parts["Result"]["allOf"] = [
        {"if": _ended("complete"), "then": {"required": ["winner", "score"]}},
        {"if": _ended("forfeit"), "then": {"required": ["winner"]}},
        {"if": _ended("abandoned", "adjourned"), "then": {"properties": {"winner": False}}},
    ]
    parts["Annotation"] |= {"if": {"not": {"required": ["code"]}}, "then": {"required": ["text"]}}
    schema |= {
        "if": {"properties": {"view": {"const": "open"}}},
        "then": {"properties": {"deals": {"items": {"if": _played(), "then": _open_deal()}}}},
    }
    return schema


def presets_document() -> dict[str, Any]:
    """The presets and the options' domains as JSON, for readers in other languages."""
    return {
        "ristilog-presets": 1,
        "presets": [
            {"name": name, "version": version, "settings": settings(ruleset)}
            for (name, version), ruleset in PRESETS.items()
        ],
        "options": {option: _domain(domain) for option, domain in OPTIONS.items()},
        "card_values": {"a": PRESETS["alga-a", 1].values, "b": PRESETS["alga-b", 1].values},
    }


def _option_schema(option: str, domain: tuple[Any, ...] | range) -> dict[str, Any]:
    words = {"title": option.replace("_", " ").capitalize(), "description": f"Takes {describe_domain(domain)}."}
    return words | _domain(domain)


def _domain(domain: tuple[Any, ...] | range) -> dict[str, Any]:
    if isinstance(domain, range):
        return {"type": "integer", "minimum": domain.start, "maximum": domain.stop - 1}
    return {"enum": list(domain)}


def _ended(*ways: str) -> dict[str, Any]:
    return {"properties": {"ended": {"enum": list(ways)}}, "required": ["ended"]}


def _played() -> dict[str, Any]:
    return {"required": ["tricks"], "properties": {"void": False}}


def _open_deal() -> dict[str, Any]:
    seats = ["N", "E", "S", "W"]
    shown = {"not": {"pattern": r"\?\?"}}
    return {
        "required": ["hands", "stock"],
        "properties": {
            "hands": {"required": seats, "properties": dict.fromkeys(seats, shown)},
            "stock": shown,
            "tricks": {"items": {"properties": {"actions": {"items": shown}}}},
        },
    }
