"""Where many made games go: standard output, a corpus by its name, or a folder with a file each."""

import gzip
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Final

import zstandard

from ristilog.cli.output import in_place_of, write_out
from ristilog.format.sources import PACKED
from ristilog.game.errors import RistilogError

Write = Callable[[bytes], None]
"""Takes one game as it is written."""

_CORPUS: Final = ".jsonl"
_LONGEST: Final = 64


def is_corpus(path: str) -> bool:
    """Whether a file's name is that of a corpus, packed or not."""
    return path.endswith(tuple(_CORPUS + packed for packed in ("", *PACKED)))


def is_folder(path: str) -> bool:
    """Whether a folder is meant: one that is there, or a name that ends as a folder's."""
    return path.endswith(("/", os.sep)) or os.path.isdir(path)


@contextmanager
def to_standard_output() -> Iterator[Write]:
    """Every game at once."""
    yield lambda data: write_out(data, None)


@contextmanager
def to_corpus(path: str) -> Iterator[Write]:
    """A file with all games, packed as its name says; there whole in the end, or as it was before."""
    try:
        with ExitStack() as stack:
            file = stack.enter_context(in_place_of(Path(path)))
            packed = stack.enter_context(_packed(file, path))

            def write(data: bytes) -> None:
                packed.write(data)

            yield write
    except OSError as error:
        raise RistilogError(f"{path}: {error.strerror}") from error


@contextmanager
def to_folder(path: str, seed: str, games: int) -> Iterator[Write]:
    """A file a game, ``SEED-0001.json``; a folder in which there are some of this name is left alone."""
    folder, name = Path(path), _file_name(seed)
    numbers = iter(range(1, games + 1))
    width = max(4, len(str(games)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = sorted(one for one in os.listdir(folder) if re.fullmatch(rf"{re.escape(name)}-[0-9]+\.json", one))
    except OSError as error:
        raise RistilogError(f"{path}: {error.strerror}") from error
    if there:
        raise RistilogError(f"{folder / there[0]} is there already; name another folder, or remove what is in it")
    yield lambda data: write_out(data, os.fspath(folder / f"{name}-{next(numbers):0{width}}.json"))


def _file_name(seed: str) -> str:
    """A seed as files can be called."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", seed).strip("-.")[:_LONGEST].strip("-.") or "game"


@contextmanager
def _packed(file: IO[bytes], path: str) -> Iterator[IO[bytes]]:
    """What is written to it comes to the file as its name says; the same games are always the same bytes."""
    if path.endswith(".gz"):
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            yield packed  # type: ignore[misc]  # it writes bytes as a file does
    elif path.endswith(".zst"):
        with zstandard.ZstdCompressor().stream_writer(file, closefd=False) as packed:
            yield packed
    else:
        yield file
