"""How far a long run has come, on standard error, if that is a terminal; gone before anything else is printed."""

import os
import shutil
import sys
import time
from typing import Final

_AFTER: Final = 1.0
"""Seconds before anything is shown: who does not have to wait need not be told."""
_EVERY: Final = 0.2


class Progress:
    """One line that is written over; nothing at all where standard error is no terminal."""

    def __init__(self, *, wanted: bool = True) -> None:
        can = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._terminal = wanted and can
        self._next = time.monotonic() + _AFTER
        self._shown = False

    def show(self, line: str) -> None:
        """Say how far it has come, unless that was said a moment ago."""
        now = time.monotonic()
        if not self._terminal or now < self._next:
            return
        self._next = now + _EVERY
        self._shown = True  # before it is: whoever interrupts the writing wants it cleared too
        sys.stderr.write(f"\r\x1b[K{line[: shutil.get_terminal_size().columns - 1]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
