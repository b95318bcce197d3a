"""The lines that reports for people are made of."""

from collections.abc import Iterable

from ristilog.game.findings import Finding, printable
from ristilog.referee.report.base import Entry
from ristilog.referee.verify import Verdict
from ristilog.replay.scoring import Standing

LEVELS = ("error", "warning", "note")


def shown_name(name: str) -> str:
    """A path as it is shown; one that would make its line a command to a build server is shown from its folder."""
    return printable(f"./{name}" if name.lstrip().startswith("::") else name)


def place_of(name: str, one: Finding) -> str:
    """Where a finding stands: ``FILE:LINE:COLUMN``."""
    shown = shown_name(name)
    return f"{shown}:{one.line}:{one.column}" if one.line is not None else shown


def address_in_brackets(one: Finding) -> str:
    """A finding's address as it follows its name, with a space before it; nothing outside deals."""
    return f" [{one.at}]" if one.at is not None else ""


def finding_line(name: str, one: Finding) -> str:
    """One finding as one line: ``FILE:LINE:COLUMN: CODE name [ADDRESS] sentence``."""
    return f"{place_of(name, one)}: {one.code} {one.name}{address_in_brackets(one)} {printable(one.message)}"


def describe(entry: Entry) -> str:
    """Say in one line what a log is: ``good. ristikontra, 9 deals, NS won 7–4``."""
    verdict = entry.verdict
    if not entry.ok:
        return f"{'bad' if verdict.verdict == 'bad' else 'not good enough'}. {with_left_out(entry)}"
    if verdict.verdict == "bad":
        return f"bad, but for nothing that was asked. {with_left_out(entry)}"
    if not entry.is_log:
        return "good. notes"
    what = "good" if verdict.verdict == "good" else "good as far as the cards are shown"
    parts = [verdict.rules or "", count(verdict.deals, "deal")]
    if verdict.standing is not None:
        parts.append(_standing(verdict, verdict.standing))
    return f"{what}. {', '.join(parts)}"


def summed_up(files: int, ok: int, skipped: int) -> str:
    """Say in one line what many logs came to."""
    parts = [f"{count(files, 'file')}: {ok:,} good"]
    if ok < files:
        parts.append(f"{files - ok:,} bad")
    if skipped:
        parts.append(f"{count(skipped, 'other JSON file')} passed over")
    return ", ".join(parts) + "."


def counted(findings: Iterable[Finding]) -> str:
    """Count findings by severity: ``2 errors, 1 note``."""
    levels = [one.severity for one in findings]
    return ", ".join(count(levels.count(level), level) for level in LEVELS if level in levels)


def count(number: int, noun: str) -> str:
    """A number with its noun: ``1 deal``, ``2,000 deals``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def with_left_out(entry: Entry) -> str:
    """Count the findings shown, and those that are not."""
    parts = [counted(entry.findings)] if entry.findings else []
    if entry.left_out:
        parts.append(f"{entry.left_out:,} not shown")
    return ", ".join(parts)


def _standing(verdict: Verdict, standing: Standing) -> str:
    north, east = standing.match.NS, standing.match.EW
    if verdict.winner == "EW":
        return f"EW won {east}–{north}"
    if verdict.winner == "NS":
        return f"NS won {north}–{east}"
    return f"not over, NS {north}, EW {east}"
