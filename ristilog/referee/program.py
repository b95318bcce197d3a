"""Another implementation as a running program: a question a line to its input, an answer a line from its output."""

import os
import queue
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread, Timer
from typing import IO, Any, Final

import msgspec

from ristilog.game.errors import RistilogError

_LONGEST: Final = 2**24
"""Bytes of one answer that are read."""
_KEPT: Final = 4000
"""Bytes of what a program writes to its standard error that are kept: the last ones."""


class NoAnswer(Exception):
    """The program ended, took too long, or wrote something that is no JSON; ``str()`` of it says which."""


class TooSlow(NoAnswer):
    """There was no answer in time."""


class Program:
    """A program that is asked; started at the first question, and anew after one that it did not survive."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """`command` is the program and its arguments, `seconds` how long an answer may take."""
        self._command = list(command)
        self._seconds = seconds
        self._running: _Running | None = None

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def ask(self, question: Any) -> Any:
        """The answer to one question, parsed; raises `NoAnswer`, or `RistilogError` if there is no such program."""
        if self._running is None:
            self._running = _Running(self._command)
        try:
            line = self._running.answer(msgspec.json.encode(question) + b"\n", self._seconds)
        except NoAnswer:
            self._stop()
            raise
        try:
            return msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise NoAnswer("the answer is no JSON") from None

    def _stop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.end()


class _Running:
    """One run of the program, its output and its complaints taken up as they come."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that what it starts itself can be ended with it
            )
        except OSError as error:
            raise RistilogError(f"{command[0]}: {error.strerror}") from error
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._said = bytearray()
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()
        self._complaints = Thread(target=_keep_the_end, args=(self._process.stderr, self._said), daemon=True)
        self._complaints.start()

    def answer(self, question: bytes, seconds: float) -> bytes:
        """The line that answers a question; raises `NoAnswer`."""
        late = Event()

        def give_up() -> None:
            late.set()
            _kill(self._process)

        patience = Timer(seconds, give_up)  # ends a program that does not even read its question
        patience.daemon = True
        patience.start()
        line = b""
        try:
            assert self._process.stdin is not None
            with suppress(BrokenPipeError, ConnectionResetError):
                self._process.stdin.write(question)
                self._process.stdin.flush()
                line = self._answers.get(timeout=seconds)
        except queue.Empty:
            late.set()
        finally:
            patience.cancel()
        if late.is_set():
            raise TooSlow(f"no answer in {seconds:g} seconds")
        if not line:
            raise NoAnswer(self._how_it_ended())
        if len(line) > _LONGEST:
            raise NoAnswer(f"the answer is longer than {_LONGEST:,} bytes")
        return line

    def end(self) -> None:
        """End the program, and what it started."""
        _kill(self._process)
        self._process.wait()
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # what it did not read
            self._process.stdin.close()

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "the program closed its output"
        self._complaints.join(timeout=1)
        lines = bytes(self._said).decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f"the program ended with status {status}" + (f": {said[-1]}" if said else "")


def _listen(output: IO[bytes], answers: "queue.SimpleQueue[bytes]") -> None:
    """Hand on every line that a program writes, one that is too long cut, then nothing, once, when it is done."""
    with suppress(ValueError, OSError):  # closed under it
        while line := output.readline(_LONGEST + 1):
            answers.put(line)
            if len(line) > _LONGEST:
                break
    answers.put(b"")


def _keep_the_end(stream: IO[bytes], said: bytearray) -> None:
    """Take up what a program writes to its standard error, and keep the end of it."""
    with suppress(ValueError, OSError):
        while part := os.read(stream.fileno(), 2**16):
            said += part
            del said[:-_KEPT]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
