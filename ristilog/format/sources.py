"""Where logs are read from: files, folders, standard input; packed or not, one log a file or one a line."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from ristilog.format.read import MAX_BYTES
from ristilog.game.errors import UnreadableInput

NOTES: Final = ".notes.json"
LOGS: Final = (".json",)
"""How the names of single logs end."""

PACKED: Final = (".gz", ".zst")
LOGS_AND_CORPORA: Final = tuple(kind + packed for kind in (".json", ".jsonl") for packed in ("", *PACKED))
"""How the names of all that can be verified end."""


def read_file(path: str | Path, max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes of a file, at most one more than will be read as a log; raises `UnreadableInput`."""
    try:
        with open(path, "rb") as file:
            return file.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableInput(f"{path}: {reason}") from error


class Source(Struct, frozen=True):
    """One thing to read."""

    name: str
    """The path as given, joined with what was found below it; ``-`` for standard input."""
    in_folder: bool
    """Whether it was found in a folder, so that it need not be a game log at all."""

    @property
    def notes(self) -> str | None:
        """The file of notes that lies beside it, ``NAME.notes.json`` beside ``NAME.json``, if there is one."""
        path = self.name.removesuffix(".json") + NOTES
        return path if self.name.endswith(".json") and os.path.isfile(path) else None

    def read(self, max_bytes: int = MAX_BYTES) -> bytes:
        """Its bytes, at most one more than is read as a log; raises `UnreadableInput`."""
        return standard_input().read(max_bytes + 1) if self.name == "-" else read_file(self.name, max_bytes)


def standard_input() -> BinaryIO:
    """The bytes of standard input; raises `UnreadableInput` if it is closed."""
    if sys.stdin is None:
        raise UnreadableInput("-: standard input is closed")
    return sys.stdin.buffer


def sources(
    path: str,
    complain: Callable[[str], None],
    skips: Callable[[str], bool] = lambda _: False,
    endings: Sequence[str] = LOGS,
) -> Iterator[Source]:
    """Everything to read at one path given: itself, or every file of these endings below a folder, in order of names.

    A folder below it that `skips` says so of is left out. A folder that cannot be listed is complained of, and the
    others are gone through; a path that is not there is found out when it is read.
    """
    if path == "-" or not os.path.isdir(path):
        yield Source(path, in_folder=False)
        return
    for folder, below, files in os.walk(path, onerror=lambda error: complain(f"{error.filename}: {error.strerror}")):
        below[:] = sorted(one for one in below if not skips(os.path.join(folder, one)))
        for file in sorted(files):
            found = os.path.join(folder, file)
            # Notes are judged with the log they lie beside, which is found by itself.
            beside = file.endswith(NOTES) and file.removesuffix(NOTES) + ".json" in files
            if file.endswith(tuple(endings)) and not beside and not _is_special(found):
                yield Source(found, in_folder=True)


def _is_special(path: str) -> bool:
    """Whether a path is a pipe or a device, which could be waited for in vain."""
    return os.path.exists(path) and not os.path.isfile(path)
