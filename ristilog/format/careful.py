"""Reading a log whose form is at fault: every ill-formed field named, cut out, and the rest made fit to be judged."""

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct

from ristilog.format.fields import MAX_FLAWS, MAX_PASSED_OVER, field_flaws
from ristilog.format.positions import escape, unescape
from ristilog.format.shape import Flaw, cross_flaws, strings_are_well_formed
from ristilog.game.log import GameLog

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
            parts = [unescape(part) for part in pointer.split("/")[1:]]
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
    more: bool
    """Whether there is more wrong than is named; then nothing is judged."""


def read_tree(tree: dict[str, Any], *, newer: bool = False) -> Careful:
    """Name every ill-formed field of a parsed log and make what is left a log; the tree is used up.

    A field that the format does not know is read as the one that was meant, if that is plain and is not there too:
    it is a fault all the same, but nothing else is a fault because of it. In a log of a `newer` minor version such
    fields are no faults, there may be many, and nothing is guessed of them or forgiven because of them: or whoever
    raises the version could put a name of their own to whatever they wish to hide.
    """
    most = MAX_PASSED_OVER if newer else MAX_FLAWS
    log = _as_log(tree)
    found, strangers = ([], {}) if log is not None else field_flaws(tree, most=most)
    renamed = _read_as_meant(tree, dict.fromkeys(strangers, "") if newer else strangers)
    owners = set() if newer else {pointer.rpartition("/")[0] for pointer in strangers}
    more = len(found) >= MAX_FLAWS or len(found) + len(strangers) >= most
    work = Cut(tree, set(), set(), set(), fatal=more)
    flaws: list[Flaw] = []

    def name_and_cut(more: Iterable[Flaw]) -> None:
        more = list(more)
        flaws.extend(flaw for flaw in more if not (flaw.missing and flaw.pointer in owners))
        work.take_out(_target(flaw) for flaw in more)

    name_and_cut(flaw for flaw in found if _target(flaw) not in renamed)
    if renamed:  # what was meant may be ill formed itself: then it is cut out, but has been named as misspelt
        inside, strangers_inside = field_flaws(tree, most=most)
        work.take_out([*map(_target, inside), *strangers_inside])
    if not work.fatal:
        log = log if log is not None else msgspec.convert(work.tree, GameLog)
        crossed = list(islice((flaw for flaw in cross_flaws(log) if not work.explains(flaw)), MAX_FLAWS))
        more = len(crossed) == MAX_FLAWS
        name_and_cut(crossed)
        log = None if crossed else log
    if work.fatal or more:
        log = None
    elif log is None:
        log = msgspec.convert(work.tree, GameLog)
    return Careful(
        log,
        tuple(flaws),
        strangers,
        frozenset(work.cut),
        frozenset(work.suspended),
        frozenset(work.no_dealer),
        renamed,
        more,
    )


def _as_log(tree: dict[str, Any]) -> GameLog | None:
    """The log, if every field by itself is well formed: then the schema, which is slow, has no say."""
    try:
        log = msgspec.convert(tree, GameLog)
    except msgspec.ValidationError:
        return None
    return log if strings_are_well_formed(log) else None


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


def _target(flaw: Flaw) -> str:
    return f"{flaw.pointer}/{flaw.expected}" if flaw.missing else flaw.pointer


def _owner(tree: Any, pointer: str) -> Any:
    for part in map(unescape, pointer.split("/")[1:-1]):
        tree = tree[int(part)] if isinstance(tree, list) else tree[part]
    return tree
