"""One writer at a time: a lock beside the file that is written, which says whose it is and cannot outlive its owner."""

import contextlib
import json
import os
import socket
import sys
from pathlib import Path

from msgspec import Struct

from ristilog.game.errors import RistilogError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_BEHIND = 2**20
"""The byte that is locked where bytes are: behind the owner's name, so that others can read that."""


class Lock(Struct):
    """A lock that is held; it is let go with `release`, or with the end of the process whatever ends it."""

    path: Path
    handle: int
    left_by: int | None
    """The process that had it last and ended without letting it go; None if none did."""

    def release(self) -> None:
        """Let it go; doing it twice does nothing."""
        if self.handle < 0:
            return
        handle, self.handle = self.handle, -1
        with contextlib.suppress(OSError):  # whatever is left of it holds nobody up
            os.ftruncate(handle, 0)
            if sys.platform != "win32":  # which does not let go of names that are open
                self.path.unlink(missing_ok=True)
        os.close(handle)


def locked(file: Path) -> Lock:
    """Take the lock of a file; raises `RistilogError` naming the process that has it."""
    path = file.with_name(file.name + ".lock")
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise RistilogError(f"{file}: {error.strerror}") from error
        try:
            if not _take(handle):
                raise RistilogError(f"{file}: {_owner(handle)} is recording there; {path} is its lock")
            if _is_still_there(handle, path):  # or its owner has let it go and taken it away just now
                break
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
    lock = Lock(path, handle, _pid(handle))
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode())
    except OSError as error:
        lock.release()
        raise RistilogError(f"{path}: {error.strerror}") from error
    return lock


def _take(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            os.lseek(handle, _BEHIND, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_still_there(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _owner(handle: int) -> str:
    pid = _pid(handle)
    return "another process" if pid is None else f"process {pid}"


def _pid(handle: int) -> int | None:
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        pid = json.loads(os.read(handle, 2**10))["pid"]
    except (ValueError, KeyError, TypeError):
        return None
    return pid if isinstance(pid, int) else None
