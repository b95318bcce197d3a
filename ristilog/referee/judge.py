"""Judging a readable log: pack, seed, dealer, play and claims of every deal, then the result."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET, Struct, structs

from ristilog.format.read import Reading
from ristilog.game.cards import HIDDEN
from ristilog.game.findings import Collected, Finding, finding
from ristilog.game.log import Deal, GameLog, Score
from ristilog.game.ruleset import Ruleset, resolve
from ristilog.game.table import AFTER, SIDES, Side
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
from ristilog.referee.dealers import Dealer, Rotation, judge_dealer, unreadable_dealer
from ristilog.referee.pack import Pack, filled, pack_findings, read_pack, seed_findings, seed_of
from ristilog.referee.remarks import remarks
from ristilog.referee.views import leak_findings
from ristilog.replay.engine import DealReplay, Stop, replay_deal
from ristilog.replay.quick import DealFacts, quick_deal
from ristilog.replay.scoring import NOUGHT, Standing, clean_sides, deal_points, match_winner, outcome
from ristilog.replay.shuffle import deal_out, shuffled


class Proof(Struct, frozen=True):
    """A deal's pack, and its facts if the quick way through found nothing wrong with the play."""

    pack: Pack | None
    facts: DealFacts | None


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
    score_only: bool = False
    asks_score: bool = False
    """Whether a missing score claim is a fault of its own, if the log goes on."""
    proved: bool = True
    may_be_void: bool = False
    """Whether the deal is faulty in a way that a misdeal is whose mark was lost."""


def resolve_rules(log: GameLog) -> tuple[Ruleset | None, list[Finding]]:
    """The ruleset a log was played by, or what is wrong with its name, version and options (F106)."""
    ruleset, faults = resolve(log.rules.name, log.rules.version, log.rules.options or {})
    return ruleset, [
        finding("F106", f"/rules/{fault.where}", expected=fault.expected, found=fault.found, reason=fault.reason)
        for fault in faults
    ]


def prove_deals(log: GameLog, rules: Ruleset) -> list[Proof]:
    """Read every deal's pack, and try the quick way through its play."""
    return [_prove(deal, rules) for deal in log.deals]


def _prove(deal: Deal, rules: Ruleset) -> Proof:
    if isinstance(deal.void, str):
        return Proof(None, None)
    pack = read_pack(deal, rules)
    return Proof(pack, quick_deal(deal, rules, deal.dealer, pack.dealt) if pack.whole else None)


def judge(log: GameLog, rules: Ruleset, proofs: Sequence[Proof], reading: Reading) -> Judgement:
    """Judge a log deal by deal, then its result; every string in it is taken as well formed.

    `reading` tells what was ill formed and cut out.
    """
    collected = Collected()
    collected.add(_start_findings(log, rules))
    for number in () if log.open or log.view == "table" else range(len(log.deals)):
        collected.add(leak_findings(log, number))
    state = _State(Rotation(), _first_bases(log, rules, reading))
    for number, proof in enumerate(proofs):
        right = _after_right_deal(log.deals[number], rules, proof, state)
        if right is not None:
            state = right
            continue
        more, state = _judge_deal(log, number, rules, proof, reading, state)
        collected.add(more)
    if log.result:
        collected.add(result_findings(log.result, rules, state.bases, played_on=state.over))
    collected.add(remarks(log, reading.cut, won(rules, state.bases)))
    standing = next(iter(state.bases.all()), None)
    return Judgement(collected.findings(), won(rules, state.bases), standing, state.proved)


def _after_right_deal(deal: Deal, rules: Ruleset, proof: Proof, state: _State) -> _State | None:
    """The state after a deal in which nothing is missing and nothing wrong; None for any other, to be judged in full.

    As `quick_deal`, it may only say less than what it stands for, `_judge_deal`.
    """
    facts, rotation, before = proof.facts, state.rotation, state.bases.counted
    if facts is None or before is None or before != state.bases.written or not deal.score or not deal.shuffle:
        return None
    if proof.pack is None or not proof.pack.seeded or deal.shuffle.commitment:
        return None
    if deal.dealer != (rotation.counted or deal.dealer) or rotation.other or match_winner(rules, before.match):
        return None
    brings = outcome(rules, facts.points, facts.clean, before)
    clean = facts.clean if rules.cleaning else UNSET
    after, score = brings.standing, deal.score
    if (score.points, score.award, score.held, score.match, score.clean) != (
        facts.points,
        brings.award,
        after.held,
        after.match,
        clean,
    ):
        return None
    dealer = AFTER[deal.dealer]
    return _State(Rotation(dealer, dealer), Bases(after, after), False, state.proved)


