"""Streams that are made to hurt, and what judging each takes: ``python -m bench.streams [WORD …]``."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench.memory import MAX, MIB, measured

HEAD = '{"ristilog-stream":"1.0","ristilog":"1.0","rules":{"name":"ristikontra","version":1},"view":"table"}\n'
DEAL = '{"deal":{"dealer":"S"}}\n'


def _lines(line: str, before: str = HEAD + DEAL) -> Callable[[int], bytes]:
    return lambda size: (before + line * ((size - len(before.encode())) // len(line.encode()))).encode()


def _long(before: str, item: str, after: str) -> Callable[[int], bytes]:
    def make(size: int) -> bytes:
        room = size - len((before + after).encode())
        return (before + item * (room // len(item.encode())) + after).encode()

    return make


def _half(first: str, second: str) -> Callable[[int], bytes]:
    """As many of one line as of another, and no more than are read."""

    def make(size: int) -> bytes:
        times = min(size // len(first + second), 99_990)
        return (HEAD + DEAL + first * times + second * times).encode()

    return make


ACTION = '{"action":"N play 4c"}\n'
HEADER = HEAD[:-2] + ',"ext":{"a":['

HOSTILE: dict[str, Callable[[int], bytes]] = {
    "tiny actions": _lines('{"action":0}\n'),
    "actions": _lines(ACTION),
    "actions with times": _lines('{"action":"N play 4c","t":1}\n'),
    "tricks of one": _lines(ACTION + '{"trick":{}}\n'),
    "deals": _lines('{"deal":{}}\n'),
    "deals of a dealer": _lines(DEAL),
    "deals with a score": _lines(DEAL + '{"score":{}}\n'),
    "results": _lines('{"result":0}\n'),
    "notes": _lines('{"note":{"at":"1"}}\n'),
    "nothing taken back": _lines('{"undo":0}\n'),
    "actions, all taken back": _half(ACTION, '{"undo":1}\n'),
    "actions, nothing taken back": _half(ACTION, '{"undo":0}\n'),
    "notes and nothing taken back": _half('{"note":{"at":"1"}}\n', '{"undo":0}\n'),
    "line ends": _lines("\n"),
    "spaces": _lines(" " * 200 + "\n"),
    "carriage returns": _lines('{"action":"N play 4c"' + "\r" * 200 + "}\n"),
    "one long line": _long(HEADER, "[],", "0]}}\n"),
    "one long line of objects": _long(HEADER, '{"":0},', "0]}}\n"),
    "one long line of strings": _long(HEADER, '"a",', "0]}}\n"),
    "one long string": _long(HEADER + '"', "a", '"]}}\n'),
    "one long string and an emoji": _long(HEADER + '"😀', "a", '"]}}\n'),
    "one long number": _long(HEADER, "9", "]}}\n"),
    "one long key": _long(HEAD + '{"', "a", '":1}\n'),
    "one long undo": _long(HEAD + '{"undo":', "9", "}\n"),
    "one long note": _long(HEAD + DEAL + '{"note":{"at":"1","text":{"en":"', "😀", '"}}}\n'),
    "open brackets": _long(HEAD + '{"deal":', "[", ""),
    "open brackets and a line end": _long(HEAD + '{"deal":', "[", "\n"),
    "nested": _long(HEADER, "[" * 25 + "]" * 25 + ",", "0]}}\n"),
    "nested too deep": _long(HEAD + '{"deal":{"dealer":"S","ext":{"a":[', "[" * 40 + "]" * 40 + ",", "0]}}}\n"),
    "many keys": _long(HEAD[:-2], ',"a":1', "}\n"),
    "no first line": _long('{"ristilog-stream":"1.0","a":[', "[],", "0"),
}
"""Name → what makes a stream of about so many bytes."""


def main() -> None:
    words = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "file.jsonl")
        for name, make in HOSTILE.items():
            if words and not any(word in name for word in words):
                continue
            file.write_bytes(make(MAX))
            one = measured(str(file))
            print(
                f"{name:32} {one.peak / MIB:6.0f} MiB {one.seconds:6.1f} s, exit {one.status}: {one.said}", flush=True
            )


if __name__ == "__main__":
    main()
