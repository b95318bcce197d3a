"""Verdicts as text for people and as JSON for programs; reporters by name."""

from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from ristilog.game.findings import Finding, printable
from ristilog.referee.verify import Verdict
from ristilog.replay.scoring import Standing

Write = Callable[[str], None]
"""Takes one line of the report, without its end."""


class Summary(Struct, frozen=True, kw_only=True):
    """What all the logs together came to."""

    files: int
    """Logs, and notes in files of their own, that were judged."""
    ok: int
    skipped: int
    """JSON files in folders that are no game logs."""
    findings: int


class Reporter(Protocol):
    """Reports verdicts one by one, then what they come to."""

    def __init__(self, write: Write) -> None: ...

    def file(self, verdict: Verdict) -> None:
        """Report one log."""

    def end(self, summary: Summary) -> None:
        """Report what all came to."""


class TextReporter:
    """One line a finding, ``FILE:LINE:COLUMN: CODE name [ADDRESS] sentence``, one a log, and one for many logs."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def file(self, verdict: Verdict) -> None:
        """Report one log: its findings, then what it is."""
        name = verdict.path or "log"
        for one in verdict.findings:
            self._write(finding_line(name, one))
        self._write(printable(f"{name}: {describe(verdict)}"))

    def end(self, summary: Summary) -> None:
        """Report the sum, if there is more than one thing to sum up."""
        parts = [f"{_count(summary.files, 'file')}: {summary.ok} good"]
        if summary.ok < summary.files:
            parts.append(f"{summary.files - summary.ok} bad")
        if summary.skipped:
            parts.append(f"{_count(summary.skipped, 'other JSON file')} passed over")
        if summary.files > 1 or summary.skipped:
            self._write(", ".join(parts) + ".")


class JsonReporter:
    """One object: a verdict a log, then the summary; written log by log, so that any number will do."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self._files = 0

    def file(self, verdict: Verdict) -> None:
        """Write one verdict."""
        opening = "," if self._files else '{"files": ['
        self._write(opening + _json(as_json(verdict)))
        self._files += 1

    def end(self, summary: Summary) -> None:
        """Close the list and write the summary."""
        opening = "" if self._files else '{"files": ['
        self._write(f'{opening}], "summary": {_json(msgspec.to_builtins(summary))}}}')


REPORTERS: Final[dict[str, type[Reporter]]] = {"text": TextReporter, "json": JsonReporter}
"""Name → reporter."""


def finding_line(name: str, one: Finding) -> str:
    """One finding as one line: ``FILE:LINE:COLUMN: CODE name [ADDRESS] sentence``."""
    place = f"{name}:{one.line}:{one.column}" if one.line is not None else name
    at = f" [{one.at}]" if one.at is not None else ""
    return printable(f"{place}: {one.code} {one.name}{at} {one.message}")


def as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict as the JSON report has it; the hashes are computed here."""
    return {
        "path": None if verdict.path is None else verdict.path.encode("utf-8", "backslashreplace").decode(),
        "ok": verdict.ok,
        "verdict": verdict.verdict,
        "rules": verdict.rules,
        "deals": verdict.deals,
        "plays": verdict.plays,
        "winner": verdict.winner,
        "game": verdict.game,
        "record": verdict.record,
        "findings": [msgspec.to_builtins(one) for one in verdict.findings],
    }


def describe(verdict: Verdict) -> str:
    """Say in one line what a log is: ``good. ristikontra, 9 deals, NS won 7–4``."""
    if verdict.verdict == "bad" or not verdict.ok:
        return f"{'bad' if verdict.verdict == 'bad' else 'not good enough'}. {_counted(verdict.findings)}"
    if verdict.log is None:
        return "good. notes"
    what = "good" if verdict.verdict == "good" else "good as far as the cards are shown"
    parts = [verdict.rules or "", _count(verdict.deals, "deal")]
    standing = verdict.standing
    if standing is not None:
        parts.append(_standing(verdict, standing))
    return f"{what}. {', '.join(parts)}"


def _standing(verdict: Verdict, standing: Standing) -> str:
    north, east = standing.match.NS, standing.match.EW
    if verdict.winner == "EW":
        return f"EW won {east}–{north}"
    if verdict.winner == "NS":
        return f"NS won {north}–{east}"
    return f"not over, NS {north}, EW {east}"


def _counted(findings: tuple[Finding, ...]) -> str:
    """Count findings by severity: ``2 errors, 1 note``."""
    counts = {level: sum(one.severity == level for one in findings) for level in ("error", "warning", "note")}
    return ", ".join(_count(number, level) for level, number in counts.items() if number)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
