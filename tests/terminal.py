"""A command on a terminal of its own, and its screen as a person sees it.

with Terminal("show", log, columns=80, lines=24) as terminal:
    terminal.wait_for("Deal 1")
    terminal.send("right")
    terminal.wait_for("1.1.1")
    print(terminal.text)
    terminal.send("q")
    assert terminal.wait() == 0
"""

import codecs
import fcntl
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pyte
import pytest

DEADLINE: Final = 60.0
"""Seconds in which what is waited for must come; a test that passes never waits so long."""

PATIENCE: Final = 12.0
"""Seconds after which a person presses a key again that nothing came of."""

KEYS: Final = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "backspace": "\x7f",
    "ctrl-c": "\x03",
    "ctrl-d": "\x04",
    "ctrl-z": "\x1a",
}


class _Screen(pyte.Screen):
    """A screen that knows the other screen too, on which programs draw that leave nothing behind."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.is_other = False
        self._kept: list[str] = []

    def set_mode(self, *modes: int, **options: Any) -> None:
        if options.get("private") and 1049 in modes and not self.is_other:
            self.is_other, self._kept = True, list(self.display)
            self.erase_in_display(2)
        super().set_mode(*modes, **options)

    def reset_mode(self, *modes: int, **options: Any) -> None:
        super().reset_mode(*modes, **options)
        if options.get("private") and 1049 in modes and self.is_other:
            self.is_other = False
            self.erase_in_display(2)
            for row, line in enumerate(self._kept[: self.lines]):
                self.cursor_position(row + 1, 1)
                self.draw(line.rstrip())


class Terminal:
    """A pseudo-terminal with ``python -m ristilog ARGUMENTS`` on it; the process is ended with the ``with`` block.

    `stdin` and `stdout` name files that take the terminal's place; `environment` is put over that of the test.
    """

    def __init__(
        self,
        *arguments: object,
        columns: int = 80,
        lines: int = 24,
        command: Sequence[object] = (sys.executable, "-m", "ristilog"),
        stdin: Path | None = None,
        stdout: Path | None = None,
        cwd: Path | None = None,
        **environment: str,
    ) -> None:
        self.screen = _Screen(columns, lines)
        self.raw = ""
        """Everything that came, as it came."""
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        words = [os.fspath(one) if isinstance(one, Path) else str(one) for one in (*command, *arguments)]
        whole = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        whole |= {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"} | environment
        self._master, self._slave = os.openpty()  # the latter is kept, for its modes, when the process has gone
        self._resize(columns, lines)
        self.modes_before = self.modes
        with ExitStack() as files:
            self.process = subprocess.Popen(
                words,
                stdin=files.enter_context(stdin.open("rb")) if stdin else self._slave,
                stdout=files.enter_context(stdout.open("wb")) if stdout else self._slave,
                stderr=self._slave,
                cwd=cwd,
                env=whole,
                start_new_session=True,
                preexec_fn=_take_terminal,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    # ---- what a person does

    def send(self, *keys: str) -> None:
        """Press keys: names of `KEYS`, or text that is typed as it is."""
        os.write(self._master, "".join(KEYS.get(key, key) for key in keys).encode())

    def resize(self, columns: int, lines: int) -> None:
        """Make the window larger or smaller; what stands on it is left to the program to draw anew."""
        self.screen.resize(lines, columns)
        self.screen.erase_in_display(2)
        self._resize(columns, lines)
        self.signal(signal.SIGWINCH)

    def signal(self, number: int) -> None:
        """Send the process a signal."""
        self.process.send_signal(number)

    # ---- what a person sees

    @property
    def lines(self) -> list[str]:
        """The screen, line by line, without blanks at their ends."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def is_other_screen(self) -> bool:
        """Whether the program has the other screen, which leaves no trace."""
        return self.screen.is_other

    @property
    def modes(self) -> list[Any]:
        """How the terminal treats what is typed and printed."""
        return termios.tcgetattr(self._slave)

    # ---- waiting

    def wait_for(self, text: str) -> str:
        """Wait until a text stands on the screen, on one line, and give the screen."""
        return self.wait_until(lambda: any(text in line for line in self.lines), repr(text))

    def wait_for_no(self, text: str) -> str:
        """Wait until a text stands on the screen no more."""
        return self.wait_until(lambda: text not in self.text, f"no {text!r}")

    def wait_until(self, is_so: Callable[[], bool], what: str) -> str:
        """Wait until something is so of the screen; what is looked at is a whole output of the program, or a part."""
        end = time.monotonic() + DEADLINE
        while not is_so():
            if not self._take(end - time.monotonic()) and not is_so():
                pytest.fail(f"{what} did not come; the screen:\n{self.text}\n", pytrace=False)
        return self.text

    def press_until(self, key: str, is_so: Callable[[], bool], what: str) -> str:
        """Press a key, and again if nothing comes of it for a while.

        Ctrl-C between an editor's prompt and its waiting for a key is only seen at the next key or signal. A person
        hardly ever hits that moment, and then presses again; a test on a busy machine does hit it.
        """
        start = time.monotonic()
        pressed = -PATIENCE
        while not is_so():
            now = time.monotonic() - start
            if now > DEADLINE:
                pytest.fail(f"{what} did not come; the screen:\n{self.text}\n", pytrace=False)
            if now - pressed >= PATIENCE:
                self.send(key)
                pressed = now
            self._take(0.05)
        return self.text

    def wait(self) -> int:
        """Wait for the process to end, taking in what it still prints: its exit status, or minus a signal's number."""
        end = time.monotonic() + DEADLINE
        while self.process.poll() is None:
            self._take(0.02)
            if time.monotonic() > end:
                pytest.fail(f"the program did not end; the screen:\n{self.text}\n", pytrace=False)
        while self._take(0):
            pass
        return self.process.returncode

    def _take(self, seconds: float) -> bool:
        """Take in what the program has printed; whether there was anything within so many seconds."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the process has closed its end
            return False
        text = self._decoder.decode(data)
        self.raw += text
        self._stream.feed(text)
        return bool(data)

    def _resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def _take_terminal() -> None:
    """In the child: standard error's terminal becomes its own, and its signals do what they do by themselves."""
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGTSTP, signal.SIGHUP):  # who runs the tests may have them ignored
        signal.signal(number, signal.SIG_DFL)
