"""A log while it is made: one action, deal or word after the other, each with the lines that record it."""

from typing import Literal

from msgspec import UNSET, Struct, structs

from ristilog.format.events import action_line, deal_line, result_line, score_line, trick_line, void_line
from ristilog.game.cards import HIDDEN
from ristilog.game.log import Deal, GameLog, Play, Result, Score, Trick
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import AFTER, Seat
from ristilog.referee.pack import filled, read_pack, seed_of
from ristilog.replay.engine import TRICKS
from ristilog.replay.irregular import after_irregular, with_able_turn, without_draws
from ristilog.replay.legality import Reason, barred_rank, why_not
from ristilog.replay.scoring import NOUGHT, Standing, clean_sides, deal_points, match_winner, outcome
from ristilog.replay.state import Position, after, first_position

Expects = Literal["deal", "play", "draw", "nothing"]


class Course(Struct, frozen=True, kw_only=True):
    """How far a log has come."""

    rules: Ruleset
    dealer: Seat
    """Who deals next, or has dealt the deal in hand."""
    log: GameLog
    standing: Standing
    """After the last deal that is over."""
    position: Position | None = None
    """In the deal in hand; None between deals."""
    irregular: bool = False
    """Whether the table has let something stand in the deal in hand that the rules do not allow."""
    doubtful: bool = False
    """Whether a barred rank was led from a hidden hand, which later plays may show to have been no exception."""

    @property
    def expects(self) -> Expects:
        """What has to come next."""
        if self.position is not None:
            return "draw" if self.position.due else "play"
        return "nothing" if match_winner(self.rules, self.standing.match) else "deal"

    @property
    def address(self) -> str:
        """The address of the last play, or of a deal or trick without one; ``0`` before any deal."""
        number = len(self.log.deals)
        tricks = self.log.deals[-1].tricks or () if self.log.deals else ()
        if not tricks:
            return str(number)
        plays = plays_in(tricks[-1])
        return f"{number}.{len(tricks)}.{plays}" if plays else f"{number}.{len(tricks)}"


Lines = tuple[bytes, ...]
Written = tuple[Course, Lines]


def begun(log: GameLog, rules: Ruleset, dealer: Seat) -> Course:
    """The course of a log without deals."""
    standing = Standing(log.start.match, log.start.held) if log.start else Standing(NOUGHT, 0)
    return Course(rules=rules, dealer=dealer, log=log, standing=standing)


def with_deal(course: Course, deal: Deal) -> Written:
    """A deal begins; its cards are taken as judged."""
    pack = read_pack(deal, course.rules)
    dealt = filled(seed_of(deal.shuffle) if deal.shuffle else None, pack.dealt, deal.dealer)
    position = first_position(course.rules, deal.dealer, dealt.hands, dealt.stock)
    deal = structs.replace(deal, tricks=())
    log = structs.replace(course.log, deals=(*course.log.deals, deal), result=UNSET)
    course = structs.replace(course, dealer=deal.dealer, log=log, position=position, irregular=False, doubtful=False)
    return course, (deal_line(deal),)


def reason_against(course: Course, action: Play) -> Reason | None:
    """What stands against an action in the deal in hand."""
    assert course.position is not None
    return why_not(course.position, action)


def with_action(course: Course, action: Play, t: int | None, written: Trick | None = None) -> Written:
    """An action and what follows from it: the end of the trick, of the deal and of the match, each with its claims.

    Whether it is allowed has been asked before. `written` is the trick as it stands on record already.
    """
    position = course.position
    assert position is not None
    reason = why_not(position, action)
    if reason is not None and reason.code == "P303":
        course, lines = _with_draws_forgotten(course)
        course, more = with_action(course, action, t, written)
        return course, lines + more
    doubtful = _is_doubtful(position, action)
    moved = after(position, action) if reason is None else after_irregular(position, action, reason)
    irregular = course.irregular or reason is not None
    course = structs.replace(
        course,
        log=_with_deal_in_hand(course, _acted(_in_hand(course), position, action, t)),
        position=with_able_turn(moved) if irregular else moved,
        irregular=irregular,
        doubtful=course.doubtful or doubtful,
    )
    course, more = _with_tricks(course, len(position.tricks), written)
    return course, (action_line(str(action), t), *more)


def with_end(course: Course, written: Score | None = None) -> Written:
    """The deal's score, if all of its cards have been played, and the result, if that wins the match.

    `written` is the score as it stands on record already.
    """
    position = course.position
    if position is None or len(position.tricks) < TRICKS:
        return course, ()
    rules = course.rules
    points, clean = deal_points(position.tricks), clean_sides(rules, position.tricks)
    brings = outcome(rules, points, clean, course.standing)
    score = Score(
        points=points,
        award=brings.award,
        held=brings.standing.held,
        match=brings.standing.match,
        clean=clean if rules.cleaning else UNSET,
    )
    standing = brings.standing
    if written is not None:
        score = written
        if score.match and isinstance(score.held, int):  # what was written stands, right or wrong
            standing = Standing(score.match, score.held)
    log = _with_deal_in_hand(course, structs.replace(_in_hand(course), score=score))
    course = structs.replace(course, log=log, standing=standing, position=None, dealer=AFTER[course.dealer])
    lines: Lines = () if written is not None else (score_line(score),)
    winner = match_winner(rules, standing.match)
    if winner is not None:
        result = Result(ended="complete", winner=winner, score=standing.match)
        course, more = with_result(course, result)
        lines += more
    return course, lines


