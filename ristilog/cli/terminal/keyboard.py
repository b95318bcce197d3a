"""A terminal taken over for a while: keys one by one, the other screen, and all of it given back in the end."""

import codecs
import os
import re
import select
import shutil
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType
from typing import Any, Final, Self

from rich.console import Console
from rich.text import Text

try:
    import termios
    import tty
except ImportError:  # no such terminals on this system
    CAN_TAKE_OVER = False
else:
    CAN_TAKE_OVER = True

RESIZED: Final = "resized"
"""Stands among the keys when the terminal has got another size."""
GONE: Final = "gone"
"""Stands among them when nothing more can come."""

_NAMED: Final = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "Z": "backtab",
    "1~": "home",
    "7~": "home",
    "4~": "end",
    "8~": "end",
    "5~": "pageup",
    "6~": "pagedown",
    "3~": "delete",
}
_SINGLE: Final = {"\r": "enter", "\n": "enter", "\t": "tab", "\x1b": "escape", "\x7f": "backspace", "\x08": "backspace"}
_KEY: Final = re.compile(r"\x1b[\[O]([0-9;]*)([A-Za-z~])|\x1b[\[O]?[0-9;]*$|.", re.DOTALL)
_PATIENCE: Final = 0.05
"""Seconds that the rest of a key that is several bytes may take."""


def can_be_taken_over() -> bool:
    """Whether both streams are a terminal on which the cursor can be moved."""
    streams = (sys.stdin, sys.stdout)
    is_terminal = all(one is not None and one.isatty() for one in streams)
    return CAN_TAKE_OVER and is_terminal and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")


def keys_in(text: str) -> tuple[list[str], str]:
    """The keys that a terminal's input stands for, and the beginning of one that is not there as a whole.

    A letter stands for itself; others have names: ``up``, ``home``, ``pageup``, ``enter``; with shift ``shift-right``.
    """
    keys: list[str] = []
    for found in _KEY.finditer(text):
        numbers, last = found[1], found[2]
        if last is not None:
            first, _, modifier = numbers.partition(";")
            name = _NAMED.get(f"{first}~" if last == "~" else last)
            keys += [f"shift-{name}" if modifier == "2" else name] if name else []
        elif found[0].startswith("\x1b"):
            return keys, found[0]
        else:
            keys.append(_SINGLE.get(found[0], found[0]))
    return keys, ""


class Terminal:
    """Standard input and output as a screen and a keyboard, within a ``with`` block.

    Whatever ends the block, the terminal is then as it was: its modes, its cursor, and what stood on it. Ctrl-Z lets it
    go in between.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""
        self._handlers: dict[int, Any] = {}
        self._modes: list[Any] = []
        self._wake: tuple[int, int] = (-1, -1)

    def __enter__(self) -> Self:
        self._input = sys.stdin.fileno()
        self._modes = termios.tcgetattr(self._input)
        self._wake = os.pipe()
        for end in self._wake:
            os.set_blocking(end, False)
        self._woken = signal.set_wakeup_fd(self._wake[1], warn_on_full_buffer=False)
        handlers: dict[int, Callable[[int, FrameType | None], None]] = {
            signal.SIGWINCH: lambda *_: None,  # which wakes up whoever waits for keys
            signal.SIGTSTP: self._suspend,
            signal.SIGTERM: self._end,
            signal.SIGHUP: self._end,
        }
        self._handlers = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        self._take()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._woken)
        for end in self._wake:
            os.close(end)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        size = shutil.get_terminal_size()
        return size.columns, size.lines

    def draw(self, lines: Sequence[Text]) -> None:
        """Put lines on the screen from its top, over what was there; they are taken as fitting it."""
        width, height = self.size
        console = Console(width=width, height=height, highlight=False, legacy_windows=False)
        with console.capture() as capture:
            for number, line in enumerate(lines[:height]):
                console.print(line, end="\x1b[K\r\n" if number + 1 < len(lines[:height]) else "\x1b[K", soft_wrap=True)
        _write(f"\x1b[H{capture.get()}\x1b[J")

    def keys(self, timeout: float | None = None) -> list[str]:
        """Wait for keys, or so many seconds; none if the time is up. A key that is held may come several times."""
        while True:
            ready, _, _ = select.select([self._input, self._wake[0]], [], [], _PATIENCE if self._pending else timeout)
            if self._wake[0] in ready:
                os.read(self._wake[0], 4096)
                return [RESIZED]
            if not ready:
                begun, self._pending = self._pending, ""
                return ["escape"] if begun else []
            data = self._read()
            if not data:
                return [GONE]
            keys, self._pending = keys_in(self._pending + self._decoder.decode(data))
            if keys:
                return keys

    def _read(self) -> bytes:
        try:
            return os.read(self._input, 4096)
        except OSError:  # the terminal has been closed
            return b""

    def _take(self) -> None:
        tty.setcbreak(self._input, termios.TCSADRAIN)
        _write("\x1b[?1049h\x1b[?25l")

    def _give_back(self) -> None:
        try:
            _write("\x1b[0m\x1b[?25h\x1b[?1049l")
        finally:
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._modes)

    def _suspend(self, *_: object) -> None:
        """Ctrl-Z: stop as any program does, and take the terminal over again when it goes on."""
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._suspend)
        self._take()

    def _end(self, number: int, _: object) -> None:
        sys.exit(128 + number)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
