"""The line of a trick: its number, who led, the cards clockwise, and what it came to."""

from typing import Any

from msgspec import Struct

from ristilog.game.cards import HIDDEN
from ristilog.game.findings import quoted
from ristilog.game.table import Seat
from ristilog.record.notation.cursor import Cursor, Fault
from ristilog.record.notation.play import NOT_WRITTEN, Cell
from ristilog.record.notation.sheet import Place, Sheet
from ristilog.record.notation.values import card_of, no_card


class Draft(Struct):
    """A deal as it is being read."""

    number: int
    """From 0."""
    tree: dict[str, Any]
    cards: dict[str, str] = {}
    """What is written of hands and stock; ``hidden`` for as many hidden cards as the rules deal."""
    no_cards: bool = False
    """Whether it is written that the record has none of them."""
    tricks: list["TrickDraft"] = []
    trick: "TrickDraft | None" = None
    """The one that `times` and `ext` would belong to."""
    next_trick: int = 1
    """The number that the next trick should bear."""

    @property
    def where(self) -> str:
        """The deal's pointer."""
        return f"/deals/{self.number}"


class TrickDraft(Struct):
    """A trick as it is being read."""

    where: str
    tree: dict[str, Any]
    leader: Seat | None = None
    cells: list[Cell] = []
    """What is written in short."""
    actions: list[str] = []
    """What is written in full."""
    places: list[Place] = []
    """Of the cells or of the actions."""


def read_trick(sheet: Sheet, deal: Draft, cursor: Cursor) -> None:
    """A line that begins with a number: a trick."""
    place = cursor.place
    digits = cursor.word().rstrip(".:")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0
    if number != deal.next_trick:
        found = f"not {number}" if number else f"but here is {quoted(digits)}"
        sheet.complain(Fault(*place, f"this is trick {deal.next_trick}, {found}"))
    deal.next_trick = (number or deal.next_trick) + 1
    trick = TrickDraft(f"{deal.where}/tricks/{len(deal.tricks)}", {})
    deal.tricks.append(trick)
    deal.trick = trick
    sheet.places.setdefault(f"{deal.where}/tricks", place)
    sheet.places[trick.where] = place
    sheet.places[f"{trick.where}/actions"] = cursor.place
    if cursor.take("full"):
        _read_in_full(trick, cursor)
    else:
        _read_in_short(trick, cursor)
    if cursor.seat_next():
        sheet.places[f"{trick.where}/winner"] = cursor.place
        trick.tree["winner"] = cursor.seat("the winner")
    if not cursor.done:
        sheet.places[f"{trick.where}/points"] = cursor.place
        trick.tree["points"] = cursor.integer("the winner of the trick, or its card points")
    cursor.close()


def _read_in_short(trick: TrickDraft, cursor: Cursor) -> None:
    """Who led, and the cards, clockwise."""
    trick.leader = cursor.seat("the seat that leads")
    dark = False
    while True:
        place, word = cursor.place, cursor.peek()
        cell = _cell(word)
        if word.casefold() == "dark":
            dark = True
        elif cell is not None:
            if len(trick.cells) == 4:
                raise Fault(*place, "a trick has four cards, this is a fifth; what else was done is written in full")
            trick.cells.append(Cell(cell.card, cell.dark or dark, cell.draw))
            trick.places.append(place)
            dark = False
        elif trick.cells and not dark and word[:1] in ("*", "+", "-") and (behind := _behind(trick.cells[-1], word)):
            trick.cells[-1] = behind
        else:
            break
        cursor.word()
    if (dark or not trick.cells) and not word:
        cursor.expect("a card")
    if dark or not trick.cells:
        raise cursor.fault(no_card(word))
    if not cursor.done and not cursor.seat_next() and not word.lstrip("-").isdecimal():
        raise cursor.fault(no_card(word) if len(trick.cells) < 4 else _no_claim(word))


def _no_claim(word: str) -> str:
    return f"the winner of the trick (N, E, S or W) and its card points may stand here, but here is {quoted(word)}"


def _cell(word: str) -> Cell | None:
    """A card with what is written close behind it: ``4s``, ``4s*``, ``4s+2c``, ``4s-``."""
    length = 3 if word.startswith("10") else 2
    card = card_of(word[:length])
    return None if card is None else _behind(Cell(card), word[length:])


def _behind(cell: Cell, marks: str) -> Cell | None:
    """A card with some marks behind it: that it was turned up, and what was drawn; None if they are no marks."""
    dark = cell.dark or marks.startswith("*")
    marks = marks.removeprefix("*")
    if not marks:
        return Cell(cell.card, dark, cell.draw)
    draw = NOT_WRITTEN if marks == "-" else HIDDEN if marks == "+??" else card_of(marks[1:])
    return None if draw is None or marks[0] not in "+-" else Cell(cell.card, dark, draw)


def _read_in_full(trick: TrickDraft, cursor: Cursor) -> None:
    """Every action by itself."""
    while not cursor.done:
        place, before = cursor.place, cursor.at
        seat = cursor.seat("an action such as N play 4c")
        if cursor.peek().casefold() not in ("play", "dark", "draw"):
            cursor.at = before  # the winner
            break
        kind = cursor.word().casefold()
        trick.actions.append(f"{seat} {kind} {cursor.card(hidden=kind == 'draw')}")
        trick.places.append(place)
        if not cursor.done and not cursor.seat_next():
            break
    if not trick.actions:
        cursor.expect("an action", "such as N play 4c")
