"""Annotations held against the game: their addresses, their claims, and the lines they propose instead."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct

from ristilog.game.findings import MAX_NAMED, Finding, finding
from ristilog.game.log import ACTIONS, Annotation, Deal, GameLog, NoteValue
from ristilog.game.ruleset import Ruleset
from ristilog.referee.judge import Proof
from ristilog.referee.pack import filled, seed_of
from ristilog.replay.legality import why_not
from ristilog.replay.scoring import Standing
from ristilog.replay.shuffle import Dealt
from ristilog.replay.state import Position, played
from ristilog.replay.steps import DealSteps, Step, replay_deals
from ristilog.teach.claims import CODES as CLAIMS
from ristilog.teach.claims import OF_STANDING, claims_of


class Fault(Struct, frozen=True):
    """Something in a value that is not so."""

    where: str
    """Below the value, ``/loss``."""
    expected: Any
    found: Any


Prover = Callable[[Step, Standing, NoteValue], tuple[Fault, ...] | None]
"""Says what is wrong with a value of a play, from the standing before its deal; None if it cannot tell."""


def sound_deals(
    log: GameLog, rules: Ruleset, proofs: Sequence[Proof], findings: Iterable[Finding]
) -> tuple[DealSteps | None, ...]:
    """The steps of every deal of a log; None for one of which the rest was not judged, or whose dealer is wrong."""
    return tuple(each_sound_deal(log, rules, proofs, findings))


def each_sound_deal(
    log: GameLog, rules: Ruleset, proofs: Sequence[Proof], findings: Iterable[Finding]
) -> Iterator[DealSteps | None]:
    """The same, one deal after the other."""
    at_fault = _at_fault(findings, len(log.deals))

    def dealt() -> Iterator[Dealt | None]:
        for number, (deal, proof) in enumerate(zip(log.deals, proofs, strict=True)):
            yield None if number in at_fault else known_cards(deal, proof) or Dealt({}, ())

    return replay_deals(log, rules, dealt())


def _at_fault(findings: Iterable[Finding], deals: int) -> set[int]:
    """The deals of which notes cannot be judged; if more are at fault than are named, all behind those are taken."""
    at_fault: set[int] = set()
    for code in ("W606", "D204", "D206"):
        named = [int(one.pointer.split("/")[2]) for one in findings if one.code == code]
        at_fault.update(named)
        if len(named) >= MAX_NAMED:
            at_fault.update(range(max(named), deals))
    return at_fault


def known_cards(deal: Deal, proof: Proof) -> Dealt | None:
    """The cards of a deal as far as the record, or a seed that fits it, gives them; None if its pack is at fault."""
    if proof.pack is None:
        return None
    return filled(seed_of(deal.shuffle) if deal.shuffle else None, proof.pack.dealt, deal.dealer)


def without_wrong_tricks(notes: Iterable[Finding], log: GameLog, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings on notes without false claims about tricks whose winner or points are wrong: those may follow."""
    wrong = [one.pointer.split("/") for one in findings if one.code in ("S401", "S402")]
    tricks = {(int(parts[2]) + 1, int(parts[4]) + 1) for parts in wrong}
    for one in notes:
        at = (log.annotations or ())[int(one.pointer.split("/")[2])].at
        if one.code != "A503" or _parts(at)[:2] not in tricks:
            yield one


def note_findings(
    log: GameLog, rules: Ruleset, deals: Iterable[DealSteps | None], prover: Prover | None = None
) -> Iterator[Finding]:
    """Judge every annotation; `deals` gives the steps of each deal, None where its play is at fault.

    Of a note on a deal that is at fault it is only asked whether there is such a deal. What speaks of the standing is
    not judged behind a deal of which nobody knows what it came to. Deal by deal, so that the steps of one deal at a
    time are enough. Values are proved by a `prover`, if there is one.
    """
    standing_known = True
    on: dict[int, list[int]] = {}
    for number, note in enumerate(log.annotations or ()):
        deal_number = _parts(note.at)[0]
        if deal_number > len(log.deals):
            yield finding("A501", f"/annotations/{number}/at", found=note.at)
        else:
            on.setdefault(deal_number, []).append(number)
    for deal_number, deal in enumerate(deals, start=1):
        numbers = on.pop(deal_number, None)
        if numbers is not None:
            known = CLAIMS if standing_known else [code for code in CLAIMS if code not in OF_STANDING]
            yield from _notes_on(log, rules, deal_number, numbers, deal, known, prover)
        standing_known = standing_known and (deal is not None or _states(log, deal_number))
        if not on:
            return


