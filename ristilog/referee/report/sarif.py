"""Reports as SARIF 2.1.0, the interchange format of analysis tools (OASIS)."""

import os
import re
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

import msgspec

import ristilog
from ristilog.game.explanations import explanation
from ristilog.game.findings import CODES, Finding, printable
from ristilog.referee.report.base import Entry, Look, Summary, Write

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_KINDS: Final = ("deal", "trick", "play")


class SarifReporter:
    """One run: a result a finding, written log by log, and behind them the rules that they name."""

    wants_hashes = False

    def __init__(self, write: Write, look: Look) -> None:
        self._write = write
        self._quiet = look.quiet
        self._rules: dict[str, int] = {}
        self._results = 0
        self._troubles: list[str] = []
        write(f'{{"$schema":"{_SCHEMA}","version":"2.1.0","runs":[{{"results":[')

    def log(self, entry: Entry) -> None:
        """Write the results of one log."""
        for one in entry.findings:
            if one.severity == "note" and self._quiet:
                continue
            number = self._rules.setdefault(one.code, len(self._rules))
            self._write(("," if self._results else "") + _json(_result(entry, one, number)))
            self._results += 1

    def trouble(self, sentence: str) -> None:
        """Keep what could not be read, for the invocation."""
        self._troubles.append(printable(sentence))

    def end(self, summary: Summary) -> None:
        """Close the results and write what made them."""
        driver = {
            "name": "ristilog",
            "version": ristilog.__version__,
            "semanticVersion": ristilog.__version__,
            "rules": [_rule(code) for code in self._rules],
        }
        notices = [{"level": "error", "message": {"text": sentence}} for sentence in self._troubles]
        invocation: dict[str, Any] = {"executionSuccessful": not notices}
        if notices:
            invocation["toolExecutionNotifications"] = notices
        run = {
            "tool": {"driver": driver},
            "invocations": [invocation],
            "columnKind": "unicodeCodePoints",
            "properties": {"summary": msgspec.to_builtins(summary)},
        }
        self._write("]," + _json(run)[1:] + "]}")


def _result(entry: Entry, one: Finding, number: int) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(entry.verdict.path or "log")}}
    if one.line is not None and one.column is not None:
        physical["region"] = {"startLine": one.line, "startColumn": one.column}
    location: dict[str, Any] = {"physicalLocation": physical}
    if one.at is not None:
        kind = _KINDS[one.at.count(".")]
        location["logicalLocations"] = [{"fullyQualifiedName": one.at, "kind": kind}]
    return {
        "ruleId": one.code,
        "ruleIndex": number,
        "level": one.severity,
        "message": {"text": printable(one.message)},
        "locations": [location],
        "properties": {"pointer": one.pointer, "expected": one.expected, "found": one.found},
    }


def _rule(code: str) -> dict[str, Any]:
    about = CODES[code]
    name = "".join(word.capitalize() for word in re.split("[- ]", about.name))
    return {
        "id": code,
        "name": name,
        "shortDescription": {"text": about.name.replace("-", " ")},
        "help": {"text": explanation(code), "markdown": explanation(code)},
        "defaultConfiguration": {"level": about.severity},
    }


def _uri(path: str) -> str:
    """A path as a URI reference: relative ones stay relative, absolute ones are of the scheme ``file``."""
    quoted = quote(os.fsencode(PurePath(path).as_posix()))
    return f"file://{quoted}" if quoted.startswith("/") else quoted


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
