"""Reading a log whose form is at fault: every ill-formed field named, cut out, and the rest made fit to be judged."""

import difflib
import itertools
import json
import re
from collections.abc import Iterable
from typing import Any, Final

import jsonschema
import msgspec
from jsonschema.exceptions import ValidationError
from msgspec import Struct

from ristilog.format.positions import escape, unescape
from ristilog.format.schema import shape_schema
from ristilog.format.shape import Flaw, cross_flaws, deal_is_well_formed, strings_are_well_formed
from ristilog.game.findings import quoted
from ristilog.game.log import MAX_INTEGER, Annotation, Deal, GameLog

MAX_FLAWS: Final = 1000
"""Ill-formed fields named in one log; what comes after them is no news."""

_NOUNS: Final = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "integer": "an integer",
    "boolean": "true or false",
}
_FATAL: Final = ("rules", "view", "deals")
_CORE: Final = ("dealer", "hands", "stock", "tricks")


class Cut(Struct):
    """A log's tree while ill-formed parts are taken out of it, and the record of what was taken."""

    tree: dict[str, Any]
    cut: set[str]
    """Pointers of what was taken out."""
    suspended: set[int]
    """Deals, counted from 0, of which only the score is left to stand in."""
    no_dealer: set[int]
    """Those of them whose dealer is not known either (N stands in)."""
    fatal: bool = False
    """Whether nothing is left that could be judged."""

    def take_out(self, pointers: Iterable[str]) -> None:
        """Take out the smallest part around each pointer that a log can do without."""
        for pointer in pointers:
            parts = pointer.split("/")[1:]
            if not parts or (parts[0] in _FATAL and not (parts[0] == "deals" and len(parts) > 1)):
                self.fatal = True
            elif parts[0] == "deals":
                self._take_from_deal(int(parts[1]), parts[2:])
            else:
                self._drop(self.tree, parts[0], f"/{parts[0]}")

    def explains(self, flaw: Flaw) -> bool:
        """Whether a flaw is there only because of what was taken out."""
        parts = flaw.pointer.split("/")
        if len(parts) < 3 or parts[1] != "deals":
            return False
        no_score = flaw.expected == "tricks" and f"{flaw.pointer}/score" in self.cut
        return int(parts[2]) in self.suspended or no_score

    def _take_from_deal(self, number: int, parts: list[str]) -> None:
        deal = self.tree["deals"][number]
        where = f"/deals/{number}"
        claim_of_trick = len(parts) >= 3 and parts[0] == "tricks" and parts[2] in ("winner", "points", "times", "ext")
        if not parts or (parts[0] in _CORE and not claim_of_trick):
            self._suspend(number, parts)
        elif number in self.suspended and claim_of_trick:
            return
        elif claim_of_trick:
            trick = deal["tricks"][int(parts[1])]
            self._drop(trick, parts[2], f"{where}/tricks/{parts[1]}/{parts[2]}")
        elif parts[0] == "void":
            # Whatever stands there, a deal that nobody scored was most likely marked void.
            self._drop(deal, "void", f"{where}/void")
            if "score" not in deal:
                deal["void"] = ""
        elif parts[0] == "score" and len(parts) > 1:
            self._drop(deal["score"], parts[1], f"{where}/score/{parts[1]}")
        else:
            self._drop(deal, parts[0], f"{where}/{parts[0]}")

    def _drop(self, owner: dict[str, Any], name: str, pointer: str) -> None:
        owner.pop(name, None)
        self.cut.add(pointer)

    def _suspend(self, number: int, parts: list[str]) -> None:
        deal = self.tree["deals"][number]
        left = {name: deal[name] for name in ("score", "void") if name in deal} if isinstance(deal, dict) else {}
        dealer = deal.get("dealer") if isinstance(deal, dict) else None
        if parts[:1] == ["dealer"] or number in self.no_dealer or dealer not in ("N", "E", "S", "W"):
            self.no_dealer.add(number)
            dealer = "N"
        self.suspended.add(number)
        self.tree["deals"][number] = {"dealer": dealer, "tricks": []} | left


class Careful(Struct, frozen=True):
    """The outcome: the log that is left (None if nothing can be judged), and everything that was wrong with it."""

    log: GameLog | None
    flaws: tuple[Flaw, ...]
    strangers: dict[str, str]
    """Pointer of each field the format does not know → the field that may have been meant, or nothing."""
    cut: frozenset[str]
    suspended: frozenset[int]
    no_dealer: frozenset[int]
    renamed: dict[str, str]
    """Pointer of each field that was read though it was misspelt → where it really stands."""


