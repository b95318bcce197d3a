"""How much memory and time the referee takes at most: real logs, one fault in each kind, and what is made to hurt.

``python -m bench.memory [WORD …]``: a line an input (of those whose name has one of the words in it), judged by
``ristilog verify`` in a process of its own. `above` is the peak above that of a small log, in multiples of the file.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from ristilog.format.write import canonical_log, pretty
from ristilog.game.log import GameLog, Result, Rules, SideNumbers, Start
from ristilog.game.ruleset import PRESETS
from ristilog.record.simulate import simulate
from ristilog.referee.judge import prove_deals
from ristilog.referee.notes import sound_deals
from ristilog.replay.scoring import CLEAN, Standing, outcome
from ristilog.teach.annotate import annotated

MIB = 2**20
MAX = 16 * MIB


def real(size: int, *, write: Callable[[GameLog], bytes] = canonical_log, notes: bool = False) -> bytes:
    """A sound log of about so many bytes: made deals one after the other, from a standing far below nought."""
    far = -(10**9)
    rules = PRESETS["ristikontra", 1]
    made = simulate("ristikontra", "memory", options={"target": 1000}, deals=100).deals
    each = len(write(structs.replace(simulate("ristikontra", "memory", deals=4), result=Result(ended="adjourned")))) / 4
    if notes:
        some = GameLog(ristilog="1.0", rules=Rules(name="ristikontra", version=1), deals=made[:40])
        each = len(write(_annotated(some))) / 40
    standing = Standing(SideNumbers(NS=far, EW=far), 0)
    deals = []
    for number in range(int(size / each)):
        deal = made[number % 100]
        assert deal.score
        assert deal.score.points
        assert deal.dealer == made[number % 4].dealer
        came_to = outcome(rules, deal.score.points, CLEAN, standing)
        standing = came_to.standing
        score = structs.replace(deal.score, award=came_to.award, held=standing.held, match=standing.match)
        deals.append(structs.replace(deal, score=score))
    log = GameLog(
        ristilog="1.0",
        rules=Rules(name="ristikontra", version=1),
        start=Start(match=SideNumbers(NS=far, EW=far), held=0),
        deals=tuple(deals),
        result=Result(ended="adjourned", score=standing.match),
    )
    return write(_annotated(log) if notes else log)


def _annotated(log: GameLog) -> GameLog:
    """The log with the program's notes, made a few deals at a time."""
    rules = PRESETS["ristikontra", 1]
    deals = sound_deals(log, rules, prove_deals(log, rules), ())
    return annotated(log, rules, [deal for deal in deals if deal is not None])


