"""The front door: bytes, a file or a log → one verdict with everything that was found, each thing in its place."""

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct, structs

from ristilog.format.migrate import MIGRATIONS, Migrations
from ristilog.format.read import MAX_BYTES, Reading, read_carefully, read_notes, read_quickly
from ristilog.format.shape import strings_are_well_formed
from ristilog.format.sources import read_file
from ristilog.format.stream import assemble, is_stream
from ristilog.format.write import game_hash, pretty, record_hash, record_hash_of_tree
from ristilog.game.findings import Collected, Finding, bounded, finding
from ristilog.game.log import GameLog
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Side
from ristilog.referee.judge import Judgement, Proof, judge, prove_deals, resolve_rules
from ristilog.referee.notes import Prover, each_sound_deal, note_findings, without_wrong_tricks
from ristilog.referee.places import placed
from ristilog.replay.scoring import Standing

FailOn = Literal["error", "warning"]
FAILING: Final = {"error": ("error",), "warning": ("error", "warning")}
"""Level → the severities that fail at it."""


class Verdict(Struct, frozen=True, kw_only=True):
    """What the referee says of one log; the fields of the JSON report."""

    path: str | None
    """The path as given, ``-`` for standard input, None for a log handed over as a value."""
    ok: bool
    """Whether there is no finding at the failing level (errors; or warnings too, if asked)."""
    verdict: Literal["good", "bad", "good-as-seen"]
    rules: str | None
    """The preset's name."""
    deals: int
    plays: int
    """Plays and dark plays."""
    winner: Side | None
    standing: Standing | None
    """Where the match stands at the end of the log; None if it is not known."""
    findings: tuple[Finding, ...]
    log: GameLog | None = None
    """The log, if all of it could be read and its rules are known."""
    tree: Any = None
    """The parsed file, for a log of a newer minor version, in which there may be more than `log` can hold."""

    @property
    def game(self) -> str | None:
        """The game hash; None where there is no log."""
        return game_hash(self.log) if self.log is not None else None

    @property
    def record(self) -> str | None:
        """The record hash; None where there is no log, or no canonical form of a newer one."""
        if self.log is None:
            return None
        if self.tree is None:
            return record_hash(self.log)
        try:
            return record_hash_of_tree(self.tree)
        except (ValueError, OverflowError):  # a newer format's number that has no canonical form
            return None


def verify(
    source: str | Path | bytes | GameLog,
    *,
    fail_on: FailOn = "error",
    max_bytes: int = MAX_BYTES,
    migrations: Migrations = MIGRATIONS,
    prove: bool = False,
) -> Verdict:
    """Judge one log: a path, the bytes of a file, or a log.

    Faults in the log are findings in the verdict and never raised; a path that cannot be read is an
    `ristilog.UnreadableInput`. `fail_on` is the level from which a finding makes `ok` false. For a log handed over as
    a value no finding has a line or a column; one that cannot be written as JSON is a ValueError. A log of an older
    version is judged as what `migrations` make of it, and has no lines or columns either. With `prove` what notes say
    that plays were worth is computed again (`ristilog.referee.proving`), which takes its time.
    """
    if fail_on not in FAILING:
        raise ValueError(f"fail_on is one of {', '.join(FAILING)}, not {fail_on!r}")
    if not isinstance(source, str | Path | bytes | GameLog):
        raise TypeError(f"a path, bytes or a GameLog can be verified, not {type(source).__name__}")
    if isinstance(source, GameLog):
        verdict = judge_bytes(pretty(source), None, fail_on=fail_on, max_bytes=max_bytes, prove=prove)
        findings = tuple(structs.replace(one, line=None, column=None) for one in verdict.findings)
        return structs.replace(verdict, findings=findings)
    if isinstance(source, bytes):
        return judge_bytes(source, None, fail_on=fail_on, max_bytes=max_bytes, migrations=migrations, prove=prove)
    data = read_file(source, max_bytes)
    return judge_bytes(data, str(source), fail_on=fail_on, max_bytes=max_bytes, migrations=migrations, prove=prove)


def judge_bytes(
    data: bytes,
    path: str | None = None,
    *,
    fail_on: FailOn = "error",
    max_bytes: int = MAX_BYTES,
    migrations: Migrations = MIGRATIONS,
    prove: bool = False,
) -> Verdict:
    """Judge the bytes of one log or stream; `path` is what the verdict calls them.

    A log of an older version is judged as what `migrations` make of it, and then no finding has a line or a column.
    """
    prover = _prover(prove)
    if is_stream(data):
        return _judge_stream(data, path, fail_on, max_bytes, migrations, prove)
    verdict = _judge_quickly(data, path, fail_on, max_bytes, prover)
    return verdict or _judge_carefully(data, path, fail_on, max_bytes, migrations, prover)


def _prover(prove: bool) -> Prover | None:
    if not prove:
        return None
    from ristilog.referee.proving import Proving  # brings in the solver, which a plain run starts without

    return Proving()


def _judge_stream(
    data: bytes, path: str | None, fail_on: FailOn, max_bytes: int, migrations: Migrations, prove: bool
) -> Verdict:
    """Judge what a stream records; everything found is placed in the stream."""
    assembled = assemble(data, max_bytes=max_bytes)
    if assembled.text is not None:  # what is put in between the events may be longer than what falls away
        text, limit = assembled.text, 2 * max_bytes
        verdict = judge_bytes(text, path, fail_on=fail_on, max_bytes=limit, migrations=migrations, prove=prove)
    else:
        verdict = _verdict(b"", path, Reading(None), Judgement((), None, None, True), 0, fail_on)
    findings = (*assembled.findings, *assembled.placed(verdict.findings))
    whole = not any(one.severity == "error" for one in assembled.findings)
    return structs.replace(
        verdict,
        log=verdict.log if whole else None,
        tree=verdict.tree if whole else None,
        findings=tuple(sorted(findings, key=lambda one: (one.line or 0, one.column or 0))),
        ok=not any(one.severity in FAILING[fail_on] for one in findings),
        verdict="bad" if any(one.severity == "error" for one in findings) else verdict.verdict,
    )


