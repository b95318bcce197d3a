"""Lines typed by a person, or read from a file or pipe: with an editor where there is one."""

import contextlib
import importlib
import os
import signal
import sys
from typing import Final

from ristilog.cli.output import echo

LEAVE: Final = None
"""Stands for the end of the input, or two Ctrl-C in a row."""


class Lines:
    """Asks for lines; between them Ctrl-C does nothing, so that what is being written is written."""

    def __init__(self, *, plain: bool) -> None:
        self.is_terminal = all(one is not None and one.isatty() for one in (sys.stdin, sys.stdout))
        self.taken_back = False
        """Whether the last line was taken back with Ctrl-C."""
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if self.is_terminal and not plain:
            with contextlib.suppress(ImportError):  # no such editor on this system
                editor = importlib.import_module("readline")
                editor.parse_and_bind("set enable-bracketed-paste off")
        self._before = signal.signal(signal.SIGINT, signal.SIG_IGN)

    def close(self) -> None:
        """Give Ctrl-C back what it did before."""
        signal.signal(signal.SIGINT, self._before)

    def ask(self, prompt: str) -> str | None:
        """The next line without its end; None at the end, or after two Ctrl-C in a row. Ctrl-C gives an empty line."""
        try:
            line = self._read(prompt)
        except EOFError:
            if self.is_terminal:
                echo("")
            return LEAVE
        except KeyboardInterrupt:
            if self.is_terminal:
                echo("")
            if self.taken_back:
                return LEAVE
            self.taken_back = True
            return ""
        self.taken_back = False
        return line

    def _read(self, prompt: str) -> str:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            if self.is_terminal:
                return input(prompt)
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                raise EOFError
            return line.rstrip("\r\n")
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def can_be_drawn_on() -> bool:
    """Whether standard output is a terminal that can be cleared."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
