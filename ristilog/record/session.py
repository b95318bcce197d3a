"""A recording as a value: how far it has come, everything that was done, and how some of it is taken back or mended."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct, structs

from ristilog.format.events import note_line, undo_line
from ristilog.game.cards import HIDDEN
from ristilog.game.errors import Refused, RistilogError
from ristilog.game.findings import Finding, address_of, finding
from ristilog.game.log import ACTIONS, Annotation, Deal, GameLog, Hands, Play
from ristilog.game.table import Seat
from ristilog.record.course import (
    Course,
    Lines,
    appended,
    ends_with_draws_forgotten,
    own_draw,
    plays_in,
    reason_against,
    said_since,
    with_action,
    with_deal,
    with_end,
    with_score_only,
    with_void,
)
from ristilog.referee.verify import verify
from ristilog.replay.legality import Reason

LET_STAND: Final = {
    "en": "Not by the rules, but let stand at the table ({code}): {message}.",
    "fi": "Sääntöjen vastaista, mutta pöydässä jäi voimaan ({code}).",
}


class Act(Struct, frozen=True):
    """What was done: a play, dark play or draw, a deal (or its score, if that is all there is), or why it is void."""

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
    note: Annotation | None = None
    """What was noted of it because the rules do not allow it."""

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
    course, actions, note = session.course, 0, None
    lines: Lines
    if isinstance(act.what, Deal) and act.what.score:
        course, lines = with_score_only(course, act.what)
    elif isinstance(act.what, Deal):
        _expect(course, "deal")
        _judge_deal(course, act.what)
        course, lines = with_deal(course, act.what)
    elif isinstance(act.what, str):
        if course.position is None:
            raise RistilogError("there is no deal in hand that could be void; take back its last play first")
        _judge_whole(with_void(course, act.what)[0].log)
        course, lines = with_void(course, act.what)
    else:
        _expect(course, "play")
        against = what_stands_against(course, act.what)
        if against is not None and not act.forced:
            raise Refused(against)
        course, lines = with_action(course, act.what, act.t)
        actions = 1
        if against is not None:
            note = let_stand(course.address, against)
            course = structs.replace(course, irregular=True)
            lines += (note_line(note),)
    course, more, draws = settled(course, act.t)
    if note is not None:
        course = _with_notes(course, (note,))
    past = Past(session.course, act, actions + draws, note)
    return Session(course, (*session.past, past)), lines + more


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

    A draw that had to be told counts as one of them. With 0, only what was done since the last play: a deal that has
    just begun, a void, how the match was said to have ended.
    """
    places = [place for place, past in enumerate(session.past) if isinstance(past.act.what, Play)]
    if plays > len(places):
        raise RistilogError(f"only {len(places)} plays can be taken back" if places else "nothing has been played yet")
    if plays:
        start = place = places[-plays]
        notes = [past.note for past in session.past[place:] if past.note]
        while any(is_there(note, session.past[start].before.log) for note in notes):
            start -= 1  # of a draw that was let stand it is noted on the play, which would keep it
        if start == place:
            return _without(session, place)
        return _redone(session, start, [past.act for past in session.past[start:place]])
    place = places[-1] + 1 if places else 0
    course = session.course if place == len(session.past) else session.past[place].before
    if place == len(session.past) and (not course.log.result or course.log.result.ended == "complete"):
        return session, ()
    shorter, lines = _without(session, place)
    if course.log.result and course.log.result.ended == "complete":  # which follows from the last play
        log = structs.replace(shorter.course.log, result=course.log.result)
        shorter = structs.replace(shorter, course=structs.replace(shorter.course, log=log))
    return shorter, lines + said_since(shorter.course)


def _without(session: Session, place: int) -> tuple[Session, Lines]:
    """The session before one of its acts; the lines do not say again what follows from the last action before it."""
    gone = session.past[place:]
    course = gone[0].before if gone else session.course
    log = structs.replace(course.log, result=UNSET, annotations=UNSET)
    before = session.course.log
    notes = [note for note in before.annotations or () if is_there(note, log) or not is_there(note, before)]
    actions = sum(past.actions for past in gone)
    lines: Lines = (undo_line(actions),)
    if actions and isinstance(gone[0].act.what, Play) and ends_with_draws_forgotten(course, gone[0].act.what):
        lines += (undo_line(0),)  # the claims of the trick that it ended stand before the action
    return Session(_with_notes(structs.replace(course, log=log), tuple(notes)), session.past[:place]), lines


