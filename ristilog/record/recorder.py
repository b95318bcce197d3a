"""Recording a game while it is played: every play is held to the rules, scored, and on disk before it counts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec import UNSET, structs

from ristilog.format.events import header, note_line
from ristilog.game.cards import HIDDEN
from ristilog.game.errors import Refused, RistilogError
from ristilog.game.findings import finding
from ristilog.game.log import (
    ACTIONS,
    MAX_INTEGER,
    Annotation,
    Deal,
    GameLog,
    Hands,
    Play,
    Player,
    Result,
    Shuffle,
)
from ristilog.game.ruleset import Ruleset, agreed, newest
from ristilog.game.table import SEATS, Seat, Side
from ristilog.record.course import Course, Expects, Lines, begun, with_result
from ristilog.record.journal import Journal
from ristilog.record.opening import Recovered, begin_file, head_of, reopened
from ristilog.record.session import Act, Session, acted, corrected, first_error, is_there, redealt, taken_back
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import Standing
from ristilog.replay.shuffle import deal_out, shuffled
from ristilog.replay.state import Position

Cards = str | Sequence[str]


class Recorder:
    """A match that is being recorded, with a file behind it or without.

    ``Recorder(rules, players, dealer, path=…)`` begins one, `Recorder.resume` goes on with one. What the rules do not
    allow raises `ristilog.Refused`, with the referee's own finding as its `finding`, and is not written; with
    ``force=True`` it is, as an irregularity that the table let stand, with a note. What cannot be done now, or not be
    written, is a `ristilog.RistilogError`. When a call returns, what it did is in the file.

    `players` has a name or a `Player` by seat, `dealer` deals first, `view` says who sees what (``open``, ``table`` for
    a record at a real table, a seat, ``public``); `about` is what else the log begins with: ``id``, ``meta``,
    ``pairs``, ``start``, ``ext``. With `sync` every event is forced to the disk.
    """

    def __init__(
        self,
        rules: str = "ristikontra",
        players: Mapping[Seat, str | Player] | None = None,
        dealer: Seat = "S",
        *,
        options: Mapping[str, Any] | None = None,
        view: str = "open",
        about: Mapping[str, Any] | None = None,
        path: str | Path | None = None,
        sync: bool = False,
    ) -> None:
        if dealer not in SEATS:
            raise ValueError(f"a dealer is N, E, S or W, not {dealer!r}")
        ruleset = agreed(rules, newest(rules), options or {})
        log = head_of(rules, players, options, view, about)
        self._session = Session(begun(log, ruleset, dealer))
        self._journal: Journal | None = None
        self.recovered = Recovered()
        if path is not None:
            self._journal = Journal(path, sync=sync)
            try:
                begin_file(self._journal, header(log))
            except BaseException:
                self._journal.close()
                raise

    @classmethod
    def resume(cls, path: str | Path, dealer: Seat = "S", *, sync: bool = False) -> Self:
        """Go on with a recording; `dealer` deals first if no deal is on record.

        A torn last line is cut off (`recovered` says so), and what follows by itself and was not yet written is. Raises
        `RistilogError` for a file that is no recording or has something wrong in it.
        """
        if not Path(path).exists():  # or the journal would make it
            raise RistilogError(f"{path}: No such file or directory")
        journal = Journal(path, sync=sync)
        try:
            made = cls.__new__(cls)
            made._journal = journal
            made._session, made.recovered = reopened(journal, dealer)
        except BaseException:
            journal.close()
            raise
        return made

    @property
    def rules(self) -> Ruleset:
        """The rules that were agreed on, every option as it holds here."""
        return self._course.rules

    @property
    def log(self) -> GameLog:
        """The log as far as it has come."""
        return self._course.log

    @property
    def position(self) -> Position | None:
        """The position in the deal in hand; None between deals."""
        return self._course.position

    @property
    def standing(self) -> Standing:
        """The standing after the last deal that is over."""
        return self._course.standing

    @property
    def dealer(self) -> Seat:
        """Who has dealt the deal in hand, or deals next."""
        return self._course.dealer

    @property
    def expects(self) -> Expects:
        """What comes next: a ``deal``, a ``play``, a ``draw`` that has to be told, or ``nothing``: it is won."""
        return self._course.expects

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is; None between deals."""
        return self.position.to_act if self.position is not None else None

    @property
    def address(self) -> str:
        """The address of the last play."""
        return self._course.address

    def legal(self) -> tuple[Play, ...]:
        """What the next seat may do, as `ristilog.legal_actions` has it; nothing between deals."""
        return legal_actions(self.position) if self.position is not None else ()

    def deal(
        self,
        *,
        seed: str | None = None,
        commitment: str | None = None,
        hands: Mapping[Seat, Cards] | None = None,
        stock: Cards | None = None,
        shuffle: Shuffle | None = None,
        dealer: Seat | None = None,
        ext: dict[str, Any] | None = None,
    ) -> None:
        """Begin a deal with the cards that are known: those a seed makes, or hands and stock, or in a `table` none.

        The dealer is the one whose turn it is, unless another is named.
        """
        by = dealer or self.dealer
        if by not in SEATS:
            raise ValueError(f"a dealer is N, E, S or W, not {by!r}")
        if seed is not None or commitment is not None:
            if shuffle is not None:
                raise ValueError("give a shuffle, or a seed and commitment, not both")
            shuffle = Shuffle(method="hmac-sha256-1", seed=seed or UNSET, commitment=commitment or UNSET)
        if seed is not None and hands is None and stock is None:
            dealt = deal_out(shuffled(seed), by, self._course.rules.hand_size)
            hands, stock = dealt.hands, dealt.stock
        known = {seat: _cards(cards) for seat, cards in (hands or {}).items()}
        deal = Deal(
            dealer=by,
            shuffle=shuffle or UNSET,
            hands=Hands(**known) if known else UNSET,
            stock=UNSET if stock is None else _cards(stock),
            ext=UNSET if ext is None else ext,
        )
        self._do(Act(deal))

    def play(self, card: str, *, force: bool = False, t: int | None = None) -> None:
        """The next seat plays a card from hand; a draw that is known follows by itself."""
        self.act(self._next("play", card), force=force, t=t)

    def dark(self, card: str | None = None, *, force: bool = False, t: int | None = None) -> None:
        """The next seat turns up the top of the stock and plays it; the card may be left out if it is known."""
        self.act(self._next("dark", card or self._top()), force=force, t=t)

    def draw(self, card: str = HIDDEN, *, force: bool = False, t: int | None = None) -> None:
        """The next seat draws a card, where the record shows its hand but not the stock."""
        self.act(self._next("draw", card), force=force, t=t)

    def act(self, action: Play | str, *, force: bool = False, t: int | None = None) -> None:
        """An action in full, ``W play 7h``: whoever's turn it was, for what the table did."""
        what = ACTIONS.get(str(action))
        if what is None:
            raise ValueError(f"{str(action)!r} is no action")
        if what.card == HIDDEN and self.log.open:
            raise ValueError("in an open log every card is named: give the one that was drawn")
        hides = self.log.view not in (UNSET, "open", "table", what.seat)
        if force and hides and what.kind == "draw" and what.card != HIDDEN:
            raise ValueError(f"this view does not show what {what.seat} drew: give {HIDDEN}")
        self._check_time(t)
        self._do(Act(what, t, forced=force))

    def undo(self, plays: int = 1) -> None:
        """Take back the last plays, each with the draw that followed by itself and all that was said since.

        A draw that had to be told counts as one. 0 takes back what was done since the last play: a deal that has just
        begun, a void.
        """
        if plays < 0:
            raise ValueError("so many plays cannot be taken back")
        session, lines = taken_back(self._session, plays)
        self._keep(session, lines, whole=len(lines) > 1)

    def correct(self, at: str, card: str, kind: str | None = None) -> None:
        """Put another card in the place of the one at an address, everything after it standing as it was.

        It was the nine, not the eight: ``correct("1.3.2", "9c")``. `kind` changes what it was, ``play`` or ``dark``;
        with ``draw`` it is the draw behind that play. Refused if something behind it would not be allowed then.
        """
        session, lines = corrected(self._session, at, card, kind)
        self._keep(session, lines, whole=True)

    def redeal(self, hands: Mapping[Seat, Cards]) -> None:
        """Put other hands in the place of those that the deal in hand began with, its plays standing as they were.

        Hands that are not named stay. Refused, and nothing is changed, if a play would not be allowed then.
        """
        there = (self.log.deals[-1].hands if self.log.deals else UNSET) or Hands()
        named: dict[str, Any] = {seat: _cards(cards) for seat, cards in hands.items()}
        session, lines = redealt(self._session, structs.replace(there, **named))
        self._keep(session, lines, whole=True)

    def note(self, text: str | Mapping[str, str] | None = None, *, at: str | None = None, **fields: Any) -> None:
        """Note something on the last play, or at an address: a text, by language if it is in several, or a `code`.

        `fields` are those of the format's annotations. A false claim, or an address of nothing, is refused.
        """
        if isinstance(text, str):
            text = {(self.log.meta or {}).get("language") or "en": text}
        note = Annotation(at=at or self.address, text=dict(text) if text is not None else UNSET, **fields)
        log = self.log
        notes = (*(log.annotations or ()), note)
        log = structs.replace(log, annotations=notes)
        where = f"/annotations/{len(notes) - 1}"
        against = first_error(log, where)
        if against is None and not is_there(note, log):  # which is not judged in a deal that is at fault
            against = structs.replace(finding("A501", f"{where}/at", found=note.at), at=None)
        if against is not None:
            raise Refused(against)
        course = structs.replace(self._course, log=log)
        self._keep(structs.replace(self._session, course=course), (note_line(note),))

    def void(self, reason: str) -> None:
        """The deal in hand does not count; its dealer deals again."""
        self._do(Act(reason))

    def close(self, ended: str | None = None, winner: Side | None = None) -> GameLog:
        """End the recording, by choice with how the match `ended`: ``abandoned``, ``adjourned``, ``forfeit``.

        Without `ended` it can be gone on with. A match that was won is complete by itself. Doing it twice does nothing.
        """
        if ended is not None and not (self.log.result and self.log.result.ended == ended):
            self._end(Result(ended=ended, winner=winner or UNSET, score=self.standing.match))  # type: ignore[arg-type]
        if self._journal is not None:
            self._journal.close()
        return self.log

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _course(self) -> Course:
        return self._session.course

    def _end(self, result: Result) -> None:
        course, lines = with_result(self._course, result)
        against = first_error(course.log, "/result")
        if against is not None:
            raise Refused(against)
        self._keep(structs.replace(self._session, course=course), lines)

    def _do(self, act: Act) -> None:
        self._keep(*acted(self._session, act))

    def _keep(self, session: Session, lines: Lines, *, whole: bool = False) -> None:
        """Write the lines, and only then go on; `whole` if half of them would lose what is on record already."""
        if self._journal is not None and whole:
            self._journal.replace(lines)
        elif self._journal is not None and lines:
            self._journal.append(lines)
        self._session = session

    def _next(self, kind: str, card: str) -> Play:
        action = ACTIONS.get(f"{self.to_act or 'N'} {kind} {card}")
        if action is None:
            raise ValueError(f"{card!r} is no card that can be the card of a {kind}")
        return action

    def _top(self) -> str:
        stock = self.position.stock if self.position is not None else ()
        if stock and stock[0] == HIDDEN:
            raise ValueError("which card was turned up is not known here: give it")
        return stock[0] if stock else "2c"  # which is refused, there being no stock

    def _check_time(self, t: int | None) -> None:
        position = self.position
        if position is None:
            return
        tricks = self.log.deals[-1].tricks or ()
        times = [time for trick in tricks for time in trick.times or ()]
        if t is not None and (type(t) is not int or not (times[-1] if times else 0) <= t <= MAX_INTEGER):
            raise ValueError("times are whole milliseconds from the deal's start, and never fall")
        if len(tricks) > len(position.tricks) and bool(tricks[-1].times) != (t is not None):
            raise ValueError("either all actions of a trick have a time, or none")


def _cards(cards: Cards) -> str:
    return cards if isinstance(cards, str) else " ".join(cards)
