"""A sound log as a sequence of steps: each play with the position it was made in and the one it led to."""

from collections.abc import Iterable, Iterator

from msgspec import UNSET, Struct, structs

from ristilog.game.cards import HIDDEN
from ristilog.game.log import ACTIONS, Deal, GameLog, Play, Score, SideFlags, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Seat
from ristilog.replay.scoring import (
    CLEAN,
    NOUGHT,
    Outcome,
    Standing,
    clean_sides,
    deal_points,
    outcome,
    plus,
)
from ristilog.replay.shuffle import Dealt
from ristilog.replay.state import Position, after, first_position


class Step(Struct, frozen=True):
    """One play or dark play, with the draws that follow it."""

    trick: int
    """From 1."""
    play: int
    """From 1 to 4."""
    action: Play
    before: Position
    """The position in which it was made."""
    after: Position
    """The position behind it and its draws; a finished trick has been turned over."""
    draws: tuple[Play, ...] = ()
    """The draws that followed it, with the cards that the stock is known to have given."""


class DealSteps(Struct, frozen=True):
    """A deal as its steps, and what it came to."""

    number: int
    """From 1, as addresses count."""
    dealer: Seat
    first: Position
    """After the cards were dealt."""
    steps: tuple[Step, ...]
    """Empty for a deal that is void, or of which only the score is known."""
    before: Standing
    points: SideNumbers | None
    """None as long as the deal is not finished, or if nobody wrote them down."""
    clean: SideFlags | None
    """None if nobody wrote it down."""
    outcome: Outcome | None
    """None where it is not known."""
    void: bool
    score_only: bool
    """Whether nothing but its score is known."""

    @property
    def standing(self) -> Standing:
        """The standing after the deal, as far as it got."""
        return self.outcome.standing if self.outcome is not None else self.before


def replay_log(log: GameLog, rules: Ruleset, dealt: Iterable[Dealt | None]) -> tuple[DealSteps | None, ...]:
    """Replay every deal of a log whose play has been found sound.

    `dealt` gives the cards of each deal as far as they are known, or None for a deal that is not to be replayed; the
    standing goes on from what such a deal states.
    """
    return tuple(replay_deals(log, rules, dealt))


def replay_deals(log: GameLog, rules: Ruleset, dealt: Iterable[Dealt | None]) -> Iterator[DealSteps | None]:
    """Replay one deal after the other, as `replay_log` does; a deal's steps take forty times its text."""
    standing = Standing(log.start.match, log.start.held) if log.start else Standing(NOUGHT, 0)
    for number, (deal, cards) in enumerate(zip(log.deals, dealt, strict=True), start=1):
        if cards is not None:
            replayed = _replay_deal(number, deal, rules, cards, standing)
            standing = replayed.standing
            yield replayed
            del replayed
        else:
            if deal.score and deal.score.match and isinstance(deal.score.held, int):
                standing = Standing(deal.score.match, deal.score.held)
            yield None


def _replay_deal(number: int, deal: Deal, rules: Ruleset, dealt: Dealt, before: Standing) -> DealSteps:
    first = first_position(rules, deal.dealer, dealt.hands, dealt.stock)
    void = isinstance(deal.void, str)
    score_only = not void and deal.tricks is UNSET
    steps, last = ((), first) if void or score_only else _steps(deal, first)
    points: SideNumbers | None = None
    clean: SideFlags | None = CLEAN
    came_to: Outcome | None = None
    if last.over:
        points, clean = deal_points(last.tricks), clean_sides(rules, last.tricks)
        came_to = outcome(rules, points, clean, before)
    elif score_only:
        points, clean, came_to = _stated(deal.score or Score(), rules, before)
    return DealSteps(
        number=number,
        dealer=deal.dealer,
        first=first,
        steps=steps,
        before=before,
        points=points,
        clean=clean,
        outcome=came_to,
        void=void,
        score_only=score_only,
    )


def _stated(
    score: Score, rules: Ruleset, before: Standing
) -> tuple[SideNumbers | None, SideFlags | None, Outcome | None]:
    """What is known of a deal of which only the score was written down: its points, who was clean, what it came to."""
    points = score.points or None
    clean = score.clean or (None if rules.cleaning else CLEAN)
    computed = outcome(rules, points, clean, before) if points and clean else None
    if not score.award and not score.match:
        return points, clean, computed
    held = score.held if isinstance(score.held, int) else computed.standing.held if computed else before.held
    match = score.match or plus(before.match, score.award or NOUGHT)
    award = score.award or plus(match, SideNumbers(NS=-before.match.NS, EW=-before.match.EW))
    return points, clean, Outcome(award, Standing(match, held))


def _steps(deal: Deal, position: Position) -> tuple[tuple[Step, ...], Position]:
    """Every play of a deal with the draws that follow it."""
    steps: list[Step] = []
    for number, trick in enumerate(deal.tricks or (), start=1):
        play = 0
        for text in trick.actions:
            action = ACTIONS[text]
            moved = after(position, action)
            if action.kind == "draw":
                drawn = action if action.card != HIDDEN else structs.replace(action, card=position.stock[0])
                steps[-1] = structs.replace(steps[-1], after=moved, draws=(*steps[-1].draws, drawn))
            else:
                play += 1
                steps.append(Step(number, play, action, position, moved))
            position = moved
    return tuple(steps), position