def _judge_quickly(
    data: bytes, path: str | None, fail_on: FailOn, max_bytes: int, prover: Prover | None
) -> Verdict | None:
    """The verdict on a log with nothing to say about its form; None sends the bytes the careful way."""
    log = read_quickly(data, max_bytes=max_bytes)
    rules = resolve_rules(log)[0] if log is not None else None
    if log is None or rules is None:
        return None
    proofs = prove_deals(log, rules)
    if not all(proof.facts is not None for proof in proofs) and not strings_are_well_formed(log):
        return None
    reading = Reading(log)
    judgement = _with_notes(log, rules, proofs, judge(log, rules, proofs, reading), prover)
    return _verdict(data, path, reading, judgement, _plays(log, proofs), fail_on)


def judge_notes(
    data: bytes,
    path: str | None,
    of: Verdict,
    *,
    fail_on: FailOn = "error",
    max_bytes: int = MAX_BYTES,
    prove: bool = False,
) -> Verdict:
    """Judge notes in a file of their own, for the log of another verdict; `path` is what the verdict calls them.

    They are bound to the game they were written for (A504); of a log that could not be read whole they are judged by
    their form alone.
    """
    game, reading = read_notes(data, max_bytes=max_bytes)
    log, findings = of.log, tuple[Finding, ...]()
    if log is not None and reading.log is not None and game is not None:
        rules, _ = resolve_rules(log)
        if game != of.game:
            findings = (finding("A504", "/game", expected=of.game, found=game),)
        elif rules is not None:
            log = structs.replace(log, annotations=reading.log.annotations)
            findings = _of_notes(log, rules, prove_deals(log, rules), of.findings, _prover(prove))
    judgement = Judgement(findings, None, None, True)
    verdict = _verdict(data, path, structs.replace(reading, log=None), judgement, 0, fail_on)
    return structs.replace(verdict, rules=of.rules)


def is_no_log(findings: Sequence[Finding]) -> bool:
    """Whether a file is JSON, but not a game log: it does not name a version of the format."""
    (one, *more) = findings or (None,)
    if one is None or more or one.pointer != "":
        return False
    return one.code == "F103" or (one.code == "F104" and one.expected == "object")


def _judge_carefully(
    data: bytes, path: str | None, fail_on: FailOn, max_bytes: int, migrations: Migrations, prover: Prover | None
) -> Verdict:
    reading = read_carefully(data, max_bytes=max_bytes, migrations=migrations)
    nothing = Judgement((), None, None, True)
    if reading.log is None:
        return _verdict(data, path, reading, nothing, 0, fail_on)
    rules, faults = resolve_rules(reading.log)
    if rules is None:
        unjudged = structs.replace(nothing, findings=tuple(faults))
        return _verdict(data, path, reading, unjudged, _plays(reading.log, []), fail_on)
    proofs = prove_deals(reading.log, rules)
    judgement = _with_notes(reading.log, rules, proofs, judge(reading.log, rules, proofs, reading), prover)
    return _verdict(data, path, reading, judgement, _plays(reading.log, proofs), fail_on)


def _with_notes(
    log: GameLog, rules: Ruleset, proofs: Sequence[Proof], judgement: Judgement, prover: Prover | None
) -> Judgement:
    """The judgement with that of the log's annotations."""
    if not log.annotations:
        return judgement
    more = _of_notes(log, rules, proofs, judgement.findings, prover)
    return structs.replace(judgement, findings=(*judgement.findings, *more))


def _of_notes(
    log: GameLog, rules: Ruleset, proofs: Sequence[Proof], findings: Sequence[Finding], prover: Prover | None
) -> tuple[Finding, ...]:
    collected = Collected()
    notes = note_findings(log, rules, each_sound_deal(log, rules, proofs, findings), prover)
    collected.add(without_wrong_tricks(notes, log, findings))
    return collected.findings()


def _verdict(
    data: bytes, path: str | None, reading: Reading, judgement: Judgement, plays: int, fail_on: FailOn
) -> Verdict:
    findings = (*reading.findings, *judgement.findings)
    if findings:
        findings = placed(findings, data, reading)
    bad = any(one.severity == "error" for one in findings)
    log = reading.log
    whole = log is not None and not any(one.code[0] == "F" for one in findings)
    return Verdict(
        path=path,
        ok=not any(one.severity in FAILING[fail_on] for one in findings),
        verdict="bad" if bad else "good" if judgement.proved else "good-as-seen",
        rules=bounded(log.rules.name) if log is not None else None,
        deals=len(log.deals) if log is not None else 0,
        plays=plays,
        winner=judgement.winner,
        standing=judgement.standing,
        findings=findings,
        log=log if whole else None,
        tree=reading.tree if whole else None,
    )


def _plays(log: GameLog, proofs: Sequence[Proof]) -> int:
    """Plays and dark plays in the whole log; a deal whose facts are known has 52."""
    count = 0
    for deal, proof in zip_longest(log.deals, proofs):
        if proof is not None and proof.facts is not None:
            count += 52
        else:
            count += sum(1 for trick in deal.tricks or () for text in trick.actions if text[2:6] != "draw")
    return count
