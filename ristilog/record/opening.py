"""How a recording begins: its first line, or what a file that is gone on with holds."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct

from ristilog.format.read import MAX_BYTES, read
from ristilog.format.stream import assemble, is_stream
from ristilog.game.errors import RistilogError
from ristilog.game.log import GameLog, Player, Players, Rules
from ristilog.game.ruleset import newest
from ristilog.game.table import Seat
from ristilog.record.journal import Journal
from ristilog.record.resumed import foreign, session_of
from ristilog.record.session import Session
from ristilog.referee.judge import resolve_rules
from ristilog.referee.verify import verify


class Recovered(Struct, frozen=True):
    """What was found when a recording was opened again."""

    torn: bytes = b""
    """The torn last line that was cut off; it had not been acknowledged."""
    left_by: int | None = None
    """The process that was recording there and ended without closing it."""


def head_of(
    rules: str,
    players: Mapping[Seat, str | Player] | None,
    options: Mapping[str, Any] | None,
    view: str,
    about: Mapping[str, Any] | None,
) -> GameLog:
    """The log before its first deal; ValueError for what no log may begin with."""
    seated = {seat: Player(name=one) if isinstance(one, str) else one for seat, one in (players or {}).items()}
    log = GameLog(
        ristilog="1.0",
        players=Players(**seated) if seated else UNSET,
        rules=Rules(name=rules, version=newest(rules), options=dict(options) if options else UNSET),
        view=UNSET if view == "open" else view,  # type: ignore[arg-type]
        deals=(),
        **(about or {}),
    )
    for one in verify(log).findings:
        if one.severity == "error":
            raise ValueError(f"{one.pointer}: {one.message}")
    return log


def begin_file(journal: Journal, first: bytes) -> None:
    """Write the first line of a recording; raises `RistilogError` if there is one, or anything else, in the file."""
    there = journal.read()
    if b"\n" in there or (there and not is_torn_header(there)):
        raise RistilogError(f"{journal.path}: there is something in this file; a recording is resumed")
    journal.cut(0)
    journal.append([first])


def reopened(journal: Journal, dealer: Seat) -> tuple[Session, Recovered]:
    """The session that a file holds, a torn line cut off and what follows by itself written.

    Raises `RistilogError` for a file that is no recording, has something wrong in it, or was written by no recorder.
    """
    data = journal.read()
    if not is_stream(data) or b"\n" not in data:
        raise RistilogError(f"{journal.path}: there is no recording in this file that could be gone on with")
    assembled = assemble(data, max_bytes=MAX_BYTES)
    reading = read(assembled.text or b"")
    if any(one.severity == "error" for one in (*assembled.findings, *reading.findings)):
        fault = next(one for one in verify(data).findings if one.severity == "error" and one.code[0] in "FT")
        raise RistilogError(f"{journal.path}:{fault.line or 1}: {fault.code} {fault.message}")
    log = reading.log
    assert log is not None  # or there would be an error
    rules, faults = resolve_rules(log)
    if rules is None:
        raise RistilogError(f"{journal.path}: {faults[0].message}")
    session, missing = session_of(log, rules, dealer)
    as_written = read(data[: assembled.whole] + b"".join(missing)).log if missing else log
    if as_written != session.course.log:
        raise foreign(len(log.deals))
    journal.cut(assembled.whole)
    if missing:
        journal.append(missing)
    return session, Recovered(data[assembled.whole :], journal.left_by)


def is_torn_header(data: bytes) -> bool:
    """Whether a file has nothing but the beginning of a recording's first line, which does not count yet."""
    start = b'{"ristilog-stream"'
    return b"\n" not in data and (data.startswith(start) or start.startswith(data))
