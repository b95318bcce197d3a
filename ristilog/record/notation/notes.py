"""The lines of a note: its address and mark, then a field a line, texts going on behind ``|``."""

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from ristilog.format.positions import escape
from ristilog.game.log import ADDRESS
from ristilog.record.notation.cursor import Cursor, Fault
from ristilog.record.notation.sheet import Place, Sheet
from ristilog.record.notation.spelling import TAG, is_quoted
from ristilog.record.notation.values import card_of, no_card

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
METHODS: Final = ("open-cards", "sampled")
_LANGUAGE: Final = re.compile(rf"({TAG.pattern}):(?=\s|$)")
_WIDE: Final = re.compile(r"\s*\|(?: ?)(.*)")


class NoteDraft(Struct):
    """A note as it is being read."""

    where: str
    tree: dict[str, Any]
    language: str | None = None
    """That of the text that the next line may go on with."""
    lines: list[str] = []
    """Of that text."""


Reads = Callable[[Sheet, NoteDraft, Cursor, Place], None]


def begin_note(sheet: Sheet, place: Place) -> NoteDraft:
    """A note with nothing in it yet."""
    notes: list[dict[str, Any]] = sheet.tree.setdefault("annotations", [])
    sheet.places.setdefault("/annotations", place)
    note = NoteDraft(f"/annotations/{len(notes)}", {})
    notes.append(note.tree)
    sheet.places[note.where] = place
    return note


def read_note(sheet: Sheet, note: NoteDraft, cursor: Cursor) -> None:
    """The line that begins a note, which may hold one of its fields."""
    where, at = cursor.place, cursor.peek()
    if not re.match(ADDRESS, at):
        cursor.expect("the address of a deal, trick or play", "such as 1.3.2")
    cursor.word()
    sheet.put(note.tree, "at", at, f"{note.where}/at", where)
    where, glyph = cursor.place, cursor.peek()
    if glyph in GLYPHS:
        cursor.word()
        sheet.put(note.tree, "glyph", glyph, f"{note.where}/glyph", where)
    while cursor.peek().casefold() in ("auto", "stop"):
        where = cursor.place
        _flag(cursor.word().casefold())(sheet, note, cursor, where)
    if not cursor.done and not read_field(sheet, note, cursor):
        cursor.expect("a language and a text", "such as en: This takes the trick.")


def read_field(sheet: Sheet, note: NoteDraft, cursor: Cursor) -> bool:
    """Read a field of a note, or say that there is none here."""
    place = cursor.place
    language = _language(cursor)
    if language is not None:
        texts = note.tree.setdefault("text", {})
        sheet.places.setdefault(f"{note.where}/text", place)
        where = cursor.text_place if cursor.rest() else place
        is_whole = is_quoted(cursor.rest())
        text = cursor.line_text("a text", optional=True)
        sheet.put(texts, language, text, f"{note.where}/text/{escape(language)}", where)
        if not is_whole:
            note.language, note.lines = language, [text] if text else []
        return True
    word = cursor.peek().rstrip(":").casefold()
    if word not in FIELDS:
        return False
    cursor.word()
    FIELDS[word](sheet, note, cursor, place)
    return True


def _language(cursor: Cursor) -> str | None:
    """The language of a text, taken with its colon; None if none stands here."""
    if cursor.text.startswith('"', cursor.at):
        before = cursor.at
        language = cursor.json()
        if isinstance(language, str) and cursor.text.startswith(":", cursor.at):
            cursor.at += 1
            return language
        cursor.at = before
        return None
    before = cursor.at
    found = cursor.matched(_LANGUAGE)
    if found is None:
        return None
    if found[1].casefold() in RESERVED:
        cursor.at = before
        return None
    return found[1]


def goes_on(line: str) -> bool:
    """Whether a line goes on with a text."""
    return line.lstrip().startswith("|")


def read_on(note: NoteDraft | None, cursor: Cursor) -> None:
    """A line that goes on with the text above it."""
    if note is None or note.language is None:
        raise cursor.fault("a line behind | goes on with the text of a note, but there is none right above it")
    found = _WIDE.match(cursor.text)
    assert found is not None
    note.lines.append(found[1].rstrip())


