"""Where things stand in a JSON text: a strict scan that names every value's pointer and place.

Run only when there is something to report, so clarity goes before speed. Unlike the standard library's reader it
refuses NaN, lone surrogates, duplicate keys and deep nesting, and it never recurses.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

MAX_DEPTH: Final = 32
"""How deep arrays and objects may be nested; a log of the format's own fields reaches 7."""

MAX_POINTERS: Final = 1_000_000
"""Characters of pointers to doubled keys that are reported; keys may be long and many."""

_SPACE = re.compile(r"[ \t\n\r]*")
# Possessive (*+): nothing is kept for going back, so a string of millions of escapes takes no memory.
_STRING = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"')
_STRING_SO_FAR = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![0-9.eE+-])")
_WORD = re.compile(r"true|false|null")
# What most keys and values are, taken up with what stands behind them: the colon, the comma.
_KEY = r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+'
_SIMPLE = r'"[^"\\\x00-\x1f]*+"|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+|true|false|null'
_COMMA = r"[ \t\n\r]*+,[ \t\n\r]*+"
_PLAIN_KEY = re.compile(_KEY)
_PLAIN_VALUE = re.compile(f"(?:{_SIMPLE}){_COMMA}")
_PLAIN_VALUES = re.compile(f"(?:(?:{_SIMPLE}){_COMMA}){{2,1000}}+")
_PLAIN_PAIR = re.compile(f"{_KEY}(?:{_SIMPLE}){_COMMA}")
_PLAIN_PAIRS = re.compile(f"(?:{_KEY}(?:{_SIMPLE}){_COMMA}){{2,1000}}+")
# Two for texts that are known to be sound.
_SCALAR = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[^",\]}\s]++')
_NO_BRACKETS = re.compile(r'[^"\[\]{}]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\[\]{}]*+)*+')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)")


