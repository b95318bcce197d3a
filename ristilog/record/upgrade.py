"""Logs of older versions of the format, written anew in the present one."""

from msgspec import Struct

from ristilog.format.events import stream
from ristilog.format.migrate import CURRENT, MIGRATIONS, Migrations
from ristilog.format.read import MAX_BYTES, read_carefully, version_of
from ristilog.format.stream import assemble, is_stream
from ristilog.format.write import pretty
from ristilog.game.errors import RistilogError
from ristilog.game.findings import Finding
from ristilog.referee.verify import judge_bytes, verify


class Upgraded(Struct, frozen=True):
    """What became of a log."""

    data: bytes | None
    """The log in the present version: the very bytes that were given, if it was current; None if it cannot be had."""
    version: str | None
    """The version that it was written in, if it names one."""
    findings: tuple[Finding, ...] = ()
    """What is wrong with it, and stays wrong: placed in the upgraded text, if there is one, else in that given."""

    @property
    def is_current(self) -> bool:
        """Whether there was nothing to do."""
        return self.data is not None and self.version == CURRENT


def upgrade(data: bytes, *, migrations: Migrations = MIGRATIONS, max_bytes: int = MAX_BYTES) -> Upgraded:
    """Bring a log or recording up to the present version of the format; a current one is left as it is, not judged.

    The upgraded log is verified, and nothing in it is repaired. One that is not well formed is refused. Raises
    `RistilogError` for a log of a newer format, which only a newer program may rewrite.
    """
    is_recording = is_stream(data)
    text = (assemble(data, max_bytes=max_bytes).text or b"") if is_recording else data
    version = version_of(text, max_bytes=max_bytes)
    if version == CURRENT:
        return Upgraded(data, version)
    reading = read_carefully(text, max_bytes=max_bytes, migrations=migrations)
    if reading.tree is not None or _is_newer_minor(version):
        raise RistilogError(f"the log is of format {version}; only a newer program may rewrite it")
    if reading.log is None or reading.findings:
        verdict = judge_bytes(data, max_bytes=max_bytes, migrations=migrations)
        return Upgraded(None, version, tuple(one for one in verdict.findings if one.code[0] == "F"))
    written = stream(reading.log) if is_recording else pretty(reading.log)
    return Upgraded(written, version, verify(written).findings)


def _is_newer_minor(version: str | None) -> bool:
    return version is not None and version != CURRENT and version.partition(".")[0] == CURRENT.partition(".")[0]
