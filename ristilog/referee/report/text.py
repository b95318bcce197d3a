"""Reports for people: with the source line under each fault, a line a finding, or how often each code was found."""

from collections.abc import Iterator

from ristilog.format.read import text_of
from ristilog.game.findings import CODES, Finding, printable
from ristilog.referee.report.base import Entry, Look, Role, Summary, Write
from ristilog.referee.report.excerpt import excerpt, lines_of
from ristilog.referee.report.lines import address_in_brackets, describe, place_of, shown_name, summed_up


class ConciseReporter:
    """One line a finding, ``FILE:LINE:COLUMN: CODE name [ADDRESS] sentence``, one a log, and one for many logs.

    Of the logs of a corpus only those get a line that have something the matter with them.
    """

    wants_hashes = False

    def __init__(self, write: Write, look: Look) -> None:
        self._write = write
        self._look = look

    def log(self, entry: Entry) -> None:
        """Report one log: its findings, then what it is."""
        quiet = self._look.quiet or (entry.line is not None and entry.ok)
        shown = [one for one in entry.findings if one.severity != "note" or not quiet]
        sources = self._sources(entry) if shown else []
        for one in shown:
            self._write(self._line(entry, one))
            for line in self._source(entry, one, sources):
                self._write(line)
        if not quiet:
            role: Role = "error" if not entry.ok else "warning" if entry.verdict.verdict == "bad" else "good"
            self._write(f"{shown_name(entry.name)}: {self._look.paint(printable(describe(entry)), role)}")

    def trouble(self, sentence: str) -> None:
        """Say nothing: standard error has said it."""

    def end(self, summary: Summary) -> None:
        """Report the sum, if there is more than one thing to sum up."""
        if not self._look.quiet and (summary.files != 1 or summary.skipped):
            self._write(summed_up(summary.files, summary.ok, summary.skipped))

    def _line(self, entry: Entry, one: Finding) -> str:
        paint = self._look.paint
        place = paint(place_of(entry.verdict.path or "log", one), "place")
        code = paint(f"{one.code} {one.name}", one.severity)
        return f"{place}: {code}{address_in_brackets(one)} {printable(one.message)}"

    def _sources(self, entry: Entry) -> list[str]:
        del entry
        return []

    def _source(self, entry: Entry, one: Finding, sources: list[str]) -> Iterator[str]:
        """What is shown of the text below a finding."""
        del entry, one, sources
        return iter(())


class TextReporter(ConciseReporter):
    """As the concise reporter, with the source line and carets under each error and warning."""

    def _sources(self, entry: Entry) -> list[str]:
        text = text_of(entry.data)
        return lines_of(text) if entry.line is None else [text]

    def _source(self, entry: Entry, one: Finding, sources: list[str]) -> Iterator[str]:
        if one.line is None or one.column is None or one.severity == "note" or not entry.data:
            return
        paint = self._look.paint
        line = one.line if entry.line is None else 1
        gutter, shown, carets = excerpt(sources, line, one.column, one.line, self._look.width)
        yield f"{paint(gutter, 'faint')}{shown}"
        yield f"{paint(' ' * (len(gutter) - 2) + '| ', 'faint')}{paint(carets, one.severity)}"


class StatisticsReporter:
    """How often each code was found, then one line for all logs."""

    wants_hashes = False

    def __init__(self, write: Write, look: Look) -> None:
        self._write = write
        self._look = look

    def log(self, entry: Entry) -> None:
        """Say nothing of a single log."""

    def trouble(self, sentence: str) -> None:
        """Say nothing: standard error has said it."""

    def end(self, summary: Summary) -> None:
        """Report the counts, the most frequent code first."""
        width = max((len(f"{number:,}") for number in summary.codes.values()), default=0)
        for code, number in sorted(summary.codes.items(), key=lambda one: (-one[1], one[0])):
            about = CODES[code]
            self._write(f"{number:>{width},}  {self._look.paint(f'{code} {about.name}', about.severity)}")
        if not self._look.quiet:
            self._write(summed_up(summary.files, summary.ok, summary.skipped))
