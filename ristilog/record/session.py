"""A recording as a value: how far it has come, everything that was done, and how some of it is taken back or mended."""

from typing import Final

from msgspec import UNSET, Struct, structs

from ristilog.format.events import action_line, note_line, undo_line
from ristilog.game.cards import HIDDEN
from ristilog.game.errors import Refused, RistilogError
from ristilog.game.findings import Finding, address_of, finding
from ristilog.game.log import ACTIONS, Annotation, Deal, GameLog, Hands, Play, Trick
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Seat
from ristilog.record.course import (
    Course,
    Lines,
    appended,
    begun,
    own_draw,
    plays_in,
    reason_against,
    with_action,
    with_deal,
    with_draws_forgotten,
    with_end,
    with_score_only,
    with_void,
)
from ristilog.referee.pack import read_pack
from ristilog.referee.verify import verify
from ristilog.replay.engine import replay_deal
from ristilog.replay.legality import Reason

LET_STAND: Final = {
    "en": "Not by the rules, but let stand at the table ({code}): {message}.",
    "fi": "Sääntöjen vastaista, mutta pöydässä jäi voimaan ({code}).",
}


class Act(Struct, frozen=True):
    """What was done: a play, dark play or draw, a deal, or (as text) why a deal is void."""

    what: Play | Deal | str
    t: int | None = None
    """Milliseconds from the deal's start."""
    forced: bool = False
    """Whether it stands though the rules do not allow it."""


class Past(Struct, frozen=True):
    """An act, the course before it, and how many actions it came to with the draws that wrote themselves."""

    before: Course
    act: Act
    actions: int

    @property
    def address(self) -> str | None:
        """The address of a play; None for any other act."""
        position = self.before.position
        if position is None or not isinstance(self.act.what, Play) or self.act.what.kind == "draw":
            return None
        return f"{len(self.before.log.deals)}.{len(position.tricks) + 1}.{len(position.trick) + 1}"


class Session(Struct, frozen=True):
    """The course so far and the acts that led to it."""

    course: Course
    past: tuple[Past, ...] = ()


def acted(session: Session, act: Act) -> tuple[Session, Lines]:
    """Do one thing, and what follows from it by itself: draws that are known, and every score.

    Raises `Refused` for what the rules do not allow, unless it is forced, and `RistilogError` where nothing of the kind
    can be done now.
    """
    course, actions, notes = session.course, 0, tuple[Annotation, ...]()
    lines: Lines
    if isinstance(act.what, Deal):
        _expect(course, "deal")
        _judge_deal(course, act.what)
        course, lines = with_deal(course, act.what)
    elif isinstance(act.what, str):
        if course.position is None:
            raise RistilogError("there is no deal in hand that could be void; take back its last play first")
        course, lines = with_void(course, act.what)
    else:
        _expect(course, "play")
        against = _against(course, act.what)
        if against is not None and not act.forced:
            raise Refused(against)
        course, lines = with_action(course, act.what, act.t)
        actions = 1
        if against is not None:
            notes = (_let_stand(course, against),)
            course = structs.replace(course, irregular=True)
    course, more, draws = settled(course, act.t)
    course = _with_notes(course, notes)
    lines = (*lines, *map(note_line, notes), *more)
    return Session(course, (*session.past, Past(session.course, act, actions + draws))), lines


def settled(course: Course, t: int | None = None) -> tuple[Course, Lines, int]:
    """Everything that follows by itself, with its lines and the number of draws in them."""
    lines: Lines = ()
    draws = 0
    while (draw := own_draw(course)) is not None:
        course, more = with_action(course, draw, t)
        lines, draws = lines + more, draws + 1
    course, more = with_end(course)
    return course, lines + more, draws


def taken_back(session: Session, plays: int) -> tuple[Session, Lines]:
    """Take the last plays back, with all that was done and said since the first of them.

    A draw that had to be told counts as one of them. With 0, the deal that has just begun, or the void, is taken back.
    """
    there = sum(1 for past in session.past if isinstance(past.act.what, Play))
    if plays > there:
        raise RistilogError(f"only {there} plays can be taken back" if there else "nothing has been played yet")
    place, actions = len(session.past), 0
    if plays == 0:
        if not place or isinstance(session.past[-1].act.what, Play):
            raise RistilogError("no deal has just begun, and none is void, so there is nothing of that to take back")
        place -= 1
    while plays:
        place -= 1
        actions += session.past[place].actions
        plays -= isinstance(session.past[place].act.what, Play)
    before = session.past[place].before
    log = structs.replace(before.log, result=UNSET, annotations=UNSET)
    notes = tuple(note for note in session.course.log.annotations or () if _is_there(note, log))
    course = _with_notes(structs.replace(before, log=log), notes)
    return Session(course, session.past[:place]), (undo_line(actions),)


