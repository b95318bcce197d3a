"""Judging a readable log: pack, seed, dealer, play and claims of every deal, then the result."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, structs

from ristilog.game.cards import HIDDEN
from ristilog.game.findings import Finding, finding
from ristilog.game.log import Deal, GameLog, Score
from ristilog.game.ruleset import Ruleset, resolve
from ristilog.game.table import Side
from ristilog.referee.claims import (
    Bases,
    Known,
    missing_score,
    points_findings,
    result_findings,
    running,
    stand_in,
    sum_findings,
    trick_findings,
    won,
)
from ristilog.referee.dealers import Dealer, Rotation, judge_dealer
from ristilog.referee.pack import Pack, filled, read_pack, seed_findings, seed_of
from ristilog.referee.remarks import remarks
from ristilog.replay.engine import DealReplay, Stop, replay_deal
from ristilog.replay.quick import DealFacts, quick_deal
from ristilog.replay.scoring import NOUGHT, Standing, clean_sides, deal_points


class Proof(Struct, frozen=True):
    """A deal's pack, and its facts if the quick way through found nothing wrong with the play."""

    pack: Pack | None
    facts: DealFacts | None


class Form(Struct, frozen=True):
    """What reading found amiss, as far as judging has to know (see `ristilog.format.read.Reading`)."""

    cut: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    suspended: frozenset[int] = frozenset()
    no_dealer: frozenset[int] = frozenset()

    def asks(self, pointer: str) -> bool:
        """Whether missing claims are to be named in an object: not if its own form is at fault."""
        return pointer not in self.unknown and not any(cut.rpartition("/")[0] == pointer for cut in self.cut)


class Judgement(Struct, frozen=True):
    """What judging came to."""

    findings: tuple[Finding, ...]
    winner: Side | None
    """The side that has won the match, None if it is not complete or not known."""
    standing: Standing | None
    """Where the match stands at the end, None if that is not known."""
    proved: bool
    """False if hidden cards left something unjudged."""


class _State(Struct, frozen=True):
    """What is carried from deal to deal."""

    rotation: Rotation
    bases: Bases
    over: bool = False
    """Whether a deal after the match's end has been named."""
    proved: bool = True


class _Course(Struct, frozen=True):
    """What a deal's record came to, before its score is looked at."""

    findings: tuple[Finding, ...]
    known: Known | None = None
    """Its outcome by the actions; None if they were not recorded, not judged to the end, or not all played."""
    finished: bool = True
    """False for a last deal that just stops, which brings nothing yet."""
    asks_score: bool = False
    """Whether a missing score claim is a fault of its own, if the log goes on."""
    proved: bool = True


def resolve_rules(log: GameLog) -> tuple[Ruleset | None, list[Finding]]:
    """The ruleset a log was played by, or what is wrong with its name, version and options (F106)."""
    ruleset, faults = resolve(log.rules.name, log.rules.version, log.rules.options or {})
    return ruleset, [
        finding("F106", f"/rules/{fault.where}", expected=fault.expected, found=fault.found, reason=fault.reason)
        for fault in faults
    ]


def prove_deals(log: GameLog, rules: Ruleset) -> list[Proof]:
    """Read every deal's pack, and try the quick way through its play."""
    return [_prove(f"/deals/{number}", deal, rules) for number, deal in enumerate(log.deals)]


def _prove(where: str, deal: Deal, rules: Ruleset) -> Proof:
    if isinstance(deal.void, str):
        return Proof(None, None)
    pack = read_pack(where, deal, rules)
    return Proof(pack, quick_deal(deal, rules, deal.dealer, pack.dealt) if pack.whole else None)


def judge(log: GameLog, rules: Ruleset, proofs: Sequence[Proof], form: Form) -> Judgement:
    """Judge a log deal by deal, then its result; every string in it is taken as well formed."""
    findings = list(_start_findings(log, rules))
    state = _State(Rotation(), _first_bases(log, form))
    for number in range(len(log.deals)):
        more, state = _judge_deal(log, number, rules, proofs[number], form, state)
        findings += more
    if log.result:
        findings += result_findings(log.result, rules, state.bases)
    findings += remarks(log, form.cut, won(rules, state.bases))
    standing = next(iter(state.bases.all()), None)
    return Judgement(tuple(findings), won(rules, state.bases), standing, state.proved)


