"""Adding notes to a log: the program's own, or one by a person; a log with anything wrong in it is refused."""

from ristilog.format.read import read
from ristilog.game.errors import RistilogError
from ristilog.game.findings import Finding
from ristilog.game.log import Annotation, GameLog
from ristilog.record.made import Made
from ristilog.referee.judge import prove_deals, resolve_rules
from ristilog.referee.notes import sound_deals
from ristilog.referee.verify import verify
from ristilog.teach.annotate import annotated, with_note


def annotate(data: bytes, note: Annotation | None = None) -> Made:
    """Write the program's own notes into a log anew, or add one by a person.

    The game stays what it is, and so does its hash; a person's notes are never touched, and doing it twice changes
    nothing. Raises `RistilogError` for a log of a newer format.
    """
    reading = read(data)
    findings = verify(data).findings
    errors = tuple(one for one in findings if one.severity == "error" and not _is_own(one, reading.log))
    if errors or reading.log is None:
        return Made(None, errors)
    if reading.tree is not None:
        raise RistilogError(f"the log is of format {reading.log.ristilog}; only a newer program may rewrite it")
    if note is not None:
        log = with_note(reading.log, note)
    else:
        rules, _ = resolve_rules(reading.log)
        assert rules is not None  # or there would be an error
        deals = sound_deals(reading.log, rules, prove_deals(reading.log, rules), findings)
        log = annotated(reading.log, rules, [deal for deal in deals if deal is not None])
    errors = tuple(one for one in verify(log).findings if one.severity == "error" and not _is_own(one, log))
    return Made(None if errors else log, errors)


def _is_own(one: Finding, log: GameLog | None) -> bool:
    """Whether a finding is about a note that the program wrote and may replace."""
    parts = one.pointer.split("/")
    if log is None or not log.annotations or parts[1:2] != ["annotations"] or len(parts) < 3:
        return False
    return log.annotations[int(parts[2])].auto is True
