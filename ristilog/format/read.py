"""Bytes → log. A sound log is read by msgspec alone; only a fault brings in the schema, and places are found later."""

import heapq
import json
import re
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from ristilog.format.migrate import CURRENT, MIGRATIONS, Migrations, migrated, unknown
from ristilog.format.positions import Malformed, doubled, escape, unescape
from ristilog.format.shape import cross_flaws, is_shallow, strings_are_well_formed
from ristilog.format.stream import assemble, is_stream
from ristilog.game.findings import MAX_NAMED, Finding, and_more, finding, quoted, shorten
from ristilog.game.log import ACTIONS, HASH, VERSION, GameLog

MAX_BYTES: Final = 16 * 2**20
"""A log larger than this is not read (F105) unless the caller allows it."""

MAX_DOUBLED: Final = 100
"""Doubled keys that are named in one file."""

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_BOM: Final = b"\xef\xbb\xbf"
_DECODER: Final = msgspec.json.Decoder(GameLog)
_ENCODER: Final = msgspec.json.Encoder()
_ONCE: Final = {text: text for text in ACTIONS}


class Reading(Struct, frozen=True):
    """What reading came to.

    `log` is what could be read, its ill-formed parts cut out, or None if nothing can be judged. `cut` holds the
    pointers of those parts, `unknown` those of objects with a field the format does not know; of the deals in
    `suspended` (counted from 0) only the score is left, and of those in `no_dealer` not even the dealer. `offset`
    is the place of a fault that no pointer can name, in characters.
    """

    log: GameLog | None
    findings: tuple[Finding, ...] = ()
    cut: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    suspended: frozenset[int] = frozenset()
    no_dealer: frozenset[int] = frozenset()
    renamed: dict[str, str] = {}
    """Pointer of each field that was read though it was misspelt → where it really stands."""
    offset: int | None = None
    owners: frozenset[str] = frozenset()
    """Pointers of the objects out of which something was cut."""
    upgraded: bool = False
    """Whether it is the log of an older version, migrated, so that no pointer leads into the text that was read."""
    tree: Any = None
    """The whole tree of a log of a newer minor version, in which there may be more than `log` can hold."""

    def asks(self, pointer: str) -> bool:
        """Whether missing claims are to be named in an object: not if its own form is at fault."""
        return pointer not in self.unknown and pointer not in self.owners


def read(data: bytes, *, max_bytes: int = MAX_BYTES, migrations: Migrations = MIGRATIONS) -> Reading:
    """Read one log from UTF-8 JSON, or from a stream; every fault of form is a finding, nothing is raised.

    A log of an older version that `migrations` knows is read as the log of the present version that they make of it.
    """
    if is_stream(data):
        assembled = assemble(data, max_bytes=max_bytes)
        reading = Reading(None)
        if assembled.text is not None:
            reading = read(assembled.text, max_bytes=2 * max_bytes, migrations=migrations)
        return structs.replace(reading, findings=(*assembled.findings, *reading.findings))
    log = read_quickly(data, max_bytes=max_bytes)
    if log is not None and strings_are_well_formed(log):
        return Reading(log)
    return read_carefully(data, max_bytes=max_bytes, migrations=migrations)


def text_of(data: bytes) -> str:
    """The characters of a log's bytes, as positions count them (a byte-order mark left out)."""
    return data.removeprefix(_BOM).decode("utf-8", errors="replace")


def read_quickly(data: bytes, *, max_bytes: int = MAX_BYTES) -> GameLog | None:
    """The log, if there is nothing to say about its form but perhaps about the strings that are its play.

    None sends the bytes to the careful reader. Actions and card lists are not looked at: a caller that does not prove
    them by replaying them has to ask `ristilog.format.shape.strings_are_well_formed`.
    """
    if excess(data, max_bytes) is not None:
        return None
    data = data.removeprefix(_BOM)
    try:
        log = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if log.ristilog != "1.0" or next(cross_flaws(log, hides=b"??" in data), None) is not None:
        return None
    return log if _keys_are_unique(data, log) else None


def _keys_are_unique(data: bytes, log: GameLog) -> bool:
    """Whether no key stood twice: of two, msgspec keeps the last, and then a colon is missing from what it writes.

    Every key has one colon outside strings; the colons inside strings are written back as they were unless one was
    written as an escape, and then the text is parsed once more.
    """
    if b"\\" not in data or re.search(rb"\\u003[aA]", data) is None:
        return data.count(b":") == _ENCODER.encode(log).count(b":")
    return _parse_soundly(data.decode("utf-8")) is not None


def read_carefully(data: bytes, *, max_bytes: int = MAX_BYTES, migrations: Migrations = MIGRATIONS) -> Reading:
    """Read a log and name every fault of its form, cutting out what is ill formed so that the rest can be judged."""
    loaded = _load(data, max_bytes)
    if isinstance(loaded, Reading):
        return loaded
    if isinstance(loaded.tree, dict) and _is_known(loaded.tree.get("ristilog"), migrations):
        upgraded = migrated(loaded.tree, migrations)
        if isinstance(upgraded, Finding):
            return Reading(None, (upgraded,))
        loaded.tree = upgraded
        del upgraded
        return structs.replace(_read_tree(loaded), upgraded=True)
    version_fault = _version_fault(loaded.tree, "ristilog", "game log", migrations)
    if version_fault is not None:
        return Reading(None, (version_fault,))
    return _read_tree(loaded)