def finish_text(sheet: Sheet, note: NoteDraft | None) -> None:
    """Put a text together whose last line has been read."""
    if note is None or note.language is None:
        return
    language, note.language = note.language, None
    note.tree["text"][language] = "\n".join(note.lines)
    if not note.lines:
        line, column = sheet.places[f"{note.where}/text/{escape(language)}"]
        sheet.complain(Fault(line, column, 'a text belongs here, or behind | in the next lines (an empty one is "")'))


def _flag(field: str) -> Reads:
    def read(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
        said = not cursor.take("no")
        cursor.take("yes")
        sheet.put(note.tree, field, said, f"{note.where}/{field}", place)

    return read


def _text(field: str) -> Reads:
    def read(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
        where = cursor.text_place
        sheet.put(note.tree, field, cursor.line_text("a text"), f"{note.where}/{field}", where)

    return read


def _claim(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
    where = cursor.place
    sheet.put(note.tree, "code", cursor.string("the name of a claim"), f"{note.where}/code", where)
    if not cursor.done:
        _args(sheet, note, cursor, cursor.place)


def _args(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
    where = cursor.place
    pairs = cursor.pairs("what the claim says", 4)
    sheet.put(note.tree, "args", {key: value for key, (value, _) in pairs.items()}, f"{note.where}/args", where)
    sheet.places |= {f"{note.where}/args/{escape(key)}": place for key, (_, place) in pairs.items()}


def _line(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
    """A what-if: seats and cards, ``*`` behind a card that is turned up."""
    pointer = f"{note.where}/lines"
    choices: list[str] = []
    places: list[Place] = []
    while not cursor.done or not choices:
        places.append(cursor.place)
        seat = cursor.seat("a seat")
        word = cursor.peek()
        card = card_of(word.removesuffix("*"))
        if card is None:
            raise (
                cursor.fault(no_card(word))
                if word
                else cursor.fault("the line ends where a card belongs (a line is seats and cards: N 9c E 4d*)")
            )
        cursor.word()
        dark = cursor.take("*") or word.endswith("*")
        choices.append(f"{seat} {'dark' if dark else 'play'} {card}")
    sheet.places.setdefault(pointer, place)
    lines: list[list[str]] = note.tree.setdefault("lines", [])
    sheet.places[f"{pointer}/{len(lines)}"] = place
    sheet.places |= {f"{pointer}/{len(lines)}/{number}": one for number, one in enumerate(places)}
    lines.append(choices)


def _empty(field: str, spelt: str) -> Reads:
    def read(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
        cursor.exactly(spelt)
        sheet.put(note.tree, field, [] if spelt == "[]" else {}, f"{note.where}/{field}", place)

    return read


def _value(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
    value: dict[str, Any] = {}
    pointer = f"{note.where}/value"
    where = cursor.place
    sheet.put(note.tree, "value", value, pointer, where)
    sheet.put(value, "method", cursor.one_of("a method", METHODS), f"{pointer}/method", where)
    while not cursor.done:
        field = cursor.one_of("a part of the value", ("best", "loss", "se", "samples", "seed", "policy"))
        where = cursor.place
        found: Any
        if field == "best":
            seat = cursor.seat("the best choice")
            kind = cursor.one_of("what to do", ("play", "dark"))
            found = f"{seat} {kind} {cursor.card()}"
        elif field in ("seed", "policy"):
            found = cursor.string("a word")
        else:
            found = cursor.integer("a whole number", 0)
        sheet.put(value, field, found, f"{pointer}/{field}", where)


def _ext(sheet: Sheet, note: NoteDraft, cursor: Cursor, place: Place) -> None:
    where = cursor.place
    sheet.put(note.tree, "ext", cursor.object(3), f"{note.where}/ext", where)


FIELDS: Final[dict[str, Reads]] = {
    "id": _text("id"),
    "by": _text("by"),
    "level": _text("level"),
    "claim": _claim,
    "args": _args,
    "auto": _flag("auto"),
    "stop": _flag("stop"),
    "text": _empty("text", "{}"),
    "line": _line,
    "lines": _empty("lines", "[]"),
    "value": _value,
    "ext": _ext,
}
"""Word → how to read what stands behind it, in the lines of a note."""

RESERVED: Final = frozenset({"by", "ext", "ns", "ew", "set"})
"""Words that with a colon behind them would look like languages; one of that name stands in quotation marks."""