def read_tree(tree: dict[str, Any]) -> Careful:
    """Name every ill-formed field of a parsed log and make what is left a log; the tree is used up.

    A field that the format does not know is read as the one that was meant, if that is plain and is not there too:
    it is a fault all the same, but nothing else is a fault because of it.
    """
    found, strangers = _schema_flaws(tree)
    renamed = _read_as_meant(tree, strangers)
    owners = {pointer.rpartition("/")[0] for pointer in strangers}
    work = Cut(tree, set(), set(), set(), fatal=len(found) + len(strangers) >= MAX_FLAWS)
    flaws: list[Flaw] = []

    def name_and_cut(more: Iterable[Flaw]) -> None:
        more = list(more)
        flaws.extend(flaw for flaw in more if not (flaw.missing and flaw.pointer in owners))
        work.take_out(_target(flaw) for flaw in more)

    name_and_cut(flaw for flaw in found if _target(flaw) not in renamed)
    if renamed:  # what was meant may be ill formed itself: then it is cut out, but has been named as misspelt
        inside, strangers_inside = _schema_flaws(tree)
        work.take_out([*map(_target, inside), *strangers_inside])
    if not work.fatal:
        log = msgspec.convert(work.tree, GameLog)
        name_and_cut(flaw for flaw in cross_flaws(log) if not work.explains(flaw))
    log_left = None if work.fatal else msgspec.convert(work.tree, GameLog)
    return Careful(
        log_left,
        tuple(flaws),
        strangers,
        frozenset(work.cut),
        frozenset(work.suspended),
        frozenset(work.no_dealer),
        renamed,
    )


def _read_as_meant(tree: dict[str, Any], strangers: dict[str, str]) -> dict[str, str]:
    """Take unknown fields out, or put them where they were meant to be; the new pointer of each → its old one."""
    renamed: dict[str, str] = {}
    for pointer, meant in strangers.items():
        owner = _owner(tree, pointer)
        value = owner.pop(unescape(pointer.rpartition("/")[2]))
        if meant and meant not in owner:
            owner[meant] = value
            renamed[f"{pointer.rpartition('/')[0]}/{escape(meant)}"] = pointer
    return renamed


def _schema_flaws(tree: dict[str, Any]) -> tuple[list[Flaw], dict[str, str]]:
    """All that the schema has against a tree: ill-formed or missing fields, and fields it does not know."""
    flaws: dict[tuple[str, Any], Flaw] = {}
    strangers: dict[str, str] = {}
    if _is_log(tree):
        return [], strangers
    doubtful, places = _doubtful(tree)
    for error in _VALIDATOR.iter_errors(doubtful):
        path = list(error.absolute_path)
        if len(path) > 1 and path[0] in places:
            path[1] = places[path[0]][int(path[1])]
        pointer = "".join(f"/{escape(str(part))}" for part in path)
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known: dict[str, Any] = error.schema["properties"]
            absent = known.keys() - error.instance.keys()
            for key in itertools.islice(error.instance.keys() - known, MAX_FLAWS):
                close = difflib.get_close_matches(key[:40], absent, n=1)
                strangers[f"{pointer}/{escape(key)}"] = close[0] if close else ""
        else:
            flaw = _flaw(pointer, error)
            flaws.setdefault((pointer, flaw.expected if flaw.missing else None), flaw)
        if len(flaws) + len(strangers) >= MAX_FLAWS:
            break
    return list(flaws.values()), strangers


def _is_log(tree: dict[str, Any]) -> bool:
    """Whether every field by itself is well formed: then the schema, which is slow with long lists, has no say."""
    try:
        return strings_are_well_formed(msgspec.convert(tree, GameLog))
    except msgspec.ValidationError:
        return False


def _doubtful(tree: dict[str, Any]) -> tuple[dict[str, Any], dict[str | int, list[int]]]:
    """The tree with only those deals and notes in it that are not well formed, and their places in the whole lists."""
    doubtful, places = dict(tree), dict[str | int, list[int]]()
    for name, is_sound in (("deals", _is_deal), ("annotations", _is_note)):
        items = tree.get(name)
        if isinstance(items, list):
            places[name] = [place for place, item in enumerate(items) if not is_sound(item)]
            doubtful[name] = [items[place] for place in places[name]]
    return doubtful, places


def _is_deal(value: Any) -> bool:
    try:
        return deal_is_well_formed(msgspec.convert(value, Deal))
    except msgspec.ValidationError:
        return False


def _is_note(value: Any) -> bool:
    try:
        msgspec.convert(value, Annotation)
    except msgspec.ValidationError:
        return False
    return True


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
            return Flaw(pointer, f"one of {', '.join(words)} belongs here, not {shown}", limit, found)
        case "pattern":
            what = f"{schema.get('title', 'text')} ({schema.get('description', '').rstrip('.')})"
            ten = "; a ten is written T" if re.search("10[cdhs]", found) else ""
            return Flaw(pointer, f"{shown} is not well formed: {what}{ten}", limit, found)
        case "minimum" | "maximum":
            word = "less" if error.validator == "minimum" else "more"
            return Flaw(pointer, f"{shown} is {word} than the {limit} allowed", limit, _scalar(found))
        case "minItems" | "minLength":
            return Flaw(pointer, "there must be something here", limit, 0)
        case _:
            return Flaw(pointer, f"{shown} is longer than the {limit} allowed", limit, len(found))


def _scalar(value: Any) -> Any:
    return type(value).__name__ if isinstance(value, dict | list) else value


def _target(flaw: Flaw) -> str:
    return f"{flaw.pointer}/{flaw.expected}" if flaw.missing else flaw.pointer


def _owner(tree: Any, pointer: str) -> Any:
    for part in map(unescape, pointer.split("/")[1:-1]):
        tree = tree[int(part)] if isinstance(tree, list) else tree[part]
    return tree


def _is_integer(_: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_VALIDATOR = jsonschema.validators.extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator,
    # The format's integers are written as integers: 1.0 is none, whatever JSON Schema says.
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)(shape_schema())