def _judge_deal(
    log: GameLog, number: int, rules: Ruleset, proof: Proof, form: Form, state: _State
) -> tuple[list[Finding], _State]:
    deal, where = log.deals[number], f"/deals/{number}"
    pack = None if number in form.suspended else proof.pack
    dealer = judge_dealer(where, deal, pack, state.rotation, number not in form.no_dealer)
    if isinstance(deal.void, str):
        return [], structs.replace(state, rotation=dealer.after)
    findings = list(dealer.findings)
    over, bases = state.over, state.bases
    if not over and (winner := won(rules, bases)) is not None:
        findings.append(finding("S409", where, winner=winner))
        over = True
    if pack is None:
        course = _Course((finding("W606", where),))
    else:
        course = _course(log, number, rules, pack, proof.facts, form, dealer)
    findings += course.findings
    if course.finished:
        score, known, more = _judge_points(where, deal.score or None, rules, course.known)
        findings += more
        if course.asks_score and _goes_on(log, number):
            findings += missing_score(where, deal, rules, form.asks)
        if not over:
            judged = running(where, score, rules, known, bases)
            findings += judged.findings
            bases = judged.after
    return findings, _State(dealer.after, bases, over, state.proved and course.proved)


def _judge_points(
    where: str, score: Score | None, rules: Ruleset, known: Known | None
) -> tuple[Score | None, Known | None, list[Finding]]:
    """Judge the card points of a deal and who is clean; the score to go on with, and what is known of the outcome."""
    if score is None:
        return None, known, []
    findings: list[Finding] = []
    if score.clean and not rules.cleaning:
        reason = "these rules know no clean or dirty side"
        findings.append(finding("F104", f"{where}/score/clean", found="clean", reason=reason))
        score = structs.replace(score, clean=UNSET)
    if known is not None:
        return score, known, [*findings, *points_findings(where, score, known)]
    return score, stand_in(score, rules), [*findings, *sum_findings(where, score, rules)]


def _course(
    log: GameLog, number: int, rules: Ruleset, pack: Pack, facts: DealFacts | None, form: Form, dealer: Dealer
) -> _Course:
    """Judge a deal's cards and play, or see that only its score is recorded."""
    deal, where = log.deals[number], f"/deals/{number}"
    findings = list(pack.faults)
    findings += seed_findings(where, deal, pack, dealer.seat)
    if not isinstance(deal.tricks, tuple):
        return _Course((*findings, finding("W605", where)), asks_score=True)
    if pack.faults:
        return _Course((*findings, finding("W606", where)))
    if facts is not None and dealer.seat == deal.dealer:
        return _Course(tuple(findings), Known(facts.points, facts.clean), asks_score=True)
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    dealt = pack.dealt if pack.whole else filled(seed, pack.dealt, dealer.seat)
    replay = replay_deal(deal, rules, dealer.seat, dealt, followed=number + 1 < len(log.deals))
    findings += _claims_of_tricks(log, number, replay, form)
    if replay.stop is not None:
        findings += _stopped(where, deal, replay, replay.stop)
        return _Course(tuple(findings), proved=replay.proved)
    if not replay.complete:
        return _Course(tuple(findings), finished=False, proved=replay.proved)
    known = Known(deal_points(replay.tricks), clean_sides(rules, replay.tricks))
    return _Course(tuple(findings), known, asks_score=True, proved=replay.proved)


def _claims_of_tricks(log: GameLog, number: int, replay: DealReplay, form: Form) -> Iterator[Finding]:
    deal = log.deals[number]
    tricks = deal.tricks or ()
    for index, (trick, facts) in enumerate(zip(tricks, replay.tricks, strict=False)):
        followed = index + 1 < len(tricks) or bool(deal.score) or _goes_on(log, number)
        yield from trick_findings(f"/deals/{number}/tricks/{index}", trick, facts, followed, form.asks)


def _stopped(where: str, deal: Deal, replay: DealReplay, stop: Stop) -> Iterator[Finding]:
    """The finding for the action that stopped a replay, unless it only follows from a winner already found wrong."""
    reason, tricks = stop.reason, deal.tricks or ()
    last = len(replay.tricks) - 1
    follows = (
        reason.code == "P301"
        and stop.where == f"/tricks/{last + 1}/actions/0"
        and last >= 0
        and tricks[last].winner == reason.found
    )
    if not follows:
        expected = None if reason.expected == HIDDEN else reason.expected
        words = {"found": reason.found} | reason.details
        yield finding(reason.code, where + stop.where, expected=expected, **words)
    yield finding("W606", where + stop.where)


def _goes_on(log: GameLog, number: int) -> bool:
    """Whether anything in the log follows a deal that its claims are needed for."""
    return number + 1 < len(log.deals) or bool(log.result and log.result.ended == "complete")


def _start_findings(log: GameLog, rules: Ruleset) -> Iterator[Finding]:
    holds = rules.scoring == "game-points" and rules.tie_carry
    if log.start and log.start.held and not holds:
        reason = "under these rules nothing can be held"
        yield finding("F104", "/start/held", expected=0, found=log.start.held, reason=reason)


def _first_bases(log: GameLog, form: Form) -> Bases:
    if "/start" in form.cut:
        return Bases(None, None)
    standing = Standing(log.start.match, log.start.held) if log.start else Standing(NOUGHT, 0)
    return Bases(standing, standing)