def _is_known(version: object, migrations: Migrations) -> bool:
    """Whether a version is an older one that can be read."""
    return isinstance(version, str) and version in migrations


def version_of(data: bytes, *, max_bytes: int = MAX_BYTES) -> str | None:
    """The version of the format that a log names; None if it names none, or is no JSON that a log may be."""
    loaded = _load(data, max_bytes)
    if isinstance(loaded, Reading) or not isinstance(loaded.tree, dict):
        return None
    version = loaded.tree.get("ristilog")
    return version if isinstance(version, str) and re.match(VERSION, version) else None


def read_notes(data: bytes, *, max_bytes: int = MAX_BYTES) -> tuple[str | None, Reading]:
    """Read notes in a file of their own: the hash of the game they are for, and a reading whose log has only them.

    Every fault of form is a finding, its pointer one into the file. The hash is None where the file does not give it.
    """
    loaded = _load(data, max_bytes)
    if isinstance(loaded, Reading):
        return None, loaded
    tree = loaded.tree
    version_fault = _version_fault(tree, "ristilog-notes", "file of notes")
    if version_fault is not None:
        return None, Reading(None, (version_fault,))
    newer = tree["ristilog-notes"] != "1.0"
    findings = [finding("W601", "/ristilog-notes", found=tree["ristilog-notes"])] if newer else []
    unknown = tree.keys() - {"ristilog-notes", "game", "annotations"}
    for name in () if newer else heapq.nsmallest(MAX_NAMED, unknown):
        reason = f"there is no field {quoted(name)} here"
        findings.append(finding("F104", f"/{escape(name)}", found=name, reason=reason))
    if not newer and len(unknown) > MAX_NAMED:
        findings[-1] = and_more(findings[-1], f"{len(unknown) - MAX_NAMED:,}")
    game = tree.get("game")
    if not isinstance(game, str) or not re.match(HASH, game):
        reason = "a file of notes names the game they are for: sha256: and 64 hex digits"
        if "game" in tree:
            findings.append(finding("F104", "/game", found=quoted(game), reason=reason))
        elif newer or not unknown:
            findings.append(finding("F104", "", expected="game", reason=reason))
        game = None
    # The notes are read as those of a log without deals, so that the same checks are made at the same pointers.
    bare = {"ristilog": "1.0", "rules": {"name": "", "version": 1}, "deals": []}
    notes = {"annotations": tree["annotations"]} if "annotations" in tree else {}
    loaded.tree = bare | notes
    del tree, notes
    reading = _read_tree(loaded)
    return game, structs.replace(reading, findings=(*findings, *reading.findings))


class _Loaded(Struct):
    """A file's text and its parsed tree, which whoever takes it out uses up."""

    text: str
    tree: Any


def _load(data: bytes, max_bytes: int) -> _Loaded | Reading:
    """The text of a file and its parsed tree, or the reading of one that is no JSON that a log may be."""
    reason = excess(data, max_bytes)
    if reason is not None:
        sizes = {"expected": max_bytes, "found": len(data)} if len(data) > max_bytes else {}
        return Reading(None, (finding("F105", "", reason=reason, **sizes),))
    data = data.removeprefix(_BOM)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = len(data[: error.start].decode("utf-8"))
        reason = f"byte {error.start} (0x{data[error.start]:02X}) is not UTF-8{_encoding_hint(data)}"
        return Reading(None, (finding("F101", "", reason=reason),), offset=offset)
    parsed = _parse_soundly(text)
    if parsed is not None:
        return _Loaded(text, parsed.pop())
    try:  # the scan finds out what is the matter
        twice = doubled(text, MAX_DOUBLED + 1)
    except Malformed as fault:
        return Reading(None, (finding("F101", "", reason=_other_kind(text) or fault.reason),), offset=fault.offset)
    if twice:
        findings = [finding("F102", pointer, found=_last_key(pointer)) for pointer in dict.fromkeys(twice)]
        if len(findings) > MAX_DOUBLED:
            findings[MAX_DOUBLED - 1 :] = [and_more(findings[MAX_DOUBLED - 1])]
        return Reading(None, tuple(findings))
    return _Loaded(text, parse(text))


_VALUE, _KEY, _OBJECT, _LIST = 72, 100, 288, 136
_MEMORY: Final = 28
"""Memory that a tree may take, in multiples of the bytes that are read; logs of games take up to 20."""


