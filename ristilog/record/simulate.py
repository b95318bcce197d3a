"""Made matches: four players with a policy, shuffled from a seed, written as a complete log."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from msgspec import UNSET

from ristilog.game.errors import RistilogError
from ristilog.game.log import Deal, GameLog, Hands, Player, Players, Result, Rules, Score, Shuffle, Trick
from ristilog.game.ruleset import Ruleset, agreed
from ristilog.game.table import AFTER, SEATS, Seat
from ristilog.replay.scoring import NOUGHT, Outcome, Standing, clean_sides, deal_points, match_winner, outcome
from ristilog.replay.shuffle import deal_out, shuffled
from ristilog.replay.state import Position, after, first_position
from ristilog.teach.solver.policies import POLICIES, Policy

VERSION: Final = 1
"""The version of the presets that made matches are played by."""
MAX_DEALS: Final = 10_000
"""A match that nobody has won after so many deals is adjourned."""


def simulate(
    rules: str,
    seed: str,
    *,
    options: Mapping[str, Any] | None = None,
    deals: int | None = None,
    dealer: Seat = "S",
    policy: str | Mapping[Seat, str] = "sensible",
) -> GameLog:
    """Play a match between four players; the same arguments always give the same log.

    `policy` is that of all players, or a policy a seat; `ristilog.teach.solver.policies.POLICIES` has their names.
    Deal k is shuffled with the seed ``SEED/k``, and the same seed throws its players' dice. The match goes on until it
    is won, or adjourned after `deals` deals. Raises `RistilogError` for rules, options or a seed that are not to be
    had, ValueError for an unknown policy or dealer, or fewer deals than one.
    """
    ruleset = checked(rules, seed, options or {}, deals, dealer, policy)
    limit = deals if deals is not None else MAX_DEALS
    names = policies_by_seat(policy)
    policies = {one: POLICIES[name] for one, name in names.items()}
    played: list[Deal] = []
    standing = Standing(NOUGHT, 0)
    while match_winner(ruleset, standing.match) is None and len(played) < limit:
        deal, result = _deal(ruleset, f"{seed}/{len(played) + 1}", dealer, standing, policies)
        played.append(deal)
        standing, dealer = result.standing, AFTER[dealer]
    winner = match_winner(ruleset, standing.match)
    return GameLog(
        ristilog="1.0",
        players=Players(
            **{one: Player(name=f"{one} ({name})", agent=f"ristilog {name} 1") for one, name in names.items()}
        ),
        rules=Rules(name=rules, version=VERSION, options=dict(options) if options else UNSET),
        deals=tuple(played),
        result=Result(
            ended="complete" if winner else "adjourned",
            winner=winner or UNSET,
            score=standing.match,
        ),
    )


def checked(
    rules: str,
    seed: str,
    options: Mapping[str, Any],
    deals: int | None,
    dealer: Seat,
    policy: str | Mapping[Seat, str],
) -> Ruleset:
    """The ruleset that a match is played by; raises what `simulate` raises, without playing."""
    policies_by_seat(policy)
    ruleset = agreed(rules, VERSION, options)
    limit = deals if deals is not None else MAX_DEALS
    if dealer not in SEATS or limit < 1 or not isinstance(seed, str):
        raise ValueError("the dealer is N, E, S or W, deals is at least 1, and the seed is text")
    if not seed or len(f"{seed}/{limit}".encode("utf-8", "surrogatepass")) > 256:
        raise RistilogError("a seed has 1 to 256 bytes, the number of the deal included")
    if not _is_text(seed):
        raise RistilogError("the seed is no sound text: it cannot be written as UTF-8")
    return ruleset


def policies_by_seat(policy: str | Mapping[Seat, str]) -> dict[Seat, str]:
    """The name of every seat's policy; ValueError if a seat has none, or one that there is not."""
    by_seat = dict.fromkeys(SEATS, policy) if isinstance(policy, str) else {seat: policy.get(seat) for seat in SEATS}
    names: dict[Seat, str] = {}
    for seat, name in by_seat.items():
        if name not in POLICIES:
            raise ValueError(f"there is no policy {name!r}")
        names[seat] = str(name)
    return names


def _is_text(seed: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in seed)


def _deal(
    rules: Ruleset, seed: str, dealer: Seat, before: Standing, policies: Mapping[Seat, Policy]
) -> tuple[Deal, Outcome]:
    dealt = deal_out(shuffled(seed), dealer, rules.hand_size)
    first = first_position(rules, dealer, dealt.hands, dealt.stock)
    tricks, last = _tricks(first, policies, Random(seed))
    points, clean = deal_points(last.tricks), clean_sides(rules, last.tricks)
    result = outcome(rules, points, clean, before)
    deal = Deal(
        dealer=dealer,
        shuffle=Shuffle(method="hmac-sha256-1", seed=seed),
        hands=Hands(**{seat: " ".join(cards) for seat, cards in dealt.hands.items()}),
        stock=" ".join(dealt.stock),
        tricks=tricks,
        score=Score(
            points=points,
            award=result.award,
            held=result.standing.held,
            match=result.standing.match,
            clean=clean if rules.cleaning else UNSET,
        ),
    )
    return deal, result


def _tricks(position: Position, policies: Mapping[Seat, Policy], random: Random) -> tuple[tuple[Trick, ...], Position]:
    """Play a deal to its end: its tricks as a log writes them, and the last position."""
    tricks: list[Trick] = []
    actions: list[str] = []
    while (seat := position.to_act) is not None:
        action = policies[seat](position, random)
        actions.append(str(action))
        position = after(position, action)
        if len(position.tricks) > len(tricks):
            facts = position.tricks[-1]
            tricks.append(Trick(actions=tuple(actions), winner=facts.winner, points=facts.points))
            actions = []
    return tuple(tricks), position