def corrected(session: Session, at: str, card: str, kind: str | None = None) -> tuple[Session, Lines]:
    """Put another card in the place of the one played at an address, everything behind it being done again.

    `kind` is ``play``, ``dark`` or ``draw``; for a draw it is the one behind the play at the address. Raises `Refused`
    if the mended play or one behind it is not allowed then, and `RistilogError` if there is no such play.
    """
    place = _place_of(session, at, kind)
    if place is None:
        raise RistilogError(f"there is no {kind or 'play'} at {at} that could be mended")
    gone = session.past[place:]
    was = gone[0].act
    assert isinstance(was.what, Play)
    right = ACTIONS.get(f"{was.what.seat} {kind or was.what.kind} {card}")
    if right is None:
        raise ValueError(f"{card!r} is no card of a {kind or was.what.kind}")
    return _redone(session, place, [structs.replace(was, what=right), *(past.act for past in gone[1:])])


def _redone(session: Session, place: int, acts: Sequence[Act]) -> tuple[Session, Lines]:
    """The session with other acts from a place on, and the notes that there were on what is still there."""
    made, lines = _without(session, place)
    if not isinstance(session.past[place].act.what, Play):
        lines += (*((undo_line(0),) if lines != (undo_line(0),) else ()), *said_since(made.course))
    for act in acts:
        made, more = acted(made, act)
        lines += more
    log = made.course.log
    kept = [*(log.annotations or ()), *(past.note for past in session.past[place:])]  # irregularities are noted anew
    lost = tuple(note for note in session.course.log.annotations or () if note not in kept and is_there(note, log))
    return structs.replace(made, course=_with_notes(made.course, lost)), lines + tuple(map(note_line, lost))


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
    acts = [past.act for past in session.past]
    acts[place] = structs.replace(was, what=structs.replace(was.what, hands=hands))
    start = place  # a stream takes back all that was said since the last play before the deal, a misdeal too
    while start and not isinstance(acts[start - 1].what, Play):
        start -= 1
    return _redone(session, start, acts[start:])


def _place_of(session: Session, at: str, kind: str | None) -> int | None:
    """Where the play at an address is among the acts, or the draw that belongs to it."""
    place = next((number for number, past in enumerate(session.past) if past.address == at), None)
    if place is None or kind != "draw":
        return place
    trick, seat = at.rpartition(".")[0], _seat_of(session.past[place].act)
    for number, past in enumerate(session.past[place + 1 :], start=place + 1):
        if past.address is not None and past.address.rpartition(".")[0] != trick:
            break
        if past.address is None and _seat_of(past.act) == seat:
            return number
    return None


def _seat_of(act: Act) -> Seat | None:
    return act.what.seat if isinstance(act.what, Play) else None


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
    _judge_whole(log, f"/deals/{number}")


def _judge_whole(log: GameLog, where: str | None = None) -> None:
    """Raise `Refused` if a log could not be read, or if there is an error in the part of it that is asked about."""
    against = first_error(log, where)
    if against is not None:
        raise Refused(against)


def first_error(log: GameLog, where: str | None = None) -> Finding | None:
    """The first error of a part of a log, or one because of which none of it could be read."""
    for one in verify(log).findings:
        if one.severity != "error":
            continue
        if one.pointer == "" or one.pointer == where or (where is not None and one.pointer.startswith(f"{where}/")):
            return one
    return None


def what_stands_against(course: Course, action: Play) -> Finding | None:
    """What the referee would say of an action, or of an earlier one that it gives away; None if nothing."""
    reason = reason_against(course, action)
    if course.irregular:  # of the rest of such a deal the referee says nothing
        return None if reason is None else _said_of(course, action, reason)
    if reason is None and not course.doubtful:
        return None
    return first_error(appended(course, action), f"/deals/{len(course.log.deals) - 1}")


def _said_of(course: Course, action: Play, reason: Reason) -> Finding:
    deals = appended(course, action).deals
    tricks = deals[-1].tricks or ()
    pointer = f"/deals/{len(deals) - 1}/tricks/{len(tricks) - 1}/actions/{len(tricks[-1].actions) - 1}"
    expected = None if reason.expected == HIDDEN else reason.expected
    words = {"found": reason.found} | reason.details
    made = finding(reason.code, pointer, expected=expected, **words)
    return structs.replace(made, at=address_of(pointer, lambda deal, trick: (deals[deal].tricks or ())[trick].actions))


def let_stand(at: str, against: Finding) -> Annotation:
    """The note on what the rules do not allow, and the table did in the play at this address."""
    text = {tag: said.format(code=against.code, message=against.message) for tag, said in LET_STAND.items()}
    return Annotation(at=at, text=text)


def _with_notes(course: Course, notes: tuple[Annotation, ...]) -> Course:
    if not notes:
        return course
    return structs.replace(
        course, log=structs.replace(course.log, annotations=(*(course.log.annotations or ()), *notes))
    )


def is_there(note: Annotation, log: GameLog) -> bool:
    """Whether what a note is about is on record."""
    deal, trick, play = (*(int(part) for part in note.at.split(".")), 0, 0)[:3]
    if deal > len(log.deals):
        return False
    tricks = log.deals[deal - 1].tricks or ()
    return trick <= len(tricks) and (not play or play <= plays_in(tricks[trick - 1]))
