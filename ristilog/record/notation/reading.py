"""Notation → log: line by line, every fault with its place; the log only if there is none."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct, structs

from ristilog.game.findings import Finding, finding, quoted
from ristilog.game.log import GameLog, Rules
from ristilog.game.nearest import nearest_name
from ristilog.game.ruleset import resolve
from ristilog.record.notation.cursor import Cursor, Fault
from ristilog.record.notation.deals import CARDS, DEAL, finish_deal, read_deal_line
from ristilog.record.notation.head import ANYWHERE, HEAD, seatless
from ristilog.record.notation.notes import (
    FIELDS,
    NoteDraft,
    begin_note,
    finish_text,
    goes_on,
    read_field,
    read_note,
    read_on,
)
from ristilog.record.notation.sheet import Place, Sheet, TooMany
from ristilog.record.notation.tricks import Draft, read_trick

_BREAK: Final = re.compile(r"\r\n|\n|\r")
_HALF: Final = re.compile("[\ud800-\udfff]")
_KEYWORD: Final = re.compile(r'([^\s:="{\[;#,]+):?')
_DEAL_WORDS: Final = tuple(dict.fromkeys([*DEAL, *CARDS]))
_FIRST: Final = 'a game in notation begins with the line "ristilog 1.0"'


class Notated(Struct, frozen=True):
    """What reading a text came to: the log, or None and what is wrong; and where in the text everything stands."""

    log: GameLog | None
    findings: tuple[Finding, ...]
    """What cannot be read (F101), in the order of the text, at most 100."""
    places: Mapping[str, tuple[int, int]]
    """JSON Pointer of everything in the log that is written → its line and column, from 1. What goes without saying
    stands where the thing stands that it follows from."""

    def place(self, one: Finding) -> Finding:
        """A finding on the log with its line and column in the text: those of what it points at, or is part of."""
        pointer = one.pointer
        while pointer and pointer not in self.places:
            pointer = pointer.rpartition("/")[0]
        line, column = self.places.get(pointer, (1, 1))
        return structs.replace(one, line=line, column=column)


def read_notation(text: str) -> Notated:
    """Read a game in notation; every fault is a finding (F101) with line and column, nothing is raised."""
    reader = _Reader()
    with suppress(TooMany):
        reader.read(text.removeprefix("\ufeff"))
    sheet = reader.sheet
    log = None if sheet.faults else msgspec.convert(sheet.tree, GameLog)
    return Notated(log, tuple(map(_found, sorted(sheet.faults, key=lambda one: (one.line, one.column)))), sheet.places)


def _found(fault: Fault) -> Finding:
    return structs.replace(finding("F101", "", reason=fault.message), line=fault.line, column=fault.column)


class _Reader:
    """Goes through the lines, and keeps in mind which deal and note they belong to."""

    def __init__(self) -> None:
        self.sheet = Sheet()
        self.deals: list[Draft] = []
        self.deal: Draft | None = None
        self.note: NoteDraft | None = None
        self.next_deal = 1
        self.begun = False
        self.has_rules = False

    def read(self, text: str) -> None:
        """Read all of a text."""
        for number, line in enumerate(_BREAK.split(text), start=1):
            cursor = Cursor(line, number)
            if cursor.done:
                continue
            try:
                _check_text(cursor)
                self._read_line(cursor)
            except Fault as fault:
                self.sheet.complain(fault)
        finish_text(self.sheet, self.note)
        try:
            self._finish()
        except Fault as fault:
            self.sheet.complain(fault)

    def _read_line(self, cursor: Cursor) -> None:
        if goes_on(cursor.text):
            read_on(self.note, cursor)
            return
        if self.note is not None:
            finish_text(self.sheet, self.note)
            if read_field(self.sheet, self.note, cursor):
                cursor.close()
                return
        place = cursor.place
        found = _KEYWORD.match(cursor.text, cursor.at)
        word = found[1].casefold() if found else ""
        if not self.begun:
            self.begun = True
            if word != "ristilog":
                self.sheet.complain(Fault(*place, f"{_FIRST}, but here is {_shown(cursor)}"))
        if "0" <= word[:1] <= "9":
            self.note = None
            if self.deal is None:
                raise Fault(*place, "a trick belongs to a deal, which begins with a line such as deal 1 dealer S")
            read_trick(self.sheet, self.deal, cursor)
            return
        if found is None or not self._is_known(word):
            raise Fault(*place, self._unknown(cursor, word))
        cursor.at = found.end()
        self.note = None
        self.has_rules |= word == "rules"
        self._read_word(cursor, word, place)

    def _is_known(self, word: str) -> bool:
        return word in ("deal", "note") or word in HEAD or word in DEAL or word in CARDS or word in ANYWHERE

    def _read_word(self, cursor: Cursor, word: str, place: Place) -> None:
        if word == "note":
            self.note = begin_note(self.sheet, place)
            read_note(self.sheet, self.note, cursor)
            cursor.close()
        elif word == "deal":
            self._begin_deal(cursor, place)
        elif word in ANYWHERE:
            if word == "result":
                self.deal = None
            ANYWHERE[word](self.sheet, cursor, place)
        elif self.deal is not None and (word in DEAL or word in CARDS):
            read_deal_line(self.sheet, self.deal, cursor, word, place)
            cursor.close()
        elif self.deal is None and word in HEAD:
            HEAD[word](self.sheet, cursor, place)
        elif word in HEAD:
            raise Fault(*place, f"{word} belongs before the first deal")
        else:
            raise Fault(*place, f"{word} belongs to a deal, which begins with a line such as deal 1 dealer S")

    def _unknown(self, cursor: Cursor, word: str) -> str:
        known = [*(FIELDS if self.note else ()), *(_DEAL_WORDS if self.deal else HEAD), *ANYWHERE, "deal", "note"]
        close = nearest_name(word, tuple(dict.fromkeys(one for one in known if len(one) > 2))) if word else None
        what = "of a note" if self.note else "of a deal" if self.deal else "of a game"
        shown = _shown(cursor)
        return f"no line {what} begins with {shown}" + (f"; did you mean {close}?" if close else "")

    def _begin_deal(self, cursor: Cursor, place: Place) -> None:
        number_at, number = cursor.place, None
        if not cursor.seat_next() and cursor.peek().casefold() != "dealer":
            number = cursor.integer("the number of the deal, or its dealer", 1)
        if number not in (None, self.next_deal):
            self.sheet.complain(Fault(*number_at, f"this is deal {self.next_deal}, not {number}"))
        self.next_deal = (number or self.next_deal) + 1
        deal = Draft(len(self.deals), {})
        self.deals.append(deal)
        self.deal = deal
        self.sheet.places.setdefault("/deals", place)
        self.sheet.places[deal.where] = place
        cursor.take("dealer")
        where = cursor.place
        self.sheet.put(deal.tree, "dealer", cursor.seat("the dealer"), f"{deal.where}/dealer", where)
        cursor.close()

    def _finish(self) -> None:
        """Look at what is missing, and put in what goes without saying."""
        sheet, tree = self.sheet, self.sheet.tree
        if not self.begun:
            raise Fault(1, 1, f"{_FIRST}, but there is nothing here")
        if "name" not in tree.get("rules", {}) and not self.has_rules:
            line, column = sheet.places.get("/rules", (1, 1))
            sheet.complain(Fault(line, column, "the rules are missing: a line such as rules ristikontra"))
        for seat in seatless(sheet):
            line, column = sheet.places[f"/players/{seat}"]
            sheet.complain(Fault(line, column, f"the name of {seat} is missing: a line such as {seat} Aino"))
        if sheet.faults:
            return
        rules = Rules(**tree["rules"])
        ruleset, _ = resolve(rules.name, rules.version, rules.options or {})
        for deal in self.deals:
            finish_deal(sheet, deal, ruleset, is_open=tree.get("view", "open") == "open")
        tree["deals"] = [deal.tree for deal in self.deals]


def _shown(cursor: Cursor) -> str:
    return quoted(cursor.peek() or cursor.text[cursor.at :])


def _check_text(cursor: Cursor) -> None:
    """Refuse what is no text: half of a surrogate pair."""
    found = None if cursor.text.isascii() else _HALF.search(cursor.text)
    if found is not None:
        raise Fault(cursor.line, found.start() + 1, "half of a surrogate pair stands here, which is no text")
