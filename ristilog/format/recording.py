"""The events of a stream, one after the other: what stands of them, what is taken back, and the text they make."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct, structs

from ristilog.format.events import STREAM, STREAM_VERSION
from ristilog.format.members import Member, Piece, Unreadable, as_pieces, members_of, separated
from ristilog.game.findings import finding, quoted, shorten
from ristilog.game.nearest import did_you_mean

EVENTS: Final = ("deal", "action", "trick", "score", "undo", "void", "note", "result")
_ADDRESS: Final = re.compile(r'"at"\s*:\s*"([0-9.]{1,20})"')


class StreamFault(Exception):
    """What is wrong with a line; it ends the reading."""

    def __init__(self, code: str, line: int, column: int, reason: str, **what: Any) -> None:
        super().__init__(reason)
        pointer = f"/{STREAM}" if code == "F103" else ""
        self.finding = structs.replace(finding(code, pointer, reason=reason, **what), line=line, column=column)


class Event(Struct, frozen=True):
    """What a line says."""

    kind: str
    value: str
    line: int
    column: int
    """Of the value."""
    t: Piece | None = None

    @property
    def piece(self) -> Piece:
        """The value as it stands."""
        return Piece(self.value, self.line, self.column)

    def members(self, *others: str) -> list[Member]:
        """The members of its value, an object in which none of `others` may stand."""
        try:
            members = members_of(self.value)
        except Unreadable as error:
            raise StreamFault(
                "F104", self.line, self.column, f"the event {self.kind!r} is an object: {error}"
            ) from None
        for one in members:
            if one.key in others:
                reason = f"{quoted(one.key)} is no part of the event {self.kind!r}"
                raise StreamFault("F104", self.line, self.column + one.at, reason, found=one.key)
        return members

    def pieces(self, members: list[Member]) -> list[Piece]:
        """Members of its value as they stand."""
        return as_pieces(self.value, members, self.line, self.column)


class _Trick(Struct):
    actions: list[Event]
    claims: Event | None = None


class _Deal(Struct):
    begun: Event
    members: list[Piece]
    says_tricks: bool
    tricks: list[_Trick]
    score: Event | None = None
    void: Event | None = None


class Recording:
    """The events so far that stand, and the order in which they came, so that they can be taken back."""

    def __init__(self) -> None:
        self.begun = False
        self._head: list[Piece] = []
        self._head_result: Piece | None = None
        self._head_notes: Piece | None = None
        self._deals: list[_Deal] = []
        self._notes: list[Event] = []
        self._results: list[Event] = []
        self._past: list[Event] = []

    def take(self, number: int, line: bytes) -> None:
        """Take in one line; raises `StreamFault`."""
        try:
            text = line.decode("utf-8")
            if self.begun and not text.strip():
                return
            members = members_of(text)
        except (Unreadable, UnicodeDecodeError) as error:
            why = error if isinstance(error, Unreadable) else "it is not UTF-8"
            reason = f"this line is torn or no event: {why}; nothing behind it is judged"
            raise StreamFault("T701", number, 1, reason) from None
        if not self.begun:
            self._begin(text, members)
        else:
            self._take(event_of(members, number))

    def _begin(self, text: str, members: list[Member]) -> None:
        own = {one.key: one for one in members}
        version = own[STREAM]
        if version.value != f'"{STREAM_VERSION}"':
            found = json.loads(version.value)
            reason = f"this is a stream of format {shorten(found)}"
            raise StreamFault("F103", 1, version.value_at + 1, reason, expected=STREAM_VERSION, found=found)
        if "deals" in own:
            reason = "the first line of a stream has no deals: each is an event of its own"
            raise StreamFault("F104", 1, own["deals"].at + 1, reason, found="deals")
        if "result" in own:
            self._head_result = Piece(own["result"].value, 1, own["result"].value_at + 1)
        if "annotations" in own:
            notes = own["annotations"]
            if not notes.value.startswith("["):
                raise StreamFault("F104", 1, notes.value_at + 1, "annotations are a list", expected="array")
            self._head_notes = Piece(notes.value[1:-1], 1, notes.value_at + 2)
        rest = [one for one in members if one.key not in (STREAM, "result", "annotations")]
        self._head = as_pieces(text, rest, 1, 1)
        self.begun = True

    def _take(self, event: Event) -> None:
        if event.kind == "undo":
            self._undo(event)
            return
        if event.kind == "note":
            self._notes.append(event)
            return
        if event.kind != "result":  # the match has gone on, so whatever was said of its end is no longer so
            self._results.clear()
            self._head_result = None
        deal = self._deals[-1] if self._deals else None
        if event.kind == "deal":
            # A list of no tricks is told apart from none: the one is a deal that nobody has played in.
            members = event.members("score", "void")
            tricks = [one for one in members if one.key == "tricks"]
            for one in tricks:
                if re.fullmatch(r"\[\s*\]", one.value) is None or len(tricks) > 1:
                    reason = "the tricks of a deal are events of their own"
                    raise StreamFault("F104", event.line, event.column + one.at, reason, found="tricks")
            rest = event.pieces([one for one in members if one.key != "tricks"])
            self._deals.append(_Deal(event, separated(rest), bool(tricks), []))
        elif event.kind == "result":
            self._results.append(event)
        elif deal is None:
            raise _out_of_place(event, "no deal has begun")
        elif event.kind == "action":
            self._act(deal, event)
        elif event.kind == "trick":
            if not deal.tricks or deal.tricks[-1].claims is not None:
                raise _out_of_place(event, "no trick is being played")
            event.members("actions", "times")
            deal.tricks[-1].claims = event
        elif event.kind == "score":
            if deal.score is not None:
                raise _out_of_place(event, "the deal has its score")
            deal.score = event
        else:
            if deal.void is not None:
                raise _out_of_place(event, "the deal is void already")
            deal.void = event
        self._past.append(event)

    def _act(self, deal: _Deal, event: Event) -> None:
        if deal.score is not None or deal.void is not None:
            raise _out_of_place(event, "the deal is over, and the next has not begun")
        if not deal.tricks or deal.tricks[-1].claims is not None:
            deal.tricks.append(_Trick([]))
        trick = deal.tricks[-1]
        if trick.actions and (trick.actions[0].t is None) != (event.t is None):
            raise _out_of_place(event, "either all actions of a trick have a time, or none")
        trick.actions.append(event)

    def _undo(self, event: Event) -> None:
        number = int(event.value) if re.fullmatch("0|[1-9][0-9]{0,8}", event.value) else None
        if number is None:
            raise StreamFault("F104", event.line, event.column, "undo has the number of actions that are taken back")
        there = sum(1 for one in self._past if one.kind == "action")
        if number > there:
            reason = f"{number} actions are taken back, but there are only {there}"
            raise StreamFault("F104", event.line, event.column, reason, expected=there, found=number)
        if number == 0:
            self._undo_last_word(event)
        while number:
            past = self._past.pop()
            number -= past.kind == "action"
            self._take_back(past)
        # Notes made since on what has been taken back go with it; those on what still stands stay.
        last = next((past.line for past in reversed(self._past) if past.kind == "action"), 0)
        self._notes = [note for note in self._notes if note.line < last or self._is_there(note)]

    def _undo_last_word(self, event: Event) -> None:
        """Take back the deal or void that nothing has been played behind."""
        while self._past and self._past[-1].kind not in ("deal", "void", "action"):
            self._take_back(self._past.pop())
        if not self._past or self._past[-1].kind == "action":
            raise StreamFault("F104", event.line, event.column, "there is no deal and no void to take back", found=0)
        self._take_back(self._past.pop())

    def _take_back(self, event: Event) -> None:
        deal = self._deals[-1] if self._deals else None
        match event.kind:
            case "deal":
                self._deals.pop()
            case "result" if self._results:
                self._results.pop()
            case "score" if deal is not None:
                deal.score = None
            case "void" if deal is not None:
                deal.void = None
            case "trick" if deal is not None:
                deal.tricks[-1].claims = None
            case "action" if deal is not None:
                deal.tricks[-1].actions.pop()
                if not deal.tricks[-1].actions:
                    deal.tricks.pop()

    def _is_there(self, note: Event) -> bool:
        match = _ADDRESS.search(note.value)
        if match is None:
            return True
        deal, trick, play, *_ = [*(int(part or 0) for part in match[1].split(".")), 0, 0]
        if not 1 <= deal <= len(self._deals):
            return False
        tricks = self._deals[deal - 1].tricks
        if trick == 0:
            return True
        return trick <= len(tricks) and play <= sum(" draw " not in one.value for one in tricks[trick - 1].actions)

    def pieces(self) -> Iterator[Piece]:
        """The text of the log."""
        last = Piece("", 1, 1)
        yield Piece("{", 1, 1, copied=False)
        yield from separated(self._head)
        yield Piece(', "deals": [' if self._head else '"deals": [', 1, 1, copied=False)
        for number, deal in enumerate(self._deals):
            yield from _deal_pieces(deal, first=number == 0)
            last = deal.begun.piece
        yield Piece("]", last.line, last.column, copied=False)
        result = self._results[-1].piece if self._results else self._head_result
        if result is not None:
            yield Piece(', "result": ', result.line, result.column, copied=False)
            yield result
        if self._notes or self._head_notes is not None:
            notes = [one.piece for one in self._notes]
            if self._head_notes is not None and (self._head_notes.text.strip() or not notes):
                notes.insert(0, self._head_notes)
            yield Piece(', "annotations": [', notes[0].line, notes[0].column, copied=False)
            yield from separated(notes)
            yield Piece("]", notes[-1].line, notes[-1].column, copied=False)
        yield Piece("}", 1, 1, copied=False)


def _deal_pieces(deal: _Deal, *, first: bool) -> Iterator[Piece]:
    here = deal.begun

    def put(text: str, of: Event = here) -> Piece:
        return Piece(text, of.line, of.column, copied=False)

    yield put("{" if first else ", {")
    yield from deal.members
    comma = ", " if deal.members else ""
    if deal.tricks or deal.says_tricks or (deal.score is None and deal.void is None):
        yield put(f'{comma}"tricks": [')
        for number, trick in enumerate(deal.tricks):
            yield from _trick_pieces(trick, first=number == 0)
        yield put("]")
        comma = ", "
    for event in (deal.score, deal.void):
        if event is not None:
            yield put(f'{comma}"{event.kind}": ', event)
            yield event.piece
            comma = ", "
    yield put("}")


def _trick_pieces(trick: _Trick, *, first: bool) -> Iterator[Piece]:
    begin, end = trick.actions[0], trick.actions[-1]
    yield Piece(f'{"" if first else ", "}{{"actions": [', begin.line, begin.column, copied=False)
    yield from separated([one.piece for one in trick.actions])
    yield Piece("]", end.line, end.column, copied=False)
    claims = trick.claims.pieces(trick.claims.members()) if trick.claims is not None else []
    if claims:
        yield Piece(", ", claims[0].line, claims[0].column, copied=False)
        yield from separated(claims)
    times = [one.t for one in trick.actions if one.t is not None]
    if times:
        yield Piece(', "times": [', times[0].line, times[0].column, copied=False)
        yield from separated(times)
        yield Piece("]", times[-1].line, times[-1].column, copied=False)
    yield Piece("}", end.line, end.column, copied=False)


def event_of(members: list[Member], line: int) -> Event:
    """What a line's members say; raises `StreamFault` if it is no event."""
    seen: set[str] = set()
    for one in members:
        if one.key in seen:
            raise StreamFault("F102", line, one.at + 1, "", found=one.key)
        seen.add(one.key)
    if not members:
        raise StreamFault("F104", line, 1, f"an event is one of {', '.join(EVENTS)}", expected="event")
    first, *more = sorted(members, key=lambda one: one.key not in EVENTS)
    if first.key not in EVENTS:
        reason = f"there is no event {quoted(first.key)}{did_you_mean(first.key, EVENTS)}"
        raise StreamFault("F104", line, first.at + 1, reason, found=first.key)
    t = None
    for one in more:
        if first.key != "action" or one.key != "t":
            reason = f"{quoted(one.key)} has no business beside the event {first.key!r}"
            raise StreamFault("F104", line, one.at + 1, reason, found=one.key)
        t = Piece(one.value, line, one.value_at + 1)
    return Event(first.key, first.value, line, first.value_at + 1, t)


def _out_of_place(event: Event, why: str) -> StreamFault:
    return StreamFault("F104", event.line, event.column, f"the event {event.kind!r} is out of place: {why}")
