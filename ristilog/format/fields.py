"""What the schema has against the fields of a log, each by itself, in sentences.

The schema is slow, so it is asked only about those parts that the types do not take as they are.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import jsonschema
import msgspec
from jsonschema.exceptions import ValidationError
from msgspec import Struct

from ristilog.format.positions import escape
from ristilog.format.schema import shape_schema
from ristilog.format.shape import Flaw, deal_is_well_formed, trick_is_well_formed
from ristilog.game.findings import bounded, quoted
from ristilog.game.log import MAX_INTEGER, Annotation, Deal, ShufflePart, Trick
from ristilog.game.nearest import nearest_name

MAX_FLAWS: Final = 1000
"""Ill-formed fields named in one log; what comes after them is no news."""

_NOUNS: Final = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "integer": "an integer",
    "boolean": "true or false",
}


MAX_PASSED_OVER: Final = 100_000
"""Fields of a newer minor version that are passed over in one log, where they are no faults."""


def field_flaws(tree: dict[str, Any], *, most: int = MAX_FLAWS) -> tuple[list[Flaw], dict[str, str]]:
    """All that the schema has against a tree: ill-formed or missing fields, and fields it does not know.

    Of the latter the pointer of each, `most` at most, and the name of the field that may have been meant, or nothing.
    """
    flaws: dict[tuple[str, Any], Flaw] = {}
    strangers: dict[str, str] = {}
    for error in _VALIDATOR.iter_errors(tree):
        pointer = "".join(f"/{escape(str(part))}" for part in error.absolute_path)
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known: dict[str, Any] = error.schema["properties"]
            absent = known.keys() - error.instance.keys()
            for key in islice((key for key in error.instance if key not in known), most):
                strangers[f"{pointer}/{escape(key)}"] = _meant(key[:40], frozenset(absent))
        else:
            flaw = _flaw(pointer, error)
            flaws.setdefault((pointer, flaw.expected if flaw.missing else None), flaw)
        if len(flaws) >= MAX_FLAWS or len(flaws) + len(strangers) >= most:
            break
    return list(flaws.values()), strangers


@lru_cache(maxsize=64)
def _meant(key: str, absent: frozenset[str]) -> str:
    return nearest_name(key, tuple(sorted(absent))) or ""


def _flaw(pointer: str, error: ValidationError) -> Flaw:
    found: Any = error.instance
    limit: Any = error.validator_value
    schema: Any = error.schema
    shown = quoted(found)
    match error.validator:
        case "required":
            name = next(name for name in limit if name not in found and f"'{name}'" in error.message)
            return Flaw(pointer, f"{name} is missing", name, None, missing=True)
        case "type":
            reason = f"{_NOUNS[limit]} belongs here, not {shown}"
            if limit == "integer" and isinstance(found, float):
                reason = f"an integer of at most {MAX_INTEGER} belongs here, without fraction or exponent"
            return Flaw(pointer, reason, limit, _scalar(found))
        case "enum":
            words = [one if isinstance(one, str) else json.dumps(one) for one in limit]
            return Flaw(pointer, f"one of {', '.join(words)} belongs here, not {shown}", limit, bounded(found))
        case "pattern":
            what = f"{schema.get('title', 'text')} ({schema.get('description', '').rstrip('.')})"
            ten = "; a ten is written T" if re.search("10[cdhs]", found) else ""
            return Flaw(pointer, f"{shown} is not well formed: {what}{ten}", limit, bounded(found))
        case "minimum" | "maximum":
            word = "less" if error.validator == "minimum" else "more"
            return Flaw(pointer, f"{shown} is {word} than the {limit} allowed", limit, _scalar(found))
        case "minItems" | "minLength":
            return Flaw(pointer, "there must be something here", limit, 0)
        case _:
            return Flaw(pointer, f"{shown} is longer than the {limit} allowed", limit, len(found))


def _scalar(value: Any) -> Any:
    return type(value).__name__ if isinstance(value, dict | list) else bounded(value)


Test = Callable[[Any], bool]
"""Whether a value is well formed; it may say no of one that is."""


def _fits(kind: type[Struct], is_well_formed: Test = lambda _: True) -> Test:
    """A test by one of the log's types, and what it does not see."""

    def test(value: Any) -> bool:
        try:
            return is_well_formed(msgspec.convert(value, kind))
        except msgspec.ValidationError:
            return False

    return test


_PARTS: Final[dict[str, Test]] = {
    "#/$defs/Deal": _fits(Deal, deal_is_well_formed),
    "#/$defs/Trick": _fits(Trick, trick_is_well_formed),
    "#/$defs/Annotation": _fits(Annotation),
    "#/$defs/ShufflePart": _fits(ShufflePart),
}
"""Of what a log has many."""


def _test(schema: Any) -> Test | None:
    """A quick test for what one of the log's lists or maps is full of, or None if there is none."""
    match schema:
        case {"$ref": str(name)}:
            return _PARTS.get(name)
        case {"type": "string", "pattern": str(pattern)}:
            fits = re.compile(pattern).search
            return lambda value: isinstance(value, str) and fits(value) is not None
        case {"type": "string"}:
            return lambda value: isinstance(value, str)
        case {"type": "integer", "minimum": int(least), "maximum": int(most)}:
            return lambda value: type(value) is int and least <= value <= most
        case {"type": "array", "items": items, "minItems": 1} if (test := _test(items)) is not None:
            return lambda value: isinstance(value, list) and bool(value) and all(map(test, value))
        case _:
            return None


def _items(validator: Any, items: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
    """The schema's ``items``, asked only of the items that the quick test does not pass."""
    test = _test(items)
    for index, item in enumerate(instance if isinstance(instance, list) else ()):
        if test is None or not test(item):
            yield from validator.descend(item, items, path=index)


def _others(validator: Any, others: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """The schema's ``additionalProperties``, likewise; unknown fields are not all named in one sentence."""
    if not isinstance(instance, dict):
        return
    known = schema.get("properties", {})
    test = _test(others)
    for key, value in instance.items():
        if key in known or (test is not None and test(value)):
            continue
        if others is False:
            yield ValidationError("unknown fields")
            return
        yield from validator.descend(value, others, path=key)


def _is_integer(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_VALIDATOR = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator,
    {"items": _items, "additionalProperties": _others},
    # The format's integers are written as integers: 1.0 is none, whatever JSON Schema says.
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)(shape_schema())
