"""The file of a recording: lines are put behind the others and on disk before they count, or not at all."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from ristilog.format.read import MAX_BYTES
from ristilog.game.errors import RistilogError
from ristilog.record.lock import Lock, locked


class Journal:
    """A file that is appended to by this process alone.

    What cannot be written, on a full disk say, is a `RistilogError` and leaves the file as it was.
    """

    def __init__(self, path: str | Path, *, sync: bool = False) -> None:
        self._path = Path(path).resolve()
        self._sync = sync
        self._lock: Lock = locked(self._path)
        self._beside = self._path.with_name(self._path.name + ".new")
        try:
            self._beside.unlink(missing_ok=True)  # which a process that was killed has left
            is_new = not self._path.exists()
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            self._size = os.fstat(self._handle).st_size
            if is_new and sync:
                _sync_folder(self._path.parent)
        except OSError as error:
            self._lock.release()
            raise RistilogError(f"{path}: {error.strerror}") from error

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._path

    @property
    def left_by(self) -> int | None:
        """The process that wrote here and ended without closing it; None if none did."""
        return self._lock.left_by

    def read(self) -> bytes:
        """All that is in it, at most one byte more than is read as a log."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        parts = []
        left = MAX_BYTES + 1
        while left and (part := os.read(self._handle, min(left, 2**20))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def cut(self, size: int) -> None:
        """Cut off what stands behind so many bytes."""
        try:
            os.ftruncate(self._handle, size)
        except OSError as error:
            raise RistilogError(f"{self._path}: {error.strerror}") from error
        self._size = size

    def append(self, lines: Iterable[bytes]) -> None:
        """Put lines behind the others; when this returns they are handed to the system, with `sync` to the disk."""
        data = self._checked(lines)
        try:
            os.ftruncate(self._handle, self._size)  # what an earlier failure may have left
            os.lseek(self._handle, self._size, os.SEEK_SET)
            left = memoryview(data)
            while left:
                left = left[os.write(self._handle, left) :]
            if self._sync:
                os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._size)
            raise RistilogError(f"{self._path}: {error.strerror}; nothing of this was recorded") from error
        self._size += len(data)

    def replace(self, lines: Iterable[bytes]) -> None:
        """Put lines behind the others, all of them or none, whatever happens meanwhile.

        The file is written anew beside itself and put in its place.
        """
        more = self._checked(lines)
        data = self.read()[: self._size] + more
        try:
            with open(self._beside, "wb") as file:
                os.chmod(self._beside, os.fstat(self._handle).st_mode & 0o7777)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.close(self._handle)  # there are systems on which nothing takes the place of a file that is open
            try:
                os.replace(self._beside, self._path)
            finally:
                self._handle = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(self._beside)
            raise RistilogError(f"{self._path}: {error.strerror}; nothing of this was recorded") from error
        self._size = len(data)
        if self._sync:
            _sync_folder(self._path.parent)

    def _checked(self, lines: Iterable[bytes]) -> bytes:
        data = b"".join(lines)
        if self._handle < 0:
            raise RistilogError(f"{self._path}: this recording is closed; nothing of this was recorded")
        if self._size + len(data) > MAX_BYTES:
            raise RistilogError(
                f"{self._path}: a recording has at most {MAX_BYTES:,} bytes; nothing of this was recorded"
            )
        return data

    def close(self) -> None:
        """Let the file and its lock go; doing it twice does nothing."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        self._lock.release()


def _sync_folder(folder: Path) -> None:
    """See to it that a name is on disk, and not only what it stands for."""
    with contextlib.suppress(OSError):  # there are systems on which a folder cannot be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