def excess(data: bytes, max_bytes: int) -> str | None:
    """Why a file is too large to be read, by its bytes or by what it would take in memory; None if it is not.

    The brackets, commas and colons give an upper bound of that. Without a look at it millions of empty objects would
    take forty times the file.
    """
    if len(data) > max_bytes:
        return f"the log is larger than the {max_bytes} bytes that are read"
    most = max(_MEMORY * max_bytes, 2**20)
    if len(data) * (_VALUE + _OBJECT) <= most * len("{},"):  # than which nothing takes more for its length
        return None
    of = {
        "values": _VALUE * data.count(b","),
        "keys": _KEY * data.count(b":"),
        "objects": _OBJECT * data.count(b"{"),
        "lists": _LIST * data.count(b"["),
    }
    if sum(of.values()) <= most:
        return None
    what = max(of, key=lambda name: of[name])
    return f"the log holds more {what} than are read"


def _parse_soundly(text: str) -> list[Any] | None:
    """The parsed text, in a list, or None if there may be a fault that the standard library's reader lets pass.

    It takes NaN, lone surrogates, deep nesting and doubled keys, and says little about what it does not take.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            raise ValueError
        return _with_actions_once(made)

    def refuse(_: str) -> None:
        raise ValueError

    try:
        tree = json.loads(text, object_pairs_hook=unique, parse_constant=refuse, parse_int=_integer)
    except (ValueError, RecursionError):
        return None
    return None if _SURROGATE.search(text) or not is_shallow(tree) else [tree]


def _with_actions_once(made: dict[str, Any]) -> dict[str, Any]:
    """An object with the actions in it, of which a log is full, each the one that is kept of its kind."""
    actions = made.get("actions")
    if isinstance(actions, list):
        actions[:] = [_ONCE.get(one, one) if isinstance(one, str) else one for one in actions]
    return made


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 400 else float(digits)


def parse(text: str, at: int | None = None) -> Any:
    """Parse JSON that `scan` has passed, the whole text or the value at an offset of it.

    A number too long to be an integer anywhere becomes a double.
    """
    decoder = json.JSONDecoder(parse_int=_integer, object_hook=_with_actions_once)
    return decoder.decode(text) if at is None else decoder.raw_decode(text, at)[0]


def _read_tree(loaded: _Loaded) -> Reading:
    from ristilog.format.careful import read_tree  # brings in jsonschema, which a sound log never needs

    tree, loaded.tree = loaded.tree, None
    newer = tree["ristilog"] != "1.0"
    findings = [finding("W601", "/ristilog", found=tree["ristilog"])] if newer else []
    result = read_tree(tree, newer=newer)
    del tree
    for pointer, meant in () if newer else result.strangers.items():
        name = _last_key(pointer)
        reason = f"there is no field {quoted(name)} here" + (f"; did you mean {quoted(meant)}?" if meant else "")
        findings.append(finding("F104", pointer, found=name, reason=reason))
    findings += [
        finding("F104", flaw.pointer, expected=flaw.expected, found=flaw.found, reason=flaw.reason)
        for flaw in result.flaws
    ]
    if result.more and findings and findings[-1].code == "F104":
        findings[-1] = and_more(findings[-1])
    elif result.more:
        findings.append(finding("F104", "", reason="format 1.0 knows too few of the fields in this log to judge it"))
    unknown = frozenset[str]() if newer else frozenset(pointer.rpartition("/")[0] for pointer in result.strangers)
    return Reading(
        result.log,
        tuple(findings),
        cut=result.cut,
        owners=frozenset(pointer.rpartition("/")[0] for pointer in result.cut),
        unknown=unknown,
        suspended=result.suspended,
        no_dealer=result.no_dealer,
        renamed=result.renamed,
        tree=parse(loaded.text) if newer else None,
    )


def _version_fault(tree: Any, field: str, what: str, migrations: Migrations = MIGRATIONS) -> Finding | None:
    if not isinstance(tree, dict):
        reason = f"a {what} is a JSON object, not {shorten(tree)}"
        return finding("F104", "", expected="object", found=type(tree).__name__, reason=reason)
    if field not in tree:
        return finding("F103", "", expected=field, reason=f"the file does not say that it is a {what}")
    version = tree[field]
    if not isinstance(version, str) or not re.match(VERSION, version):
        return finding("F103", f"/{field}", expected=CURRENT, found=version, reason="this is no version number")
    if version.partition(".")[0] != CURRENT.partition(".")[0]:
        return finding("F103", f"/{field}", expected=CURRENT, found=version, reason=unknown(version, migrations))
    return None


def _last_key(pointer: str) -> str:
    return unescape(pointer.rpartition("/")[2])


def _other_kind(text: str) -> str | None:
    """What a text that is no JSON seems to be instead."""
    if re.match(r"\s*ristilog[ \t]+[0-9]", text):
        return "this is a game in notation, not JSON; ristilog fill makes a log of it"
    if re.match(r"\s*r[0-9]+\.[A-Za-z0-9_-]+\s*$", text):
        return "this is a game's token, not JSON; ristilog convert makes a log of it"
    return None


def _encoding_hint(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "; the file seems to be UTF-16: save it as UTF-8"
    if b"\0" in data[:1000]:
        return "; this looks like a binary file"
    return "; save the file as UTF-8"
