"""Reports for programs: one JSON object, or one a log."""

from typing import Any

import msgspec

from ristilog.referee.report.base import Entry, Look, Summary, Write


class JsonReporter:
    """One object: an entry a log, then the summary; written log by log, so that any number will do."""

    wants_hashes = True

    def __init__(self, write: Write, look: Look) -> None:
        del look
        self._write = write
        self._logs = 0

    def log(self, entry: Entry) -> None:
        """Write one entry."""
        opening = "," if self._logs else '{"files": ['
        self._write(opening + _json(as_json(entry)))
        self._logs += 1

    def trouble(self, sentence: str) -> None:
        """Say nothing: standard error and the exit status have said it."""

    def end(self, summary: Summary) -> None:
        """Close the list and write the summary."""
        opening = "" if self._logs else '{"files": ['
        self._write(f'{opening}], "summary": {_json(summary)}}}')


class JsonLinesReporter:
    """An entry a line, then a line with the summary."""

    wants_hashes = True

    def __init__(self, write: Write, look: Look) -> None:
        del look
        self._write = write

    def log(self, entry: Entry) -> None:
        """Write one entry."""
        self._write(_json(as_json(entry)))

    def trouble(self, sentence: str) -> None:
        """Say nothing: standard error and the exit status have said it."""

    def end(self, summary: Summary) -> None:
        """Write the summary."""
        self._write(f'{{"summary":{_json(summary)}}}')


def as_json(entry: Entry) -> dict[str, Any]:
    """An entry as the JSON report has it."""
    verdict = entry.verdict
    return {
        "path": None if verdict.path is None else verdict.path.encode("utf-8", "backslashreplace").decode(),
        "entry": entry.line,
        "ok": entry.ok,
        "verdict": verdict.verdict,
        "rules": verdict.rules,
        "deals": verdict.deals,
        "plays": verdict.plays,
        "winner": verdict.winner,
        "game": entry.game,
        "record": entry.record,
        "findings": [msgspec.to_builtins(one) for one in entry.findings],
        "left_out": entry.left_out,
    }


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
