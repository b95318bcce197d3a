"""The score sheet of a match, and the tables of its tricks, as rows of what they show."""

from msgspec import Struct

from ristilog.game.log import Play, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SIDES, Seat, Side
from ristilog.replay.steps import DealSteps
from ristilog.teach.language import Language
from ristilog.teach.people import People


class ScoreRow(Struct, frozen=True, kw_only=True):
    """One deal on the score sheet."""

    number: int
    points: SideNumbers | None
    """None where the deal is void, unfinished or at fault, or nobody wrote them down."""
    standing: SideNumbers | None
    """The standing after it, None if it is not known."""
    winner: Side | None
    """The side that the deal brought something."""
    remarks: tuple[str, ...]


class TrickRow(Struct, frozen=True, kw_only=True):
    """One trick of a deal."""

    number: int
    at: str
    plays: tuple[Play, ...]
    led: str
    winner: Seat | None
    """None for a trick that the record does not finish."""
    points: int | None


def score_rows(
    rules: Ruleset, deals: tuple[DealSteps | None, ...], language: Language, people: People
) -> tuple[ScoreRow, ...]:
    """A row for every deal of the log."""
    rows = []
    for number, steps in enumerate(deals, start=1):
        scored = steps.outcome if steps is not None else None
        award = scored.award if scored and rules.scoring == "game-points" else None
        rows.append(
            ScoreRow(
                number=number,
                points=steps.points if steps else None,
                standing=steps.standing.match if steps and (scored or not steps.score_only) else None,
                winner=next((side for side in SIDES if award and award.of(side) > 0), None),
                remarks=tuple(_remarks(rules, steps, language, people)),
            )
        )
    return tuple(rows)


def trick_rows(deal: DealSteps) -> tuple[TrickRow, ...]:
    """A row for every trick of a deal, the last one perhaps unfinished."""
    if not deal.steps:
        return ()
    last = deal.steps[-1].after
    tricks: list[tuple[tuple[Play, ...], Seat | None, int | None]] = [
        (trick.plays, trick.winner, trick.points) for trick in last.tricks
    ]
    if last.trick:
        tricks.append((last.trick, None, None))
    return tuple(
        TrickRow(
            number=number,
            at=f"{deal.number}.{number}",
            plays=plays,
            led=plays[0].card[0],
            winner=winner,
            points=points,
        )
        for number, (plays, winner, points) in enumerate(tricks, start=1)
    )


def _remarks(rules: Ruleset, steps: DealSteps | None, language: Language, people: People) -> list[str]:
    """What is out of the ordinary in a deal, in few words."""
    say = language.say
    if steps is None:
        return [say("not checked")]
    if steps.void:
        return [say("misdeal")]
    points, outcome = steps.points, steps.outcome
    if not steps.score_only and outcome is None:
        return [say("unfinished")]
    said = [say("score only")] if steps.score_only else []
    if points and points.NS == points.EW:
        said.append(say("tie"))
    for side in SIDES:
        if points and points.of(side) == rules.pack_points:
            said.append(say("all points"))
        if rules.cleaning and steps.clean and not steps.clean.of(side):
            said.append(say("{side} dirty", side=people.sides[side]))
        if outcome and outcome.award.of(side) < 0:
            said.append(say("{side} fall to nought", side=people.sides[side]))
    if outcome and outcome.standing.held:
        said.append(say("{number} held", number=outcome.standing.held))
    elif outcome and steps.before.held:
        said.append(say("{number} held, now paid out", number=steps.before.held))
    return said
