"""Reports as JUnit XML, which build servers show as tests: a log is a test case."""

from xml.sax.saxutils import escape, quoteattr

from ristilog.game.findings import printable
from ristilog.referee.report.base import Entry, Look, Summary, Write
from ristilog.referee.report.lines import describe, finding_line, with_left_out


class JunitReporter:
    """One suite; a log that fails is a failure with its findings, and what could not be read an error."""

    wants_hashes = False

    def __init__(self, write: Write, look: Look) -> None:
        self._write = write
        self._quiet = look.quiet
        self._cases: list[str] = []
        self._failures = 0
        self._troubles = 0

    def log(self, entry: Entry) -> None:
        """Keep one case; the suite begins with how many there are."""
        of_rules = f"ristilog.{entry.verdict.rules or 'unknown'}"
        head = f"<testcase classname={_attribute(of_rules)} name={_attribute(entry.name)}"
        path = entry.verdict.path or "log"
        lines = "\n".join(finding_line(path, one) for one in entry.findings)
        if not entry.ok:
            self._failures += 1
            worst = min(entry.findings, key=lambda one: ("error", "warning", "note").index(one.severity), default=None)
            kind = worst.code if worst is not None else "findings"
            message = with_left_out(entry) or describe(entry)
            inside = f"<failure type={_attribute(kind)} message={_attribute(message)}>{escape(lines)}</failure>"
        else:
            inside = f"<system-out>{escape(lines)}</system-out>" if lines and not self._quiet else ""
        self._cases.append(f"{head}>{inside}</testcase>" if inside else f"{head}/>")

    def trouble(self, sentence: str) -> None:
        """Keep what could not be read as a case in error."""
        self._troubles += 1
        path = sentence.rpartition(": ")[0] or sentence
        error = f'<error type="unreadable" message={_attribute(sentence)}/>'
        self._cases.append(f'<testcase classname="ristilog.unreadable" name={_attribute(path)}>{error}</testcase>')

    def end(self, summary: Summary) -> None:
        """Write the suite."""
        del summary
        counts = f'tests="{len(self._cases)}" failures="{self._failures}" errors="{self._troubles}"'
        self._write('<?xml version="1.0" encoding="UTF-8"?>')
        self._write(f'<testsuites name="ristilog" {counts}>')
        self._write(f'<testsuite name="ristilog verify" {counts}>')
        for case in self._cases:
            self._write(case)
        self._write("</testsuite>")
        self._write("</testsuites>")


def _attribute(text: str) -> str:
    return quoteattr(printable(text))