class Malformed(Exception):
    """The text is not the JSON a log may be; `offset` is in characters."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset
        self.reason = reason


class Item(Struct, frozen=True):
    """One value of a text: how deep it stands, under what, and the offsets of its key (None in lists) and of itself."""

    depth: int
    """0 for the whole text."""
    part: str
    """Its key or its number in the list; the last part of its pointer. Nothing for the whole text."""
    key: int | None
    value: int
    twice: bool
    """Whether the same key stood in the same object before."""


def scan(text: str, *, every: bool = True) -> Iterator[Item]:
    """Go through a JSON text in order, yielding every value; raises `Malformed` at the first thing that is wrong.

    Without `every`, values in which and of which nothing is the matter may be passed over many at a time. No pointers
    are made: a long key would be copied into those of all values below it.
    """
    # One frame per open list or object: the keys seen (None for a list), items so far.
    frames: list[tuple[set[str] | None, int]] = []
    at = _skip(text, 0)
    part, key_at, twice = "", None, False
    one_by_one = 0
    while True:
        yield Item(len(frames), part, key_at, at, twice)
        plain = _PLAIN_VALUE.match(text, at) if frames else None
        if plain is not None:
            at = plain.end()
        else:
            at, opened = _value(text, at, len(frames))
            if opened:
                frames.append((set() if opened == "{" else None, 0))
        while frames:
            keys, count = frames[-1]
            if plain is None:
                at = _skip(text, at)
                closing = "]" if keys is None else "}"
                if text.startswith(closing, at):
                    frames.pop()
                    at += 1
                    continue
                if count:
                    if not text.startswith(",", at):
                        raise Malformed(at, _unexpected(text, at, f"a comma or {closing}"))
                    at = _skip(text, at + 1)
            run = _run(text, at, keys is None) if not every and at >= one_by_one else None
            if run is not None:
                one_by_one, names = run
                new = set(names)
                if keys is None or (len(new) == len(names) and keys.isdisjoint(new)):
                    at, count = one_by_one, count + len(names)
                    (keys if keys is not None else new).update(new)
            frames[-1] = (keys, count + 1)
            if keys is None:
                part, key_at, twice = str(count), None, False
            else:
                key_at = at
                at, part = _key(text, at)
                twice = part in keys
                keys.add(part)
            break
        else:
            at = _skip(text, at)
            if at < len(text):
                raise Malformed(at, _unexpected(text, at, "the end"))
            return


def doubled(text: str, limit: int = 100) -> list[str]:
    """Pointers of the keys that stand in their object for a second time, `limit` at most; may raise `Malformed`."""
    path: list[str] = []
    found: list[str] = []
    length = 0
    for item in scan(text, every=False):
        del path[max(item.depth - 1, 0) :]
        path.append(item.part)
        if item.twice and len(found) < limit and length < MAX_POINTERS:
            found.append("".join(f"/{escape(part)}" for part in path))
            length += len(found[-1])
    return found


def locate(text: str, pointers: Iterable[str], at_key: Iterable[str] = ()) -> dict[str, tuple[int, int]]:
    """Find line and column (from 1, in characters) of the values at `pointers` of a sound JSON text.

    For the pointers in `at_key` it is the place of the key, and the last one if the key stands twice. A pointer that
    names nothing is left out.
    """
    offsets = find(text, pointers, at_key)
    places = line_columns(text, offsets.values())
    return {pointer: places[offset] for pointer, offset in offsets.items()}


def find(text: str, pointers: Iterable[str], at_key: Iterable[str] = ()) -> dict[str, int]:
    """Find the offsets of the values at `pointers`, or of their keys, as `locate` does.

    Only what leads to them is looked at; all else is passed over from bracket to bracket, and nothing is made of it.
    """
    keyed = set(at_key)
    wanted = _Wanted({}, None)
    for pointer in {*pointers, *keyed}:
        node = wanted
        for part in pointer.split("/")[1:]:
            node = node.below.setdefault(unescape(part), _Wanted({}, None))
        node.pointer = pointer
    offsets: dict[str, int] = {}
    at = _skip(text, 0)
    if wanted.pointer is not None:
        offsets[wanted.pointer] = at
    _look(text, at, wanted, keyed, offsets)
    return offsets


class _Wanted(Struct):
    """The pointers looked for, as a tree of their parts."""

    below: dict[str, "_Wanted"]
    pointer: str | None


def _look(text: str, at: int, wanted: _Wanted, keyed: set[str], offsets: dict[str, int]) -> int:
    """Take down the offsets of what is wanted inside the value at an offset; the offset behind it."""
    if not wanted.below or text[at] not in "[{":
        return _passed(text, at)
    is_list, number, one_by_one = text[at] == "[", 0, 0
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        if text[at] == ",":
            at = _skip(text, at + 1)
        run = _run(text, at, is_list) if at >= one_by_one else None
        if run is not None:
            one_by_one, names = run
            names = [str(number + index) for index in range(len(names))] if is_list else names
            if wanted.below.keys().isdisjoint(names):
                at, number = one_by_one, number + len(names)
        key = at
        if is_list:
            part = str(number)
            number += 1
        else:
            at, part = _key(text, at)
        below = wanted.below.get(part)
        if below is None:
            at = _passed(text, at)
        else:
            if below.pointer is not None:
                offsets[below.pointer] = key if below.pointer in keyed else at
            at = _look(text, at, below, keyed, offsets)
        at = _skip(text, at)
    return at + 1


def _run(text: str, at: int, is_list: bool) -> tuple[int, list[str]] | None:
    """The plain values at an offset that stand side by side with something behind them, up to a thousand.

    The offset of what stands there, and the keys of the values (of a list, something for each).
    """
    run = (_PLAIN_VALUES if is_list else _PLAIN_PAIRS).match(text, at)
    if run is None:
        return None
    return run.end(), (_PLAIN_VALUE if is_list else _PLAIN_PAIR).findall(text, at, run.end())


def _passed(text: str, at: int) -> int:
    """The offset behind a value of a sound text."""
    if text[at] not in "[{":
        return _behind(_SCALAR, text, at)
    depth = 0
    while True:
        depth += 1 if text[at] in "[{" else -1
        at += 1
        if not depth:
            return at
        at = _behind(_NO_BRACKETS, text, at)


def line_columns(text: str, offsets: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Line and column of offsets of a text, both from 1."""
    places: dict[int, tuple[int, int]] = {}
    line, start, seen = 1, 0, 0
    for offset in sorted(set(offsets)):
        # The end of a line that is about to be crossed in its middle (CR LF) has not been crossed yet.
        end = offset - 1 if text[offset - 1 : offset + 1] == "\r\n" else offset
        ends = text.count("\n", seen, end) + text.count("\r", seen, end) - text.count("\r\n", seen, end)
        if ends:
            line += ends
            start = max(text.rfind("\n", seen, end), text.rfind("\r", seen, end)) + 1
        seen = end
        places[offset] = (line, offset - start + 1)
    return places


