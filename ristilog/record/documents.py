"""Whatever a game is written in → the JSON text of its log, and where in the writing everything stands."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct, structs

from ristilog.format.events import stream
from ristilog.format.read import MAX_BYTES, text_of
from ristilog.format.stream import assemble, is_stream
from ristilog.format.write import pretty
from ristilog.game.findings import Finding
from ristilog.game.log import GameLog
from ristilog.record.notation import read_notation, write_notation
from ristilog.record.token import PREFIX, read_token, write_token
from ristilog.referee.verify import Verdict, judge_bytes, verify

Kind = Literal["json", "stream", "text", "token"]
KINDS: Final[tuple[Kind, ...]] = ("json", "stream", "text", "token")
"""A log, a recording of one, the notation for people, a line to pass on."""

ENDINGS: Final[dict[str, Kind]] = {".json": "json", ".jsonl": "stream", ".txt": "text", ".token": "token"}
"""How files of these kinds are called."""


class Document(Struct, frozen=True):
    """A game that has been read from any kind of writing."""

    kind: Kind
    text: bytes | None
    """The log as JSON, not judged yet; None if it could not be read at all."""
    findings: tuple[Finding, ...]
    """What is wrong with the writing itself, in its place."""
    placed: Callable[[Iterable[Finding]], Sequence[Finding]]
    """Puts findings on the JSON text where the same thing stands in the writing."""


def document_of(data: bytes) -> Document:
    """Read a game from whatever it is written in, which its first characters tell."""
    kind = kind_of(data)
    if kind == "json":
        return Document(kind, data, (), tuple)
    if kind == "stream":
        assembled = assemble(data, max_bytes=MAX_BYTES)
        return Document(kind, assembled.text, assembled.findings, assembled.placed)
    faults = _no_text(data)
    if faults:
        return Document(kind, None, faults, tuple)
    text = text_of(data)
    if kind == "token":
        tokened = read_token(text)
        return Document(kind, pretty(tokened.log) if tokened.log else None, tokened.findings, _in_one_line)
    notated = read_notation(text)
    written = pretty(notated.log) if notated.log else None
    return Document(kind, written, notated.findings, lambda findings: [notated.place(one) for one in findings])


def verdict_on(document: Document, path: str) -> Verdict:
    """The referee's verdict on a game, whatever it is written in; `path` is what it is called there."""
    if document.text is None:
        return Verdict(
            path=path,
            ok=False,
            verdict="bad",
            rules=None,
            deals=0,
            plays=0,
            winner=None,
            standing=None,
            findings=document.findings,
        )
    verdict = judge_bytes(document.text, path)
    if document.kind == "json":
        return verdict
    findings = (*document.findings, *document.placed(verdict.findings))
    errors = any(one.severity == "error" for one in findings)
    return structs.replace(verdict, findings=findings, ok=not errors, verdict="bad" if errors else verdict.verdict)


def kind_of(data: bytes) -> Kind:
    """What a game is written in, by its beginning; the notation, if by nothing else."""
    if is_stream(data):
        return "stream"
    start = text_of(data[:1000]).lstrip()
    if start.startswith(("{", "[", '"')):
        return "json"
    return "token" if start.startswith(PREFIX) else "text"


def written(log: GameLog, kind: Kind) -> bytes:
    """Write a log in one of the kinds; a token has the game alone, the others all of it."""
    match kind:
        case "json":
            return pretty(log)
        case "stream":
            return stream(log)
        case "text":
            return write_notation(log).encode("utf-8", "backslashreplace")
        case "token":
            return write_token(log).encode() + b"\n"


def _no_text(data: bytes) -> tuple[Finding, ...]:
    """Why bytes cannot be read as text: too many of them, or not UTF-8."""
    if len(data) <= MAX_BYTES:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            pass
        else:
            return ()
    return verify(data).findings  # which names just that, in its place


def _in_one_line(findings: Iterable[Finding]) -> list[Finding]:
    return [structs.replace(one, line=1, column=1) for one in findings]
