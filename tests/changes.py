"""Every single change that can be made to a log's JSON tree, by kind; always the same ones in the same order."""

import itertools
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ristilog.game.cards import HIDDEN, PACK, RANKS, SUITS
from ristilog.game.table import SEATS, SIDES

Path = tuple[str | int, ...]

GONE: Final = object()
"""What stands in `Mutant.new` where something was dropped."""


class Mutant(NamedTuple):
    """One change: its kind, the path of what was changed, and what stood and stands there."""

    kind: str
    path: Path
    old: Any
    new: Any

    @property
    def pointer(self) -> str:
        return "".join(f"/{part}" for part in self.path)

    @property
    def pattern(self) -> str:
        """The pointer with ``*`` for every number."""
        return "".join(f"/{part}" if isinstance(part, str) else "/*" for part in self.path)


KINDS: Final = (
    "another value", "ill-formed value", "one more", "one less", "flipped", "null", "another type",
    "card changed", "card dropped", "card doubled", "cards swapped",
    "item dropped", "item doubled", "items swapped", "key dropped", "key renamed", "values swapped",
)  # fmt: skip
"""All kinds of change."""

_NAMES: Final = {
    "ristilog": ("1.1", "2.0"),
    "name": ("ristikontra", "ristikontra-fi", "ristiklappi", "alga-b", "alga-a"),
    "view": ("open", "N", "E", "S", "W", "public", "table"),
    "ended": ("complete", "abandoned", "adjourned", "forfeit"),
    "glyph": ("!!", "?"),
    "code": ("steal", "sweep", "no-such-claim"),
    "value/method": ("open-cards", "sampled"),
    "scoring": ("game-points", "cumulative"),
    "draw": ("immediate", "after-trick"),
    "card_values": ("a", "b"),
    "dark_lead_when_barred": ("forbid", "forbid-if-unplayed", "allow"),
}
"""Field → the well-formed values it may take, where they are words."""
_FREE: Final = re.compile(r"/(meta|players|pairs|\$schema|ext|text)(/|$)|/(void|by|level|agent|policy|seed|args/.*)$")


def mutants(tree: Any) -> Iterator[Mutant]:
    """Change the tree in place in every way, one at a time; each change is undone when the next is asked for."""
    yield from _inside((), tree)


def _inside(path: Path, node: Any) -> Iterator[Mutant]:
    if isinstance(node, dict):
        yield from _keys(path, node)
    elif isinstance(node, list):
        yield from _items(path, node)


def _keys(path: Path, node: dict[str, Any]) -> Iterator[Mutant]:
    before = list(node.items())

    def as_before() -> None:
        node.clear()
        node.update(before)

    for key, value in before:
        here = (*path, key)
        del node[key]
        yield Mutant("key dropped", here, value, GONE)
        as_before()
        typo = key + key[-1]
        renamed = [(typo if one == key else one, kept) for one, kept in before]
        node.clear()
        node.update(renamed)
        yield Mutant("key renamed", here, key, typo)
        as_before()
        for kind, new in _others(here, value):
            node[key] = new
            yield Mutant(kind, here, value, new)
        node[key] = value
        yield from _inside(here, value)
    for (key, value), (other, its) in itertools.pairwise(before):
        if value != its:
            node[key], node[other] = its, value
            yield Mutant("values swapped", (*path, key), (key, value), (other, its))
            node[key], node[other] = value, its


def _items(path: Path, node: list[Any]) -> Iterator[Mutant]:
    for index, value in enumerate(list(node)):
        here = (*path, index)
        del node[index]
        yield Mutant("item dropped", here, value, GONE)
        node.insert(index, value)
        node.insert(index, value)
        yield Mutant("item doubled", here, value, [value, value])
        del node[index]
        if index + 1 < len(node) and node[index] != node[index + 1]:
            node[index], node[index + 1] = node[index + 1], node[index]
            yield Mutant("items swapped", here, value, node[index])
            node[index], node[index + 1] = node[index + 1], node[index]
        for kind, new in _others(here, value):
            node[index] = new
            yield Mutant(kind, here, value, new)
        node[index] = value
        yield from _inside(here, value)


