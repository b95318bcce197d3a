"""What a deal and the match came to, in words."""

from ristilog.game.log import GameLog, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import OTHER_SIDE, SIDES, Side
from ristilog.replay.scoring import match_winner
from ristilog.replay.steps import DealSteps
from ristilog.teach.language import Language, message
from ristilog.teach.people import People


def deal_result(language: Language, people: People, rules: Ruleset, deal: DealSteps) -> tuple[str, ...]:
    """The sentences that end a deal: its points and what they bring, the standing, the match if it is won.

    Empty for a deal that is not finished, or void; of a deal of which only the score is known, what is known.
    """
    said = [] if deal.points is None else [_points(language, people, deal, deal.points)]
    if deal.outcome is None:
        return tuple(said)
    match = deal.outcome.standing.match
    if rules.scoring == "cumulative":
        said += [_total(language, people, rules, deal, side) for side in SIDES]
    else:
        if deal.points is not None:
            said.append(_award(language, people, deal, deal.points))
        said.append(
            language.say(
                "The match: {north} {ns}, {east} {ew}.",
                ns=match.NS,
                ew=match.EW,
                north=people.sides["NS"],
                east=people.sides["EW"],
            )
        )
    winner = match_winner(rules, match)
    if winner is not None:
        said.append(language.say("{side} win the match.", side=people.sides[winner]))
    return tuple(said)


def match_result(language: Language, people: People, log: GameLog) -> str | None:
    """How the match ended, in one sentence; None where the log does not say."""
    result = log.result
    if not result:
        return None
    score = _score(result.score, result.winner or None) if result.score else ""
    if result.winner:
        side = people.sides[result.winner]
        if result.ended == "forfeit":
            return language.say("{side} win: the others gave up.", side=side)
        if not score:
            return language.say("{side} win the match.", side=side)
        return language.say("{side} win the match {score}.", side=side, score=score)
    if result.ended == "abandoned":
        return language.say("The match was abandoned.")
    if result.ended == "adjourned":
        return language.say("The match was adjourned.")
    return None


def _points(language: Language, people: People, deal: DealSteps, points: SideNumbers) -> str:
    if points.NS == points.EW:
        return language.say("The deal is over, {ns}–{ew}.", ns=points.NS, ew=points.EW)
    side: Side = "NS" if points.NS > points.EW else "EW"
    more, fewer = points.of(side), points.of(OTHER_SIDE[side])
    if fewer == 0:
        text = message("The deal is over: {side} have all the card points, {more}–0.")
        return language.say(text, side=people.sides[side], more=more)
    return language.say(
        "The deal is over: {side} have more card points, {more}–{fewer}.",
        side=people.sides[side],
        more=more,
        fewer=fewer,
    )


def _award(language: Language, people: People, deal: DealSteps, points: SideNumbers) -> str:
    """Who gets how many game points, or why nobody does."""
    assert deal.outcome is not None
    award, held = deal.outcome.award, deal.outcome.standing.held
    for side in SIDES:
        if award.of(side) == 0:
            continue
        name, won = people.sides[side], language.game_points(award.of(side))
        if points.of(side) < points.of(OTHER_SIDE[side]):
            return language.say("They are dirty, so {side} get {won}.", side=name, won=won)
        if deal.before.held:
            waiting = language.game_points(deal.before.held)
            text = message("{side} get {won}, of which {waiting} had been held.")
            return language.say(text, side=name, won=won, waiting=waiting)
        return language.say("{side} get {won}.", side=name, won=won)
    if points.NS != points.EW:
        return language.say("They are dirty, so nobody gets a game point.")
    if held > deal.before.held:
        waiting = language.game_points(held)
        return language.say("A tie: nobody scores. Held for the next deal that is won: {waiting}.", waiting=waiting)
    return language.say("A tie: nobody scores.")


def _total(language: Language, people: People, rules: Ruleset, deal: DealSteps, side: Side) -> str:
    """The running total of a side after the deal."""
    assert deal.outcome is not None
    total, name = deal.outcome.standing.match.of(side), people.sides[side]
    if rules.wipe_on_zero and deal.points and deal.points.of(side) == 0 and deal.before.match.of(side):
        return language.say("{side} won no points and fall to nought.", side=name)
    return language.say("{side} have {total} in all.", side=name, total=total)


def _score(score: SideNumbers, first: Side | None) -> str:
    side = first or "NS"
    return f"{score.of(side)}–{score.of(OTHER_SIDE[side])}"
