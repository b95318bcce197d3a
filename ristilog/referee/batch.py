"""Many logs judged one after the other: which findings are asked for, and an entry for each log to report."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct, structs

from ristilog.format.read import text_of
from ristilog.format.sources import read_file
from ristilog.game.errors import UnreadableInput
from ristilog.game.findings import CODES, Finding
from ristilog.referee.report.base import Entry, Summary
from ristilog.referee.verify import FAILING, FailOn, Verdict, is_no_log, judge_bytes, judge_notes

_ALL: Final = frozenset(CODES)
_VERSION_KEY: Final = re.compile(rb'"(?i:ristilog)"[ \t\r\n]*:')


class Terms(Struct, frozen=True, kw_only=True):
    """How logs are judged and what is asked for."""

    codes: frozenset[str] = _ALL
    """The codes that are shown and that can make a log fail."""
    fail_on: FailOn = "error"
    max_bytes: int
    """Bytes of a log that are read."""
    max_findings: int
    """Findings of one log that are shown."""
    hashes: bool = False
    """Whether the hashes are asked for."""
    prove: bool = False
    """Whether what plays were worth is proved."""


class Task(Struct, frozen=True, kw_only=True):
    """One log to judge."""

    path: str
    data: bytes
    line: int | None = None
    """Its line in a corpus."""
    folder: str | None = None
    """The folder given in which it was found."""
    may_be_other: bool = False
    """Whether it may be something else than a game log, and is then passed over."""
    notes: str | None = None
    """The path of the notes that belong to it."""


class Done(Struct, frozen=True):
    """What came of a task: an entry for the log and one for its notes; none for what is no log."""

    entries: tuple[Entry, ...] = ()
    folder: str | None = None
    skipped: bool = False
    trouble: str | None = None
    """Why its notes could not be read."""


def names_a_version(data: bytes) -> bool:
    """Whether bytes have a key ``ristilog``, whatever its capitals: then they are meant for a game log."""
    return _VERSION_KEY.search(data) is not None


def judged(task: Task, terms: Terms) -> Done:
    """Judge one log and its notes."""
    verdict = judge_bytes(task.data, task.path, fail_on=terms.fail_on, max_bytes=terms.max_bytes, prove=terms.prove)
    if task.may_be_other and is_no_log(verdict.findings) and not names_a_version(task.data):
        return Done(folder=task.folder, skipped=True)
    entries = [entry_of(verdict, task, terms)]
    if task.notes is None:
        return Done(tuple(entries), task.folder)
    try:
        data = read_file(task.notes, terms.max_bytes)
    except UnreadableInput as error:
        return Done(tuple(entries), task.folder, trouble=str(error))
    notes = judge_notes(data, task.notes, verdict, fail_on=terms.fail_on, max_bytes=terms.max_bytes, prove=terms.prove)
    entries.append(entry_of(notes, Task(path=task.notes, data=data), terms))
    return Done(tuple(entries), task.folder)


def entry_of(verdict: Verdict, task: Task, terms: Terms) -> Entry:
    """What is reported of a verdict under these terms."""
    asked = verdict.findings
    if terms.codes is not _ALL and not terms.codes >= _ALL:
        asked = tuple(one for one in asked if one.code in terms.codes)
    shown = asked[: terms.max_findings]
    if task.line is not None:
        shown = tuple(_on_line(one, task.line, task.data) for one in shown)
    return Entry(
        verdict=structs.replace(verdict, findings=(), log=None, tree=None),
        findings=shown,
        ok=not any(one.severity in FAILING[terms.fail_on] for one in asked),
        left_out=len(verdict.findings) - len(shown),
        codes=dict(Counter(one.code for one in asked)),
        line=task.line,
        data=task.data if shown else b"",
        is_log=verdict.log is not None,
        game=verdict.game if terms.hashes else None,
        record=verdict.record if terms.hashes else None,
    )


def _on_line(one: Finding, line: int, data: bytes) -> Finding:
    """A finding of a log in a corpus, of which the whole log is one line, carriage returns in it or not."""
    if one.line is None or one.column is None:
        return one
    before = text_of(data).split("\r")[: one.line - 1] if one.line > 1 else []
    return structs.replace(one, line=line, column=sum(len(part) + 1 for part in before) + one.column)


class Sum:
    """Counts entries while they are reported."""

    def __init__(self) -> None:
        self._files = self._ok = self._skipped = 0
        self._codes: Counter[str] = Counter()
        self._folders: set[str] = set()

    def add(self, done: Done) -> None:
        """Count what came of one task."""
        self._files += len(done.entries)
        self._ok += sum(entry.ok for entry in done.entries)
        self._skipped += done.skipped
        if done.entries and done.folder is not None:
            self._folders.add(done.folder)
        for entry in done.entries:
            self._codes.update(entry.codes)

    @property
    def files(self) -> int:
        """Entries so far."""
        return self._files

    def found_in(self, folder: str) -> bool:
        """Whether there was a log in a folder."""
        return folder in self._folders

    @property
    def bad(self) -> int:
        """Entries so far that failed."""
        return self._files - self._ok

    @property
    def summary(self) -> Summary:
        """What it all comes to."""
        return Summary(
            files=self._files,
            ok=self._ok,
            skipped=self._skipped,
            findings=self._codes.total(),
            codes=dict(sorted(self._codes.items())),
        )


def judged_in_turn(tasks: Iterable[Task], terms: Terms) -> Iterator[Done]:
    """Judge logs one after the other in this process."""
    for task in tasks:
        yield judged(task, terms)
