"""The lines of a deal: its cards, its tricks, its score."""

from typing import Any, Final

import msgspec

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Deal
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SEATS
from ristilog.record.notation.cursor import Cursor, Fault
from ristilog.record.notation.play import seeded, spelt_out, stock_of, taken
from ristilog.record.notation.sheet import Place, Sheet
from ristilog.record.notation.tricks import Draft, TrickDraft

METHOD: Final = "hmac-sha256-1"
_SCORES: Final = ("points", "award", "held", "match", "clean")
_CLEAN: Final = {"both": (True, True), "ns": (True, False), "ew": (False, True), "nobody": (False, False)}


def _times(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    if deal.trick is None:
        raise Fault(*place, "times belong to a trick, in a line behind it")
    where = cursor.place
    times: list[int] = []
    while not cursor.done or not times:
        times.append(cursor.integer("a number of milliseconds", 0))
    sheet.put(deal.trick.tree, "times", times, f"{deal.trick.where}/times", where)


def _ext(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    owner: Draft | TrickDraft = deal.trick or deal
    where = cursor.place
    value = cursor.object(owner.where.count("/") + 1)
    sheet.put(owner.tree, "ext", value, f"{owner.where}/ext", where)


def _cards(sheet: Sheet, deal: Draft, cursor: Cursor, name: str) -> None:
    """A hand or the stock."""
    place, cards = cursor.place, ""
    if cursor.take("hidden", '""'):
        cards = "hidden" if cursor.text[cursor.at - 1] != '"' else ""
        cursor.close()
    else:
        held: list[str] = []
        while not cursor.done or not held:
            held.append(cursor.card(hidden=True))
        cards = " ".join(held)
    pointer = f"{deal.where}/{name}"
    sheet.put(deal.cards, name, cards, pointer, place)
    if name != "stock":
        sheet.places.setdefault(f"{deal.where}/hands", place)


def _hands(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    if cursor.take("-"):
        deal.no_cards = True
    elif cursor.take("{}"):
        sheet.put(deal.tree, "hands", {}, f"{deal.where}/hands", place)
    else:
        cursor.expect("- or {}", "a hand has a line that begins with its seat: N 2c 3d")
    cursor.close()


def _shuffle(sheet: Sheet, deal: Draft, place: Place) -> dict[str, Any]:
    sheet.places.setdefault(f"{deal.where}/shuffle", place)
    shuffle: dict[str, Any] = deal.tree.setdefault("shuffle", {"method": METHOD})
    return shuffle


def _method(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    cursor.exactly(METHOD)
    _shuffle(sheet, deal, place)


def _seed(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    where = cursor.text_place
    seed = _seed_text(cursor)
    sheet.put(_shuffle(sheet, deal, place), "seed", seed, f"{deal.where}/shuffle/seed", where)


def _seed_text(cursor: Cursor) -> str:
    place, seed = cursor.text_place, cursor.line_text("a seed")
    if not 1 <= len(seed.encode()) <= 256:
        raise Fault(*place, "a seed has 1 to 256 bytes of UTF-8")
    return seed


def _commitment(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    where, sealed = cursor.place, cursor.sealed()
    if sealed is None:
        cursor.expect("a commitment", "sha256: and 64 hex digits")
    cursor.close()
    sheet.put(_shuffle(sheet, deal, place), "commitment", sealed, f"{deal.where}/shuffle/commitment", where)


def _part(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    """One party's part of a seed: whose, its commitment, and the part."""
    shuffle = _shuffle(sheet, deal, place)
    pointer = f"{deal.where}/shuffle/parts"
    sheet.places.setdefault(pointer, place)
    parts: list[dict[str, Any]] = shuffle.setdefault("parts", [])
    pointer = f"{pointer}/{len(parts)}"
    sheet.places[pointer] = place
    part: dict[str, Any] = {}
    parts.append(part)
    where = cursor.place
    sheet.put(part, "by", cursor.string("the name of whose part it is"), f"{pointer}/by", where)
    where, sealed = cursor.text_place, cursor.sealed()
    if sealed is not None:
        sheet.put(part, "commitment", sealed, f"{pointer}/commitment", where)
    if cursor.rest():
        where = cursor.text_place
        sheet.put(part, "seed", _seed_text(cursor), f"{pointer}/seed", where)
    joined = "\n".join(one.get("seed", "") for one in parts)
    if len(joined.encode()) > 256:
        raise Fault(*place, "the parts of a seed have at most 256 bytes together, a line break between any two")


def _no_tricks(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    cursor.exactly("[]")
    sheet.put(deal.tree, "tricks", [], f"{deal.where}/tricks", place)


def _score(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    deal.trick = None
    score: dict[str, Any] = {}
    pointer = f"{deal.where}/score"
    empty = cursor.take("{}")
    while not cursor.done or not (score or empty):
        where, name = cursor.place, "points"
        if score or cursor.peek().casefold() in _SCORES:
            name = cursor.one_of("a claim", _SCORES)
        if name == "held":
            number_at = cursor.place
            sheet.put(score, name, cursor.integer("the number of game points held"), f"{pointer}/held", number_at)
        elif name == "clean":
            flags_at = cursor.place
            NS, EW = _CLEAN[cursor.one_of("the clean side", ("both", "NS", "EW", "nobody")).casefold()]  # noqa: N806
            sheet.put(score, name, {"NS": NS, "EW": EW}, f"{pointer}/clean", where)
            sheet.places |= {f"{pointer}/clean/NS": flags_at, f"{pointer}/clean/EW": flags_at}
        else:
            sheet.put_numbers(score, name, f"{pointer}/{name}", cursor, name)
    sheet.put(deal.tree, "score", score, pointer, place)


def _void(sheet: Sheet, deal: Draft, cursor: Cursor, place: Place) -> None:
    deal.trick = None
    sheet.put(deal.tree, "void", cursor.line_text("a reason", optional=True), f"{deal.where}/void", place)


DEAL: Final = {
    "shuffle": _method,
    "seed": _seed,
    "commitment": _commitment,
    "part": _part,
    "hands": _hands,
    "tricks": _no_tricks,
    "times": _times,
    "score": _score,
    "void": _void,
    "ext": _ext,
}
"""Word → how to read what stands behind it, in the lines of a deal."""
CARDS: Final = {"stock": "stock", **{seat.lower(): f"hands/{seat}" for seat in SEATS}}
"""Words before cards → what they are in the log."""


def read_deal_line(sheet: Sheet, deal: Draft, cursor: Cursor, word: str, place: Place) -> None:
    """A line of a deal that begins with a word."""
    if word in CARDS:
        _cards(sheet, deal, cursor, CARDS[word])
    else:
        DEAL[word](sheet, deal, cursor, place)


def finish_deal(sheet: Sheet, deal: Draft, rules: Ruleset | None, *, is_open: bool) -> None:
    """Put in what goes without saying, once all of the text has been read without a fault."""
    tree = deal.tree
    for name, cards in deal.cards.items():
        hands = tree if name == "stock" else tree.setdefault("hands", {})
        if cards == "hidden":
            if rules is None:
                line, column = sheet.places[f"{deal.where}/{name}"]
                raise Fault(line, column, "how many cards are hidden only known rules can say; write each as ??")
            cards = " ".join([HIDDEN] * (rules.stock_size if name == "stock" else rules.hand_size))
        hands[name.removeprefix("hands/")] = cards
    if is_open and not deal.no_cards and "hands" not in tree and "stock" not in tree:
        dealt = seeded(_deal(tree), rules)
        if dealt is not None:
            tree["hands"] = {seat: " ".join(cards) for seat, cards in dealt.hands.items()}
            tree["stock"] = " ".join(dealt.stock)
            sheet.places[f"{deal.where}/hands"] = sheet.places[f"{deal.where}/shuffle"]
            sheet.places[f"{deal.where}/stock"] = sheet.places[f"{deal.where}/shuffle"]
    if deal.tricks or not ("void" in tree or "score" in tree):
        tree.setdefault("tricks", [])
    stock, used = stock_of(_deal(tree), rules), 0
    for trick in deal.tricks:
        if trick.leader is not None:
            spelt = spelt_out(trick.leader, trick.cells, stock, used)
            actions, places = [text for text, _ in spelt], [trick.places[number] for _, number in spelt]
        else:
            actions, places = trick.actions, trick.places
        used += taken(actions)
        tree["tricks"].append({"actions": actions, **trick.tree})
        sheet.places |= {f"{trick.where}/actions/{number}": place for number, place in enumerate(places)}


def _deal(tree: dict[str, Any]) -> Deal:
    return msgspec.convert({key: tree[key] for key in ("dealer", "shuffle", "hands", "stock") if key in tree}, Deal)
