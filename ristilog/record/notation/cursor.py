"""Going through one line of notation: the reader's half of `spelling.py`. What is not as it should be is a `Fault`."""

import re
from typing import Any, Final, NoReturn

from ristilog.format.shape import holds
from ristilog.game.findings import quoted
from ristilog.game.log import MAX_INTEGER
from ristilog.game.nearest import nearest_name
from ristilog.game.table import SEATS, SIDES, Seat, Side
from ristilog.record.notation.spelling import BARE, BARE_VALUE, SEALED, is_quoted
from ristilog.record.notation.values import NoValue, card_of, is_text, no_card, parsed

_BLANKS: Final = re.compile(r"[\s,]*")
_WORD: Final = re.compile(r"[^\s,;#]+")
_NUMBER: Final = re.compile(r"-?[0-9]{1,16}(?![\w.])")
_SEATS: Final[dict[str, Seat]] = {spelt: seat for seat in SEATS for spelt in (seat, seat.lower())}
_SIDES: Final[dict[str, Side]] = {spelt: side for side in SIDES for spelt in (side, side.lower(), side.capitalize())}
_PLACES: Final = {"ns": 0, "ew": 1}


class Fault(Exception):
    """Something in the text that cannot be read, where it stands, and what was expected there."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message


class Cursor:
    """A line of the text, and how far it has been read. Blanks and commas between words mean nothing."""

    __slots__ = ("at", "line", "text")

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.at = 0

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of what comes next, counted from 1."""
        self._skip()
        return self.line, self.at + 1

    @property
    def text_place(self) -> tuple[int, int]:
        """Line and column of the text that comes next, to which a comma may belong."""
        self.at += len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        return self.line, self.at + 1

    def fault(self, message: str) -> Fault:
        """A fault at what comes next."""
        return Fault(*self.place, message)

    @property
    def done(self) -> bool:
        """Whether nothing comes but perhaps a comment."""
        self._skip()
        return self.at >= len(self.text) or self.text[self.at] in "#;"

    def close(self) -> None:
        """The line has to end here."""
        if not self.done:
            raise self.fault(f"{self._shown()} stands where the line should end")

    def exactly(self, word: str) -> None:
        """This word and nothing else has to come."""
        if not self.take(word):
            self.expect(word)
        self.close()

    def word(self) -> str:
        """The next word, taken; nothing at the end of the line."""
        word = self.peek()
        self.at += len(word)
        return word

    def peek(self) -> str:
        """The next word, not taken."""
        self._skip()
        found = _WORD.match(self.text, self.at)
        return found[0] if found else ""

    def take(self, *words: str) -> bool:
        """Take the next word if it is one of these, whatever its capitals."""
        word = self.peek()
        if word.casefold() not in words:
            return False
        self.at += len(word)
        return True

    def matched(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take what matches a pattern here, blanks passed over; take nothing if nothing does."""
        before = self.at
        self._skip()
        found = pattern.match(self.text, self.at)
        self.at = before if found is None else found.end()
        return found

    def seat(self, what: str) -> Seat:
        """A seat, in capitals or not."""
        seat = _SEATS.get(self.peek())
        if seat is None:
            self.expect(what, "N, E, S or W")
        self.at += 1
        return seat

    def seat_next(self) -> bool:
        """Whether a seat comes next."""
        return self.peek() in _SEATS

    def side_next(self) -> Side | None:
        """The side that comes next, not taken."""
        return _SIDES.get(self.peek())

    def one_of(self, what: str, known: tuple[str, ...]) -> str:
        """One of several words, whatever its capitals."""
        spelt = {one.casefold(): one for one in known}
        word = self.peek()
        if word.casefold() not in spelt:
            close = nearest_name(word, known) if word else None
            self.expect(what, f"{', '.join(known[:-1])} or {known[-1]}", close)
        self.at += len(word)
        return spelt[word.casefold()]

    def integer(self, what: str, least: int = -MAX_INTEGER) -> int:
        """A whole number within the format's bounds."""
        self._skip()
        start = self.at
        found = self.matched(_NUMBER)
        number = int(found[0]) if found else None
        if number is None or not least <= number <= MAX_INTEGER:
            self.at = start
            self.expect(what, "" if least < 0 or number is None else f"{least} or more")
        return number

    def numbers(self, what: str) -> tuple[dict[str, int], dict[str, tuple[int, int]]]:
        """A number for each side and where they stand: ``NS 7 EW 3``, or ``7-3``, North and South first."""
        short = self.side_next() is None
        found: dict[str, int] = {}
        places: dict[str, tuple[int, int]] = {}
        for turn in SIDES:
            side: str = turn
            if short and found:
                self._skip()
                if self.text[self.at : self.at + 1] not in ("-", ":", "–"):
                    self.expect("a hyphen and the number of EW", f"{what}: NS 1 EW 0, or 1-0")
                self.at += 1
            elif not short:
                named = self.side_next()
                if named is None or named in found:
                    self.expect("NS or EW", f"{what}: NS 1 EW 0, or 1-0")
                side, self.at = named, self.at + 2
            places[side] = self.place
            found[side] = self.integer(f"the number of {side}")
        return found, places

    def card(self, *, hidden: bool = False) -> str:
        """A card, or where that may be one that the record does not show."""
        word = self.peek()
        card = card_of(word)
        if card is None and not (hidden and word == "??"):
            if not word:
                self.expect("a card")
            raise self.fault(no_card(word) + (", or ?? for one that is not shown" if hidden else ""))
        self.at += len(word)
        return card or word

    def string(self, what: str, pattern: re.Pattern[str] = BARE) -> str:
        """A word with something behind it, bare or as a JSON string."""
        self._skip()
        if self.text.startswith('"', self.at):
            string = self.json()
            assert isinstance(string, str)
            return string
        found = self.matched(pattern)
        if found is None:
            self.expect(what, "in quotation marks if it is more than a word")
        return found[0]

    def sealed(self) -> str | None:
        """A commitment, if one comes next."""
        found = self.matched(SEALED)
        return found[0] if found else None

    def rest(self) -> str:
        """All that comes, to the end of the line, as it is."""
        return self.text[self.text_place[1] - 1 :].strip()

    def line_text(self, what: str, *, optional: bool = False) -> str:
        """A text to the end of the line: a JSON string if it is in quotation marks, else as it is."""
        rest = self.rest()
        if is_quoted(rest):
            string = self.json()
            if self.text[self.at :].strip() or not isinstance(string, str):
                self.expect("the end of the string", "what begins and ends with a quotation mark is read as JSON")
            return string
        if not rest and not optional:
            self.expect(what, 'an empty one is written ""')
        self.at = len(self.text)
        return rest

    def json(self, depth: int = 1) -> Any:
        """A JSON value, which stands in the log so deep."""
        self._skip()
        try:
            value, end = parsed(self.text, self.at)
        except NoValue as error:
            raise Fault(self.line, error.at + 1, error.reason) from None
        if not holds(value, depth):
            raise self.fault("a number in it is larger than any reader can hold, or it is nested too deep")
        if self.text.find("\\u", self.at, end) >= 0 and not is_text(value):
            raise self.fault("a string in it holds half of a surrogate pair, which is no text")
        self.at = end
        return value

    def object(self, depth: int = 1) -> dict[str, Any]:
        """A JSON object to the end of the line."""
        place = self.place
        value = self.json(depth)
        if not isinstance(value, dict):
            raise Fault(*place, "a JSON object belongs here: {…}")
        self.close()
        return value

    def pairs(self, what: str, depth: int) -> dict[str, tuple[Any, tuple[int, int]]]:
        """Pairs such as ``target=5`` to the end of the line, each with its place; ``{}`` is none."""
        pairs: dict[str, tuple[Any, tuple[int, int]]] = {}
        if self.take("{}"):
            self.close()
            return pairs
        while not self.done or not pairs:
            place = self.place
            key = self.string(what)
            if key in pairs:
                raise Fault(*place, f"{quoted(key)} stands twice in this line")
            self._skip()
            if not self.text.startswith("=", self.at):
                self.expect("= and a value")
            self.at += 1
            pairs[key] = (self._value(depth), place)
        return pairs

    def _value(self, depth: int) -> Any:
        """A value of a pair: JSON, or a plain string without its quotation marks."""
        self._skip()
        start = self.at
        bare = self.matched(BARE_VALUE)
        if bare is not None and bare[0] not in ("true", "false", "null"):
            return bare[0]
        self.at = start
        if self.done:
            self.expect("a value")
        return self.json(depth)

    def _skip(self) -> None:
        found = _BLANKS.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def _shown(self) -> str:
        return quoted(self.peek() or self.text[self.at :])

    def expect(self, what: str, hint: str = "", meant: str | None = None) -> NoReturn:
        """Say what belongs here, and what stands here instead."""
        found = "the line ends" if self.done else f"{self._shown()} stands"
        more = (f" ({hint})" if hint else "") + (f"; did you mean {meant}?" if meant else "")
        raise self.fault(f"{found} where {what} belongs{more}")
