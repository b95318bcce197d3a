"""Reports as workflow commands, which GitHub shows beside the lines of a change."""

from typing import Final

from ristilog.game.findings import Finding, printable
from ristilog.referee.report.base import Entry, Look, Summary, Write
from ristilog.referee.report.lines import address_in_brackets, with_left_out

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}


class GithubReporter:
    """One workflow command a finding: ``::error file=…,line=…,col=…,title=…::sentence``."""

    wants_hashes = False

    def __init__(self, write: Write, look: Look) -> None:
        self._write = write
        self._quiet = look.quiet

    def log(self, entry: Entry) -> None:
        """Write the findings of one log."""
        for one in entry.findings:
            if one.severity != "note" or not self._quiet:
                self._write(_command(entry.verdict.path or "log", one))
        if entry.left_out and not entry.ok:
            self._write(f"::notice file={_property(entry.verdict.path or 'log')}::{with_left_out(entry)}")

    def trouble(self, sentence: str) -> None:
        """Write what could not be read as an error without a place."""
        self._write(f"::error::{_data(sentence)}")

    def end(self, summary: Summary) -> None:
        """Say nothing: the workflow shows counts of its own."""


def _command(path: str, one: Finding) -> str:
    title = f"{one.code} {one.name}{address_in_brackets(one)}"
    places = {"file": path, "line": one.line, "col": one.column, "title": title}
    properties = ",".join(f"{name}={_property(str(value))}" for name, value in places.items() if value is not None)
    return f"::{_COMMANDS[one.severity]} {properties}::{_data(one.message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
