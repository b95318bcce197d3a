"""Stream → the JSON text of the log it records, every character of which knows the line it comes from.

The text is put together from what stands in the events, so it is read and judged like any other, and a finding in it is
placed in the stream again. What no newline ends does not count; what is wrong with the events themselves ends the
reading there.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Final

import msgspec
from msgspec import Struct, structs

from ristilog.format.events import STREAM
from ristilog.format.members import Piece
from ristilog.format.recording import Recording, StreamFault
from ristilog.game.findings import Finding, Severity, finding

MAX_EVENTS: Final = 200_000
"""Lines of a stream that are read; a long match has three thousand."""

_BOM: Final = b"\xef\xbb\xbf"


class Assembled(Struct, frozen=True):
    """A stream put together."""

    text: bytes | None
    """The JSON text of the log as far as the stream could be read; None if its first line is at fault."""
    findings: tuple[Finding, ...]
    """What is wrong with the stream itself, in its place."""
    whole: int
    """Bytes up to the last newline: what counts."""
    pieces: tuple[Piece, ...]
    """What the text is made of, in order."""

    def placed(self, findings: Iterable[Finding]) -> list[Finding]:
        """Findings in the text with their lines and columns in the stream."""
        starts = list(accumulate((len(piece.text) for piece in self.pieces), initial=0))
        lines = [0]  # a carriage return is white space that a finding's place takes for the end of a line
        if self.text is not None and b"\r" in self.text:
            lengths = (len(part) + 1 for part in self.text.decode("utf-8", "replace").split("\r"))
            lines = list(accumulate(lengths, initial=0))

        def place(one: Finding) -> Finding:
            if one.line is None or one.column is None:
                return one
            offset = lines[one.line - 1] + one.column - 1
            number = min(bisect_right(starts, offset) - 1, len(self.pieces) - 1)
            piece = self.pieces[number]
            column = piece.column + (offset - starts[number] if piece.copied else 0)
            return structs.replace(one, line=piece.line, column=column)

        return [place(one) for one in findings]


class _First(Struct):
    """The first line of a stream, as far as one has to look to see that it is one."""

    version: msgspec.Raw = msgspec.field(name=STREAM)


def is_stream(data: bytes) -> bool:
    """Whether bytes are a recording: whether their first line is an object with the key ``ristilog-stream``."""
    end = data.find(b"\n")
    if data.find(f'"{STREAM}"'.encode(), 0, end if end >= 0 else len(data)) < 0:
        return False
    first = data if end < 0 else data[:end]
    try:
        _FIRST.decode(first.removeprefix(_BOM))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


_FIRST: Final = msgspec.json.Decoder(_First)


def assemble(data: bytes, *, max_bytes: int) -> Assembled:
    """Put a stream together as the text of the log it records (see `is_stream`)."""
    whole = data.rfind(b"\n") + 1
    torn = data[whole:].strip(b" \t\r") if len(data) <= max_bytes else b""
    recording = Recording()
    found: list[Finding] = []
    try:
        if len(data) > max_bytes:
            reason = f"the stream is larger than the {max_bytes} bytes that are read"
            raise StreamFault("F105", 1, 1, reason, expected=max_bytes, found=len(data))
        for number, line in enumerate(_lines(data), start=1):
            if number > MAX_EVENTS:
                raise StreamFault("F105", number, 1, f"a stream has at most {MAX_EVENTS:,} lines")
            recording.take(number, line.removeprefix(_BOM) if number == 1 else line)
    except StreamFault as fault:
        found.append(fault.finding)
        torn = b""  # nothing behind the fault is read
    if torn:
        reason = "the last line is torn: no newline ends it, so it does not count"
        if not recording.begun:
            reason = "the first line is torn: no newline ends it, so nothing is on record yet"
        torn_line = finding("T701", "", reason=reason, found=torn.decode("utf-8", "replace"))
        severity: Severity = "warning" if recording.begun else "error"
        found.append(structs.replace(torn_line, severity=severity, line=data.count(b"\n") + 1, column=1))
    pieces = tuple(recording.pieces()) if recording.begun else ()
    text = "".join(piece.text for piece in pieces).encode("utf-8", "surrogatepass") if pieces else None
    return Assembled(text, tuple(found), whole, pieces)


def _lines(data: bytes) -> Iterator[bytes]:
    """The lines that a newline ends."""
    begin = 0
    while (end := data.find(b"\n", begin)) >= 0:
        yield data[begin:end]
        begin = end + 1
