"""Claims held against what the actions imply: trick winners and points, scores, the standing, the result.

A running value may be right in two ways: by the computation from the start of the log, or by the one from what was
*written* before, so that a slip carried forward is one finding and not one a deal.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from msgspec import UNSET, Struct

from ristilog.game.findings import Finding, finding
from ristilog.game.log import Deal, Result, Score, SideFlags, SideNumbers, Trick
from ristilog.game.ruleset import CARD_VALUES, Ruleset
from ristilog.game.table import SIDES, Side
from ristilog.replay.scoring import Outcome, Standing, TrickFacts, match_winner, outcome

Asked = Callable[[str], bool]
"""Whether missing claims are to be named in the object at this pointer (not if its own form is at fault)."""


_SCORE = ("points", "award", "held", "match", "clean")


class Known(Struct, frozen=True):
    """What is known of a deal's outcome: from its actions, or standing in for them, from its claims."""

    points: SideNumbers
    clean: SideFlags


class Bases(Struct, frozen=True):
    """The standing before a deal, in the two ways it may be counted; None where it is not known."""

    counted: Standing | None
    written: Standing | None

    def all(self) -> list[Standing]:
        """Those that are known, the counted one first."""
        return [one for one in (self.counted, self.written) if one is not None]


class Judged(Struct, frozen=True):
    """The findings on a deal's score, and the standing after it."""

    findings: tuple[Finding, ...]
    after: Bases


def trick_findings(where: str, trick: Trick, facts: TrickFacts, followed: bool, asked: Asked) -> Iterator[Finding]:
    """Check the claims of one finished trick."""
    if trick.winner and trick.winner != facts.winner:
        led = facts.plays[0].card[0]
        yield finding("S401", f"{where}/winner", expected=facts.winner, found=trick.winner, rank=led)
    if isinstance(trick.points, int) and trick.points != facts.points:
        yield finding("S402", f"{where}/points", expected=facts.points, found=trick.points)
    if followed and asked(where):
        if not trick.winner:
            yield finding("S410", where, expected="winner")
        if not isinstance(trick.points, int):
            yield finding("S410", where, expected="points")


def missing_score(where: str, deal: Deal, rules: Ruleset, asked: Asked, *, after_match: bool) -> Iterator[Finding]:
    """Name the score claims that a deal lacks although the log goes on behind it.

    Of a deal after the match's end no running values are asked.
    """
    if not deal.score:
        if asked(where):
            yield finding("S410", where, expected="score")
        return
    names = ("points", "clean") if after_match else _SCORE
    missing = [name for name in names if getattr(deal.score, name) is UNSET]
    if not rules.cleaning and "clean" in missing:
        missing.remove("clean")
    if missing and asked(f"{where}/score"):
        for name in missing:
            yield finding("S410", f"{where}/score", expected=name)


def points_findings(where: str, score: Score, known: Known) -> Iterator[Finding]:
    """Check the card points of a deal, and who ends it clean, against its actions."""
    for side in SIDES if score.points != known.points else ():
        if score.points and score.points.of(side) != known.points.of(side):
            right, wrong = known.points.of(side), score.points.of(side)
            reason = f"{side} won {right} card points in this deal, not {wrong}"
            yield finding("S403", f"{where}/score/points/{side}", expected=right, found=wrong, reason=reason)
    for side in SIDES if score.clean != known.clean else ():
        if score.clean and score.clean.of(side) != known.clean.of(side):
            right_word, wrong_word = ("clean", "dirty") if known.clean.of(side) else ("dirty", "clean")
            yield finding(
                "S407",
                f"{where}/score/clean/{side}",
                expected=known.clean.of(side),
                found=score.clean.of(side),
                side=side,
                expected_word=right_word,
                found_word=wrong_word,
            )


def sum_findings(where: str, score: Score, rules: Ruleset) -> Iterator[Finding]:
    """Check that the card points of a deal without judged actions add up to the pack's, and that cards can make them.

    A side that is dirty has won a queen.
    """
    points = score.points
    if points and (points.NS + points.EW != rules.pack_points or min(points.NS, points.EW) < 0):
        reason = f"{points.NS} and {points.EW} card points do not add up to the pack's {rules.pack_points}"
        yield finding(
            "S403", f"{where}/score/points", expected=rules.pack_points, found=points.NS + points.EW, reason=reason
        )
        return
    for side in SIDES if points else ():
        won = points.of(side) if points else 0
        if won not in _reachable(rules.card_values):
            reason = f"no cards of the pack make {won} card points"
            yield finding("S403", f"{where}/score/points/{side}", found=won, reason=reason)
            return
        if score.clean and not score.clean.of(side) and won - rules.values["Q"] not in _reachable(rules.card_values):
            words = {"side": side, "expected_word": "clean", "found_word": "dirty"}
            yield finding("S407", f"{where}/score/clean/{side}", expected=True, found=False, **words)


@cache
def _reachable(table: str) -> frozenset[int]:
    """All the card points that some of a pack's cards make."""
    sums = {0}
    for value in CARD_VALUES[table].values():
        sums = {one + times * value for one in sums for times in range(5)}
    return frozenset(sums)