def spoilt(data: bytes, old: str, new: str) -> bytes:
    """A log with one thing in its middle written otherwise."""
    text = data.decode()
    at = text.index(old, len(text) // 2)
    return (text[:at] + new + text[at + len(old) :]).encode()


REAL: dict[str, Callable[[], bytes]] = {
    "2 MB": lambda: real(2_000_000),
    "2 MB indented": lambda: real(2_000_000, write=pretty),
    "15 MB": lambda: real(15_000_000),
    "15 MB indented": lambda: real(15_000_000, write=pretty),
    "15 MB with notes": lambda: real(15_000_000, notes=True),
    "2 MB with notes": lambda: real(2_000_000, notes=True),
    "15 MB wrong points": lambda: spoilt(real(15_000_000), '"points":', '"points":1'),
    "2 MB ill-formed card": lambda: spoilt(real(2_000_000), " draw ", " drew "),
    "15 MB ill-formed card": lambda: spoilt(real(15_000_000), " draw ", " drew "),
    "15 MB indented, ill-formed card": lambda: spoilt(real(15_000_000, write=pretty), " draw ", " drew "),
    "15 MB misspelt field": lambda: spoilt(real(15_000_000), '"winner"', '"winer"'),
    "15 MB doubled key": lambda: spoilt(real(15_000_000), '"winner"', '"points":1,"winner"'),
    "15 MB misspelt word": lambda: spoilt(real(15_000_000), '"winner":', '"winner":nul'),
    "2 MB with notes, ill-formed card": lambda: spoilt(real(2_000_000, notes=True), " draw ", " drew "),
    "15 MB with notes, ill-formed card": lambda: spoilt(real(15_000_000, notes=True), " draw ", " drew "),
    "15 MB of a newer minor": lambda: spoilt(b" " + real(15_000_000), '"rules"', '"new":1,"rules"').replace(
        b'"ristilog":"1.0"', b'"ristilog":"1.1"'
    ),
    "15 MB with ext": lambda: real(15_000_000).replace(b'"dealer"', b'"ext":{"a":1},"dealer"'),
    "15 MB, escapes of emoji": lambda: spoilt(real(15_000_000), '"rules"', '"meta":{"title":"\\ud83d\\ude00"},"rules"'),
}
"""Logs that somebody could have, and one fault in each kind."""


def filled(before: str, item: str | Callable[[int], str], after: str, size: int, between: str = ",") -> bytes:
    """As many items as go into so many bytes."""
    room = size - len((before + after).encode())
    if isinstance(item, str):
        times = room // len((item + between).encode())
        return (before + between.join([item] * times) + after).encode()
    parts: list[str] = []
    for number in count():
        parts.append(item(number))
        room -= len(parts[-1].encode()) + len(between)
        if room < 0:
            return (before + between.join(parts[:-1]) + after).encode()
    raise AssertionError


HEAD = '{"ristilog":"1.0","rules":{"name":"ristikontra","version":1}'
TABLE = HEAD + ',"view":"table"'
EMPTY = HEAD + ',"deals":[]'
NEWER = EMPTY.replace("1.0", "1.1", 1)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"


def word(number: int) -> str:
    """Four letters, others for every number."""
    return "".join(LETTERS[number >> bits & 63] for bits in (0, 6, 12, 18))


DEAL = msgspec.json.encode(simulate("ristikontra", "memory", deals=1).deals[0]).decode()
SHUFFLE = '"shuffle":{"method":"hmac-sha256-1",'
TRICKS = TABLE + ',"deals":[{"dealer":"N","tricks":['
TRICK = '{"actions":["N play 4c"]}'


def _in_ext(item: str | Callable[[int], str], head: str = EMPTY) -> Callable[[int], bytes]:
    return lambda size: filled(head + ',"ext":{"a":[', item, "]}}", size)


def _deals(item: str | Callable[[int], str], head: str = HEAD, end: str = "]}") -> Callable[[int], bytes]:
    return lambda size: filled(head + ',"deals":[', item, end, size)


def _notes(item: str | Callable[[int], str], head: str = HEAD + ',"deals":[' + DEAL + "]") -> Callable[[int], bytes]:
    return lambda size: filled(head + ',"annotations":[', item, "]}", size)


def _of_length(before: str, character: str, after: str) -> Callable[[int], bytes]:
    def make(size: int) -> bytes:
        room = size - len((before + after).encode())
        return (before + character * (room // len(character.encode())) + after).encode()

    return make


NESTED = "[" * 28 + "]" * 28
HOSTILE: dict[str, Callable[[int], bytes]] = {
    "lists": _in_ext("[]"),
    "objects": _in_ext("{}"),
    "objects of one": _in_ext('{"":0}'),
    "objects of new keys": _in_ext(lambda n: f'{{"{word(n)}":0}}'),
    "lists of one": _in_ext("[0]"),
    "noughts": _in_ext("0"),
    "short strings": _in_ext(lambda n: f'"{word(n % 4096)[2:]}"'),
    "fractions": _in_ext("0.1"),
    "integers": _in_ext("999"),
    "long integers": _in_ext("9" * 399),
    "very long integers": _in_ext("9" * 100_000),
    "new keys": lambda size: filled(EMPTY + ',"ext":{', lambda n: f'"{word(n)}":0', "}}", size),
    "nested": _in_ext(NESTED),
    "nested too deep": _in_ext("[" * 40 + "]" * 40),
    "open brackets": _of_length("", "[", ""),
    "line ends": _of_length("[", "\n", ""),
    "line ends and carriage returns": _of_length("[", "\r\n", ""),
    "spaces": _of_length(EMPTY + ',"x":1', " ", "}"),
    "one long string": _of_length(EMPTY + ',"ext":{"a":"', "a", '"}}'),
    "one long string and an emoji": _of_length(EMPTY + ',"ext":{"a":"😀', "a", '"}}'),
    "one long string and an emoji, at fault": _of_length(EMPTY + ',"id":"😀', "a", '"}'),
    "one long key and an emoji": _of_length(EMPTY + ',"ext":{"😀', "a", '":1}}'),
    "one long unknown key and an emoji": _of_length(EMPTY + ',"😀', "a", '":1}'),
    "one long doubled key and an emoji": _of_length(EMPTY + ',"ext":{"a":1,"a":1,"😀', "a", '":1}}'),
    "long escapes": _of_length(EMPTY + ',"ext":{"a":"', "\\u0041", '"}}'),
    "long pairs": _of_length(EMPTY + ',"ext":{"a":"', "\\ud83d\\ude00", '"}}'),
    "half a pair at the end": _of_length(EMPTY + ',"ext":{"a":"', "\\ud83d\\ude00", '\\ud83d"}}'),
    "text of emoji": _of_length(EMPTY + ',"ext":{"a":"', "😀", '"}}'),
    "noughts and an emoji": _in_ext("0", EMPTY + ',"id":"😀"'),
    "bytes of no use": lambda size: b"\xff" * size,
    "nulls": lambda size: b"\0" * size,
    "lists, then a fault": lambda size: filled(EMPTY + ',"ext":{"a":[', "[]", "]}", size),
    "noughts, then a fault": lambda size: filled(EMPTY + ',"ext":{"a":[', "0", "]}", size),
    "short strings, then a fault": lambda size: filled(EMPTY + ',"ext":{"a":[', '"ab"', "]}", size),
    "noughts, then a doubled key": lambda size: filled(EMPTY + ',"ext":{"a":[', "0", '],"a":0}}', size),
    "doubled keys": lambda size: filled(EMPTY + ',"ext":{', '"a":0', "}}", size),
    "many doubled keys": lambda size: filled(EMPTY + ',"ext":{', lambda n: f'"{word(n)}":0,"{word(n)}":0', "}}", size),
    "unknown fields": lambda size: filled(EMPTY + ",", lambda n: f'"{word(n)}":0', "}", size),
    "long keys over many values": lambda size: filled(
        EMPTY + ',"ext":{"' + "k" * (size // 2) + '":{"a":[', "0", '],"b":1,"b":2}}}', size
    ),
    "texts in meta": lambda size: filled(EMPTY + ',"meta":{', lambda n: f'"{word(n)}":""', "}}", size),
    "numbers in meta": lambda size: filled(EMPTY + ',"meta":{', lambda n: f'"{word(n)}":0', "}}", size),
    "one number in meta": lambda size: filled(EMPTY + ',"meta":{', lambda n: f'"{word(n)}":""', ',"z":0}}', size),
    "options": lambda size: filled(
        '{"ristilog":"1.0","deals":[],"rules":{"name":"ristikontra","version":1,"options":{',
        lambda n: f'"{word(n)}":0',
        "}}}",
        size,
    ),
    "empty deals": _deals("{}"),
    "deals of a dealer": _deals('{"dealer":"N"}'),
    "deals of no tricks": _deals('{"dealer":"N","tricks":[]}', TABLE),
    "deals of no score": _deals('{"dealer":"N","score":{}}'),
    "void deals": _deals('{"dealer":"N","void":""}'),
    "void deals, one ill-formed": _deals('{"dealer":"N","void":""}', end=',{"dealer":"X"}]}'),
    "deals of numbers": _deals("1"),
    "deals of one play": _deals('{"dealer":"N","tricks":[{"actions":["N play 4c"]}]}', TABLE),
    "deals with a seed": _deals('{"dealer":"N",' + SHUFFLE + '"seed":"a"},"tricks":[]}', TABLE),
    "deals with a weak seed": _deals(
        '{"dealer":"N",' + SHUFFLE + '"seed":"a","commitment":"sha256:' + 64 * "0" + '"},"tricks":[]}',
        TABLE,
    ),
    "deals of doubled cards": _deals(
        '{"dealer":"N","hands":{"N":"' + " ".join(["4c"] * 6) + '","E":"","S":"","W":""},"stock":"","tricks":[]}'
    ),
    "one doubled card": lambda size: filled(
        TABLE + ',"deals":[{"dealer":"N","tricks":[],"stock":"', "4c", '"}]}', size, between=" "
    ),
    "whole deals": _deals(DEAL),
    "whole deals, each at fault": _deals(DEAL.replace('"points"', '"point"')),
    "tricks": lambda size: filled(TRICKS, TRICK, "]}]}", size),
    "tricks at fault": lambda size: filled(TRICKS, TRICK.replace("4c", "44"), "]}]}", size),
    "tricks of numbers": lambda size: filled(TRICKS, "1", "]}]}", size),
    "tricks, the last at fault": lambda size: filled(TRICKS, TRICK, ",1]}]}", size),
    "plays": lambda size: filled(TRICKS + '{"actions":[', '"N play 4c"', "]}]}]}", size),
    "plays, the last at fault": lambda size: filled(TRICKS + '{"actions":[', '"N play 4c"', ',""]}]}]}', size),
    "plays at fault": lambda size: filled(TRICKS + '{"actions":[', '"N play 44"', "]}]}]}", size),
    "times": lambda size: filled(TRICKS + '{"actions":["N play 4c"],"times":[', "0", "]}]}]}", size),
    "times, the last at fault": lambda size: filled(
        TRICKS + '{"actions":["N play 4c"],"times":[', "12345", ",-1]}]}]}", size
    ),
    "tricks at fault in their times": lambda size: filled(TRICKS, '{"actions":["N play 4c"],"times":[]}', "]}]}", size),
    "hidden plays": lambda size: filled(
        HEAD + ',"deals":[{"dealer":"N","tricks":[', '{"actions":["N draw ??"]}', "]}]}", size
    ),
    "parts": lambda size: filled(
        TABLE + ',"deals":[{"dealer":"N","tricks":[],' + SHUFFLE + '"parts":[',
        '{"by":""}',
        "]}}]}",
        size,
    ),
    "notes at nothing": _notes('{"at":"9","code":"x"}'),
    "notes without a text": _notes('{"at":"1"}'),
    "notes of an unknown code": _notes('{"at":"1","code":"x"}'),
    "notes of a false claim": _notes('{"at":"1.1.1","code":"steal"}'),
    "notes with a value": _notes('{"at":"1.1.1","code":"x","value":{"method":"sampled"}}'),
    "notes with a line": _notes('{"at":"1.1.2","code":"x","lines":[["N play 4c"]]}'),
    "lines": lambda size: filled(
        HEAD + ',"deals":[' + DEAL + '],"annotations":[{"at":"1.1.2","code":"x","lines":[',
        '["N play 4c"]',
        "]}]}",
        size,
    ),
    "notes of texts": _notes('{"at":"1","text":{"en":""}}'),
    "notes at fault": _notes('{"at":"1","text":{"en":1}}'),
    "notes, the last at fault": lambda size: filled(
        HEAD + ',"deals":[],"annotations":[', '{"at":"1","code":"x"}', ',{"at":1}]}', size
    ),
    "long strings at fault": _deals(lambda n: '{"dealer":"' + "x" * 16_000 + '"}'),
    "one long seed": _of_length(HEAD + ',"deals":[{"dealer":"N",' + SHUFFLE + '"seed":"', "ä", '"}}]}'),
    "one long version": _of_length('{"ristilog":"', "9", '.1"}'),
    "one long name of rules": _of_length('{"ristilog":"1.0","deals":[],"rules":{"version":1,"name":"', "r", '"}}'),
    "one long date": _of_length(EMPTY + ',"meta":{"date":"', "\\u0001", '"}}'),
    "one long list at fault": lambda size: filled(EMPTY + ',"id":[', '"ab"', "]}", size),
    "one long list for a number": lambda size: filled(TABLE + ',"deals":[{"dealer":[', '"ab"', "]}]}", size),
    "newer: lists": _in_ext("[]", NEWER),
    "newer: short strings": _in_ext('"ab"', NEWER),
    "newer: noughts": _in_ext("0", NEWER),
    "newer: unknown fields": lambda size: filled(NEWER + ",", lambda n: f'"{word(n)}":0', "}", size),
    "newer: notes": _notes('{"at":"1","code":"x","new":"ab"}', NEWER),
    "newer: void deals": _deals('{"dealer":"N","void":"","x":1}', HEAD.replace("1.0", "1.1", 1)),
    "newer: long strings": _of_length(NEWER + ',"x":"😀', "a", '"}'),
}
"""What is made to hurt: name → a file of (about) so many bytes."""

NOTES_HEAD = '{"ristilog-notes":"1.0","game":"sha256:' + 64 * "0" + '","annotations":['
SIDECARS: dict[str, Callable[[int], bytes]] = {
    "sidecar: notes at nothing": lambda size: filled(NOTES_HEAD, '{"at":"9","code":"x"}', "]}", size),
    "sidecar: lists": lambda size: filled(NOTES_HEAD + '{"at":"1","code":"x","ext":{"a":[', "[]", "]}}]}", size),
    "sidecar: short strings": lambda size: filled(
        NOTES_HEAD + '{"at":"1","code":"x","ext":{"a":[', '"ab"', "]}}]}", size
    ),
    "sidecar: unknown fields": lambda size: filled(NOTES_HEAD + "],", lambda n: f'"{word(n)}":0', "}", size),
    "sidecar: a long game": _of_length(NOTES_HEAD[:30], "a", '"}'),
}
"""The same in a file of notes beside a small log."""


class Measured(Struct, frozen=True):
    """What judging one file took."""

    peak: int
    """Bytes of memory at most, of the whole process."""
    seconds: float
    """Of the processor."""
    status: int
    said: str
    """The codes that were reported."""


_RUN = """
import json, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
with open(sys.argv[1], "wb") as out:
    status = subprocess.run(sys.argv[2:], stdout=out).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_maxrss * 1024, used.ru_utime + used.ru_stime, status]))
"""
"""A small process between this one and the one that is measured, to which the system would count what this one has."""


def measured(*arguments: str) -> Measured:
    """Run ``ristilog verify`` and see what it takes."""
    with tempfile.NamedTemporaryFile() as out:
        command = [sys.executable, "-m", "ristilog", "verify", "--output-format", "json", *arguments]
        run = subprocess.run([sys.executable, "-S", "-c", _RUN, out.name, *command], stdout=subprocess.PIPE, check=True)
        peak, seconds, status = json.loads(run.stdout)
        text = out.read()
    codes: dict[str, int] = {}
    if status in (0, 1):
        report: dict[str, Any] = json.loads(text)
        for one in report["files"][-1]["findings"]:
            codes[one["code"]] = codes.get(one["code"], 0) + 1
    said = " ".join(f"{code}×{number}" for code, number in codes.items()) or "nothing"
    return Measured(peak, seconds, status, f"{said}, {len(text):,} B of report")


def everything(words: list[str]) -> Iterator[tuple[str, bytes, bool]]:
    """Name and bytes of every input asked for, and whether it is a file of notes."""

    def asked(name: str) -> bool:
        return not words or any(word in name for word in words) or name in words

    for name, make_real in REAL.items():
        if asked(name):
            yield name, make_real(), False
    for name, make in HOSTILE.items():
        if asked(name):
            yield name, make(MAX), False
    for name, make in SIDECARS.items():
        if asked(name):
            yield name, make(MAX), True


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        small, file = Path(folder, "small.json"), Path(folder, "file.json")
        small.write_bytes(pretty(simulate("ristikontra", "small", deals=1)))
        bare = measured(str(small)).peak
        print(f"{'a small log':40} {bare / MIB:6.0f} MiB")
        for name, data, is_notes in everything(sys.argv[1:]):
            file.write_bytes(data)
            one = measured(str(small), "--notes", str(file)) if is_notes else measured(str(file))
            above = (one.peak - bare) / len(data)
            figures = f"{one.peak / MIB:6.0f} MiB {above:6.1f}x {one.seconds:6.1f} s"
            print(f"{name:40} {figures}, exit {one.status}: {one.said}", flush=True)


if __name__ == "__main__":
    main()