def _judge_deal(
    log: GameLog, number: int, rules: Ruleset, proof: Proof, reading: Reading, state: _State
) -> tuple[list[Finding], _State]:
    deal, where = log.deals[number], f"/deals/{number}"
    pack = None if number in reading.suspended else proof.pack
    readable = number not in reading.no_dealer
    dealer = judge_dealer(where, deal, pack, state.rotation) if readable else unreadable_dealer(deal, state.rotation)
    if isinstance(deal.void, str):
        return [], structs.replace(state, rotation=dealer.after)
    findings = list(dealer.findings)
    over, bases = state.over, state.bases
    if not over and (winner := won(rules, bases)) is not None:
        findings.append(finding("S409", where, winner=winner))
        over = True
    if pack is None:
        course = _Course((finding("W606", where),), may_be_void=not deal.score)
    else:
        course = _course(log, number, rules, pack, proof.facts, reading, dealer)
    findings += course.findings
    if course.finished:
        score, known, more = _judge_points(where, deal.score or None, rules, course)
        findings += more
        if course.asks_score and _goes_on(log, number):
            findings += missing_score(where, deal, rules, _asks(where, deal, rules, reading), after_match=over)
        if not over:
            judged = running(where, score, rules, known, bases)
            findings += judged.findings
            bases = judged.after
    rotation = dealer.after.or_void() if course.may_be_void else dealer.after
    return findings, _State(rotation, bases, over, state.proved and course.proved)


def _asks(where: str, deal: Deal, rules: Ruleset, reading: Reading) -> Callable[[str], bool]:
    """Where missing claims are asked for: not in a score at fault for saying who was clean where the rules do not."""
    at_fault = f"{where}/score" if deal.score and deal.score.clean and not rules.cleaning else None
    return lambda pointer: pointer != at_fault and reading.asks(pointer)


def _judge_points(
    where: str, score: Score | None, rules: Ruleset, course: _Course
) -> tuple[Score | None, Known | None, list[Finding]]:
    """Judge the card points of a deal and who is clean; the score to go on with, and what is known of the outcome."""
    known = course.known
    if score is None:
        return None, known, []
    findings: list[Finding] = []
    if score.clean and not rules.cleaning:
        reason = "these rules know no clean or dirty side"
        findings.append(finding("F104", f"{where}/score/clean", found="clean", reason=reason))
        score = structs.replace(score, clean=UNSET)
    if known is not None:
        return score, known, [*findings, *points_findings(where, score, known)]
    if course.score_only:
        findings += sum_findings(where, score, rules)
    return score, stand_in(score, rules), findings


def _course(
    log: GameLog, number: int, rules: Ruleset, pack: Pack, facts: DealFacts | None, reading: Reading, dealer: Dealer
) -> _Course:
    """Judge a deal's cards and play, or see that only its score is recorded."""
    deal, where = log.deals[number], f"/deals/{number}"
    findings = list(pack_findings(where, pack.dealt, rules)) if pack.faulty else []
    findings += seed_findings(where, deal, pack, dealer.seat)
    if not isinstance(deal.tricks, tuple):
        return _Course((*findings, finding("W605", where)), score_only=True, asks_score=True)
    if pack.faulty:
        return _Course((*findings, finding("W606", where)))
    if facts is not None and dealer.seat == deal.dealer:
        return _Course(tuple(findings), Known(facts.points, facts.clean), asks_score=True)
    replay, more = _replay(log, number, rules, pack, dealer)
    if more:  # the seed is another deal's, and that is all that is said of it
        findings = [one for one in findings if one.code != "D205"]
    findings += more
    claims = [*_claims_of_tricks(log, number, replay, reading)]
    findings += claims
    if replay.stop is not None:
        findings += _stopped(where, deal, replay, replay.stop, claims)
        may_be_void = replay.stop.reason.code == "P313" and not deal.score
        return _Course(tuple(findings), proved=replay.proved, may_be_void=may_be_void)
    if not replay.complete:
        return _Course(tuple(findings), finished=False, proved=replay.proved)
    known = Known(deal_points(replay.tricks), clean_sides(rules, replay.tricks))
    return _Course(tuple(findings), known, asks_score=True, proved=replay.proved)