def corrected(session: Session, at: str, card: str, kind: str | None = None) -> tuple[Session, Lines]:
    """Put another card in the place of the one played at an address, everything behind it being done again.

    `kind` is ``play``, ``dark`` or ``draw``; for a draw it is the one behind the play at the address. Raises `Refused`
    if the mended play or one behind it is not allowed then, and `RistilogError` if there is no such play.
    """
    place = next((number for number, past in enumerate(session.past) if past.address == at), None)
    if place is not None and kind == "draw":
        place = next(
            (number for number, past in enumerate(session.past[place + 1 :], start=place + 1) if _is_draw(past)), None
        )
    if place is None:
        raise RistilogError(f"there is no {kind or 'play'} at {at} that could be mended")
    was = session.past[place].act
    assert isinstance(was.what, Play)
    right = ACTIONS.get(f"{was.what.seat} {kind or was.what.kind} {card}")
    if right is None:
        raise ValueError(f"{card!r} is no card that can be played")
    plays = sum(1 for past in session.past[place:] if isinstance(past.act.what, Play))
    mended, lines = taken_back(session, plays)
    for act in (structs.replace(was, what=right), *(past.act for past in session.past[place + 1 :])):
        mended, more = acted(mended, act)
        lines += more
    log = mended.course.log
    kept = log.annotations or ()
    lost = tuple(note for note in session.course.log.annotations or () if note not in kept and _is_there(note, log))
    return structs.replace(mended, course=_with_notes(mended.course, lost)), lines + tuple(map(note_line, lost))


def redealt(session: Session, hands: Hands) -> tuple[Session, Lines]:
    """Put other hands in the place of those that the deal in hand began with, everything behind it being done again.

    Raises `Refused` if they are no hands of such a deal or something behind is not allowed then, and `RistilogError` if
    no deal is in hand.
    """
    if session.course.position is None:
        raise RistilogError("there is no deal in hand whose cards could be mended")
    place = max(number for number, past in enumerate(session.past) if isinstance(past.act.what, Deal))
    was = session.past[place].act
    assert isinstance(was.what, Deal)
    plays = sum(1 for past in session.past[place:] if isinstance(past.act.what, Play))
    mended, lines = taken_back(session, plays) if plays else (session, ())
    mended, more = taken_back(mended, 0)
    lines += more
    right = structs.replace(was, what=structs.replace(was.what, hands=hands))
    for act in (right, *(past.act for past in session.past[place + 1 :])):
        mended, more = acted(mended, act)
        lines += more
    log = mended.course.log
    kept = log.annotations or ()
    lost = tuple(note for note in session.course.log.annotations or () if note not in kept and _is_there(note, log))
    return structs.replace(mended, course=_with_notes(mended.course, lost)), lines + tuple(map(note_line, lost))


def session_of(log: GameLog, rules: Ruleset, dealer: Seat) -> tuple[Session, Lines]:
    """The session that a log on record came from, and the lines that it lacks: what follows by itself.

    Raises `RistilogError` for a log that no recorder wrote and that cannot be gone on with.
    """
    course = begun(structs.replace(log, deals=(), result=UNSET, annotations=UNSET), rules, dealer)
    past: list[Past] = []
    missing: Lines = ()
    for deal in log.deals:
        if course.position is not None:
            raise _foreign(len(course.log.deals))
        if deal.tricks is UNSET and deal.void is UNSET:
            course = with_score_only(course, deal)
            continue
        begins = structs.replace(deal, tricks=UNSET, score=UNSET, void=UNSET)
        past.append(Past(course, Act(begins), 0))
        course, _ = with_deal(course, begins)
        course, missing = _replayed(course, deal, past)
        if deal.void is not UNSET:
            past.append(Past(course, Act(deal.void), 0))
            course, _ = with_void(course, deal.void)
        elif deal.score is not UNSET:
            course, result = with_end(course, deal.score)
            missing += () if log.result else result
    as_read = structs.replace(log, result=UNSET, annotations=UNSET)
    if not missing and structs.replace(course.log, result=UNSET) != as_read:
        raise _foreign(len(log.deals))
    course, more, draws = settled(course)
    if draws:
        past[-1] = structs.replace(past[-1], actions=past[-1].actions + draws)
    log = structs.replace(course.log, result=log.result or course.log.result, annotations=log.annotations)
    course = structs.replace(course, log=log)
    return Session(course, tuple(past)), missing + more


def _foreign(deal: int) -> RistilogError:
    return RistilogError(f"deal {deal} is on record as no recorder writes it, and cannot be gone on with")


