"""The session that a log on record came from: every act in it found again, and what a torn recording still lacks."""

from msgspec import UNSET, structs

from ristilog.format.events import action_line, note_line, undo_line
from ristilog.game.errors import RistilogError
from ristilog.game.log import ACTIONS, Deal, GameLog, Trick
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Seat
from ristilog.record.course import (
    Course,
    Lines,
    begun,
    own_draw,
    with_action,
    with_deal,
    with_end,
    with_score_only,
    with_void,
)
from ristilog.record.session import Act, Past, Session, let_stand, settled, what_stands_against


def session_of(log: GameLog, rules: Ruleset, dealer: Seat) -> tuple[Session, Lines]:
    """The session that a log on record came from, and the lines that it lacks: what follows by itself.

    Raises `RistilogError` for a log that no recorder wrote and that cannot be gone on with.
    """
    course = begun(structs.replace(log, deals=(), result=UNSET, annotations=UNSET), rules, dealer)
    past: list[Past] = []
    missing: Lines = ()
    for deal in log.deals:
        if course.position is not None:
            raise foreign(len(course.log.deals))
        if deal.tricks is UNSET and deal.void is UNSET:
            past.append(Past(course, Act(deal), 0))
            course, _ = with_score_only(course, deal)
            continue
        begins = structs.replace(deal, tricks=UNSET, score=UNSET, void=UNSET)
        past.append(Past(course, Act(begins), 0))
        course, _ = with_deal(course, begins)
        course, missing = _replayed(course, deal, past)
        if deal.void is not UNSET:
            past.append(Past(course, Act(deal.void), 0))
            course, _ = with_void(course, deal.void)
            if deal.tricks == ():  # which is not what is written here
                deals = (*course.log.deals[:-1], deal)
                course = structs.replace(course, log=structs.replace(course.log, deals=deals))
        elif deal.score is not UNSET:
            course, result = with_end(course, deal.score)
            missing += () if log.result else result
    notes = log.annotations or ()
    last = past[-1] if past else None
    if last is not None and last.note is not None and last.note not in notes:
        notes, missing = (*notes, last.note), (*missing, note_line(last.note))
    course, more, draws = settled(course, last.act.t if last is not None else None)
    if draws:
        past[-1] = structs.replace(past[-1], actions=past[-1].actions + draws)
    log = structs.replace(course.log, result=log.result or course.log.result, annotations=notes or log.annotations)
    course = structs.replace(course, log=log)
    return Session(course, tuple(past)), missing + more


def foreign(deal: int) -> RistilogError:
    """What is said of a recording of another program that does not write as this one does."""
    return RistilogError(f"deal {deal} is on record as no recorder writes it, and cannot be gone on with")


def _replayed(course: Course, deal: Deal, past: list[Past]) -> tuple[Course, Lines]:
    """The course behind the actions of a deal, and the lines that its last trick lacks; `past` gets the acts."""
    missing: Lines = ()
    tricks = deal.tricks or ()
    for number, trick in enumerate(tricks, start=1):
        is_closed = number < len(tricks) or _says(trick)
        times: tuple[int | None, ...] = trick.times or (None,) * len(trick.actions)
        for text, t in zip(trick.actions, times, strict=True):
            if course.position is None:
                raise foreign(len(course.log.deals))
            action = ACTIONS[text]
            against = what_stands_against(course, action)
            before, own = course, own_draw(course)
            course, lines = with_action(course, action, t, trick if is_closed else None)
            if own is not None and action.kind == "draw" and against is None:
                past[-1] = structs.replace(past[-1], actions=past[-1].actions + 1)
            else:
                note = None if against is None else let_stand(course.address, against)
                past.append(Past(before, Act(action, t, against is not None), 1, note))
            if against is not None:
                course = structs.replace(course, irregular=True)
            missing = lines[lines.index(action_line(text, t)) + 1 :]
    if _is_open_end(course, tricks):
        missing = (undo_line(0),)  # the claims of a trick without its draws, of an act that was not written whole
    return course, missing


def _is_open_end(course: Course, tricks: tuple[Trick, ...]) -> bool:
    """Whether the last trick on record has its claims, but draws of it are due."""
    return course.position is not None and bool(course.position.due) and bool(tricks) and _says(tricks[-1])


def _says(trick: Trick) -> bool:
    return bool(trick.winner) or trick.points is not UNSET or bool(trick.ext)
