"""Where output goes: standard output and standard error, or a file, which is written whole or not at all."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import click

from ristilog.game.errors import RistilogError
from ristilog.game.findings import printable


def write_out(data: bytes, path: str | None) -> None:
    """Write to a file, whole or not at all, or to standard output if no file is named."""
    if path is None or path == "-":
        _out(data)
        return
    try:
        with in_place_of(Path(path)) as file:
            file.write(data)
    except OSError as error:
        raise RistilogError(f"{path}: {error.strerror}") from error


@contextlib.contextmanager
def in_place_of(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to that takes the place of another when all is written: a reader sees one or the other whole.

    A pipe or a device is written to, and never replaced.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".ristilog-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    """What the process takes away from the modes of new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def echo(line: str) -> None:
    """Print one line of text; a reader that has gone away ends the program quietly, as a signal would."""
    _out(f"{line}\n".encode(getattr(sys.stdout, "encoding", None) or "utf-8", "backslashreplace"))


def say(line: str) -> None:
    """Print one line to standard error, made printable; where that cannot be written, nobody reads it."""
    try:
        click.echo(printable(line), err=True)
    except OSError:  # and nothing is left in a buffer that would be written, in vain, at the program's end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def echo_utf8(line: str) -> None:
    """Print one line that is UTF-8 whatever the terminal takes, as JSON has to be."""
    _out(f"{line}\n".encode())


def _out(data: bytes) -> None:
    if sys.stdout is None:
        raise RistilogError("standard output is closed")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + 13)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise RistilogError(f"standard output: {error.strerror}") from error
