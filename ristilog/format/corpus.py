"""The logs in one source: a file's only log, or a corpus with one a line; gzip and Zstandard are seen by themselves."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, Final, cast

import msgspec
from msgspec import Struct

from ristilog.format.sources import PACKED, Source, standard_input
from ristilog.format.stream import is_stream
from ristilog.game.errors import UnreadableInput

_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"


class Text(Struct, frozen=True):
    """The bytes of one log, and the line of the corpus on which it stands (None for a file of its own)."""

    data: bytes
    line: int | None


def logs_in(source: Source, max_bytes: int) -> Iterator[Text]:
    """Every log of a source, of each at most one byte more than is read as a log; raises `UnreadableInput`.

    A corpus is a file called ``*.jsonl`` (packed or not), and standard input of which the first line is a whole JSON
    object and not all, unless that line begins a recording (`ristilog.format.stream`), which is one log. Empty lines of
    a corpus are passed over.
    """
    try:
        with _opened(source) as stream:
            if _is_corpus(source.name):
                empty = True
                for text in _recording_or_lines(stream, max_bytes):
                    empty = False
                    yield text
                if empty and not source.in_folder:
                    raise UnreadableInput(f"{source.name}: there is no game log in this corpus")
            elif source.name == "-":
                yield from _log_or_lines(stream, max_bytes)
            else:
                yield Text(stream.read(max_bytes + 1), None)
    except UnreadableInput:
        raise
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise UnreadableInput(f"{source.name}: {_reason(error)}") from error


def _is_corpus(name: str) -> bool:
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name.endswith(".jsonl")


@contextmanager
def _opened(source: Source) -> Iterator[IO[bytes]]:
    """The source's bytes, unpacked as their beginning says; standard input stays open."""
    if source.name == "-":
        yield _unpacked(standard_input())
    else:
        with open(source.name, "rb") as file:
            yield _unpacked(file)


def _unpacked(stream: IO[bytes]) -> IO[bytes]:
    start = stream.read(4)
    whole: IO[bytes] = io.BufferedReader(_Rejoined(start, stream), 2**16)
    if start.startswith(_GZIP):
        return cast(IO[bytes], gzip.GzipFile(fileobj=whole))
    if start.startswith(_ZSTD):
        return io.BufferedReader(_Zstandard(whole), 2**16)
    return whole


class _Rejoined(io.RawIOBase):
    """A stream of which the beginning has been read, with its beginning."""

    def __init__(self, start: bytes, rest: IO[bytes]) -> None:
        self._start, self._rest = start, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._start or cast(io.BufferedReader, self._rest).read1(len(buffer))
        self._start = b""
        buffer[: len(data)] = data
        return len(data)


class _Zstandard(io.RawIOBase):
    """What a Zstandard stream holds, frame by frame; the library's own reader takes a stream cut short for its end."""

    def __init__(self, stream: IO[bytes]) -> None:
        import zstandard  # only packed corpora need it

        self._stream = stream
        self._begin = zstandard.ZstdDecompressor().decompressobj
        self._error = zstandard.ZstdError
        self._frame = self._begin()
        self._packed = b""
        self._plain = memoryview(b"")
        self._in_frame = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._plain:
            self._packed = self._packed or self._stream.read(2**10)  # a little may hold very much
            if not self._packed:
                if self._in_frame:
                    raise EOFError("it ends before its end")
                return 0
            self._unpack()
        size = min(len(buffer), len(self._plain))
        buffer[:size], self._plain = self._plain[:size], self._plain[size:]
        return size

    def _unpack(self) -> None:
        try:
            self._plain = memoryview(self._frame.decompress(self._packed))
        except self._error as error:
            raise ValueError(str(error)) from error
        self._in_frame, self._packed = not self._frame.eof, self._frame.unused_data
        if self._frame.eof:
            self._frame = self._begin()


def _lines(stream: IO[bytes], max_bytes: int, first: int = 1, line: bytes = b"") -> Iterator[Text]:
    """The logs of a corpus from line `first` on, the beginning of which has been read if it is given."""
    number = first
    while line := line or stream.readline(max_bytes + 2):
        whole = line.endswith(b"\n")
        if not whole and len(line) > max_bytes + 1:  # too long: it is judged as that, and the rest of it passed over
            while not whole and (more := stream.readline(2**20)):
                whole = more.endswith(b"\n")
        text = line[: max_bytes + 2].rstrip(b"\r\n")
        if text.strip():
            yield Text(text[: max_bytes + 1], number)
        number, line = number + 1, b""


def _recording_or_lines(stream: IO[bytes], max_bytes: int) -> Iterator[Text]:
    first = stream.readline(max_bytes + 2)
    if is_stream(first):
        yield _whole(first, stream, max_bytes)
    else:
        yield from _lines(stream, max_bytes, line=first)


def _whole(start: bytes, stream: IO[bytes], max_bytes: int) -> Text:
    """The one log of a source of which the beginning has been read."""
    return Text(start + stream.read(max(max_bytes + 1 - len(start), 0)), None)


def _log_or_lines(stream: IO[bytes], max_bytes: int) -> Iterator[Text]:
    """A corpus, if the first line is a whole object and something follows; else one log."""
    first = stream.readline(max_bytes + 2)
    if not first.endswith(b"\n") or not _is_object(first) or is_stream(first):
        yield _whole(first, stream, max_bytes)
        return
    number, line = 2, stream.readline(max_bytes + 2)
    while line and not line.strip() and line.endswith(b"\n"):  # empty lines say nothing yet
        number, line = number + 1, stream.readline(max_bytes + 2)
    if line.strip():
        yield Text(first.rstrip(b"\r\n"), 1)
        yield from _lines(stream, max_bytes, number, line)
    else:
        yield Text(first, None)


def _is_object(line: bytes) -> bool:
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"), type=dict[str, msgspec.Raw])
        return True
    return False


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"cannot be unpacked: {str(error) or type(error).__name__}"