def _notes_on(
    log: GameLog,
    rules: Ruleset,
    deal_number: int,
    numbers: Sequence[int],
    deal: DealSteps | None,
    judged: Collection[str],
    prover: Prover | None,
) -> Iterator[Finding]:
    """Judge the notes on one deal, given by their numbers; of the claims those that are `judged`."""
    tricks = log.deals[deal_number - 1].tricks or ()
    plays: dict[int, int] = {}
    true: dict[tuple[str, str], dict[str, object]] | None = None
    for number in numbers:
        note = (log.annotations or ())[number]
        where = f"/annotations/{number}"
        _, trick, play = _parts(note.at)
        if 0 < trick <= len(tricks) and trick not in plays:
            plays[trick] = sum(1 for text in tricks[trick - 1].actions if ACTIONS[text].kind != "draw")
        if deal is not None and (trick > len(tricks) or play > plays.get(trick, 0)):
            yield finding("A501", f"{where}/at", found=note.at)
            continue
        if note.value:
            yield from _value(where, note, note.value, deal, (trick, play), prover)
        if note.code and note.code not in CLAIMS:
            yield finding("W608", f"{where}/code", found=note.code)
        if deal is None or deal.void:
            continue
        if note.code in judged:
            if true is None:
                true = {(one.at, one.code): one.args for one in claims_of(rules, deal)}
            yield from _claim(where, note, true)
        yield from _lines(where, note, deal, trick, play)


def _states(log: GameLog, number: int) -> bool:
    """Whether a deal, counted from 1, says itself where the match stood after it."""
    score = log.deals[number - 1].score
    return bool(score and score.match and isinstance(score.held, int))


def _claim(where: str, note: Annotation, true: dict[tuple[str, str], dict[str, object]]) -> Iterator[Finding]:
    args = true.get((note.at, str(note.code)))
    if args is None:
        yield finding("A503", f"{where}/code", found=note.code, reason=f"{note.code} is not so at {note.at}")
    elif (note.args or {}) != args:
        reason = f"what {note.code} says at {note.at} is not so"
        pointer = where if note.args is UNSET else f"{where}/args"
        yield finding("A503", pointer, expected=args, found=note.args or None, reason=reason)


def _value(
    where: str,
    note: Annotation,
    value: NoteValue,
    deal: DealSteps | None,
    at: tuple[int, int],
    prover: Prover | None,
) -> Iterator[Finding]:
    """What is wrong with the value of a play, or that it is not proved."""
    step = next((one for one in deal.steps if (one.trick, one.play) == at), None) if deal is not None else None
    faults = prover(step, deal.before, value) if prover and deal is not None and step is not None else None
    if faults is None:
        yield finding("W607", f"{where}/value")
        return
    for fault in faults:
        reason = f"what the play at {note.at} is said to have been worth is not so"
        yield finding("A503", f"{where}/value{fault.where}", expected=fault.expected, found=fault.found, reason=reason)


def _lines(where: str, note: Annotation, deal: DealSteps, trick: int, play: int) -> Iterator[Finding]:
    """Check that each what-if goes by the rules, from the position before the play to the end of its trick."""
    if not note.lines:
        return
    step = next((one for one in deal.steps if (one.trick, one.play) == (trick, play)), None)
    if step is None:
        yield finding("A502", f"{where}/lines", reason="a line replaces one play, so its note needs a play's address")
        return
    for number, line in enumerate(note.lines):
        fault = _line_fault(step.before, line)
        if fault is not None:
            index, reason = fault
            yield finding("A502", f"{where}/lines/{number}/{index}", found=line[index], reason=reason)


def _line_fault(position: Position, line: Sequence[str]) -> tuple[int, str] | None:
    """The first action of a line that cannot be, and why; draws are made as they fall due."""
    tricks = len(position.tricks)
    for index, text in enumerate(line):
        if len(position.tricks) > tricks:
            return index, "the trick is over, and a line ends with it"
        reason = why_not(position, ACTIONS[text])
        if reason is not None:
            words = {"found": reason.found} | reason.details
            return index, finding(reason.code, "", expected=reason.expected, **words).message
        position = played(position, ACTIONS[text])
    return None


def _parts(address: str) -> tuple[int, int, int]:
    """Deal, trick and play of a well-formed address, 0 for what it does not name."""
    parts = [int(part) for part in address.split(".")]
    deal, trick, play = (*parts, 0, 0)[:3]
    return deal, trick, play
