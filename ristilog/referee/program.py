"""Another implementation as a running program: a question a line to its input, an answer a line from its output."""

import os
import queue
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread, Timer
from typing import IO, Any

import msgspec

from ristilog.game.errors import RistilogError


class NoAnswer(Exception):
    """The program ended, took too long, or wrote something that is no JSON; ``str()`` of it says which."""


class Program:
    """A program that is asked; started at the first question, and anew after one that it did not survive."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        """`command` is the program and its arguments, `seconds` how long an answer may take."""
        self._command = list(command)
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()
        self._complaints.close()

    def ask(self, question: Any) -> Any:
        """The answer to one question, parsed; raises `NoAnswer`, or `RistilogError` if there is no such program."""
        process = self._process or self._start()
        patience = Timer(self._seconds, _kill, [process])  # ends a program that does not even read its question
        patience.start()
        try:
            line = self._answer(process, msgspec.json.encode(question) + b"\n")
        finally:
            patience.cancel()
        if not line and patience.finished.is_set() and process.wait() == -signal.SIGKILL:
            self._stop()
            raise NoAnswer(f"no answer in {self._seconds:g} seconds")
        if not line:
            status = process.wait()
            said = self._last_complaint()
            self._stop()
            raise NoAnswer(f"the program ended with status {status}{said}")
        try:
            return msgspec.json.decode(line)
        except msgspec.DecodeError:
            raise NoAnswer("the answer is no JSON") from None

    def _answer(self, process: subprocess.Popen[bytes], question: bytes) -> bytes:
        assert process.stdin is not None
        try:
            process.stdin.write(question)
            process.stdin.flush()
        except (BrokenPipeError, ConnectionResetError):
            return b""
        return self._answers.get()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,  # so that what it starts itself can be ended with it
            )
        except OSError as error:
            raise RistilogError(f"{self._command[0]}: {error.strerror}") from error
        self._process, self._answers = process, queue.SimpleQueue()
        assert process.stdout is not None
        Thread(target=_listen, args=(process.stdout, self._answers), daemon=True).start()
        return process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        process.wait()
        assert process.stdin is not None
        with suppress(BrokenPipeError):  # what it did not read
            process.stdin.close()

    def _last_complaint(self) -> str:
        """The last line that the program wrote to its standard error."""
        self._complaints.seek(0, 2)
        self._complaints.seek(max(self._complaints.tell() - 4000, 0))
        lines = self._complaints.read().decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f": {said[-1]}" if said else ""


def _listen(output: IO[bytes], answers: "queue.SimpleQueue[bytes]") -> None:
    """Hand on every line that a program writes, then nothing, once, when it is done."""
    for line in output:
        answers.put(line)
    answers.put(b"")
    output.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
