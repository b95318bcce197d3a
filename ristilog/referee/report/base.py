"""What every reporter is given: an entry a log, a look, and at the end a summary."""

import importlib
from collections.abc import Callable
from typing import Any, Final, Literal, Protocol

from msgspec import Struct

from ristilog.game.findings import Finding
from ristilog.referee.verify import Verdict

Write = Callable[[str], None]
"""Takes one line of the report, without its end."""

Role = Literal["error", "warning", "note", "good", "place", "faint"]
"""What a piece of text is, for a terminal that can colour it."""


class Entry(Struct, frozen=True, kw_only=True):
    """What is reported of one log: its verdict, the findings that are shown, and where it came from."""

    verdict: Verdict
    findings: tuple[Finding, ...]
    """Those that were asked for, as many as were asked for; of a log in a corpus with the line of the corpus."""
    ok: bool
    """Whether none of those that were asked for is at the failing level."""
    left_out: int = 0
    """Findings that are not shown: not asked for, or too many."""
    codes: dict[str, int] = {}
    """How many there were of each code that was asked for."""
    is_log: bool = True
    """False for notes, and for what could not be read as a log."""
    line: int | None = None
    """The line of the corpus on which the log stands; None for a file of its own."""
    data: bytes = b""
    """The bytes that were judged."""
    game: str | None = None
    record: str | None = None
    """The hashes, for a reporter that asks for them."""

    @property
    def name(self) -> str:
        """What the log is called in a report."""
        path = self.verdict.path or "log"
        return path if self.line is None else f"{path}:{self.line}"

    def of(self, severity: str) -> int:
        """How many of the findings shown are as grave as this."""
        return sum(one.severity == severity for one in self.findings)


class Summary(Struct, frozen=True, kw_only=True):
    """What all the logs together came to."""

    files: int
    """Logs, and notes in files of their own, that were judged."""
    ok: int
    skipped: int
    """JSON files in folders that are no game logs."""
    findings: int
    """Findings that were asked for."""
    codes: dict[str, int]
    """How many there were of each code."""


def _plain(text: str, role: Role) -> str:
    del role
    return text


class Look(Struct, frozen=True, kw_only=True):
    """How a report for people looks."""

    paint: Callable[[str, Role], str] = _plain
    """Colours a piece of text."""
    width: int = 80
    """Columns of the terminal; source lines are cut to it."""
    quiet: bool = False
    """Nothing but errors and warnings."""


class Reporter(Protocol):
    """Reports logs one by one, then what they come to."""

    wants_hashes: bool

    def __init__(self, write: Write, look: Look) -> None: ...

    def log(self, entry: Entry) -> None:
        """Report one log."""

    def trouble(self, sentence: str) -> None:
        """Take note of something that could not be read; standard error has said so already."""

    def end(self, summary: Summary) -> None:
        """Report what all came to."""


REPORTERS: Final[dict[str, str]] = {
    "text": "text:TextReporter",
    "concise": "text:ConciseReporter",
    "json": "as_json:JsonReporter",
    "jsonl": "as_json:JsonLinesReporter",
    "github": "github:GithubReporter",
    "sarif": "sarif:SarifReporter",
    "junit": "junit:JunitReporter",
    "statistics": "text:StatisticsReporter",
}
"""Name → where the reporter is, so that only the one that is asked for is brought in."""


def reporter(name: str, write: Write, look: Look) -> Reporter:
    """Make a reporter of one of the names in `REPORTERS`."""
    module, _, of = REPORTERS[name].partition(":")
    made: Any = getattr(importlib.import_module(f"ristilog.referee.report.{module}"), of)
    found: Reporter = made(write, look)
    return found