def _replayed(course: Course, deal: Deal, past: list[Past]) -> tuple[Course, Lines]:
    """The course behind the actions of a deal, and the lines that its last trick lacks; `past` gets the acts."""
    missing: Lines = ()
    tricks = deal.tricks or ()
    for number, trick in enumerate(tricks, start=1):
        is_closed = number < len(tricks) or _says(trick)
        written = trick if is_closed else None
        times: tuple[int | None, ...] = trick.times or (None,) * len(trick.actions)
        for text, t in zip(trick.actions, times, strict=True):
            if course.position is None:
                raise _foreign(len(course.log.deals))
            action = ACTIONS[text]
            is_forced = reason_against(course, action) is not None
            if own_draw(course) is not None and action.kind == "draw" and not is_forced:
                past[-1] = structs.replace(past[-1], actions=past[-1].actions + 1)
            else:
                past.append(Past(course, Act(action, t, is_forced), 1))
            course, lines = with_action(course, action, t, written)
            missing = lines[lines.index(action_line(text, t)) + 1 :]
        if is_closed and course.position is not None and course.position.due:
            course, _ = with_draws_forgotten(course, trick)
    if course.doubtful and _stops(course):
        course = structs.replace(course, irregular=True)
    return course, missing


def _says(trick: Trick) -> bool:
    return bool(trick.winner) or trick.points is not UNSET or bool(trick.ext)


def _expect(course: Course, what: str) -> None:
    if what == "deal" and course.position is not None:
        raise RistilogError(f"deal {len(course.log.deals)} is not over yet")
    if what == "play" and course.expects == "deal":
        raise RistilogError("no deal has begun")
    if course.expects == "nothing":
        raise RistilogError("the match has been won")


def _judge_deal(course: Course, deal: Deal) -> None:
    """Hold the cards of a deal, its seed and its dealer to the rules, as the referee does."""
    number = len(course.log.deals)
    log = structs.replace(course.log, deals=(*course.log.deals, structs.replace(deal, tricks=())), result=UNSET)
    for one in verify(log).findings:
        if one.severity == "error" and one.pointer.startswith(f"/deals/{number}"):
            raise Refused(one)


def _against(course: Course, action: Play) -> Finding | None:
    """What the referee would say of an action, or of an earlier one that it gives away; None if nothing."""
    reason = reason_against(course, action)
    if course.irregular:  # of the rest of such a deal the referee says nothing
        return None if reason is None else _said_of(course, action, reason)
    if reason is None and not course.doubtful:
        return None
    where = f"/deals/{len(course.log.deals) - 1}/tricks/"
    for one in verify(appended(course, action)).findings:
        if one.severity == "error" and one.pointer.startswith(where):
            return one
    return None


def _said_of(course: Course, action: Play, reason: Reason) -> Finding:
    deals = appended(course, action).deals
    tricks = deals[-1].tricks or ()
    pointer = f"/deals/{len(deals) - 1}/tricks/{len(tricks) - 1}/actions/{len(tricks[-1].actions) - 1}"
    expected = None if reason.expected == HIDDEN else reason.expected
    words = {"found": reason.found} | reason.details
    made = finding(reason.code, pointer, expected=expected, **words)
    return structs.replace(made, at=address_of(pointer, lambda deal, trick: (deals[deal].tricks or ())[trick].actions))


def _stops(course: Course) -> bool:
    """Whether the deal in hand is not by the rules as far as it has come."""
    deal = course.log.deals[-1]
    dealt = read_pack(deal, course.rules).dealt
    return replay_deal(deal, course.rules, deal.dealer, dealt, followed=False).stop is not None


def _let_stand(course: Course, against: Finding) -> Annotation:
    text = {tag: said.format(code=against.code, message=against.message) for tag, said in LET_STAND.items()}
    return Annotation(at=against.at or course.address, text=text)


def _with_notes(course: Course, notes: tuple[Annotation, ...]) -> Course:
    if not notes:
        return course
    return structs.replace(
        course, log=structs.replace(course.log, annotations=(*(course.log.annotations or ()), *notes))
    )


def _is_there(note: Annotation, log: GameLog) -> bool:
    """Whether what a note is about is on record."""
    deal, trick, play = (*(int(part) for part in note.at.split(".")), 0, 0)[:3]
    if deal > len(log.deals):
        return False
    tricks = log.deals[deal - 1].tricks or ()
    return trick <= len(tricks) and (not play or play <= plays_in(tricks[trick - 1]))


def _is_draw(past: Past) -> bool:
    return isinstance(past.act.what, Play) and past.act.what.kind == "draw"