def stand_in(score: Score | None, rules: Ruleset) -> Known | None:
    """What a deal's own claims say of its outcome, if they say enough."""
    points = score.points if score is not None else UNSET
    if score is None or not points or points.NS + points.EW != rules.pack_points or min(points.NS, points.EW) < 0:
        return None
    if rules.cleaning and not score.clean:
        return None
    return Known(points, score.clean or SideFlags(NS=True, EW=True))


def running(where: str, score: Score | None, rules: Ruleset, known: Known | None, before: Bases) -> Judged:
    """Check award, held and standing of a deal, and find the standing after it."""
    after_written = _stated(score)
    first = before.counted or before.written
    if known is None and score is not None:
        known = _refuted(score, rules, before)
    if known is None or first is None:
        return Judged((), Bases(after_written, after_written))
    counted = outcome(rules, known.points, known.clean, first)
    findings: list[Finding] = []
    if score is not None and (after_written != counted.standing or score.award != counted.award):
        outcomes = [
            outcome(rules, points, clean, base)
            for base, points, clean in product(before.all(), *_readings(score, known))
        ]
        findings = [*_running_findings(where, score, counted, outcomes, before)]
    return Judged(tuple(findings), Bases(counted.standing, after_written))


def _refuted(score: Score, rules: Ruleset, before: Bases) -> Known | None:
    """What to hold a score against that does not say who was clean: nothing, unless it is wrong whoever was."""
    points = score.points
    if not rules.cleaning or score.clean or not points or points.NS + points.EW != rules.pack_points:
        return None
    for north, east, base in product((True, False), (True, False), before.all()):
        came_to = outcome(rules, points, SideFlags(NS=north, EW=east), base)
        right = (came_to.award, came_to.standing.held, came_to.standing.match)
        written = (score.award, score.held, score.match)
        if all(one == other or other is UNSET for one, other in zip(right, written, strict=True)):
            return None
    return Known(points, SideFlags(NS=True, EW=True))


def _readings(score: Score, known: Known) -> tuple[list[SideNumbers], list[SideFlags]]:
    """Card points and cleanness as they are and, where that is another finding already, as they were written."""
    points, clean = [known.points], [known.clean]
    if score.points and score.points != known.points:
        points.append(score.points)
    if score.clean and score.clean != known.clean:
        clean.append(score.clean)
    return points, clean


def _running_findings(
    where: str, score: Score, counted: Outcome, outcomes: list[Outcome], before: Bases
) -> Iterator[Finding]:
    wrong_award = set[Side]()
    for side in SIDES:
        if score.award and score.award.of(side) not in {one.award.of(side) for one in outcomes}:
            wrong_award.add(side)
            expected, found = counted.award.of(side), score.award.of(side)
            yield finding("S404", f"{where}/score/award/{side}", expected=expected, found=found, side=side)
    held = {one.standing.held for one in outcomes}
    if isinstance(score.held, int) and score.held not in held:
        yield finding("S405", f"{where}/score/held", expected=counted.standing.held, found=score.held)
    for side in SIDES:
        right = {one.standing.match.of(side) for one in outcomes}
        if score.award and side in wrong_award:
            right |= {base.match.of(side) + score.award.of(side) for base in before.all()}
        if score.match and score.match.of(side) not in right:
            expected, found = counted.standing.match.of(side), score.match.of(side)
            yield finding("S406", f"{where}/score/match/{side}", expected=expected, found=found, side=side)


def _stated(score: Score | None) -> Standing | None:
    """The standing a score states, if it states all of it."""
    if score is None or not score.match or not isinstance(score.held, int):
        return None
    return Standing(score.match, score.held)


def won(rules: Ruleset, bases: Bases) -> Side | None:
    """The side that has won the match by every way of counting, None if there is none or it is not known."""
    if bases.counted is not None and bases.counted == bases.written:
        return match_winner(rules, bases.counted.match)
    winners = {match_winner(rules, base.match) for base in bases.all()}
    return winners.pop() if len(winners) == 1 else None


def result_findings(result: Result, rules: Ruleset, bases: Bases, *, played_on: bool) -> Iterator[Finding]:
    """Hold the result against the standing at the match's end; nothing is said where that is not known.

    `played_on` says that deals after the match's end have been named: then that it is not called complete is no news.
    """
    standings = bases.all()
    if not standings:
        return
    winners = [match_winner(rules, base.match) for base in standings]
    if result.ended == "complete" and not any(winners):
        match = standings[0].match
        reason = f"the match is not over: {match.NS}–{match.EW}, and {rules.target} wins"
        yield finding("S408", "/result/ended", expected=None, found=result.ended, reason=reason)
        return
    if result.ended != "complete" and all(winners) and not played_on:
        reason = f"{winners[0]} had won the match, so it was not {result.ended}"
        yield finding("S408", "/result/ended", expected="complete", found=result.ended, reason=reason)
        return
    if result.ended == "complete" and result.winner and result.winner not in winners:
        reason = f"{winners[0] or winners[1]} won the match, not {result.winner}"
        yield finding("S408", "/result/winner", expected=winners[0], found=result.winner, reason=reason)
    for side in SIDES:
        right = [base.match.of(side) for base in standings]
        if result.score and result.score.of(side) not in right:
            reason = f"{side} ended at {right[0]}, not {result.score.of(side)}"
            yield finding(
                "S408", f"/result/score/{side}", expected=right[0], found=result.score.of(side), reason=reason
            )