def _replay(
    log: GameLog, number: int, rules: Ruleset, pack: Pack, dealer: Dealer
) -> tuple[DealReplay, tuple[Finding, ...]]:
    """Replay a deal by the written cards, those that are not shown filled in from the seed.

    If the play stops for want of a card, the other witness is asked: where the seed's cards are not the written ones,
    whether it goes through by the seed's (then the cards, not the plays, were written wrongly, which D204 has said);
    where the seed's were filled in, whether it goes through without them (then the seed is another deal's).
    """
    deal = log.deals[number]
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    followed = number + 1 < len(log.deals)
    dealt = filled(seed, pack.dealt, dealer.seat)
    replay = replay_deal(deal, rules, dealer.seat, dealt, followed=followed)
    if seed is None or replay.stop is None or replay.stop.reason.code not in ("P302", "P305", "P307"):
        return replay, ()
    was_filled = dealt != pack.dealt
    witness = pack.dealt if was_filled else deal_out(shuffled(seed), dealer.seat, rules.hand_size)
    again = replay_deal(deal, rules, dealer.seat, witness, followed=followed)
    if again.stop is not None:
        return replay, ()
    where = "seed" if deal.shuffle and deal.shuffle.seed else "parts"
    mismatch = (finding("D204", f"/deals/{number}/shuffle/{where}"),) if was_filled else ()
    return again, mismatch


def _claims_of_tricks(log: GameLog, number: int, replay: DealReplay, reading: Reading) -> Iterator[Finding]:
    deal = log.deals[number]
    tricks = deal.tricks or ()
    for index, (trick, facts) in enumerate(zip(tricks, replay.tricks, strict=False)):
        followed = index + 1 < len(tricks) or bool(deal.score) or _goes_on(log, number)
        yield from trick_findings(f"/deals/{number}/tricks/{index}", trick, facts, followed, reading.asks)


def _stopped(where: str, deal: Deal, replay: DealReplay, stop: Stop, claims: Sequence[Finding]) -> Iterator[Finding]:
    """The finding for the action that stopped a replay, unless it only follows from a claim already found wrong.

    That is so if the seat which a wrong winner names leads. Behind a trick whose winner or points are wrong, and which
    then may not have been written as it was played, it is so too of a card that comes again from it, and of the bans.
    """
    reason, tricks = stop.reason, deal.tricks or ()
    last = len(replay.tricks) - 1
    wrong = {int(one.pointer.split("/")[4]) for one in claims if one.code in ("S401", "S402")}
    card = str(reason.found)[-2:]
    follows = (
        reason.code == "P301"
        and stop.where == f"/tricks/{last + 1}/actions/0"
        and last >= 0
        and tricks[last].winner == reason.found
    )
    if reason.code in ("P302", "P305", "P307"):
        follows = any(play.card == card for number in wrong for play in replay.tricks[number].plays)
    elif reason.code in ("P308", "P309"):
        follows = any(number > last - (replay.position.rules.lead_limit or 0) for number in wrong)
    elif reason.code == "P310":
        follows = bool(wrong)
    if not follows:
        expected = None if reason.expected == HIDDEN else reason.expected
        words = {"found": reason.found} | reason.details
        yield finding(reason.code, where + stop.where, expected=expected, **words)
    yield finding("W606", where + stop.where)


def _goes_on(log: GameLog, number: int) -> bool:
    """Whether anything in the log follows a deal, so that its claims must be there."""
    return number + 1 < len(log.deals) or bool(log.result)


def _start_findings(log: GameLog, rules: Ruleset) -> Iterator[Finding]:
    if log.start and log.start.held and not _may_hold(rules):
        reason = "under these rules nothing can be held"
        yield finding("F104", "/start/held", expected=0, found=log.start.held, reason=reason)
    for side in SIDES if log.start else ():
        if log.start and log.start.match.of(side) < 0:
            reason = "no side ever stands below nought"
            yield finding("F104", f"/start/match/{side}", expected=0, found=log.start.match.of(side), reason=reason)


def _first_bases(log: GameLog, rules: Ruleset, reading: Reading) -> Bases:
    if "/start" in reading.cut or (log.start and min(log.start.match.NS, log.start.match.EW) < 0):
        return Bases(None, None)
    if not log.start:
        return Bases(Standing(NOUGHT, 0), Standing(NOUGHT, 0))
    standing = Standing(log.start.match, log.start.held if _may_hold(rules) else 0)
    return Bases(standing, standing)


def _may_hold(rules: Ruleset) -> bool:
    return rules.scoring == "game-points" and rules.tie_carry