def escape(key: str) -> str:
    """Write a key as one part of a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def unescape(part: str) -> str:
    """The key that one part of a JSON Pointer stands for."""
    return part.replace("~1", "/").replace("~0", "~")


def _skip(text: str, at: int) -> int:
    return _behind(_SPACE, text, at)


def _behind(pattern: re.Pattern[str], text: str, at: int) -> int:
    """The offset behind what a pattern that fits anything here takes up."""
    match = pattern.match(text, at)
    assert match is not None
    return match.end()


def _value(text: str, at: int, depth: int) -> tuple[int, str]:
    """Read one value, or the opening of one: the offset behind it, and the bracket if one was opened."""
    first = text[at : at + 1]
    if first in ("[", "{") and first:
        if depth >= MAX_DEPTH:
            raise Malformed(at, f"arrays and objects are nested more than {MAX_DEPTH} deep")
        return at + 1, first
    if first == '"':
        return _string(text, at), ""
    match = _NUMBER.match(text, at) or _WORD.match(text, at)
    if match is None:
        raise Malformed(at, _unexpected(text, at, "a value"))
    return match.end(), ""


def _key(text: str, at: int) -> tuple[int, str]:
    plain = _PLAIN_KEY.match(text, at)
    if plain is not None:
        return plain.end(), plain[1]
    if not text.startswith('"', at):
        raise Malformed(at, _unexpected(text, at, "a key in double quotes"))
    end = _string(text, at)
    key = json.loads(text[at:end])
    at = _skip(text, end)
    if not text.startswith(":", at):
        raise Malformed(at, _unexpected(text, at, "a colon"))
    return _skip(text, at + 1), key


def _string(text: str, at: int) -> int:
    match = _STRING.match(text, at)
    if match is None:
        raise Malformed(*_string_fault(text, at))
    lone = _lone_surrogate(match.group()) if "\\u" in match.group() else None
    if lone is not None:
        raise Malformed(at + lone, "half a surrogate pair stands alone")
    return match.end()


def _lone_surrogate(string: str) -> int | None:
    """The offset of the first escaped surrogate that has no partner right beside it."""
    high: re.Match[str] | None = None
    for escaped in _ESCAPE.finditer(string):
        unit = int(escaped[1], 16) if escaped[1] else 0
        if 0xDC00 <= unit <= 0xDFFF and high is not None and high.end() == escaped.start():
            high = None
            continue
        if high is not None:
            break
        if 0xDC00 <= unit <= 0xDFFF:
            return escaped.start()
        high = escaped if 0xD800 <= unit <= 0xDBFF else None
    return None if high is None else high.start()


def _string_fault(text: str, at: int) -> tuple[int, str]:
    """Say where and why a string that begins at `at` goes wrong."""
    part = _STRING_SO_FAR.match(text, at + 1)
    assert part is not None
    end = part.end()
    if end >= len(text):
        return at, "a string is not closed"
    if text[end] == "\\":
        return end, "a backslash here begins no JSON escape"
    return end, f"a control character (U+{ord(text[end]):04X}) stands raw in a string"


def _unexpected(text: str, at: int, wanted: str) -> str:
    if at >= len(text):
        return f"the text ends where {wanted} should follow" if text else "the file is empty"
    word = re.compile(r"[-+.\w]{1,20}|.", re.DOTALL).match(text, at)
    assert word is not None
    if word.group() in ("NaN", "Infinity", "-Infinity"):
        return f"{word.group()} is no JSON number"
    first = word.group()[0]
    if first in "“”„‟‘’«»":
        return f"{first} is a quotation mark of a word processor; JSON has straight ones only"
    if first in "/#":
        return "JSON has no comments; what is yours goes into an ext object"
    if word.group() in ("True", "False", "None"):
        return f"{word.group()} is Python; JSON writes true, false and null"
    return f"{json.dumps(word.group(), ensure_ascii=False)} stands where {wanted} should be"