def with_void(course: Course, reason: str) -> Written:
    """The deal in hand does not count, and its dealer deals again."""
    deal = _in_hand(course)
    log = _with_deal_in_hand(course, structs.replace(deal, void=reason, tricks=deal.tricks or UNSET))
    return structs.replace(course, log=log, position=None), (void_line(reason),)


def with_score_only(course: Course, deal: Deal) -> Written:
    """A deal of which nothing but the score is known; that stands, right or wrong."""
    log = structs.replace(course.log, deals=(*course.log.deals, deal))
    score, standing = deal.score or Score(), course.standing
    if score.match and isinstance(score.held, int):
        standing = Standing(score.match, score.held)
    course = structs.replace(course, log=log, standing=standing, dealer=AFTER[deal.dealer])
    return course, (deal_line(deal), score_line(score))


def appended(course: Course, action: Play) -> GameLog:
    """The log with an action behind the others, whether it is allowed or not, and nothing that follows from it."""
    if ends_with_draws_forgotten(course, action):
        course, _ = _with_draws_forgotten(course)
    assert course.position is not None
    return _with_deal_in_hand(course, _acted(_in_hand(course), course.position, action, None))


def ends_with_draws_forgotten(course: Course, action: Play) -> bool:
    """Whether an action comes behind a whole trick of which draws are due, so that the trick ends without them."""
    position = course.position
    return position is not None and bool(position.due) and len(position.trick) == 4 and action.kind != "draw"


def said_since(course: Course) -> Lines:
    """What follows from the last action on record: the trick's claims, the deal's score, how the match ended."""
    deal = course.log.deals[-1] if course.log.deals else None
    if deal is None or not deal.tricks:
        return ()
    trick = deal.tricks[-1]
    lines: Lines = (trick_line(trick),) if trick.winner else ()
    if deal.score:
        lines += (score_line(deal.score),)
    return lines + ((result_line(course.log.result),) if course.log.result else ())


def with_result(course: Course, result: Result) -> Written:
    """How the match ended."""
    return structs.replace(course, log=structs.replace(course.log, result=result)), (result_line(result),)


def own_draw(course: Course) -> Play | None:
    """The draw that is due now and writes itself: a card that is known, or one that nobody at hand sees.

    None if none is due, or if it has to be told: the hand that draws is seen, and so is what it draws.
    """
    position = course.position
    if position is None or not position.due:
        return None
    seat, top = position.due[0], position.stock[0]
    if top == HIDDEN and (not position.hand(seat).hidden or _is_dealt_seen(course, seat)):
        return None
    return Play(seat, "draw", top)


def _with_draws_forgotten(course: Course) -> Written:
    """The draws that are due are left out, as the table did, and the trick may be over with that."""
    position = course.position
    assert position is not None
    forgotten = structs.replace(course, position=without_draws(position), irregular=True)
    return _with_tricks(forgotten, len(position.tricks), None)


def _is_doubtful(position: Position, action: Play) -> bool:
    barred = barred_rank(position)
    return action.kind == "play" and action.card[0] == barred and position.hand(action.seat).hidden > 0


def _is_dealt_seen(course: Course, seat: Seat) -> bool:
    """Whether a hand was on record as it was dealt, even if nobody knows any longer what is in it."""
    hands = _in_hand(course).hands
    dealt = hands.of(seat) if hands else UNSET
    return isinstance(dealt, str) and HIDDEN not in dealt


def _in_hand(course: Course) -> Deal:
    return course.log.deals[-1]


def _with_deal_in_hand(course: Course, deal: Deal) -> GameLog:
    return structs.replace(course.log, deals=(*course.log.deals[:-1], deal), result=UNSET)


def _acted(deal: Deal, position: Position, action: Play, t: int | None) -> Deal:
    """The deal with one more action, in a new trick if the last one is over."""
    tricks = deal.tricks or ()
    if len(tricks) == len(position.tricks):
        trick = Trick(actions=(str(action),), times=UNSET if t is None else (t,))
        return structs.replace(deal, tricks=(*tricks, trick))
    trick = tricks[-1]
    times = trick.times if t is None else (*(trick.times or ()), t)
    trick = structs.replace(trick, actions=(*trick.actions, str(action)), times=times)
    return structs.replace(deal, tricks=(*tricks[:-1], trick))


def _with_tricks(course: Course, before: int, written: Trick | None) -> Written:
    """The trick that is over, with its claims; what is on record already stands, right or wrong."""
    assert course.position is not None
    if len(course.position.tricks) == before:
        return course, ()
    facts = course.position.tricks[-1]
    deal = _in_hand(course)
    tricks = deal.tricks or ()
    if written is not None:
        trick = structs.replace(tricks[-1], winner=written.winner, points=written.points, ext=written.ext)
    else:
        trick = structs.replace(tricks[-1], winner=facts.winner, points=facts.points)
    log = _with_deal_in_hand(course, structs.replace(deal, tricks=(*tricks[:-1], trick)))
    return structs.replace(course, log=log), () if written is not None else (trick_line(trick),)


def plays_in(trick: Trick) -> int:
    """Plays and dark plays in a trick."""
    return sum(1 for text in trick.actions if text[2:6] != "draw")