def _others(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    """Other values in the place of one: the kind of change and the value."""
    if value is not None:
        yield "null", None
    if isinstance(value, bool):
        yield "flipped", not value
        yield "another type", int(value)
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
        yield "another type", str(value)
        yield "another type", value + 0.5
    elif isinstance(value, str):
        yield "another type", 7
        yield "another type", [value]
        yield from _other_texts(path, value)
    elif isinstance(value, list):
        yield "another type", {}
    elif isinstance(value, dict):
        yield "another type", []


def _other_texts(path: Path, text: str) -> Iterator[tuple[str, Any]]:
    field = str(path[-1])
    where = "".join(f"/{part}" for part in path)
    names = _NAMES.get("value/method" if where.endswith("value/method") else field)
    if field == "name" and path[0] == "players":
        names = None
    if path[0] == "rules" and field not in _NAMES:
        names = None
    if re.fullmatch(r"[NESW] (play|draw|dark) (..)", text) and not _FREE.search(where):
        yield from _other_actions(text, drawable="annotations" not in path)
        yield "ill-formed value", text.replace(" ", "  ", 1)
        yield "ill-formed value", text.lower()
    elif field == "stock" or (len(path) > 1 and path[-2] == "hands"):
        yield from _other_packs(text)
        yield "ill-formed value", f"{text} "
        yield "ill-formed value", text.replace("T", "10", 1) if "T" in text else f"{text}x"
    elif field == "method" and "value" not in path:
        yield "ill-formed value", "hmac-sha256-2"
    elif names is not None:
        yield from (("another value", name) for name in names if name != text)
        if field != "code":
            yield "ill-formed value", f"{text}x"
    elif text in SEATS and field in ("dealer", "winner"):
        yield from (("another value", seat) for seat in SEATS if seat != text)
        yield "ill-formed value", "X"
    elif text in SIDES and field == "winner":
        yield "another value", "EW" if text == "NS" else "NS"
        yield "ill-formed value", text[::-1]
    elif field == "date":
        yield "another value", f"{text[:-1]}{(int(text[-1]) + 1) % 8}"
        yield "ill-formed value", f"{text[:5]}13{text[7:]}"
    elif field == "commitment":
        yield "another value", text[:-1] + ("0" if text[-1] != "0" else "1")
        yield "ill-formed value", text.upper()
        yield "ill-formed value", text[:-1]
    elif field == "at":
        first, _, rest = text.partition(".")
        yield "another value", f"{int(first) + 1}{_}{rest}"
        yield "another value", text.rpartition(".")[0] or f"{text}.1"
        yield "ill-formed value", f"{text}."
    elif field == "id" and len(path) == 1:
        yield "another value", f"{text}x"
        yield "ill-formed value", f"{text} X"
    else:
        yield "another value", f"{text}x"
        if field == "seed" and "shuffle" in path:
            yield "another value", text[::-1] if text[::-1] != text else f"{text}y"
            yield "ill-formed value", ""
        elif not _FREE.search(where) and not (path[0] == "annotations" and field == "id"):
            yield "ill-formed value", ""


def _other_cards(card: str) -> list[str]:
    """The next rank of the suit, the next suit of the rank."""
    if card == HIDDEN:
        return [PACK[0], PACK[-1]]
    rank, suit = card[0], card[1]
    return [RANKS[(RANKS.index(rank) + 1) % 13] + suit, rank + SUITS[(SUITS.index(suit) + 1) % 4]]


def _other_actions(text: str, *, drawable: bool) -> Iterator[tuple[str, str]]:
    """Another seat, kind or card; only draws hide their card, and what might have been played is no draw."""
    seat, kind, card = text.split(" ")
    others = [f"{other} {kind} {card}" for other in SEATS if other != seat]
    others += [f"{seat} {other} {card}" for other in ("play", "draw", "dark") if other != kind]
    others += [f"{seat} {kind} {other}" for other in (*_other_cards(card), HIDDEN) if other != card]
    for other in others:
        is_well_formed = (drawable or " draw " not in other) and (" draw " in other or not other.endswith(HIDDEN))
        yield "another value" if is_well_formed else "ill-formed value", other


def _other_packs(text: str) -> Iterator[tuple[str, str]]:
    cards = text.split(" ") if text else []
    for place, card in enumerate(cards):
        head, tail = cards[:place], cards[place + 1 :]
        for other in [*_other_cards(card), *([HIDDEN] if card != HIDDEN else [])]:
            yield "card changed", " ".join([*head, other, *tail])
        yield "card dropped", " ".join([*head, *tail])
        yield "card doubled", " ".join([*head, card, card, *tail])
        if tail and tail[0] != card:
            yield "cards swapped", " ".join([*head, tail[0], card, *tail[1:]])
