"""What a hand-written log lacks: the draws that the stock determines, and every claim, computed from the actions."""

from typing import Any

from msgspec import UNSET, structs

from ristilog.format.positions import locate
from ristilog.format.read import read, text_of
from ristilog.game.cards import HIDDEN
from ristilog.game.errors import RistilogError
from ristilog.game.findings import Finding
from ristilog.game.log import ACTIONS, Deal, GameLog, Play, Result, Score, Trick
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Seat
from ristilog.record.made import Made
from ristilog.referee.judge import resolve_rules
from ristilog.referee.pack import filled, read_pack, seed_of
from ristilog.referee.verify import verify
from ristilog.replay.engine import DealReplay, replay_deal
from ristilog.replay.legality import why_not
from ristilog.replay.scoring import CLEAN, NOUGHT, Standing, clean_sides, deal_points, match_winner, outcome
from ristilog.replay.shuffle import Dealt
from ristilog.replay.state import after, first_position

FILLABLE = ("S410", "P303")
"""Findings that only say that something is not there."""


def fill(data: bytes) -> Made:
    """Add to a log what can be computed from its actions; a log with anything wrong in it is refused.

    Draws that are due and missing are put in (``??`` where the record does not show the card), then the claims of
    finished tricks and deals, and the result of a match that has been won. Nothing written is changed.
    """
    before = verify(data)
    errors = tuple(one for one in before.findings if one.severity == "error" and one.code not in FILLABLE)
    reading = read(data)
    if errors or reading.log is None:
        return Made(None, errors)
    if reading.tree is not None:
        raise RistilogError(f"the log is of format {reading.log.ristilog}; only a newer program may rewrite it")
    log = _filled(reading.log)
    after_filling = verify(log)
    errors = tuple(_placed(one, data, reading.log) for one in after_filling.findings if one.severity == "error")
    return Made(None if errors else log, errors)


def _placed(one: Finding, data: bytes, log: GameLog) -> Finding:
    """A finding on the filled log with its place in the text that was given, where the same thing stands in it."""
    parts = one.pointer.split("/")
    pointer = one.pointer
    if len(parts) == 7 and one.at is not None:  # an action: the play that its address names
        play = int(one.at.rpartition(".")[2])
        tricks = log.deals[int(parts[2])].tricks or ()
        actions = tricks[int(parts[4])].actions
        plays = [index for index, text in enumerate(actions) if ACTIONS[text].kind != "draw"]
        if play > len(plays):
            return one
        pointer = "/".join([*parts[:6], str(plays[play - 1])])
    line, column = locate(text_of(data), [pointer]).get(pointer, (None, None))
    return structs.replace(one, pointer=pointer, line=line, column=column)


def with_claims(log: GameLog) -> GameLog:
    """The log with every claim that its actions imply and that is not written; its actions stay as they are.

    Nothing may be wrong with it but that claims are missing; rules that are not to be had are a ValueError.
    """
    return _filled(log, draws=False)


def _filled(log: GameLog, *, draws: bool = True) -> GameLog:
    rules, faults = resolve_rules(log)
    if rules is None:
        raise ValueError(faults[0].message)
    standing: Standing | None = Standing(log.start.match, log.start.held) if log.start else Standing(NOUGHT, 0)
    deals: list[Deal] = []
    for deal in log.deals:
        if isinstance(deal.void, str):
            deals.append(deal)
            continue
        done, standing = _filled_deal(deal, rules, standing, draws=draws)
        deals.append(done)
    result = log.result
    winner = match_winner(rules, standing.match) if standing else None
    if not result and winner and standing:
        result = Result(ended="complete", winner=winner, score=standing.match)
    return structs.replace(log, deals=tuple(deals), result=result)


def _filled_deal(deal: Deal, rules: Ruleset, before: Standing | None, *, draws: bool) -> tuple[Deal, Standing | None]:
    """The deal with what it lacked, and the standing after it."""
    if not isinstance(deal.tricks, tuple):
        return _filled_score(deal, rules, None, before)
    pack = read_pack(deal, rules)
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    dealt = filled(seed, pack.dealt, deal.dealer)
    if draws:
        deal = structs.replace(deal, tricks=_with_draws(deal.tricks, rules, deal.dealer, dealt))
    replay = replay_deal(deal, rules, deal.dealer, dealt, followed=False)
    tricks = list(deal.tricks or ())
    for index, facts in enumerate(replay.tricks):
        trick = tricks[index]
        tricks[index] = structs.replace(
            trick,
            winner=trick.winner or facts.winner,
            points=facts.points if trick.points is UNSET else trick.points,
        )
    deal = structs.replace(deal, tricks=tuple(tricks))
    return _filled_score(deal, rules, replay if replay.complete else None, before)


def _filled_score(
    deal: Deal, rules: Ruleset, replay: DealReplay | None, before: Standing | None
) -> tuple[Deal, Standing | None]:
    """The deal with the claims that its replay, or the card points written, imply."""
    score = deal.score or Score()
    if replay is not None:
        points, clean = deal_points(replay.tricks), clean_sides(rules, replay.tricks)
    elif score.points and (score.clean or not rules.cleaning):
        points, clean = score.points, score.clean or CLEAN
    else:
        unfinished = isinstance(deal.tricks, tuple)
        return deal, before if unfinished else None
    brings = outcome(rules, points, clean, before) if before is not None else None
    claims: dict[str, Any] = {"points": points}
    if brings is not None:
        claims |= {"award": brings.award, "held": brings.standing.held, "match": brings.standing.match}
    if rules.cleaning:
        claims["clean"] = clean
    lacking = {name: value for name, value in claims.items() if getattr(score, name) is UNSET}
    return structs.replace(deal, score=structs.replace(score, **lacking)), brings.standing if brings else None


def _with_draws(tricks: tuple[Trick, ...], rules: Ruleset, dealer: Seat, dealt: Dealt) -> tuple[Trick, ...]:
    """The tricks with every draw put in that was due and is not written."""
    position = first_position(rules, dealer, dealt.hands, dealt.stock)
    done: list[Trick] = []
    for trick in tricks:
        actions: list[str] = []
        times: list[int] = []

        def put(action: Play, time: int | None) -> None:
            nonlocal position
            actions.append(str(action))  # noqa: B023  # called within this turn of the loop only
            if time is not None:
                times.append(time)  # noqa: B023
            position = after(position, action)

        written: list[int | None] = [*(trick.times or [None] * len(trick.actions))]
        for index, (text, time) in enumerate(zip(trick.actions, written, strict=True)):
            action = ACTIONS[text]
            while position.due and action.kind != "draw":
                put(Play(position.due[0], "draw", position.stock[0]), times[-1] if times else None)
            if why_not(position, action) is not None:
                rest = structs.replace(trick, actions=(*actions, *trick.actions[index:]))
                return (*done, rest, *tricks[len(done) + 1 :])
            put(action, time)
        while position.due and (len(position.trick) == 4 or position.stock[0] != HIDDEN):
            put(Play(position.due[0], "draw", position.stock[0]), times[-1] if times else None)
        done.append(structs.replace(trick, actions=tuple(actions), times=tuple(times) if trick.times else UNSET))
    return tuple(done)
